"""The sequential test: ratios against published ones, error rates by simulation, the order of the schedule."""

from __future__ import annotations

import doctest
import heapq
import math

import numpy as np
import pytest

from mutapa.core.errors import InvalidError
from mutapa.experiments.laboratory import sequential, sprt
from mutapa.experiments.laboratory.sequential import Floats, Hypotheses, Tally, ratio, walk
from mutapa.experiments.tournaments import ratings

PAIRS = [
    # Pairs of games by score 0, 1/4 .. 1; Elo; what fishtest's LLRcalc gives (commit 93fe81e).
    ((3, 20, 50, 22, 5), 0, 20, 0.04032037241670679),
    ((3, 20, 50, 22, 5), 0, 5, 0.17838022438188125),
    ((3, 20, 50, 22, 5), -10, 10, 0.9344729113889829),
    ((0, 10, 30, 12, 0), 0, 20, -0.27041453628885204),
    ((0, 10, 30, 12, 0), 0, 5, 0.085226848211516),
    ((12, 40, 60, 30, 8), 0, 20, -2.9973011351582723),
    ((12, 40, 60, 30, 8), -10, 10, -2.0579732004260216),
]
ROUNDED = [
    # What fastchess's own tests expect, to a hundredth.
    ((365, 16618, 36229, 16974, 390), 0, 2, "normalized", 2.25),
    ((127, 4883, 10712, 5150, 104), -1.75, 0.25, "normalized", 3.01),
    ((223, 9863, 21279, 10037, 246), 0.5, 2.5, "logistic", -3.07),
    ((871, 26175, 55983, 26678, 821), 0, 2, "logistic", -4.98),
]


def of_counts(test: Hypotheses, counts: tuple[int, ...]) -> float:
    return float(test.ratios(test.grid, np.array(counts, dtype=np.float64)))


@pytest.mark.parametrize(("counts", "elo0", "elo1", "right"), PAIRS)
def test_ratios_are_fishtests(counts: tuple[int, ...], elo0: float, elo1: float, right: float) -> None:
    assert of_counts(Hypotheses(2, elo0, elo1), counts) == pytest.approx(right, abs=1e-9)


@pytest.mark.parametrize(("counts", "elo0", "elo1", "model", "right"), ROUNDED)
def test_ratios_are_fastchess(counts: tuple[int, ...], elo0: float, elo1: float, model: str, right: float) -> None:
    assert of_counts(Hypotheses(2, elo0, elo1, model=model), counts) == pytest.approx(right, abs=0.006)


def test_the_order_of_blocks_changes_only_the_path() -> None:
    shares = [0.0, 0.25, 0.5, 0.5, 0.75, 1.0, 1.0]
    test = Hypotheses(2, 0, 20)
    path = walk(test, shares)
    assert path[-1] == pytest.approx(ratio(test, shares[::-1]))
    assert path[3:] == pytest.approx(walk(test, shares[3:], shares[:3]))
    assert path[-1] == pytest.approx(of_counts(test, (1, 1, 2, 1, 2)))


def test_the_fit_maximises_the_likelihood() -> None:
    # Four seats, a win shared by three among the scores: against a search over all distributions of that mean.
    optimize = pytest.importorskip("scipy.optimize")
    test = Hypotheses(4, 0, 100)
    shares = [0.0] * 3 + [0.25] * 6 + [1 / 12] * 2 + [0.5] * 7 + [1.0] * 2
    scores, counts = np.unique(np.rint(np.array(shares) * 96) / 96, return_counts=True)
    missing = np.setdiff1d(test.grid, scores)
    scores, weights = np.append(scores, missing), np.append(counts, np.full(len(missing), 1e-3))

    def best(mean: float) -> float:
        found = optimize.minimize(
            lambda p: -weights @ np.log(p), weights / weights.sum(), jac=lambda p: -weights / p, method="SLSQP",
            bounds=[(1e-9, 1)] * len(scores), options={"maxiter": 500, "ftol": 1e-12},
            constraints=[{"type": "eq", "fun": lambda p: p.sum() - 1}, {"type": "eq", "fun": lambda p: p @ scores - mean}],
        )  # fmt: skip
        return float(-found.fun)

    low, high = test.expected
    assert (low, round(high, 4)) == (0.25, 0.3722)
    assert ratio(test, shares) == pytest.approx(best(high) - best(low), abs=1e-4)


# --- error rates ------------------------------------------------------------------------------------------------------


