"""Everything is public: an observation is the state."""

from mutapa.core.compiled import compiled
from mutapa.core.toys.ascending.layout import LAYOUT

_observe = LAYOUT.observer()
_WORDS = LAYOUT.words


@compiled
def observe(board, work, state, seat, seen):  # type: ignore[no-untyped-def]
    """A copy."""
    return _observe(state, seat, seen)


@compiled
def determinize(board, work, seen, seat, rng, state):  # type: ignore[no-untyped-def]
    """A copy."""
    for w in range(_WORDS):
        state[w] = seen[w]
    return 0
