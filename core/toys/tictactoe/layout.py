"""Packed state: a word. The board array: `BOARD_DROP`, then how many lines win, then a mask of cells for each."""

from mutapa.core.layout import Field, Layout

CELLS = 16
BOARD_DROP, BOARD_SIZE, BOARD_LINES, BOARD_MASKS = 0, 1, 2, 3
"""1: stones drop down columns; columns and rows of the square board; number of lines; the first line's mask."""
LINES_MAX = 24
BOARD_WORDS = BOARD_MASKS + LINES_MAX

LAYOUT = Layout(
    "tictactoe",
    2,
    [
        Field("error", 1, doc="a number left its field"),
        Field("plies", 5, doc="stones on the board"),
        Field("winner", 2, doc="seat + 1 of who has a line, 0 nobody"),
        Field("stones", CELLS, 2, doc="each seat's stones: bit i is cell i, row by row from the top left"),
    ],
)

plies, set_plies = LAYOUT.getter("plies"), LAYOUT.setter("plies")
winner, set_winner = LAYOUT.getter("winner"), LAYOUT.setter("winner")
stones, set_stones = LAYOUT.getter("stones"), LAYOUT.setter("stones")
