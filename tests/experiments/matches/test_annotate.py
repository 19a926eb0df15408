"""Games as text with a search's comments: all steps, sound numbers, and a blunder that is found."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mutapa.core.game import UNIT
from mutapa.core.record import Record
from mutapa.core.state import State
from mutapa.experiments.matches.annotate import CLEARLY, better, turns, written
from mutapa.search.merge import Result, Row
from tests.experiments.records import recorded

BOT = "uct:sims=200"


def played(name: str, *bots: str, seats: int | None = None, **options: Any) -> Record:
    """A game of bots that is a function of its arguments."""
    from mutapa.core import registry
    from mutapa.core.state import describe
    from mutapa.core.streams import derive
    from mutapa.experiments.matches.play import play
    from mutapa.search.bots import make

    game = registry.get(name)
    description = describe(game, seats or len(bots), seed=5, options=options)
    streams = [derive(5, "seat", seat) for seat in range(len(bots))]
    return play(game, description, [make(spec) for spec in bots], streams=streams, luck=derive(5), seed=5, backend="plain").record


def annotated(record: Record, bot: str = BOT) -> str:
    return "\n".join(written(record, bot, "plain", "here"))


@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [("kuhn", 2, {}), ("sealed", 3, {}), ("ascending", 4, {"rounds": 2}), ("zimbabwe", 3, {"round_cap": 2}),
     ("stone_age", 3, {"round_cap": 2})],
)
def test_all_steps_stand_there_in_order(name: str, seats: int, options: dict[str, Any]) -> None:
    record = played(name, *["random"] * seats, **options)
    sims = 4 if name in ("zimbabwe", "stone_age") else 60
    found = list(turns(record, f"uct:sims={sims}", "plain", "here"))
    assert [text for turn in found for text in turn.steps] == record.texts
    assert all(a.seat != b.seat or a.auction != b.auction or a.round != b.round for a, b in itertools.pairwise(found))
    looked = [turn.chances for turn in found if turn.chances]
    assert looked
    for chances in looked:
        assert len(chances) == seats
        assert sum(chances) == pytest.approx(1, abs=0.01)
    text = annotated(record, f"uct:sims={sims}")
    flat = " ".join(text.split())
    at = 0
    for turn in found:
        at = flat.index(" / ".join(turn.steps), at)
    assert text == annotated(record, f"uct:sims={sims}")
    assert max(map(len, text.splitlines())) <= 120


def test_rounds_and_winner() -> None:
    record = played("zimbabwe", "random", "random", round_cap=2)
    lines = annotated(record, "uct:sims=3").splitlines()
    assert [line for line in lines if line.startswith("Round")] == ["Round 1", "Round 2"]
    assert "options: round_cap=2" in lines
    assert record.outcome
    winner = record.outcome["ranks"].index(1)
    assert f"{'AB'[winner]} wins (round cap)" in lines
    assert any(re.match(rf"  {'AB'[winner]}  VP \d+, VR \d+", line) for line in lines)


def test_folding_the_best_card_is_a_blunder() -> None:
    text = annotated(recorded("kuhn", "deal q / deal k / bet / pass"))
    found = re.search(r"instead of pass \((\d+)%\): bet \((\d+)%\)", text)
    assert found, text
    assert (found[1], found[2]) == ("0", "100")
    assert "instead of" not in annotated(recorded("kuhn", "deal q / deal k / bet / bet")).partition("B  [")[2]


def test_an_unfinished_game_says_where_it_stands() -> None:
    text = annotated(recorded("kuhn", "deal q / deal k / pass"))
    assert text.endswith("unfinished: decision 2")
    assert annotated(recorded("ascending", "")).endswith("to bid over 0")


def result(*rows: tuple[int, int, float]) -> Result:
    """A search's result for seat 0 of two: (action, visits, value)."""
    made = [Row(action, visits, 0, [round(value * visits * UNIT), 0]) for action, visits, value in rows]
    top = max(made, key=lambda row: row.visits).action
    return Result(top, made, [0.0, 0.0], [top], 0, 0, 0.0, 0, 0, 0, {}, "plain", True)


def test_only_a_clear_difference_is_named() -> None:
    state = State.new("ascending", seed=1)
    assert state.text(0) == "pass"
    clear = better(result((0, 400, 0.2), (1, 1000, 0.6)), 0, 0, state)
    assert clear
    assert (clear.made, clear.other) == ("pass", "bid 1")
    assert clear.made_value == pytest.approx(0.2, abs=1e-4)
    assert better(result((0, 400, 0.2), (1, 1000, 0.6)), 1, 0, state) is None, "the search's own choice"
    assert better(result((0, 10**6, 0.6 - CLEARLY * 0.9), (1, 2 * 10**6, 0.6)), 0, 0, state) is None, "sure, but small"
    assert better(result((0, 3, 0.3), (1, 20, 0.6)), 0, 0, state) is None, "large, but unsure"
    assert better(result((0, 1, 0.0), (1, 20, 0.6)), 0, 0, state) is None, "a single result is no certainty"
    assert better(result((0, 0, 0.0), (1, 20, 0.6)), 0, 0, state) is None, "never looked at"


def test_the_command(tmp_path: Path) -> None:
    path, out = tmp_path / "game.record", tmp_path / "text" / "game.txt"
    record = played("ascending", "random", "random")
    record.save(path)

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "mutapa.experiments.cli", "annotate", *words, "--backend", "plain"]
        return subprocess.run(command, capture_output=True, text=True, timeout=120)

    done = run(str(path), "--bot", "uct:sims=50")
    assert done.returncode == 0, done.stderr
    assert done.stdout == annotated(record, "uct:sims=50") + "\n"
    done = run(str(path), "--bot", "uct:sims=50", "--out", str(out))
    assert done.returncode == 0, done.stderr
    assert out.read_text() == annotated(record, "uct:sims=50") + "\n"
    damaged = tmp_path / "damaged.record"
    damaged.write_bytes(path.read_bytes()[:-3])
    mistakes = {
        (str(path), "--bot", "expert"): "expert gives no chances to win",
        (str(path), "--bot", "uct:place=1"): "doesn't search for the win alone",
        (str(path), "--bot", "uct:blunder=0.1"): "chooses at random at times, which its search doesn't show",
        (str(tmp_path / "none.record"),): "can't be read",
        (str(damaged),): "truncated",
        (str(path), "--out", str(path / "below.txt")): "can't be written to",
        (str(path), "--out", str(path)): "would be written over",
        (str(path), "--out", str(tmp_path)): "is a directory",
    }
    for words, said in mistakes.items():
        done = run(*words)
        assert (done.returncode, done.stdout) == (2, ""), words
        assert said in done.stderr
        assert len(done.stderr.strip().splitlines()) == 1
