"""The compiled forward pass: what torch says, whoever computes it, bit for bit alike in every way of running."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest

from mutapa.core import native, registry
from mutapa.core.features import look, parts
from mutapa.core.game import UNIT, Game
from mutapa.core.state import State
from mutapa.core.toys.ascending.game import GAME as ASCENDING
from mutapa.core.toys.coin.game import GAME as COIN
from mutapa.core.toys.kuhn.game import GAME as KUHN
from mutapa.core.toys.sealed.game import GAME as SEALED
from mutapa.core.toys.tictactoe.game import GAME as TICTACTOE
from mutapa.nets.network import Network, Thought
from mutapa.nets.shape import Widths
from mutapa.nets.weights import Weights
from tests.nets.random_nets import encoded, positions, random_weights

TOYS = [(KUHN, 2), (SEALED, 3), (ASCENDING, 2), (ASCENDING, 4), (TICTACTOE, 2), (COIN, 2)]
CLOSE = 1e-4


def by_torch(weights: Weights, state: State) -> Thought:
    """What torch says of a position to the seat to move."""
    torch = pytest.importorskip("torch")
    from mutapa.nets.model import model_of

    shape, seen = weights.header.shape, look(state, state.turn)
    model = model_of(weights)
    with torch.no_grad():
        dense = torch.tensor([seen.dense], dtype=torch.float64).reshape(1, -1) / UNIT
        told = model(torch.tensor([seen.sparse]), dense.float(), torch.tensor([state.seats]))
        taken = [parts(state, action) for action in state.legal_actions]
        pairs = torch.tensor([[kind * shape.arguments + argument for kind, argument, _ in taken]])
        logits = model.policy(told.thought, pairs, torch.tensor([[cell for _, _, cell in taken]]))
        bids = model.bids(told.thought).softmax(-1)[0, : state.seats - 1].tolist() if shape.bids else []
    values = told.values.softmax(-1)[0, : state.seats].tolist()
    margins = (told.margins[0, : state.seats] * shape.points).tolist()
    return Thought(values, margins, logits.softmax(-1)[0].tolist(), bids)


def flat(thought: Thought) -> list[float]:
    return [*thought.values, *thought.margins, *thought.priors, *(each for row in thought.bids for each in row)]


@pytest.mark.parametrize(("game", "seats"), TOYS, ids=lambda x: getattr(x, "name", x))
def test_it_says_what_torch_says(game: Game, seats: int) -> None:
    weights = random_weights(game)
    network = Network(weights, native.engine(game, "plain"), slots=1)
    for state in positions(game, seats, 12):
        np.testing.assert_allclose(flat(network.think(state)), flat(by_torch(weights, state)), rtol=CLOSE, atol=CLOSE)


def bits(game: Game, seats: int, backend: str, count: int, **how: Any) -> list[Any]:
    """What a network says at some positions, to the last bit."""
    network = Network(random_weights(game, **how), native.engine(game, backend))
    brain = network.brain()
    found = []
    for state in positions(game, seats, count):
        found.append(network.think(state, brain=brain))
    return found


@pytest.mark.parametrize(("game", "seats"), TOYS, ids=lambda x: getattr(x, "name", x))
def test_plain_strict_and_object_give_the_same_bits(game: Game, seats: int) -> None:
    found = [bits(game, seats, backend, 10) for backend in ("plain", "strict", "object")]
    assert found[0] == found[1] == found[2]


@pytest.mark.slow
def test_the_jit_gives_them_too() -> None:
    assert bits(KUHN, 2, "jit", 10) == bits(KUHN, 2, "object", 10)


def test_an_array_of_another_kind_is_refused() -> None:
    engine = native.engine(KUHN, "object")
    network = Network(random_weights(KUHN), engine)
    state = next(positions(KUHN, 2, 1))
    net, *rest = network.brain()
    out, actions = np.zeros(30, np.float32), np.zeros(3, np.int64)
    for wrong in (np.zeros(len(net)), np.zeros(len(net), np.int64), np.zeros((2, 2), np.float32)):
        with pytest.raises(TypeError, match=r"argument 5 is .*; it must be a one-dimensional float32 array without gaps"):
            engine.think(state.board, engine.work(), state.words, 0, wrong, *rest, actions, 0, out)
    with pytest.raises(TypeError, match=r"argument 1 is .*; it must be a one-dimensional int64 array without gaps"):
        engine.think(state.board.astype(np.float32), engine.work(), state.words, 0, net, *rest, actions, 0, out)


def test_exponentials() -> None:
    from mutapa.nets.reals import exp

    for x in (-1e9, -701.0, -700.0, -30.5, -1.0, -1e-9, 0.0, 1e-12, 0.3, 0.3466, 1.0, 5.5, 88.0, 699.5, 701.0, 1e300):
        wanted = 0.0 if x < -700 else math.exp(min(x, 700.0))
        assert exp(x) == pytest.approx(wanted, rel=4e-15), x


@pytest.mark.parametrize(("game", "seats"), TOYS, ids=lambda x: getattr(x, "name", x))
def test_batches_of_one_and_many_say_the_same(game: Game, seats: int) -> None:
    """Trial A24: the compiled pass, torch one by one and torch by the batch agree within 1e-4."""
    pytest.importorskip("torch")
    from mutapa.nets.batch import predict
    from mutapa.nets.model import model_of

    weights, states = random_weights(game), list(positions(game, seats, 64))
    network, model = Network(weights, native.engine(game, "plain")), model_of(weights)
    many, alone = (predict(model, encoded(states), size) for size in (64, 1))
    place = 0
    for i, state in enumerate(states):
        n = len(state.legal_actions)
        mine = flat(network.think(state))
        for said in (many, alone):
            bids = said.bids[i, : seats - 1].ravel().tolist()
            theirs = [*said.shares[i, :seats], *said.margins[i, :seats], *said.policy[place : place + n], *bids]
            np.testing.assert_allclose(mine, theirs, rtol=CLOSE, atol=CLOSE)
        place += n


SEATS = {
    "zimbabwe": (2, 3, 4, 5), "stone_age": (2, 3, 4), "godz": (2, 3, 4, 5), "ascending": (2, 3, 4), "sealed": (3,),
    "kuhn": (2,), "tictactoe": (2,), "coin": (2,),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), [(name, seats) for name, several in SEATS.items() for seats in several])
def test_ten_thousand_positions(name: str, seats: int) -> None:
    """Every game and number of players: the object and torch agree within 1e-4 on 10,000 positions."""
    pytest.importorskip("torch")
    from mutapa.nets.batch import predict
    from mutapa.nets.model import model_of

    game = registry.get(name)
    if game.features is None:
        pytest.skip("no features")
    weights = random_weights(game, Widths(), scale=0.1)
    network, model, furthest = Network(weights, native.engine(game)), model_of(weights), 0.0
    points, brain = weights.header.shape.points, network.brain()
    several = positions(game, seats, 10_000)
    while states := list(itertools.islice(several, 500)):
        said, place = predict(model, encoded(states)), 0
        for i, state in enumerate(states):
            n, thought = len(state.legal_actions), network.think(state, brain=brain)
            bids = [each for row in thought.bids for each in row], said.bids[i, : seats - 1].ravel()
            mine = [*thought.values, *(each / points for each in thought.margins), *thought.priors, *bids[0]]
            theirs = [*said.shares[i, :seats], *said.margins[i, :seats] / points, *said.policy[place : place + n], *bids[1]]
            furthest = max(furthest, float(np.abs(np.array(mine) - theirs).max()))
            place += n
    print(f"  {name}, {seats} seats: furthest {furthest:.1e}")
    assert furthest < CLOSE
