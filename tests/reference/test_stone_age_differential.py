"""The engine of Stone Age plays in lock-step with the reference: steps, odds, positions and ranks after every step."""

import pytest

from tests.reference.differential import DifferenceError, together
from tests.reference.stone_age import Position
from tests.reference.stone_age_differential import apart, as_seen, compare, differences, lockstep
from tests.reference.stone_age_play import VARIANTS, description

CASES = [(seed, 2 + seed % 3, VARIANTS[seed % len(VARIANTS)]) for seed in range(12)]


@pytest.mark.parametrize(("seed", "seats", "options"), CASES)
def test_games_of_many_moods(seed, seats, options):
    assert compare(1000 + seed, seats, True, options, backend="plain") > 30


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games(seats):
    assert compare(2000 + seats, seats, False, backend="plain") > 300


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_odd_luck(seats):
    """Nature does anything possible, each outcome alike."""
    assert compare(2100 + seats, seats, True, VARIANTS[seats], backend="plain", wild=True) > 30


def test_a_tie():
    """A game of three rounds in which two have the same points, which track, tools and people together tell apart."""
    from mutapa.core.state import State

    told = []
    seed, seats = 511, 2 + 511 % 3
    compare(seed, seats, True, VARIANTS[5], backend="plain", snapshots=0, told=told)
    state = State.from_setup(description(seed, seats, VARIANTS[5]))
    state.apply(" / ".join(told))
    margins, ranks = state.outcome.margins, state.outcome.ranks
    assert len(set(margins)) < seats
    assert len(set(ranks)) == seats


@pytest.mark.parametrize("seats", [2, 4])
def test_positions_out_of_order(seats):
    """Earlier positions and other lines in between: what the engine remembers is never of the position asked."""
    assert compare(2200 + seats, seats, True, {"round_cap": 12}, backend="plain", jumps=True) > 100


def test_games_side_by_side():
    games = [lockstep(2300 + seats, seats, True, {"round_cap": 6}, "plain", jumps=True) for seats in (2, 3, 4)]
    assert together(games, 50) > 200


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(300))
def test_many_games_with_the_object(seed):
    options = VARIANTS[seed // 3 % len(VARIANTS)]
    case = (3000 + seed, 2 + seed % 3, seed % 5 > 0, options)
    assert compare(*case, backend="object", wild=seed % 4 == 3, jumps=seed % 2 == 1) > 10


def test_a_difference_is_seen():
    """The comparison itself: a reference led astray is reported."""
    from mutapa.core.state import State

    setup = {"game": "stone_age", "seats": 2, "cards": ["draw-writing", "tool-art", "field-time", "gold-shaman1"]}
    setup |= {"buildings": ["wwb", "1to7"], "options": {}}
    position, state = Position.from_description(setup), State.from_setup(setup)
    assert differences(position, state, True, 1) == []
    position.seats[1].food += 1
    assert differences(position, state, True) == ["seats 1 food: 13 / 12"]
    position.seats[1].food -= 1
    position.seats[0].blind = "dice-maker2"
    assert apart(as_seen(position.snapshot(), 1), as_seen(position.snapshot(), 0)) == ["seats 0 blind: ? / dice-maker2"]
    position.seats[0].blind = None
    position.play("place hunt 5")
    assert differences(position, state, True)[0].startswith("to move")
    state.apply("place hunt 5")
    for step in ("place hunt 5", "use hunt"):
        position.play(step)
        state.apply(step)
    assert differences(position, state, True) == []
    position.seats[0].hand -= 1
    position._options["roll 17"] += 1
    assert [line.split(":")[0] for line in differences(position, state, True)] == ["odds", "seats 0 hand"]
    with pytest.raises(DifferenceError, match="reference / engine"):
        compare(7, 2, False, {}, backend="plain", reference=description(7, 2) | {"buildings": ["wwb", "wws"]})
