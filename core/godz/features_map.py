"""Features of the map of GodZ: what hexes pieces stand on, and how regions stand. The map and its regions have been found."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.features import MOST, aside_of
from mutapa.core.game import UNIT
from mutapa.core.godz.board import SEAT_COUNT
from mutapa.core.godz.figures import LARGE, PIECES, STACK_FIRST
from mutapa.core.godz.layout import INSIDE, LEVEL_MOST, avatar, chasm, homes, laid, village
from mutapa.core.godz.pieces import VILLAGE_COUNT, piece
from mutapa.core.godz.regions import SHARED, TERRAIN_COUNT, special_of, terrain_of
from mutapa.core.godz.resources import RESOURCE_COUNT, produces
from mutapa.core.godz.vocabulary import (
    BALANCE_LEAST,
    BALANCE_STEPS,
    CHASM_HEX,
    D_CHANCE,
    D_LOOSE,
    D_NEXT,
    D_RISK,
    HEX_KINDS,
    M_AVATAR,
    M_BELIEVER,
    M_REGION,
    M_VILLAGE,
    OTHER_PALACE,
    OWN_PALACE,
    PAY_STEP,
    PAYS,
    S_AVATAR,
    S_LOOSE,
    S_VILLAGE,
    SLOT_COUNT,
    TWICE,
)
from mutapa.core.godz.work import LABEL, LISTED, STRENGTH, WORTH

COUNTS = LISTED
"""By kind of hex: the loose Believers of a seat there; room of the playouts' list."""
KINDS_OF = LISTED + 32
"""By region: the terrain + 1, or 6 for a special tile."""


@compiled
def relative_slot(board, seat, slot):  # type: ignore[no-untyped-def]
    """A slot with Homes numbered from the seat's own on."""
    if slot < LARGE or slot >= STACK_FIRST:
        return slot
    home = slot // LARGE
    return slot + LARGE * (1 + aside_of(seat, home - 1, board[SEAT_COUNT]) - home)


@compiled
def hex_kind(seen, seat, slot):  # type: ignore[no-untyped-def]
    """What a hex is, as `vocabulary.HEXES` has it."""
    if chasm(seen) == slot + 1:
        return CHASM_HEX
    terrain = terrain_of(seen, slot)
    if terrain >= 0:
        return terrain
    special = special_of(seen, slot)
    if special >= 0:
        return TERRAIN_COUNT + special
    if slot == LARGE * (seat + 1):
        return OWN_PALACE
    return OTHER_PALACE


@compiled
def tell_regions(board, work, seen, seat, regions, sparse, dense, n):  # type: ignore[no-untyped-def]
    """Every region by terrain, worth and the own lead in it; of each seat, what the next piece there might take or bring."""
    seats = board[SEAT_COUNT]
    first = n
    for i in range(regions):
        work[KINDS_OF + i] = TERRAIN_COUNT
    for slot in range(SLOT_COUNT):
        label = work[LABEL + slot]
        if label > 0 and terrain_of(seen, slot) >= 0:
            work[KINDS_OF + label - 1] = terrain_of(seen, slot)
    for i in range(regions):
        strength = work[STRENGTH + i]
        pay = work[WORTH + i] & 1023
        shared = work[WORTH + i] >> SHARED
        for s in range(seats):
            own = (strength >> (8 * s)) & 255
            rival = 0
            rivals = 0
            for other in range(seats):
                if other != s:
                    there = (strength >> (8 * other)) & 255
                    if there > rival:
                        rival = there
                        rivals = 1
                    elif there == rival:
                        rivals += 1
            aside = aside_of(seat, s, board[SEAT_COUNT])
            if own > 0 and own == rival + 1:
                dense[D_RISK + aside] += pay - shared
            elif own > 0 and own == rival:
                dense[D_RISK + aside] += shared
                dense[D_CHANCE + aside] += pay - shared
            elif own + 1 == rival:
                dense[D_CHANCE + aside] += shared
            if aside == 0:
                lead = min(max(own - rival - BALANCE_LEAST, 0), BALANCE_STEPS - 1)
                if strength == 0:
                    lead = BALANCE_STEPS
                place = (work[KINDS_OF + i] * PAYS + min(pay // PAY_STEP, PAYS - 1)) * (BALANCE_STEPS + 1) + lead
                alike = 0
                for k in range(first, n):
                    if (sparse[k] - M_REGION) // TWICE == place:
                        alike += 1
                if alike < TWICE:
                    sparse[n] = M_REGION + place * TWICE + alike
                    n += 1
    for aside in range(seats):
        dense[D_RISK + aside] = min(MOST, dense[D_RISK + aside] * (UNIT // 16))
        dense[D_CHANCE + aside] = min(MOST, dense[D_CHANCE + aside] * (UNIT // 16))
    return n


@compiled
def tell_pieces(board, work, seen, seat, sparse, dense, n):  # type: ignore[no-untyped-def]
    """Every seat's Believers, Avatar and Villages: what hexes they stand on, and which; levels that hexes alone will bring."""
    for aside in range(board[SEAT_COUNT]):
        s = seat + aside
        if s >= board[SEAT_COUNT]:
            s -= board[SEAT_COUNT]
        if homes(seen, s) > 0:
            n = tell_believers(board, work, seen, seat, s, aside, sparse, dense, n)
            slot = avatar(seen, s)
            sparse[n] = S_AVATAR + (aside * 2 + laid(seen, s)) * HEX_KINDS + hex_kind(seen, s, slot)
            sparse[n + 1] = M_AVATAR + aside * SLOT_COUNT + relative_slot(board, seat, slot)
            n += 2
        for v in range(VILLAGE_COUNT):
            slot = village(seen, s, v) - 1
            if slot >= 0:
                sparse[n] = S_VILLAGE + (v * 5 + aside) * HEX_KINDS + hex_kind(seen, s, slot)
                sparse[n + 1] = M_VILLAGE + aside * SLOT_COUNT + relative_slot(board, seat, slot)
                n += 2
    return n


@compiled
def tell_believers(board, work, seen, seat, s, aside, sparse, dense, n):  # type: ignore[no-untyped-def]
    """A seat's loose Believers; kinds of hexes are told from that seat's side."""
    for k in range(HEX_KINDS):
        work[COUNTS + k] = 0
    brings = 0
    before = -1
    stands = avatar(seen, s)
    met = 0
    for i in range(PIECES):
        slot = piece(seen, s, i)
        if slot < INSIDE:
            work[COUNTS + hex_kind(seen, s, slot)] += 1
            dense[D_LOOSE + aside] += 1
            if slot != before:
                before = slot
                sparse[n] = M_BELIEVER + aside * SLOT_COUNT + relative_slot(board, seat, slot)
                n += 1
                if produces(work, seen, slot) >= 0:
                    brings += 1 << (8 * produces(work, seen, slot))
                if slot == stands:
                    met = 1
    if met == 0 and produces(work, seen, stands) >= 0:
        brings += 1 << (8 * produces(work, seen, stands))
    for k in range(RESOURCE_COUNT):
        value = min(1 + ((brings >> (8 * k)) & 255), (LEVEL_MOST >> (6 * k)) & 63)
        dense[D_NEXT + k * 5 + aside] = min(MOST, value * (UNIT // 4))
    for k in range(HEX_KINDS):
        here = work[COUNTS + k]
        if here > 0:
            sparse[n] = S_LOOSE + (aside * HEX_KINDS + k) * 3 + min(here, 3) - 1
            n += 1
    return n
