"""Files are written whole or not at all, and nothing but a file is ever replaced."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mutapa.core import files
from mutapa.core.errors import InvalidError

FULL = Path("/dev/full")
CODE = """import sys
from mutapa.core import files
print('before', flush=True)
files.write(sys.argv[1], b'written\\n')
print('after')
"""


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "new" / "file"
    files.write(path, b"one")
    before = path.stat().st_ino
    files.write(path, b"two")
    assert path.read_bytes() == b"two"
    assert path.stat().st_ino != before
    assert list(path.parent.iterdir()) == [path]
    with pytest.raises(InvalidError, match="new: can't be written: is a directory"):
        files.write(path.parent, b"three")


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes with a name")
def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    os.mkfifo(pipe := tmp_path / "pipe")
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        files.write(pipe, b"through")
        assert os.read(reader, 100) == b"through"
    finally:
        os.close(reader)
    assert pipe.is_fifo()


@pytest.mark.skipif(not Path("/dev/stdout").is_symlink(), reason="needs /dev/stdout")
@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1"])
def test_its_own_output_is_written_to(name: str, tmp_path: Path) -> None:
    """Be it a file: what was said before and is said after stays there."""
    with open(tmp_path / "said", "wb") as out:
        subprocess.run([sys.executable, "-c", CODE, name], stdout=out, check=True)
    assert (tmp_path / "said").read_text().splitlines() == ["before", "written", "after"]
    assert Path(name).is_symlink()


@pytest.mark.skipif(not FULL.is_char_device(), reason="needs /dev/full")
def test_a_full_disk_is_said() -> None:
    with pytest.raises(InvalidError, match="/dev/full: can't be written: no space left on device"):
        files.write(FULL, b"x")
    assert FULL.is_char_device()
