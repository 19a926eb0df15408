"""The engine of GodZ plays in lock-step with the reference: steps, odds, positions and ranks after every step."""

import itertools

import pytest

from tests.reference.differential import DifferenceError, together
from tests.reference.godz import Position
from tests.reference.godz_differential import as_seen, compare, differences, lockstep, tidy
from tests.reference.godz_exhaust import FEUD, MARTYRS, feud, martyrs
from tests.reference.godz_play import VARIANTS, description
from tests.reference.godz_table import DEITIES
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


@pytest.mark.parametrize(("setup", "player", "seed", "kind"), [(FEUD, feud, 1, "war"), (MARTYRS, martyrs, 6, "balance")])
def test_a_reserve_is_emptied(setup, player, seed, kind):
    """What costs a tile is done nevertheless when none is left."""
    told = []
    compare = lockstep(seed, setup["seats"], True, backend="plain", snapshots=0.3, setup=setup, choose=player(seed), told=told)
    assert max(compare) > 400
    drawn = [n for n, text in enumerate(told) if text.startswith(f"tile {kind}")]
    assert len(drawn) == 36
    assert any(text.startswith(("war", "stomp")) for text in told[drawn[-1] :])


def test_rounds_without_a_cap():
    """The round's number goes on past what a byte holds."""
    setup = description(3, 2, {"round_cap": 0})
    told = []
    game = lockstep(3, 2, True, backend="plain", snapshots=0.02, setup=setup, choose=idle, told=told)
    assert max(itertools.takewhile(lambda made: made < 1400, game)) == 1399
    assert sum(text in ("build", "glory none") for text in told) > 2 * 256


def idle(position):
    """Nobody takes anything: Villages are not built, and whoever must collect Glory collects none."""
    legal = position.legal()
    return next((text for text in ("build", "glory none", "done") if text in legal), legal[0])


@pytest.mark.parametrize("last_round", ["off", "on"])
def test_the_sixth_tile_on_the_cap(last_round):
    """The last seat takes it in the last turn of all: the game ends by its own rule, not by the cap."""
    path = {"bonus": [1] * 4, "penalty": [0] * 4, "war": [0] * 4, "siege": [0] * 4, "avatar_siege": [0] * 4}
    figures = {"path": path, "homes": dict.fromkeys(DEITIES, ["swamp"] * 6)}
    setup = {"game": "godz", "seats": 5, "deities": list(DEITIES), "figures": figures}
    setup["options"] = {"round_cap": 12, "last_round": last_round}
    told = []

    def choose(position):
        """Seat 4 puts a Believer on a swamp, then collects every other turn."""
        legal, seat = position.legal(), position.seats[4]
        if position.to_move() != 4 or position.phase == "miracle":
            return idle(position)
        if position.phase == "turn" and seat.column:
            return [text for text in legal if text.startswith("glory")][-2]
        if position.phase == "turn":
            return "believers" if position.round == 1 else "build"
        return next(
            text for text in legal if text.startswith(("home", "march", "move", "icon", "yield", "done")) and text != "done"
        )

    assert max(lockstep(4, 5, True, backend="plain", setup=setup, choose=choose, told=told)) > 100
    taken = [text for text in told if text.startswith("glory") and text != "glory none"]
    assert taken == ["glory 2"] * 5 + ["glory 1"]


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
