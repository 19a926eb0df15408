"""JSON read by compiled code: what `json` reads is read, what it refuses is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mutapa.core.flatten import (
    CLOSE,
    END,
    FALSE,
    ITEM,
    KEY,
    LIST,
    LIST_END,
    NULL,
    OPEN,
    OTHER,
    STRING,
    TRUE,
    WHOLE,
    entry,
    flatten,
    length,
)
from mutapa.core.lexicon import Lexicon
from mutapa.core.native import StrictList

WORDS = ("game", "seats", "kuhn")
TABLE = StrictList(Lexicon(words=WORDS).table())


def read(text: str) -> list[tuple[int, int]] | None:
    letters = text.encode()
    out = StrictList([0] * (ITEM * (len(letters) + 2)))
    n = flatten(TABLE, StrictList(letters), len(letters), out)
    return None if n < 0 else [(out[ITEM * i], out[ITEM * i + 1]) for i in range(n + 1)]


def expected(value: Any) -> list[tuple[int, int]]:
    """The things of a value, the slow way."""
    if isinstance(value, dict):
        inside = [each for key, held in value.items() for each in ((KEY, word(key)), *expected(held))]
        return [(OPEN, 0), *inside, (CLOSE, 0)]
    if isinstance(value, list):
        return [(LIST, 0), *(each for held in value for each in expected(held)), (LIST_END, 0)]
    if isinstance(value, str):
        return [(STRING, word(value))]
    if isinstance(value, bool) or value is None:
        return [({True: TRUE, False: FALSE, None: NULL}[value], 0)]
    return [(WHOLE, value) if isinstance(value, int) else (OTHER, 0)]


def word(text: str) -> int:
    return WORDS.index(text) if text in WORDS else -1


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**14), 10**14) | st.sampled_from(WORDS) | st.text(max_size=4),
    lambda held: st.lists(held, max_size=3) | st.dictionaries(st.sampled_from(WORDS) | st.text(max_size=3), held, max_size=3),
    max_leaves=8,
)


@given(VALUES, st.booleans())
@settings(max_examples=60, deadline=None)
def test_what_json_writes_is_read(value: Any, spaced: bool) -> None:
    text = json.dumps(value, separators=None if spaced else (",", ":"))
    found = read(text)
    if found is not None:  # None: deeper than DEEPEST
        assert found == [*expected(value), (END, 0)]
    else:
        assert text.count("[") + text.count("{") > 8


@given(st.text(alphabet='{}[]",:-0123456789.etrufalsn \\a', max_size=12))
@settings(max_examples=400, deadline=None)
def test_what_is_no_json_is_refused(text: str) -> None:
    found = read(text)
    try:
        json.loads(text)
    except ValueError:
        # Numbers and escapes are not looked into: they come as OTHER, or as a word that no lexicon has.
        assert found is None or any(kind in (OTHER, WHOLE) or value == -1 for kind, value in found)
    else:
        assert found is not None or text.count("[") > 8


def test_entries_and_lengths() -> None:
    text = '{"game":{"seats":1},"seats":[1,[2,3],{}],"x":2}'
    letters = StrictList(text.encode())
    out = StrictList([0] * 300)
    flatten(TABLE, letters, len(letters), out)
    at = entry(out, 0, WORDS.index("seats"))
    assert length(out, at) == 3
    assert length(out, entry(out, 0, WORDS.index("game"))) == -1
    assert entry(out, 0, WORDS.index("kuhn")) == -1


@pytest.mark.parametrize("text", ["", "{", '{"a"}', '{"a":1,}', "[1,]", "[1 2]", "]", "[}", "nul", '"ab'])
def test_refused(text: str) -> None:
    assert read(text) is None
