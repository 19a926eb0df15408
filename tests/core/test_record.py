"""Records replay to the same bytes, are written whole or not at all, and refuse whatever is not one."""

from __future__ import annotations

import dataclasses
import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mutapa.core.errors import InvalidError
from mutapa.core.record import _HEAD, FORMAT, MAGIC, Record, times_path
from mutapa.core.state import State
from mutapa.core.streams import below, derive
from tests.core.tinygame import LAYOUT, TINY


def played(seed: int = 1, seats: int = 3) -> Record:
    state = State.new(TINY, seats, seed=seed)
    record = Record.begin(state, ["random"] * seats, seed)
    rng = derive(seed, "play").tolist()
    while not state.is_over:
        actions = [action for action, _ in state.chances] or state.legal_actions
        action = actions[below(rng, len(actions))]
        record.step(state, action)
        state.apply(action)
    record.finish(state)
    return record


def sealed(parts: Any) -> bytes:
    body = msgpack.packb(parts)
    return _HEAD.pack(MAGIC, FORMAT, len(body), hashlib.blake2b(body, digest_size=8).digest()) + body


def parts_of(record: Record) -> dict[str, Any]:
    parts: dict[str, Any] = msgpack.unpackb(record.to_bytes()[_HEAD.size :])
    return parts


def test_a_record_plays_again_to_the_same_bytes(tmp_path: Path) -> None:
    record = played()
    path = record.save(tmp_path / "deep" / "game.record")
    again = Record.load(path)
    assert again == record
    last = again.verify(game=TINY)
    assert last.is_over
    anew = Record.begin(State.from_setup(again.setup, game=TINY), again.bots, again.seed)
    for state, action in zip(again.positions(game=TINY), again.actions, strict=False):
        anew.step(state, action)
    anew.finish(last)
    assert anew.to_bytes() == path.read_bytes()


def test_positions_along_the_game() -> None:
    record = played()
    assert record.replay(0, game=TINY).is_chance
    assert record.replay(3, game=TINY).turn == 0
    assert record.replay(5, game=TINY).turn == 2
    with pytest.raises(InvalidError, match="step 7 is asked for; the record has steps 0 to 6"):
        record.replay(7, game=TINY)


def test_an_unfinished_record_is_one_too() -> None:
    state = State.new(TINY, 2)
    record = Record.begin(state, ["a", "b"], None, {"reproducible": False})
    record.step(state, 12)
    state.apply(12)
    record.finish(state)
    again = Record.from_bytes(record.to_bytes())
    assert (again.outcome, again.notes) == (None, {"reproducible": False})
    again.verify(game=TINY)


def test_times_lie_beside_the_record(tmp_path: Path) -> None:
    plain, timed = played(), played()
    timed.times = [0.25] * len(timed.actions)
    plain.save(tmp_path / "plain.record")
    timed.save(tmp_path / "timed.record")
    assert (tmp_path / "plain.record").read_bytes() == (tmp_path / "timed.record").read_bytes()
    assert times_path(tmp_path / "timed.record").read_text().startswith('{"seconds": [0.25')
    assert not times_path(tmp_path / "plain.record").exists()


def test_a_record_cut_anywhere_is_refused() -> None:
    data = played().to_bytes()
    for n in range(len(data)):
        with pytest.raises(InvalidError, match=r"no Mutapa record|truncated"):
            Record.from_bytes(data[:n], "x")


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_record_with_a_changed_byte_is_refused(data: st.DataObject) -> None:
    good = bytearray(played().to_bytes())
    at = data.draw(st.integers(0, len(good) - 1))
    good[at] ^= data.draw(st.integers(1, 255))
    with pytest.raises(InvalidError):
        Record.from_bytes(bytes(good))


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_refused_by_one_line(data: bytes) -> None:
    for whole in (data, _HEAD.pack(MAGIC, FORMAT, len(data), hashlib.blake2b(data, digest_size=8).digest()) + data):
        with pytest.raises(InvalidError) as raised:
            Record.from_bytes(whole, "foreign.record")
        assert str(raised.value).startswith("foreign.record: ")
        assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("game", 3, "item game is wrong: a str"),
        ("rules", "1", "item rules is wrong"),
        ("setup", [], "item setup is wrong: a dict"),
        ("bots", ["random"], "item bots is wrong: one for each of the 3 seats"),
        ("bots", [1, 2, 3], "item bots is wrong: a list of str"),
        ("bots", ["a", "\x1b[31mb", "c"], "item bots is wrong: words without control characters"),
        ("texts", ["a", "b\nc", "d", "e", "f", "g"], "item texts is wrong: words without control characters"),
        ("seed", "x", "item seed is wrong"),
        ("actions", [-1] * 6, "item actions is wrong"),
        ("actions", [True] * 6, "item actions is wrong: a list of int"),
        ("actions", [], "texts or forced"),
        ("forced", bytes([9] * 6), "texts or forced"),
        ("outcome", {"ranks": [1, 1, 1]}, "item outcome is wrong"),
        ("outcome", {"ranks": [1], "margins": [1, 1, 1], "capped": False}, "outcome.ranks is wrong: one number a seat"),
    ],
)
def test_items_of_another_type_are_named(key: str, value: object, said: str) -> None:
    parts = parts_of(played())
    with pytest.raises(InvalidError, match=said):
        Record.from_bytes(sealed({**parts, key: value}))


