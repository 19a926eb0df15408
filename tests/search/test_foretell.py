"""Bids foretold by a network: drawn as its head says of what the searching seat sees, in the tree and in rollouts; refusals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mutapa.core import native
from mutapa.core.errors import InvalidError
from mutapa.core.game import Game
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.core.toys.ascending.game import GAME as ASCENDING
from mutapa.core.toys.kuhn.game import GAME as KUHN
from mutapa.core.toys.sealed.game import GAME as SEALED
from mutapa.nets.network import Network
from mutapa.nets.shape import shape_of
from mutapa.nets.weights import Weights, header_of, save
from mutapa.search import settings as at
from mutapa.search.bots import Event, make
from mutapa.search.foretell import Foreteller, foretell
from mutapa.search.merge import edges_of
from mutapa.search.tree import ACTION, CHILD, TRIED
from tests.nets.random_nets import SMALL, blank, positions, random_weights
from tests.search.seats import play, uct, whole

Save = Callable[..., Path]
DRAWS = 4000


@pytest.fixture
def saved(tmp_path: Path) -> Save:
    """A file of weights, by default random ones of a game."""

    def path(game: Game = ASCENDING, weights: Weights | None = None, name: str = "net") -> Path:
        save(tmp_path / f"{name}.safetensors", weights or random_weights(game))
        return tmp_path / f"{name}.safetensors"

    return path


def set_on(*favourites: int) -> Weights:
    """A network that is sure: every rival's next bid is of class ``favourites[0]``; where that isn't on offer, of the next."""
    shape = shape_of(ASCENDING, SMALL)
    bias = np.zeros((shape.seats - 1, shape.bids), np.float32)
    for rank, each in enumerate(favourites):
        bias[:, each] = 60 - 20 * rank
    return Weights(header_of(ASCENDING, shape), blank(shape, bid_bias=bias.ravel()))


def lists(state: State) -> tuple[list[int], list[int], list[int]]:
    return [int(word) for word in state.board], [0] * ASCENDING.work_words, [int(word) for word in state.words]


def by_hand(state: State, seat: int, mind: Network) -> dict[int, float]:
    """Chances of the mover's steps as `seat` foretells them: the head's softmax, classes not on offer left out."""
    classes = [state.engine.bid_class(state.board, state.scratch[0], state.words, action) for action in state.legal_actions]
    said = mind.think(state, seat).bids[(state.turn - seat) % state.seats - 1]
    whole = sum(said[c] for c in set(classes))
    return {action: said[c] / whole / classes.count(c) for action, c in zip(state.legal_actions, classes, strict=True)}


def auctions(seats: int, count: int, **options: Any) -> list[State]:
    """Positions with a voluntary bid to be made, of which some classes have several actions or none."""
    found = [state for state in positions(ASCENDING, seats, 40 * count, options=options) if state.forced == 1]
    assert len({len(state.legal_actions) for state in found}) > 3
    return found[:: max(1, len(found) // count)][:count]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_rivals_bid_is_drawn_by_the_head_of_what_the_searching_seat_sees(seats: int) -> None:
    """Given what was bid so far: the chances of every position are its own. Chi-square at 0.01 %."""
    mind = Network(random_weights(ASCENDING), native.engine(ASCENDING, "plain"))
    for state in auctions(seats, 3, budget=12):
        me = (state.turn + 1) % seats
        wanted = by_hand(state, me, mind)
        values, rng = [0] * at.LENGTH, derive(5, "draws").tolist()
        values[at.SEAT], values[at.SEATS], values[at.AUCTION] = me, seats, at.FORETOLD
        brain, drawn = mind.brain(), Counter[int]()
        for _ in range(DRAWS):
            scratch = [0] * ASCENDING.actions_max, [0] * ASCENDING.actions_max
            drawn[foretell(ASCENDING.rules, *lists(state), values, brain, state.turn, *scratch, rng)] += 1
        assert set(drawn) <= set(wanted)
        square = sum((drawn[action] - DRAWS * chance) ** 2 / (DRAWS * chance) for action, chance in wanted.items())
        assert square < 15 + 3.5 * len(wanted)
        told = Foreteller(mind, state.board, seats, me).predict(state.turn, state.words, state.legal_actions)
        assert told == pytest.approx([wanted[action] for action in state.legal_actions], abs=1e-6)


def test_the_head_of_each_rival_is_asked_for_that_rival() -> None:
    """A network that says of the next seat: pass, and of the one after it: raise by 2."""
    shape = shape_of(ASCENDING, SMALL)
    bias = np.zeros((shape.seats - 1, shape.bids), np.float32)
    bias[0, 0] = bias[1, 2] = 60
    mind = Network(Weights(header_of(ASCENDING, shape), blank(shape, bid_bias=bias.ravel())), native.engine(ASCENDING, "plain"))
    state = State.new(ASCENDING, 3, seed=1, options={"budget": 9})
    values, scratch = [0] * at.LENGTH, ([0] * ASCENDING.actions_max, [0] * ASCENDING.actions_max)
    values[at.SEATS], values[at.AUCTION] = 3, at.FORETOLD
    assert state.turn == 0
    for me, step in ((2, 0), (1, 2)):
        values[at.SEAT] = me
        rng = derive(1, "rng").tolist()
        drawn = {foretell(ASCENDING.rules, *lists(state), values, mind.brain(), 0, *scratch, rng) for _ in range(50)}
        assert drawn == {step}


def test_an_onlooker_averages_what_rivals_foretell() -> None:
    mind = Network(random_weights(ASCENDING), native.engine(ASCENDING, "plain"))
    for state in auctions(3, 4, budget=10):
        views = [by_hand(state, seat, mind) for seat in range(3) if seat != state.turn]
        wanted = [sum(view[action] for view in views) / 2 for action in state.legal_actions]
        assert Foreteller(mind, state.board, 3, -1).predict(state.turn, state.words, state.legal_actions) == pytest.approx(wanted)
        assert views[0] != views[1]


def bids_in(bot: Any, state: State) -> dict[tuple[int, ...], Counter[int]]:
    """Tried steps below each line from the root, as far as lines are bids of seats."""
    tree, found = bot.search.trees[0], dict[tuple[int, ...], Counter[int]]()

    def of(node: int, line: tuple[int, ...]) -> None:
        for edge in edges_of(tree, node):
            at_ = edge * tree.width
            action, tried = int(tree.edges[at_ + ACTION]), int(tree.edges[at_ + TRIED])
            if tried:
                found.setdefault(line, Counter())[action] += tried
                if int(tree.edges[at_ + CHILD]) >= 0:
                    of(int(tree.edges[at_ + CHILD]), (*line, action))

    of(int(tree.head[0]), ())
    return found


@pytest.mark.parametrize("option", ["net", "bids"])
@pytest.mark.parametrize(("favourites", "step"), [((0,), lambda price: 0), ((2, 0), lambda price: price + 2)])
def test_in_the_tree_rivals_do_what_is_foretold_and_the_own_seat_what_it_likes(
    option: str, favourites: tuple[int, ...], step: Callable[[int], int], saved: Save
) -> None:
    state = State.new(ASCENDING, 2, seed=1, options={"budget": 9})
    spec = f"uct:sims=400,auction=limits-learned,{option}={saved(weights=set_on(*favourites))}"
    bot = uct(spec, ASCENDING, state.board, 2, backend="strict")
    bot.choose(state.observe(0))
    tried = bids_in(bot, state)
    assert len(tried[()]) > 5  # own bids are the tree's
    answers = {line: steps for line, steps in tried.items() if len(line) == 1 and line[0] in (1, 2, 3)}
    assert len(answers) > 1
    for line, steps in answers.items():
        assert set(steps) == {step(line[0])}
    # Where a raise by two is not on offer, a pass is.
    assert all(set(steps) == {0} for line, steps in tried.items() if len(line) == 1 and line[0] == 8)


def test_steps_without_choice_are_not_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    forced = next(state for state in positions(ASCENDING, 3, 400, options={"budget": 4}) if state.forced == 2)
    mind = Network(set_on(1), native.engine(ASCENDING, "plain"))
    values = [0] * at.LENGTH
    values[at.SEATS], values[at.SEAT], values[at.AUCTION] = 3, (forced.turn + 1) % 3, at.FORETOLD
    scratch, rng = ([0] * ASCENDING.actions_max, [0] * ASCENDING.actions_max), [1, 2]
    assert foretell(ASCENDING.rules, *lists(forced), values, mind.brain(), forced.turn, *scratch, rng) == 0
    assert rng == [1, 2]


@pytest.mark.parametrize("horizon", [0, 8])
def test_plain_strict_and_object_grow_the_same_tree(horizon: int, saved: Save) -> None:
    state = State.new(ASCENDING, 3, seed=2, options={"budget": 8, "rounds": 2})
    spec = f"uct:sims=200,horizon={horizon},auction=limits-learned,net={saved()}"
    trees = []
    for backend in ("plain", "strict", "object"):
        bot = uct(spec, ASCENDING, state.board, 3, backend=backend)
        bot.choose(state.observe(0))
        trees.append(whole(bot.search.trees))
    assert trees[0] == trees[1] == trees[2]


@pytest.mark.parametrize("option", ["horizon=8", "net=OTHER"])
def test_the_option_changes_the_tree(option: str, saved: Save) -> None:
    """Trial A6: with values by the game (rollouts) and by the network."""
    state = State.new(ASCENDING, 3, seed=2, options={"budget": 8, "rounds": 2})
    net = saved()
    option = option.replace("OTHER", str(net))
    trees = []
    for bids in ("", f",auction=limits-learned,bids={net}", f",auction=limits-learned,bids={net}"):
        bot = uct(f"uct:sims=100,{option}{bids}", ASCENDING, state.board, 3, backend="plain")
        bot.choose(state.observe(0))
        trees.append(whole(bot.search.trees))
    assert trees[1] == trees[2] != trees[0]


def test_it_needs_no_history(saved: Save) -> None:
    """A position that the bot was not led to is searched: what was bid stands in it."""
    state = State.new(ASCENDING, 2, seed=1, options={"budget": 9})
    bot = uct(f"uct:sims=30,auction=limits-learned,net={saved()}", ASCENDING, state.board, 2, backend="plain")
    before = state.words.copy()
    for action in (1, 2):
        state.apply(action)
    bot.observe(0, Event(0, 1, before))
    assert bot.choose(state.observe(0)) in state.legal_actions
    assert bot.search.belief is None


def test_whole_games_are_the_same_again(saved: Save) -> None:
    spec = f"uct:sims=30,auction=limits-learned,net={saved()}"
    games = [play(ASCENDING, [spec, "uct:sims=30", spec], seed=4, backend=backend)[0] for backend in ("plain", "plain", "strict")]
    assert games[0] == games[1] == games[2]


REFUSED = [
    ("auction=limits-learned,bids=NET,table=a.json", "table=a.json and bids=NET both say what rivals bid; right would be one"),
    ("bids=NET", "bids=NET has no effect without auction=limits-learned"),
    ("auction=limits-uniform,bids=NET", "bids=NET has no effect without auction=limits-learned"),
    ("auction=limits-learned,bids=NET,net=other", "net=other but bids=NET, and a search has one network; right would be bids=o"),
    ("auction=limits-learned,bids=none.safetensors", "none.safetensors: can't be read: no such file or directory"),
    ("auction=limits-learned", "right would be table=FILE, made by mutapa fit-bidders, or a network, bids=FILE"),
]


@pytest.mark.parametrize(("options", "said"), REFUSED)
def test_nonsense_is_refused_in_one_line(options: str, said: str, saved: Save) -> None:
    net = str(saved())
    board = State.new(ASCENDING, 2, seed=1).board
    with pytest.raises(InvalidError) as caught:
        uct(f"uct:{options.replace('NET', net)}", ASCENDING, board, 2, backend="plain")
    assert said.replace("NET", net) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("game", [KUHN, SEALED], ids=lambda game: game.name)
@pytest.mark.parametrize("option", ["net", "bids"])
def test_a_network_that_foretells_no_bids_is_refused(game: Game, option: str, saved: Save) -> None:
    board = State.new(game, game.seats[0], seed=1).board
    with pytest.raises(InvalidError, match=rf"{game.name} has no auction that its networks foretell .* would be auction=open"):
        uct(f"uct:auction=limits-learned,{option}={saved(game)}", game, board, game.seats[0], backend="plain")


def test_a_network_of_another_game_is_refused(saved: Save) -> None:
    board = State.new(ASCENDING, 2, seed=1).board
    with pytest.raises(InvalidError, match="a network of kuhn; right would be one of ascending"):
        uct(f"uct:auction=limits-learned,bids={saved(KUHN)}", ASCENDING, board, 2, backend="plain")


def test_an_experiment_notes_what_the_file_held(saved: Save) -> None:
    net = saved()
    assert make(f"uct:auction=limits-learned,bids={net}").files == [str(net)]
    assert make(f"uct:auction=limits-learned,bids={net},net={net}").files == [str(net)]
