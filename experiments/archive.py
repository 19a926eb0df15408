"""The folder of an experiment: its plan, the machine, and results in files that are whole or not there.

``plan.json`` is what all results agree in. ``results/000001.jsonl`` and so on hold finished pieces of work, one a line; each file
is written once, under a temporary name first, so that a killed run leaves whole lines behind and goes on after them.
``sessions/0001.json`` tells of each run: when, which revision and machine, how busy it was.
"""

from __future__ import annotations

import datetime
import fcntl
import json
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from mutapa.core import files
from mutapa.core.errors import InvalidError
from mutapa.experiments import provenance

MOST_BYTES = 1 << 28
DELETE = "right would be to delete the file: its work is done again"
TOLD = {"began", "seconds", "revision", "machine", "load_before"}
"""What a session tells at the least."""
PAUSE = 2.0
"""Seconds after which finished work is written out; so much of it at most a killed run does again."""


class Archive:
    """Results of one plan. Use it in ``with``; one process at a time."""

    def __init__(
        self,
        folder: Path | str,
        plan: Mapping[str, Any],
        config: bytes = b"",
        sound: Callable[[dict[str, Any]], bool] | None = None,
    ) -> None:
        """`sound`: whether a row can be a result; None: whatever is a map."""
        self.folder = files.check_folder(folder)
        self.plan: dict[str, Any] = json.loads(json.dumps(plan))
        self.config, self.sound = config, sound
        self.rows: list[dict[str, Any]] = []
        """All results, those of earlier runs first."""
        self._unwritten: list[dict[str, Any]] = []
        self._lock: IO[bytes] | None = None

    def __enter__(self) -> Archive:
        self._lock = open(self.folder / ".lock", "wb")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._lock.close()
            raise InvalidError(f"{self.folder}: another run works here; right would be to wait, or another --out") from None
        try:
            self._begin()
        except BaseException:
            self._lock.close()
            raise
        return self

    def _begin(self) -> None:
        path = self.folder / "plan.json"
        if path.exists():
            check_same(plan(self.folder), self.plan, str(self.folder))
        else:
            if self.config:
                files.write(self.folder / "config.yaml", self.config)
            files.write(path, json.dumps(self.plan, indent=1).encode() + b"\n")
        self.rows = list(read(self.folder, self.sound))
        self._number = max((int(path.stem) for path in _parts(self.folder, "results/*.jsonl")), default=0)
        sessions(self.folder)  # what is damaged is said before anything is played
        self._session = max((int(path.stem) for path in _parts(self.folder, "sessions/*.json")), default=0) + 1
        self._began, self._load, self._written = time.time(), provenance.load(), time.monotonic()
        self._new = 0

    def check_told(self, **now: Any) -> None:
        """Refuse to go on where an earlier run told otherwise of what `note` tells: for what results depend on at times only."""
        for told in sessions(self.folder):
            before = {name: told[name] for name in now if name in told}
            check_same(before, {name: now[name] for name in before}, str(self.folder))

    def add(self, row: dict[str, Any]) -> None:
        """A piece of work is finished."""
        self.rows.append(row)
        self._unwritten.append(row)
        self._new += 1
        if time.monotonic() - self._written > PAUSE:
            self.flush()

    def flush(self) -> None:
        """Write what is finished."""
        if self._unwritten:
            self._number += 1
            lines = "".join(f"{json.dumps(row)}\n" for row in self._unwritten)
            files.write(self.folder / "results" / f"{self._number:06}.jsonl", lines.encode())
            self._unwritten = []
        self._written = time.monotonic()

    def note(self, **more: Any) -> None:
        """Tell of this run in ``sessions``: at its start, and anew at its end, which a killed run never sees."""
        told = {
            "began": datetime.datetime.fromtimestamp(self._began, datetime.UTC).isoformat(timespec="seconds"),
            "seconds": round(time.time() - self._began, 1),
            "pieces": self._new,
            "revision": provenance.revision(),
            "machine": provenance.machine(),
            "load_before": self._load,
            "load_after": provenance.load(),
            **more,
        }
        files.write(self.folder / "sessions" / f"{self._session:04}.json", json.dumps(told, indent=1).encode() + b"\n")

    def __exit__(self, *rest: object) -> None:
        self.flush()
        if self._lock is not None:
            self._lock.close()


def plan(folder: Path | str) -> dict[str, Any]:
    """What all results in a folder agree in."""
    path = Path(folder) / "plan.json"
    return _map(path, "right would be the file as it was, or another --out")


def _map(path: Path, right: str) -> dict[str, Any]:
    try:
        found = json.loads(files.read(path, MOST_BYTES))
    except ValueError as error:
        raise error if isinstance(error, InvalidError) else InvalidError(f"{path}: damaged; {right}") from None
    if not isinstance(found, dict):
        raise InvalidError(f"{path}: damaged; {right}")
    return found


def read(folder: Path | str, sound: Callable[[dict[str, Any]], bool] | None = None) -> Iterator[dict[str, Any]]:
    """All results in a folder, in the order they were written; `sound` as of `Archive`."""
    for path in _parts(Path(folder), "results/*.jsonl"):
        for n, line in enumerate(files.read(path, MOST_BYTES).splitlines(), 1):
            try:
                row = json.loads(line)
            except ValueError as error:
                raise InvalidError(f"{path}: line {n} is damaged; {DELETE}") from error
            if not isinstance(row, dict) or not (sound is None or sound(row)):
                raise InvalidError(f"{path}: line {n} is no result; {DELETE}")
            yield row


def sessions(folder: Path | str) -> list[dict[str, Any]]:
    """What is told of each run."""
    found = []
    for path in _parts(Path(folder), "sessions/*.json"):
        told = _map(path, "right would be to delete the file: only the report tells of it")
        if TOLD - set(told):
            raise InvalidError(f"{path}: tells of no run; right would be to delete the file: only the report tells of it")
        found.append(told)
    return found


def _parts(folder: Path, pattern: str) -> list[Path]:
    found = sorted(folder.glob(pattern))
    for path in found:
        if not (path.stem.isascii() and path.stem.isdigit()):
            raise InvalidError(f"{path}: no file of this experiment; right would be to move it elsewhere")
    return found


def check_same(before: Mapping[str, Any], now: Mapping[str, Any], where: str) -> None:
    """Refuse to go on with another plan: name what differs."""
    for name in dict.fromkeys([*before, *now]):
        old, new = before.get(name), now.get(name)
        if old != new:
            one, other = _short(json.dumps(old), json.dumps(new))
            raise InvalidError(
                f"{where}: {name} was {one} when this began, now it is {other}; right would be the same, or another --out"
            )


def _short(one: str, other: str) -> tuple[str, str]:
    """Both texts, cut to where they begin to differ if they are long."""
    if max(len(one), len(other)) <= 60:
        return one, other
    same = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    first = max(0, same - 25)
    parts = (text[first : first + 55] for text in (one, other))
    before, now = (
        f"{'...' if first else ''}{part}{'...' if first + 55 < len(text) else ''}"
        for part, text in zip(parts, (one, other), strict=True)
    )
    return before, now
