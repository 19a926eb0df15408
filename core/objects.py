"""Where native objects lie: the cache folder, its lock, and a file format in which damage shows.

A file is a magic word, the blake2b of all that follows, the length of a JSON head, the head, and the object itself.
Files are written under a lock to a temporary name and renamed, so that a reader sees a whole file or none.
"""

from __future__ import annotations

import contextlib
import getpass
import hashlib
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mutapa.core.errors import MutapaError

MAGIC = b"MUTAPA-OBJECT-1\n"
DIGEST = 16
KEPT = 3
"""Objects kept for each game; older ones go."""
SUFFIX = ".object"
VARIABLE = "MUTAPA_CACHE"
SHIPPED = Path(__file__).parent / "objects"
"""Objects that came with the installation, for any machine of their kind; may be absent."""

_said: set[str] = set()


class DamagedError(MutapaError):
    """A file of objects is cut short, altered, or something else altogether."""


def notice(text: str) -> None:
    """One line on stderr, once a process."""
    if text not in _said:
        _said.add(text)
        print(f"mutapa: {text}", file=sys.stderr, flush=True)


def folder() -> Path:
    """The folder of the cache, made if missing; a temporary one, with one notice, where the usual one can't be written."""
    named = os.environ.get(VARIABLE)
    if named:
        if _writable(Path(named).expanduser()):
            return Path(named).expanduser()
        raise MutapaError(f"{VARIABLE}={named}: this folder can't be written; name another one")
    for usual in _usual():
        if _writable(usual):
            return usual
    with contextlib.suppress(OSError):  # no temporary folder at all: FileNotFoundError
        # One name a user, so that the next process finds it; not ours if someone else made it.
        temporary = Path(tempfile.gettempdir()) / f"mutapa-{_user()}"
        if _writable(temporary) and _ours(temporary):
            notice(f"no usual cache folder can be written; native objects go to {temporary} ({VARIABLE} names another)")
            return temporary
    raise MutapaError(f"no folder for native objects can be written; set {VARIABLE} to one that can")


def candidates() -> Iterator[Path]:
    """Where an object may lie that only has to be read: the folder may be one that can't be written, or not be there."""
    named = os.environ.get(VARIABLE)
    if named:
        yield Path(named).expanduser()
    else:
        yield from _usual()


def _usual() -> Iterator[Path]:
    if os.environ.get("XDG_CACHE_HOME"):
        yield Path(os.environ["XDG_CACHE_HOME"]) / "mutapa"
    with contextlib.suppress(RuntimeError):  # no home
        if sys.platform == "darwin":
            yield Path.home() / "Library" / "Caches" / "mutapa"
        elif sys.platform == "win32":
            yield Path(os.environ.get("LOCALAPPDATA", Path.home())) / "mutapa" / "cache"
        else:
            yield Path.home() / ".cache" / "mutapa"


def _user() -> str:
    try:
        return str(os.getuid()) if hasattr(os, "getuid") else getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "user"


def _ours(path: Path) -> bool:
    if not hasattr(os, "getuid"):
        return True
    status = path.lstat()
    return status.st_uid == os.getuid() and not status.st_mode & 0o022 and not path.is_symlink()


def _writable(path: Path) -> bool:
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            return True
    except OSError:
        return False


def write(path: Path, head: dict[str, Any], payload: bytes) -> None:
    """Write an object so that `path` holds all of it or is untouched."""
    words = json.dumps(head, sort_keys=True).encode()
    body = len(words).to_bytes(4, "little") + words + payload
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with open(temporary, "wb") as file:
            file.write(MAGIC + hashlib.blake2b(body, digest_size=DIGEST).digest() + body)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def read(path: Path) -> tuple[dict[str, Any], bytes]:
    """Head and object of a file; `DamagedError` if a single bit of it is not what was written."""
    data = path.read_bytes()
    start = len(MAGIC) + DIGEST
    if data[: len(MAGIC)] != MAGIC or len(data) < start + 4:
        raise DamagedError(f"{path}: no object of this version of mutapa, or cut short")
    body = data[start:]
    if hashlib.blake2b(body, digest_size=DIGEST).digest() != data[len(MAGIC) : start]:
        raise DamagedError(f"{path}: damaged: its contents and its checksum differ")
    end = 4 + int.from_bytes(body[:4], "little")
    return json.loads(body[4:end]), body[end:]


@contextlib.contextmanager
def locked(place: Path, game: str) -> Iterator[None]:
    """Hold the lock of `game` in `place`; wait, with a notice, while another process builds. A killed holder frees it."""
    path = place / f".{game}.lock"
    with open(path, "a+b") as file:
        if sys.platform == "win32":
            import msvcrt

            while True:
                with contextlib.suppress(OSError):
                    file.seek(0)
                    msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
                    break
                notice(f"another process builds the native object of {game}; waiting for it")
                time.sleep(0.2)
        else:
            import fcntl

            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                notice(f"another process builds the native object of {game}; waiting for it")
                fcntl.flock(file, fcntl.LOCK_EX)
        yield  # closing the file frees the lock


def prune(place: Path, game: str, keep: Path) -> None:
    """Remove all but the newest objects of `game`, and what killed builds of it left; `keep` stays. Hold the lock."""
    with contextlib.suppress(OSError):
        for left in place.glob(f".{game}-*.tmp"):
            left.unlink(missing_ok=True)
        others = [path for path in place.glob(f"{game}-*{SUFFIX}") if path != keep]
        others.sort(key=lambda path: path.stat().st_mtime_ns, reverse=True)
        for path in others[KEPT - 1 :]:
            path.unlink(missing_ok=True)
