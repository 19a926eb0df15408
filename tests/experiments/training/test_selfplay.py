"""Self-play: the same samples whoever plays, only what a seat saw, records that replay, and what makes no sense refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from mutapa.core import registry
from mutapa.core.errors import InvalidError
from mutapa.core.record import Record
from mutapa.experiments import cli
from mutapa.experiments.training import selfplay
from mutapa.experiments.training.selfplay import Playing, Task
from mutapa.experiments.workers import workers
from mutapa.nets.samples import NONE, Chunk
from mutapa.nets.weights import save
from tests.nets.random_nets import random_weights


def task(game: str, seats: tuple[int, ...] = (2,), spec: str = "uct:memory=1", count: int = 4, **playing: Any) -> Task:
    how = Playing(**{"full": 24, "fast": 6, "share": 0.5, **playing})
    return Task(game, {}, seats, spec, spec, 7, 1, 1, count, how, 2, "plain")


def samples(of: Task) -> Chunk:
    return Chunk.from_bytes(selfplay.play(of).data, registry.get(of.game), "here")


def test_a_chunk_is_a_function_of_its_task() -> None:
    whole = selfplay.play(task("tictactoe"))
    assert whole.data == selfplay.play(task("tictactoe")).data
    late = samples(task("tictactoe")._replace(first=3, games=2))
    both = samples(task("tictactoe"))
    assert np.array_equal(late.seen, both.seen[both.number[both.game] >= 3])
    other = selfplay.play(task("tictactoe")._replace(stage=2))
    assert other.data != whole.data


@pytest.mark.parametrize(("game", "seats"), [("kuhn", (2,)), ("ascending", (2, 3, 4)), ("sealed", (3,)), ("tictactoe", (2,))])
def test_targets_are_of_the_legal_actions(game: str, seats: tuple[int, ...]) -> None:
    found = samples(task(game, seats, count=6))
    assert len(found)
    at = np.cumsum(found.counts) - found.counts
    for i in range(len(found)):
        policy = found.policy[at[i] : at[i] + found.counts[i]]
        if found.full[i]:
            assert policy.sum() == pytest.approx(1)
            assert len(policy) > 1
            n = int(found.seats[found.game[i]])
            assert found.value[i, :n].sum() == pytest.approx(1, abs=1e-3)
        else:
            assert len(policy) == 0
    assert found.outcome.sum(axis=1) == pytest.approx(1)
    assert set(found.seats.tolist()) == set(seats)


def test_bids_are_told_of_auctions() -> None:
    found = samples(task("ascending", (3,), count=8, watch=1.0))
    watched = (found.full == 0) & (found.counts == 0)
    assert watched.any()
    assert (found.bids[watched][:, :3] != NONE).any(axis=1).all()  # someone is about to bid
    assert np.isnan(found.value[watched]).all()


def test_a_seat_sees_no_more_than_it_may() -> None:
    found, layout = samples(task("kuhn", count=8)), registry.get("kuhn").layout
    for i in range(len(found)):
        cards = layout.dump(found.seen[i])["card"]
        assert isinstance(cards, list)
        assert cards[1 - int(found.seat[i])] == 0


def test_kept_records_replay() -> None:
    played = selfplay.play(task("ascending", (3,)))
    assert sorted(played.records) == [2, 4]
    for data in played.records.values():
        record = Record.from_bytes(data)
        state = record.verify()
        assert state.is_over
        assert record.bots == ["uct:memory=1"] * 3


def test_a_bot_without_a_search_is_imitated() -> None:
    found = samples(task("tictactoe", spec="expert", random=0.3))
    assert (found.full == 1).all()
    assert np.isnan(found.value).all()
    best = found.policy.reshape(-1)
    assert set(best.tolist()) == {0.0, 1.0}


def test_improved_policies_and_gumbel() -> None:
    cold = {"spec": "uct:select=gumbel,memory=1", "temperature": 0.0, "temperature_late": 0.0}
    visits, improved = samples(task("tictactoe", **cold)), samples(task("tictactoe", **cold, policy="improved"))
    assert np.array_equal(visits.seen, improved.seen)  # the target changes, the games don't
    assert not np.array_equal(visits.policy, improved.policy)
    assert (improved.policy > 0).all()


def test_workers_write_the_same_files(tmp_path: Path) -> None:
    for n in (1, 2):
        todo = list(selfplay.tasks(task("tictactoe", chunk=2), 5))
        assert [(each.first, each.games) for each in todo] == [(1, 2), (3, 2), (5, 1)]
        with workers.Pool(selfplay.play, n) as pool:
            for _ in selfplay.run(pool, todo, tmp_path / str(n), lambda: True):
                pass
    one = {path.name: path.read_bytes() for path in (tmp_path / "1").iterdir()}
    assert one == {path.name: path.read_bytes() for path in (tmp_path / "2").iterdir()}
    assert set(one) == {"000001.npz", "000003.npz", "000005.npz", "000002.record", "000004.record"}


def test_rates_are_of_all_workers(tmp_path: Path) -> None:
    words = ["selfplay", "tictactoe", "uct:memory=1", "--games", "16", "--sims", "10", "--fast", "0", "--backend", "plain"]
    lines = tmp_path / "metrics.jsonl"
    done = CliRunner().invoke(cli.app, [*words, "--out", str(tmp_path / "out"), "--metrics", str(lines)])
    assert done.exit_code == 0, done.output
    rows = [json.loads(line) for line in lines.read_text().splitlines()]
    assert [row["games"] for row in rows] == [8, 16]
    last = rows[-1]
    chunks = [Chunk.load(path, registry.get("tictactoe")) for path in sorted((tmp_path / "out").glob("*.npz"))]
    assert last["samples"] == sum(map(len, chunks))
    assert last["simulations"] == sum(int(each.head["simulations"]) for each in chunks) > 500
    for rate in ("games", "simulations"):
        assert last[f"{rate}_per_s"] == pytest.approx(last[rate] / last["seconds"], rel=0.1)
    summary = done.stdout.splitlines()[-2]
    assert summary.startswith(f"16 games, {last['samples']} samples, ")
    assert " simulations a second (" in summary
    again = CliRunner().invoke(cli.app, [*words, "--out", str(tmp_path / "out"), "--metrics", str(lines)])
    assert again.exit_code == 0
    assert len(lines.read_text().splitlines()) == 2, "nothing was left to play"


def test_other_games_are_not_mixed_in(tmp_path: Path) -> None:
    more = ["--games", "8", "--backend", "plain", "--out", str(tmp_path)]
    assert CliRunner().invoke(cli.app, ["selfplay", "tictactoe", "random", *more]).exit_code == 0
    before = sorted(path.name for path in tmp_path.iterdir())
    for words, why in {
        ("kuhn", "random"): 'game was "tictactoe" when this began, now it is "kuhn"; right would be the same, or another --out',
        ("tictactoe", "greedy"): 'bot was "random" when this began, now it is "greedy"',
        ("tictactoe", "random", "--seed", "5"): "seed was 0 when this began, now it is 5",
        ("tictactoe", "random", "--sims", "5"): "full was 200 when this began, now it is 5",
        ("tictactoe", "random", "--fast", "5"): "fast was 40 when this began, now it is 5",
    }.items():
        with pytest.raises(InvalidError, match=why):
            CliRunner().invoke(cli.app, ["selfplay", *words, *more, "--games", "16"], catch_exceptions=False)
    assert sorted(path.name for path in tmp_path.iterdir()) == before
    (tmp_path / "plan.json").unlink()
    with pytest.raises(InvalidError, match=r"games lie there, and no plan\.json tells how they were played"):
        CliRunner().invoke(cli.app, ["selfplay", "tictactoe", "random", *more], catch_exceptions=False)


def test_other_numbers_of_players_and_options_are_not_mixed_in(tmp_path: Path) -> None:
    more = ["random", "--games", "8", "--backend", "plain", "--out", str(tmp_path)]
    assert CliRunner().invoke(cli.app, ["selfplay", "ascending", *more, "--seats", "2,3"]).exit_code == 0
    with pytest.raises(InvalidError, match=r"seats was \[2, 3\] when this began, now it is \[3\]"):
        CliRunner().invoke(cli.app, ["selfplay", "ascending", *more, "--seats", "3"], catch_exceptions=False)


def test_more_games_are_the_same_as_all_at_once(tmp_path: Path) -> None:
    """A last file of fewer games is played anew where more are wanted; fewer leave what is there."""
    words = ["selfplay", "tictactoe", "random", "--backend", "plain", "--records", "0"]
    for folder, numbers in {"once": (20,), "twice": (10, 20, 10)}.items():
        for n in numbers:
            done = CliRunner().invoke(cli.app, [*words, "--games", str(n), "--out", str(tmp_path / folder)])
            assert done.exit_code == 0, done.output
    once, twice = ({path.name: path.read_bytes() for path in (tmp_path / each).iterdir()} for each in ("once", "twice"))
    assert set(once) == {"plan.json", "000001.npz", "000009.npz", "000017.npz"}
    assert once == twice


def test_another_network_under_the_same_name_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "net.safetensors"
    words = ["selfplay", "tictactoe", f"uct:net={path},memory=1", "--games", "1", "--sims", "2", "--fast", "0"]
    words += ["--backend", "plain", "--out", str(tmp_path / "out")]
    for seed in (1, 2):
        save(path, random_weights(registry.get("tictactoe"), seed=seed))
        if seed == 1:
            assert CliRunner().invoke(cli.app, words, catch_exceptions=False).exit_code == 0
    with pytest.raises(InvalidError, match=r"files was .* when this began"):
        CliRunner().invoke(cli.app, words, catch_exceptions=False)


def test_batches_of_an_inference_actor_are_in_the_rates() -> None:
    tally = selfplay.Tally()
    tally.add(selfplay.Played(1, b"", games=3, samples=5), {"rows": 30, "batches": 2})
    assert "mean_batch" in tally.add(selfplay.Played(4, b"", games=1), None)
    told = tally.add(selfplay.Played(5, b"", games=1), {"rows": 30, "batches": 4})
    assert (told["games"], told["samples"], told["mean_batch"]) == (5, 5, 10.0)
    assert selfplay.in_words(told).endswith(", 10.0 positions a batch")


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(InvalidError, match="here: share is 2; right would be a share"):
        selfplay.check(Playing(share=2), "here")
    with pytest.raises(InvalidError, match="policy is 'best'; right would be visits or improved"):
        selfplay.check(Playing(policy="best"), "here")
    with pytest.raises(InvalidError, match="goes by a clock"):
        selfplay.check_bot("uct:seconds=1", "here")
    with pytest.raises(InvalidError, match="told what its seat can't see"):
        selfplay.check_bot("uct:worlds=cheat", "here")
    with pytest.raises(InvalidError, match="--seats: '2,x'"):
        selfplay.seats_from("2,x", registry.get("kuhn"))
