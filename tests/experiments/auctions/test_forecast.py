"""Bids foretold and bidders fitted: known types are found again, log-loss is what it says, mistakes are one line."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mutapa.core.errors import InvalidError
from mutapa.core.record import Record
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.core.toys.ascending.game import GAME
from mutapa.core.toys.kuhn.game import GAME as KUHN
from mutapa.experiments.auctions.auctions import found, read
from mutapa.experiments.auctions.bidders import observations, table_of
from mutapa.experiments.auctions.forecast import EVEN, Forecast, forecasts
from mutapa.experiments.matches.play import play
from mutapa.nets.shape import shape_of
from mutapa.nets.weights import Weights, header_of, save
from mutapa.search.bots import make
from mutapa.search.expectations import Learned
from tests.nets.random_nets import SMALL, blank, random_weights


def recorded(folder: Path, specs: list[str], games: int, first: int = 0, game: Any = GAME, **options: Any) -> list[Path]:
    """Games between bots, as files."""
    paths = []
    for seed in range(first, first + games):
        state = State.new(game, len(specs), seed=seed, options=options)
        streams = [derive(seed, "seat", i) for i in range(len(specs))]
        bots = [make(spec) for spec in specs]
        done = play(game, state.description, bots, streams=streams, luck=derive(seed, "luck"), backend="plain")
        paths.append(done.record.save(folder / f"{seed:03}.record"))
    return paths


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Bidders with limits of 2 and 6 of 9 coins, three auctions a game."""
    folder = tmp_path_factory.mktemp("games")
    return recorded(folder, ["bidder:type=limit-2", "bidder:type=limit-6"], 40, budget=9, rounds=3)


def test_auctions_are_runs_of_bidding_steps(tmp_path: Path) -> None:
    state = State.new(GAME, 2, options={"budget": 4, "rounds": 2})
    record = Record.begin(state, ["a", "b"], 1)
    for text in ("bid 1", "bid 2", "bid 3", "pass", "income 1", "bid 1", "pass"):
        record.step(state, state.parse(text))
        state.apply(text)
    record.finish(state)
    game = next(read([record.save(tmp_path / "one.record")], "plain"))
    assert [[(step.seat, step.action, step.voluntary) for step in run.steps] for run in game.runs] == [
        [(0, 1, True), (1, 2, True), (0, 3, True), (1, 0, False)], [(1, 1, True), (0, 0, False)],
    ]  # fmt: skip
    assert game.traits(game.runs[0], 0) == 4


def test_a_fit_explains_what_was_bid_as_well_as_the_truth_does(games: list[Path], tmp_path: Path) -> None:
    """Limits beyond what an auction showed can't be told apart, so it is the bids that have to be explained."""
    table = table_of(read(games, "plain"))
    assert (table["game"], table["types"], table["games"], len(table["rows"])) == ("ascending", 10, 40, 64)
    row = table["rows"][9]  # nine coins: the first auction of each game
    assert table["seen"][9] >= 70
    traits, chances, _ = observations(read(games, "plain"))
    first = chances[traits == 9]

    def explained(weights: Any) -> float:
        return float(np.log(first @ (np.array(weights) / sum(weights))).mean())

    truth = explained([0, 0, 1, 0, 0, 0, 1, 0, 0, 0])
    assert explained(row) > explained([1] * 10) + 0.3
    assert explained(row) > truth - 0.15
    path = tmp_path / "table.json"
    path.write_text(json.dumps(table))
    assert Learned(str(path)).table == table["rows"]


def test_traits_never_seen_lean_on_the_weights_of_all(games: list[Path]) -> None:
    table = table_of(read(games, "plain"))
    assert table["seen"][60] == 0
    assert table["rows"][60][2] > table["rows"][60][8]


