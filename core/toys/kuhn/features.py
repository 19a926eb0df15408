"""What a network reads of Kuhn poker: the own card, what was done, both together."""

from mutapa.core.compiled import compiled
from mutapa.core.features import Features, Vocabulary, capped
from mutapa.core.game import UNIT
from mutapa.core.toys.kuhn.layout import bets, card, dealt, plies

_CARDS = ("none yet", "j", "q", "k")
_DONE = tuple("-".join(("pass", "bet")[bets >> k & 1] for k in range(n)) or "nothing" for n in range(4) for bets in range(1 << n))

_sparse, _dense = Vocabulary(), Vocabulary()
_CARD = _sparse.add("own card: {}", _CARDS)
_DEALT = _sparse.add("cards dealt: {}", capped(3))
_FIRST = _sparse.add("bids first: {}", ("self", "next seat"))
_HISTORY = _sparse.add("own card {}, done: {}", _CARDS, _DONE)
_dense.add("own card, j -1 to k 1")

_kinds, _arguments, _cells = Vocabulary(), Vocabulary(), Vocabulary()
_kinds.add("{}", ("pass", "bet"))
_arguments.add("-")
_cells.add("-")

FEATURES = Features(1, _sparse, _dense, _kinds, _arguments, _cells, active=4)


@compiled
def features(board, work, seen, seat, sparse, dense):  # type: ignore[no-untyped-def]
    """The game has no more than this to see."""
    own = card(seen, seat)
    sparse[0] = _CARD + own
    sparse[1] = _DEALT + dealt(seen)
    sparse[2] = _FIRST + seat
    sparse[3] = _HISTORY + own * 15 + (1 << plies(seen)) - 1 + bets(seen)
    dense[0] = (own - 2) * UNIT if own > 0 else 0
    return 4


@compiled
def action_parts(board, work, seen, action, parts):  # type: ignore[no-untyped-def]
    """Pass or bet."""
    parts[0] = action
    parts[1] = 0
    parts[2] = 0
    return 0
