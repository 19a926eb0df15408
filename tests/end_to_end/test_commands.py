"""The commands as a person runs them: processes, exit codes, what is printed and what is left on disk."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from mutapa.core.record import Record

COMMAND = [sys.executable, "-m", "mutapa.experiments.cli"]


def mutapa(*words: str, cwd: Path | None = None, **more: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *words], capture_output=True, text=True, cwd=cwd, timeout=300, **more)


def match(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return mutapa("match", *words, "--backend", "plain", "--out", str(folder))


def refused(done: subprocess.CompletedProcess[str], *said: str) -> None:
    """Exit 2, nothing printed but one line on stderr that says what it should."""
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    for words in said:
        assert words in done.stderr


def records(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.record"))


# --- a match and its record -------------------------------------------------------------------------------------------


def test_a_match_leaves_records_that_replay(tmp_path: Path) -> None:
    bots, file = ["random", "greedy", "uct:sims=20"], tmp_path / "results.json"
    done = match(tmp_path, "ascending", *bots, "--games", "3", "--seed", "5", "--json", str(file))
    assert done.returncode == 0, done.stderr
    assert "Match: 3 of 3 games" in done.stdout
    assert done.stderr.count("ranks") == 3
    data = json.loads(file.read_text())
    assert [bot["bot"] for bot in data["bots"]] == bots
    assert sum(bot["win_share"] for bot in data["bots"]) == pytest.approx(1, abs=1e-3)
    assert data["bots"][2]["simulations_per_s"] > 0
    found = records(tmp_path)
    assert len(found) == 3
    again = mutapa("replay", *map(str, found), "--backend", "plain")
    assert again.returncode == 0, again.stderr
    assert again.stdout.count("replay to the same bytes") == 3


def test_every_bot_sits_on_every_seat_with_the_same_luck(tmp_path: Path) -> None:
    bots = ["random", "greedy", "expert"]
    done = match(tmp_path, "ascending", *bots, "--set", "rounds=2", "--games", "6", "--json", "-", "--quiet")
    games = json.loads(done.stdout)["games"]
    assert [game["seats"] for game in games[:3]] == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    assert [game["block"] for game in games] == [1, 1, 1, 2, 2, 2]
    luck = [[text for text in Record.load(path).texts if text.startswith("income")] for path in records(tmp_path)]
    assert luck[0] == luck[1] == luck[2]
    assert all(Record.load(path).setup["options"]["rounds"] == 2 for path in records(tmp_path))


def test_a_bot_that_is_given_the_truth_is_marked(tmp_path: Path) -> None:
    bots, file = ["uct:sims=20,worlds=cheat", "uct:sims=20"], tmp_path / "results.json"
    done = match(tmp_path, "kuhn", *bots, "--games", "2", "--backend", "plain", "--json", str(file))
    assert done.returncode == 0, done.stderr
    assert "1 uct:sims=20,worlds=cheat was given the true state, as it asks: an upper bound, no player" in done.stdout
    assert done.stdout.count("was given the true state") == 1
    assert [bot.get("cheats") for bot in json.loads(file.read_text())["bots"]] == [True, None]


def test_the_same_seed_gives_the_same_records_in_any_order_and_alone(tmp_path: Path) -> None:
    words = ["kuhn", "uct:sims=30", "random", "--seed", "9"]
    ways = {"a": ["--games", "6"], "b": ["--games", "6", "--workers", "3"], "c": ["--games", "1", "--first", "6"]}
    for name, more in ways.items():
        assert match(tmp_path / name, *words, *more).returncode == 0
    a, b, c = ({path.name: path.read_bytes() for path in records(tmp_path / name)} for name in "abc")
    assert len(a) == 6
    assert a == b
    assert c == {name: data for name, data in a.items() if "game0006" in name}
    assert len({Record.from_bytes(data).texts.__repr__() for data in a.values()}) > 1


def test_zimbabwe_from_match_to_replay(tmp_path: Path) -> None:
    bots = ["uct:sims=50", "greedy", "expert", "random"]
    done = mutapa("match", "zimbabwe", *bots, "--games", "1", "--out", str(tmp_path), "--json", "-")
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert data["options"]["round_cap"] == 40
    assert sorted(data["games"][0]["ranks"])[0] == 1
    assert {"VP", "VR"} <= set(data["games"][0]["score"][0])
    assert " VP " in done.stderr
    (path,) = records(tmp_path)
    assert mutapa("replay", str(path)).stdout.endswith("(object)\n")
    shown = mutapa("show", str(path), "--move", "10")
    assert shown.returncode == 0, shown.stderr
    assert "after step 10" in shown.stdout
    for printed in (shown.stdout, done.stderr):  # what is no terminal gets no blanks at the end of a line
        assert [line for line in printed.splitlines() if line != line.rstrip()] == []
    times = json.loads(path.with_name(path.stem + ".times.json").read_text())
    assert len(times["seconds"]) == len(Record.load(path).actions)


def test_a_game_ended_by_the_round_cap_says_so(tmp_path: Path) -> None:
    done = mutapa("match", "zimbabwe", "random", "random", "--set", "round_cap=2", "--games", "1", "--out", str(tmp_path))
    assert "1 of 1 games ended by the round cap" in done.stdout
    (path,) = records(tmp_path)
    assert Record.load(path).outcome["capped"] is True  # type: ignore[index]
    assert "ended by the round cap" in mutapa("show", str(path)).stdout


def test_a_match_on_the_clock(tmp_path: Path) -> None:
    done = match(tmp_path, "ascending", "uct:memory=1", "random", "--clock", "2+0.1", "--json", str(tmp_path / "r.json"))
    assert done.returncode == 0, done.stderr
    assert "Over time" in done.stdout
    rows = json.loads((tmp_path / "r.json").read_text())["bots"]
    assert [row["time_losses"] for row in rows] == [0, 0]
    refused(match(tmp_path, "ascending", "random", "--clock", "soon"), "'soon' is no clock", "60+0.5")


def test_a_config_is_a_match(tmp_path: Path) -> None:
    config = tmp_path / "plan.yaml"
    config.write_text(f"game: kuhn\nbots: [random, greedy]\nbackend: plain\nout: {tmp_path}\n")
    assert mutapa("match", str(config), "--games", "1").returncode == 0
    assert len(records(tmp_path)) == 1
    config.write_text("game: kuhn\nbotz: []\n")
    refused(mutapa("match", str(config)), "plan.yaml: no key 'botz'; did you mean 'bots'?")


def test_a_set_up_file_is_dealt(tmp_path: Path) -> None:
    file = tmp_path / "setup.json"
    file.write_text(json.dumps({"game": "ascending", "seats": 2, "options": {"budget": 3}}))
    assert match(tmp_path, "ascending", "random", "--setup", str(file)).returncode == 0
    assert {Record.load(path).setup["options"]["budget"] for path in records(tmp_path)} == {3}


def test_a_drawn_set_up_is_edited_and_dealt_and_written_again(tmp_path: Path) -> None:
    file, back = tmp_path / "drawn.json", tmp_path / "new" / "back.json"
    assert mutapa("setup", "zimbabwe", "--seats", "3", "--seed", "8", "-o", str(file)).returncode == 0
    assert mutapa("setup", "zimbabwe", "--seats", "3", "--seed", "8").stdout == file.read_text()
    drawn = json.loads(file.read_text())
    drawn["gods"][0], drawn["stack"] = "gu" if "gu" not in drawn["gods"] else drawn["gods"][0], [2, 1, 0]
    file.write_text(json.dumps(drawn))
    words = ["match", "zimbabwe", "random", "--setup", str(file), "--set", "round_cap=1", "--games", "1", "--out", str(tmp_path)]
    assert mutapa(*words).returncode == 0
    (path,) = records(tmp_path)
    assert mutapa("show", str(path), "--setup", str(back)).returncode == 0
    drawn["options"]["round_cap"] = 1
    assert json.loads(back.read_text()) == Record.load(path).setup == drawn
    assert mutapa("perft", "zimbabwe", "--setup", str(back), "--depth", "1").returncode == 0


def test_a_set_up_that_can_t_be_written_is_refused(tmp_path: Path) -> None:
    refused(mutapa("setup", "kuhn", "-o", str(tmp_path)), "can't be written")
    refused(mutapa("setup", "kuhn", "--seats", "3"), "3 seats; kuhn takes exactly 2")


# --- Ctrl-C -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_keeps_what_is_finished(tmp_path: Path, workers: str) -> None:
    words = [
        *COMMAND, "match", "ascending", "uct:sims=60", "--seats", "4", "--games", "5000",
        "--backend", "plain", "--workers", workers, "--out", str(tmp_path),
    ]  # fmt: skip
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        first = process.stderr.readline()
        assert "ranks" in first, first
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "stopped; " in err.splitlines()[-1]
    assert "Traceback" not in err
    kept = records(tmp_path)
    assert kept
    assert f"{len(kept)} of 5000 games finished" in err
    assert f"Match: {len(kept)} of 5000 games" in out
    for path in kept:
        Record.load(path).verify()
    assert [each for each in tmp_path.iterdir() if each.name.startswith(".")] == []


LOUD = '''
import sys
from mutapa.search.uct import UctBot

class Loud(UctBot):
    """Says when it begins to search for an hour."""

    def choose(self, seen, budget=None):
        if len(self.look(seen)) > 1:
            print("begun", file=sys.stderr, flush=True)
        return super().choose(seen, budget)
'''


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_while_threads_search(tmp_path: Path, threads: int) -> None:
    """The search of an hour ends at once: compiled code is left after a few milliseconds on every thread."""
    (tmp_path / "loud.py").write_text(LOUD)
    spec = f"python:loud:Loud:seconds=3600,trees={threads},threads={threads},memory=8"
    words = [*COMMAND, "match", "ascending", spec, "random", "--games", "1", "--out", str(tmp_path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path) as process:
        assert process.stderr is not None
        for line in process.stderr:  # the object may be built first
            if "begun" in line:
                break
        time.sleep(0.3)
        sent = time.perf_counter()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        spent = time.perf_counter() - sent
    assert process.returncode == 130, err
    assert "stopped; 0 of 1 games finished" in err.splitlines()[-1]
    assert "Traceback" not in err
    assert spent < 10  # other processes share the machine; left alone it takes some hundredths of a second
    assert records(tmp_path) == []


@pytest.mark.parametrize("module", ["mutapa.experiments", "mutapa.experiments.cli"])
def test_ctrl_c_is_heard_and_said_before_and_in_a_command(module: str) -> None:
    # Interrupted at the first import of numpy (the door hears it), or inside a command.
    at = "numpy" if module == "mutapa.experiments" else "mutapa.core.conform"
    words = (
        "import builtins, os, runpy, signal, sys; true = builtins.__import__\n"
        "def heard(name, *rest, **more):\n"
        f"    if name == {at!r} and not done: done.append(1); os.kill(os.getpid(), signal.SIGINT)\n"
        "    return true(name, *rest, **more)\n"
        "done, builtins.__import__ = [], heard\n"
        f"sys.argv = ['mutapa', 'games']; runpy.run_module({module!r}, run_name='__main__')\n"
    )
    if module == "mutapa.experiments.cli":
        words = (
            "import os, signal; from mutapa.experiments import cli; from mutapa.experiments.games import check\n"
            "check.registry.get = lambda name: os.kill(os.getpid(), signal.SIGINT)\n"
            "cli.main(['check', 'kuhn'])\n"
        )
    done = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "mutapa: stopped\n")


def test_a_process_of_the_jit_plays_and_replays(tmp_path: Path) -> None:
    environment = os.environ | {"MUTAPA_RUN": "jit"}
    done = mutapa("match", "kuhn", "random", "--games", "1", "--backend", "jit", "--out", str(tmp_path), env=environment)
    assert done.returncode == 0, done.stderr
    again = mutapa("replay", *map(str, records(tmp_path)), "--backend", "jit", env=environment)
    assert "(jit)" in again.stdout, again.stderr


# --- bad input --------------------------------------------------------------------------------------------------------

WRONG = {
    "game": (["match", "zimbawe", "random"], ["mutapa: no game 'zimbawe'; did you mean 'zimbabwe'?"]),
    "bot": (["match", "kuhn", "ranodm"], ["no bot 'ranodm'", "did you mean 'random'"]),
    "bot option": (["match", "kuhn", "uct:simms=3"], ["simms", "did you mean 'sims'"]),
    "bot value": (["match", "kuhn", "uct:sims=many"], ["sims=many"]),
    "no bots": (["match", "kuhn"], ["no bot is named; known: random"]),
    "players": (["match", "zimbabwe", "random", "--seats", "6"], ["6 seats; zimbabwe takes 2 to 5"]),
    "too many bots": (["match", "kuhn", "random", "random", "random"], ["3 seats; kuhn takes exactly 2"]),
    "too few bots": (["match", "zimbabwe", "random", "random", "--seats", "4"], ["2 bots for 4 seats"]),
    "option": (["match", "zimbabwe", "random", "--set", "rond_cap=3"], ["rond_cap", "did you mean 'round_cap'"]),
    "option value": (["match", "zimbabwe", "random", "--set", "must_act=yes"], ["must_act is 'yes'", "off, on"]),
    "option form": (["match", "zimbabwe", "random", "--set", "must_act"], ["write NAME=VALUE"]),
    "option twice": (["match", "zimbabwe", "random", "--set", "must_act=on", "--set", "must_act=off"], ["set twice"]),
    "seed": (["match", "kuhn", "random", "--seed", "x"], ["--seed", "valid integer"]),
    "negative seed": (["match", "kuhn", "random", "--seed", "-1"], ["--seed", "0"]),
    "games": (["match", "kuhn", "random", "--games", "0"], ["--games"]),
    "command": (["mach", "kuhn"], ["No such command 'mach'", "match"]),
    "flag": (["match", "kuhn", "random", "--gmaes", "3"], ["--gmaes", "--games"]),
    "backend": (["match", "kuhn", "random", "--backend", "plane"], ["backend 'plane'", "did you mean 'plain'"]),
    "no seats": (["match", "zimbabwe", "random", "--seats", "0"], ["0 seats; zimbabwe takes 2 to 5"]),
    "huge seed": (["match", "kuhn", "random", "--seed", "9" * 60], [f"seed is {'9' * 60}", str((1 << 63) - 1)]),
    "results in a folder": (["match", "kuhn", "random", "--json", "."], ["--json: . is a folder"]),
    "one node": (["match", "kuhn", "uct:nodes=1", "--backend", "plain"], ["nodes=1", "nodes=2 or more"]),
    "backend of laws": (["check", "kuhn", "--backend", "plane"], ["backend 'plane'", "did you mean 'plain'"]),
    "nothing hidden": (["match", "tictactoe", "uct:worlds=mo", "--backend", "plain"], ["nothing is hidden", "worlds=so"]),
    "no proofs": (["match", "kuhn", "uct:proven=1", "--backend", "plain"], ["can't be proven", "proven=0"]),
    "no auction": (["match", "kuhn", "uct:auction=limits-uniform", "--backend", "plain"], ["no auction"]),
    "perft depth": (["perft", "kuhn", "--depth", "-1"], ["--depth"]),
    "perft to a folder": (["perft", "kuhn", "--json", "."], ["--json: . is a folder"]),
    "missing record": (["replay", "none.record"], ["none.record: can't be read"]),
    "no record": (["show", "."], ["can't be read"]),
    "config": (["match", "none.yaml"], ["none.yaml: can't be read"]),
}


@pytest.mark.parametrize("name", WRONG)
def test_bad_input_is_one_line_and_leaves_nothing(name: str, tmp_path: Path) -> None:
    words, said = WRONG[name]
    refused(mutapa(*words, cwd=tmp_path), *said)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "line 1, column 2"),
        ("[]", "a list stands there"),
        ('{"game": "kuhn", "seats": 3}', "3 seats; kuhn takes exactly 2"),
        ('{"game": "zimbabwe", "seats": 2}', "not of 'kuhn'"),
        ('{"game": "zimbabwe", "seats": 5}', "a set-up of 'zimbabwe', not of 'kuhn'"),
        ('{"game": "kuhn"}', "no 'seats'; kuhn takes exactly 2"),
        ('{"game": "kuhn", "seat": 2}', "setup.json: no entry 'seat'; did you mean 'seats'?"),
        ('{"gaem": "kuhn", "seats": 2}', "setup.json: set-up: no entry 'gaem'; did you mean 'game'?"),
        ('{"game": "kuhn", "seats": 2, "x": 0}', "no entry 'x'; known: game, seats, options; `mutapa setup kuhn` writes one"),
        ('{"game": "kuhn", "seats": 2, "options": {"x": 1}}', "no option of kuhn 'x'"),
        ('{"game": "kuhn", "seats": 2, "options": 7}', "'options' is a int"),
        ("[" * 100_000, "setup.json: "),
        ("\x00\x01", "line 1, column 1"),
        ('{"game": "kuhn", "seats": ' + "9" * 5000 + "}", "setup.json: "),
        ('{"game": "kuhn", "seats": 2, "cards": [3, 1]}', "no entry 'cards'"),
    ],
)
def test_set_ups_that_are_wrong_name_the_file(text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "setup.json"
    file.write_text(text)
    done = match(tmp_path / "out", "kuhn", "random", "--setup", str(file))
    refused(done, said, "setup.json")
    assert done.stderr.count(str(file)) == 1


def test_zimbabwe_names_an_unknown_god(tmp_path: Path) -> None:
    from mutapa.core.state import State

    description = dict(State.new("zimbabwe", 2).description)
    description["gods"] = ["elegwa", *description["gods"][1:]]
    file = tmp_path / "setup.json"
    file.write_text(json.dumps(description))
    refused(match(tmp_path / "out", "zimbabwe", "random", "--setup", str(file)), "elegwa", "did you mean 'elegua'")


def test_records_that_are_wrong_are_refused(tmp_path: Path) -> None:
    match(tmp_path, "kuhn", "random", "--games", "1")
    (path,) = records(tmp_path)
    data = path.read_bytes()
    for name, wrong, said in (
        ("empty", b"", "it is empty"),
        ("foreign", b"PK\x03\x04" * 20, "no Mutapa record"),
        ("truncated", data[:-5], "truncated"),
        ("damaged", data[:-1] + bytes([data[-1] ^ 1]), "checksum"),
        ("newer", data[:8] + b"\x09" + data[9:], "format 9"),
    ):
        file = tmp_path / f"{name}.bin"
        file.write_bytes(wrong)
        refused(mutapa("show" if name in ("empty", "damaged") else "replay", str(file)), file.name, said)


def test_a_record_of_other_rules_can_still_be_read(tmp_path: Path) -> None:
    match(tmp_path, "kuhn", "random", "--games", "1")
    (path,) = records(tmp_path)
    record = Record.load(path)
    record.rules, record.texts = 99, ["fold", *record.texts[1:]]
    record.save(path)
    done = mutapa("replay", str(path), "--backend", "plain")
    refused(done, "record rules 99, here 1", "first differing item: step 1 ('fold')")
    shown = mutapa("show", str(path))
    assert shown.returncode == 0
    assert "fold" in shown.stdout
    assert "here are the words alone" in shown.stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes anywhere")
def test_a_folder_that_can_t_be_written_is_refused_before_play(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    refused(match(tmp_path / "out", "kuhn", "random"), "can't be written to")


def test_a_file_where_the_folder_should_be_is_refused_before_play(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("")
    refused(match(tmp_path / "out", "kuhn", "random"), "out: can't be written to: file exists")
    refused(match(tmp_path / "out" / "deeper", "kuhn", "random"), "can't be written to: not a directory")


# --- other commands ---------------------------------------------------------------------------------------------------


def test_perft_counts_kuhn_by_hand() -> None:
    done = mutapa("perft", "kuhn", "--depth", "5", "--backend", "plain", "--json", "-")
    # 3 cards, then 2 of the other seat; pass or bet; ... pass-pass and bet-anything end after two decisions.
    assert json.loads(done.stdout)["counts"] == [1, 3, 6, 12, 24, 30]


def test_check_tries_every_law_and_fails_where_one_is_broken() -> None:
    done = mutapa("check", "kuhn", "--backend", "plain", "--games", "4")
    assert done.returncode == 0, done.stdout
    assert "all 17 laws hold" in done.stdout


def test_bench_prints_one_object() -> None:
    done = mutapa("bench", "--game", "ascending", "--json", "--seconds", "0.01", "--backend", "plain")
    read = json.loads(done.stdout)
    assert set(read) == {"ascending", "calibration"}
    assert set(read["ascending"]) == {"2", "3", "4"}
    assert set(read["ascending"]["2"]) == {
        "state_bytes", "clone_ns", "decision_ns", "game_us", "playouts_per_s", "search_simulations_per_s",
    }  # fmt: skip
    assert set(read["calibration"]) == {"memcpy_512_ns", "random_ns"}
    assert all(value > 0 for figures in read["ascending"].values() for value in figures.values())


def test_lists_name_everything() -> None:
    games, bots = mutapa("games").stdout, mutapa("bots").stdout
    assert "zimbabwe  The Great Zimbabwe, 2-5 players" in games
    assert "round_cap=0  (0-1000)" in games
    assert all(name in bots for name in ("random", "greedy", "expert", "uct", "limits-uniform"))


def test_weights_are_printed_as_yaml_that_a_bot_reads(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(mutapa("weights", "stone_age").stdout)
    assert len(path.read_text().splitlines()) > 30
    spec = f"expert:weights={path}"
    arguments = ("stone_age", spec, "random", "--json", "-", "--set", "round_cap=2")
    data = json.loads(match(tmp_path, *arguments).stdout)
    assert [bot["bot"] for bot in data["bots"]] == [spec, "random"]
    path.write_text("wod: 3\n")
    refused(match(tmp_path, *arguments), f"{path}: no weight 'wod'; did you mean 'wood'?")
    refused(mutapa("weights", "kuhn"), "kuhn has no weights by name; games that have some: ", "stone_age")


def test_no_command_at_all_shows_the_help() -> None:
    done = mutapa()
    assert done.returncode == 2
    lines = (done.stdout + done.stderr).splitlines()
    assert lines[0].split() == ["Usage:", "mutapa", "[OPTIONS]", "COMMAND", "[ARGS]..."]
    assert {"match", "play", "show", "check"} <= {line.split()[0] for line in lines if line.startswith("  ") and line.strip()}


def test_the_version_is_that_of_the_distribution() -> None:
    from importlib.metadata import version

    assert mutapa("--version").stdout == f"mutapa {version('mutapa')}\n"


@pytest.mark.parametrize("words", [["--help"], ["games"], ["match", "--help"], ["perft", "zimbabwe", "--depth", "1"]])
def test_a_command_starts_within_a_second(words: list[str]) -> None:
    mutapa(*words)  # compiled files and the native object are there the second time
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    assert mutapa(*words).returncode == 0
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    # Processor time, since other tests share the machine.
    spent = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    assert spent <= 1.0, f"{spent:.2f} s of processor time, {time.perf_counter() - began:.2f} s in all"


def test_output_cut_short_by_its_reader_is_no_traceback() -> None:
    words = f"{sys.executable} -m mutapa.experiments.cli games | head -1"
    done = subprocess.run(words, shell=True, capture_output=True, text=True)
    assert "Traceback" not in done.stderr
