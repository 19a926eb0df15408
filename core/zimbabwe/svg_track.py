"""The track of points and requirements in SVG: above it VR discs in the order they arrived, below it a VP cube a seat."""

from __future__ import annotations

from typing import Any

from mutapa.core.svg import OWNERS, box, told, words
from mutapa.core.zimbabwe import layout as field
from mutapa.core.zimbabwe.board import SEAT_COUNT
from mutapa.core.zimbabwe.figures import FIRST_VR, MOST_VR

DISC, CUBE, CELL = 13.0, 16.0, 20.0
"""Heights of a disc, a cube and the track itself."""
PAST = MOST_VR + 1
"""The place for all beyond the last square of the track."""

Words = Any
"""A board or a state as a list of ints."""


def draw_track(board: Words, state: Words, x: float, y: float, width: float) -> tuple[str, float]:
    """The track, `width` wide, and the height it takes."""
    seats = range(board[SEAT_COUNT])
    unit = width / (MOST_VR + 3)        # the last place has room for two
    discs: dict[int, list[int]] = {}
    cubes: dict[int, list[int]] = {}
    for i in seats:
        discs.setdefault(min(PAST, field.vr(state, field.stack(state, i))), []).append(field.stack(state, i))
        cubes.setdefault(min(PAST, field.vp(state, i)), []).append(i)
    top = y + max(34.0, 8 + DISC * max(map(len, discs.values())))
    parts = [words(x, y + 12, "Track", 13, "ink b"),
             words(x + 48, y + 12, "discs above: victory requirement (VR), first to arrive lowest", 11, "dim"),
             words(x + 48, y + 27, "cubes below: victory points (VP)", 11, "dim")]
    for n in range(PAST + 1):
        wide = unit * (2 if n == PAST else 1)
        c = "ten" if n % 10 == 0 or n == PAST else "space"
        parts.append(box(x + n * unit, top, wide, CELL, c))
        label, strong = ("41+" if n == PAST else str(n)), n % 5 == 0 or n == FIRST_VR
        parts.append(words(x + n * unit + wide / 2, top + 14, label, 11, "ink b" if strong else "dim", "middle"))
    for n, pile in sorted(discs.items()):
        for i, seat in enumerate(pile):
            left, base = x + n * unit + 1.5, top - 2 - i * DISC
            parts.append(told(f"VR {field.vr(state, seat)}: {OWNERS[seat]}, disc {i + 1} from below",
                              box(left, base - DISC, unit - 3, DISC, f"s{seat} rim", DISC / 2),
                              words(left + unit / 2 - 1.5, base - 3, OWNERS[seat], 10.5, f"i{seat} b", "middle")))
    for n, pile in sorted(cubes.items()):
        for i, seat in enumerate(pile):
            wide = CUBE if n < PAST else 2 * unit - 8
            middle, low = x + n * unit + (unit if n == PAST else unit / 2), top + CELL + 3 + i * (CUBE + 1)
            label = OWNERS[seat] + (f" {field.vp(state, seat)}" if n == PAST else "")
            parts.append(told(f"VP {field.vp(state, seat)}: {OWNERS[seat]}",
                              box(middle - wide / 2, low, wide, CUBE, f"s{seat} rim", 2),
                              words(middle, low + 12, label, 11, f"i{seat} b", "middle")))
    return "".join(parts), top + CELL + 3 + (CUBE + 1) * max(map(len, cubes.values())) - y
