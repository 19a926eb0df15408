"""What holds in every position of every game, recomputed from what lies on the table."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from mutapa.core.compiled import WORD
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.core.zimbabwe.board import GODS_MASK
from mutapa.core.zimbabwe.figures import BASE_RESOURCES, BIG, CARD_VR, GODS, GU, SUPPLY, TILES
from mutapa.core.zimbabwe.grid import row_column, square
from mutapa.core.zimbabwe.layout import AUCTION, DONE, FIRST, LAYOUT, TURN
from mutapa.core.zimbabwe.reach import footprint
from mutapa.core.zimbabwe.setup import OPTIONS, rotated
from mutapa.core.zimbabwe.text import monuments

VP_BY_LEVEL = (0, 1, 3, 7, 13, 21)
TILE_VP = (1, 1, 1, 3, 2, 2, 2)
GOD_VR = (4, 4, 2, 4, 4, 7, 5, 3, 5, 2, 5, -2)
SPECIALIST_VR = (3, 1, 6, 2, 1)
COST = (2, 2, 2, 10, 4, 4, 4)
ENGAI, QAMATA, ELEGUA = GODS.index("engai") + 1, GODS.index("qamata") + 1, GODS.index("elegua") + 1


class Table:
    """A position read through the layout, once."""

    def __init__(self, state: State) -> None:
        self.state, self.seats = state, state.seats
        self.fields: dict[str, Any] = LAYOUT.dump(state.words.tolist())

    def __getattr__(self, name: str) -> Any:
        return self.fields[name]

    @property
    def all_cattle(self) -> int:
        """In hands, on cards of all kinds, and on plaques while they lie there."""
        plaques = self.total if self.phase == AUCTION else 0
        return (sum(self.cattle) + sum(self.card_cattle) + sum(self.specialist_cattle) + self.god_cattle + plaques)

    def highest(self, seat: int) -> int:
        return max((level for _, owner, level in monuments(self.state.board, self.state.words) if owner == seat), default=0)

    @property
    def tiles(self) -> list[tuple[int, int, int, list[int]]]:
        """(slot, type, owner, squares) of every craftsman."""
        found = []
        for slot, value in enumerate(self.tile):
            if value:
                squares = [footprint(slot // 3, value & 511, value >> 9 & 1, i) for i in range(4)]
                found.append((slot, slot // 3, (value >> 10) - 1, [each for each in squares if each >= 0]))
        return found


def check_supplies(t: Table) -> None:
    """Conservation of cards, tiles and markers."""
    first = (0, 6, 10, 13)
    for kind, all_of in enumerate(SUPPLY):
        here = t.added[first[kind] : first[kind] + all_of]
        placed = all_of - t.supply[kind]
        assert all(here[:placed])
        assert not any(here[placed:])
    assert sum(1 for value in t.rain if value) + t.rain_left == 8
    for slot in range(0, 21, 3):
        k = sum(1 for value in t.tile[slot : slot + 3] if value)
        assert all(t.tile[slot : slot + k])  # in order of placing
    for _, kind, owner, squares in t.tiles:
        assert owner + 1 in t.card_owner[2 * kind : 2 * kind + 2]
        assert len(squares) == (4 if BIG >> kind & 1 else 2)
    for kind in range(7):
        cheap, dear = t.card_owner[2 * kind : 2 * kind + 2]
        assert not dear or (cheap and cheap != dear)
    for owner, price in zip(t.card_owner, t.card_price, strict=True):
        assert owner or not price
        assert owner <= t.seats
    adored = [god for god in t.god if god]
    assert len(set(adored)) == len(adored)
    assert all(int(t.state.board[GODS_MASK]) >> god - 1 & 1 for god in adored)
    for owner, held in zip(t.specialist_owner, t.specialist_cattle, strict=True):
        assert owner or not held
    for owner, held in zip(t.card_owner, t.card_cattle, strict=True):
        assert owner or not held
    assert t.god_cattle == 0 or QAMATA in t.god
    once, twice = t.used
    assert twice & ~once == 0
    for number in range(BASE_RESOURCES, 48):
        assert not once >> number & 1 or t.added[number - BASE_RESOURCES]
    assert t.phase == TURN or t.phase == DONE or once == 0


def check_points(t: Table) -> None:
    """Requirements from cards, points from the map."""
    for seat in range(t.seats):
        cards = [CARD_VR >> 3 * card & 7 for card in range(14) if t.card_owner[card] == seat + 1]
        need = 20 + sum(1 if t.god[seat] == GU + 1 else each for each in cards)
        need += GOD_VR[t.god[seat] - 1] if t.god[seat] else 0
        need += sum(SPECIALIST_VR[which] for which in range(5) if t.specialist_owner[which] == seat + 1)
        assert t.vr[seat] == need <= 40
        points = sum(VP_BY_LEVEL[level] for _, owner, level in monuments(t.state.board, t.state.words) if owner == seat)
        assert t.vp[seat] == points + sum(TILE_VP[kind] for _, kind, owner, _ in t.tiles if owner == seat)


def check_map(t: Table, rows: list[str]) -> None:
    """Empty land is what nothing lies on; nothing lies on anything else."""
    free = {square(r, c) for r, row in enumerate(rows) for c, letter in enumerate(row) if letter == "."}
    starts = {square(r, c) for r, row in enumerate(rows) for c, letter in enumerate(row) if letter == "S"}
    covered = [each for _, _, _, squares in t.tiles for each in squares] + [value - 1 for value in t.added if value]
    for value in t.rain:
        if value:
            r, c = row_column(value - 1 >> 1)
            covered += [square(r, c), square(r + (value - 1 & 1), c + 1 - (value - 1 & 1))]
    built = [code for code, _, _ in monuments(t.state.board, t.state.words)]
    covered += [code for code in built if code not in starts]
    assert len(set(covered)) == len(covered)
    assert set(covered) <= free
    left = free - set(covered)
    assert t.empty == [sum(1 << (code & 63) for code in left if code >> 6 == w) for w in range(6)]
    assert sum(code in starts for code in built) == (t.seats if t.phase != FIRST else t.seats - 1 - t.cursor)
    if not t.specialist_owner[4]:
        places = [row_column(code) for code in built if code not in starts]
        assert all(max(abs(a - c), abs(b - d)) > 1 for i, (a, b) in enumerate(places) for c, d in places[:i])


def check_orders(t: Table) -> None:
    """Stack, plaques and order of play name each seat once."""
    everyone = list(range(t.seats))
    assert sorted(t.stack[: t.seats]) == everyone
    if t.phase != FIRST:
        assert sorted(t.plaques[: t.seats]) == everyone
    if t.phase in (TURN, DONE):
        assert sorted(t.order[: t.seats]) == everyone
        assert t.active == 0
        assert t.phase == DONE or t.order[t.cursor] == t.mover
    if t.phase == AUCTION:
        places = [t.stack.index(seat) for seat in t.plaques[: t.seats]]
        keys = [(-t.vr[seat], place) for seat, place in zip(t.plaques, places, strict=False)]
        assert keys == sorted(keys)
        assert t.plaques[t.cursor] == t.mover
        assert t.active >> t.mover & 1
    assert not any(t.stack[t.seats :])


def flow(t: Table, step: str) -> int | None:
    """What a step brings from the stock (negative: takes there), worked out from the table before it; None: hubs decide."""
    words = step.split()
    seat = t.mover
    if words[0] == "bid" and t.god[seat] == ELEGUA and not t.elegua_used:
        return min(3, int(words[1]))
    if words[0] in ("hire", "use") and words[1] == "herd":
        return int(words[2]) // 2
    if words[0] == "at" and t.pending == 4:
        builder = t.specialist_owner[3] == seat + 1 and t.specialists_used >> 3 & 1
        return -COST[t.kind] + 2 * builder
    if words[0] in ("good", "from"):
        return 0 if QAMATA in t.god else None
    if words[0] == "end" and t.cursor == t.seats - 1:
        return sum(t.highest(each) + 2 * (t.god[each] == ENGAI) for each in range(t.seats))
    return 0


def rows_of(description: dict[str, Any]) -> list[str]:
    return ["".join(part) for line in description["tiles"]
            for part in zip(*[rotated(TILES[name[0]], int(name[1])) if name else ["x" * 6] * 6 for name in line], strict=True)]


def play_and_check(state: State, seed: int, most: int) -> int:
    """Play on at random and check every position; the steps made."""
    rows, rng, steps = rows_of(dict(state.description)), derive(seed, "invariants"), 0
    t = Table(state)
    while True:
        assert t.error == 0
        assert all(0 <= word <= WORD for word in state.words.tolist())
        check_supplies(t)
        check_points(t)
        check_map(t, rows)
        check_orders(t)
        if state.is_over or steps == most:
            return steps
        action = int(state.engine.sample(state.board, state.scratch[0], state.words, rng))
        step = state.text(action)
        before = t
        state.apply(action)
        t = Table(state)
        expected = flow(before, step)
        gained = t.all_cattle - before.all_cattle
        if expected is None:  # hubs: what the hand lost beyond the card's gain goes to the stock
            price = sum(t.card_cattle) - sum(before.card_cattle)
            assert 1 <= price <= 3
            assert gained == -(before.cattle[before.mover] - t.cattle[before.mover] - price) <= 0
        else:
            assert gained == expected, step
        steps += 1


@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(seed=some.integers(0, 2**32), seats=some.integers(2, 5), data=some.data())
def test_every_position_of_random_games(seed: int, seats: int, data: Any) -> None:
    options = {name: data.draw(some.sampled_from(option.choices), label=name)
               for name, option in OPTIONS.items() if option.choices and name != "auction"}
    options["disc_limit"] = data.draw(some.sampled_from([0, 5, 21]))
    state = State.new("zimbabwe", seats, seed=seed, options=options | {"round_cap": 12}, backend="object")
    play_and_check(state, seed, 400)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_position_of_long_games(seats: int) -> None:
    state = State.new("zimbabwe", seats, seed=seats, options={"round_cap": 40}, backend="object")
    assert play_and_check(state, seats, 1200) > 150


@pytest.mark.parametrize(("field", "at", "value"), [
    ("vp", (0,), 5), ("vr", (1,), 21), ("card_owner", (1,), 1), ("stack", (0,), 4), ("supply", (2,), 2),
    ("empty", (0,), 0), ("god", (0,), 1), ("rain_left", (), 7), ("used", (1,), 2), ("error", (), 1)])
def test_the_checks_notice(field: str, at: tuple[int, ...], value: int) -> None:
    """A wrong number in a position does not pass."""
    state = State.new("zimbabwe", 2, seed=1, options={"round_cap": 2}, backend="object")
    for _ in range(4):
        state.apply(state.legal_actions[0])
    play_and_check(state.clone(), 5, 3)
    LAYOUT.setter(field)(state.words, *at, value)
    with pytest.raises(AssertionError):
        play_and_check(state, 5, 3)
