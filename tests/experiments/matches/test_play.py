"""The referee's clock: what bots are told, what is measured, and that overrunning it is counted once a game."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from mutapa.core import registry
from mutapa.core.errors import InvalidError
from mutapa.core.state import describe
from mutapa.core.streams import derive
from mutapa.experiments.matches.match import Match, Schedule
from mutapa.experiments.matches.play import Effort, Played, play
from mutapa.experiments.matches.report import Results
from mutapa.search.bots import RandomBot
from mutapa.search.budget import Budget
from mutapa.search.merge import Result

GAME = registry.get("ascending")


class Told(RandomBot):
    """Notes what it is told, and takes its time."""

    slow = 0.0

    def __init__(self, values: dict[str, Any]) -> None:
        super().__init__(values)
        self.told: list[Budget | None] = []
        self.forced = 0

    def choose(self, seen: Any, budget: Budget | None = None) -> int:
        self.told.append(budget)
        self.forced += len(self.look(seen)) == 1
        time.sleep(self.slow)
        return super().choose(seen, budget)


def game(bots: list[Told], **more: Any) -> Played:
    return play(
        GAME,
        describe(GAME, len(bots), seed=1, options={"rounds": 3}),
        bots,
        streams=[derive(1, "seat", seat) for seat in range(len(bots))],
        luck=derive(1, "luck"),
        backend="plain",
        **more,
    )


def test_without_a_clock_nothing_is_told() -> None:
    bots = [Told({}), Told({})]
    played = game(bots)
    assert set(bots[0].told) == {None}
    assert [(effort.losses, effort.over) for effort in played.efforts] == [(0, 0.0)] * 2


def test_each_seat_has_its_own_clock() -> None:
    bots = [Told({}), Told({})]
    bots[0].slow = 0.01
    played = game(bots, clock=(5.0, 0.25))
    choices = [bot.told for bot in bots]
    assert all(budget is not None and budget.increment == 0.25 for told in choices for budget in told)
    assert all(told[0] is not None and told[0].left == 5.0 for told in choices)
    for bot, effort in zip(bots, played.efforts, strict=True):
        last = bot.told[-1]
        assert last is not None
        assert last.left is not None
        assert effort.steps == len(bot.told) - bot.forced
        paid = effort.steps - 1, effort.steps  # the last question may have been without a choice
        assert 5.0 + 0.25 * paid[0] - effort.seconds <= last.left <= 5.0 + 0.25 * paid[1]
    assert [effort.losses for effort in played.efforts] == [0, 0]


def test_an_overrun_counts_once_a_game_and_play_goes_on() -> None:
    bots = [Told({}), Told({})]
    bots[1].slow = 0.3
    played = game(bots, clock=(0.2, 0.0))
    assert played.state.is_over
    assert played.efforts[1].steps > 1
    assert [effort.losses for effort in played.efforts] == [0, 1]
    assert played.efforts[1].over >= 0.09
    both = Effort()
    both.add(played.efforts[1])
    both.add(Effort(over=0.5, losses=1))
    assert (both.losses, both.over) == (2, 0.5)


def test_the_table_says_it() -> None:
    for clocked in (False, True):
        results = Results(["random", "random"], 2, 2, clocked)
        for number in (1, 2):
            bots = [Told({}), Told({})]
            bots[0].slow = 0.3 * (number - 1)
            results.add(number, 1, [0, 1], game(bots, clock=(0.2, 0.0) if clocked else None), "")
        row = results.bot(0)
        assert row.get("time_losses") == (1 if clocked else None)
        headers = [column.header for column in results._table().columns]
        assert ("Over time" in headers) == clocked


def test_a_match_with_a_clock_is_not_reproducible() -> None:
    for clock, same in ((None, True), ("1+0.1", False)):
        schedule = Schedule(Match("ascending", ["random", "random"], backend="plain", clock=clock))
        played = schedule.play(1, None, threading.Event())
        assert played.record.notes["reproducible"] is same


@pytest.mark.parametrize(("own", "options", "rounds"), [
    ({}, {}, 100), ({"round_cap": 0}, {}, 100), ({"round_cap": 3}, {}, 3), ({"round_cap": 3}, {"round_cap": 4}, 4),
])
def test_a_match_keeps_the_cap_of_its_set_up(tmp_path: Path, own: dict[str, int], options: dict[str, int], rounds: int) -> None:
    setup = tmp_path / "setup.json"
    setup.write_text(json.dumps(describe(registry.get("stone_age"), 2, seed=1, options={}) | {"options": own}), encoding="utf-8")
    schedule = Schedule(Match("stone_age", ["random"], backend="plain", setup=str(setup), options=options))
    assert schedule.state(1).description["options"]["round_cap"] == rounds


def test_a_bad_cap_in_a_set_up_is_refused(tmp_path: Path) -> None:
    setup = tmp_path / "setup.json"
    whole = describe(registry.get("stone_age"), 2, seed=1, options={})
    setup.write_text(json.dumps(whole | {"options": {"round_cap": "ten"}}), encoding="utf-8")
    with pytest.raises(InvalidError, match="round_cap is 'ten'; it takes a number from 0 to 1000"):
        Schedule(Match("stone_age", ["random"], backend="plain", setup=str(setup)))


@pytest.mark.parametrize("spec", ["uct:clock=5,sims=20", "uct:seconds=0.001"])
def test_bots_with_a_clock_of_their_own_make_no_reproducible_match(spec: str) -> None:
    played = Schedule(Match("kuhn", [spec, "random"], backend="plain")).play(1, None, threading.Event())
    assert played.record.notes["reproducible"] is False


@pytest.mark.parametrize("name", ["zimbabwe", "stone_age"])
def test_whole_games_at_three_tenths_of_a_second(name: str) -> None:
    """Trial A11: every step legal (the referee sees to that), none of a tenth of a second, the clock kept; the best of some
    games, since other processes share the machine."""
    over, slowest = [], []
    for number in range(1, 5):
        match = Match(name, ["uct:memory=8", "uct:memory=8,select=ucb1,rollout=sample"], clock="0.3", seed=number)
        played = Schedule(match).play(1, None, threading.Event())
        assert played.state.is_over
        assert not played.void
        assert played.record.times is not None
        over.append(max(effort.over for effort in played.efforts))
        slowest.append(max(played.record.times))
        assert sum(effort.simulations for effort in played.efforts) > 0
        if over[-1] == 0 and slowest[-1] < 0.1:
            break
    assert min(over) == 0
    assert min(slowest) < 0.1


class Partial(RandomBot):
    """Its searches lacked trees now and then, as it says; where all were lacking there is no result."""

    def choose(self, seen: Any, budget: Budget | None = None) -> int:
        action = super().choose(seen, budget)
        missing = len(self.looks) % 2
        if len(self.look(seen)) > 1:
            self.looks.append(missing)
        self.missing, self.result = missing, None
        if len(self.looks) % 4:
            self.result = Result(action, [], [], [], 5, 0, 0.0, 1, 0, 0, {}, "plain", False, missing=missing)
        return action

    def start(self, *all_: Any) -> None:
        super().start(*all_)
        self.looks: list[int] = []


def test_a_partial_answer_stands_in_the_record() -> None:
    seats = [Partial({}), Told({})]
    played = game(seats)
    assert sum(seats[0].looks) > 0
    assert played.record.notes["partial"] == [sum(seats[0].looks), 0]
    assert "partial" not in game([Told({}), Told({})]).record.notes
