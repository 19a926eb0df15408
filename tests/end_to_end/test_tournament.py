"""A tournament as an organiser runs it: stopped, killed, resumed, exported, verified; what is wrong is one line."""

from __future__ import annotations

import csv
import json
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mutapa.core.record import Record
from mutapa.experiments import cli
from mutapa.experiments.tournaments.store import Store

COMMAND = [sys.executable, "-m", "mutapa.experiments.cli", "tournament"]
STARTER = Path(__file__).parent.parent.parent / "docs" / "starters" / "starter.py"
CONFIG = """
title: Three at kuhn
table: {game: kuhn, backend: plain, patience: 60}
entrants:
  - {name: Ada, author: x, bot: greedy, inside: true}
  - {name: Bob, author: y, bot: random, inside: true}
  - {name: Cyd, author: z, bot: random, inside: true}
rounds: 10
seed: 4
"""


def mutapa(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of a command run in this process."""
    with pytest.raises(SystemExit) as ended:
        cli.main(list(words))
    out, err = capsys.readouterr()
    assert isinstance(ended.value.code, int)
    return ended.value.code, out, err


def written(folder: Path, text: str = CONFIG) -> str:
    path = folder / "three.yaml"
    path.write_text(text)
    return str(path)


def table(path: Path) -> list[Any]:
    """All that results say, without times."""
    with Store.read(path) as store:
        query = "SELECT game, seat, entrant, rank, margin, verdict, words, steps FROM seats ORDER BY game, seat"
        return [*store.results(), *store.connection.execute(query)]


def without_times(rows: list[Any]) -> list[Any]:
    return [each._replace(seconds=0.0) if hasattr(each, "_replace") else each for each in rows]


def until(game: int, stop: signal.Signals, *words: str) -> int:
    """Run a tournament until its line on this game, or a later one, and stop it so; the exit code."""
    process = subprocess.Popen([*COMMAND, *words], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    assert process.stderr is not None
    for line in process.stderr:
        if line.startswith("game ") and int(line.split()[1].rstrip(",")) >= game:
            process.send_signal(stop)
            break
    process.stderr.read()
    return process.wait(60)


def test_stopped_and_killed_it_goes_on_to_the_same_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config, path, undisturbed = written(tmp_path), tmp_path / "a.db", tmp_path / "b.db"
    assert until(7, signal.SIGINT, config, "-o", str(path)) == 130
    with Store.read(path) as store:
        first, commitment = len(store.numbers()), store.meta["commitment"]
    assert 7 <= first < 30
    assert until(30, signal.SIGKILL, config, "-o", str(path), "--workers", "2") == -9
    with Store.read(path) as store:
        second = len(store.numbers())
    assert first < second < 60
    code, out, err = mutapa(capsys, "tournament", config, "-o", str(path))
    assert code == 0
    assert "60 of 60 games" in out
    assert f"seed committed to: {commitment}" in err
    assert err.count("\ngame ") == 60 - second, "none is played twice"
    code, out_undisturbed, _ = mutapa(capsys, "tournament", config, "-o", str(undisturbed), "--quiet")
    assert code == 0
    assert out_undisturbed == out
    assert without_times(table(path)) == without_times(table(undisturbed))
    with Store.read(path) as one, Store.read(undisturbed) as other:
        assert [one.record(n).to_bytes() for n in range(1, 61)] == [other.record(n).to_bytes() for n in range(1, 61)]
        assert len(one.sessions()) == 3
        assert one.revealed is not None
        assert one.meta["commitment"] == commitment
    assert not list(tmp_path.glob("*-wal")), "one file"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small tournament, with an engine from outside, played to its end."""
    folder = tmp_path_factory.mktemp("played")
    program = f"name: Cyd, author: z, command: {sys.executable} {STARTER}"
    text = CONFIG.replace("rounds: 10", "rounds: 1").replace("name: Cyd, author: z, bot: random, inside: true", program)
    words = ["tournament", written(folder, text), "-o", str(folder / "t.db"), "--quiet", "--json", str(folder / "t.json")]
    with pytest.raises(SystemExit) as ended:
        cli.main(words)
    assert ended.value.code == 0
    return folder / "t.db"


def test_a_finished_tournament_is_only_shown(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = mutapa(capsys, "tournament", str(played.parent / "three.yaml"), "-o", str(played))
    assert code == 0
    assert "6 of 6 games" in out
    assert "\ngame " not in err
    assert "seed 4, salt " in err
    with Store.read(played) as store:
        assert len(store.numbers()) == 6


def test_json_says_what_the_table_says(played: Path) -> None:
    data = json.loads((played.parent / "t.json").read_text())
    assert (data["played"], data["counted"], data["planned"], data["half_blocks"]) == (6, 6, 6, [])
    assert {row["name"] for row in data["rows"]} == {"Ada", "Bob", "Cyd"}
    assert all(row["games"] == 4 for row in data["rows"])
    assert data["verdicts"] == {}
    assert data["seed"] == 4


def test_results_go_out_as_csv_and_parquet(played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    polars = pytest.importorskip("polars")
    for name in ("t.csv", "t.parquet"):
        assert mutapa(capsys, "export-results", str(played), "-o", str(tmp_path / name))[0] == 0
    rows = list(csv.DictReader((tmp_path / "t.csv").read_text().splitlines()))
    assert len(rows) == 12
    frame = polars.read_parquet(tmp_path / "t.parquet")
    assert frame["entrant"].to_list() == [row["entrant"] for row in rows]
    assert frame["share"].to_list() == [float(row["share"]) for row in rows]
    assert frame["share"].sum() == 6
    assert set(frame["whole_block"].to_list()) == {True}
    code, _, err = mutapa(capsys, "export-results", str(played), "-o", str(tmp_path / "t.xls"))
    assert code == 2
    assert "right would be a name that ends in .csv or .parquet" in err


def test_records_leave_the_store_and_play_again(played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = mutapa(capsys, "extract-records", str(played), "--game", "2", "--game", "5", "-o", str(tmp_path))
    assert (code, err) == (0, "")
    files = sorted(tmp_path.glob("*.record"))
    assert [file.name for file in files] == ["t-game000002.record", "t-game000005.record"]
    assert [str(file) for file in files] == out.split()
    assert mutapa(capsys, "replay", *map(str, files), "--backend", "plain")[0] == 0
    assert set(Record.load(files[0]).bots) <= {"Ada", "Bob", "Cyd"}
    code, _, err = mutapa(capsys, "extract-records", str(played), "--game", "1", "--game", "7", "-o", str(tmp_path / "none"))
    assert code == 2
    assert err == f"mutapa: {played}: game 7: not among those played; 6 games are there, numbers from 1 to 6\n"
    assert not list(tmp_path.glob("none/*"))


def test_a_record_of_other_rules_still_leaves_the_store(played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Rules have changed since: the words can be read, and which step no longer fits is said."""
    path = copied(played, tmp_path)
    with Store.read(path) as store:
        record = store.record(1)
    record.rules, record.texts[2] = 99, "fold"
    change(path, "UPDATE games SET record = ? WHERE number = 1", packed(record))
    code, out, _ = mutapa(capsys, "extract-records", str(path), "--game", "1", "-o", str(tmp_path))
    assert code == 0
    code, _, err = mutapa(capsys, "replay", out.strip(), "--backend", "plain")
    assert code == 2
    assert "record rules 99, here 1; first differing item: step 3 ('fold')" in err
    code, out, _ = mutapa(capsys, "show", out.strip(), "--log")
    assert code == 0
    assert "fold" in out


def packed(record: Record) -> bytes:
    import zlib

    return zlib.compress(record.to_bytes())


def copied(path: Path, folder: Path) -> Path:
    target = folder / "copy.db"
    target.write_bytes(path.read_bytes())
    return target


def change(path: Path, query: str, *values: Any) -> None:
    connection = sqlite3.connect(path)
    connection.execute(query, values)
    connection.commit()
    connection.close()


def test_a_fair_tournament_is_verified(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Store.read(played) as store:
        published = store.meta["commitment"]
    code, out, err = mutapa(capsys, "verify-tournament", str(played), "--commitment", published, "--replay")
    assert (code, err) == (0, "")
    assert out.startswith("seed 4 and salt ")
    assert "6 records begin with the set-ups of the seed and end as the results say; nature's draws follow from it" in out


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("UPDATE meta SET value = '5' WHERE key = 'seed'", "not the published"),
        ("UPDATE meta SET value = '\"00\"' WHERE key = 'salt'", "not the published"),
        ("UPDATE seats SET rank = 3 - rank WHERE game = 3", "game 3: its record ends otherwise than its result"),
        ("UPDATE seats SET seat = 1 - seat WHERE game = 3 AND seat < 0", ""),
        ("UPDATE seats SET entrant = 4 - entrant WHERE game = 2 AND entrant != 2", "game 2 was "),
        ("DELETE FROM games WHERE number = 6", "5 games were played; the schedule has 6"),
        ("UPDATE games SET record = (SELECT record FROM games WHERE number = 1) WHERE number = 3", "game 3: "),
    ],
)
def test_a_tampered_one_is_found_out(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], query: str, said: str
) -> None:
    path = copied(played, tmp_path)
    change(path, query)
    code, _, err = mutapa(capsys, "verify-tournament", str(path))
    assert code == (1 if said else 0)
    assert said in err
    assert err.count("\n") <= 1


def test_draws_of_another_seed_are_found_out(played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = copied(played, tmp_path)
    with Store.read(path) as store:
        one = store.record(1)
        others = [store.record(n) for n in (3, 5)]
    other = next(each for each in others if each.actions[:2] != one.actions[:2])  # other cards
    one.actions, one.texts, one.forced, one.outcome = other.actions, other.texts, other.forced, other.outcome
    change(path, "UPDATE games SET record = ? WHERE number = 1", packed(one))
    for seat, rank in enumerate(other.outcome["ranks"] if other.outcome else ()):
        change(path, "UPDATE seats SET rank = ? WHERE game = 1 AND seat = ?", rank, seat)
    assert mutapa(capsys, "verify-tournament", str(path))[0] == 0
    code, _, err = mutapa(capsys, "verify-tournament", str(path), "--replay")
    assert code == 1
    assert "is not what nature draws by the seed" in err


def test_another_hash_than_the_published_is_found_out(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = mutapa(capsys, "verify-tournament", str(played), "--commitment", "0" * 64)
    assert code == 1
    assert "--commitment: seed 4" in err


def test_time_may_run_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config, path = written(tmp_path), tmp_path / "t.db"
    code, out, err = mutapa(capsys, "tournament", config, "-o", str(path), "--minutes", "0")
    assert code == 0
    assert "0 of 60 games" in out
    assert "time is up" in err
    code, _, err = mutapa(capsys, "verify-tournament", str(path))
    assert code == 2
    assert err == f"mutapa: {path}: not finished, 0 of 60 games; seed and salt come out with the last game\n"


def test_a_plan_is_only_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = mutapa(capsys, "tournament", written(tmp_path), "--plan", "-o", str(tmp_path / "t.db"))
    right = "Three at kuhn: round-robin of 3 at tables of 2, 60 games in blocks of 2; every two entrants meet in 10 blocks\n"
    assert (code, out, err) == (0, right, "")
    assert not (tmp_path / "t.db").exists()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("rounds: 10", "round: 10", "three.yaml: no key 'round'; did you mean 'rounds'?"),
        ("bot: random, inside: true", "command: ./no_such_bot", "no_such_bot"),
        ("bot: greedy, inside: true", 'command: "true"', "entrant 'Ada': "),
        ("rounds: 10", "seats: 7", "7"),
        ("rounds: 10", "seats: 3", "3"),
        ("x, bot", "z, bot", ""),
    ],
)
def test_bad_input_is_one_line_and_leaves_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, said: str
) -> None:
    text = CONFIG.replace("rounds: 10", "rounds: 10\nseparate_authors: true") if not said else CONFIG
    text = text.replace("author: y", "author: z") if not said else text
    config = written(tmp_path, text.replace(old, new))
    code, out, err = mutapa(capsys, "tournament", config, "-o", str(tmp_path / "t.db"))
    assert (code, out) == (2, "")
    assert err.count("\n") == 1, err
    assert (said or "separate_authors: 1 authors for tables of 2; right would be 2 or more") in err
    assert [path.name for path in tmp_path.iterdir()] == ["three.yaml"]


def test_another_config_and_another_process_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config, path = written(tmp_path), str(tmp_path / "t.db")
    assert mutapa(capsys, "tournament", config, "-o", path, "--minutes", "0")[0] == 0
    with Store.read(path) as store:
        plan, entrants = store.meta["plan"], store.entrants()
    with Store.write(path, plan, entrants, {}):
        code, _, err = mutapa(capsys, "tournament", config, "-o", path)
    assert code == 2
    assert err == f"mutapa: {path}: another run writes to it; right would be to wait, or another --out\n"
    written(tmp_path, CONFIG.replace("rounds: 10", "rounds: 11"))
    code, _, err = mutapa(capsys, "tournament", config, "-o", path)
    assert code == 2
    assert err == f"mutapa: {path}: rounds was 10 when this began, now it is 11; right would be the same, or another --out\n"


SLEEPER = """
import sys, time
late, step, sleepy = {late}, "", False
for line in sys.stdin:
    words = line.split()
    if words[0] == "mep":
        print("id name Sleeper\\nid author x\\ngame *\\nfeature choices\\nmepok", flush=True)
    elif words[0] == "ready":
        print("readyok", flush=True)
    elif words[0] == "new":
        sleepy = int(words[words.index("id") + 1][1:]) in late
    elif words[0] == "choices":
        step = line.split(" ", 5)[5].split(" / ")[0].strip()
    elif words[0] == "go":
        if sleepy:
            time.sleep(30)
        print(f"move n {{words[2]}} {{step}}", flush=True)
"""


def test_time_losses_are_counted_once_everywhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    late = [2, 7, 12]
    (tmp_path / "sleeper.py").write_text(SLEEPER.format(late=late))
    text = f"""
table: {{game: kuhn, backend: plain, movetime: 0.5}}
entrants:
  - {{name: Ada, bot: random, inside: true}}
  - {{name: Sleeper, command: {sys.executable} {tmp_path}/sleeper.py}}
rounds: 6
seed: 4
"""
    path, said = tmp_path / "t.db", tmp_path / "t.json"
    code, out, err = mutapa(capsys, "tournament", written(tmp_path, text), "-o", str(path), "--json", str(said))
    assert code == 0, err
    data = json.loads(said.read_text())
    failed = data["verdicts"]
    with Store.read(path) as store:
        asked = {number for number in late if store.record(number).notes.get("forfeits")}  # who isn't asked can't be late
        query = "SELECT game FROM seats JOIN entrants ON entrant = id WHERE verdict IS NOT NULL AND name = 'Sleeper'"
        assert {game for (game,) in store.connection.execute(query)} == asked
        assert store.connection.execute("SELECT count(*) FROM seats WHERE verdict IS NOT NULL").fetchone() == (len(asked),)
        assert store.connection.execute("SELECT count(*) FROM games WHERE reason = 'forfeit'").fetchone() == (len(asked),)
    assert asked
    assert sum(failed.values()) == len(asked)
    assert [row["forfeits"] for row in data["rows"] if row["name"] == "Sleeper"] == [failed]
    assert [row["games"] for row in data["rows"]] == [12, 12], "a forfeited game counts, once"
    assert f"forfeits in all 12 games: {', '.join(f'{n} {verdict}' for verdict, n in failed.items())}" in out
