"""The lines of the engine protocol, MEP 1 (docs/protocol.md): read, written, and a game's log as a seat gets it.

Nothing here knows a process. `parse` takes any line at all: it answers with a `Line` or raises an `InvalidError` of one line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mutapa.core.errors import InvalidError
from mutapa.core.game import CHANCE
from mutapa.core.notation import SEPARATOR
from mutapa.core.record import Record
from mutapa.core.state import State

VERSION = 1
MOST_BYTES = 8192
"""Of a line, its LF counted."""
CODES = ("syntax", "option", "game", "illegal", "state", "memory")
"""What an `error` line may begin with."""
VERDICTS = ("time", "stall", "crash", "illegal", "garbage")
"""What a controller may find an engine guilty of."""
FEATURES = ("legal", "choices", "seen", "undo")
_UNSEEN = re.compile(r"[\x00-\x1f\x7f]")
_TREACHEROUS = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""What a terminal or a page would obey instead of showing it: controls of both kinds, ends of lines, turns of direction."""
_NUMBER = re.compile(r"[0-9]{1,16}")


class Line(NamedTuple):
    """A line taken apart: its verb, and the words after it as they stand."""

    verb: str
    rest: str

    @property
    def words(self) -> list[str]:
        return self.rest.split()

    def pairs(self, known: Sequence[str], skip: int = 0) -> dict[str, str]:
        """Values of the `known` keys among the words after the first `skip`: ``KEY VALUE`` each; unknown keys are passed over,
        each with its value. `InvalidError` if a known one has no value or stands twice."""
        words, found = self.words[skip:], {}
        for key, value in zip(words[::2], [*words[1::2], ""], strict=False):
            if key not in known:
                continue
            if not value or key in found:
                raise InvalidError(f"{self.verb}: {key} {'is given twice' if value else 'has no value'}")
            found[key] = value
        return found


def parse(data: bytes) -> Line:
    """The line `data`, with or without its line end; an empty one has the verb ``""``."""
    if len(data) > MOST_BYTES:
        raise InvalidError(f"a line of {len(data)} bytes; at most {MOST_BYTES} are allowed")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise InvalidError(f"no text: byte {error.start} is no UTF-8") from None
    text = text.removesuffix("\n").removesuffix("\r")
    if _UNSEEN.search(text.replace("\t", " ")):
        raise InvalidError("a line with control characters")
    verb, _, rest = text.replace("\t", " ").strip(" ").partition(" ")
    return Line(verb, rest.strip(" "))


def number(words: str, what: str, most: int = 10**9) -> int:
    """The number that `words` are; `InvalidError` names `what` otherwise."""
    if not (_NUMBER.fullmatch(words) and int(words) <= most):
        raise InvalidError(f"{what} is {words[:40]!r}; right would be a number from 0 to {most}")
    return int(words)


def numbers(words: str, what: str, count: int) -> list[int]:
    """``3,1,2``: as many numbers as `count`."""
    found = [number(each, what) for each in words.split(",")]
    if len(found) != count:
        raise InvalidError(f"{what} has {len(found)} numbers; right would be {count}, one a seat")
    return found


def printable(words: str) -> str:
    """`words` on one line of bearable length: for messages that repeat what a stranger sent."""
    return _TREACHEROUS.sub(" ", words)[:400]


# --- the log of a game, as a seat gets it -----------------------------------------------------------------------------


def setup(description: Mapping[str, Any]) -> str:
    """Item 0: the set-up, all of which every seat may know (a law of the contract)."""
    return f"log 0 setup {json.dumps(description, separators=(',', ':'), ensure_ascii=True)}"


def read_setup(words: str) -> dict[str, Any]:
    """Inverse of `setup`, of the words after ``setup``."""
    try:
        found = json.loads(words)
    except (ValueError, RecursionError) as error:
        raise InvalidError(f"setup: no JSON: {error}") from None
    if not isinstance(found, dict):
        raise InvalidError(f"setup: a {type(found).__name__}; right would be a JSON object")
    return found


def item(n: int, turn: int, words: str) -> str:
    """Item `n`: a step of seat `turn`, or of nature, in the words of who is told."""
    return f"log {n} chance {words}" if turn == CHANCE else f"log {n} by {turn} {words}"


def told(state: State, action: int, seat: int) -> str:
    """The words of the step about to be taken at `state`, as `seat` is told."""
    return state.text(state.see(action, seat))


def redacted(record: Record, seat: int, where: str = "record") -> Iterator[str]:
    """Every log line that `seat` got in the recorded game, played again; `InvalidError` where the rules don't allow it."""
    positions = record.positions(where=where)
    at = next(positions).clone()
    at._seat(seat)
    yield setup(record.setup)
    for n, after in enumerate(positions):
        # Under another layout the record's ints mean other steps; its words say which.
        action = record.actions[n] if record.layout == at.game.layout.hash else at.parse(record.texts[n])
        yield item(n + 1, at.turn, told(at, action, seat))
        at = after.clone()


def listed(verb: str, n: int, texts: Sequence[str]) -> list[str]:
    """A list of steps in as many lines as it takes: ``legal n 12 of 300 pass / bid 4 / ...``."""
    head = f"{verb} n {n} of {len(texts)} "
    lines, room = list[list[str]](), 0
    for text in texts:
        length = len(text.encode()) + len(SEPARATOR)
        if length > room:
            lines.append([])
            room = MOST_BYTES - 1 - len(head) + len(SEPARATOR)
        lines[-1].append(text)
        room -= length
    return [head + SEPARATOR.join(texts) for texts in lines]


def unlisted(line: Line) -> tuple[int, int, list[str]]:
    """(n, how many in all, those on this line) of a line that `listed` made."""
    words = line.rest.split(" ", 4)
    if len(words) != 5 or words[0] != "n" or words[2] != "of":
        raise InvalidError(f"{line.verb}: right would be {line.verb} n N of COUNT STEP / STEP ...")
    return number(words[1], "n"), number(words[3], "of"), words[4].split(SEPARATOR)


# --- an engine's options ----------------------------------------------------------------------------------------------

KINDS = ("spin", "number", "combo", "string")


class Setting(NamedTuple):
    """An option of an engine, as its line announces it."""

    name: str
    kind: str
    """spin (a whole number), number, combo (one of `values`), string."""
    default: str
    """Empty: not set."""
    values: tuple[str, ...] = ()
    limits: tuple[float, float] | None = None

    def line(self) -> str:
        """``option name sims type spin min 1 max 100 default 800``; the default stands last, since it may have blanks."""
        parts = ["option name", self.name, "type", self.kind]
        if self.limits is not None and self.limits[1] != float("inf"):
            parts += ["min", f"{self.limits[0]:g}", "max", f"{self.limits[1]:.0f}"]
        elif self.limits is not None:
            parts += ["min", f"{self.limits[0]:g}"]
        parts += [f"var {value}" for value in self.values]
        return " ".join([*parts, "default", self.default or "<empty>"])


def setting(line: Line) -> Setting:
    """Inverse of `Setting.line`."""
    head, mark, default = line.rest.partition(" default ")
    words = head.split()
    pairs = list(zip(words[::2], words[1::2], strict=False))
    found = dict(pairs)
    if not mark or "name" not in found or found.get("type") not in KINDS:
        raise InvalidError("option: right would be option name NAME type spin|number|combo|string ... default VALUE")
    values = tuple(value for key, value in pairs if key == "var")
    return Setting(found["name"], found["type"], "" if default == "<empty>" else default, values)
