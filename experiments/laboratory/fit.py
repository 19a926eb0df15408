"""Fits a judge's weights to games: ``python -m mutapa.experiments.laboratory.fit stone_age --games 4000 > judge.yaml``.

Games between hand-written players, each of its own making (every weight of `prefer` varied a little, some steps made by chance,
some games begun with a stretch of random play), give positions and who won. Who wins is explained by the seats' features in a
multinomial logistic regression (McFadden 1974: a seat's odds are e to the sum of its weighted features), with the same weights
for all seats and player counts. One game in five is held out: on these log-loss and calibration are printed, for the fitted
weights and for those now in force. The YAML printed is what `uct:weights=FILE` takes; what lasts is written into `weights.py`.
"""

from __future__ import annotations

import importlib
import itertools
import math
import sys
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer

from mutapa.core import native, registry, streams
from mutapa.core.errors import InvalidError, MutapaError
from mutapa.core.game import CHANCE, OVER, SEATS, UNIT, Game
from mutapa.core.state import describe
from mutapa.core.weights import Weights
from mutapa.experiments import tables
from mutapa.experiments.parameters import GameName, Seed
from mutapa.experiments.statistics import win_shares

STEP = 1024 / math.log(2)
"""A weight of 1 is this part of a unit of log-odds for a feature of 1: 64ths of a step, 16 steps a doubling."""
PREFIX = "judge_"
HELD_OUT = 5
"""Every so many games one is kept for testing."""


class Sample(NamedTuple):
    """A position of a game: who won it, what each seat had, what the judge now in force said."""

    seats: int
    left: int
    """Rounds to come, in sixteenths, by the game's own reckoning."""
    won: list[float]
    features: list[list[int]]
    judged: list[float]
    test: bool


def varied(weights: Weights, rng: np.random.Generator, spread: float) -> dict[str, int]:
    """All weights of `prefer`, each multiplied by a number near 1."""
    found = {}
    for name in weights:
        each = weights[name]
        if not name.startswith(PREFIX):
            value = round(each.default * math.exp(spread * rng.standard_normal()))
            found[name] = min(each.most, max(each.least, value))
    return found


def positions(game: Game, seats: int, games: int, seed: int, every: int) -> Iterator[Sample]:
    """About one in `every` positions of `games` games, with the features of each seat."""
    judge = importlib.import_module(game.rules.judge.__module__)
    engine, weights = native.engine(game), game.weights
    assert weights is not None
    names = [name for name in weights if name.startswith(PREFIX)]
    work, plain = engine.work(), [0] * game.work_words
    actions, weighed, out = engine.array(game.actions_max), engine.array(game.actions_max), engine.array(2 * SEATS)
    options = {"round_cap": game.match_rounds} if "round_cap" in game.options else {}
    for number in range(games):
        rng = np.random.default_rng([seed, seats, number])
        board, words = game.deal(describe(game, seats, seed=int(rng.integers(1 << 53)), options=options))
        boards = [board.copy() for _ in range(seats)]
        erring = rng.random() * 0.1  # the same for all: who leads shall not be who errs less
        spread = rng.random() * 0.25
        for each in boards:
            weights.fill(each, varied(weights, rng, spread))
        stream, luck = streams.derive(seed, "fit", seats, number), streams.derive(seed, "luck", seats, number)
        astray = int(rng.integers(200)) if number % 3 == 0 else 0
        kept: list[tuple[int, list[list[int]], list[float]]] = []
        steps = 0
        while (seat := engine.turn(board, work, words)) != OVER:
            steps += 1
            if seat == CHANCE:
                action = engine.chance(board, work, words, luck)
            else:
                if rng.random() * every < 1:
                    state = words.tolist()
                    left = judge.rounds_left(board.tolist(), state)
                    rows = []
                    for one in range(seats):
                        judge.features(board.tolist(), plain, state, one, left)
                        rows.append(plain[judge.FEATURES : judge.FEATURES + len(names)])
                    engine.judge(board, work, words, out)
                    kept.append((left, rows, [int(share) / UNIT for share in out[:seats]]))
                if steps < astray or rng.random() < erring:
                    action = engine.sample(board, work, words, stream)
                else:
                    n = engine.legal(board, work, words, actions)
                    engine.prefer(boards[seat], work, words, actions, n, weighed)
                    action = int(actions[int(weighed[:n].argmax())])
            engine.apply(board, work, words, action)
        engine.outcome(board, work, words, out)
        won = win_shares([int(rank) for rank in out[:seats]])
        for left, rows, judged in kept:
            yield Sample(seats, left, won, rows, judged, number % HELD_OUT == 0)


def regress(x: np.ndarray, mask: np.ndarray, won: np.ndarray, ridge: float = 1.0, rounds: int = 30) -> np.ndarray:
    """Weights by Newton's method: `x` [position, seat, feature], `mask` [position, seat], `won` [position, seat] summing to 1.

    >>> x = np.array([[[1.0], [0.0]]] * 4)
    >>> won = np.array([[1.0, 0.0]] * 3 + [[0.0, 1.0]])
    >>> round(float(regress(x, np.ones((4, 2), bool), won, ridge=0)[0]), 4)  # odds of 3 to 1
    1.0986
    """
    beta = np.zeros(x.shape[2])
    for _ in range(rounds):
        p = chances(x, mask, beta)
        gradient = np.einsum("nsf,ns->f", x, won - p) - ridge * beta
        mean = np.einsum("nsf,ns->nf", x, p)
        hessian = np.einsum("nsf,ns,nsg->fg", x, p, x, optimize=True) - mean.T @ mean + ridge * np.eye(len(beta))
        step = np.linalg.solve(hessian, gradient)
        beta += step
        if float(np.abs(step).max()) < 1e-9:
            break
    return beta


