"""A search with a network: values at leaves, priors, in every variant; what it sees, and what is refused."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mutapa.core import native, registry
from mutapa.core.compiled import compiled
from mutapa.core.errors import InvalidError, MutapaError
from mutapa.core.features import SEATS_ASIDE
from mutapa.core.game import SEATS, UNIT, Game
from mutapa.core.state import State
from mutapa.core.streams import below, derive
from mutapa.core.toys.ascending.game import GAME as ASCENDING
from mutapa.core.toys.coin.game import GAME as COIN
from mutapa.core.toys.kuhn.game import GAME as KUHN
from mutapa.core.toys.sealed.game import GAME as SEALED
from mutapa.core.toys.tictactoe.game import GAME as TICTACTOE
from mutapa.nets.network import Network, memory_of, network
from mutapa.nets.shape import shape_of
from mutapa.nets.weights import Weights, header_of, save
from mutapa.search import settings as at
from mutapa.search.bots import make, view
from mutapa.search.neural import appraise, surmise
from mutapa.search.priors import weigh
from tests.nets.random_nets import SMALL, blank, positions, random_weights
from tests.search.seats import play, record, uct, whole

GAMES = {game.name: game for game in (ASCENDING, COIN, KUHN, SEALED, TICTACTOE)}
Save = Callable[[Game], Path]


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Save:
    """Files of random networks by game."""
    folder = tmp_path_factory.mktemp("nets")

    def path(game: Game) -> Path:
        file = folder / f"{game.name}.safetensors"
        if not file.exists():
            save(file, random_weights(game))
        return file

    return path


def opening(game: Game, seats: int) -> State:
    state = State.new(game, seats, seed=1)
    while state.is_chance:
        state.draw(derive(1, "luck"))
    return state


def searched(spec: str, state: State, backend: str = "plain") -> Any:
    bot = uct(spec, state.game, state.board, state.seats, seat=state.turn, backend=backend)
    bot.choose(view(bot, state))
    return bot


OPTIONS = [
    ("ascending", ""), ("ascending", "select=gumbel,sims=60"), ("ascending", "select=ucb1"), ("ascending", "widen=1"),
    ("ascending", "horizon=5"), ("ascending", "horizon=5,mix=0"), ("ascending", "horizon=5,rollout=mast"),
    ("ascending", "auction=limits-uniform"), ("ascending", "chance=explicit"), ("ascending", "paranoia=0.5"),
    ("ascending", "points=1,win=0"), ("ascending", "margin=1,place=1"), ("ascending", "graph=transpositions"),
    ("kuhn", "worlds=so"), ("kuhn", "worlds=mo"), ("kuhn", "worlds=redetermine"), ("kuhn", "worlds=pimc,determinizations=3"),
    ("kuhn", "worlds=cheat"), ("sealed", "worlds=mo"), ("coin", ""), ("tictactoe", "proven=1"), ("tictactoe", "lean=0.4,power=2"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "options"), OPTIONS)
def test_every_variant_searches_with_a_network(name: str, options: str, saved: Save) -> None:
    """The same tree again from the same seed, another one than without the network; strict lists see no wrong index."""
    state = opening(GAMES[name], 3 if name in ("ascending", "sealed") else 2)
    rest = options if "sims" in options else f"sims=60,{options}".rstrip(",")
    spec = f"uct:{rest},net={saved(state.game)}"
    trees = [whole(searched(spec, state, backend).search.trees) for backend in ("plain", "strict")]
    assert trees[0] == trees[1]
    without = ",".join(part for part in rest.split(",") if not part.startswith("lean"))
    horizon = "" if "horizon" in rest else ",horizon=0"
    assert whole(searched(f"uct:{without}{horizon}", state).search.trees) != trees[0]


@pytest.mark.parametrize("options", ["", "worlds=mo", "horizon=3", "select=gumbel,sims=300"])
def test_plain_and_object_grow_the_same_tree(options: str, saved: Save) -> None:
    """Floats of 32 bits in a fixed order: to the last bit."""
    state = opening(KUHN, 2)
    spec = f"uct:{options or 'reuse=0'},net={saved(KUHN)}" + ("" if "sims" in options else ",sims=300")
    trees = [whole(searched(spec, state, backend).search.trees) for backend in ("plain", "object")]
    assert trees[0] == trees[1]


def test_all_seats_of_a_table_share_the_weights(saved: Save) -> None:
    """One array a process, whoever sits where and however many trees there are; brains are each thread's own."""
    for backend in ("plain", "object"):
        state = State.new(ASCENDING, 4, seed=1)
        spec = f"uct:sims=5,trees=2,net={saved(ASCENDING)}"
        bots = [uct(spec, ASCENDING, state.board, 4, seat=seat, backend=backend) for seat in range(4)]
        brains = [tree.brain for bot in bots for tree in bot.search.trees]
        assert len({id(brain[0]) for brain in brains}) == 1
        assert len({id(brain[2]) for brain in brains}) == 8
        before = [float(each) for each in brains[0][0]]
        bots[0].choose(state.observe(0))
        assert [float(each) for each in brains[0][0]] == before


