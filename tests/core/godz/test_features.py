"""What networks read of GodZ: told from a seat's side, of what is seen alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from mutapa.core.features import look, parts
from mutapa.core.game import UNIT
from mutapa.core.godz.features import FEATURES
from mutapa.core.godz.figures import LARGE, STACK_FIRST
from mutapa.core.godz.layout import LOW_SLOTS, PIECES_WORD
from mutapa.core.godz.vocabulary import DENSE, SPARSE, T_SEATS
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.core.trial import play

OPTIONS: tuple[dict[str, Any], ...] = (
    {}, {"interleave": "on", "enter_village": "on", "fidus": "both"}, {"columns": 5, "draft": "on", "martin_push": "on"},
    {"last_round": "on", "lower_glory": "off", "chasm_counts": "off"},
)  # fmt: skip


def game(seats: int, seed: int) -> Iterator[tuple[State, int]]:
    """A random game: positions with the action about to be taken."""
    state = State.new("godz", seats, seed=seed, options={"round_cap": 25, **OPTIONS[seed % 4]}, backend="object")
    yield from play(state, derive(seed, "features"))


def words(state: State, seat: int) -> list[str]:
    return [SPARSE[i] for i in look(state, seat).sparse]


def test_words_are_unique() -> None:
    for each in (SPARSE, DENSE, FEATURES.kinds, FEATURES.arguments, FEATURES.cells):
        assert len(set(each)) == len(each)


def test_a_position_in_words() -> None:
    state = State.from_setup({"game": "godz", "seats": 2, "deities": ["tud", "boo"], "options": {}})
    state.apply(state.legal_texts[0])
    told = set(words(state, 0))
    assert {"deity of self: tud", "deity of next seat: boo", "phase: home", "to decide: next seat"} <= told
    assert "home of self is placed" in told
    assert "home of next seat is placed" not in told
    state.apply(state.legal_texts[-1])
    told = set(words(state, 0))
    assert {"Avatar of self, standing, on: own palace", "loose Believers of self on own palace: 3 or more"} <= told
    assert {"Avatar of next seat: centre of the Home of next seat", "Believers in reserve of self: 0"} <= told
    assert "column of self: 0" in told
    assert "seats: 2, seats that play later in a round: 1" in told
    assert "seats: 2, seats that play later in a round: 0" in words(state, 1)
    state.apply("believers / march")
    named = {text: [FEATURES.kinds[kind], FEATURES.arguments[argument], FEATURES.cells[cell]]
             for text, (kind, argument, cell) in ((state.text(a), parts(state, a)) for a in state.legal_actions)}  # fmt: skip
    east = next(text for text in named if text.startswith("move") and text.endswith(" e"))
    assert named[east][0] == "move"
    assert named[east][1].startswith("e to ")
    assert named[east][2] == "e of the Home of self"
    assert "movement points: 1" in words(state, 0)


def test_every_step_is_told() -> None:
    seen: set[str] = set()
    for seed in range(12):
        for state, _ in game(2 + seed % 4, seed):
            seen.update(word.split(":")[0] for word in words(state, max(0, state.turn)))
    assert {"movement points", "cast in this turn", "miracle", "tile to be laid", "icons of", "Believer moved is of",
            "Believer moved comes from", "Balance tile to be drawn", "Village just built"} <= seen  # fmt: skip


def test_dense_numbers_are_small_and_shares_add_up() -> None:
    share = [i for i, name in enumerate(DENSE) if name.startswith("share of the win")]
    for seed in range(4):
        for state, _ in game(2 + seed, seed):
            dense = look(state, seed % state.seats).dense
            assert abs(sum(dense[i] for i in share) - UNIT) < 6
            assert max(map(abs, dense)) <= 4 * UNIT


# --- seats ------------------------------------------------------------------------------------------------------------

BY_SEAT = ("laid", "steps", "glory", "food", "faith", "building", "gained", "column", "tiles", "wars", "balances", "fours",
           "threes", "twos", "due", "homes", "deities")  # fmt: skip
NUMBERED = ("active", "mover")


def relabelled(state: State, by: int) -> State:
    """The position with every seat's number raised by `by`, its Home and all that stands there with it."""
    seats, dump, layout = state.seats, state.dump(), state.game.layout
    homes: Any = dump["homes"]
    assert all(code <= 12 for code in homes)  # around the Center
    after = np.array(state.words)

    def there(slot: int) -> int:
        if slot < LARGE or slot >= STACK_FIRST or slot >= LARGE * (1 + seats):
            return slot
        return LARGE * (1 + (slot // LARGE - 1 + by) % seats) + slot % LARGE

    for name in BY_SEAT:
        values: Any = dump[name]
        for seat in range(seats):
            layout.setter(name)(after, (seat + by) % seats, values[seat])
    for name in NUMBERED:
        layout.setter(name)(after, (dump[name] + by) % seats)  # type: ignore[operator]
    if state.phase.endswith("where to"):
        layout.setter("victim")(after, (dump["victim"] + by) % seats)  # type: ignore[operator]
    layout.setter("source")(after, there(dump["source"]))  # type: ignore[arg-type]
    if dump["chasm"]:
        layout.setter("chasm")(after, 1 + there(dump["chasm"] - 1))  # type: ignore[operator]
    for name, shift in (("avatar", 0), ("five", 1), ("seven", 1), ("nine", 1)):
        places: Any = dump[name]
        for seat in range(seats):
            moved = there(places[seat] - shift) + shift if places[seat] >= shift else 0
            layout.setter(name)(after, (seat + by) % seats, moved)
    for seat in range(seats):
        codes = sorted(there(int(state.words[PIECES_WORD + seat]) >> 7 * i & 127) for i in range(6))
        after[PIECES_WORD + (seat + by) % seats] = sum(code << 7 * i for i, code in enumerate(codes))
    icons: Any = dump["icons"]
    for i, owner in enumerate(icons):
        layout.setter("icons")(after, i, (owner - 1 + by) % seats + 1 if owner else 0)
    for plane in range(3):
        whole = dump[f"low_{plane}"] | dump[f"high_{plane}"] << LOW_SLOTS  # type: ignore[operator]
        bits = sum(1 << there(slot) for slot in range(73) if whole >> slot & 1)
        layout.setter(f"low_{plane}")(after, bits & (1 << LOW_SLOTS) - 1)
        layout.setter(f"high_{plane}")(after, bits >> LOW_SLOTS)
    return state.at(after)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_seats_differ_in_when_they_play_alone(seats: int) -> None:
    """Every seat reads what its double reads where all numbers are raised by one, but for how many seats play later."""
    cases = 0
    for seed in range(2):
        for n, (state, _) in enumerate(game(seats, 8 * seats + seed)):
            if n % 4 == 0:
                other = relabelled(state, 1)
                for seat in range(seats):
                    here, double = look(state, seat), look(other, (seat + 1) % seats)
                    assert double.dense == here.dense
                    assert [i for i in double.sparse if not T_SEATS <= i < T_SEATS + 30] == [
                        i for i in here.sparse if not T_SEATS <= i < T_SEATS + 30
                    ]
                if state.turn >= 0:
                    found = sorted(parts(state, action) for action in state.legal_actions)
                    assert found == sorted(parts(other, action) for action in other.legal_actions)
                cases += 1
    assert cases > 60


def test_values_of_others_tiles_are_not_told() -> None:
    cases = 0
    for seed in range(8):
        for n, (state, _) in enumerate(game(2 + seed % 4, 100 + seed)):
            if n % 9 or not sum(state.dump()["balances"]):  # type: ignore[arg-type]
                continue
            for seat in range(state.seats):
                world = np.zeros_like(state.words)
                state.engine.determinize(state.board, state.scratch[0], state.observe(seat), seat, derive(n, "world"), world)
                assert look(state.at(world), seat) == look(state, seat)
            cases += 1
    assert cases > 10


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_actions_differ_in_their_parts(seats: int) -> None:
    for seed in range(4):
        for state, _ in game(seats, 50 + seed):
            found = Counter(parts(state, action) for action in state.legal_actions)
            assert max(found.values(), default=1) == 1


def test_plain_strict_and_object_agree() -> None:
    start = State.new("godz", 5, seed=9, options={"round_cap": 12})
    engines = [State.from_setup(start.description, backend=backend) for backend in ("strict", "object")]
    for n, (state, action) in enumerate(play(start, derive(9, "agree"))):
        if n % 9 == 0:
            for other in engines:
                assert all(look(other, seat) == look(state, seat) for seat in range(5))
        for other in engines:
            other.apply(action)
