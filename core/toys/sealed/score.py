"""The end: the highest bids share the prize, everybody pays; an estimate before it."""

from mutapa.core.compiled import compiled
from mutapa.core.game import SEATS, UNIT
from mutapa.core.toys.sealed.layout import prize, shown


@compiled
def outcome(board, work, state, out):  # type: ignore[no-untyped-def]
    """Ranks and margins in coins: share of the prize minus one's bid."""
    most = 0
    sharers = 0
    for s in range(3):
        if shown(state, s) > most:
            most = shown(state, s)
            sharers = 0
        if shown(state, s) == most:
            sharers += 1
    for s in range(3):
        share = prize(state) // sharers if shown(state, s) == most else 0
        out[SEATS + s] = share - (shown(state, s) - 1)
    for s in range(3):
        rank = 1
        for other in range(3):
            if out[SEATS + other] > out[SEATS + s]:
                rank += 1
        out[s] = rank
    return 0


@compiled
def judge(board, work, state, out):  # type: ignore[no-untyped-def]
    """Even, margins too; the odd units go to the first seat so that all sum to UNIT."""
    out[0] = UNIT - 2 * (UNIT // 3)
    out[1] = UNIT // 3
    out[2] = UNIT // 3
    for s in range(3):
        out[SEATS + s] = 0
    return 0
