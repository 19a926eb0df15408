"""The store of a tournament: whole games, one writer, any number of readers, another plan refused by name."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from mutapa.core.errors import InvalidError
from mutapa.core.record import Record
from mutapa.core.state import State
from mutapa.experiments.tournaments import summary
from mutapa.experiments.tournaments.results import lines
from mutapa.experiments.tournaments.store import EntrantRow, GameRow, SeatRow, Store

PLAN = {"game": "kuhn", "seats": 2}
TWO = [EntrantRow("Ada", "x", "random", "h1"), EntrantRow("Bob", "y", "command: ./bob", "h2")]
META = {"games_per_block": 2, "seed": 5, "salt": "ab"}


def opened(folder: Path) -> Store:
    return Store.write(folder / "t.db", PLAN, TWO, META)


def record() -> Record:
    state = State.new("kuhn", seed=3)
    made = Record.begin(state, ["random", "random"], 3)
    made.finish(state)
    return made


def add(store: Store, number: int, status: str = "ended", verdict: str | None = None) -> None:
    ranks = (None, None) if status == "void" else (1, 2)
    store.add(
        GameRow(number, (number + 1) // 2, 1, (number - 1) // 2, status, "normal", 5, "2026-11-30", 0.5, record().to_bytes()),
        [
            SeatRow(0, "Bob", ranks[0], 3, None, "", "", 0.2, 0.1, 2),
            SeatRow(1, "Ada", ranks[1], -3, verdict, "late", "half \udc80 a line", 0.2, 0.1, 2),
        ],
    )


def test_games_are_read_as_they_were_added(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        add(store, 2, verdict="time")
        add(store, 1)
        add(store, 3, status="void")
        with Store.read(tmp_path / "t.db") as reader:  # while it is written
            one, two, three = reader.results()
            assert (one.number, one.names, one.ranks, one.verdicts) == (1, ("Bob", "Ada"), (1, 2), (None, None))
            assert (two.number, two.verdicts) == (2, (None, "time"))
            assert (three.status, three.ranks, three.names) == ("void", (), ("Bob", "Ada"))
            assert reader.half_blocks() == {2}
            assert reader.numbers() == {1, 2, 3}
            assert reader.record(2).to_bytes() == record().to_bytes()
            assert reader.entrants() == TWO
            with pytest.raises(InvalidError, match=r"game 9: not among those played; 3 games are there, numbers from 1 to 3"):
                reader.record(9)
    assert sorted(os.listdir(tmp_path)) == [".t.db.lock", "t.db"], "one file, closed whole"


def test_the_seed_is_given_out_at_the_end_only(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        assert store.revealed is None
        store.note(finished=True)
        assert store.revealed == (5, "ab")
    with Store.write(tmp_path / "t.db", PLAN, TWO, {"seed": 6, "salt": "cd"}) as store:
        assert store.revealed == (5, "ab"), "facts of the first run stay"


def test_a_game_is_there_as_a_whole_or_not(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        add(store, 1)
        with pytest.raises(InvalidError, match=r"t\.db: UNIQUE constraint failed"):
            add(store, 1)
        stranger = SeatRow(0, "Cyd", 1, 0, None, "", "", 0.0, 0.0, 0)
        with pytest.raises(KeyError):
            store.add(GameRow(2, 1, 1, 0, "ended", "normal", 0, "", 0.0), [stranger])
        assert store.numbers() == {1}
        assert len(list(store.results())) == 1


def test_one_writer(tmp_path: Path) -> None:
    with opened(tmp_path), pytest.raises(InvalidError, match=r"t\.db: another run writes to it"):
        opened(tmp_path)
    opened(tmp_path).close()


@pytest.mark.parametrize(
    ("plan", "entrants", "said"),
    [
        (
            {**PLAN, "seats": 3},
            TWO,
            r"t\.db: seats was 2 when this began, now it is 3; right would be the same, or another --out",
        ),
        (PLAN, TWO[:1], r"t\.db: entrants: 'Bob' was there when this began, now it isn't"),
        (PLAN, [*TWO, EntrantRow("Cyd", "", "random", "h")], "entrants: 'Cyd' wasn't there when this began"),
        (PLAN, [TWO[0]._replace(hash="h9"), TWO[1]], 'entrant \'Ada\': hash was "h1" when this began, now it is "h9"'),
    ],
)
def test_another_plan_is_refused_by_name(tmp_path: Path, plan: dict[str, object], entrants: list[EntrantRow], said: str) -> None:
    opened(tmp_path).close()
    with pytest.raises(InvalidError, match=said):
        Store.write(tmp_path / "t.db", plan, entrants, META)
    opened(tmp_path).close()


def test_other_files_are_refused(tmp_path: Path) -> None:
    words, other, empty = tmp_path / "words.db", tmp_path / "other.db", tmp_path / "empty.db"
    words.write_bytes(b"these are words and no database" * 99)
    sqlite3.connect(other).execute("CREATE TABLE things(name)").connection.close()
    empty.touch()
    for path, said in ((words, "file is not a database"), (other, "a database, but not the store"), (empty, "it is empty")):
        with pytest.raises(InvalidError, match=said):
            Store.read(path)
    for path in (words, other):
        before = path.read_bytes()
        with pytest.raises(InvalidError):
            Store.write(path, PLAN, TWO, META)
        assert path.read_bytes() == before
    with pytest.raises(InvalidError, match="there is no such file"):
        Store.read(tmp_path / "none.db")
    with pytest.raises(InvalidError, match="a folder"):
        Store.write(tmp_path, PLAN, TWO, META)


def test_damage_is_one_line_wherever_it_shows(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        for number in range(1, 60):
            add(store, number)
        pages = store.connection.execute("SELECT name, rootpage FROM sqlite_master WHERE type = 'table'").fetchall()
        size = store.connection.execute("PRAGMA page_size").fetchone()[0]
    path, whole = tmp_path / "t.db", (tmp_path / "t.db").read_bytes()
    for name, page in pages:
        at = (page - 1) * size
        path.write_bytes(whole[:at] + b"\x55" * size + whole[at + size :])
        said = []
        for read in (
            lambda one: one.meta, lambda one: one.sessions(), lambda one: one.entrants(), lambda one: one.numbers(),
            lambda one: list(one.results()), lambda one: one.half_blocks(), lambda one: one.record(1),
            lambda one: list(lines(one)), summary.read,
        ):  # fmt: skip
            try:
                with Store.read(path) as reader:
                    read(reader)
            except InvalidError as error:
                said.append(str(error))
        assert said, name
        try:
            opened(tmp_path).close()
        except InvalidError as error:
            said.append(str(error))
        assert all(each.startswith(str(path)) and "\n" not in each for each in said), name
    path.write_bytes(whole)
    connection = sqlite3.connect(path)
    connection.execute("UPDATE meta SET value = '{half' WHERE key = 'seed'")
    connection.commit()
    connection.close()
    with Store.read(path) as reader, pytest.raises(InvalidError, match=r"t\.db: damaged"):
        reader.meta  # noqa: B018


def test_a_store_whose_beginning_was_killed_is_begun(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    with Store.write(path, PLAN, TWO, META) as store:
        assert store.meta["plan"] == PLAN


def test_a_store_can_be_read_where_nothing_can_be_written(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        add(store, 1)
    (tmp_path / "t.db").chmod(0o400)
    tmp_path.chmod(0o500)
    try:
        with Store.read(tmp_path / "t.db") as reader:
            assert reader.numbers() == {1}
    finally:
        tmp_path.chmod(0o700)


def test_a_full_disk_is_named_and_what_was_kept_stays(tmp_path: Path) -> None:
    with opened(tmp_path) as store:
        add(store, 1)
        pages = store.connection.execute("PRAGMA page_count").fetchone()[0]
        store.connection.execute(f"PRAGMA max_page_count = {pages}")

        def fill() -> None:
            for number in range(2, 300):
                add(store, number)

        with pytest.raises(InvalidError, match=r"t\.db: database or disk is full$"):
            fill()
        last = max(store.numbers())
    with Store.read(tmp_path / "t.db") as reader:
        assert [each.number for each in reader.results()] == list(range(1, last + 1))
        assert all(len(each.names) == 2 for each in reader.results())
