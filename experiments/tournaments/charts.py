"""Small charts as SVG for a page: their colours are classes of the page, which follow its theme."""

from __future__ import annotations

import math
from collections.abc import Sequence
from xml.sax.saxutils import escape

from mutapa.core.svg import element

WIDE, HIGH = 640, 150
BINS = 24


def interval(value: float, low: float | None, high: float | None, least: float, most: float) -> str:
    """A value with its interval on a line from `least` to `most`, 0 marked."""
    span = (most - least) or 1.0

    def at(x: float) -> float:
        return 4 + 192 * (min(max(x, least), most) - least) / span

    parts = [element("line", x1=at(0), x2=at(0), y1=0, y2=20, c="axis")] if least <= 0 <= most else []
    if low is not None and high is not None:
        parts.append(element("line", x1=at(low), x2=at(high), y1=10, y2=10, c="range"))
        said = f"{value:+.0f}, between {low:+.0f} and {high:+.0f}"
    else:
        said = f"{value:+.0f}"
    parts.append(element("circle", cx=at(value), cy=10, r=4, c="dot"))
    return _svg(200, 20, said, parts, "chart line")


def bar(share: float, even: float, said: str) -> str:
    """A share of 1 as a bar, `even` marked."""
    parts = [
        element("rect", x=0, y=5, width=200, height=10, c="ground"),
        element("rect", x=0, y=5, width=200 * min(max(share, 0.0), 1.0), height=10, c="fill"),
        element("line", x1=200 * even, x2=200 * even, y1=1, y2=19, c="axis"),
    ]
    return _svg(200, 20, said, parts, "chart line")


def histogram(values: Sequence[int], unit: str) -> tuple[str, list[int], str]:
    """How often values fall into each of some equal bins: (the picture, marks to stand evenly below it, what its bars are)."""
    if not len(values):
        return "", [], ""
    low, high = int(min(values)), int(max(values))
    width = max(1, math.ceil((high - low + 1) / BINS))
    counts = [0] * ((high - low) // width + 1)
    for value in values:
        counts[(int(value) - low) // width] += 1
    most, step = max(counts), WIDE / len(counts)
    parts = []
    for i, count in enumerate(counts):
        first, last = low + i * width, low + (i + 1) * width - 1
        height = (HIGH - 1) * count / most
        bounds = f"{first} to {last}" if width > 1 else str(first)
        title = element("title", escape(f"{bounds} {unit}: {count:,} games"))
        parts.append(
            element("rect", title, x=i * step, y=HIGH - 1 - height, width=max(step - 1, 0.5), height=height, c="fill")
        )
    parts.append(element("line", x1=0, x2=WIDE, y1=HIGH - 1, y2=HIGH - 1, c="axis"))
    end = low + len(counts) * width - 1
    marks = [round(low + (end - low) * part / 4) for part in range(5)] if end > low else [low]
    said = f"the fullest bar is {most:,} games; a bar is {width} {unit} wide"
    return _svg(WIDE, HIGH, f"lengths from {low} to {high} {unit}", parts, "chart"), marks, said


def _svg(width: int, height: int, title: str, parts: Sequence[str], c: str) -> str:
    inside = [element("title", escape(title)), *parts]
    return element("svg", inside, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width} {height}", role="img", c=c)
