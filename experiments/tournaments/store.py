"""The store of a tournament: one SQLite file, in which a game and its record appear together as the game ends.

The file is in WAL mode and every commit reaches the disk: a run killed anywhere leaves whole games and goes on after them.
One process writes (it holds a lock beside the file); any number may read meanwhile. What all games agree in stands in
``meta`` as JSON, the plan under ``plan``. The seed lies there from the start, since a resumed run needs it; `Store.revealed`
gives it out when the last game is in. Records are compressed (zlib).
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import sqlite3
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any, NamedTuple

from mutapa.core import files
from mutapa.core.errors import InvalidError
from mutapa.core.record import Record
from mutapa.experiments.archive import check_same

FORMAT = 1
APPLICATION = 0x4D545041
"""Marks the file as ours (SQLite's ``application_id``)."""
SCHEMA = """
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE sessions(number INTEGER PRIMARY KEY, told TEXT NOT NULL);
CREATE TABLE entrants(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, author TEXT NOT NULL, bot TEXT NOT NULL,
    hash TEXT NOT NULL);
CREATE TABLE games(number INTEGER PRIMARY KEY, block INTEGER NOT NULL, round INTEGER NOT NULL, setup INTEGER NOT NULL,
    status TEXT NOT NULL CHECK(status IN ('ended', 'void')), reason TEXT NOT NULL, plies INTEGER NOT NULL,
    started TEXT NOT NULL, seconds REAL NOT NULL, record BLOB NOT NULL);
CREATE TABLE seats(game INTEGER NOT NULL REFERENCES games(number), seat INTEGER NOT NULL,
    entrant INTEGER NOT NULL REFERENCES entrants(id), rank INTEGER, margin INTEGER, verdict TEXT, words TEXT NOT NULL,
    output TEXT NOT NULL, seconds REAL NOT NULL, slowest REAL NOT NULL, steps INTEGER NOT NULL,
    PRIMARY KEY(game, seat)) WITHOUT ROWID;
CREATE INDEX games_by_block ON games(block);
CREATE INDEX seats_by_entrant ON seats(entrant, game);
"""


class EntrantRow(NamedTuple):
    """Who takes part."""

    name: str
    author: str
    bot: str
    """A spec of ours, or ``command: ...``."""
    hash: str
    """Of the bot as it was when the tournament began."""


class GameRow(NamedTuple):
    """A game that has ended."""

    number: int
    """From 1, in the order of the schedule."""
    block: int
    round: int
    setup: int
    """Number of the set-up: games with the same one share set-up and luck."""
    status: str
    """``ended``, or ``void``: it counts for nothing."""
    reason: str
    """``normal``, ``forfeit`` (someone's place is by verdict), or why it is void."""
    plies: int
    """Steps, nature's too."""
    started: str
    """ISO 8601, UTC."""
    seconds: float
    record: bytes = b""


class SeatRow(NamedTuple):
    """A seat of a game that has ended."""

    seat: int
    entrant: str
    rank: int | None
    """1 is best; None in a void game."""
    margin: int | None
    verdict: str | None
    """time, stall, crash, illegal or garbage: why it forfeited. None: it did not."""
    words: str
    """The verdict in a sentence."""
    output: str
    """The last lines of a forfeiting engine."""
    seconds: float
    """Spent on its steps, all together."""
    slowest: float
    """Seconds of its slowest step."""
    steps: int


class Result(NamedTuple):
    """What tables and ratings read of a game."""

    number: int
    block: int
    round: int
    status: str
    names: tuple[str, ...]
    """By seat."""
    ranks: tuple[int, ...]
    """By seat; empty if the game is void."""
    verdicts: tuple[str | None, ...]
    plies: int
    seconds: float


class Store:
    """The games of one tournament. `Store.write` to write, `Store.read` to read; use it in ``with``."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: IO[bytes] | None) -> None:
        self.path, self.connection, self._lock = path, connection, lock
        self._ids: dict[str, int] = {}

    # --- opening ------------------------------------------------------------------------------------------------------

    @classmethod
    def read(cls, path: Path | str) -> Store:
        """The store at `path`, to be read; whoever writes it meanwhile isn't disturbed."""
        path = Path(path)
        if not path.is_file():
            raise InvalidError(f"{path}: there is no such file; right would be the store of a tournament")
        with _blaming(path):
            uri = path.resolve().as_uri() + "?mode=ro"
            connection = sqlite3.connect(uri, uri=True)
            try:
                connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            except sqlite3.OperationalError:  # WAL wants to write beside the file; where that can't be, nobody else writes either
                connection.close()
                connection = sqlite3.connect(uri + "&immutable=1", uri=True)
            if not _ours(connection, path):
                connection.close()
                raise InvalidError(f"{path}: it is empty; right would be the store of a tournament")
        return cls(path, connection, None)

    @classmethod
    def write(cls, path: Path | str, plan: Mapping[str, Any], entrants: Sequence[EntrantRow], meta: Mapping[str, Any]) -> Store:
        """The store at `path`, to be written: begun with these facts if it isn't there, else gone on with.

        `InvalidError`: another process writes it, it was begun with another `plan` or other entrants (it says which key), or it
        is no store. `meta` is set where the store is new, and read from it where it is not.
        """
        path = Path(path)
        files.check_folder(path.parent)
        if path.is_dir():
            raise InvalidError(f"{path}: a folder; right would be the name of a file")
        with contextlib.ExitStack() as undone:
            lock = undone.enter_context(_locked(path))
            with _blaming(path):
                connection = sqlite3.connect(path, isolation_level=None)
                undone.callback(connection.close)
                store = cls(path, connection, lock)
                if not _ours(connection, path):
                    store._begin(plan, entrants, meta)
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = FULL")
            with _blaming(path):
                store._check(json.loads(json.dumps(plan)), entrants)
            undone.pop_all()
        return store

    def _begin(self, plan: Mapping[str, Any], entrants: Sequence[EntrantRow], meta: Mapping[str, Any]) -> None:
        """All of an empty store in one transaction: it is there as a whole, or the next run begins it."""
        run = self.connection.execute
        run("PRAGMA journal_mode = WAL")
        run("BEGIN IMMEDIATE")
        for statement in filter(str.strip, SCHEMA.split(";")):
            run(statement)
        for key, value in {**meta, "plan": plan}.items():
            run("INSERT INTO meta VALUES (?, ?)", (key, json.dumps(value)))
        for number, entrant in enumerate(entrants, 1):
            run("INSERT INTO entrants VALUES (?, ?, ?, ?, ?)", (number, *entrant))
        run(f"PRAGMA application_id = {APPLICATION}")
        run(f"PRAGMA user_version = {FORMAT}")
        run("COMMIT")

    def _check(self, plan: Mapping[str, Any], entrants: Sequence[EntrantRow]) -> None:
        before, now = ({each.name: each for each in rows} for rows in (self.entrants(), entrants))
        for name in dict.fromkeys([*before, *now]):
            if name not in now or name not in before:
                how = "was there when this began, now it isn't" if name in before else "wasn't there when this began"
                raise InvalidError(f"{self.path}: entrants: {name!r} {how}; right would be the same, or another --out")
            check_same(before[name]._asdict(), now[name]._asdict(), f"{self.path}: entrant {name!r}")
        check_same(self.meta["plan"], plan, str(self.path))

    def close(self) -> None:
        """Let go of the file. Whoever wrote it leaves one file: without WAL, unless it is being read."""
        if self._lock is not None:
            with contextlib.suppress(sqlite3.DatabaseError):
                self.connection.execute("PRAGMA busy_timeout = 100")
                self.connection.execute("PRAGMA journal_mode = DELETE")
        self.connection.close()
        if self._lock is not None:
            self._lock.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
        if isinstance(error, sqlite3.Error):  # a page that is damaged shows where it is read
            with _blaming(self.path):
                raise error

    # --- writing ------------------------------------------------------------------------------------------------------

    def add(self, game: GameRow, seats: Sequence[SeatRow]) -> None:
        """A game has ended: it, its seats and its record are in the file together, on the disk, when this returns."""
        if not self._ids:
            self._ids = dict(self.connection.execute("SELECT name, id FROM entrants"))
        run = self.connection.execute
        with _blaming(self.path), self.transaction():
            packed = zlib.compress(game.record)
            run("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (*game[:-1], packed))
            for each in seats:
                row = each._replace(words=_text(each.words), output=_text(each.output))._asdict()
                row["entrant"] = self._ids[each.entrant]
                run("INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (game.number, *row.values()))

    def tell(self, number: int, told: Mapping[str, Any]) -> None:
        """What is told of run `number` (from 1): machine, revision, when."""
        with _blaming(self.path), self.transaction():
            self.connection.execute("INSERT OR REPLACE INTO sessions VALUES (?, ?)", (number, json.dumps(told)))

    def note(self, **meta: Any) -> None:
        """Set facts in ``meta``."""
        with _blaming(self.path), self.transaction():
            for key, value in meta.items():
                self.connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, json.dumps(value)))

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """All of it or nothing."""
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self.connection.in_transaction:  # not after a full disk: SQLite has rolled back then
                self.connection.execute("ROLLBACK")
            raise
        self.connection.execute("COMMIT")

    # --- reading ------------------------------------------------------------------------------------------------------

    @property
    def meta(self) -> dict[str, Any]:
        """What all games agree in, and how far the tournament is: game, rules, plan, commitment, games, games_per_block ..."""
        with _blaming(self.path):
            return {key: json.loads(value) for key, value in self.connection.execute("SELECT key, value FROM meta")}

    @property
    def revealed(self) -> tuple[int, str] | None:
        """Seed and salt, once the last game has been played; None before."""
        meta = self.meta
        return (meta["seed"], meta["salt"]) if meta.get("finished") else None

    def sessions(self) -> list[dict[str, Any]]:
        """What is told of each run."""
        with _blaming(self.path):
            return [json.loads(told) for (told,) in self.connection.execute("SELECT told FROM sessions ORDER BY number")]

    def entrants(self) -> list[EntrantRow]:
        """Who takes part, in the organiser's order."""
        return [EntrantRow(*row) for row in self.connection.execute("SELECT name, author, bot, hash FROM entrants ORDER BY id")]

    def numbers(self) -> set[int]:
        """Numbers of all games that have ended."""
        return {number for (number,) in self.connection.execute("SELECT number FROM games")}

    def results(self) -> Iterator[Result]:
        """All games that have ended, by number. `half_blocks` says which belong to blocks that are not whole."""
        with _blaming(self.path):
            names = dict(self.connection.execute("SELECT id, name FROM entrants"))
            seated = iter(self.connection.execute("SELECT game, entrant, rank, verdict FROM seats ORDER BY game, seat"))
            games = self.connection.execute("SELECT number, block, round, status, plies, seconds FROM games ORDER BY number")
            seat = next(seated, None)
            for number, block, round_, status, plies, seconds in games:
                who, ranks, verdicts = [], [], []
                while seat is not None and seat[0] <= number:
                    who.append(names[seat[1]])
                    ranks.append(seat[2])
                    verdicts.append(seat[3])
                    seat = next(seated, None)
                placed = () if status == "void" else tuple(ranks)
                yield Result(number, block, round_, status, tuple(who), placed, tuple(verdicts), plies, seconds)

    def half_blocks(self) -> set[int]:
        """Blocks of which some games are still to be played: nothing is to be concluded from them."""
        query = "SELECT block FROM games GROUP BY block HAVING count(*) < ?"
        return {block for (block,) in self.connection.execute(query, (self.meta["games_per_block"],))}

    def record(self, number: int) -> Record:
        """The record of game `number`."""
        with _blaming(self.path):
            row = self.connection.execute("SELECT record FROM games WHERE number = ?", (number,)).fetchone()
        where = f"{self.path}: game {number}"
        if row is None:
            played = sorted(self.numbers())
            right = f"{len(played)} games are there, numbers from {played[0]} to {played[-1]}" if played else "none is there yet"
            raise InvalidError(f"{where}: not among those played; {right}")
        try:
            data = zlib.decompress(row[0])
        except zlib.error as error:
            raise InvalidError(f"{where}: its record is damaged: {error}") from error
        return Record.from_bytes(data, where)


def _ours(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether the file is a store; False if nothing is in it yet; `InvalidError` if it is something else."""
    (mark,), (version,) = (connection.execute(f"PRAGMA {name}").fetchone() for name in ("application_id", "user_version"))
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if mark == 0 and tables == 0:
        return False
    if mark != APPLICATION:
        raise InvalidError(f"{path}: a database, but not the store of a tournament")
    if version != FORMAT:
        raise InvalidError(f"{path}: store format {version}; this program reads format {FORMAT}")
    return True


def _locked(path: Path) -> IO[bytes]:
    lock = open(path.with_name(f".{path.name}.lock"), "wb")  # noqa: SIM115  # held as long as the store is open
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise InvalidError(f"{path}: another run writes to it; right would be to wait, or another --out") from None
    return lock


@contextlib.contextmanager
def _blaming(path: Path) -> Iterator[None]:
    """SQLite's complaints as one line that names the file."""
    try:
        yield
    except sqlite3.OperationalError as error:  # a full disk, a file that may not be written, another program's lock
        raise InvalidError(f"{path}: {' '.join(str(error).split())}") from error
    except sqlite3.DatabaseError as error:
        raise InvalidError(f"{path}: {' '.join(str(error).split())}; right would be the store of a tournament") from error
    except json.JSONDecodeError as error:
        raise InvalidError(f"{path}: damaged: no JSON where there should be: {error.msg}") from error


def _text(words: str) -> str:
    """Text that can be stored, whatever an engine printed."""
    return words.encode(errors="replace").decode()
