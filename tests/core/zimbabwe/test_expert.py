"""The hand-written player: sensible weights at positions where the answer is known, and results against weaker players."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from mutapa.core import native, streams
from mutapa.core.state import State
from mutapa.core.zimbabwe.game import GAME
from tests.core.zimbabwe.positions import Scene


def weights(s: Scene) -> dict[str, int]:
    """The weight of every legal step, by text."""
    state = s.state
    work, _ = state.scratch
    actions = state.legal_actions
    given, weighed = np.array(actions, np.int64), np.zeros(len(actions), np.int64)
    state.engine.prefer(state.board, work, state.words, given, len(actions), weighed)
    assert given.tolist() == actions
    return dict(zip(state.legal_texts, weighed.tolist(), strict=True))


def best(s: Scene) -> str:
    """The step of most weight."""
    found = weights(s)
    return max(found, key=lambda text: found[text])


@pytest.fixture
def table(scene: Callable[..., Scene]) -> Scene:
    """Seat 0's turn in round 1 on a map with everything, 10 cattle each, all gods chosen."""
    s = scene("T..C..I..D", "..........", "..........", "..........", "..........", gods=("engai", "eshu"))
    return s.god(0, "engai").god(1, "eshu").cattle(10, 10)


def test_weights_are_positive_and_of_bounded_size(table: Scene) -> None:
    for s in (table, table.copy().end_round(), table.copy().play("place wood"), table.copy().play("build")):
        found = weights(s)
        assert min(found.values()) >= 1
        assert max(found.values()) < 1 << 18


def test_what_can_be_raised_is_raised(table: Scene) -> None:
    s = table.craftsman("wood b1 h", 0).craftsman("potter d2 h", 1).monument("b3", 0, 2).vp(17, 17)
    assert best(s) == "raise b3"
    s.play("raise b3")
    while best(s) != "done":
        s.play(best(s))
    assert s.level("b3") == 3


def test_the_better_monument_is_raised_where_cattle_serve_one_only(table: Scene) -> None:
    s = table.craftsman("wood b1 h", 1).craftsman("potter d2 h", 1).monument("b3", 0, 1).monument("d4", 0, 2).cattle(2, 2)
    s.vp(17, 17)
    assert {"raise b3", "raise d4"} <= set(weights(s))
    assert best(s) == "raise d4"


@pytest.mark.parametrize("owner", [0, 1])
def test_an_own_good_is_bought_rather_than_a_rivals(table: Scene, owner: int) -> None:
    s = table.craftsman("wood b1 h", owner).craftsman("wood a2 h", 1 - owner).monument("b3", 0, 1).play("raise b3")
    assert best(s) == ("good wood b1" if owner == 0 else "good wood a2")


def test_the_cheaper_good_is_bought(table: Scene) -> None:
    s = table.craftsman("wood b1 h", 1, price=3).craftsman("potter d2 h", 1, price=1).monument("b3", 0, 1).play("raise b3")
    assert best(s) == "good potter d2"


def test_the_turn_ends_only_when_nothing_good_is_left(table: Scene) -> None:
    assert best(table) != "end"
    done = table.copy()
    while not done["main_done"]:
        done.play(best(done))
    assert best(done) == "end" or best(done).startswith("hire")


def test_no_god_is_worth_its_requirement_in_the_last_round(scene: Callable[..., Scene]) -> None:
    s = scene("T..C..I..D", "..........", gods=("engai", "anansi", "obatala")).cattle(5, 5)
    assert best(s).startswith("god")
    s.vp(19, 19).vr(20, 20)
    assert not best(s).startswith("god")


def test_the_herd_feeds_on_what_the_main_action_left(table: Scene) -> None:
    s = table.specialist(0, "herd")
    assert not best(s).startswith("use")
    s.play("build")
    s.play(best(s))
    assert best(s) == "use herd 6"


def test_gifts_stay_within_a_limit_and_eleguas_help_is_taken(table: Scene) -> None:
    poor, rich = table.copy().cattle(10, 10).end_round(), table.copy().end_round().cattle(500, 500)
    assert best(poor) in ("pass", "bid 1")
    while best(rich) != "pass":
        rich.play(best(rich))
        assert rich["gift"] < 100
    helped = table.copy().end_round().cattle(0, 0)
    assert best(helped) == "pass"
    assert best(helped.god(helped["mover"], "elegua")) == "bid 3"


def test_a_new_card_is_not_dearer_than_a_rivals(table: Scene) -> None:
    s = table.craftsman("wood b1 h", 1, price=1).resource("j5", "wood").play("place wood")
    s.play(best(s))
    assert best(s) == "price wood 1"


def test_a_craftsman_stands_by_more_resources(scene: Callable[..., Scene]) -> None:
    s = scene("T.......T.T", "...........", "...........").cattle(10, 10).play("place wood")
    column = best(s).split()[1][0]
    assert column in "fghijk"