def test_threads_share_the_weights_and_nothing_else(saved: Save) -> None:
    state = opening(KUHN, 2)
    specs = [f"uct:sims=4000,trees=4,threads={threads},net={saved(KUHN)}" for threads in (1, 2, 4)]
    bots = [searched(spec, state, "object") for spec in specs]
    assert len({str(whole(bot.search.trees)) for bot in bots}) == 1
    brains = [tree.brain for tree in bots[2].search.trees]
    assert len({id(brain[0]) for brain in brains}) == len({id(brain[1]) for brain in brains}) == 1
    for i in range(2, 8):
        assert len({id(brain[i]) for brain in brains}) == 4


@pytest.mark.parametrize(("option", "base"), [("lean=0.5", ""), ("lean=1", ""), ("power=2", ""), ("flat=0.9", "")])
def test_options_of_the_priors_change_the_tree(option: str, base: str, saved: Save) -> None:
    """Trial A6."""
    state = opening(ASCENDING, 3)

    def prefer(board: Any, work: Any, state: Any, actions: Any, n: int, out: Any) -> int:
        for i in range(n):
            out[i] = 1 + i * i
        return 0

    changed = dataclasses.replace(ASCENDING, rules=ASCENDING.rules._replace(prefer=prefer))
    trees = []
    for extra in ("", "", f",{option}"):
        bot = uct(f"uct:sims=80,net={saved(ASCENDING)}{extra}", changed, state.board, 3, backend="plain")
        bot.choose(state.observe(0))
        trees.append(record(bot.search.trees[0], 3))
    assert trees[0] == trees[1]
    assert trees[2] != trees[0]


@compiled
def prefer_some(board, work, state, actions, n, out):  # type: ignore[no-untyped-def]
    """Weights from 1 to a million, by the action."""
    for i in range(n):
        x = actions[i] * 7919 % 1009
        out[i] = 1 + x * x
    return 0


def choosy(game: Game) -> Game:
    """The same game with preferences."""
    return dataclasses.replace(game, rules=game.rules._replace(prefer=prefer_some))


def test_a_correcting_policy_searches_alike_in_plain_and_strict(saved: Save) -> None:
    game = choosy(ASCENDING)
    state, trees = opening(game, 3), []
    for backend in ("plain", "strict"):
        bot = uct(f"uct:sims=80,net={saved(ASCENDING)}", game, state.board, 3, backend=backend)
        bot.choose(state.observe(state.turn))
        trees.append(whole(bot.search.trees))
    assert trees[0] == trees[1]
    flat = uct(f"uct:sims=80,net={saved(ASCENDING)}", ASCENDING, state.board, 3, backend="plain")
    flat.choose(state.observe(state.turn))
    assert whole(flat.search.trees) != trees[0]


