"""Deliberate rule faults: the independent reference notices every one."""

from __future__ import annotations

from typing import Any

import pytest

from mutapa.core.game import SEATS
from mutapa.core.godz import avatars, believers, building, casting, legal, map, miracles, regions, resources, rounds, score, text
from mutapa.core.godz import layout as field
from tests.reference.differential import DifferenceError
from tests.reference.godz_differential import compare

GAMES = 60


def nothing(*_: Any) -> int:
    """A step left out."""
    return 0


def blind_reach(work: Any, state: Any, slot: int, d: int) -> int:
    return int(map.near(work, slot, d))


def never_laid(state: Any, seat: int, value: int) -> int:
    return int(field.set_laid(state, seat, 0))


def always_swamp(state: Any, slot: int) -> int:
    return 0


def village_hex_gives(work: Any, state: Any, slot: int) -> int:
    return int(regions.terrain_of(state, slot))


def one_on(work: Any, state: Any, slot: int, d: int) -> int:
    return int(map.reach(work, state, slot, d))


def shared_pays_all(board: Any, work: Any, state: Any) -> int:
    n = regions.find_regions(board, work, state)
    for i in range(n):
        whole = work[regions.WORTH + i] & 1023
        work[regions.WORTH + i] = whole | (whole << regions.SHARED)
    return int(n)


def village_counts_one(board: Any, work: Any, state: Any, n: int) -> int:
    regions.find_strength(board, work, state, n)
    for seat in range(board[0]):
        for v in range(3):
            if field.village(state, seat, v):
                regions.add_strength(work, field.village(state, seat, v) - 1, seat, -1)
    return 0


def removed_for_a_tile(board: Any, state: Any, seat: int, slot: int) -> int:
    field.add_due(state, seat, 1)
    return int(rounds.lose_one(board, state, seat, slot))


def any_total(board: Any, state: Any, seat: int) -> int:
    return int(field.level(state, seat, 0))


def earlier_seat_wins(board: Any, work: Any, state: Any, out: Any) -> int:
    score.points(board, work, state, out)
    for seat in range(board[0]):
        out[seat] = 1 + sum((out[SEATS + other], -other) > (out[SEATS + seat], -seat) for other in range(board[0]))
    return 0


def bonus_of_the_old_column(state: Any, seat: int) -> int:
    return int(field.column(state, seat)) - 1


def any_neighbour(board: Any, work: Any, state: Any, cell: int) -> int:
    word = work[map.GRID + cell]
    return int(word >= map.COUNT and word & map.SLOT == 0)


FAULTS: dict[str, tuple[tuple[Any, ...], str, Any]] = {
    "an Avatar enters the Chasm": ((avatars,), "reach", blind_reach),
    "a pushed Avatar stands": ((avatars,), "set_laid", never_laid),
    "crushed and stomped Believers give no tile": ((avatars,), "add_due", nothing),
    "Martin draws everywhere": ((avatars,), "terrain_of", always_swamp),
    "icons are kept when pieces go": ((avatars, believers, casting, rounds), "release", nothing),
    "a hex with a Village produces": ((resources,), "produces", village_hex_gives),
    "levels are kept": ((resources,), "set_level", nothing),
    "sleds slide one hex": ((miracles,), "two_on", one_on),
    "a removed Believer is paid for": ((casting,), "lose_one", removed_for_a_tile),
    "a tile touches one hex": ((miracles,), "is_open", any_neighbour),
    "the penalty is forgotten": ((legal,), "glory_total", any_total),
    "the bonus is the old column's": ((building,), "column", bonus_of_the_old_column),
    "several holders are paid in full": ((score,), "find_regions", shared_pays_all),
    "a Village dominates by one": ((score,), "find_strength", village_counts_one),
    "the end comes a square late": ((rounds,), "SQUARES_END", 7),
    "the earlier seat wins ties": ((text,), "outcome", earlier_seat_wins),
}


def first_difference() -> str:
    """What the reference says against the engine over some games, "" if nothing."""
    for n in range(GAMES):
        try:
            compare(7000 + n, 2 + n % 4, n % 4 != 3, {"round_cap": 25}, backend="plain", snapshots=0.1)
        except DifferenceError as error:
            return str(error)
    return ""


@pytest.mark.parametrize("name", FAULTS)
def test_the_fault_is_noticed(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    modules, attribute, wrong = FAULTS[name]
    for module in modules:
        monkeypatch.setattr(module, attribute, wrong)
    assert first_difference()


@pytest.mark.slow
def test_without_a_fault_nothing_is_noticed() -> None:
    assert first_difference() == ""
