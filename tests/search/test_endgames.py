"""SEARCH C: the last steps of Stone Age and GodZ, chosen as backward induction over all that can follow says.

Positions are those near the end of games that went by random steps; only such count in which one step is better than another.
"""

from __future__ import annotations

import functools
from typing import Any

import pytest

from mutapa.core import registry
from mutapa.core.godz import layout as godz
from mutapa.core.state import State
from mutapa.core.stone_age import layout as stone_age
from mutapa.core.streams import derive
from mutapa.search.bots import Seating, make
from tests.core.stone_age.positions import scene_of
from tests.core.stone_age.test_endgame import last_round
from tests.search.endgames import Solver, UnsolvedError, endgames, lead, win

POINTS = "win=0,margin=1,scale=5"
"""The utility that `lead` measures."""


def hides_tiles(words: Any, seat: int) -> bool:
    """GodZ: the other has War or Balance tiles."""
    found: int = godz.wars(words.tolist(), 1 - seat) + godz.balances(words.tolist(), 1 - seat)
    return found > 0


def hides_a_card(words: Any, seat: int) -> bool:
    """Stone Age: the other has a card drawn blind."""
    owner: int = stone_age.blind_seat(words.tolist())
    return owner == 2 - seat


@functools.cache
def positions(game: str, rounds: int, worth: Any, most: int, games: int) -> list[tuple[State, dict[int, float]]]:
    hides = {"godz": hides_tiles, "stone_age": hides_a_card}[game]
    found = []
    for seed in range(games):
        found += endgames(registry.get(game), seed, most, worth, hides, round_cap=rounds)
    return found


def lost(found: list[tuple[State, dict[int, float]]], spec: str) -> list[float]:
    """What the steps chosen by a bot are short of the best, in those positions where they are."""
    short = []
    for state, worth in found:
        bot = make(spec)
        bot.start(state.game, state.board, state.turn, Seating(2, derive(1, "endgames"), "object"))
        short.append(max(worth.values()) - worth[bot.choose(state.observe(state.turn))])
        bot.close()
    return [each for each in short if each > 1e-9]


def at_random(found: list[tuple[State, dict[int, float]]]) -> float:
    """How often a step drawn from all would be a mistake."""
    return sum(sum(max(w.values()) - each > 1e-9 for each in w.values()) / len(w) for _, w in found) / len(found)


def test_the_solver_says_what_was_worked_out_by_hand() -> None:
    """The last wood: a card with a tool first, then the forest's roll, or the roll without it (tests/core/stone_age)."""
    s = last_round(scene_of, cards=("tool-art", "rollgold-art", "dice-writing", "dice-time"), backend="object")
    s.give(1, (1, 0, 0, 0)).give(0, score=1).on(1, card_1=1, forest=1).act(1)
    shares = {s.state.text(a): each for a, each in Solver(s.state, 1000, win, hides_a_card).steps(s.state).items()}
    assert shares == pytest.approx({"use forest": -(1 - 4 / 6), "buy card 1": -(1 - 5 / 6)})  # less what seat 0 has then
    with pytest.raises(UnsolvedError):
        Solver(s.state, 3, win, hides_a_card).steps(s.state)


def check(game: str, rounds: int, worth: Any, spec: str, *, games: int, least: int, most_lost: float, mistakes: int = 1) -> None:
    """At `least` so many positions; `mistakes` at most, each a near tie, where a step at random would often be one."""
    found = positions(game, rounds, worth, 3000 if game == "stone_age" else 2000, games)
    assert len(found) >= least
    assert at_random(found) > 0.4
    short = lost(found, spec)
    print(f" [{game}: {len(short)} of {len(found)} short of the best, {at_random(found):.0%} of steps at random]", end="")
    assert len(short) <= mistakes
    assert all(each <= most_lost for each in short)


SPECS = ("uct:sims=20000,horizon=2000,c=0.5", "uct:sims=20000,horizon=2000,c=0.5,chance=explicit",
         "uct:sims=20000,horizon=2000,select=ucb1,rollout=sample,mix=0")  # fmt: skip


@pytest.mark.parametrize("spec", SPECS)
def test_the_last_turns_of_godz_are_played_without_a_mistake(spec: str) -> None:
    """Both seats have steps left: a turn, its miracles, the tiles that they may bring."""
    check("godz", 1, lead, f"{spec},{POINTS}", games=8, least=30, mistakes=0, most_lost=0)


@pytest.mark.parametrize("spec", SPECS)
def test_the_last_steps_of_stone_age_are_the_best_or_nearly(spec: str) -> None:
    """Placing the last people, rolling, tools, cards, tiles; near ties need many rolls."""
    check("stone_age", 2, lead, f"{spec},{POINTS}", games=12, least=12, most_lost=0.5)


MORE = (("godz", 1, lead, 40), ("godz", 4, win, 10), ("stone_age", 2, lead, 40), ("stone_age", 2, win, 20))


@pytest.mark.slow
@pytest.mark.parametrize("spec", [each.replace("20000", "100000") for each in SPECS])
@pytest.mark.parametrize(("game", "rounds", "worth", "least"), MORE)
def test_more_last_steps(game: str, rounds: int, worth: Any, least: int, spec: str) -> None:
    told = spec if worth is win else f"{spec},{POINTS}"
    nearly = 0.35 if worth is lead else 0.12
    check(game, rounds, worth, told, games=40, least=least, mistakes=0 if game == "godz" else 2, most_lost=nearly)