def test_a_monument_stands_where_lines_of_goods_reach(table: Scene) -> None:
    s = table.craftsman("wood b1 h", 1).craftsman("potter d2 h", 1).play("build")
    square = best(s).split()[1]
    assert square[0] in "abcdef"


def test_first_monuments_stand_near_resources(scene: Callable[..., Scene]) -> None:
    s = scene("............", "TCI.........", first=True)
    assert best(s) in ("first a4", "first c4", "first e4")


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_strict_and_object_weigh_and_judge_alike(seats: int) -> None:
    """Over a whole game of expert and random steps; strict refuses indexes out of range and words past 54 bits."""
    one, two = native.engine(GAME), native.engine(GAME, "strict")
    state = State.new(GAME, seats=seats, seed=seats, options={"round_cap": 9}, backend="object")
    board, words = state.board, state.words.copy()
    work, other, rng = one.work(), two.work(), streams.derive(seats, "alike")
    out, found, same = one.array(GAME.actions_max), one.array(GAME.actions_max), one.array(GAME.actions_max)
    steps = 0
    while one.turn(board, work, words) >= 0:
        n = one.legal(board, work, words, out)
        one.prefer(board, work, words, out, n, found)
        two.prefer(board, other, words, out, n, same)
        assert same[:n].tolist() == found[:n].tolist()
        action = int(out[int(found[:n].argmax())]) if steps % 5 else one.sample(board, work, words, rng)
        one.judge(board, work, words, found)
        two.judge(board, other, words, same)
        assert same[:seats].tolist() == found[:seats].tolist()
        one.apply(board, work, words, action)
        steps += 1
    assert steps > 60


def game(seats: int, seed: int, expert: int, rival: str) -> int:
    """Rank of the expert on its seat; the others look one step ahead with the judge, or play at random."""
    engine = native.engine(GAME)
    state = State.new(GAME, seats=seats, seed=seed, options={"round_cap": 40}, backend="object")
    board, words, work, rng = state.board, state.words.copy(), engine.work(), streams.derive(seed, "game", expert)
    out, scores, after = engine.array(GAME.actions_max), engine.array(GAME.actions_max), state.words.copy()
    judged = engine.array(16)
    while (seat := engine.turn(board, work, words)) >= 0:
        if seat != expert and rival == "random":
            engine.apply(board, work, words, engine.sample(board, work, words, rng))
            continue
        n = engine.legal(board, work, words, out)
        if seat == expert:
            engine.prefer(board, work, words, out, n, scores)
        else:
            for i in range(n):
                after[:] = words
                engine.apply(board, work, after, int(out[i]))
                engine.judge(board, work, after, judged)
                scores[i] = judged[seat]
        top = np.flatnonzero(scores[:n] == scores[:n].max())
        engine.apply(board, work, words, int(out[top[streams.below(rng, len(top))]]))
    engine.outcome(board, work, words, judged)
    return int(judged[expert])


@pytest.mark.parametrize(
    ("seats", "rival", "least"), [(2, "judge", 0.8), (4, "judge", 0.65), (2, "random", 0.99), (4, "random", 0.95)])
def test_the_expert_beats_weaker_players(seats: int, rival: str, least: float) -> None:
    """Alone against a table of them, on each seat in turn (a fair share would be 1 / seats)."""
    games = 80
    assert sum(game(seats, i // seats, i % seats, rival) == 1 for i in range(games)) >= least * games


def test_every_weight_by_name_changes_some_preference() -> None:
    """Positions of games that go now by preference, now at random; each weight in turn is given another value."""
    engine, weights = native.engine(GAME), GAME.weights
    assert weights is not None
    unseen = set(weights)
    out, one, other = (engine.array(GAME.actions_max) for _ in range(3))
    for seed in range(40):
        seats = 2 + seed % 4
        options = {"round_cap": 12, "auction": ("open", "sealed")[seed % 2]}
        state = State.new(GAME, seats=seats, seed=seed, options=options, backend="object")
        rng, work, board = streams.derive(seed, "weights"), engine.work(), np.array(state.board)
        while not state.is_over and unseen:
            n = engine.legal(board, work, state.words, out)
            weights.fill(board)
            engine.prefer(board, work, state.words, out, n, one)
            for name in sorted(unseen):
                default, least, most = weights[name].default, weights[name].least, weights[name].most
                for value in (default // 2 + 1, min(3 * default, most), least + 1):
                    weights.fill(board, {name: value})
                    engine.prefer(board, work, state.words, out, n, other)
                    if (one[:n] != other[:n]).any():
                        unseen.discard(name)
            best = int(one[:n].argmax()) if streams.below(rng, 5) else streams.below(rng, n)
            state.apply(int(out[best]))
        if not unseen:
            break
    assert unseen == set()
