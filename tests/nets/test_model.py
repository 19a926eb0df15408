"""The network in torch: batches, gradients, seats that aren't there, weights there and back."""

from __future__ import annotations

import numpy as np
import pytest

from mutapa.core.toys.ascending.game import GAME as ASCENDING
from mutapa.nets.shape import shape_of
from mutapa.nets.weights import header_of, read, write
from tests.nets.random_nets import SMALL

torch = pytest.importorskip("torch")


def batch(n: int = 5) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Random positions of `ascending`, 2 to 4 seats in turn."""
    shape, draws = shape_of(ASCENDING, SMALL), torch.Generator().manual_seed(2)
    sparse = torch.stack([torch.randperm(shape.sparse, generator=draws)[: shape.active] for _ in range(n)])
    for i in range(n):
        sparse[i, shape.active - i :] = shape.sparse
    return sparse, torch.randn((n, shape.dense), generator=draws), torch.arange(n) % 3 + 2


def model(seed: int = 1) -> torch.nn.Module:
    from mutapa.nets.model import Model

    return Model(shape_of(ASCENDING, SMALL), seed)


def test_a_batch_is_its_positions_one_by_one() -> None:
    made, (sparse, dense, seats) = model(), batch()
    told = made(sparse, dense, seats)
    for i in range(len(seats)):
        one = made(sparse[i : i + 1], dense[i : i + 1], seats[i : i + 1])
        for whole, alone in zip(told, one, strict=True):
            torch.testing.assert_close(whole[i], alone[0], rtol=1e-5, atol=1e-5)
    rows = [row[row < made.shape.sparse] for row in sparse]
    offsets = torch.tensor([0, *np.cumsum([len(row) for row in rows])[:-1]])
    torch.testing.assert_close(made(torch.cat(rows), dense, seats, offsets), told)


def test_seats_that_are_not_there_get_nothing() -> None:
    told = model()(*batch())
    shares = told.values.softmax(-1)
    torch.testing.assert_close(shares.sum(1), torch.ones(5))
    for i, seats in enumerate(batch()[2].tolist()):
        assert (shares[i, seats:] == 0).all()
        assert (shares[i, :seats] > 0).all()


def test_every_weight_is_learned() -> None:
    made, (sparse, dense, seats) = model(), batch(40)
    assert made.query.abs().max() == 0  # nothing is corrected to begin with; the next gradient moves the rest of the policy
    torch.nn.init.normal_(made.query)
    told = made(sparse, dense, seats)
    pairs, cells = torch.randint(0, made.shape.pairs, (40, 9)), torch.zeros((40, 9), dtype=torch.int64)
    values = told.values[:, :2]
    (values.square().sum() + told.margins.square().sum() + made.policy(told.thought, pairs, cells).square().sum()
     + made.bids(told.thought).square().sum()).backward()  # fmt: skip
    for name, row in made.named_parameters():
        assert row.grad is not None, name
        assert row.grad.abs().max() > 0, name


def test_a_policy_scores_each_action_by_itself() -> None:
    made, (sparse, dense, seats) = model(), batch()
    thought = made(sparse, dense, seats).thought
    pairs, cells = torch.randint(0, made.shape.pairs, (5, 8)), torch.zeros((5, 8), dtype=torch.int64)
    order = torch.randperm(8)
    shuffled = made.policy(thought, pairs[:, order], cells[:, order])
    torch.testing.assert_close(made.policy(thought, pairs, cells)[:, order], shuffled)


def test_weights_go_to_a_file_and_back() -> None:
    from mutapa.nets.model import model_of

    made, shape = model(), shape_of(ASCENDING, SMALL)
    found = read(write(made.weights(header_of(ASCENDING, shape)), "float32"), "net")
    again = model_of(found)
    torch.testing.assert_close(again(*batch()), made(*batch()))
    assert list(made.tensors) == list(shape.tensors)
    rounded = model_of(read(write(made.weights(header_of(ASCENDING, shape))), "net"))
    torch.testing.assert_close(rounded(*batch()).values.softmax(-1), made(*batch()).values.softmax(-1), rtol=0.01, atol=0.01)


def test_one_seed_gives_one_model() -> None:
    one, other = model(3).tensors, model(3).tensors
    assert all(np.array_equal(one[name], other[name]) for name in one)
    assert not np.array_equal(model(3).tensors["embed"], model(4).tensors["embed"])
