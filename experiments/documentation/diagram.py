"""The packed state of a game drawn from its layout.

``python -m mutapa.experiments.documentation.diagram docs/games/zimbabwe.md``

The drawing stands between two marks in the page, ``<!-- layout NAME -->`` and ``<!-- end -->``, and is replaced in place; a test
compares it, so the page can't go stale.
"""

from __future__ import annotations

import re
import sys

from mutapa.core import registry
from mutapa.core.compiled import WORD_BITS
from mutapa.core.errors import InvalidError
from mutapa.core.layout import Layout
from mutapa.experiments import tables
from mutapa.experiments.documentation import marked

MARKED = re.compile(r"(<!-- layout (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
IN_ONE_WORD = 62
"""`Place.per_log2` of an array that shares its word."""


def bars(layout: Layout) -> list[str]:
    """A line for each word, or for the words of one array: bit 0 left, ``|`` where a field begins, dots for what is free.

    Names are cut to the bits their field has.
    """
    words: dict[tuple[int, int], str] = {}
    for name, field in layout.fields.items():
        place = layout.places[name]
        if field.count > 1 and place.per_log2 != IN_ONE_WORD:
            per = 1 << place.per_log2
            last = place.word + -(-field.count // per) - 1
            words[place.word, last] = "".join(_cell(f"{name} {i}" if per > 1 else name, field.width) for i in range(per))
            continue
        label = name if field.count == 1 else f"{name} x{field.count}"
        at = place.word, place.word
        words[at] = words.get(at, "") + _cell(label, field.width * field.count)
    lines = [f"{'word':>7}  {'bit 0':<{WORD_BITS - 6}}bit {WORD_BITS - 1}"]
    for first, last in sorted(words):
        lines.append(f"{first if first == last else f'{first}-{last}':>7}  {words[first, last].ljust(WORD_BITS, '.')}")
    return lines


def _cell(label: str, width: int) -> str:
    return "|" + label[: width - 1].ljust(width - 1)


def table(layout: Layout) -> list[str]:
    """A row for each field, as a Markdown table."""
    seen = {"public": "all", "owner": "its seat", "nobody": "nobody"}
    rows = []
    for name, field in layout.fields.items():
        doc = field.doc.replace("|", "\\|")
        rows.append((f"`{name}`", f"{field.count} x {field.width}", str(layout.places[name].word), seen[field.seen], doc))
    return list(tables.markdown(("field", "count x bits", "word", "seen by", "meaning"), rows))


def drawing(layout: Layout) -> str:
    """All that stands between the marks."""
    size = f"{layout.words} words of {WORD_BITS} bits, {8 * layout.words} bytes"
    head = f"{size}, for up to {layout.seats} seats; layout `{layout.hash}`."
    return "\n".join([head, "", "```", *bars(layout), "```", "", *table(layout), ""])


def drawn(page: str) -> str:
    """The page with each drawing as it should be."""
    if not MARKED.search(page):
        raise InvalidError("diagram: the page has no mark; right would be a line <!-- layout NAME --> and a line <!-- end -->")
    return MARKED.sub(lambda found: found[1] + drawing(registry.get(found[2]).layout) + found[3], page)


if __name__ == "__main__":
    marked.command("diagram", "docs/games/zimbabwe.md", drawn, sys.argv[1:])
