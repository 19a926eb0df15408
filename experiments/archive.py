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
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from mutapa.core import files
from mutapa.core.errors import InvalidError
from mutapa.experiments import provenance

MOST_BYTES = 1 << 28
DELETE = "right would be to delete the file: its work is done again"
PAUSE = 2.0
"""Seconds after which finished work is written out; so much of it at most a killed run does again."""


class Archive:
    """Results of one plan. Use it in ``with``; one process at a time."""

    def __init__(self, folder: Path | str, plan: Mapping[str, Any], config: bytes = b"") -> None:
        self.folder = files.check_folder(folder)
        self.plan: dict[str, Any] = json.loads(json.dumps(plan))
        self.config = config
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
            check_same(json.loads(files.read(path, MOST_BYTES)), self.plan, str(self.folder))
        else:
            if self.config:
                files.write(self.folder / "config.yaml", self.config)
            files.write(path, json.dumps(self.plan, indent=1).encode() + b"\n")
        self.rows = list(read(self.folder))
        self._number = max((int(path.stem) for path in _parts(self.folder)), default=0)
        self._session = len(list(self.folder.glob("sessions/*.json"))) + 1
        self._began, self._load, self._written = time.time(), provenance.load(), time.monotonic()
        self._new = 0

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


def read(folder: Path | str) -> Iterator[dict[str, Any]]:
    """All results in a folder, in the order they were written."""
    for path in _parts(Path(folder)):
        for n, line in enumerate(files.read(path, MOST_BYTES).splitlines(), 1):
            try:
                row = json.loads(line)
            except ValueError as error:
                raise InvalidError(f"{path}: line {n} is damaged; {DELETE}") from error
            if not isinstance(row, dict):
                raise InvalidError(f"{path}: line {n} is no result; {DELETE}")
            yield row


def sessions(folder: Path | str) -> list[dict[str, Any]]:
    """What is told of each run."""
    return [json.loads(files.read(path, MOST_BYTES)) for path in sorted(Path(folder).glob("sessions/*.json"))]


def _parts(folder: Path) -> list[Path]:
    return sorted(folder.glob("results/[0-9]*.jsonl"))


def check_same(before: Mapping[str, Any], now: Mapping[str, Any], where: str) -> None:
    """Refuse to go on with another plan: name what differs."""
    for name in dict.fromkeys([*before, *now]):
        old, new = before.get(name), now.get(name)
        if old != new:
            raise InvalidError(
                f"{where}: {name} was {_short(old)} when this began, now it is {_short(new)};"
                " right would be the same, or another --out"
            )


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
