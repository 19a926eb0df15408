"""The work array of a thread: only room for the short lists that `sample` draws from."""

WORK_WORDS = 128
"""The longest list of a seat's steps is 64 (tools) or 49 (places)."""
