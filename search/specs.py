"""Bot specs: ``uct:sims=800,auction=limits-uniform`` is a name and options, checked against what the bot declares.

``@configs/searches/puct.yaml:sims=800`` takes them from a file, and lays those after the colon over them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mutapa.core.errors import InvalidError, unknown
from mutapa.search import configs


@dataclass(frozen=True)
class Knob:
    """An option of a bot: an int or float within `limits`, one of `choices`, or any words; a default of None means not set."""

    name: str
    default: Any
    doc: str
    kind: type = int
    limits: tuple[float, float] = (0, float("inf"))
    choices: tuple[str, ...] = ()

    def read(self, where: str, words: str) -> Any:
        """The value that `words` mean; `InvalidError` says what would be right."""
        if self.choices:
            if words not in self.choices:
                raise InvalidError(f"{where}: {self.name}={words}; right would be {' or '.join(self.choices)}")
            return words
        if self.kind is str:
            return words
        try:
            value = self.kind(words)
        except ValueError:
            raise InvalidError(f"{where}: {self.name}={words} is no {self._what}; right would be {self._right}") from None
        if not self.limits[0] <= value <= self.limits[1] or value == float("inf"):
            raise InvalidError(f"{where}: {self.name}={words} is out of range; right would be {self._right}")
        return value

    @property
    def _what(self) -> str:
        return "whole number" if self.kind is int else "number"

    @property
    def _right(self) -> str:
        low, high = self.limits
        room = f"from {low:g} on" if high == float("inf") else f"from {low:g} to {high:g}"
        return f"a {self._what} {room}"


def split(spec: str) -> tuple[str, str]:
    """Name and the rest of a spec."""
    name, _, rest = spec.strip().partition(":")
    return name.strip(), rest


def pairs(where: str, rest: str) -> list[tuple[str, str]]:
    """Options of a spec and the words that stand for their values."""
    found = []
    for part in filter(None, (part.strip() for part in rest.split(","))):
        option, equals, words = (piece.strip() for piece in part.partition("="))
        if not equals or not words:
            raise InvalidError(f"{where}: {part!r} has no value; right would be {option or 'option'}=value")
        found.append((option, words))
    return found


def lay(where: str, values: dict[str, Any], knobs: Sequence[Knob], given: Sequence[tuple[str, str]]) -> None:
    """Lay what is `given` over `values`; `InvalidError` on anything not declared."""
    known = {knob.name: knob for knob in knobs}
    done = set()
    for option, words in given:
        if option not in known:
            raise unknown(where, "option", option, known)
        if option in done:
            raise InvalidError(f"{where}: {option} is given twice")
        done.add(option)
        values[option] = known[option].read(where, words)


def read(
    spec: str, names: Sequence[str], knobs: Mapping[str, Sequence[Knob]], said: str | None = None, more: Sequence[str] = ()
) -> tuple[str, dict[str, Any]]:
    """Name and all option values of `spec`: ``NAME``, ``NAME:option=value,...``, ``@FILE`` or ``@FILE:option=value,...``.

    `said`: how it was called by who will read of a mistake in it; `more`: names that a caller knows besides.
    """
    name, rest = split(spec)
    where = f"bot {spec if said is None else said!r}"
    given: list[tuple[str, str]] = []
    place = where
    if name.startswith("@"):
        place = name[1:].strip()
        name, given = configs.load(place)
    if name not in names:
        raise unknown(place, "bot", name, [*names, *more])
    values = {knob.name: knob.default for knob in knobs[name]}
    lay(place, values, knobs[name], given)
    lay(where, values, knobs[name], pairs(where, rest))
    return name, values


def write(name: str, values: Mapping[str, Any], knobs: Sequence[Knob]) -> str:
    """The canonical spec: options that differ from their default, in order of declaration."""
    parts = [
        f"{knob.name}={_short(values[knob.name]) if knob.kind is float and not knob.choices else values[knob.name]}"
        for knob in knobs
        if values[knob.name] != knob.default
    ]
    return f"{name}:{','.join(parts)}" if parts else name


def _short(number: float) -> str:
    """The shortest words that `float` reads back as `number`: a spec in a record says exactly who played."""
    words = f"{number:g}"
    return words if float(words) == number else repr(number)
