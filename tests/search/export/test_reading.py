"""Lines read by compiled code are read as `mutapa.core.protocol` reads them."""

from __future__ import annotations

import pytest

from mutapa.core.errors import InvalidError
from mutapa.core.native import StrictList
from mutapa.core.protocol import parse
from mutapa.core.streams import below, derive
from mutapa.search.export import reading
from mutapa.search.export.reading import EMPTY, FIELD, FIELDS, FIRST, NUMBER, SIZE, TWICE, VERBS
from tests.end_to_end import fuzz

TABLE = StrictList(reading.grammar())


def read(data: bytes) -> tuple[str, str, StrictList, StrictList] | None:
    """Verb, the rest, the letters and the fields; None: no text."""
    text, out = StrictList([*data, 0]), StrictList([0] * (FIELD * (FIELDS + 2)))
    n = reading.tidy(text, len(data))
    if n < 0:
        return None
    at = reading.next_field(text, 0, n, out, 0)
    words = bytes(text[i] for i in range(n)).decode()
    verb = bytes(text[i] for i in range(out[FIRST], out[FIRST] + out[SIZE])).decode()
    which = reading.verb_of(text, out, TABLE)
    assert (list(VERBS)[which] == verb) if which >= 0 else verb not in VERBS
    rest = words.encode()[at:].decode()
    if which >= 0 and VERBS[verb]:
        assert reading.pairs(text, at, n, TABLE, which, out) >= 0
    return verb, rest, text, out


def test_lines_with_mistakes_in_them() -> None:
    """Of each line: whether it is text, its verb and what follows."""
    compared = 0
    for line in fuzz.lines("kuhn", 3000, 7):
        data = line.encode("utf-8", "replace").split(b"\n")[0]
        try:
            right = parse(data)
        except InvalidError:
            assert read(data) is None
            continue
        found = read(data)
        assert found is not None
        assert found[:2] == (right.verb, right.rest)
        compared += 1
    assert compared > 2000


@pytest.mark.parametrize("data", [b"\xff", b"a\x80", b"\xc3", b"\xe2\x82", b"\xf0\x9f\x98", b"a\x7f", b"\x01", b"\xc3a"])
def test_what_is_no_text(data: bytes) -> None:
    assert read(data) is None


def test_ends_and_tabs() -> None:
    found = read(b"go\tn 3  \t\r")
    assert found is not None
    assert found[:2] == ("go", "n 3")
    assert read("log 1 by é".encode()) is not None


@pytest.mark.parametrize(("rest", "right"), [
    ("n 3", 0), ("n 3 sims", EMPTY + 4), ("n 3 n 4", TWICE), ("n", EMPTY), ("other 3 n 4", 0), ("", 0),
    ("inc 4 inc 5", TWICE + 16),
])  # fmt: skip
def test_pairs(rest: str, right: int) -> None:
    text, out = StrictList(rest.encode()), StrictList([9] * (FIELD * (FIELDS + 2)))
    assert reading.pairs(text, 0, len(rest), TABLE, list(VERBS).index("go"), out) == right
    if "n 4" in rest and not right:
        assert out[NUMBER] == 4
        assert out[FIELD + SIZE] == 0


def test_numbers() -> None:
    for words, most, right in (("0", 5, 0), ("5", 5, 5), ("6", 5, -1), ("", 5, -1), ("-1", 5, -1), ("1x", 50, -1), ("007", 9, 7),
                               ("9" * 16, 10**16, 10**16 - 1), ("9" * 17, 10**17, -1)):  # fmt: skip
        assert reading.number(StrictList(words.encode()), 0, len(words), most) == right


def test_lists_of_numbers() -> None:
    bad = dict.fromkeys(("", "1,", ",1", "1,,2", "1,99"))
    for words, right in {"1,20,3": [1, 20, 3], "7": [7], **bad}.items():
        text = StrictList(words.encode())
        count = reading.listed_number(text, 0, len(words), -1, 50)
        assert count == (len(right) if right else -1)
        for i, value in enumerate(right or []):
            assert reading.listed_number(text, 0, len(words), i, 50) == value


def test_words_of_steps() -> None:
    rng = derive(1, "words")
    for _ in range(300):
        words = "".join("aB z "[below(rng, 5)] for _ in range(below(rng, 12)))
        text = StrictList([*words.encode(), 0])
        n = reading.plain_words(text, len(words))
        assert bytes(text[i] for i in range(n)).decode() == " ".join(words.lower().split())
