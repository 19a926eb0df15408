"""What of the search goes into every game's native object."""

from __future__ import annotations

from mutapa.core.entries import Entry
from mutapa.nets import forward
from mutapa.search.ahead import ahead
from mutapa.search.greedy import look_ahead
from mutapa.search.halving import survivor
from mutapa.search.mast import fade
from mutapa.search.retrace import retrace
from mutapa.search.search import simulate
from mutapa.search.tree import compact, descend, plant

ENTRIES = (
    *forward.ENTRIES,
    Entry("simulate", simulate, "g" + "a" * 23 + "faf" + "a" * 6 + "i", apart=True),
    Entry("look_ahead", look_ahead, "g" + "a" * 11 + "i"),
    Entry("ahead", ahead, "g" + "a" * 7 + "ia"),
    Entry("retrace", retrace, "g" + "a" * 15 + "faf" + "a" * 6 + "ii", apart=True),
    Entry("fade", fade, "aa"),
    Entry("plant", plant, "aaa"),
    Entry("descend", descend, "aaaai"),
    Entry("compact", compact, "aaaaa"),
    Entry("survivor", survivor, "aaaaai"),
)
