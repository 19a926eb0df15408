"""Packed state of `ascending`: a few words; everything is public. What nobody shows is how long a rival goes on."""

from mutapa.core.layout import Field, Layout

SEATS_MAX = 4

LAYOUT = Layout(
    "ascending",
    SEATS_MAX,
    [
        Field("error", 1, doc="a number left its field"),
        Field("mover", 2, doc="seat to bid"),
        Field("price", 6, doc="the highest bid of this auction"),
        Field("out", SEATS_MAX, doc="bit s: seat s has passed in this auction"),
        Field("rounds", 2, doc="auctions finished"),
        Field("paused", 1, doc="an auction is over and nature pays income before the next"),
        Field("over", 1),
        Field("cash", 8, SEATS_MAX, doc="coins in hand"),
        Field("stake", 6, SEATS_MAX, doc="own last bid of this auction"),
        Field("paid", 10, SEATS_MAX, doc="coins paid so far"),
        Field("won", 10, SEATS_MAX, doc="worth of the places taken so far"),
    ],
)

mover, set_mover = LAYOUT.getter("mover"), LAYOUT.setter("mover")
price, set_price = LAYOUT.getter("price"), LAYOUT.setter("price")
out_of, set_out_of = LAYOUT.getter("out"), LAYOUT.setter("out")
rounds, set_rounds = LAYOUT.getter("rounds"), LAYOUT.setter("rounds")
paused, set_paused = LAYOUT.getter("paused"), LAYOUT.setter("paused")
over, set_over = LAYOUT.getter("over"), LAYOUT.setter("over")
cash, add_cash = LAYOUT.getter("cash"), LAYOUT.adder("cash", "error")
stake, set_stake = LAYOUT.getter("stake"), LAYOUT.setter("stake")
paid, add_paid = LAYOUT.getter("paid"), LAYOUT.adder("paid", "error")
won, add_won = LAYOUT.getter("won"), LAYOUT.adder("won", "error")
error = LAYOUT.getter("error")

# Words of the board.
BOARD_SEATS, BOARD_BUDGET, BOARD_ROUNDS, BOARD_LAST, BOARD_KINDS, BOARD_PLACES = range(6)
BOARD_WORDS = BOARD_PLACES + SEATS_MAX
