"""A bot's time over a whole game: shared out, never overrun. Trial A11."""

from __future__ import annotations

import time

import numpy as np
import pytest

from mutapa.core import native
from mutapa.core.errors import InvalidError
from mutapa.core.game import Game
from mutapa.core.state import State
from mutapa.core.toys.ascending.game import GAME as ASCENDING
from mutapa.core.toys.kuhn.game import GAME as KUHN
from mutapa.search.ahead import CHOICES, OWN, WEIGHT, ahead, heft
from mutapa.search.bots import make
from mutapa.search.budget import Budget
from mutapa.search.clock import MOST, RESERVE, Plan, Timing, Way
from mutapa.search.settings import LENGTH
from mutapa.search.threads import settings_array
from tests.search.seats import play, uct
from tests.search.tables import at, table_game


def test_time_is_shared_by_weight() -> None:
    plan = Plan(answer=0)
    plan.estimated(Way(own=10, choices=4, weight=20))
    left = 10 + RESERVE
    assert plan.shares(left, 0, 5) == (pytest.approx(2.5), pytest.approx(8))
    assert plan.shares(left, 0, 10)[0] == pytest.approx(5)  # twice the bits, twice the time
    assert plan.shares(left, 1, 5)[0] == pytest.approx((10 + 3) / 4)  # three more choices will add a second each


def test_a_reserve_pays_for_answers_at_once() -> None:
    plan = Plan(answer=0.01)
    plan.estimated(Way(own=101, choices=50, weight=100))
    assert plan.shares(2 + RESERVE, 0, 5) == (0, 0)  # 100 steps, 20 ms put aside for each
    assert plan.shares(3 + RESERVE, 0, 5) == (pytest.approx(0.05), pytest.approx(MOST))
    assert plan.shares(0, 0, 5) == (0, 0)
    assert plan.shares(2 + RESERVE, 0.02, 5)[1] == pytest.approx(2 * MOST)  # the increments pay for them


def test_the_last_choice_leaves_a_rest() -> None:
    plan = Plan(answer=0)
    plan.estimated(Way(1, 1, 3))
    assert plan.shares(1 + RESERVE, 0, 3) == (pytest.approx(MOST), pytest.approx(MOST))


def test_a_stall_of_the_machine_raises_the_reserve() -> None:
    plan = Plan(answer=0)
    plan.estimated(Way(1, 1, 3))
    plan.stall = 0.1
    assert plan.shares(1.2, 0, 3)[1] == pytest.approx(MOST * 1.0)  # it may come twice
    plan.stall = 5
    assert plan.shares(1.2, 0, 3)[1] == pytest.approx(MOST * 0.8)  # but no more than a third of the clock is kept for that
    short = Plan(answer=0)
    short.estimated(Way(1, 1, 3))
    assert short.shares(0.12, 0, 3)[1] == pytest.approx(MOST * 0.1)  # a sixth of a short clock


def test_what_a_step_took_too_long_is_noted() -> None:
    timing = Timing(native.engine(table_game(LINE, 2), "plain"), np.zeros(1, np.int64), [0] * LENGTH, None)
    for seconds, stall in ((0.5, 0.0), (1.75, 0.25), (1.6, 0.25)):
        timing.took(seconds, Budget(seconds=1.0, extend=0.5))
        assert timing.plan.stall == pytest.approx(stall)


def test_a_plan_goes_along() -> None:
    plan = Plan()
    plan.estimated(Way(own=12, choices=8, weight=24))
    assert plan.due == 2
    plan.passed(3)
    assert (plan.due, plan.way) == (1, Way(10.5, 7, 21))
    plan.passed(3)
    assert plan.due <= 0


def test_a_plan_spends_the_clock_over_its_game() -> None:
    """Forty choices as foreseen: steps take alike, and little is left."""
    plan, left, spent = Plan(answer=0), 4.0, []
    for to_come in range(40, 0, -1):
        if plan.due <= 0:
            plan.estimated(Way(to_come, to_come, 3 * to_come))
        seconds, _ = plan.shares(left, 0, 3)
        plan.passed(3)
        left -= seconds
        spent.append(seconds)
    assert RESERVE <= left < RESERVE + 0.03
    assert max(spent[:-1]) < 1.1 * min(spent[:-1])


@pytest.mark.parametrize(("n", "bits"), [(1, 1), (2, 2), (3, 2), (100, 7)])
def test_the_weight_of_a_choice_is_its_bits(n: int, bits: int) -> None:
    assert heft(n) == n.bit_length() == bits


LINE = {0: (0, {1: 1, 2: 1}), 1: (1, {1: 2}), 2: (0, {5: 3}), 3: (0, {1: 4, 2: 4, 3: 4, 4: 4}), 4: (3, 1)}
"""Seat 0 has three steps, a choice of two and a choice of four; seat 1 has one step."""


@pytest.mark.parametrize(("seat", "own", "choices", "weight"), [(0, 3, 2, 5), (1, 1, 0, 0)])
def test_what_is_ahead_is_counted(seat: int, own: int, choices: int, weight: int) -> None:
    game = table_game(LINE, 2)
    engine = native.engine(game, "strict")
    settings = settings_array(engine, SEAT=seat, SEATS=2)
    world, out, rng, way = engine.array(1), (engine.array(16), engine.array(16)), engine.array(2), engine.array(3)
    rng[0] = 1
    board, work = engine.array(1), engine.work()
    assert engine.ahead(board, work, world, settings, *out, rng, 100, way) == 4
    assert (way[OWN], way[CHOICES], way[WEIGHT]) == (own, choices, weight)
    world = engine.array(1)
    assert engine.ahead(board, work, world, settings, *out, rng, 1, way) == 1
    assert way[OWN] == (1 if seat == 0 else 0)
    assert ahead.__doc__


