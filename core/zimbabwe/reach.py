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
    any_in,
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
    TILE,
    TILE_WORDS,
    added,
    rain_tile,
    supply,
    tile,
)
from mutapa.core.zimbabwe.work import (
    BALL,
    BALL_STRIDE,
    BODIES,
    BODY_COUNT,
    BODY_KEY,
    BODY_SETS,
    BODY_WATER,
    FREE,
    FREE_STRIDE,
    FRONTIER,
    HUB,
    HUB_STRIDE,
    NEAR,
    NEAR_SET,
    NEAR_STRIDE,
    NEW_HUBS,
    REACHED,
    UNSORTED_WATER,
    VISITED,
)

FAR = 63
"""Hubs to a craftsman that can't be reached."""


@compiled
def steps_of(far):  # type: ignore[no-untyped-def]
    """Range in steps: `far` is 1 in the turn of Eshu's owner, else 0."""
    if far == 1:
        return ESHU_RANGE
    return RANGE


@compiled
def monument_word(state, w):  # type: ignore[no-untyped-def]
    """Word `w` of the set of all monuments."""
    return state[LEVEL + w] | state[LEVEL + WORDS + w] | state[LEVEL + 2 * WORDS + w]


@compiled
def _terrain_known(board, work, state, at):  # type: ignore[no-untyped-def]
    """1 if the cache entry at `at` was computed on this board with this rain; otherwise its key is set and 0 returned."""
    if work[at] == board[CONTENT] and work[at + 1] == state[RAIN_WORD] and work[at + 2] == state[RAIN_WORD + 1]:
        return 1
    work[at] = board[CONTENT]
    work[at + 1] = state[RAIN_WORD]
    work[at + 2] = state[RAIN_WORD + 1]
    return 0


@compiled
def find_waters(board, work, state):  # type: ignore[no-untyped-def]
    """See to it that the connected waters of this state stand in the work array (ruling 6.1)."""
    if _terrain_known(board, work, state, BODY_KEY) == 1:
        return 0
    for w in range(WORDS):
        work[BODY_WATER + w] = board[WATER + w]
    for i in range(RAIN_TILES):
        value = rain_tile(state, i)
        if value != 0:
            anchor = (value - 1) >> 1
            include(work, BODY_WATER, anchor)
            if ((value - 1) & 1) == 1:
                include(work, BODY_WATER, below_square(anchor))
            else:
                include(work, BODY_WATER, anchor + 1)
    for w in range(WORDS):
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
            work[UNSORTED_WATER + w] &= WORD ^ work[body + w]
        count += 1
        code = next_from(work, UNSORTED_WATER, code)
    work[BODY_COUNT] = count
    return 0


@compiled
def spread(board, work, state, code, steps, blocked, out):  # type: ignore[no-untyped-def]
    """Write to the set `out` all squares within `steps` of the square `code`; with `blocked` = 1 monuments are not left."""
    find_waters(board, work, state)
    clear(work, out)
    include(work, out, code)
    for _ in range(steps):
        for w in range(WORDS):
            work[FRONTIER + w] = work[out + w]
            if blocked == 1:
                work[FRONTIER + w] &= WORD ^ monument_word(state, w)
        if blocked == 1:
            include(work, FRONTIER, code)
        dilate(work, FRONTIER, FRONTIER)
        wet = 0
        for w in range(WORDS):
            work[FRONTIER + w] &= board[PRESENT + w]
            wet |= work[FRONTIER + w] & work[BODY_WATER + w] & (WORD ^ work[out + w])
        if wet != 0:
            for b in range(work[BODY_COUNT]):
                body = BODY_SETS + b * WORDS
                touched = 0
                for w in range(WORDS):
                    touched |= work[FRONTIER + w] & work[body + w]
                if touched != 0:
                    for w in range(WORDS):
                        work[FRONTIER + w] |= work[body + w]
        for w in range(WORDS):
            work[out + w] |= work[FRONTIER + w]
    return 0


@compiled
def ball(board, work, state, code, far):  # type: ignore[no-untyped-def]
    """Offset of the set of squares in range of `code` with nothing in the way."""
    at = BALL + (far * CODES + code) * BALL_STRIDE
    if _terrain_known(board, work, state, at) == 0:
        spread(board, work, state, code, steps_of(far), 0, at + 3)
    return at + 3


@compiled
def free(board, work, state, code, far):  # type: ignore[no-untyped-def]
    """Offset of the set of squares in range of `code` with monuments in the way (the one at `code` is not)."""
    inside = ball(board, work, state, code, far)
    at = FREE + (far * CODES + code) * FREE_STRIDE
    known = _terrain_known(board, work, state, at)
    monuments = 0
    for w in range(WORDS):
        here = work[inside + w] & monument_word(state, w)
        if work[at + 3 + w] != here:
            known = 0
            work[at + 3 + w] = here
        monuments |= here
    if known == 0:
        if monuments == 0:
            for w in range(WORDS):
                work[at + 3 + WORDS + w] = work[inside + w]
        else:
            spread(board, work, state, code, steps_of(far), 1, at + 3 + WORDS)
    return at + 3 + WORDS


