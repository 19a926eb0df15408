"""Packed state of `sealed`: one word."""

from mutapa.core.layout import Field, Layout

BUDGET = 6
"""Coins a seat may bid."""

LAYOUT = Layout(
    "sealed",
    3,
    [
        Field("error", 1, doc="a number left its field"),
        Field("done", 2, doc="bids committed; the next is this seat's"),
        Field("prize", 4, doc="0 before the roll, then 6 or 12"),
        Field("shown", 3, 3, doc="bids + 1 once revealed"),
        Field("bid", 3, 3, "owner", "bid + 1, until it is revealed"),
    ],
)

done, set_done = LAYOUT.getter("done"), LAYOUT.setter("done")
prize, set_prize = LAYOUT.getter("prize"), LAYOUT.setter("prize")
shown, set_shown = LAYOUT.getter("shown"), LAYOUT.setter("shown")
bid, set_bid = LAYOUT.getter("bid"), LAYOUT.setter("bid")
