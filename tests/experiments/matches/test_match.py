"""What the blocks of a match are dealt: each its own set-up and luck whoever draws them, and no place is favoured (trial A10)."""

from __future__ import annotations

import dataclasses
import hashlib
import itertools
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from mutapa.core.record import Record
from mutapa.core.state import State
from mutapa.core.stone_age.figures import CARDS, TILES
from mutapa.core.streams import derive, keyed
from mutapa.core.zimbabwe.figures import GODS
from mutapa.experiments.matches import match, report
from mutapa.experiments.matches.match import Match, Schedule
from mutapa.experiments.workers import workers
from tests.core.chisquare import even, fits

BLOCKS = 400
SEATS = {"zimbabwe": 4, "stone_age": 4, "godz": 5}


def schedule(game: str, seed: int = 5, seats: int | None = None) -> Schedule:
    count = seats or SEATS[game]
    return Schedule(Match(game, ["random"], count, games=count, seed=seed, backend="plain"))


class Block(NamedTuple):
    """A task: deal a block as a worker does that plays it."""

    game: str
    number: int


def dealt(block: Block) -> tuple[int, str, str]:
    """(block, hash of what its first and its last game begin with, the same with their luck)."""
    plan = schedule(block.game, seed=9)
    first = (block.number - 1) * plan.seats + 1
    found = set()
    for number in (first, first + plan.seats - 1):
        state = plan.state(number)
        found.add(repr((state.description, state.words.tolist(), state.board.tolist())))
    (begun,) = found  # one set-up for all games of a block
    luck = derive(9, "block", block.number, "luck").tolist()
    return block.number, digest(begun), digest(begun + repr(luck))


def digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


@pytest.mark.parametrize("game", sorted(SEATS))
def test_four_hundred_blocks_begin_in_as_many_ways_whoever_deals(cluster: Any, game: str) -> None:
    tasks = [Block(game, n) for n in range(1, BLOCKS + 1)]

    def by(staff: workers.Staff) -> list[tuple[int, str, str]]:
        return sorted(workers.run(dealt, tasks, staff))

    found = by(workers.Staff(4, cluster.address, ((game, "plain"),)))
    assert [n for n, _, _ in found] == list(range(1, BLOCKS + 1))
    if game != "godz":  # there only deities are drawn: 5 in 120 orders
        assert len({begun for _, begun, _ in found}) == BLOCKS
    assert len({whole for _, _, whole in found}) == BLOCKS
    assert by(workers.Staff(1)) == found
    assert by(workers.Staff(2, cluster.address, ((game, "plain"),))) == found


@pytest.mark.slow
def test_four_hundred_blocks_that_ray_played_began_in_as_many_ways(cluster: Any, tmp_path: Path) -> None:
    """The same of records: games of random bots, played to their end by four workers."""
    played = Match("stone_age", ["random"], 2, games=2 * BLOCKS, seed=9, workers=4, ray=cluster.address)
    begun: dict[int, set[str]] = {}
    with report.Screen(2 * BLOCKS, quiet=True) as screen:
        for number, game in match.run(Schedule(played), screen):
            path = game.record.save(tmp_path / f"{number}.record")
            begun.setdefault((number + 1) // 2, set()).add(repr(Record.load(path).setup))
    assert sorted(begun) == list(range(1, BLOCKS + 1))
    assert all(len(each) == 1 for each in begun.values())
    assert len({next(iter(each)) for each in begun.values()}) == BLOCKS
    alone = Schedule(dataclasses.replace(played, workers=1, ray=None))
    assert [repr(alone.deal(2 * n)) for n in begun] == [next(iter(each)) for each in begun.values()]


DEALS = 10_000


def deals(game: str) -> list[dict[str, Any]]:
    """Set-ups of so many blocks of one match."""
    plan = schedule(game)
    return [plan.deal(block * plan.seats + 1) for block in range(DEALS)]


def test_no_tile_god_or_seat_of_the_great_zimbabwe_is_favoured() -> None:
    drawn = deals("zimbabwe")
    firsts = [deal["tiles"][0][0] for deal in drawn]
    lasts = [next(tile for tile in reversed(deal["tiles"][-1]) if tile) for deal in drawn]
    for tiles in (firsts, lasts):
        even(Counter(tile[0] for tile in tiles), 10)
        even(Counter(tile[1] for tile in tiles), 4)
        even(Counter(tiles), 40)
    even(Counter(tuple(sorted(set(GODS) - set(deal["gods"]))) for deal in drawn), 495)
    even(Counter(deal["stack"][-1] for deal in drawn), 4)  # who begins
    even(Counter(tuple(deal["stack"]) for deal in drawn), 24)
    even(Counter((one[0], other[0]) for one, other in itertools.pairwise(firsts)), 100)  # a block and the next one


def test_no_card_or_tile_of_stone_age_is_favoured() -> None:
    drawn = deals("stone_age")
    for entry, things, places in (("cards", dict(CARDS), 4), ("buildings", dict(TILES), 4)):
        odds = {name: copies / sum(things.values()) for name, copies in things.items()}
        for place in range(places):
            fits(Counter(deal[entry][place] for deal in drawn), odds)
    free = [not deal["buildings"][0].isalpha() for deal in drawn]  # tiles whose price is chosen, in a block and the next one
    share = sum(copies for name, copies in TILES if not name.isalpha()) / sum(copies for _, copies in TILES)
    odds_of = {True: share, False: 1 - share}
    fits(Counter(itertools.pairwise(free)), {(a, b): odds_of[a] * odds_of[b] for a in odds_of for b in odds_of})


def test_no_deity_or_seat_of_godz_is_favoured() -> None:
    drawn = deals("godz")
    for seat in range(5):
        even(Counter(deal["deities"][seat] for deal in drawn), 5)
    orders = [tuple(deal["deities"]) for deal in drawn]
    even(Counter(orders), 120)
    even(Counter((one[0], other[0]) for one, other in itertools.pairwise(orders)), 25)


@pytest.mark.parametrize("game", sorted(SEATS))
def test_each_bot_begins_equally_often(game: str) -> None:
    plan = schedule(game)
    begins = Counter(plan.seating(number)[0] for number in range(1, 100 * plan.seats + 1))
    assert begins == dict.fromkeys(range(plan.seats), 100)


@pytest.mark.parametrize(("pile", "k"), [(0, 0), (0, 1), (1, 0), (7, 30)])
def test_luck_of_blocks_is_even(pile: int, k: int) -> None:
    """What nature draws first, and later: the luck of a block is its key."""
    keys = [derive(5, "block", block, "luck") for block in range(1, DEALS + 1)]
    faces = [keyed(key, pile, k, 36) for key in keys]
    even(Counter(faces), 36)
    even(Counter((one // 6, other // 6) for one, other in itertools.pairwise(faces)), 36)


def test_a_deal_is_a_function_of_its_seed_and_block() -> None:
    plan, other = schedule("zimbabwe"), schedule("zimbabwe", seed=6)
    assert plan.deal(401) == schedule("zimbabwe").deal(404)
    assert plan.deal(401) != plan.deal(405)
    assert plan.deal(401) != other.deal(401)
    assert State.from_setup(plan.deal(401)).description == plan.deal(401)
