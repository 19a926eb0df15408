"""``mutapa show --svg``: the position as a file, whole or not at all."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mutapa.core.record import Record
from mutapa.core.state import State


def show(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mutapa.experiments.cli", "show", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def recorded(folder: Path, game: str, seats: int, steps: int) -> tuple[Path, list[State]]:
    """A record of the first `steps` steps of a game, always the first legal one, and the positions before and after each."""
    state = State.new(game, seats, seed=3)
    record, positions = Record.begin(state, ["random"] * seats), [state.clone()]
    for _ in range(steps):
        action = state.chances[0][0] if state.is_chance else state.legal_actions[0]
        record.step(state, action)
        state.apply(action)
        positions.append(state.clone())
    path = folder / "game.record"
    path.write_bytes(record.to_bytes())
    return path, positions


@pytest.mark.parametrize("game", ["zimbabwe", "stone_age"])
def test_the_picture_is_of_the_position_asked_for(game: str, tmp_path: Path) -> None:
    path, positions = recorded(tmp_path, game, 3, 6)
    picture = tmp_path / "new" / "board.svg"
    done = show(str(path), "--move", "4", "--svg", str(picture), "--theme", "dark")
    assert done.returncode == 0, done.stderr
    assert picture.read_text() == positions[4].svg("dark")
    assert "after step 4" in done.stdout
    assert show(str(path), "--svg", str(picture)).returncode == 0
    assert picture.read_text() == positions[6].svg("auto")
    assert [each.name for each in picture.parent.iterdir()] == ["board.svg"]


@pytest.mark.parametrize(("target", "theme", "said"), [
    ("folder", "auto", "folder: can't be written: is a directory"),
    ("game.record/board.svg", "auto", "game.record/board.svg: can't be written"),
    ("board.svg", "drak", "no theme 'drak'; did you mean 'dark'?"),
])
def test_what_cannot_be_written_is_one_line_and_leaves_nothing(target: str, theme: str, said: str, tmp_path: Path) -> None:
    path, _ = recorded(tmp_path, "zimbabwe", 2, 2)
    (tmp_path / "folder").mkdir()
    before = sorted(tmp_path.rglob("*"))
    done = show(str(path), "--svg", str(tmp_path / target), "--theme", theme)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.strip().splitlines()) == 1
    assert said in done.stderr.lower()
    assert sorted(tmp_path.rglob("*")) == before


def test_a_record_is_not_written_over(tmp_path: Path) -> None:
    path, _ = recorded(tmp_path, "zimbabwe", 2, 2)
    (tmp_path / "link").symlink_to(path)
    before, board = path.read_bytes(), str(tmp_path / "board.svg")
    link = str(tmp_path / "link")
    for words in (["--svg", str(path)], ["--svg", link], ["--setup", str(path)], ["--svg", board, "--setup", board]):
        done = show(str(path), *words)
        assert (done.returncode, done.stdout) == (2, "")
        assert "would be written over" in done.stderr
        assert len(done.stderr.strip().splitlines()) == 1
        assert path.read_bytes() == before
    assert not Path(board).exists()


def test_a_theme_without_a_picture_is_said(tmp_path: Path) -> None:
    path, _ = recorded(tmp_path, "kuhn", 2, 2)
    done = show(str(path), "--theme", "dark")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--theme: 'dark' is for a picture; right would be --svg FILE" in done.stderr


def test_a_game_without_a_picture_says_so(tmp_path: Path) -> None:
    path, _ = recorded(tmp_path, "kuhn", 2, 2)
    done = show(str(path), "--svg", str(tmp_path / "board.svg"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "kuhn: it has no picture in SVG" in done.stderr
    assert not (tmp_path / "board.svg").exists()
