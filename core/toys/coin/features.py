"""What a network reads of `coin`: the rule, who looks on, what it knows of the coin, what was done."""

from mutapa.core.compiled import compiled
from mutapa.core.features import Features, Vocabulary
from mutapa.core.game import UNIT
from mutapa.core.toys.coin.layout import BOARD_RULE, coin, guess, plies, stayed

_sparse, _dense = Vocabulary(), Vocabulary()
_KNOWN = _sparse.add("{}, seat {}, {}, coin {}", ("fusion", "rival knows", "leak"), "01", ("toss", "stay or go", "guess", "over"),
                     ("unseen", "heads", "tails"))  # fmt: skip
_STAYED = _sparse.add("seat {} looks on, {}", "01", ("not stayed", "stayed"))
_GUESS = _sparse.add("guess {}, coin {}", ("none", "heads", "tails"), ("unseen", "heads", "tails"))
_dense.add("own coin, heads 1, tails -1")

_kinds, _arguments, _cells = Vocabulary(), Vocabulary(), Vocabulary()
_kinds.add("{}", ("stay", "go", "guess"))
_arguments.add("{}", ("-", "heads", "tails"))
_cells.add("-")

FEATURES = Features(1, _sparse, _dense, _kinds, _arguments, _cells, active=3)


@compiled
def features(board, work, seen, seat, sparse, dense):  # type: ignore[no-untyped-def]
    """The game has no more than this to see. Seats differ in what they do, so the own number is among it."""
    side = coin(seen)
    sparse[0] = _KNOWN + ((board[BOARD_RULE] * 2 + seat) * 4 + plies(seen)) * 3 + side
    sparse[1] = _STAYED + seat * 2 + stayed(seen)
    sparse[2] = _GUESS + guess(seen) * 3 + side
    dense[0] = (3 - 2 * side) * UNIT if side > 0 else 0
    return 3


@compiled
def action_parts(board, work, seen, action, parts):  # type: ignore[no-untyped-def]
    """Stay, go, or a guess and its side."""
    guessing = plies(seen) > 1
    parts[0] = 2 if guessing else action
    parts[1] = action if guessing else 0
    parts[2] = 0
    return 0
