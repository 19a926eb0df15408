"""What a network reads of `sealed`: the own bid, who has committed, and all bids once they are shown."""

from mutapa.core.compiled import compiled
from mutapa.core.features import SEATS_ASIDE, Features, Vocabulary, numbers
from mutapa.core.game import UNIT
from mutapa.core.toys.sealed.layout import BUDGET, bid, done, prize, shown

_BIDS = ("none", *numbers(BUDGET + 1))
_ASIDE = SEATS_ASIDE[:3]

_sparse, _dense = Vocabulary(), Vocabulary()
_DONE = _sparse.add("bids committed: {}, own number {}", numbers(4), numbers(3))
_PRIZE = _sparse.add("prize: {}", ("unknown", "6", "12"))
_OWN = _sparse.add("own bid, hidden: {}", _BIDS)
_SHOWN = _sparse.add("bid of {}, shown: {}", _ASIDE, _BIDS)
_dense.add("own bid, 6 is 1")
_dense.add("bid of {}, shown, 6 is 1", _ASIDE)

_kinds, _arguments, _cells = Vocabulary(), Vocabulary(), Vocabulary()
_kinds.add("bid")
_arguments.add("{}", numbers(BUDGET + 1))
_cells.add("-")

FEATURES = Features(1, _sparse, _dense, _kinds, _arguments, _cells, active=6)


@compiled
def features(board, work, seen, seat, sparse, dense):  # type: ignore[no-untyped-def]
    """The order of bidding is that of the seats, so the own number is among it."""
    sparse[0] = _DONE + done(seen) * 3 + seat
    sparse[1] = _PRIZE + prize(seen) // 6
    sparse[2] = _OWN + bid(seen, seat)
    dense[0] = max(0, bid(seen, seat) - 1) * UNIT // BUDGET
    for aside in range(3):
        open_bid = shown(seen, (seat + aside) % 3)
        sparse[3 + aside] = _SHOWN + aside * (BUDGET + 2) + open_bid
        dense[1 + aside] = max(0, open_bid - 1) * UNIT // BUDGET
    return 6


@compiled
def action_parts(board, work, seen, action, parts):  # type: ignore[no-untyped-def]
    """A bid and its coins."""
    parts[0] = 0
    parts[1] = max(0, action - 1)
    parts[2] = 0
    return 0
