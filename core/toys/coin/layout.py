"""Packed state: a word. The board array holds the rule."""

from mutapa.core.layout import Field, Layout

BOARD_RULE = 0
FUSION, RIVAL_KNOWS, LEAK = 0, 1, 2

LAYOUT = Layout(
    "coin",
    2,
    [
        Field("error", 1, doc="a number left its field"),
        Field("plies", 2, doc="0 the toss, 1 stay or go, 2 the guess, 3 over"),
        Field("stayed", 1, doc="1: seat 0 stayed"),
        Field("guess", 2, doc="1 heads, 2 tails, 0 none"),
        Field("coin", 2, 1, "nobody", "1 heads, 2 tails; under some rules one seat knows it"),
    ],
)

plies, set_plies = LAYOUT.getter("plies"), LAYOUT.setter("plies")
stayed, set_stayed = LAYOUT.getter("stayed"), LAYOUT.setter("stayed")
guess, set_guess = LAYOUT.getter("guess"), LAYOUT.setter("guess")
coin, set_coin = LAYOUT.getter("coin"), LAYOUT.setter("coin")
