"""More simulations win more games: the same seeds give the same games, so what is asserted holds or does not."""

from __future__ import annotations

import threading

import pytest

from mutapa.experiments.matches.match import Match, Schedule
from mutapa.experiments.statistics import win_share, win_shares


def share(game: str, one: str, other: str, games: int, seed: int) -> tuple[float, float, float]:
    """Share of the win of `one` against `other`, and its 95 % interval, seats balanced and set-ups shared."""
    schedule, blocks = Schedule(Match(game, [one, other], games=games, seed=seed)), {}  # type: ignore[var-annotated]
    for number in schedule.numbers:
        played = schedule.play(number, None, threading.Event())
        assert played.record.notes["reproducible"]
        assert played.record.outcome is not None
        won = win_shares(played.record.outcome["ranks"])
        blocks.setdefault(schedule.block(number), []).append(won[schedule.seating(number).index(0)])
    return win_share(list(blocks.values()))


@pytest.mark.slow
@pytest.mark.parametrize(("game", "few"), [("zimbabwe", 25), ("stone_age", 25), ("stone_age", 100), ("godz", 25)])
def test_four_times_the_simulations_win(game: str, few: int) -> None:
    """SEARCH K. What 60 games showed stands in docs/search.md; twice as many leave room for rules and weights that change."""
    won, low, high = share(game, f"uct:sims={4 * few},memory=16", f"uct:sims={few},memory=16", 120, 61)
    print(f" [{game}, {4 * few} simulations against {few}: {won:.2f}, {low:.2f}-{high:.2f}]", end="")
    assert low > 0.5


def test_more_simulations_win_on_a_toy() -> None:
    """The same in seconds."""
    won, low, _ = share("tictactoe", "uct:sims=200,memory=1", "uct:sims=4,memory=1", 100, 3)
    assert low > 0.5, won
