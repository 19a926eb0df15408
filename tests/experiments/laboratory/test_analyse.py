"""What a search thinks: lines true to their schema, diagnostics worked by hand, and nothing that the seat can't see."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from mutapa.core.record import Record
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.experiments import cli
from mutapa.experiments.laboratory.analyse import SCHEMA, analysis, positions
from mutapa.search import diagnostics
from mutapa.search.ask import ask
from tests.experiments.records import recorded


def analysed(record: Record, spec: str, backend: str = "plain") -> list[dict[str, Any]]:
    wanted = range(len(record.actions) + 1)
    return [
        analysis(record, n, state, ask(state, spec, told=events[state.turn], backend=backend), 0, 3)
        for n, state, events in positions(record, wanted, backend, "here")
    ]


GAMES = {
    "kuhn": ("kuhn", "deal q / deal k / pass / bet", 2, {}),
    "ascending": ("ascending", "bid 2 / bid 3", 3, {}),
    "sealed": ("sealed", "", 3, {}),
    "zimbabwe": ("zimbabwe", "", 2, {"round_cap": 2}),
}
BOTS = {
    "kuhn": ["uct:sims=90", "uct:sims=90,select=ucb1,trees=3", "uct:sims=64,select=gumbel", "uct:sims=20,margin=1",
             "uct:sims=30,worlds=pimc", "uct:sims=30,worlds=mo"],
    "ascending": ["uct:sims=60,auction=limits-uniform", "uct:sims=60,widen=1"],
    "sealed": ["uct:sims=50"],
    "zimbabwe": ["uct:sims=6"],
}


@pytest.mark.parametrize(("name", "spec"), [(name, spec) for name, each in BOTS.items() for spec in each])
def test_every_analysis_keeps_to_the_schema(name: str, spec: str) -> None:
    game, line, seats, options = GAMES[name]
    record = recorded(game, line, seats, **options)
    schema = json.loads(SCHEMA.read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    found = analysed(record, spec)
    assert found
    for each in found:
        jsonschema.validate(json.loads(json.dumps(each)), schema)
        assert sum(row["visits"] for row in each["actions"]) == each["diagnostics"]["simulations"]
        assert each["actions"][0]["action"] == each["chosen"]
        assert each["diagnostics"]["shape"]["depth"] <= each["diagnostics"]["shape"]["deepest"]
        lines = [row["line"] for row in each["actions"] if row["line"]]
        assert lines
        for row in each["actions"]:
            assert row["line"] is None or row["line"][0] == row["action"]


def test_the_schema_refuses_what_is_no_analysis() -> None:
    schema = json.loads(SCHEMA.read_text())
    good = analysed(recorded("kuhn", "deal q / deal k"), "uct:sims=20")[0]
    for wrong in ({"seat": "A"}, {"values": []}, {"truth": 1}, {"diagnostics": {}}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({**good, **wrong}, schema)


def test_numbers_of_a_tree_by_hand() -> None:
    """Kuhn, the second player with the king after a bet: two actions, each ends the game, so every path has one step."""
    state = State.new("kuhn", seed=1)
    state.apply("deal q / deal k / bet")
    answer = ask(state, "uct:sims=100", backend="plain")
    assert answer.result is not None
    found = diagnostics.shape(answer.bot.search.trees, answer.result)  # type: ignore[attr-defined]
    assert (found.deepest, found.depth, found.branching) == (1, 1.0, 2.0)
    visits = [row.visits for row in answer.result.rows]
    assert 1 < found.effective_branching < 2
    assert sum(visits) == 100
    assert sum(diagnostics.priors(answer.bot.search.trees).values()) == pytest.approx(1, abs=1e-5)  # type: ignore[attr-defined]


def test_worlds_are_counted() -> None:
    state = State.new("kuhn", seed=1)
    state.apply("deal q / deal k")
    bot = ask(state, "uct:sims=10", backend="plain").bot
    found = diagnostics.worlds(bot, state.observe(0), derive(1), 2000)
    assert (found.drawn, found.distinct) == (2000, 2), "the rival holds the jack or the king"
    assert found.effective == pytest.approx(2, rel=0.02)
    few = {diagnostics.worlds(bot, state.observe(0), derive(n), 3).effective for n in range(40)}
    assert few == {1.0, 3.0}, "of three draws all agree, or one pair of the three"
    open_game = State.new("ascending", seed=1)
    bot = ask(open_game, "uct:sims=10", backend="plain").bot
    assert diagnostics.worlds(bot, open_game.observe(0), derive(1)) == diagnostics.Worlds(1, 1, 1.0)


def test_what_a_seat_cant_see_changes_nothing() -> None:
    one, other = (analysed(recorded("kuhn", f"deal q / deal {card} / pass"), "uct:sims=200") for card in "kj")
    first, second = ({**each[0]["diagnostics"], "seconds": 0, "simulations_per_s": 0} for each in (one, other))
    assert first == second
    assert {**one[0], "diagnostics": 0} == {**other[0], "diagnostics": 0}
    assert one[1]["values"] != other[1]["values"], "the rival itself knows its card"


def test_beliefs_follow_the_bids() -> None:
    found = analysed(recorded("ascending", "bid 1 / bid 2", 3), "uct:sims=30,auction=limits-uniform")[-1]
    first, second = found["beliefs"]
    assert (first["seat"], second["seat"]) == (0, 1)
    assert second["types"][0] < 0.05 < second["types"][-1], "whoever raised by one to 2 has hardly a limit of 0"
    assert sum(second["types"]) == pytest.approx(1, abs=1e-4)
    assert second["bits"] < 2.6


def run(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mutapa.experiments.cli", "analyse", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def test_the_command(tmp_path: Path) -> None:
    path, out = tmp_path / "game.record", tmp_path / "lines.jsonl"
    recorded("kuhn", "deal q / deal k / bet").save(path)
    words = (str(path), "--bot", "uct:sims=100", "--backend", "plain")
    done = run(*words, "--move", "2")
    assert done.returncode == 0, done.stderr
    assert "uct:sims=100 would take" in done.stdout
    assert "the game went on with bet" in done.stdout
    assert "different worlds in 1,000 draws: 2, effectively 2" in done.stdout
    done = run(*words, "--move", "all", "--json", str(out))
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert [line["step"] for line in lines] == [2, 3]
    assert lines[1]["played"] is None
    assert lines[1]["chosen"] == "bet", "the king calls"
    again = run(*words, "--move", "2-3", "--json", "-")
    for one, other in zip(lines, map(json.loads, again.stdout.splitlines()), strict=True):
        one["diagnostics"]["seconds"] = other["diagnostics"]["seconds"]
        one["diagnostics"]["simulations_per_s"] = other["diagnostics"]["simulations_per_s"]
        assert one == other
    assert json.loads(run("--schema").stdout) == json.loads(SCHEMA.read_text())


def test_mistakes_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.record"
    recorded("kuhn", "deal q / deal k / bet").save(path)
    mistakes = {
        (): "no record is named",
        (str(path), "--bot", "expert"): "expert gives no search to look at",
        (str(path), "--bot", "uct:sims=9,blunder=0.5"):
            "--bot: uct:sims=9,blunder=0.5 chooses at random at times, which its search doesn't show; right would be blunder=0",
        (str(path), "--move", "4"): "right would be a step from 0 to 3",
        (str(path), "--move", "3-2"): "right would be a step from 0 to 3",
        (str(path), "--move", "x"): "right would be a step",
        (str(path), "--move", "0"): "no seat has two steps to choose from there",
        (str(path), "--json", str(tmp_path)): "is a folder",
        (str(path), "--json", str(path)): "would be written over",
        (str(path), "--backend", "plian"): "did you mean 'plain'",
        (str(tmp_path / "none"),): "can't be read",
    }
    for words, said in mistakes.items():
        with pytest.raises(SystemExit) as ended:
            cli.main(["analyse", *words, *(() if "--backend" in words else ("--backend", "plain"))])
        printed = capsys.readouterr()
        assert (ended.value.code, printed.out) == (2, ""), words
        assert said in printed.err
        assert len(printed.err.strip().splitlines()) == 1
