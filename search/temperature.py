"""Weaker, more varied play: a step drawn by visits in place of the most visited one. One code for bots and exported engines."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.game import UNIT
from mutapa.core.streams import below
from mutapa.nets.reals import exp
from mutapa.search.reals import ln

ROOM = 1 << 22
"""What all weights together may come to: as much as `below` draws from."""


@compiled
def weight(visits, top, heat, most):  # type: ignore[no-untyped-def]
    """(visits / top) ^ (1 / temperature), `most` for the top; `heat` is the temperature, fixed point."""
    if visits < 1:
        return 0
    return int(exp(ln(visits / top) * (UNIT / heat)) * most + 0.5)


@compiled
def draw_by_visits(rows, first, width, n, heat, rng):  # type: ignore[no-untyped-def]
    """The index of one of `n` rows, drawn by visits ^ (1 / temperature); their visits stand at rows[first + width * index].

    `heat`: the temperature, above 0, fixed point. At least one row has a visit.
    """
    top = 0
    for i in range(n):
        if rows[first + width * i] > top:
            top = rows[first + width * i]
    most = ROOM // n
    total = 0
    for i in range(n):
        total += weight(rows[first + width * i], top, heat, most)
    left = below(rng, total)
    for i in range(n):
        left -= weight(rows[first + width * i], top, heat, most)
        if left < 0:
            return i
    return 0
