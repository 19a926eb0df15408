"""Whose turn it is and what may be done: an empty cell, or a column that isn't full."""

from mutapa.core.compiled import compiled
from mutapa.core.game import OVER
from mutapa.core.toys.tictactoe.layout import BOARD_DROP, BOARD_SIZE, plies, stones, winner


@compiled
def turn(board, work, state):  # type: ignore[no-untyped-def]
    """The seats in turn, until a line is made or the board is full."""
    n = plies(state)
    if winner(state) > 0 or n == board[BOARD_SIZE] * board[BOARD_SIZE]:
        return OVER
    return n & 1


@compiled
def legal(board, work, state, out):  # type: ignore[no-untyped-def]
    """Cells, or columns where stones drop."""
    if turn(board, work, state) < 0:
        return 0
    taken = stones(state, 0) | stones(state, 1)
    size = board[BOARD_SIZE]
    places = size if board[BOARD_DROP] else size * size
    n = 0
    for place in range(places):  # a column is full when its top cell is
        if (taken >> place) & 1 == 0:
            out[n] = place
            n += 1
    return n
