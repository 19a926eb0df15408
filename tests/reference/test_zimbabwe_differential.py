"""The engine plays in lock-step with the reference: legal texts, forced marks, positions and ranks after every step."""

import pytest

from tests.reference.differential import DifferenceError, compare, differences, lockstep, together
from tests.reference.zimbabwe import Position
from tests.reference.zimbabwe_play import VARIANTS, description

CASES = [(seed, 2 + seed % 4, VARIANTS[seed % len(VARIANTS)]) for seed in range(8)]


@pytest.mark.parametrize(("seed", "seats", "options"), CASES)
def test_whole_purposeful_games(seed, seats, options):
    assert compare(1000 + seed, seats, 2000, True, options, backend="plain") > 30


@pytest.mark.parametrize("seats", [3, 5])
def test_random_games(seats):
    assert compare(2000 + seats, seats, 400, False, backend="plain") > 100


@pytest.mark.parametrize(("seed", "seats"), [(3, 5), (6, 2), (10, 4)])
def test_maps_of_scattered_cells(seed, seats):
    """The first has over 50 bodies of water, more than tiles can make."""
    assert compare(seed, seats, 2000, seed != 3, VARIANTS[1] if seed % 4 == 2 else {}, backend="plain", cells=True) > 100


def test_obatala_and_the_disc_limit():
    """Found by a long run: his first monument reached the limit, and the second was still offered."""
    assert compare(5152, 2, 2000, True, VARIANTS[4], backend="plain") == 109


@pytest.mark.parametrize("seats", [2, 4])
def test_positions_out_of_order(seats):
    """Earlier positions and other lines in between: what the engine remembers is never of the position asked."""
    assert compare(40 + seats, seats, 2000, True, backend="plain", jumps=True) > 100


def test_games_side_by_side():
    games = [lockstep(50 + seats, seats, 150, True, VARIANTS[seats - 2], "plain", jumps=True) for seats in (2, 3, 4, 5)]
    assert together(games, 50) > 400


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(120))
def test_many_games_with_the_object(seed):
    options = VARIANTS[seed // 4 % len(VARIANTS)]
    case = (3000 + seed, 2 + seed % 4, 2000, seed % 3 > 0, options)
    assert compare(*case, backend="object", cells=seed % 5 == 4, jumps=seed % 2 == 1) > 30


def test_a_difference_is_seen():
    """The comparison itself: a reference led astray is reported."""
    from mutapa.core.state import State

    setup = description(7, 2)
    position, state = Position.from_description(setup), State.from_setup(setup)
    assert differences(position, state, True) == []
    position.cattle[1] += 1
    assert differences(position, state, True) == ["cattle: [3, 4] / [3, 3]"]
    position.cattle[1] -= 1
    position.play(position.legal()[0])
    assert differences(position, state, True)[0].startswith("to move")
    with pytest.raises(DifferenceError):
        compare(7, 2, 5, False, {"gu_net_zero": "top"}, backend="plain", reference=setup | {"stack": setup["stack"][::-1]})
