"""The work array of a thread: room for the short lists that `sample` draws from, the expert's outlook, the judge's features."""

OUTLOOK = 64
"""The longest list of a seat's steps is 64 (tools) or 49 (places)."""
FEATURES = 100
WORK_WORDS = 128
