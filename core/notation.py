"""What the notations of all games share: squares, steps on a line, and finding what a line meant.

A step is a few words in lower case; several steps of one turn stand on a line, separated by `` / ``. A square is a column
letter and a row number, ``a1`` top left. A game writes its own words (``Game.text``, ``Game.parse``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from mutapa.core.errors import AmbiguousError, IllegalError, InvalidError, nearest

SEPARATOR = " / "
_SQUARE = re.compile(r"([a-z])([1-9][0-9]?)")
LONGEST = 4000
"""More characters than any turn needs; longer lines are refused unread."""


def square(cell: int, width: int) -> str:
    """Name of cell number `cell` (row by row) on a board `width` columns wide.

    >>> square(0, 18), square(323, 18)
    ('a1', 'r18')
    """
    return f"{chr(ord('a') + cell % width)}{cell // width + 1}"


def cell(name: str, width: int, height: int) -> int:
    """Cell number of the square `name`; `InvalidError` if it is no square of a board of `width` x `height`.

    >>> cell("r18", 18, 18)
    323
    """
    found = _SQUARE.fullmatch(name)
    column, row = (ord(found[1]) - ord("a"), int(found[2]) - 1) if found else (-1, -1)
    if not (0 <= column < width and 0 <= row < height):
        last = square(width * height - 1, width)
        raise InvalidError(f"{name!r} is no square; squares run from a1 to {last}, a column letter and a row number")
    return row * width + column


def number(word: str, what: str, least: int, most: int) -> int:
    """The number `word` stands for, within limits; `InvalidError` names `what` otherwise."""
    if not (word.isascii() and word.isdigit() and len(word) < 10 and least <= int(word) <= most):
        raise InvalidError(f"{word!r} is no {what}; a number from {least} to {most} stands here")
    return int(word)


def normal(words: str) -> str:
    """Lower case, single blanks: how steps are compared."""
    return " ".join(words.lower().split())


def steps(line: str) -> list[str]:
    """Split a line into its steps, each normalised; `InvalidError` if one is empty.

    >>> steps("Raise f7 /  good potter g9")
    ['raise f7', 'good potter g9']
    """
    if len(line) > LONGEST:
        raise InvalidError(f"a line of {len(line)} characters is no turn; at most {LONGEST} are read")
    found = [normal(part) for part in line.split("/")]
    if not all(found):
        raise InvalidError(f"{line.strip()!r}: a step is empty; steps are words separated by ' / '")
    return found


def join(texts: Iterable[str]) -> str:
    """Steps of one turn on one line; inverse of `steps`."""
    return SEPARATOR.join(texts)


def match(words: str, legal: Sequence[str]) -> int:
    """Index in `legal` of the one step that `words` mean: the same words, or the only one that begins with these words.

    `AmbiguousError` lists the several that fit, `IllegalError` gives the nearest one if none does.
    """
    if words in legal:
        return legal.index(words)
    fits = [i for i, text in enumerate(legal) if text.startswith(words + " ")]
    if len(fits) == 1:
        return fits[0]
    if fits:
        shown = ", ".join(repr(legal[i]) for i in fits[:4]) + (", ..." if len(fits) > 4 else "")
        raise AmbiguousError(f"{words!r} fits {len(fits)} steps: {shown}")
    raise IllegalError(f"{words!r} is not among the {len(legal)} legal steps; {nearest(words, legal)}")
