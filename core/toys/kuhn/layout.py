"""Packed state of Kuhn poker: one word."""

from mutapa.core.layout import Field, Layout

LAYOUT = Layout(
    "kuhn",
    2,
    [
        Field("error", 1, doc="a number left its field"),
        Field("dealt", 2, doc="cards dealt so far; the next goes to this seat"),
        Field("plies", 2, doc="decisions made"),
        Field("bets", 3, doc="bit i: decision i was a bet (or a call)"),
        Field("card", 2, 2, "owner", "1 J, 2 Q, 3 K"),
    ],
)

dealt, set_dealt = LAYOUT.getter("dealt"), LAYOUT.setter("dealt")
plies, set_plies = LAYOUT.getter("plies"), LAYOUT.setter("plies")
bets, set_bets = LAYOUT.getter("bets"), LAYOUT.setter("bets")
card, set_card = LAYOUT.getter("card"), LAYOUT.setter("card")
