"""Tables in Markdown.

>>> print(*markdown(["bot", "share"], [["uct", "0.61"], ["random", "0.39"]], "lr"), sep="\\n")
| bot | share |
|---|--:|
| uct | 0.61 |
| random | 0.39 |
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

RULES = {"l": "---", "r": "--:"}


def markdown(heads: Sequence[str], rows: Iterable[Sequence[str]], sides: str = "") -> Iterator[str]:
    """The lines of a table. `sides`: ``l`` or ``r`` for each column, where its cells stand; without it all stand left."""
    yield _line(heads)
    yield "|" + "|".join(RULES[side] for side in sides or "l" * len(heads)) + "|"
    yield from map(_line, rows)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
