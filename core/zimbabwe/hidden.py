"""What a seat sees. Under the open auction everything is public; the sealed one has its field in the layout."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.zimbabwe.layout import LAYOUT, STATE_WORDS

_observe = LAYOUT.observer()


@compiled
def observe(board, work, state, seat, seen):  # type: ignore[no-untyped-def]
    """The layout with others' sealed amounts set to 0."""
    return _observe(state, seat, seen)


@compiled
def determinize(board, work, seen, seat, rng, state):  # type: ignore[no-untyped-def]
    """A whole state consistent with `seen`: with nothing hidden, the same."""
    for w in range(STATE_WORDS):
        state[w] = seen[w]
    return 0
