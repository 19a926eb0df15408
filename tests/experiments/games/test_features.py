"""``mutapa features``: numbers in words, of a game and of its records."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mutapa.core import registry
from mutapa.core.record import Record
from mutapa.core.state import State
from mutapa.experiments import cli
from mutapa.experiments.games.features import listed

LINE = "deal q / deal k / pass / bet / pass"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    state = State.new("kuhn")
    kept = Record.begin(state, ["random", "random"], 0)
    for words in LINE.split(" / "):
        action = state.parse(words)
        kept.step(state, action)
        state.apply(action)
    kept.finish(state)
    return kept.save(tmp_path / "kuhn.record")


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, list[str], str]:
    """Exit code, lines printed, what was said on stderr."""
    with pytest.raises(SystemExit) as ended:
        cli.main(["features", *words])
    out, err = capsys.readouterr()
    code = ended.value.code
    return code if isinstance(code, int) else 0, out.splitlines(), err


@pytest.mark.parametrize("name", registry.names())
def test_blocks_cover_all_numbers(name: str) -> None:
    features = registry.get(name).features
    assert features is not None
    rows = listed(features)
    for sort, size in features.sizes.items():
        if sort != "active":
            mine = [row for row in rows if row["sort"] == sort]
            assert [row["first"] for row in mine] == [sum(row["count"] for row in mine[:i]) for i in range(len(mine))]
            assert sum(row["count"] for row in mine) == size


def test_a_listing(capsys: pytest.CaptureFixture[str]) -> None:
    code, lines, _ = run(capsys, "kuhn")
    assert code == 0
    assert lines[0] == f"features {registry.get('kuhn').features.hash}: at most 4 of 69 sparse at once, 1 dense"  # type: ignore[union-attr]
    assert "     0      4  own card: none yet .. own card: k" in lines
    code, lines, _ = run(capsys, "kuhn", "--json", "-")
    assert json.loads("\n".join(lines))["sizes"]["sparse"] == 69


def test_what_holds_after_a_step(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    code, lines, _ = run(capsys, "kuhn", str(record), "--move", "3")
    assert code == 0
    assert lines[0].endswith("after step 3: decision 2; read by seat 1")
    assert lines[1].split() == ["sparse", "3", "own", "card:", "k"]
    assert lines[-1].split() == ["action", "1", "0", "0", "bet:", "bet", "-", "-"]
    code, lines, _ = run(capsys, "kuhn", str(record), "--move", "3", "--seat", "0")
    assert lines[1].split() == ["sparse", "2", "own", "card:", "q"]


def test_how_often_each_holds(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    code, lines, _ = run(capsys, "kuhn", str(record))
    assert code == 0
    assert ": 3 positions; " in lines[0]
    assert "     2      2  own card: q" in lines
    assert "     1      3  own card: k" in lines
    code, lines, _ = run(capsys, "kuhn", str(record), "--seat", "1", "--json", "-")
    assert [3, 3] in json.loads("\n".join(lines))["counts"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("chess",), "chess"),
        (("kuhn", "--move", "3"), "--move and --seat need a position; right would be a record file"),
        (("ascending", "RECORD"), "a record of kuhn, not of ascending"),
        (("kuhn", "RECORD", "--seat", "2"), "--seat: 2; "),
        (("kuhn", "RECORD", "--move", "9"), "step 9 is asked for; the record has steps 0 to 5"),
    ],
)
def test_mistakes_are_told_in_a_line(
    capsys: pytest.CaptureFixture[str], record: Path, words: tuple[str, ...], said: str
) -> None:
    code, lines, err = run(capsys, *(str(record) if word == "RECORD" else word for word in words))
    assert (code, lines) == (2, [])
    assert said in err
    assert err.count("\n") == 1
