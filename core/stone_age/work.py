"""The work array of a thread: room for the short lists that `sample` draws from, then for the expert's outlook."""

OUTLOOK = 64
"""The longest list of a seat's steps is 64 (tools) or 49 (places)."""
WORK_WORDS = 128
