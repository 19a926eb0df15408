"""The engine of GodZ plays in lock-step with the reference: steps, odds, positions and ranks after every step."""

import pytest

from tests.reference.differential import DifferenceError, together
from tests.reference.godz import Position
from tests.reference.godz_differential import as_seen, compare, differences, lockstep, tidy
from tests.reference.godz_play import VARIANTS, description
from tests.reference.stone_age_differential import apart

CASES = [(seed, 2 + seed % 4, VARIANTS[seed % len(VARIANTS)]) for seed in range(12)]


@pytest.mark.parametrize(("seed", "seats", "options"), CASES)
def test_games_of_many_moods(seed, seats, options):
    assert compare(1000 + seed, seats, True, options, backend="plain", snapshots=0.3) > 100


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_random_games(seats):
    assert compare(2000 + seats, seats, False, {"round_cap": 12}, backend="plain", snapshots=0.3) > 80


@pytest.mark.parametrize("seats", [3, 5])
def test_odd_luck(seats):
    """Nature does anything possible, each outcome alike."""
    assert compare(2100 + seats, seats, True, VARIANTS[seats], backend="plain", snapshots=0.3, wild=True) > 100


@pytest.mark.parametrize("seats", [2, 4])
def test_positions_out_of_order(seats):
    """Earlier positions and other lines in between: what the engine remembers is never of the position asked."""
    assert compare(2200 + seats, seats, True, {"round_cap": 12}, backend="plain", snapshots=0.3, jumps=True) > 100


def test_games_side_by_side():
    games = [lockstep(2300 + seats, seats, True, {"round_cap": 6}, "plain", 0.3, jumps=True) for seats in (2, 3, 4, 5)]
    assert together(games, 50) > 300


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(240))
def test_many_games_with_the_object(seed):
    options = VARIANTS[seed // 4 % len(VARIANTS)]
    case = (3000 + seed, 2 + seed % 4, seed % 5 > 0, options)
    assert compare(*case, backend="object", snapshots=0.3, wild=seed % 4 == 3, jumps=seed % 2 == 1) > 50


def test_a_difference_is_seen():
    """The comparison itself: a reference led astray is reported."""
    from mutapa.core.state import State

    setup = {"game": "godz", "seats": 2, "deities": ["boo", "tud"], "options": {}}
    position, state = Position.from_description(setup), State.from_setup(setup)
    assert differences(position, state, True, 1) == []
    position.seats[1].levels["food"] += 1
    assert differences(position, state, True) == ["seats 1 levels: [1, 1, 1, 1, 2] / [1, 1, 1, 1, 1]"]
    position.seats[1].levels["food"] -= 1
    position.seats[0].drawn["war"][3] += 1
    assert apart(tidy(as_seen(position.snapshot(), 1)), tidy(position.snapshot())) == ["seats 0 war: None / [0, 1, 0]"]
    position.seats[0].drawn["war"][3] -= 1
    position.play("home 2,1 e")
    assert differences(position, state, True)[0].startswith("to move")
    state.apply("home 2,1 e")
    for step in ("home -2,-1 e", "believers", "done", "telekinesis"):
        position.play(step)
        state.apply(step)
    assert differences(position, state, True) == []
    position.table.put((0, 0), 1)
    assert [line.split(":")[0] for line in differences(position, state, True)] == ["believers 0,0"]
    with pytest.raises(DifferenceError, match="reference / engine"):
        compare(7, 2, False, {}, backend="plain", reference=description(7, 2) | {"deities": ["fiu", "glu"]})