def values_of(state: State, weights: Weights, world: list[int] | None = None, **settings: int) -> list[int]:
    """What `appraise` says of a position, by plain Python."""
    mind = Network(weights, native.engine(state.game, "plain"))
    values = [0] * at.LENGTH
    values[at.SEATS], values[at.WIN], values[at.NET] = state.seats, 1, 1
    for name, value in settings.items():
        values[getattr(at, name)] = value
    out, words = [0] * SEATS, world or [int(word) for word in state.words]
    board, work = [int(word) for word in state.board], [0] * state.game.work_words
    appraise(state.game.rules, board, work, words, values, mind.brain(), [3, 4], [0] * (2 * SEATS), out)
    return out[: state.seats]


def by_points(game: Game, words: str, scale: float) -> Weights:
    """A network by hand: a seat's share of the win is the softmax of `scale` times its dense number that `words` names."""
    shape = shape_of(game, SMALL)
    assert game.features is not None
    direct = np.zeros((shape.dense, shape.seats), np.float32)
    for aside, name in enumerate(SEATS_ASIDE[: shape.seats]):
        direct[list(game.features.dense).index(words.format(name)), aside] = scale
    return Weights(header_of(game, shape), blank(shape, direct=direct))


def test_no_seats_value_changes_place_within_a_turn_or_as_it_passes() -> None:
    """Trial A7, with a network: along whole turns of Zimbabwe, some of six steps and more, every seat's value is its own."""
    game = registry.get("zimbabwe")
    weights = by_points(game, "VP / 32 of {}", 40.0)
    turns: list[tuple[int, int]] = []
    differing = 0
    for state in positions(game, 3, 160, seed=3):
        standing = np.array(state.dump()["vp"][:3], float)
        wanted = np.exp((standing - standing.max()) * 40 / 32)
        found = np.array(values_of(state, weights)) / UNIT
        assert found == pytest.approx(wanted / wanted.sum(), abs=1e-5)
        differing += len(set(standing)) == 3
        steps = turns.pop()[1] if turns and turns[-1][0] == state.turn else 0
        turns.append((state.turn, steps + 1))
    assert max(steps for _, steps in turns) >= 6
    assert {seat for seat, _ in turns} == {0, 1, 2}
    assert differing > 10


@pytest.mark.parametrize(("game", "seats"), [(ASCENDING, 4), (SEALED, 3), (TICTACTOE, 2)], ids=lambda x: getattr(x, "name", x))
def test_leaves_are_worth_what_the_movers_network_says(game: Game, seats: int) -> None:
    weights = random_weights(game)
    mind = Network(weights, native.engine(game, "plain"))
    for state in positions(game, seats, 8):
        thought = mind.think(state)
        shares = [0.0] * seats
        margins = [0.0] * seats
        for i in range(seats):
            shares[(state.turn + i) % seats] = thought.values[i]
            margins[(state.turn + i) % seats] = thought.margins[i]
        found = values_of(state, weights)
        assert sum(found) == UNIT
        assert [each / UNIT for each in found] == pytest.approx(shares, abs=1e-5)
        points = values_of(state, weights, WIN=0, POINTS=1, SCALE=10)
        held = [min(max(0.5 + each / 20, 0), 1) for each in margins]
        assert [each / UNIT for each in points] == pytest.approx(held, abs=0.5 / 20 + 1e-5)  # whole points


def test_where_nature_moves_it_is_played_on_to_a_decision_or_the_end() -> None:
    weights = random_weights(COIN)
    state = State.new(COIN, 2, seed=1)
    assert state.is_chance
    found, decided = values_of(state, weights), []
    for action, _ in state.chances:
        after = state.clone()
        after.apply(action)
        decided.append(values_of(after, weights))
    assert found in decided


def test_ends_are_what_they_are() -> None:
    state = opening(KUHN, 2)
    while not state.is_over:
        state.apply(state.legal_actions[0])
    assert state.outcome is not None
    winner = [UNIT if rank == 1 else 0 for rank in state.outcome.ranks]
    assert values_of(state, random_weights(KUHN)) == winner