def test_a_budget_with_a_clock_becomes_seconds() -> None:
    game = table_game(LINE, 2)
    engine = native.engine(game, "plain")
    timing = Timing(engine, np.zeros(1, np.int64), settings_array(engine, SEAT=0, SEATS=2), None)
    rng = engine.array(2)
    rng[0] = 1
    begun = time.perf_counter()
    budget = timing.share(Budget(left=10, stop=True, extend=1), at(0), rng, 2, begun)
    assert timing.plan.way is not None
    assert budget.left is None
    assert budget.stop
    assert budget.seconds is not None
    assert 3.8 < budget.seconds < 4.0  # a weight of 2 out of 5
    assert budget.seconds * (1 + budget.extend) <= MOST * 10 + 1e-9
    assert timing.share(Budget(left=10, seconds=0.5), at(3), rng, 4, time.perf_counter()).seconds == 0.5
    assert timing.share(Budget(left=0.001), at(3), rng, 4, time.perf_counter()).seconds == 0


@pytest.mark.parametrize("game", [ASCENDING, KUHN], ids=lambda game: str(game.name))
@pytest.mark.parametrize("clock", [0.3, 0.03, 0.003])
def test_whole_games_keep_within_the_clock(game: Game, clock: float) -> None:
    """Trial A11; the best of some games, since other processes share the machine."""
    seats = game.seats[0]
    worst = []
    for seed in range(4):
        _, end, bots = play(game, [f"uct:clock={clock},memory=4", *["uct:sims=20,memory=4"] * (seats - 1)], seed=seed)
        assert end.is_over
        left = bots[0]._left  # type: ignore[attr-defined]
        assert left is not None
        worst.append(left)
    assert max(worst) >= (0 if clock > 0.1 else -0.1)  # a stall of the machine is longer than the short ones


def test_the_clock_is_used() -> None:
    left = []
    for seed in range(4):
        state = State.new(ASCENDING, 2, seed=seed, options={"budget": 9, "rounds": 3})
        bot = uct("uct:clock=0.4,stop=0,memory=4", ASCENDING, state.board, 2)
        bot.choose(state.observe(0))
        assert bot._left is not None
        assert bot.result is not None
        left.append(bot._left)
    assert max(left) < 0.39
    assert max(left) > 0.05  # some of it is for later choices


def test_increments_are_paid_for_choices() -> None:
    state = State.new(ASCENDING, 2, options={"budget": 9, "rounds": 3})
    bot = uct("uct:clock=0.1+5,sims=10,memory=4", ASCENDING, state.board, 2)
    bot.choose(state.observe(0))
    assert bot._left is not None
    assert 5 < bot._left < 5.1


def test_a_referees_clock_goes_before_ones_own() -> None:
    state = State.new(ASCENDING, 2, options={"budget": 9, "rounds": 3})
    bot = uct("uct:clock=100,memory=4", ASCENDING, state.board, 2)
    spent = []
    for _ in range(3):
        begun = time.perf_counter()
        bot.choose(state.observe(0), Budget(left=0.06))
        spent.append(time.perf_counter() - begun)
    assert min(spent) < 1  # of its own it would have taken many seconds
    assert uct("uct:sims=40", ASCENDING, state.board, 2).choose(state.observe(0), Budget(left=50)) in range(10)


def test_without_time_the_preferred_action_is_played() -> None:
    """Trial A11: never a habitual pass, nor the first of the list; and within 100 ms."""
    weights = {(0, 1): 3, (0, 2): 9, (0, 3): 5}
    game = table_game({0: (0, {1: 1, 2: 2, 3: 3}), 1: (1, 0), 2: (0, 1), 3: (1, 1)}, 2, weights=weights)
    board = np.zeros(1, np.int64)
    for spec in ("uct:seconds=0", "uct:clock=0.0001", "uct:clock=0.0001,select=ucb1"):
        bot = uct(f"{spec},memory=1", game, board, 2, backend="plain")
        begun = time.perf_counter()
        assert bot.choose(at(0)) == 2
        assert time.perf_counter() - begun < 0.1


def test_single_visits_are_no_answer() -> None:
    """A clock that ended before any action was looked at twice leaves the choice to the game's preferences."""
    weights = {(0, a): 90 if a == 7 else 1 for a in range(12)}
    game = table_game({0: (0, {a: a + 1 for a in range(12)}), **{a + 1: (a, 1) for a in range(12)}}, 2, weights=weights)
    bot = uct("uct:sims=8,seconds=60,select=ucb1", game, np.zeros(1, np.int64), 2, backend="plain")
    assert bot.choose(at(0)) == 7
    assert bot.result is not None
    assert (bot.result.action, bot.result.simulations) == (7, 8)


@pytest.mark.parametrize("words", ["x", "0", "-1", "5+", "5+x", "inf", "1+nan"])
def test_clocks_that_mean_nothing_are_refused(words: str) -> None:
    with pytest.raises(InvalidError, match=r"clock: .* is no clock; right would be 60"):
        make(f"uct:clock={words}")


def test_the_spec_keeps_the_clock() -> None:
    assert make("uct:clock=60+0.5").spec == "uct:clock=60+0.5"
