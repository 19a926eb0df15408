"""The packed record: values come back, neighbours stay, nothing hidden is seen."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mutapa.core.compiled import WORD, WORD_BITS
from mutapa.core.layout import Field, Layout

SEATS = 4
fields = st.lists(
    st.tuples(
        st.integers(1, 27),
        st.one_of(st.just(1), st.integers(1, 10).map(lambda n: n * SEATS)),
        st.sampled_from(["public", "owner", "nobody"]),
    ),
    min_size=1,
    max_size=12,
)


def made(shape: list[tuple[int, int, str]]) -> Layout:
    return Layout(
        "made",
        SEATS,
        [Field(f"f{i}", w, n, seen if n > 1 or seen != "owner" else "public") for i, (w, n, seen) in enumerate(shape)],
    )


def put(layout: Layout, state: list[int], name: str, values: list[int]) -> None:
    setter = layout.setter(name)
    if layout.fields[name].count == 1:
        setter(state, values[0])
    else:
        for i, value in enumerate(values):
            setter(state, i, value)


def drawn(layout: Layout, data: st.DataObject) -> dict[str, list[int]]:
    numbers = data.draw(st.randoms(use_true_random=False))
    return {
        field.name: [numbers.choice([0, (1 << field.width) - 1, numbers.getrandbits(field.width)]) for _ in range(field.count)]
        for field in layout.fields.values()
    }


@settings(deadline=None)
@given(fields, st.data())
def test_values_come_back_by_getter_and_by_dump(shape: list[tuple[int, int, str]], data: st.DataObject) -> None:
    layout = made(shape)
    state = [0] * layout.words
    values = drawn(layout, data)
    for name in data.draw(st.permutations(list(values))):
        put(layout, state, name, values[name])
    assert all(0 <= word <= WORD for word in state)
    dump = layout.dump(state)
    for name, expected in values.items():
        get = layout.getter(name)
        if layout.fields[name].count == 1:
            assert [get(state)] == [dump[name]] == expected
        else:
            assert [get(state, i) for i in range(len(expected))] == dump[name] == expected


@settings(deadline=None)
@given(fields, st.data())
def test_an_observation_shows_all_that_is_public_and_nothing_hidden(
    shape: list[tuple[int, int, str]], data: st.DataObject
) -> None:
    layout = made(shape)
    state = [0] * layout.words
    values = drawn(layout, data)
    for name in values:
        put(layout, state, name, values[name])
    before = list(state)
    observe = layout.observer()
    for seat in range(SEATS):
        seen = [WORD] * layout.words
        observe(state, seat, seen)
        for field in layout.fields.values():
            expected = values[field.name]
            if field.seen == "nobody":
                expected = [0] * field.count
            elif field.seen == "owner":
                share = field.count // SEATS
                expected = [value if i // share == seat else 0 for i, value in enumerate(expected)]
            read = layout.read(seen, field.name)
            assert (read if isinstance(read, list) else [read]) == expected
    assert state == before


@given(st.integers(1, WORD_BITS), st.integers(1, 60))
def test_no_element_crosses_a_word(width: int, count: int) -> None:
    layout = Layout("one", 1, [Field("before", 3), Field("array", width, count)])
    state = [0] * layout.words
    put(layout, state, "array", [(1 << width) - 1] * count)
    assert sum(word.bit_count() for word in state) == width * count
    assert layout.words <= 1 + -(-count // (1 << ((WORD_BITS // width).bit_length() - 1)))
    assert layout.read(state, "before") == 0


def test_an_overflow_sets_the_flag_and_leaves_the_value() -> None:
    layout = Layout("flagged", 2, [Field("error", 1), Field("gold", 4), Field("wood", 3, 2), Field("next", 5)])
    state = [0] * layout.words
    layout.setter("next")(state, 21)
    gold, wood = layout.adder("gold", "error"), layout.adder("wood", "error")
    gold(state, 15)
    wood(state, 1, 7)
    wood(state, 1, -3)
    assert layout.dump(state) == {"error": 0, "gold": 15, "wood": [0, 4], "next": 21}
    for add, arguments in ((gold, (1,)), (gold, (-16,)), (wood, (1, 4)), (wood, (0, -1))):
        twin = list(state)
        add(twin, *arguments)
        assert layout.dump(twin) == {"error": 1, "gold": 15, "wood": [0, 4], "next": 21}


def test_the_hash_notices_every_part_of_a_declaration() -> None:
    plain: list[Any] = ["a", 3, 4, "owner"]
    hashes = {Layout("x", 2, [Field(*plain)]).hash}
    for i, other in enumerate(["b", 4, 6, "public"]):
        hashes.add(Layout("x", 2, [Field(*[*plain[:i], other, *plain[i + 1 :]])]).hash)
    hashes |= {Layout("y", 2, [Field(*plain)]).hash, Layout("x", 4, [Field(*plain)]).hash}
    assert len(hashes) == 7
    assert Layout("x", 2, [Field(*plain, "a comment")]).hash in hashes


@pytest.mark.parametrize(
    ("declared", "complaint"),
    [
        ([Field("a", 55)], "a has width 55"),
        ([Field("a", 0)], "a has width 0"),
        ([Field("a", 3, 0)], "count 0"),
        ([Field("a", 3, 4, "friends")], "seen by 'friends'"),
        ([Field("a", 3, 3, "owner")], "can't be shared out among 4 seats"),
        ([Field("a", 3), Field("a", 4)], "declared twice"),
    ],
)
def test_a_wrong_declaration_is_refused(declared: list[Field], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Layout("wrong", SEATS, declared)
