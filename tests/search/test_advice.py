"""A network asked late: when, what becomes of what it says, and that nothing else changes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mutapa.core.errors import InvalidError
from mutapa.core.game import UNIT, Game
from mutapa.core.state import State
from mutapa.core.toys.ascending.game import GAME as ASCENDING
from mutapa.core.toys.kuhn.game import GAME as KUHN
from mutapa.core.toys.sealed.game import GAME as SEALED
from mutapa.core.toys.tictactoe.game import GAME as TICTACTOE
from mutapa.nets.weights import save
from mutapa.search import settings as at
from mutapa.search.bots import Event, make, view
from mutapa.search.merge import edges_of
from mutapa.search.threads import Tree
from mutapa.search.tree import ACTION, CHILD, NODE, PRIOR, SUM, TRIED, VISITS, advice_at
from tests.nets.random_nets import random_weights
from tests.search.seats import uct, whole
from tests.search.test_neural import opening, priors_of, values_of

GAMES = {game.name: game for game in (ASCENDING, KUHN, SEALED, TICTACTOE)}


@pytest.fixture(scope="module")
def nets(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Files of random networks by game, with all the bits that torch gives."""
    folder = tmp_path_factory.mktemp("nets")
    for name, game in GAMES.items():
        save(folder / f"{name}.safetensors", random_weights(game), precision="float32")
    return {name: folder / f"{name}.safetensors" for name in GAMES}


def searched(spec: str, state: State, backend: str = "plain", seat: int | None = None) -> Any:
    bot = uct(spec, state.game, state.board, state.seats, seat=state.turn if seat is None else seat, backend=backend)
    bot.choose(view(bot, state))
    return bot


def advice_of(bot: Any, node: int) -> list[int]:
    """What the network said of a node; empty if it wasn't asked."""
    tree = bot.search.trees[0]
    first = advice_at(bot.search.settings, node)
    said = [int(tree.nodes[first + s]) for s in range(bot.search.seats)]
    return said if any(said) else []


def reached(tree: Tree, state: State) -> dict[int, State]:
    """Nodes in use, and the position that each stands for; for a game without chance in which nothing is hidden."""
    found = {0: state}
    for node in list(range(tree.size[0])):
        for edge in edges_of(tree, node) if node in found else []:
            child = int(tree.edges[edge * tree.width + CHILD])
            if child >= 0 and child not in found:
                found[child] = found[node].clone()
                found[child].apply(int(tree.edges[edge * tree.width + ACTION]))
    return found


@pytest.mark.parametrize("name", ["tictactoe", "ascending"])
def test_it_is_asked_of_nodes_with_enough_visits_and_of_no_others(name: str, nets: dict[str, Path]) -> None:
    """What is kept is what it says of the position, and all priors of such a node are its policy."""
    state = opening(GAMES[name], 2)
    bot = searched(f"uct:sims=300,after=7,net={nets[name]}", state)
    tree, weights = bot.search.trees[0], random_weights(GAMES[name])
    asked = 0
    for node, position in reached(tree, state).items():
        visits, said = int(tree.nodes[node * NODE + VISITS]), advice_of(bot, node)
        if position.is_over or visits <= 7:
            assert said == [], (node, visits)
            continue
        asked += 1
        assert said == pytest.approx(values_of(position, weights), abs=2)
        edges = edges_of(tree, node)
        actions = [int(tree.edges[edge * tree.width + ACTION]) for edge in edges]
        priors = [int(tree.edges[edge * tree.width + PRIOR]) for edge in edges]
        assert priors == pytest.approx(priors_of(position, actions, weights, FLAT=round(0.05 * UNIT)), abs=2)
    assert 5 < asked < tree.size[0] / 2


@pytest.mark.parametrize("name", ["tictactoe", "kuhn", "sealed"])
def test_until_then_the_search_is_one_without_a_network(name: str, nets: dict[str, Path]) -> None:
    state = opening(GAMES[name], 3 if name == "sealed" else 2)
    without, late = (searched(f"uct:sims=9{more}", state).search.trees for more in ("", f",after=9,net={nets[name]}"))
    assert whole(late) == whole(without)
    without, late = (searched(f"uct:sims=60{more}", state).search.trees for more in ("", f",after=9,net={nets[name]}"))
    assert whole(late) != whole(without)


def test_advice_is_the_weight_of_the_last_node_that_was_asked(nets: dict[str, Path]) -> None:
    """With advice=1 and the root alone asked, every simulation brings what was said of the root."""
    state = opening(TICTACTOE, 2)
    bot = searched(f"uct:sims=40,after=20,advice=1,flat=1,net={nets['tictactoe']}", state)
    tree, said = bot.search.trees[0], advice_of(bot, 0)
    assert said
    assert all(not advice_of(bot, node) for node in range(1, tree.size[0]))
    before = searched(f"uct:sims=20,after=20,flat=1,net={nets['tictactoe']}", state).search.trees[0]
    for s in range(2):
        sums = [sum(int(each.edges[edge * each.width + SUM + s]) for edge in edges_of(each, 0)) for each in (before, tree)]
        assert sums[1] - sums[0] == 20 * said[s]


