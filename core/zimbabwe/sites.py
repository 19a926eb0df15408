"""Where the expert puts things: a chart of the map, then the worth of each square or anchor by it.

The chart has a word a square: in its low bits which things are near (resources by their place among those of a kind, or
lines and kinds), from bit COUNT on what else counts, added up in steps.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled, lowest, popcount
from mutapa.core.zimbabwe.figures import INPUT, KINDS, LINES, PRIMARY, RESOURCES, TILES_EACH
from mutapa.core.zimbabwe.grid import CODES, WORDS
from mutapa.core.zimbabwe.hubs import hub_table
from mutapa.core.zimbabwe.layout import kind_of, tile
from mutapa.core.zimbabwe.placing import owner_word, unclaimed
from mutapa.core.zimbabwe.reach import (
    ball,
    find_waters,
    footprint,
    monument_word,
    resource_square,
    resources_of,
    see_monuments,
    tile_square,
)
from mutapa.core.zimbabwe.ways import active_kind, far_of
from mutapa.core.zimbabwe.weights import (
    FREE_RESOURCE,
    KIND_NEAR,
    LINE_NEAR,
    OWN_NEAR,
    PRIMARY_NEAR,
    RESOURCE_NEAR,
    RIVAL_NEAR,
    SHARED_RESOURCE,
)
from mutapa.core.zimbabwe.work import DRAWN

CHART = DRAWN
COUNT = 32
NEAR_BITS = (1 << COUNT) - 1
KIND_BITS = LINES
"""Kinds of resources follow the lines."""
RESOURCE_KINDS = len(RESOURCES)


@compiled
def _mark(work, at, bits, steps):  # type: ignore[no-untyped-def]
    """Chart what is near all squares of the set at `at`."""
    for w in range(WORDS):
        squares = work[at + w]
        while squares != 0:
            where = CHART + w * 64 + lowest(squares)
            work[where] = (work[where] | bits) + (steps << COUNT)
            squares &= squares - 1
    return 0


@compiled
def _clear_chart(board, work, state):  # type: ignore[no-untyped-def]
    """Begin a chart, and find what searches of ranges start from."""
    see_monuments(work, state)
    find_waters(board, work, state)
    for i in range(CODES):
        work[CHART + i] = 0
    return 0


@compiled
def _mark_monuments(board, work, state, seat):  # type: ignore[no-untyped-def]
    """Customers: monuments whose owner reaches a square, each with his own range."""
    for w in range(WORDS):
        left = monument_word(state, w)
        mine = owner_word(state, seat, w)
        while left != 0:
            bit = lowest(left)
            left &= left - 1
            if ((mine >> bit) & 1) == 1:
                _mark(work, ball(board, work, state, w * 64 + bit, far_of(state, seat)), 0, board[OWN_NEAR])
            else:
                _mark(work, ball(board, work, state, w * 64 + bit, 0), 0, board[RIVAL_NEAR])
    return 0


@compiled
def _mark_craftsmen(board, work, state, kind, far, bits, steps):  # type: ignore[no-untyped-def]
    """Squares from which a craftsman of the type is reached without hubs."""
    for k in range(TILES_EACH):
        if tile(state, 3 * kind + k) != 0:
            _mark(work, hub_table(board, work, state, 3 * kind + k, far) + 1, bits, steps)
    return 0


@compiled
def chart_tiles(board, work, state, seat):  # type: ignore[no-untyped-def]
    """Chart for the craftsman being placed: his resources (unclaimed ones count), customers, his primary."""
    _clear_chart(board, work, state)
    kind = kind_of(state)
    far = far_of(state, seat)
    free = unclaimed(board, work, state, kind, far)
    left = resources_of(board, state, (INPUT >> (2 * kind)) & 3)
    i = 0
    while left != 0:
        resource = lowest(left)
        left &= left - 1
        # Bits 0-15: unclaimed ones; 16-31: the others.
        bit = min(i, 15)
        if ((free >> resource) & 1) == 0:
            bit += 16
        _mark(work, ball(board, work, state, resource_square(board, state, resource), far), 1 << bit, 0)
        i += 1
    _mark_monuments(board, work, state, seat)
    primary = (PRIMARY >> (3 * kind)) & 7
    if primary < KINDS:
        _mark_craftsmen(board, work, state, primary, far, 0, board[PRIMARY_NEAR])
    return 0


@compiled
def tile_worth(board, work, state, seat, anchor, upright):  # type: ignore[no-untyped-def]
    """Steps of an anchor for the craftsman being placed, by `chart_tiles`."""
    kind = kind_of(state)
    resources = 0
    near = 0
    i = 0
    code = anchor
    while code >= 0:
        word = work[CHART + code]
        resources |= word & NEAR_BITS
        near = max(near, word >> COUNT)
        i += 1
        code = footprint(kind, anchor, upright, i)
    return board[FREE_RESOURCE] * popcount(resources & 0xFFFF) + board[SHARED_RESOURCE] * popcount(resources >> 16) + near


@compiled
def chart_monuments(board, work, state, seat):  # type: ignore[no-untyped-def]
    """Chart for a monument: lines of goods reached without hubs, resources (where craftsmen may come) in range."""
    _clear_chart(board, work, state)
    far = far_of(state, seat)
    for line in range(LINES):
        _mark_craftsmen(board, work, state, active_kind(state, line), far, 1 << line, 0)
    for kind in range(RESOURCE_KINDS):
        left = resources_of(board, state, kind)
        while left != 0:
            square = resource_square(board, state, lowest(left))
            left &= left - 1
            _mark(work, ball(board, work, state, square, 0), 1 << (KIND_BITS + kind), board[RESOURCE_NEAR])
    return 0


@compiled
def site_worth(board, work, state, seat, code):  # type: ignore[no-untyped-def]
    """Steps of a square for a monument, by `chart_monuments`."""
    word = work[CHART + code]
    lines = word & ((1 << LINES) - 1)
    kinds = (word & NEAR_BITS) >> KIND_BITS
    return board[LINE_NEAR] * popcount(lines) + board[KIND_NEAR] * popcount(kinds) + (word >> COUNT)


@compiled
def chart_supply(board, work, state, seat):  # type: ignore[no-untyped-def]
    """Chart for a resource of Shaman's: squares in range of craftsmen who use it, own ones first."""
    _clear_chart(board, work, state)
    for kind in range(KINDS):
        for k in range(TILES_EACH):
            slot = 3 * kind + k
            if tile(state, slot) != 0 and (INPUT >> (2 * kind)) & 3 == kind_of(state):
                steps = 1
                if (tile(state, slot) >> 10) == seat + 1:
                    steps = board[FREE_RESOURCE]
                i = 0
                code = tile_square(state, slot, 0)
                while code >= 0:
                    _mark(work, ball(board, work, state, code, 0), 0, steps)
                    i += 1
                    code = tile_square(state, slot, i)
    return 0


@compiled
def chart_worth(work, code):  # type: ignore[no-untyped-def]
    """What is counted at a square."""
    return work[CHART + code] >> COUNT
