"""Files that commands write: never over what they read or keep themselves, and that is said before any work is done."""

from __future__ import annotations

from pathlib import Path

import pytest

from mutapa.core.errors import InvalidError
from mutapa.experiments import cli
from mutapa.experiments.parameters import check_output, check_target

ABLATION = "game: kuhn\nbots: {one: random, other: expert}\nblocks: 2\nbackend: plain\n"
TOURNAMENT = """
seats: 2
blocks: 1
table: {game: kuhn, backend: plain}
entrants: [{name: a, bot: random, inside: true}, {name: b, bot: random, inside: true}]
"""
COMMANDS = {
    "ablate": ["ablate", "small.yaml", "--out", "out"],
    "ablate-training": ["ablate-training", "training.yaml", "--out", "out"],
    "arena": ["arena", "kuhn", "random", "random", "--backend", "plain", "--setup", "setup.json"],
    "cluster memory": ["cluster", "memory", "--minutes", "0", "--backend", "plain", "--out", "out"],
    "exploit": ["exploit", "kuhn", "random", "--samples", "2", "--backend", "plain", "--setup", "setup.json"],
    "match": ["match", "match.yaml", "--setup", "setup.json"],
    "perft": ["perft", "kuhn", "--depth", "1", "--backend", "plain", "--setup", "setup.json"],
    "sprt": ["sprt", "random", "random", "--game", "kuhn", "--backend", "plain", "--max-blocks", "1", "--out", "test"],
    "tournament": ["tournament", "contest.yaml", "--out", "contest.db", "--quiet"],
}
OWN = [
    ("ablate", "out/results.parquet"), ("ablate", "out/plan.json"), ("ablate", "out/results/000001.jsonl"),
    ("ablate", "small.yaml"), ("ablate-training", "out/table.parquet"), ("ablate-training", "training.yaml"),
    ("arena", "setup.json"), ("cluster memory", "out/memory.jsonl"), ("exploit", "setup.json"), ("match", "match.yaml"),
    ("match", "setup.json"), ("perft", "setup.json"), ("sprt", "test/config.yaml"), ("tournament", "contest.db"),
    ("tournament", "contest.db-wal"), ("tournament", "contest.yaml"),
]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.yaml").write_text(ABLATION)
    (tmp_path / "match.yaml").write_text("game: kuhn\nbots: [random, random]\nbackend: plain\ngames: 1\n")
    (tmp_path / "contest.yaml").write_text(TOURNAMENT)
    (tmp_path / "run.yaml").write_text("game: kuhn\n")
    (tmp_path / "training.yaml").write_text("base: run.yaml\nvariants: {one: [learner.ema=0]}\n")
    with pytest.raises(SystemExit):
        cli.main(["setup", "kuhn", "--out", "setup.json"])
    capsys.readouterr()
    return tmp_path


@pytest.mark.parametrize(("name", "target"), OWN)
def test_no_command_writes_its_json_over_files_of_its_own(
    name: str, target: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if name == "ablate-training":
        pytest.importorskip("torch")
    if name == "cluster memory":
        pytest.importorskip("ray")
    before = {path: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(SystemExit) as ended:
        cli.main([*COMMANDS[name], "--json", target])
    printed = capsys.readouterr()
    assert (ended.value.code, printed.out) == (2, ""), printed.err
    assert len(printed.err.splitlines()) == 1
    assert f"--json: {target} would " in printed.err
    assert {path: path.read_bytes() for path in folder.iterdir()} == before, "nothing was played, nothing written"


def test_beside_them_it_does(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("perft", "exploit", "sprt", "ablate"):
        with pytest.raises(SystemExit) as ended:
            cli.main([*COMMANDS[name], "--json", "told/it.json"])
        assert ended.value.code == 0, capsys.readouterr().err
        assert (folder / "told" / "it.json").stat().st_size > 2
        (folder / "told" / "it.json").unlink()
        capsys.readouterr()


def test_lines_of_selfplay_are_not_added_to_its_plan_or_samples(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["selfplay", "kuhn", "random", "--games", "2", "--backend", "plain", "--out", "out", "--metrics"]
    for target in ("out/plan.json", "out/000001.npz"):
        with pytest.raises(SystemExit) as ended:
            cli.main([*words, target])
        assert ended.value.code == 2
        assert f"--metrics: {target} would be written over" in capsys.readouterr().err
        assert not list(folder.glob("out/*"))


def test_a_cluster_is_not_measured_for_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What can't be written is found out before twenty minutes of games, not after."""
    for command in ("check", "bench", "memory"):
        with pytest.raises(SystemExit) as ended:
            cli.main(["cluster", command, "--ray", "127.0.0.1:9", "--json", "."])
        assert ended.value.code == 2
        assert capsys.readouterr().err == "mutapa: --json: . is a folder; right would be the name of a file\n"


def test_links_and_detours_lead_to_the_same_file(folder: Path) -> None:
    (folder / "out").mkdir()
    (folder / "link").symlink_to(folder / "out")
    (folder / "other.yaml").symlink_to("small.yaml")
    for target, own, said in (
        ("other.yaml", "small.yaml", "other.yaml would be written over small.yaml; right would be another name"),
        ("out/../small.yaml", "small.yaml", "would be written over small.yaml"),
        ("link/new.json", "out", "link/new.json would lie among the files of out; right would be a name outside that folder"),
    ):
        with pytest.raises(InvalidError) as refused:
            check_output(Path(target), Path(own), "--json")
        assert said in str(refused.value)
    check_output(Path("outer.json"), Path("out"), "--json")
    for fine in (None, "-", "new.json"):
        check_target(fine, "small.yaml", "out", None)
