"""Hubs: the fewest monuments that goods pass through between a craftsman and where they are wanted (rulings 6.8, 6.9).

What `reach.py` finds from a craftsman is level 0; every monument found there serves as a hub and starts a fresh range one level
up. Levels are kept in the work array with the content they depend on, like everything about ranges.
"""

from __future__ import annotations

from mutapa.core.compiled import WORD, compiled
from mutapa.core.zimbabwe.figures import SLOTS
from mutapa.core.zimbabwe.grid import WORDS, clear, has, include
from mutapa.core.zimbabwe.layout import tile
from mutapa.core.zimbabwe.reach import find_waters, spread, steps_of, terrain_known, tile_square
from mutapa.core.zimbabwe.work import FRONTIER, HUB, HUB_STRIDE, LEVELS, MONUMENTS

FAR = 63
"""Hubs to a craftsman that can't be reached."""


@compiled
def hub_table(board, work, state, slot, far):  # type: ignore[no-untyped-def]
    """Offset of the table of what the craftsman in `slot` is reached from (rulings 6.8, 6.9).

    Its first word counts the levels known; level j is the set of squares from which he is reached with at most j hubs. Levels are
    added when asked for. Range is symmetric (6.6), so one search from the craftsman serves every monument.
    """
    at = HUB + (far * SLOTS + slot) * HUB_STRIDE
    table = at + 4 + WORDS
    known = terrain_known(board, work, state, at)
    value = tile(state, slot)
    if work[at + 3 + WORDS] != value:
        known = 0
        work[at + 3 + WORDS] = value
    if known == 0:
        work[table] = 0
    _drop_levels(work, at + 3, table)
    if work[table] == 0:
        work[table] = 1
        clear(work, table + 1)
        i = 0
        code = tile_square(state, slot, 0)
        while code >= 0:
            include(work, table + 1, code)
            i += 1
            code = tile_square(state, slot, i)
        find_waters(board, work, state)
        spread(board, work, table + 1, steps_of(far), 1)
    return table


@compiled
def _drop_levels(work, key, table):  # type: ignore[no-untyped-def]
    """Keep the levels of a table that know nothing of the monuments built since, and note the monuments at `key`.

    A search only meets the monuments it reaches, so a level stays as it is while none inside it comes or goes.
    """
    changed = 0
    for w in range(WORDS):
        work[FRONTIER + w] = work[key + w] ^ work[MONUMENTS + w]
        work[key + w] = work[MONUMENTS + w]
        changed |= work[FRONTIER + w]
    if changed != 0:
        keep = 0
        inside = 0
        while keep < work[table] and inside == 0:
            for w in range(WORDS):
                inside |= work[table + 1 + keep * WORDS + w] & work[FRONTIER + w]
            if inside == 0:
                keep += 1
        work[table] = keep
    return 0


@compiled
def _add_level(board, work, state, table, far):  # type: ignore[no-untyped-def]
    """Let every monument that the last level has and the one before had not serve as a hub; 0 if there is none."""
    last = table + 1 + (work[table] - 1) * WORDS
    following = last + WORDS
    hubs = 0
    for w in range(WORDS):
        new = work[last + w] & work[MONUMENTS + w]
        if work[table] > 1:
            new &= WORD ^ work[last - WORDS + w]
        work[following + w] = new
        hubs |= new
    if hubs == 0 or work[table] == LEVELS:
        return 0
    find_waters(board, work, state)
    spread(board, work, following, steps_of(far), 1)
    for w in range(WORDS):
        work[following + w] |= work[last + w]
    work[table] += 1
    return 1


@compiled
def hubs_to(board, work, state, table, code, far, most):  # type: ignore[no-untyped-def]
    """Least hubs between the square `code` (a monument) and the craftsman of `table`; FAR if out of reach or more than `most`."""
    level = 0
    while has(work, table + 1 + level * WORDS, code) == 0:
        level += 1
        if level > most:
            return FAR
        if level == work[table] and _add_level(board, work, state, table, far) == 0:
            return FAR
    return level


@compiled
def touches(work, state, slot, at):  # type: ignore[no-untyped-def]
    """1 if a square of the craftsman in `slot` is in the set."""
    i = 0
    code = tile_square(state, slot, 0)
    while code >= 0:
        if has(work, at, code) == 1:
            return 1
        i += 1
        code = tile_square(state, slot, i)
    return 0


@compiled
def hubs_to_tile(board, work, state, table, slot, far, most):  # type: ignore[no-untyped-def]
    """Least hubs between the craftsman in `slot` and the one of `table`; FAR if out of reach or more than `most`."""
    level = 0
    while touches(work, state, slot, table + 1 + level * WORDS) == 0:
        level += 1
        if level > most:
            return FAR
        if level == work[table] and _add_level(board, work, state, table, far) == 0:
            return FAR
    return level


@compiled
def network(board, work, state, kind, far, one_hub, target):  # type: ignore[no-untyped-def]
    """target = squares from which a primary of type `kind` can be reached, hubs free (ruling 5.5)."""
    clear(work, target)
    for k in range(3):
        slot = 3 * kind + k
        if tile(state, slot) != 0:
            table = hub_table(board, work, state, slot, far)
            growing = 1
            while growing == 1 and (one_hub == 0 or work[table] < 2):
                growing = _add_level(board, work, state, table, far)
            level = work[table] - 1
            if one_hub == 1:
                level = min(level, 1)
            for w in range(WORDS):
                work[target + w] |= work[table + 1 + level * WORDS + w]
    return 0
