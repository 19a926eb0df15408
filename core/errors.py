"""What a wrong input raises: one line that says where, what is wrong and what would be right.

Three exceptions for three mistakes; commands print the line and exit with 2.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class MutapaError(ValueError):
    """Base of all that a caller can get wrong."""


class InvalidError(MutapaError):
    """The words, the file or the value can't be read at all, or name nothing known."""


class IllegalError(MutapaError):
    """Well-formed, but the rules don't allow it here."""


class AmbiguousError(MutapaError):
    """The words fit several things."""


class VoidError(MutapaError):
    """A game that can't go on: a number has left the room its field has. Nobody's mistake but the program's."""


def nearest(name: str, known: Iterable[str]) -> str:
    """A half sentence for a message: the nearest known name, or the known ones if none is near.

    >>> nearest("elegwa", ["elegua", "eshu"])
    "did you mean 'elegua'?"
    """
    names = [str(each) for each in known]
    if not names:
        return "there is none"
    folded = {each.lower(): each for each in reversed(names)}
    close = difflib.get_close_matches(str(name).lower(), folded, n=1, cutoff=0.6)
    if close:
        return f"did you mean {folded[close[0]]!r}?"
    shown = ", ".join(names[:12]) + (", ..." if len(names) > 12 else "")
    return f"known: {shown}" if len(names) > 1 else f"the only one is {shown!r}"


def unknown(where: str, kind: str, name: object, known: Iterable[str]) -> InvalidError:
    """The error for a name that nothing known bears: ``unknown("--set", "option", "gods", options)``."""
    return InvalidError(f"{where}: no {kind} {name!r}; {nearest(str(name), known)}")
