"""A packed record, declared once: name, width, count, and who may see it.

From the declaration come the getters and setters that compiled code uses, ``observe``, the readable dump and the hash
that travels with every record and packed state. An array element never crosses a word; elements per word are a power of
two, so that reading one is two shifts and a mask.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from mutapa.core.compiled import WORD_BITS, compiled
from mutapa.core.streams import Array

SEEN = ("public", "owner", "nobody")


@dataclass(frozen=True)
class Field:
    """`count` numbers of `width` bits.

    `seen`: ``public``; ``owner``: element i belongs to seat ``i // (count // seats)``; ``nobody``: to none.
    Fields that can be hidden store real values + 1: in an observation 0 means unknown.
    """

    name: str
    width: int
    count: int = 1
    seen: str = "public"
    doc: str = ""


@dataclass(frozen=True)
class Place:
    """Where a field lies: first word, shift of its first element there, log2 of elements per word."""

    word: int
    shift: int
    per_log2: int


class Layout:
    """Places for `fields`, packed in the order of declaration; `words` is the length of a state, `seats` the most players."""

    def __init__(self, name: str, seats: int, fields: Sequence[Field]) -> None:
        self.name, self.seats = name, seats
        self.fields = {field.name: field for field in fields}
        if len(self.fields) != len(fields):
            raise ValueError(f"layout {name}: a field is declared twice")
        self.places: dict[str, Place] = {}
        word, used = 0, 0
        for field in fields:
            self._check(field)
            if field.count == 1:
                if used + field.width > WORD_BITS:
                    word, used = word + 1, 0
                self.places[field.name] = Place(word, used, 0)
                used += field.width
                continue
            per_log2 = (WORD_BITS // field.width).bit_length() - 1
            if field.count <= (WORD_BITS - used) // field.width:      # the whole array fits the word begun
                self.places[field.name] = Place(word, used, 62)
                used += field.count * field.width
                continue
            if used:
                word, used = word + 1, 0
            if field.count * field.width <= WORD_BITS:
                self.places[field.name] = Place(word, 0, 62)
                used = field.count * field.width
                continue
            self.places[field.name] = Place(word, 0, per_log2)
            word += -(-field.count // (1 << per_log2))
        self.words = word + (1 if used else 0)
        text = repr((name, seats, [(f.name, f.width, f.count, f.seen, self.places[f.name]) for f in fields]))
        self.hash = hashlib.blake2b(text.encode(), digest_size=6).hexdigest()

    def _check(self, field: Field) -> None:
        if not 1 <= field.width <= WORD_BITS or field.count < 1:
            raise ValueError(f"layout {self.name}: field {field.name} has width {field.width}, count {field.count}")
        if field.seen not in SEEN:
            raise ValueError(f"layout {self.name}: field {field.name} is seen by {field.seen!r}, not one of {SEEN}")
        if field.seen == "owner" and field.count % self.seats:
            raise ValueError(f"layout {self.name}: field {field.name} can't be shared out among {self.seats} seats")

    def getter(self, name: str) -> Any:
        """Compiled ``get(state)`` of a single field, ``get(state, i)`` of an array."""
        place, mask = self.places[name], (1 << self.fields[name].width) - 1
        word, shift, per_log2, width = place.word, place.shift, place.per_log2, self.fields[name].width

        if self.fields[name].count == 1:

            @compiled
            def get(state):  # type: ignore[no-untyped-def]
                return (state[word] >> shift) & mask

            return get
        if per_log2 == 62:

            @compiled
            def get_near(state, i):  # type: ignore[no-untyped-def]
                return (state[word] >> (shift + width * i)) & mask

            return get_near
        if per_log2 == 0:

            @compiled
            def get_word(state, i):  # type: ignore[no-untyped-def]
                return state[word + i]

            return get_word
        last = (1 << per_log2) - 1

        @compiled
        def get_far(state, i):  # type: ignore[no-untyped-def]
            return (state[word + (i >> per_log2)] >> (width * (i & last))) & mask

        return get_far

    def setter(self, name: str) -> Any:
        """Compiled ``set(state, value)`` or ``set(state, i, value)``; the value must fit the width."""
        place, mask = self.places[name], (1 << self.fields[name].width) - 1
        word, shift, per_log2, width = place.word, place.shift, place.per_log2, self.fields[name].width

        if self.fields[name].count == 1:
            clear = ~(mask << shift)

            @compiled
            def put(state, value):  # type: ignore[no-untyped-def]
                state[word] = (state[word] & clear) | (value << shift)
                return 0

            return put
        if per_log2 == 62:

            @compiled
            def put_near(state, i, value):  # type: ignore[no-untyped-def]
                at = shift + width * i
                state[word] = (state[word] & ~(mask << at)) | (value << at)
                return 0

            return put_near
        if per_log2 == 0:

            @compiled
            def put_word(state, i, value):  # type: ignore[no-untyped-def]
                state[word + i] = value
                return 0

            return put_word
        last = (1 << per_log2) - 1

        @compiled
        def put_far(state, i, value):  # type: ignore[no-untyped-def]
            at = width * (i & last)
            w = word + (i >> per_log2)
            state[w] = (state[w] & ~(mask << at)) | (value << at)
            return 0

        return put_far

    def adder(self, name: str, error: str) -> Any:
        """Compiled ``add(state[, i], amount)``: a value that leaves the field's width sets the sticky flag `error` instead."""
        get, put, flag = self.getter(name), self.setter(name), self.setter(error)
        most = (1 << self.fields[name].width) - 1
        if self.fields[name].count == 1:

            @compiled
            def add(state, amount):  # type: ignore[no-untyped-def]
                value = get(state) + amount
                if value < 0 or value > most:
                    flag(state, 1)
                else:
                    put(state, value)
                return 0

            return add

        @compiled
        def add_at(state, i, amount):  # type: ignore[no-untyped-def]
            value = get(state, i) + amount
            if value < 0 or value > most:
                flag(state, 1)
            else:
                put(state, i, value)
            return 0

        return add_at

    def observer(self) -> Callable[..., int]:
        """Compiled ``observe(state, seat, seen)``: a copy with all that `seat` can't know set to 0."""
        words = self.words

        @compiled
        def observe(state, seat, seen):  # type: ignore[no-untyped-def]
            for w in range(words):
                seen[w] = state[w]
            return 0

        for field in self.fields.values():
            if field.seen != "public":
                observe = self._blanking(observe, field)
        return observe

    def _blanking(self, before: Any, field: Field) -> Any:
        put, count = self.setter(field.name), field.count
        share = count // self.seats if field.seen == "owner" else count
        nobody = field.seen == "nobody"

        if count == 1:

            @compiled
            def observe_one(state, seat, seen):  # type: ignore[no-untyped-def]
                before(state, seat, seen)
                put(seen, 0)
                return 0

            return observe_one

        @compiled
        def observe(state, seat, seen):  # type: ignore[no-untyped-def]
            before(state, seat, seen)
            for i in range(count):
                if nobody or i // share != seat:
                    put(seen, i, 0)
            return 0

        return observe

    def read(self, state: Sequence[int] | Array, name: str) -> int | list[int]:
        """Value or list of values of a field, in plain Python."""
        field, place = self.fields[name], self.places[name]
        values = [self._element(state, field, place, i) for i in range(field.count)]
        return values[0] if field.count == 1 else values

    @staticmethod
    def _element(state: Sequence[int] | Array, field: Field, place: Place, i: int) -> int:
        mask = (1 << field.width) - 1
        if place.per_log2 == 62 or field.count == 1:
            return (int(state[place.word]) >> (place.shift + field.width * i)) & mask
        last = (1 << place.per_log2) - 1
        return (int(state[place.word + (i >> place.per_log2)]) >> (field.width * (i & last))) & mask

    def dump(self, state: Sequence[int] | Array) -> dict[str, int | list[int]]:
        """Every field by name: the readable dump."""
        return {name: self.read(state, name) for name in self.fields}