def test_without_weight_only_priors_differ(nets: dict[str, Path]) -> None:
    """With advice=0 the sums are those of rollouts: shares of a win, in whole games."""
    state = opening(TICTACTOE, 2)
    bot = searched(f"uct:sims=80,after=4,advice=0,horizon=9,mix=0,net={nets['tictactoe']}", state)
    tree = bot.search.trees[0]
    assert advice_of(bot, 0)
    for node in range(tree.size[0]):
        for edge in edges_of(tree, node):
            assert int(tree.edges[edge * tree.width + SUM]) % (UNIT // 2) == 0


def test_an_end_in_the_tree_counts_as_it_is(nets: dict[str, Path]) -> None:
    """One step from the end, with advice=1: the winning step's sum is made of wins alone."""
    state = State.new(TICTACTOE, 2)
    for action in (0, 3, 1, 4):
        state.apply(state.legal_actions[[int(each) for each in state.legal_actions].index(action)])
    bot = searched(f"uct:sims=60,after=2,advice=1,reuse=0,net={nets['tictactoe']}", state)
    tree = bot.search.trees[0]
    winning = [edge for edge in edges_of(tree, 0) if int(tree.edges[edge * tree.width + ACTION]) == 2]
    at_ = winning[0] * tree.width
    assert int(tree.edges[at_ + TRIED]) > 2
    assert int(tree.edges[at_ + SUM + state.turn]) == int(tree.edges[at_ + TRIED]) * UNIT


OPTIONS = [
    ("ascending", "after=5"), ("ascending", "after=5,auction=limits-uniform"), ("ascending", "after=3,select=gumbel"),
    ("ascending", "after=5,chance=explicit,rollout=mast"), ("ascending", "after=5,graph=transpositions"),
    ("kuhn", "after=4"), ("kuhn", "after=4,worlds=mo"), ("kuhn", "after=4,worlds=pimc,determinizations=3"),
    ("sealed", "after=6,advice=0.9"), ("tictactoe", "after=3,proven=1"), ("tictactoe", "after=1,lean=0.4,power=2"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "options"), OPTIONS)
def test_every_variant_asks_late_in_the_same_way_everywhere(name: str, options: str, nets: dict[str, Path]) -> None:
    """Plain, strict and object: one tree."""
    state = opening(GAMES[name], 3 if name in ("ascending", "sealed") else 2)
    spec = f"uct:sims=80,{options},net={nets[name]}"
    trees = [whole(searched(spec, state, backend).search.trees) for backend in ("plain", "strict", "object")]
    assert trees[0] == trees[1] == trees[2]
    assert trees[0] != whole(searched(f"uct:sims=80,{options.replace('after=', 'after=9')},net={nets[name]}", state).search.trees)


def test_what_was_said_stays_with_its_node_when_the_tree_is_re_rooted(nets: dict[str, Path]) -> None:
    """Kept subtrees keep the advice; and a tree planted anew remembers nothing of an earlier one."""
    for options in ("reuse=1", "reuse=0"):
        state = State.new(TICTACTOE, 2)
        spec = f"uct:sims=300,after=3,advice=0.5,flat=1,{options},net={nets['tictactoe']}"
        bot = uct(spec, TICTACTOE, state.board, 2, backend="plain")
        weights, kept = random_weights(TICTACTOE), 0
        for _ in range(3):
            action = bot.choose(state.observe(0))
            for step in (action, -1):
                if state.is_over:
                    break
                step = state.legal_actions[0] if step < 0 else step
                seat, seen = state.turn, state.see(step, 0)
                state.apply(step)
                bot.observe(0, Event(seat, seen, state.observe(0)))
            if state.is_over:
                break
            if options == "reuse=1":
                bot.search.trees[0].follow(bot.search.settings, bot._steps)
                bot._steps = []
            else:
                bot.choose(state.observe(0))
            tree = bot.search.trees[0]
            for node, position in reached(tree, state).items():
                said = advice_of(bot, node)
                if said:
                    kept += 1
                    assert said == pytest.approx(values_of(position, weights), abs=2)
        assert kept > 3


def test_threads_change_nothing(nets: dict[str, Path]) -> None:
    state = opening(KUHN, 2)
    specs = [f"uct:sims=2000,trees=4,threads={threads},after=8,net={nets['kuhn']}" for threads in (1, 4)]
    assert len({str(whole(searched(spec, state, "object").search.trees)) for spec in specs}) == 1


def test_rollouts_are_on_unless_told_otherwise(nets: dict[str, Path]) -> None:
    state = opening(KUHN, 2)
    for options, steps in (("", 0), (",after=4", 30), (",after=4,horizon=7", 7)):
        assert searched(f"uct:sims=5,net={nets['kuhn']}{options}", state).search.settings[at.HORIZON] == steps


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("after=5", "after=5 has no effect without net=default"),
        ("net=x.safetensors,advice=0.6", "advice=0.6 has no effect without after=4"),
        ("net=x.safetensors,after=-1", "after"),
        ("net=x.safetensors,after=4,advice=2", "advice"),
    ],
)
def test_what_makes_no_sense_is_refused(options: str, said: str) -> None:
    with pytest.raises(InvalidError, match=said):
        make(f"uct:{options}")


def test_room_for_advice_is_taken_from_the_memory_given(nets: dict[str, Path]) -> None:
    game: Game = TICTACTOE
    state = State.new(game, 2)
    rooms = []
    for more in ("", ",after=4"):
        bot = uct(f"uct:sims=1,memory=1,net={nets['tictactoe']}{more}", game, state.board, 2, backend="plain")
        tree = bot.search.trees[0]
        rooms.append((int(bot.search.settings[at.NODES]), len(tree.nodes), len(tree.edges)))
    assert rooms[0][1] == rooms[0][0] * NODE
    assert rooms[1][1] == rooms[1][0] * (NODE + 2)
    assert rooms[1][0] < rooms[0][0]
    assert rooms[1][1] + rooms[1][2] <= 1 << 17
