"""Nothing is hidden."""

from mutapa.core.compiled import compiled


@compiled
def observe(board, work, state, seat, seen):  # type: ignore[no-untyped-def]
    """All of it."""
    seen[0] = state[0]
    return 0


@compiled
def determinize(board, work, seen, seat, rng, state):  # type: ignore[no-untyped-def]
    """The one state there is."""
    state[0] = seen[0]
    return 0