@pytest.mark.parametrize(("game", "seats"), [(KUHN, 2), (SEALED, 3), (COIN, 2)], ids=lambda x: getattr(x, "name", x))
def test_what_the_mover_cannot_see_changes_nothing(game: Game, seats: int) -> None:
    """Whole states that look alike to the mover are alike to its network, in values and in priors."""
    weights, rng, different = random_weights(game), [5, 6], 0
    engine = native.engine(game, "plain")
    for state in positions(game, seats, 25):
        other = [0] * game.layout.words
        engine.determinize(state.board, engine.work(), state.observe(state.turn), state.turn, rng, other)
        different += other != state.words.tolist()
        assert values_of(state, weights, other) == values_of(state, weights)
    assert different > 3


def priors_of(state: State, actions: list[int], weights: Weights, **settings: int) -> list[int]:
    mind = Network(weights, native.engine(state.game, "plain"))
    values = [0] * at.LENGTH
    values[at.SEATS], values[at.NET], values[at.POWER] = state.seats, 1, 2
    for name, value in settings.items():
        values[getattr(at, name)] = value
    out, words = [0] * len(actions), [int(word) for word in state.words]
    board, work = [int(word) for word in state.board], [0] * state.game.work_words
    weigh(state.game.rules, board, work, words, values, mind.brain(), actions, len(actions), out, 1)
    return out


def fifty_for(cell: int) -> Weights:
    """A network of tic-tac-toe by hand: logit 50 for stones on `cell`, 0 for all others, wherever stones lie."""
    shape = shape_of(TICTACTOE, SMALL)
    rank = shape.rank
    query_bias, pair, cells = np.zeros(2 * rank), np.zeros((shape.pairs, 2 * rank)), np.zeros((shape.cells, rank))
    query_bias[rank], pair[:, rank], cells[cell, 0] = 1, 1, 50
    rows = {"query_bias": query_bias, "pair": pair, "cell": cells}
    return Weights(header_of(TICTACTOE, shape), blank(shape, **{name: row.astype(np.float32) for name, row in rows.items()}))


def cell_of(state: State, action: int) -> int:
    from mutapa.core.features import parts

    return parts(state, action)[2]


