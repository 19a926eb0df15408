"""Resources for the next turn (phase 3): hexes, Avatar powers, icons, Villages, Fidus."""

from __future__ import annotations

from mutapa.core.compiled import compiled, lowest, popcount
from mutapa.core.godz.actions import CLAIM, FINISH, GIVE, make
from mutapa.core.godz.board import FIDUS_BOTH, POWER_ON_VILLAGE
from mutapa.core.godz.figures import BAU, BUILDING, DESERT, FAITH, FIU, FOOD, FOREST, GLU, ICONS, PIECES, RING, SEA, SPECIAL_HEXES
from mutapa.core.godz.icons import first_icon, held, open_icons, present, release_all
from mutapa.core.godz.layout import (
    INSIDE,
    avatar,
    cursor,
    deity,
    gain_level,
    icon,
    is_full,
    set_cursor,
    set_icon,
    set_icons,
    set_level,
    village,
)
from mutapa.core.godz.map import has, near
from mutapa.core.godz.pieces import VILLAGE_COUNT, find_villages, piece
from mutapa.core.godz.regions import special_slot, terrain_of
from mutapa.core.godz.work import TAKEN

RESOURCE_COUNT = 5


@compiled
def produces(work, state, slot):  # type: ignore[no-untyped-def]
    """Resource of a normal hex without a Village, -1 of any other hex. TAKEN must be up to date."""
    if has(work, TAKEN, slot) == 1:
        return -1
    return terrain_of(state, slot)


@compiled
def fidus_chooses(board, work, state, seat):  # type: ignore[no-untyped-def]
    """1 if the seat's Avatar is Fidus on a desert that produces, and gives either Faith or Food."""
    if deity(state, seat) != BAU or board[FIDUS_BOTH] == 1 or produces(work, state, avatar(state, seat)) != DESERT:
        return 0
    return 1


@compiled
def harvest(board, work, state, seat):  # type: ignore[no-untyped-def]
    """Levels to 1, then what needs no choice: hexes of pieces, once each, and the Avatar's power."""
    for resource in range(RESOURCE_COUNT):
        set_level(state, seat, resource, 1)
    find_villages(board, work, state)
    stands = avatar(state, seat)
    chooses = fidus_chooses(board, work, state, seat)
    before = -1
    counted = chooses
    for i in range(PIECES):
        slot = piece(state, seat, i)
        if slot < INSIDE and slot != before:
            before = slot
            resource = produces(work, state, slot)
            if resource >= 0 and (slot != stands or chooses == 0):
                gain_level(state, seat, resource)
            if slot == stands:
                counted = 1
    own = produces(work, state, stands)
    if counted == 0 and own >= 0:
        gain_level(state, seat, own)
    if board[POWER_ON_VILLAGE] == 1 and deity(state, seat) != BAU:
        own = terrain_of(state, stands)
    if (deity(state, seat) == GLU and own == SEA) or (deity(state, seat) == BAU and own == DESERT and chooses == 0):
        gain_level(state, seat, FOOD)
    if deity(state, seat) == FIU and own == FOREST:
        gain_level(state, seat, BUILDING)
    release_all(state, seat)
    set_cursor(state, 0)
    return set_icon(state, 0)


# --- icons --------------------------------------------------------------------------------------------------------------


@compiled
def claims(board, state, seat):  # type: ignore[no-untyped-def]
    """Mask of the resources that may be claimed on the special hex under way."""
    slot = special_slot(state, cursor(state))
    if slot < 0 or present(state, seat, slot) <= held(state, seat, cursor(state)):
        return 0
    return open_icons(board, state, cursor(state), icon(state))


@compiled
def list_claims(board, state, seat, out):  # type: ignore[no-untyped-def]
    """Icons that a further piece may take."""
    mask = claims(board, state, seat)
    n = 0
    while mask > 0:
        out[n] = make(CLAIM, 8 * cursor(state) + lowest(mask))
        mask &= mask - 1
        n += 1
    out[n] = make(FINISH, 0)
    return n + 1


@compiled
def claim(board, state, seat, resource):  # type: ignore[no-untyped-def]
    """A piece takes an icon."""
    i = first_icon(board, state, cursor(state), icon(state), resource)
    set_icons(state, ICONS * cursor(state) + i, seat + 1)
    gain_level(state, seat, resource)
    return set_icon(state, i + 1)


@compiled
def next_special(state):  # type: ignore[no-untyped-def]
    """Done with this special hex."""
    set_icon(state, 0)
    return set_cursor(state, cursor(state) + 1)


@compiled
def settle_icons(board, state, seat):  # type: ignore[no-untyped-def]
    """Go on to a special hex with icons to take; 1 if there is one, 0 when all are done."""
    while cursor(state) < SPECIAL_HEXES:
        if claims(board, state, seat) > 0:
            return 1
        next_special(state)
    set_cursor(state, 0)
    return 0


# --- Villages and Fidus -------------------------------------------------------------------------------------------------


@compiled
def giver(state, seat):  # type: ignore[no-untyped-def]
    """Slot of the Village, or of Fidus, that gives next; -1 if it isn't built."""
    if cursor(state) < VILLAGE_COUNT:
        return village(state, seat, cursor(state)) - 1
    return avatar(state, seat)


@compiled
def gifts(board, work, state, seat):  # type: ignore[no-untyped-def]
    """Mask of the resources that it may give."""
    find_villages(board, work, state)
    if cursor(state) == VILLAGE_COUNT:
        if fidus_chooses(board, work, state, seat) == 1:
            return (1 << FAITH) | (1 << FOOD)
        return 0
    mask = 0
    slot = giver(state, seat)
    if slot >= 0:
        for d in range(RING):
            beside = near(work, slot, d)
            if beside > 0:
                resource = produces(work, state, beside - 1)
                if resource >= 0:
                    mask |= 1 << resource
    return mask


@compiled
def list_gifts(board, work, state, seat, out):  # type: ignore[no-untyped-def]
    """What the Village or Fidus may give."""
    mask = gifts(board, work, state, seat)
    slot = giver(state, seat)
    n = 0
    while mask > 0:
        out[n] = make(GIVE, 8 * slot + lowest(mask))
        mask &= mask - 1
        n += 1
    return n


@compiled
def all_full(state, seat, mask):  # type: ignore[no-untyped-def]
    """1 if the levels of all these resources are at their maximum."""
    while mask > 0:
        if is_full(state, seat, lowest(mask)) == 0:
            return 0
        mask &= mask - 1
    return 1


@compiled
def give(state, seat, resource):  # type: ignore[no-untyped-def]
    """A resource is given; the next giver is due."""
    gain_level(state, seat, resource)
    return set_cursor(state, cursor(state) + 1)


@compiled
def settle_gifts(board, work, state, seat):  # type: ignore[no-untyped-def]
    """Go on to a Village or Fidus with a choice; 1 if there is one, 0 when all are done."""
    while cursor(state) <= VILLAGE_COUNT:
        mask = gifts(board, work, state, seat)
        if popcount(mask) > 1 and all_full(state, seat, mask) == 0:
            return 1
        if popcount(mask) == 1:
            gain_level(state, seat, lowest(mask))
        set_cursor(state, cursor(state) + 1)
    set_cursor(state, 0)
    return 0
