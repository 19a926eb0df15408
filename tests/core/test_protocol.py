"""Lines of the engine protocol: read, written, lists over several lines, and a record as a seat was told it."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mutapa.core import protocol
from mutapa.core.errors import InvalidError
from mutapa.core.game import CHANCE
from mutapa.core.protocol import Line, Setting
from mutapa.core.record import Record
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.core.trial import play


def recorded(game: str, seed: int = 3, seats: int | None = None) -> tuple[Record, list[list[str]]]:
    """A random game, and the lines each seat is told as it is played."""
    state = State.new(game, seats, seed=seed)
    record = Record.begin(state, ["sample"] * state.seats, seed)
    told = [[protocol.setup(state.description)] for _ in range(state.seats)]
    for n, (at, action) in enumerate(play(state, derive(seed, "record"))):
        for seat, lines in enumerate(told):
            lines.append(protocol.item(n + 1, at.turn, protocol.told(at, action, seat)))
        record.step(at, action)
    record.finish(state)
    return record, told


def test_a_line_is_a_verb_and_the_rest() -> None:
    assert protocol.parse(b"  go n 12  sims 20 \r\n") == Line("go", "n 12  sims 20")
    assert protocol.parse(b"\n") == Line("", "")
    assert protocol.parse(b"quit").words == []


@pytest.mark.parametrize(
    ("data", "said"),
    [(b"\xff\n", "no UTF-8"), (b"a\x00b\n", "control"), (b"x" * 8193, "8193 bytes"), ("a\u007f".encode(), "control")],
)
def test_what_is_no_line_is_refused(data: bytes, said: str) -> None:
    with pytest.raises(InvalidError, match=said):
        protocol.parse(data)


@pytest.mark.parametrize("sign", ["\x1b", "\n", "\x7f", "\x9b", "\u2028", "\u202e", "\u2067"])
def test_what_a_terminal_or_page_would_obey_is_not_repeated(sign: str) -> None:
    assert protocol.printable(f"é{sign}[31m 😀") == "é [31m 😀"


def test_unknown_keys_are_passed_over() -> None:
    line = protocol.parse(b"go colour blue n 12 movetime 50 odd")
    assert line.pairs(("n", "movetime", "sims")) == {"n": "12", "movetime": "50"}
    with pytest.raises(InvalidError, match="n has no value"):
        protocol.parse(b"go n").pairs(("n",))
    with pytest.raises(InvalidError, match="n is given twice"):
        protocol.parse(b"go n 1 n 2").pairs(("n",))


@settings(deadline=None)
@given(st.lists(st.text("abc 19?", min_size=1).map(str.strip).filter(bool), min_size=1, max_size=2000), st.integers(0, 9999))
def test_lists_come_back_from_as_many_lines_as_they_take(texts: list[str], n: int) -> None:
    lines = protocol.listed("choices", n, texts)
    back: list[str] = []
    for line in lines:
        assert len(line.encode()) < protocol.MOST_BYTES
        at, count, some = protocol.unlisted(protocol.parse(line.encode()))
        assert (at, count) == (n, len(texts))
        back += some
    assert back == texts


def test_a_long_list_takes_several_lines() -> None:
    texts = [f"raise f{i}" for i in range(2000)]
    assert len(protocol.listed("legal", 3, texts)) == 4


@pytest.mark.parametrize(
    "setting",
    [
        Setting("sims", "spin", "800", limits=(1, 1 << 40)),
        Setting("c", "number", "", limits=(0, float("inf"))),
        Setting("select", "combo", "puct", ("ucb1", "puct")),
        Setting("book", "string", "my best book.txt"),
    ],
)
def test_an_option_is_read_back(setting: Setting) -> None:
    read = protocol.setting(protocol.parse(setting.line().encode()))
    assert read == setting._replace(limits=None)


def test_redacted_lines_are_those_the_seat_was_told() -> None:
    for game, seats in (("kuhn", 2), ("sealed", 3), ("coin", 2), ("ascending", 3)):
        record, told = recorded(game, seats=seats)
        for seat, lines in enumerate(told):
            assert list(protocol.redacted(record, seat)) == lines


def test_seats_share_numbers_and_differ_in_what_is_hidden() -> None:
    record, _ = recorded("kuhn")
    mine, theirs = (list(protocol.redacted(record, seat)) for seat in (0, 1))
    full = [f"log {n + 1} {'chance ' if text.startswith('deal') else 'by '}" for n, text in enumerate(record.texts)]
    assert all(line.startswith(head) for lines in (mine, theirs) for head, line in zip(full, lines[1:], strict=True))
    assert mine[1] == f"log 1 chance {record.texts[0]}"
    assert mine[2] == "log 2 chance deal ?"
    assert theirs[1] == "log 1 chance deal ?"
    assert theirs[2] == f"log 2 chance {record.texts[1]}"
    assert mine[3:] == theirs[3:]
    assert json.loads(mine[0].removeprefix("log 0 setup ")) == record.setup


def test_a_seat_that_is_none_is_refused() -> None:
    with pytest.raises(InvalidError, match="seats run from 0 to 1"):
        list(protocol.redacted(recorded("kuhn")[0], 2))


def test_items_name_who_acts() -> None:
    assert protocol.item(4, 1, "bid 3") == "log 4 by 1 bid 3"
    assert protocol.item(5, CHANCE, "roll 6") == "log 5 chance roll 6"


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_a_line_or_one_refusal(data: bytes) -> None:
    _read(data)


VERBS = [b"go", b"log", b"choices", b"legal", b"option", b"move", b"new", b"set", b"game", b"\x00", b""]
WORDS = [b"n", b"of", b"3", b"-1", b"99999999999", b"a / b", b"/", b"type spin", b"default", b"name x", b"clock 1,2", b"\xc3\xa9"]


def _one_line(error: InvalidError) -> None:
    assert "\n" not in str(error)


def _read(data: bytes) -> None:
    try:
        line = protocol.parse(data)
    except InvalidError as error:
        _one_line(error)
        return
    for what in (
        lambda: line.pairs(("n", "sims")), lambda: protocol.unlisted(line), lambda: protocol.setting(line),
        lambda: protocol.number(line.rest, "it"), lambda: protocol.numbers(line.rest, "it", 3),
        lambda: protocol.read_setup(line.rest),
    ):  # fmt: skip
        try:
            what()
        except InvalidError as error:
            _one_line(error)


def _random_line(rng: random.Random) -> bytes:
    if rng.random() < 0.2:
        return rng.randbytes(rng.randrange(40))
    return b" ".join([rng.choice(VERBS), *(rng.choice(WORDS) for _ in range(rng.randrange(8)))])


@pytest.mark.parametrize("count", [20_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_random_lines_are_read_or_refused(count: int) -> None:
    rng = random.Random(count)
    for _ in range(count):
        _read(_random_line(rng))