@compiled
def join_ball(board, work, state, code, far, target):  # type: ignore[no-untyped-def]
    """target |= squares between which and `code` a resource can travel (the option monuments_block_resources decides how)."""
    if board[BLOCK_RESOURCES] == 1:
        at = free(board, work, state, code, far)
    else:
        at = ball(board, work, state, code, far)
    for w in range(WORDS):
        work[target + w] |= work[at + w]
    return 0


@compiled
def join_free(board, work, state, code, far, target):  # type: ignore[no-untyped-def]
    """target |= free(code)."""
    at = free(board, work, state, code, far)
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
    known = _terrain_known(board, work, state, at)
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


@compiled
def _hub_levels(board, work, state, far, out):  # type: ignore[no-untyped-def]
    """From the squares in REACHED (VISITED: monuments that can't serve) write hubs to every craftsman, 6 bits each, 8 a word."""
    waiting = 0
    for slot in range(SLOTS):
        if tile(state, slot) != 0:
            waiting |= 1 << slot
    for w in range(3):
        work[out + w] = (1 << 48) - 1
    level = 0
    while waiting != 0:
        left = waiting
        while left != 0:
            slot = lowest(left)
            left &= left - 1
            i = 0
            code = tile_square(state, slot, 0)
            while code >= 0:
                if has(work, REACHED, code) == 1:
                    work[out + (slot >> 3)] ^= (FAR ^ level) << (6 * (slot & 7))
                    waiting &= WORD ^ (1 << slot)
                    code = -1
                else:
                    i += 1
                    code = tile_square(state, slot, i)
        if waiting != 0:
            if next_level(board, work, state, far) == 0:
                return 0
            level += 1
            if level == FAR:
                return 0
    return 0


@compiled
def next_level(board, work, state, far):  # type: ignore[no-untyped-def]
    """Use every monument in REACHED that is not in VISITED as a hub; 0 if there is none (ruling 6.8)."""
    for w in range(WORDS):
        work[NEW_HUBS + w] = work[REACHED + w] & monument_word(state, w) & (WORD ^ work[VISITED + w])
        work[VISITED + w] |= work[NEW_HUBS + w]
    if any_in(work, NEW_HUBS) == 0:
        return 0
    code = next_from(work, NEW_HUBS, 0)
    while code >= 0:
        join_free(board, work, state, code, far, REACHED)
        code = next_from(work, NEW_HUBS, code + 1)
    return 1


@compiled
def _hubs_known(board, work, state, at):  # type: ignore[no-untyped-def]
    known = _terrain_known(board, work, state, at)
    for w in range(WORDS):
        here = monument_word(state, w)
        if work[at + 3 + w] != here:
            known = 0
            work[at + 3 + w] = here
    for w in range(TILE_WORDS):
        if work[at + 3 + WORDS + w] != state[TILE + w]:
            known = 0
            work[at + 3 + WORDS + w] = state[TILE + w]
    return known


@compiled
def hubs_from_square(board, work, state, code, far):  # type: ignore[no-untyped-def]
    """Offset of the table of hubs from the monument at `code` to each craftsman (rulings 6.8, 6.9)."""
    at = HUB + (far * (CODES + SLOTS) + code) * HUB_STRIDE
    if _hubs_known(board, work, state, at) == 0:
        clear(work, REACHED)
        clear(work, VISITED)
        include(work, VISITED, code)
        join_free(board, work, state, code, far, REACHED)
        _hub_levels(board, work, state, far, at + 3 + WORDS + TILE_WORDS)
    return at + 3 + WORDS + TILE_WORDS


@compiled
def hubs_from_tile(board, work, state, slot, far):  # type: ignore[no-untyped-def]
    """Offset of the table of hubs from the craftsman in `slot` to each other one."""
    at = HUB + (far * (CODES + SLOTS) + CODES + slot) * HUB_STRIDE
    if _hubs_known(board, work, state, at) == 0:
        clear(work, REACHED)
        clear(work, VISITED)
        i = 0
        code = tile_square(state, slot, 0)
        while code >= 0:
            join_free(board, work, state, code, far, REACHED)
            i += 1
            code = tile_square(state, slot, i)
        _hub_levels(board, work, state, far, at + 3 + WORDS + TILE_WORDS)
    return at + 3 + WORDS + TILE_WORDS


@compiled
def hubs_to(work, table, slot):  # type: ignore[no-untyped-def]
    """Hubs to the craftsman in `slot` by a table of the two functions above; FAR if out of reach."""
    return (work[table + (slot >> 3)] >> (6 * (slot & 7))) & FAR


@compiled
def network(board, work, state, kind, far, one_hub, target):  # type: ignore[no-untyped-def]
    """target = squares from which a primary of type `kind` can be reached, hubs free (ruling 5.5)."""
    clear(work, REACHED)
    clear(work, VISITED)
    for k in range(3):
        i = 0
        code = tile_square(state, 3 * kind + k, 0)
        while code >= 0:
            join_free(board, work, state, code, far, REACHED)
            i += 1
            code = tile_square(state, 3 * kind + k, i)
    going = any_in(work, REACHED)
    while going == 1:
        going = next_level(board, work, state, far)
        if one_hub == 1:
            going = 0
    for w in range(WORDS):
        work[target + w] = work[REACHED + w]
    return 0
