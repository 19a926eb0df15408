"""The two commands of README on a fresh machine: a clean clone, an empty cache, nothing installed."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

TOP = Path(__file__).parent.parent.parent


@pytest.mark.slow
def test_make_match_and_make_test_set_everything_up(tmp_path: Path) -> None:
    if not (TOP / ".git").exists() or shutil.which("make") is None:
        pytest.skip("needs a git checkout and make")
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(TOP), str(clone)], check=True)
    inherited = ("VIRTUAL_ENV", "PYTHONPATH", "MAKEFLAGS", "MAKELEVEL", "MFLAGS", "VENV", "PYTEST_ADDOPTS")
    environment = {name: value for name, value in os.environ.items() if name not in inherited}
    environment |= {"MUTAPA_CACHE": str(tmp_path / "cache"), "HOME": str(tmp_path)}

    def make(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["make", *words], cwd=clone, env=environment, capture_output=True, text=True, timeout=1500)

    played = make("match", "ARGS=--games 1")
    assert played.returncode == 0, played.stdout + played.stderr
    assert "building the native object of zimbabwe" in played.stderr
    assert "Match: 1 of 1 games" in played.stdout
    (record,) = (clone / "records").glob("*.record")
    replay = [".venv/bin/mutapa", "replay", str(record)]
    replayed = subprocess.run(replay, cwd=clone, env=environment, capture_output=True, text=True)
    assert "replay to the same bytes" in replayed.stdout
    tested = make("test", "ARGS=tests/core/test_state.py tests/test_architecture.py")
    assert tested.returncode == 0, tested.stdout + tested.stderr
    left = subprocess.run(["git", "status", "--short"], cwd=clone, capture_output=True, text=True, check=True)
    assert left.stdout == ""
