"""Steps drawn by visits: shares as the formula has them, the same draws in compiled code, nothing drawn at temperature 0."""

from __future__ import annotations

import pytest

from mutapa.core import registry
from mutapa.core.errors import InvalidError
from mutapa.core.game import UNIT
from mutapa.core.native import StrictList
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.search.bots import Seating, make
from mutapa.search.temperature import ROOM, draw_by_visits, weight

VISITS = [40, 0, 10, 30, 1]


@pytest.mark.parametrize("temperature", [0.25, 1.0, 3.0])
def test_shares_follow_the_formula(temperature: float) -> None:
    rng, draws = derive(1, "temperature").tolist(), 20_000
    found = [0] * len(VISITS)
    for _ in range(draws):
        found[draw_by_visits(VISITS, 0, 1, len(VISITS), round(temperature * UNIT), rng)] += 1
    powers = [visits ** (1 / temperature) for visits in VISITS]
    for count, power in zip(found, powers, strict=True):
        share = power / sum(powers)
        assert abs(count / draws - share) <= 4 * (share * (1 - share) / draws) ** 0.5 + len(VISITS) / ROOM


def test_a_row_may_stand_among_other_words() -> None:
    wide = StrictList(word for visits in VISITS for word in (7, visits, 7))
    for seed in range(30):
        one, other = derive(seed, "rows").tolist(), derive(seed, "rows").tolist()
        assert draw_by_visits(VISITS, 0, 1, 5, UNIT, one) == draw_by_visits(wide, 1, 3, 5, UNIT, other)
        assert one == other


def test_extremes() -> None:
    """Nearly no heat takes the top; the weights of most rows there can be fit what is drawn from."""
    rng = derive(2, "cold").tolist()
    assert {draw_by_visits(VISITS, 0, 1, 5, 1, rng) for _ in range(50)} == {0}
    assert weight(1, 1 << 40, 100 * UNIT, 1000) > 700
    assert draw_by_visits([3] * 9000, 0, 1, 9000, UNIT, rng) in range(9000)
    assert draw_by_visits([0, 0, 1], 0, 1, 3, UNIT, rng) == 2


def test_a_bot_draws_among_what_it_visited() -> None:
    state = State.new(registry.get("ascending"), seed=1, backend="plain")
    chosen = set()
    for seed in range(40):
        bot = make("uct:sims=16,memory=1,temperature=2")
        bot.start(state.game, state.board, 0, Seating(2, derive(seed, "bot"), "plain"))
        action = bot.choose(state.observe(0))
        assert bot.result is not None
        assert bot.result.action == action
        assert bot.result.visits[action] > 0
        chosen.add(action)
    assert len(chosen) > 1


def test_without_heat_nothing_is_drawn() -> None:
    state = State.new(registry.get("ascending"), seed=1, backend="plain")
    found = []
    for more in ("", ",temperature=0"):
        bot = make(f"uct:sims=30,memory=1{more}")
        bot.start(state.game, state.board, 0, Seating(2, derive(5, "bot"), "plain"))
        bot.choose(state.observe(0))
        assert bot.result is not None
        found.append((bot.spec, bot.result.action, bot.result.visits, bot.below(1 << 20)))
    assert found[0] == found[1]


@pytest.mark.parametrize("spec", ["uct:temperature=1,select=gumbel", "uct:temperature=1,proven=1"])
def test_where_visits_do_not_decide_it_is_refused(spec: str) -> None:
    with pytest.raises(InvalidError, match="right would be temperature=0"):
        make(spec)
