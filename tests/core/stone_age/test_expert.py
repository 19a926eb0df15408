"""The hand-written player: sensible weights at positions where the answer is known, and results against weaker players."""

from __future__ import annotations

import numpy as np
import pytest

from mutapa.core import native, streams
from mutapa.core.state import State
from mutapa.core.stone_age.game import GAME
from tests.core.stone_age.positions import Scene


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


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_strict_and_object_weigh_alike(seats: int) -> None:
    """Over a whole game of expert and random steps; strict refuses indexes out of range and words past 54 bits."""
    one, two = native.engine(GAME), native.engine(GAME, "strict")
    state = State.new(GAME, seats=seats, seed=seats, options={"round_cap": 30}, backend="object")
    board, words = state.board, state.words.copy()
    work, other, rng = one.work(), two.work(), streams.derive(seats, "alike")
    out, found, same = one.array(GAME.actions_max), one.array(GAME.actions_max), one.array(GAME.actions_max)
    steps = 0
    while (seat := one.turn(board, work, words)) != -2:
        if seat < 0:
            action = one.chance(board, work, words, rng)
            streams.next32(rng)
        else:
            n = one.legal(board, work, words, out)
            one.prefer(board, work, words, out, n, found)
            two.prefer(board, other, words, out, n, same)
            assert same[:n].tolist() == found[:n].tolist()
            assert found[:n].min() >= 1
            assert found[:n].max() < 1 << 18
            action = int(out[int(found[:n].argmax())]) if steps % 5 else one.sample(board, work, words, rng)
        one.apply(board, work, words, action)
        steps += 1
    assert steps > 200


@pytest.mark.parametrize("seats", [2, 4])
def test_a_weight_goes_with_the_action_not_with_its_place_in_the_list(seats: int) -> None:
    """Trial A8, asked of preferences: lists turned round, shuffled, and of single actions, at every kind of step."""
    engine, rng = native.engine(GAME, "plain"), streams.derive(seats, "shuffled")
    state = State.new(GAME, seats=seats, seed=seats, backend="plain")
    board, words, work = state.board.tolist(), state.words.tolist(), engine.work()
    out, luck = engine.array(GAME.actions_max), streams.derive(seats, "luck").tolist()
    kinds = set()
    for _ in range(900):
        seat = engine.turn(board, work, words)
        if seat == -2:
            break
        if seat < 0:
            engine.apply(board, work, words, engine.chance(board, work, words, luck))
            continue
        n = engine.legal(board, work, words, out)
        actions, weighed = list(out[:n]), [0] * n
        engine.prefer(board, work, words, actions, n, weighed)
        weight = dict(zip(actions, weighed, strict=True))
        kinds |= {action >> 20 for action in actions}
        mixed = [each for _, each in sorted((streams.below(rng, 1 << 20), each) for each in actions)]
        for turned in (actions[::-1], mixed):
            engine.prefer(board, work, words, turned, n, weighed)
            assert [weight[action] for action in turned] == weighed
        engine.apply(board, work, words, mixed[0])
    assert len(kinds) > 8
