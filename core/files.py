"""Files as every part of the project writes and reads them: whole or not at all, and errors in one line."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import tempfile
from pathlib import Path

from mutapa.core.errors import InvalidError

OWN = re.compile(r"/dev/(stdout|stderr)|(?:/dev|/proc/self)/fd/([0-9]{1,9})")
"""What a process has open, by name."""
NUMBERS = {"stdout": 1, "stderr": 2}

_lent: dict[str, bytes] = {}


def lend(path: Path | str, data: bytes) -> None:
    """Have `read` find `data` under `path` in this process, whatever lies there: a worker is sent the files of its task."""
    _lent[str(path)] = data


def stamp(path: Path | str) -> tuple[int, int]:
    """Two numbers that change when what `read` finds changes; OSError where nothing is."""
    if str(path) in _lent:
        digest = hashlib.blake2b(_lent[str(path)], digest_size=8).digest()
        return int.from_bytes(digest), -1
    about = os.stat(path)
    return about.st_mtime_ns, about.st_size


def write(path: Path | str, data: bytes) -> None:
    """Write `data` under `path`: to a temporary file beside it first, then renamed, so nobody ever sees half of it.

    A device, a pipe or what this process has open (``/dev/stdout``) is written to as it is: it must not be replaced.
    """
    target = Path(path)
    name = ""
    try:
        own = OWN.fullmatch(str(target))
        if own or (target.exists() and not target.is_file()):
            number = os.dup(NUMBERS.get(own[1]) or int(own[2])) if own else os.open(target, os.O_WRONLY)
            with os.fdopen(number, "wb") as device:
                device.write(data)
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        with os.fdopen(handle, "wb") as file:
            os.fchmod(handle, 0o666 & ~_umask())  # mkstemp's 0600 would hide it from others
            file.write(data)
            file.flush()
            os.fsync(handle)
        os.replace(name, target)
    except BaseException as error:
        if name:
            with contextlib.suppress(OSError):
                os.unlink(name)
        if isinstance(error, OSError):
            raise InvalidError(f"{target}: can't be written: {_reason(error)}") from error
        raise


def read(path: Path | str, most: int) -> bytes:
    """The bytes of the file `path`; `InvalidError` if it can't be read or has more than `most`."""
    try:
        if str(path) in _lent:
            data = _lent[str(path)]
        else:
            with open(path, "rb") as file:
                data = file.read(most + 1)
    except OSError as error:
        raise InvalidError(f"{path}: can't be read: {_reason(error)}") from error
    if len(data) > most:
        raise InvalidError(f"{path}: more than {most} bytes; no file of this kind is so long")
    return data


def check_folder(path: Path | str) -> Path:
    """`path` as a folder that can be written to, made if it is missing: found out before work begins, not after it."""
    folder = Path(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise InvalidError(f"{folder}: can't be written to: {_reason(error)}") from error
    return folder


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