def test_an_illegal_action_gets_no_share_of_the_policy(tmp_path: Path) -> None:
    """Trial A8: logit 50 for an action that is illegal, 0 elsewhere: priors are even, and no search ever makes that move."""
    state = State.new(TICTACTOE, 2)
    taken = state.legal_actions[4]
    weights = fifty_for(cell_of(state, taken))
    assert priors_of(state, state.legal_actions, weights)[4] >= UNIT - 9  # while it is legal it has nearly all
    state.apply(taken)
    legal = state.legal_actions
    assert taken not in legal
    assert priors_of(state, legal, weights) == [UNIT // 8] * 8
    save(tmp_path / "net.safetensors", weights)
    bot = uct(f"uct:sims=3,reuse=0,net={tmp_path / 'net.safetensors'}", TICTACTOE, state.board, 2, seat=1, backend="object")
    chosen = [bot.choose(state.observe(1)) for _ in range(1000)]
    assert set(chosen) <= set(legal)


def test_priors_follow_the_action_not_its_place() -> None:
    """Trial A8: the legal list in any order gives each action the same prior."""
    rng = derive(4, "shuffle")
    for game, seats in ((TICTACTOE, 2), (ASCENDING, 3), (KUHN, 2)):
        weights = random_weights(game)
        for state in positions(game, seats, 4):
            straight = dict(zip(state.legal_actions, priors_of(state, state.legal_actions, weights), strict=True))
            for _ in range(3):
                shuffled = list(state.legal_actions)
                for i in range(len(shuffled) - 1, 0, -1):
                    j = below(rng, i + 1)
                    shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
                found = priors_of(state, shuffled, weights)
                assert dict(zip(shuffled, found, strict=True)) == pytest.approx(straight, abs=1)  # sums run in another order


@pytest.mark.parametrize(("power", "flat", "lean"), [(2, 0.0, 0.0), (1, 0.25, 0.0), (4, 0.05, 0.0), (2, 0.1, 0.4), (2, 0.0, 1.0)])
def test_priors_are_the_softmax_by_power_flat_and_lean(power: int, flat: float, lean: float) -> None:
    weights = random_weights(ASCENDING)
    mind = Network(weights, native.engine(ASCENDING, "plain"))
    settings = {"POWER": power, "FLAT": round(flat * UNIT), "LEAN": round(lean * UNIT)}
    for state in positions(ASCENDING, 3, 6):
        n = len(state.legal_actions)
        policy = np.array(mind.think(state).priors) ** (power / 2)
        wanted = (1 - flat) * ((1 - lean) * policy / policy.sum() + lean / n) + flat / n  # the toy prefers none
        found = np.array(priors_of(state, state.legal_actions, weights, **settings))
        assert found / UNIT == pytest.approx(wanted, abs=1e-5)
        assert found.min() >= 1
        assert UNIT - n <= found.sum() <= UNIT + n


@pytest.mark.parametrize(("power", "flat"), [(2, 0.0), (2, 0.05), (1, 0.25), (3, 0.1), (4, 0.0)])
def test_zero_logits_give_the_priors_of_no_network(power: int, flat: float) -> None:
    """To the last bit: a network that corrects nothing."""
    game = choosy(ASCENDING)
    shape = shape_of(game, SMALL)
    nothing = Weights(header_of(game, shape), blank(shape))
    for state in positions(game, 3, 20):
        legal, settings = state.legal_actions, {"POWER": power, "FLAT": round(flat * UNIT)}
        without = priors_of(state, legal, nothing, NET=0, **settings)
        assert priors_of(state, legal, nothing, **settings) == without
        assert len(legal) < 2 or len(set(without)) > 1


@pytest.mark.parametrize("corrects", [0, 1])
@pytest.mark.parametrize(("power", "lean"), [(2, 0.0), (3, 0.0), (2, 0.4)])
def test_a_policy_corrects_the_preferences_or_stands_alone(corrects: int, power: int, lean: float) -> None:
    game = choosy(ASCENDING)
    weights = random_weights(game, dataclasses.replace(SMALL, corrects=corrects))
    mind = Network(weights, native.engine(game, "plain"))
    bare = Network(random_weights(game, dataclasses.replace(SMALL, corrects=0)), native.engine(game, "plain"))
    for state in positions(game, 3, 10):
        legal = state.legal_actions
        preferred = np.array([1 + (action * 7919 % 1009) ** 2 for action in legal], float)
        policy = np.array(bare.think(state).priors) * (preferred if corrects else 1)
        policy /= policy.sum()
        assert mind.think(state).priors == pytest.approx(policy, rel=1e-6)
        policy = policy ** (power / 2)
        wanted = (1 - lean) * policy / policy.sum() + lean * preferred / preferred.sum()
        found = np.array(priors_of(state, legal, weights, POWER=power, LEAN=round(lean * UNIT)))
        assert found / UNIT == pytest.approx(wanted, abs=2e-5)


def test_before_a_rollout_the_network_is_asked_where_a_seat_moves() -> None:
    state = opening(KUHN, 2)
    mind = Network(random_weights(KUHN), native.engine(KUHN, "plain"))
    values, guesses = [0] * at.LENGTH, [0] * SEATS
    values[at.SEATS], values[at.WIN], values[at.MIX] = 2, 1, UNIT // 4
    rest = ([int(word) for word in state.board], [0] * KUHN.work_words)
    words = [int(word) for word in state.words]
    assert surmise(KUHN.rules, *rest, words, values, mind.brain(), [0] * (2 * SEATS), guesses) == UNIT // 4
    assert guesses[:2] == values_of(state, random_weights(KUHN))
    chance = [int(word) for word in State.new(KUHN, 2).words]
    assert surmise(KUHN.rules, *rest, chance, values, mind.brain(), [0] * (2 * SEATS), guesses) == 0


def test_what_is_remembered_changes_no_tree(saved: Save) -> None:
    state = opening(ASCENDING, 3)
    trees = []
    for slots in (1, 1 << 10):
        bot = uct(f"uct:sims=150,net={saved(ASCENDING)}", ASCENDING, state.board, 3, backend="plain")
        for tree in bot.search.trees:
            tree.brain = Network(random_weights(ASCENDING), bot.engine, slots).brain()
        bot.choose(state.observe(0))
        trees.append(whole(bot.search.trees))
    assert trees[0] == trees[1]
    assert [memory_of(trees) for trees in (1, 4, 8, 64, 1 << 20)] == [1 << 14, 1 << 14, 1 << 13, 1 << 10, 1 << 10]


@pytest.mark.parametrize("game", [KUHN, ASCENDING], ids=lambda game: game.name)
def test_whole_games_with_trees_and_brains_carried_along(game: Game, saved: Save) -> None:
    """Trial A24, in process: with trees planted anew or carried along, games are the same whoever computes them; and a brain that
    was carried along a game says of every position what a fresh one says."""
    seats = 3 if game is ASCENDING else 2
    for reuse in (0, 1):
        spec = f"uct:sims=40,reuse={reuse},net={saved(game)}"
        games = [play(game, [spec] * seats, seed=3, backend=backend) for backend in ("plain", "strict")]
        assert games[0][0] == games[1][0]
        carried = [bot.search.trees[0].brain for bot in games[0][2]]  # type: ignore[attr-defined]
        mind = network(saved(game), native.engine(game, "plain"))
        for state in positions(game, seats, 30, seed=3):
            fresh = mind.think(state)
            assert all(mind.think(state, brain=brain) == fresh for brain in carried)


REFUSED = [
    ("uct:lean=0.5", "kuhn", "lean=0.5 has no effect without net=default"),
    ("uct:net=NET,lean=0.5,select=ucb1", "kuhn", "lean=0.5 has no effect without select=puct"),
    ("uct:net=NET,horizon=0,mix=0.5", "kuhn", "mix with horizon=0 mixes the judge with itself"),
    ("uct:net=NET,mix=0.5", "kuhn", "mix with horizon=0 mixes the judge with itself"),
    ("uct:net=NET,epsilon=0.5", "kuhn", "epsilon=0.5 has no effect without horizon=30"),
    ("uct:net=NET", "coin", "a network of kuhn; right would be one of coin"),
    ("uct:net=none.safetensors", "kuhn", "none.safetensors: can't be read: no such file or directory"),
    ("uct:net=default", "kuhn", "net=default: no default network for kuhn yet; train one by"),
    ("learned", "kuhn", "net=default: no default network for kuhn yet; train one by"),
]


@pytest.mark.parametrize(("spec", "name", "said"), REFUSED)
def test_nonsense_is_refused_in_one_line(spec: str, name: str, said: str, saved: Save) -> None:
    game = GAMES[name]
    state = opening(game, 2)
    with pytest.raises(MutapaError) as caught:
        uct(spec.replace("NET", str(saved(KUHN))), game, state.board, 2, backend="plain")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_game_without_features_is_refused(saved: Save) -> None:
    blind = dataclasses.replace(KUHN, features=None)
    with pytest.raises(InvalidError, match="kuhn has no features, so no network can see it; right would be no net"):
        uct(f"uct:net={saved(KUHN)}", blind, opening(KUHN, 2).board, 2, backend="plain")


def test_a_file_that_changes_is_read_again(tmp_path: Path) -> None:
    state, path = opening(KUHN, 2), tmp_path / "net.safetensors"
    found = []
    for seed in (1, 2):
        save(path, random_weights(KUHN, seed=seed))
        os.utime(path, ns=(seed, seed))
        found.append(list(searched(f"uct:sims=2,net={path}", state).search.trees[0].brain[0]))
    assert found[0] != found[1]


def test_an_experiment_notes_what_the_file_held(saved: Save) -> None:
    assert make(f"uct:net={saved(KUHN)}").files == [str(saved(KUHN))]
    assert make("uct").files == []
    assert make("uct:net=default").spec == "uct:net=default"


def test_playing_with_a_network_needs_no_torch(saved: Save) -> None:
    code = f"""
import sys
sys.modules["torch"] = None
from tests.search.seats import play
from mutapa.core.toys.kuhn.game import GAME
actions, _, _ = play(GAME, ["uct:sims=20,net={saved(KUHN)}"] * 2, backend="plain")
print(len(actions), [name for name in sys.modules if name.startswith("torch.")])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300)
    assert done.stdout.split(" ", 1)[1].strip() == "[]"
