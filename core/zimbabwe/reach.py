"""Range and hubs: which squares, resources and craftsmen are within reach of what.

One search serves all: breadth first over eight neighbours, where all squares of a connected water are reached together
(rulings 6.1-6.3). Monuments may stand in the way: they are entered but not left (6.7), unless used as a hub, which starts a fresh
range one level up (6.8). Results are kept in the work array with the content they depend on, so a branch of a search can
never read another's.
"""

from __future__ import annotations

from mutapa.core.compiled import WORD, compiled, lowest
from mutapa.core.zimbabwe.board import BASE_OF, BASE_SQUARE, BLOCK_RESOURCES, CONTENT, PRESENT, WATER
from mutapa.core.zimbabwe.figures import (
    ADDED_FROM,
    BASE_RESOURCES,
    BIG,
    ESHU_RANGE,
    INPUT,
    RAIN_TILES,
    RANGE,
    SLOTS,
    SUPPLY_PACKED,
)
from mutapa.core.zimbabwe.grid import (
    CODES,
    WORDS,
    below_square,
    clear,
    dilate,
    dilate_cross,
    has,
    include,
    next_from,
)
from mutapa.core.zimbabwe.layout import (
    ADDED_WORD,
    ADDED_WORDS,
    LEVEL,
    RAIN_WORD,
    added,
    rain_tile,
    supply,
    tile,
)
from mutapa.core.zimbabwe.work import (
    BALL,
    BALL_STRIDE,
    BLOCKED,
    BODIES,
    BODY_KEY,
    BODY_OF,
    BODY_SETS,
    BODY_WATER,
    FILLED,
    FRONTIER,
    MONUMENTS,
    NEAR,
    NEAR_SET,
    NEAR_STRIDE,
    RAIN_SET,
    STOPS,
    UNSORTED_WATER,
)


@compiled
def steps_of(far):  # type: ignore[no-untyped-def]
    """Range in steps: `far` is 1 in the turn of Eshu's owner, else 0."""
    if far == 1:
        return ESHU_RANGE
    return RANGE


@compiled
def see_monuments(work, state):  # type: ignore[no-untyped-def]
    """Write the set of all monuments to MONUMENTS, where the searches of this module look. Every way in from outside calls it."""
    for w in range(WORDS):
        work[MONUMENTS + w] = monument_word(state, w)
    return 0


@compiled
def monument_word(state, w):  # type: ignore[no-untyped-def]
    """Word `w` of the set of all monuments."""
    return state[LEVEL + w] | state[LEVEL + WORDS + w] | state[LEVEL + 2 * WORDS + w]


@compiled
def terrain_known(board, work, state, at):  # type: ignore[no-untyped-def]
    """1 if the cache entry at `at` was computed on this board with this rain; otherwise its key is set and 0 returned."""
    if work[at] == board[CONTENT] and work[at + 1] == state[RAIN_WORD] and work[at + 2] == state[RAIN_WORD + 1]:
        return 1
    work[at] = board[CONTENT]
    work[at + 1] = state[RAIN_WORD]
    work[at + 2] = state[RAIN_WORD + 1]
    return 0


@compiled
def find_waters(board, work, state):  # type: ignore[no-untyped-def]
    """See to it that the rain and the connected waters of this state stand in the work array (ruling 6.1)."""
    if terrain_known(board, work, state, BODY_KEY) == 1:
        return 0
    clear(work, RAIN_SET)
    for i in range(RAIN_TILES):
        value = rain_tile(state, i)
        if value != 0:
            anchor = (value - 1) >> 1
            include(work, RAIN_SET, anchor)
            if ((value - 1) & 1) == 1:
                include(work, RAIN_SET, below_square(anchor))
            else:
                include(work, RAIN_SET, anchor + 1)
    return _join_waters(board, work)


@compiled
def _join_waters(board, work):  # type: ignore[no-untyped-def]
    """Split the water of the map and RAIN_SET into connected bodies."""
    for w in range(WORDS):
        work[BODY_WATER + w] = board[WATER + w] | work[RAIN_SET + w]
        work[UNSORTED_WATER + w] = work[BODY_WATER + w]
    count = 0
    code = next_from(work, UNSORTED_WATER, 0)
    while code >= 0 and count < BODIES:
        body = BODY_SETS + count * WORDS
        clear(work, body)
        include(work, body, code)
        growing = 1
        while growing == 1:
            growing = 0
            dilate_cross(work, body, FRONTIER)
            for w in range(WORDS):
                grown = work[FRONTIER + w] & work[UNSORTED_WATER + w]
                if grown != work[body + w]:
                    growing = 1
                work[body + w] = grown
        for w in range(WORDS):
            bits = work[body + w]
            work[UNSORTED_WATER + w] ^= bits
            while bits != 0:
                work[BODY_OF + w * 64 + lowest(bits)] = body
                bits &= bits - 1
        count += 1
        code = next_from(work, UNSORTED_WATER, code)
    return 0


@compiled
def _fill_waters(work, out):  # type: ignore[no-untyped-def]
    """Widen FRONTIER by every body of water it has touched outside `out`."""
    clear(work, FILLED)
    for w in range(WORDS):
        wet = work[FRONTIER + w] & work[BODY_WATER + w] & (WORD ^ (work[out + w] | work[FILLED + w]))
        while wet != 0:
            body = work[BODY_OF + w * 64 + lowest(wet)]
            for v in range(WORDS):
                work[FILLED + v] |= work[body + v]
            wet &= WORD ^ work[body + w]
    for w in range(WORDS):
        work[FRONTIER + w] |= work[FILLED + w]
    return 0