def blocks(rng: np.random.Generator, tests: int, length: int, seats: int, elo: float, spread: float) -> Floats:
    """Scores of blocks: by Luce's axiom in each game, with an effect of its own on all games of a block and one of the seat."""
    lift = rng.normal(0, spread, (tests, length, 1)) + 0.3 * np.arange(seats)
    even = calibrated(seats, elo, spread)
    won = rng.random((tests, length, seats)) < 1 / (1 + (seats - 1) * np.exp(-(even + lift)))
    return won.mean(axis=2)


def calibrated(seats: int, elo: float, spread: float) -> float:
    """The strength with which the mean score is that of `elo`, whatever the blocks' and seats' effects."""
    wanted = 1 / (1 + (seats - 1) * 10 ** (-elo / 400))
    nodes, weights = np.polynomial.hermite_e.hermegauss(40)
    lift = spread * nodes[:, None] + 0.3 * np.arange(seats)
    low, high = -20.0, 20.0
    for _ in range(60):
        middle = (low + high) / 2
        mean = weights @ (1 / (1 + (seats - 1) * np.exp(-(middle + lift)))).mean(axis=1) / weights.sum()
        low, high = (middle, high) if mean < wanted else (low, middle)
    return (low + high) / 2


def ends(test: Hypotheses, scores: Floats, stride: int = 40) -> Floats:
    """The ratio at which each row of `scores` ends its test; those that don't end are not a number."""
    tests, length = scores.shape
    ticks = np.rint(scores * 2 * test.seats).astype(np.int64)
    counts, found, open_ = np.zeros((tests, 2 * test.seats + 1)), np.full(tests, np.nan), np.arange(tests)
    lower, upper = test.bounds
    for first in range(0, length, stride):
        seen = ticks[open_, first : first + stride, None] == np.arange(2 * test.seats + 1)
        path = counts[open_, None] + np.cumsum(seen, axis=1)
        ratios = test.ratios(test.grid, path)
        counts[open_] = path[:, -1]
        over = (ratios <= lower) | (ratios >= upper)
        done = over.any(axis=1)
        found[open_[done]] = ratios[done, over[done].argmax(axis=1)]
        open_ = open_[~done]
        if not len(open_):
            break
    return found


@pytest.mark.parametrize(("seats", "model", "spread"), [(2, "logistic", 0.0), (2, "logistic", 1.5), (4, "logistic", 1.0),
                                                        (2, "normalized", 0.0)])  # fmt: skip
def test_error_rates_in_2000_tests(seats: int, model: str, spread: float) -> None:
    test = Hypotheses(seats, 0, 60, model=model)
    rng = np.random.default_rng(5)
    for elo, wrong in ((0, lambda end: end > 0), (60, lambda end: end < 0)):
        end = ends(test, blocks(rng, 1000, 1200, seats, elo, spread))
        assert not np.isnan(end).any()
        # 5 % and two standard errors of 1,000 tests
        assert wrong(end).mean() <= 0.05 + 2 * math.sqrt(0.05 * 0.95 / 1000), (elo, wrong(end).mean())


@pytest.mark.parametrize(
    ("seats", "elo1", "scores", "odds"),
    [(3, 80, (0, 1 / 2, 2 / 3), (0.3, 0.6, 0.1)), (2, 60, (0, 1 / 2, 1), (0.02, 0.96, 0.02)),
     (4, 60, (0, 1 / 4, 1 / 2, 1), (0.2, 0.7, 0.08, 0.02))],
)  # fmt: skip
def test_error_rates_where_blocks_hardly_differ(
    seats: int, elo1: float, scores: tuple[float, ...], odds: tuple[float, ...]
) -> None:
    test = Hypotheses(seats, 0, elo1)
    rng, values = np.random.default_rng(8), np.array(scores)
    for mean, wrong in zip(test.expected, (lambda end: end > 0, lambda end: end < 0), strict=True):
        low, high = -60.0, 60.0
        for _ in range(60):  # the odds, tilted to the mean
            tilted = np.array(odds) * np.exp((low + high) / 2 * values)
            tilted /= tilted.sum()
            low, high = ((low + high) / 2, high) if tilted @ values < mean else (low, (low + high) / 2)
        end = ends(test, rng.choice(values, (1000, 600), p=tilted), 20)
        assert not np.isnan(end).any()
        assert wrong(end).mean() <= 0.05 + 2 * math.sqrt(0.05 * 0.95 / 1000)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("model", ["logistic", "normalized"])
