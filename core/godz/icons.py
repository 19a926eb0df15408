"""Icons of special hexes: who holds which, which are free, what a seat loses when its pieces go (R33, R34)."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.godz.board import SEAT_COUNT, icon_of
from mutapa.core.godz.figures import ICONS, SPECIAL_HEXES
from mutapa.core.godz.layout import avatar, icons, set_icons
from mutapa.core.godz.pieces import count
from mutapa.core.godz.regions import special_of


@compiled
def present(state, seat, slot):  # type: ignore[no-untyped-def]
    """The seat's pieces on a special hex: Believers and the Avatar."""
    n = count(state, seat, slot)
    if avatar(state, seat) == slot:
        n += 1
    return n


@compiled
def held(state, seat, hexagon):  # type: ignore[no-untyped-def]
    """How many icons of a special hex the seat holds."""
    n = 0
    for i in range(ICONS):
        if icons(state, ICONS * hexagon + i) == seat + 1:
            n += 1
    return n


@compiled
def release(board, state, slot):  # type: ignore[no-untyped-def]
    """Pieces have gone from a hex: nobody keeps more icons there than it has pieces; the last ones are freed first."""
    hexagon = special_of(state, slot)
    if hexagon < 0:
        return 0
    for seat in range(board[SEAT_COUNT]):
        n = held(state, seat, hexagon)
        if n > 0:
            n -= present(state, seat, slot)
            for k in range(ICONS):
                i = ICONS * hexagon + ICONS - 1 - k
                if n > 0 and icons(state, i) == seat + 1:
                    set_icons(state, i, 0)
                    n -= 1
    return 0


@compiled
def release_all(state, seat):  # type: ignore[no-untyped-def]
    """Free all icons of the seat."""
    for i in range(ICONS * SPECIAL_HEXES):
        if icons(state, i) == seat + 1:
            set_icons(state, i, 0)
    return 0


@compiled
def open_icons(board, state, hexagon, first):  # type: ignore[no-untyped-def]
    """Mask of the resources that icons from `first` on, not held, give on a special hex."""
    mask = 0
    for i in range(first, ICONS):
        resource = icon_of(board, hexagon, i)
        if resource > 0 and icons(state, ICONS * hexagon + i) == 0:
            mask |= 1 << (resource - 1)
    return mask


@compiled
def first_icon(board, state, hexagon, first, resource):  # type: ignore[no-untyped-def]
    """The first icon from `first` on that is free and gives the resource; there is one."""
    i = first
    while icon_of(board, hexagon, i) != resource + 1 or icons(state, ICONS * hexagon + i) != 0:
        i += 1
    return i
