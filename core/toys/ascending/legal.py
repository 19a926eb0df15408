"""In turn, seats raise the price or pass. The one who passes takes the worst place left, the last one standing the best."""

from mutapa.core.compiled import compiled
from mutapa.core.game import CHANCE, OVER
from mutapa.core.toys.ascending.layout import BOARD_LAST, cash, error, mover, over, paused, price, stake

PASS = 0


@compiled
def turn(board, work, state):  # type: ignore[no-untyped-def]
    """The bidder, CHANCE when income falls due, OVER (also after an overflow)."""
    if over(state) or error(state):
        return OVER
    return CHANCE if paused(state) else mover(state)


@compiled
def most(board, state, seat):  # type: ignore[no-untyped-def]
    """The highest bid that `seat` can pay: each bid in full, or (option pay=last) only what is new in it."""
    return cash(state, seat) + (stake(state, seat) if board[BOARD_LAST] else 0)


@compiled
def legal(board, work, state, out):  # type: ignore[no-untyped-def]
    """Pass (0) and every bid above the price that can be paid; a jump is allowed."""
    if turn(board, work, state) < 0:
        return 0
    out[0] = PASS
    n = 1
    for bid in range(price(state) + 1, most(board, state, mover(state)) + 1):
        out[n] = bid
        n += 1
    return n
