"""What a seat sees, and whole states that agree with it."""

from mutapa.core.compiled import compiled
from mutapa.core.streams import below
from mutapa.core.toys.coin.layout import BOARD_RULE, FUSION, LEAK, coin, plies, set_coin

UNKNOWN = 0


@compiled
def knows(board, seat):  # type: ignore[no-untyped-def]
    """Whether `seat` sees the coin: seat 0 under the rule `leak`, seat 1 under `rival_knows`, nobody under `fusion`."""
    if board[BOARD_RULE] == FUSION:
        return 0
    return 1 if (seat == 0) == (board[BOARD_RULE] == LEAK) else 0


@compiled
def observe(board, work, state, seat, seen):  # type: ignore[no-untyped-def]
    """The coin blanked for who doesn't know it."""
    seen[0] = state[0]
    if knows(board, seat) == 0:
        set_coin(seen, UNKNOWN)
    return 0


@compiled
def determinize(board, work, seen, seat, rng, state):  # type: ignore[no-untyped-def]
    """A coin that was tossed and isn't seen shows either side alike: going carries no weight here."""
    state[0] = seen[0]
    if plies(seen) > 0 and coin(seen) == UNKNOWN:
        set_coin(state, 1 + below(rng, 2))
    return 0


@compiled
def see(board, work, state, action, seat):  # type: ignore[no-untyped-def]
    """A toss not seen is UNKNOWN."""
    if plies(state) == 0 and knows(board, seat) == 0:
        return UNKNOWN
    return action