def test_a_learned_table_foretells_better_on_games_held_out(games: list[Path], tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_text(json.dumps(table_of(read(games[:20], "plain"))))
    results = forecasts(read(games[20:], "plain"), ["limits-uniform", f"limits-learned={path}"])
    uniform, learned, even = results
    assert learned.mean < uniform.mean - 0.05
    assert uniform.mean < even.mean - 0.3
    assert even.name == EVEN
    assert learned.miscalibration < uniform.miscalibration
    assert sum(cell[0] for cell in learned.passes) == learned.steps
    assert set(learned.data()["bidders"]) == {"bidder:type=limit-2", "bidder:type=limit-6"}


def test_log_loss_by_hand(tmp_path: Path) -> None:
    """One bid of 1, one pass, two coins: by the even belief over limits 0, 1, 2."""
    paths = recorded(tmp_path, ["bidder:type=limit-2", "bidder:type=pass"], 1, budget=2)
    game = next(read(paths, "plain"))
    assert [step.action for step in game.runs[0].steps] == [1, 0]
    uniform, even = forecasts(read(paths, "plain"), ["limits-uniform"])
    small = 0.05 / 3
    first = (small + 2 * (1 - 2 * small)) / 3  # limits 1 and 2 open with 1
    second = (2 * (1 - 0.025) + 0.025) / 3  # limits 0 and 1 pass then; the legal steps are two
    assert uniform.mean == pytest.approx((-math.log(first) - math.log(second)) / 2, abs=1e-4)
    assert even.mean == pytest.approx((math.log(3) + math.log(2)) / 2)


def test_a_network_foretells_beside_beliefs(tmp_path: Path) -> None:
    """One that is sure of nothing: classes alike, each shared out among its raises. Three coins, opened with 1: then a pass."""
    shape = shape_of(GAME, SMALL)
    save(tmp_path / "net.safetensors", Weights(header_of(GAME, shape), blank(shape)))
    paths = recorded(tmp_path, ["bidder:type=limit-2", "bidder:type=pass"], 1, budget=3)
    told, even = forecasts(read(paths, "plain"), [f"limits-learned={tmp_path / 'net.safetensors'}"])
    assert told.steps == 2
    assert told.mean == pytest.approx(even.mean) == pytest.approx((math.log(4) + math.log(3)) / 2)
    paths = recorded(tmp_path, ["bidder:type=limit-2", "bidder:type=pass"], 1, budget=20)
    told, even = forecasts(read(paths, "plain"), [f"limits-learned={tmp_path / 'net.safetensors'}"])
    assert even.mean == pytest.approx((math.log(21) + math.log(20)) / 2)
    assert told.mean == pytest.approx(math.log(7))  # a pass and raises by 1 to 5; six or more are one class
    save(tmp_path / "kuhn.safetensors", random_weights(KUHN))
    with pytest.raises(InvalidError, match="a network of kuhn; right would be one of ascending"):
        forecasts(read(paths, "plain"), [f"limits-learned={tmp_path / 'kuhn.safetensors'}"])


def test_calibration_counts() -> None:
    one = Forecast("x")
    for passing, passed in ((0.05, False), (0.95, True), (0.92, False), (1.0, True)):
        one.add("bot", 0.5, passing, passed)
    assert one.mean == pytest.approx(math.log(2))
    assert one.error == pytest.approx(0)
    assert [cell[0] for cell in one.passes] == [1, 0, 0, 0, 0, 0, 0, 0, 0, 3]
    assert one.miscalibration == pytest.approx((0.05 + abs(2.87 - 2)) / 4)


def test_what_cannot_be_fitted_is_refused(tmp_path: Path, games: list[Path]) -> None:
    with pytest.raises(InvalidError, match=r"no \.record files are in this folder; `mutapa match` writes some"):
        found([tmp_path])
    with pytest.raises(InvalidError, match="no bidder types"):
        list(read(recorded(tmp_path, ["random", "random"], 1, game=KUHN), "plain"))
    others = recorded(tmp_path, ["random", "random"], 1, budget=3, first=95)
    with pytest.raises(InvalidError, match="other types of bidders than in the games before it; fit them apart"):
        observations(read([*games[:1], *others], "plain"))


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "mutapa.experiments.cli", *words], capture_output=True, text=True, timeout=120)


def test_the_commands(games: list[Path], tmp_path: Path) -> None:
    out, picture = tmp_path / "table.json", tmp_path / "plot.svg"
    fitted = run("fit-bidders", *map(str, games[:10]), "-o", str(out), "--backend", "plain")
    assert fitted.returncode == 0, fitted.stderr
    assert "of 10 games" in fitted.stdout
    pytest.importorskip("matplotlib")
    words = ("forecast-bids", *map(str, games[10:16]), "--belief", "limits-uniform", "--belief", f"limits-learned={out}")
    done = run(*words, "--plot", str(picture), "--json", "-", "--backend", "plain")
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)["forecasts"]
    assert [each["belief"] for each in said] == ["limits-uniform", f"limits-learned={out}", "even"]
    assert picture.read_text().startswith("<?xml")
    wrong = run("forecast-bids", str(games[0]), "--belief", "limits-oracle")
    assert (wrong.returncode, wrong.stderr.count("\n")) == (2, 1)
    assert "'limits-oracle' foretells nothing of recorded games; right would be" in wrong.stderr