@compiled
def spread(board, work, out, steps, blocked):  # type: ignore[no-untyped-def]
    """Widen the set `out` by all squares within `steps` of it, by the waters last found.

    With `blocked` = 1 the monuments in MONUMENTS are entered but not left, those of `out` itself excepted; and waters touched by
    the last step are not filled, since what such a search asks for stands on land.
    """
    for w in range(WORDS):
        work[STOPS + w] = 0
        if blocked == 1:
            work[STOPS + w] = work[MONUMENTS + w] & (WORD ^ work[out + w])
    for step in range(steps):
        for w in range(WORDS):
            work[FRONTIER + w] = work[out + w] & (WORD ^ work[STOPS + w])
        dilate(work, FRONTIER, FRONTIER)
        wet = 0
        for w in range(WORDS):
            work[FRONTIER + w] &= board[PRESENT + w]
            wet |= work[FRONTIER + w] & work[BODY_WATER + w] & (WORD ^ work[out + w])
        if wet != 0 and (blocked == 0 or step + 1 < steps):
            _fill_waters(work, out)
        for w in range(WORDS):
            work[out + w] |= work[FRONTIER + w]
    return 0


@compiled
def ball(board, work, state, code, far):  # type: ignore[no-untyped-def]
    """Offset of the set of squares in range of `code` with nothing in the way; waters must have been found.

    Rain that came or went since it was computed can only change it if some of it lies within one step more: a square must either
    be reached itself, or join (or part) waters of which one is reached.
    """
    at = BALL + (far * CODES + code) * BALL_STRIDE
    stale = work[at] ^ board[CONTENT]
    for w in range(WORDS):
        stale |= work[at + 1 + w] & (work[at + 1 + 2 * WORDS + w] ^ work[RAIN_SET + w])
    if stale != 0:
        work[at] = board[CONTENT]
        clear(work, at + 1 + WORDS)
        include(work, at + 1 + WORDS, code)
        spread(board, work, at + 1 + WORDS, steps_of(far), 0)
        for w in range(WORDS):
            work[at + 1 + w] = work[at + 1 + WORDS + w]
            work[at + 1 + 2 * WORDS + w] = work[RAIN_SET + w]
        spread(board, work, at + 1, 1, 0)
    return at + 1 + WORDS


@compiled
def join_ball(board, work, state, code, far, target):  # type: ignore[no-untyped-def]
    """target |= squares between which and `code` a resource can travel (the option monuments_block_resources decides how)."""
    find_waters(board, work, state)
    at = BLOCKED
    if board[BLOCK_RESOURCES] == 0:
        at = ball(board, work, state, code, far)
    else:
        clear(work, at)
        include(work, at, code)
        spread(board, work, at, steps_of(far), 1)
    for w in range(WORDS):
        work[target + w] |= work[at + w]
    return 0


@compiled
def footprint(kind, anchor, upright, i):  # type: ignore[no-untyped-def]
    """Square `i` of a craftsman's footprint (2 squares, or 4 for the big ones), -1 past the end."""
    if i == 0:
        return anchor
    if ((BIG >> kind) & 1) == 1:
        if i == 1:
            return anchor + 1
        if i == 2:
            return below_square(anchor)
        if i == 3:
            return below_square(anchor) + 1
        return -1
    if i == 1:
        if upright == 1:
            return below_square(anchor)
        return anchor + 1
    return -1


@compiled
def tile_square(state, slot, i):  # type: ignore[no-untyped-def]
    """Square `i` of the craftsman in `slot`, -1 past its end or if there is none."""
    value = tile(state, slot)
    if value == 0:
        return -1
    return footprint(slot // 3, value & 511, (value >> 9) & 1, i)


@compiled
def resource_square(board, state, resource):  # type: ignore[no-untyped-def]
    """Square of a resource (base ones by number, added ones from 32 on)."""
    if resource < BASE_RESOURCES:
        return board[BASE_SQUARE + resource]
    return added(state, resource - BASE_RESOURCES) - 1


@compiled
def resources_of(board, state, kind):  # type: ignore[no-untyped-def]
    """Mask of all resources of a kind on the map, added ones included."""
    count = ((SUPPLY_PACKED >> (3 * kind)) & 7) - supply(state, kind)
    return board[BASE_OF + kind] | (((1 << count) - 1) << (BASE_RESOURCES + ((ADDED_FROM >> (4 * kind)) & 15)))


@compiled
def resources_within(board, work, state, kind, at):  # type: ignore[no-untyped-def]
    """Mask of the resources of a kind whose square is in the set at `at`."""
    left = resources_of(board, state, kind)
    mask = 0
    while left != 0:
        i = lowest(left)
        left &= left - 1
        mask |= has(work, at, resource_square(board, state, i)) << i
    return mask


@compiled
def near(board, work, state, slot, far):  # type: ignore[no-untyped-def]
    """Mask of the resources of its kind in range of the craftsman in `slot` (there must be one); markers don't matter."""
    at = NEAR + (far * SLOTS + slot) * NEAR_STRIDE
    known = terrain_known(board, work, state, at)
    for w in range(ADDED_WORDS):
        if work[at + 3 + w] != state[ADDED_WORD + w]:
            known = 0
            work[at + 3 + w] = state[ADDED_WORD + w]
    value = tile(state, slot)
    if work[at + 7] != value:
        known = 0
        work[at + 7] = value
    if known == 0 or board[BLOCK_RESOURCES] == 1:
        clear(work, NEAR_SET)
        i = 0
        code = tile_square(state, slot, 0)
        while code >= 0:
            join_ball(board, work, state, code, far, NEAR_SET)
            i += 1
            code = tile_square(state, slot, i)
        work[at + 8] = resources_within(board, work, state, (INPUT >> (2 * (slot // 3))) & 3, NEAR_SET)
    return work[at + 8]
