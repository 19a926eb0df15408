"""Samples as a network reads them: ragged rows taken apart and put together, symmetries of the map, relative seats."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

from mutapa.core import native, registry
from mutapa.core.features import features_of, look, parts
from mutapa.core.state import State
from mutapa.nets.encode import Encoded, encode, join
from mutapa.nets.replay import Window
from mutapa.nets.samples import NONE, Builder, Chunk, Sample


def played(name: str, seats: int, steps: int, seed: int) -> Chunk:
    """A game's first steps, drawn evenly, with a sample of each."""
    game, rng = registry.get(name), np.random.default_rng(seed)
    state = State.new(name, seats=seats, seed=seed)
    samples = []
    for step in range(steps):
        while state.is_chance:
            state.apply(int(state.chances[int(rng.integers(len(state.chances)))][0]))
        if state.is_over:
            break
        legal, turn = state.legal_actions, state.turn
        value = [0.1 * (seat + 1) for seat in range(seats)]
        samples.append(Sample(state.observe(turn), turn, 0, step, True, value, legal, [1 / len(legal)] * len(legal)))
        state.apply(legal[int(rng.integers(len(legal)))])
    builder = Builder(game)
    bids = [[seat + 1 for seat in range(seats)]] * len(samples)
    shares = [1.0] + [0.0] * (seats - 1)
    builder.add(state.board, seed, seats, shares, list(range(seats)), samples, bids)
    return builder.chunk({})


def encoded(name: str, seats: int, seed: int) -> tuple[Chunk, Encoded]:
    chunk = played(name, seats, 6, seed)
    return chunk, encode(chunk, native.engine(registry.get(name), "plain"))


def row(of: Encoded, i: int) -> tuple[list[int], list[list[int]]]:
    first, action = int(of.sizes[:i].sum()), int(of.counts[:i].sum())
    inside = of.sparse[first : first + of.sizes[i]]
    return sorted(inside.tolist()), of.parts[action : action + of.counts[i]].tolist()


@pytest.mark.parametrize(("name", "seats"), [("tictactoe", 2), ("ascending", 3), ("kuhn", 2)])
def test_a_row_is_what_the_game_says(name: str, seats: int) -> None:
    chunk, found = encoded(name, seats, 3)
    for i in range(len(chunk)):
        state = State.new(name, seats=seats, seed=3).at(chunk.seen[i])
        seat = int(chunk.seat[i])
        seen = look(state, seat)
        assert row(found, i)[0] == seen.sparse
        assert found.dense[i] == pytest.approx(np.array(seen.dense) / (1 << 20))
        actions = chunk.actions[int(chunk.counts[:i].sum()) :][: chunk.counts[i]]
        assert row(found, i)[1] == [list(parts(state, int(action))) for action in actions]
        assert found.outcome[i, :seats].tolist() == [float((seat + k) % seats == 0) for k in range(seats)]
        assert found.margins[i, :seats].tolist() == [(seat + k) % seats for k in range(seats)]
        assert found.bids[i].tolist() == [NONE] + [(seat + k) % seats + 1 for k in range(1, seats)] + [NONE] * (8 - seats)


def test_rows_taken_and_joined() -> None:
    _, one = encoded("ascending", 3, 3)
    _, other = encoded("ascending", 3, 4)
    whole = join([one, other])
    order = np.array([len(one), 0, len(one) + 1, 1, 1])
    found = whole.take(order)
    assert [row(found, i) for i in range(5)] == [row(other, 0), row(one, 0), row(other, 1), row(one, 1), row(one, 1)]
    assert found.searched[1].tolist() == one.searched[0].tolist()


def test_symmetries_move_indices_and_cells() -> None:
    chunk, found = encoded("tictactoe", 2, 5)
    board = chunk.boards[0]
    moves = features_of(registry.get("tictactoe")).symmetries(board)
    assert len(found.turns) == 1
    assert len(found.turns[0]) == len(moves) > 0
    drawn = np.arange(len(found)) + 1
    turned = found.turned(drawn)
    for i in range(len(found)):
        number = int(drawn[i]) % (len(moves) + 1)
        sparse, acts = row(found, i)
        if number:
            sparse = sorted(moves[number - 1].sparse[sparse].tolist())
            acts = [[kind, argument, int(moves[number - 1].cells[cell])] for kind, argument, cell in acts]
        assert row(turned, i) == (sparse, acts)


def test_the_window_holds_the_newest_and_keeps_games_apart(tmp_path) -> None:  # type: ignore[no-untyped-def]
    paths = []
    for seed in range(1, 7):
        path = tmp_path / f"{seed}.npz"
        played("tictactoe", 2, 5, seed).save(path)
        paths.append(path)
    window = Window(native.engine(registry.get("tictactoe"), "plain"), 11, held_out=5)
    window.set(paths)
    assert window.files == paths[3:]  # 5 samples each, of which those of game 5 are held out
    assert window.learnt is not None
    assert window.tested is not None
    assert (len(window.learnt), len(window.tested)) == (10, 5)
    batches = [window.batch(np.random.default_rng(7), 4, True) for _ in range(2)]
    assert np.array_equal(batches[0].sparse, batches[1].sparse)
    assert np.array_equal(batches[0].parts, batches[1].parts)


def test_preferences_are_the_games() -> None:
    """Weights by the action, told of what the seat saw; shares of each position sum to 1, and go with it when it is taken."""

    def prefer(board: Any, work: Any, state: Any, actions: Any, n: int, out: Any) -> int:
        for i in range(n):
            out[i] = 1 + actions[i] % 5
        return 0

    game = registry.get("kuhn")
    changed = dataclasses.replace(game, rules=game.rules._replace(prefer=prefer))
    chunk = played("kuhn", 2, 6, 3)
    found, at = encode(chunk, native.engine(changed, "plain")), 0
    for i, n in enumerate(chunk.counts.tolist()):
        weights = np.array([1 + int(action) % 5 for action in chunk.actions[at : at + n]], float)
        assert np.exp(found.preferred[at : at + n]) == pytest.approx(weights / weights.sum())
        assert found.take([i]).preferred.tolist() == found.preferred[at : at + n].tolist()
        at += n
    assert at == len(found.preferred) > 0