def bounded(x: np.ndarray, mask: np.ndarray, won: np.ndarray, room: Sequence[tuple[int, int]]) -> np.ndarray:
    """`regress`, with weights that came out with a sign outside their room left out, one after the other, the farthest first."""
    kept = list(range(len(room)))
    while True:
        beta = np.zeros(len(room))
        beta[kept] = regress(x[:, :, kept], mask, won)
        wrong = [i for i in kept if (beta[i] < 0 and room[i][0] == 0) or (beta[i] > 0 and room[i][1] == 0)]
        if not wrong:
            return beta
        kept.remove(max(wrong, key=lambda i: abs(beta[i])))


def chances(x: np.ndarray, mask: np.ndarray, beta: np.ndarray) -> np.ndarray:
    """Each seat's chance of winning by the weights `beta`."""
    odds = np.where(mask, x @ beta, -np.inf)
    odds = np.exp(odds - odds.max(axis=1, keepdims=True))
    found: np.ndarray = odds / odds.sum(axis=1, keepdims=True)
    return found


def log_loss(p: np.ndarray, won: np.ndarray) -> float:
    """Mean of -log of the chance given to the winner, in nats."""
    return float(-(won * np.log(np.maximum(p, 1e-9))).sum(axis=1).mean())


def calibration(p: np.ndarray, won: np.ndarray, mask: np.ndarray, bins: int = 10) -> list[str]:
    """A Markdown table: of seats that were given about the same chance, how many won."""
    said, came = p[mask], won[mask]
    rows = []
    for low in range(bins):
        inside = (said >= low / bins) & ((said < (low + 1) / bins) | (low == bins - 1))
        if inside.any():
            figures = (str(inside.sum()), f"{said[inside].mean():.3f}", f"{came[inside].mean():.3f}")
            rows.append((f"{low / bins:.1f}-{(low + 1) / bins:.1f}", *figures))
    return list(tables.markdown(("chance given", "seats", "mean", "won"), rows, "lrrr"))


def table(samples: Sequence[Sample], most: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Features (in whole units), mask, wins and the present judge's shares, padded to `most` seats."""
    width = len(samples[0].features[0])
    x, mask = np.zeros((len(samples), most, width)), np.zeros((len(samples), most), bool)
    won, judged = np.zeros((len(samples), most)), np.zeros((len(samples), most))
    for i, each in enumerate(samples):
        n = each.seats
        x[i, :n], mask[i, :n] = np.array(each.features) / 16, True
        won[i, :n], judged[i, :n] = each.won, each.judged
    return x, mask, won, judged


def command(
    name: GameName = "stone_age",
    games: Annotated[int, typer.Option("--games", min=10, help="Games at each number of seats.")] = 4000,
    every: Annotated[int, typer.Option("--every", min=1, help="One in so many positions is taken.")] = 20,
    seed: Seed = 1,
) -> None:
    """Play, fit, test on games held out, print the judge's weights as YAML (tables go to stderr)."""
    game = registry.get(name)
    names = [each for each in game.weights or () if each.startswith(PREFIX)]
    if not names:
        raise InvalidError(f"fit: {name} has no weights of a judge; its judge can't be fitted")
    least, most = game.seats
    samples = [each for seats in range(least, most + 1) for each in positions(game, seats, games, seed, every)]
    learnt, tested = [each for each in samples if not each.test], [each for each in samples if each.test]
    assert game.weights is not None
    beta = bounded(*table(learnt, most)[:3], [(game.weights[each].least, game.weights[each].most) for each in names])
    weights = {each: round(float(value) * STEP) for each, value in zip(names, beta, strict=True)}
    x, mask, won, judged = table(tested, most)
    p = chances(x, mask, np.array(list(weights.values())) / STEP)
    report(tested, p, judged, won, mask, len(learnt))
    for each, value in weights.items():
        typer.echo(f"{each}: {value}")


def report(tested: Sequence[Sample], p: np.ndarray, judged: np.ndarray, won: np.ndarray, mask: np.ndarray, learnt: int) -> None:
    """What the fit is worth on positions it has not seen."""
    seats, left = np.array([each.seats for each in tested]), np.array([each.left for each in tested])
    lines = [f"{learnt} positions fitted, {len(tested)} held out; log-loss of no judge, the judge now, the fitted one", ""]
    rows = []
    groups = [("all", seats > 0)]
    groups += [(f"{n} seats", seats == n) for n in sorted(set(seats))]
    edges = [0, 32, 64, 96, 128, 1 << 20]
    for low, high in itertools.pairwise(edges):
        groups.append((f"{low / 16:g}+ rounds to come", (left >= low) & (left < high)))
    for title, chosen in groups:
        if chosen.any():
            even = mask[chosen] / mask[chosen].sum(axis=1, keepdims=True)
            figures = (f"{log_loss(each, won[chosen]):.4f}" for each in (even, judged[chosen], p[chosen]))
            rows.append((title, str(chosen.sum()), *figures))
    lines += tables.markdown(("held out", "positions", "none", "now", "fitted"), rows, "lrrrr")
    print("\n".join([*lines, "", *calibration(p, won, mask)]), file=sys.stderr)


def cli() -> Any:
    """The command, with mistakes in one line."""
    try:
        typer.run(command)
    except MutapaError as error:
        print(f"mutapa: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    cli()