def test_a_match_that_goes_one_way_ends(seats: int, model: str) -> None:
    tally = Tally(Hypotheses(seats, 0, 20, model=model))
    tally.extend((block, 1.0) for block in range(1, 200))
    won = tally.standing()
    assert won.accepted == "elo1"
    assert won.elo(seats) is None
    tally = Tally(Hypotheses(seats, 0, 20, model=model))
    tally.extend((block, 0.0) for block in range(1, 2000))
    lost = tally.standing()
    assert lost.accepted == "elo0"
    assert won.blocks < lost.blocks or seats == 2


# --- order ------------------------------------------------------------------------------------------------------------


def race(rng: np.random.Generator, length: int, workers: int) -> list[tuple[int, float]]:
    """Blocks of two games between equal bots in the order they end: the games that A wins are short."""
    won = rng.random((length, 2)) < 0.5
    seconds = np.where(won, 1.0, 12.0).sum(axis=1) * rng.uniform(0.8, 1.2, length)
    running: list[tuple[float, int]] = []
    arrived = []
    for block in range(length):
        now = 0.0
        if len(running) == workers:
            now, ended = heapq.heappop(running)
            arrived.append(ended)
        heapq.heappush(running, (now + float(seconds[block]), block))
    arrived += [block for _, block in sorted(running)]
    return [(block + 1, float(won[block].mean())) for block in arrived]


def test_short_wins_that_come_first_change_nothing() -> None:
    # A14: 16 workers, 1,000 runs, asked after every 16 arrivals.
    test = Hypotheses(2, 0, 150)
    rng, accepted, naive = np.random.default_rng(14), [], []
    lower, upper = test.bounds
    for _ in range(1000):
        arrivals = race(rng, 320, 16)
        tally = Tally(test)
        for first in range(0, len(arrivals), 16):
            tally.extend(arrivals[first : first + 16])
            if tally.standing().accepted:
                break
        accepted.append(tally.standing().accepted)
        path = walk(test, [share for _, share in arrivals])
        over = np.flatnonzero((path <= lower) | (path >= upper))
        naive.append(path[over[0]] > 0)
    assert accepted.count("") == 0
    assert accepted.count("elo1") / 1000 <= 0.05
    assert np.mean(naive) > 0.15  # by order of arrival it would have gone wrong: the simulation is worth something


def test_short_losses_that_come_first_change_nothing() -> None:
    # The other way round: the bot under test is elo1 stronger, its losses are short.
    test = Hypotheses(2, -150, 0)
    rng, rejected = np.random.default_rng(15), 0
    for _ in range(1000):
        tally = Tally(test)
        tally.extend((block, 1 - share) for block, share in race(rng, 320, 16))
        rejected += tally.standing().accepted == "elo0"
    assert rejected / 1000 <= 0.05


def test_a_tally_waits_for_blocks_out_of_turn() -> None:
    tally = Tally(Hypotheses(2, 0, 20))
    tally.add(2, 1.0)
    tally.add(4, 0.25)
    assert (tally.standing().blocks, tally.standing().ahead, tally.standing().share) == (0, 2, None)
    tally.add(1, None)
    tally.add(1, 1.0)  # stands there already
    now = tally.standing()
    assert (now.blocks, now.void, now.ahead, now.share) == (1, 1, 1, 1.0)
    tally.add(3, 0.5)
    assert tally.standing().ratio == pytest.approx(ratio(Hypotheses(2, 0, 20), [1.0, 0.5, 0.25]))


def test_what_comes_after_the_decision_counts_for_nothing() -> None:
    test = Hypotheses(2, 0, 200)
    one, other = Tally(test), Tally(test)
    scores = [(block, 1.0 if block < 30 else 0.0) for block in range(1, 60)]
    one.extend(scores)
    for each in scores:
        other.extend([each])
        other.standing()
    assert one.standing() == other.standing()
    assert one.standing().accepted == "elo1"
    assert one.standing().blocks < 30


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"seats": 1}, "seats is 1"),
        ({"seats": 2, "elo0": 5, "elo1": 5}, "elo0 below elo1"),
        ({"seats": 2, "elo1": math.nan}, "elo0 below elo1"),
        ({"seats": 2, "alpha": 0.0}, "alpha is 0; right would be between 0 and 0.5"),
        ({"seats": 2, "beta": 0.7}, "beta is 0.7"),
        ({"seats": 2, "model": "logistik"}, "did you mean 'logistic'?"),
    ],
)
def test_bad_input(given: dict[str, float], said: str) -> None:
    with pytest.raises(InvalidError, match="sequential test: ") as error:
        Hypotheses(**given)  # type: ignore[arg-type]
    assert said in str(error.value)


def test_examples_in_docstrings() -> None:
    for module in (ratings, sequential, sprt):
        assert doctest.testmod(module).failed == 0