def test_missing_and_unknown_items_are_named() -> None:
    parts = parts_of(played())
    with pytest.raises(InvalidError, match="items nobody knows"):
        Record.from_bytes(sealed({**parts, "more": 1}))
    del parts["seed"]
    with pytest.raises(InvalidError, match="item seed is missing"):
        Record.from_bytes(sealed(parts))


def test_deep_and_foreign_values_are_refused() -> None:
    deep: Any = 1
    for _ in range(400):
        deep = [deep]
    parts = {**parts_of(played()), "setup": {"game": "tiny", "seats": 3, "first": deep}}
    with pytest.raises(InvalidError):
        Record.from_bytes(sealed(parts)).verify(game=TINY)
    with pytest.raises(InvalidError, match="no msgpack map"):
        Record.from_bytes(sealed(msgpack.ExtType(5, b"x")))


def test_another_format_is_refused() -> None:
    data = played().to_bytes()
    with pytest.raises(InvalidError, match="record format 2; this program reads format 1"):
        Record.from_bytes(MAGIC + (2).to_bytes(4, "little") + data[12:])


def test_an_illegal_step_is_named() -> None:
    record = played()
    record.actions[4] = 7
    with pytest.raises(InvalidError, match=r"x: step 5 \('.*'\): .*action 7 is not among the 3 legal ones"):
        record.verify(game=TINY, where="x")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda record: record.texts.__setitem__(3, "lies"), r"step 4 \('lies'\)"),
        (lambda record: record.forced.__setitem__(3, 1), "its words and mark are"),
        (lambda record: record.outcome.__setitem__("ranks", [3, 3, 3]), "item outcome is"),
        (lambda record: setattr(record, "end", "0"), "item end is '0'"),
        (lambda record: record.setup.__setitem__("seats", 9), "item setup: set-up: 9 seats"),
        (lambda record: record.setup["options"].pop("cap"), "item setup is"),
        (lambda record: record.actions.append(0) or record.texts.append("keep") or record.forced.append(0), "game is over"),
    ],
)
def test_a_record_that_tells_of_another_game_is_refused(change: Callable[[Record], None], said: str) -> None:
    record = played()
    change(record)
    with pytest.raises(InvalidError, match=said):
        record.verify(game=TINY)


def test_other_rules_name_the_first_step_that_differs() -> None:
    record = played()
    stricter = dataclasses.replace(TINY, version=2, rules=TINY.rules._replace(legal=lambda board, work, state, out: 0))
    with pytest.raises(InvalidError, match=r"record rules 1, here 2; first differing item: step 4 \('"):
        record.verify(game=stricter)
    with pytest.raises(InvalidError, match="record rules 1, here 2; no step differs"):
        record.verify(game=dataclasses.replace(TINY, version=2))


def test_a_record_of_another_layout_is_played_from_its_words() -> None:
    record = played()
    record.layout, record.end, record.actions = "older", "unknown", [99] * len(record.actions)
    assert record.verify(game=TINY).is_over
    assert LAYOUT.hash != "older"


def test_a_place_that_can_t_be_written_is_refused_and_nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(InvalidError, match="can't be written"):
        played().save(file / "game.record")

    def full(source: object, target: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(InvalidError, match="no space left"):
        played().save(tmp_path / "game.record")
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match="can't be read: no such file"):
        Record.load(tmp_path / "none.record")


def test_an_unknown_backend_is_not_blamed_on_the_record() -> None:
    record = Record.begin(State.new("kuhn"), ["random"] * 2)
    with pytest.raises(InvalidError, match=r"^backend 'plian': did you mean 'plain'\?$"):
        record.replay(backend="plian", where="game.record")
