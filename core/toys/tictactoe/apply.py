"""One step: a stone, and whether it makes a line."""

from mutapa.core.compiled import compiled
from mutapa.core.toys.tictactoe.layout import (
    BOARD_DROP,
    BOARD_LINES,
    BOARD_MASKS,
    BOARD_SIZE,
    plies,
    set_plies,
    set_stones,
    set_winner,
    stones,
)


@compiled
def apply(board, work, state, action):  # type: ignore[no-untyped-def]
    """Put a stone of the seat to move on cell `action`, or drop it down column `action`."""
    n = plies(state)
    seat = n & 1
    cell = action
    if board[BOARD_DROP]:
        size = board[BOARD_SIZE]
        taken = stones(state, 0) | stones(state, 1)
        while cell + size < size * size and (taken >> (cell + size)) & 1 == 0:
            cell += size
    mine = stones(state, seat) | (1 << cell)
    set_stones(state, seat, mine)
    set_plies(state, n + 1)
    for i in range(board[BOARD_LINES]):
        line = board[BOARD_MASKS + i]
        if mine & line == line:
            set_winner(state, seat + 1)
    return 0
