"""The entries of a set-up, read by compiled code (see ``setup.py``): the deities. Sets of figures of one's own need Python."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mutapa.core.compiled import compiled
from mutapa.core.flatten import CLOSE, ITEM, KIND, OPEN, VALUE, entry
from mutapa.core.godz.board import SEAT_COUNT
from mutapa.core.godz.figures import DEITIES
from mutapa.core.godz.layout import set_deities
from mutapa.core.godz.rounds import begin_homes
from mutapa.core.godz.setup import OPTIONS, _board, _figures, _state
from mutapa.core.lexicon import Lexicon
from mutapa.core.streams import Array
from mutapa.core.written import WRONG_CONTENT, names_in

ENTRIES = Lexicon(keys=("deities", "figures"), deities=DEITIES)
DEITIES_KEY, FIGURES_KEY = range(2)
DEITY = ENTRIES.first("deities")
DEITY_COUNT = len(DEITIES)
DRAFT_OPTION = list(OPTIONS).index("draft")


def bare(seats: int, options: Mapping[str, Any]) -> tuple[Array, Array]:
    """Board and position without deities: what `begin` starts from."""
    board = _board(seats, options, _figures({}, options))
    return board, _state(board, seats, [])


@compiled
def begin(board, work, state, things, letters, chosen, facts):  # type: ignore[no-untyped-def]
    """The deities; 0, or `WRONG_CONTENT` + the entry that is wrong. Figures may be none but the usual ones."""
    seats = board[SEAT_COUNT]
    at = entry(things, 0, FIGURES_KEY)
    if at >= 0 and (things[ITEM * at + KIND] != OPEN or things[ITEM * (at + 1) + KIND] != CLOSE):
        return WRONG_CONTENT + FIGURES_KEY
    at = entry(things, 0, DEITIES_KEY)
    count = 0 if chosen[DRAFT_OPTION] else seats
    if at < 0 or names_in(things, at, DEITY, DEITY_COUNT) != count:
        return WRONG_CONTENT + DEITIES_KEY
    used = 0
    for seat in range(count):
        which = things[ITEM * (at + 1 + seat) + VALUE] - DEITY
        if (used >> which) & 1:
            return WRONG_CONTENT + DEITIES_KEY
        used |= 1 << which
        set_deities(state, seat, which + 1)
    if count > 0:
        begin_homes(board, state)
    return 0
