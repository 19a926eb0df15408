"""What pictures of positions in SVG are drawn with: elements as text, discs of seats, some signs, and the page around it all.

Colours are classes; a game says what each is in the light and the dark theme. Nothing has an id, so that many pictures can stand
in one page. Signs are drawn in a box of 24 by 24 around their centre.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from xml.sax.saxutils import escape, quoteattr

from mutapa.core.errors import unknown

THEMES = ("light", "dark", "auto")
OWNERS = "ABCDE"
"""Letters of the seats, as in the terminal."""

SEAT_COLOURS = (("#c2410c", "#fff"), ("#1b4f9c", "#fff"), ("#f2cb3c", "#1d1a12"), ("#1fae84", "#1d1a12"), ("#b99cf0", "#1d1a12"))
"""Fill and ink by seat: any two are 30 apart in CIELAB, with any kind of colour-blindness too."""

AXE = "M-8.8 9.4L3.4 -5.8 6 -3.8 -6.2 11.4ZM-1.6 -8.6Q6.6 -13.6 11.4 -5.2 12.2 -1.4 10.6 1.6 8.6 -2.6 4.6 -3.4Z"
POT = (
    "M-5 -10.5H5V-8H3.4V-6Q10.5 -2.5 9.5 3.5 8.5 10 3.5 10.5H-3.5Q-8.5 10 -9.5 3.5 -10.5 -2.5 -3.4 -6V-8H-5Z"
    "M-8.2 .4H8.2V2H-8.2Z"
)
MASK = (
    "M-7.5 -9.5Q0 -13 7.5 -9.5 8.5 4 0 11.5 -8.5 4 -7.5 -9.5Z"
    "M-5.4 -4.4V-2.4H-1.6V-4.4ZM1.6 -4.4V-2.4H5.4V-4.4ZM-3 4.4V6.2H3V4.4Z"
)

def number(value: float) -> str:
    """A coordinate, to a tenth."""
    return f"{value:.1f}".removesuffix(".0").replace("-0.", "-.") if value else "0"


def element(name: str, inside: str | Iterable[str] = "", **attributes: object) -> str:
    """``<name ...>inside</name>``; ``c`` is the class, ``_`` in a name stands for ``-``, None leaves an attribute out."""
    words = [name]
    for key, value in attributes.items():
        if value is not None:
            value = number(value) if isinstance(value, (int, float)) else str(value)
            words.append(f"{'class' if key == 'c' else key.replace('_', '-')}={quoteattr(value)}")
    inside = inside if isinstance(inside, str) else "".join(inside)
    return f"<{' '.join(words)}>{inside}</{name}>" if inside else f"<{' '.join(words)}/>"


def told(title: str, *inside: str, c: str | None = None) -> str:
    """A group that says in words what it is (shown where the pointer rests)."""
    return element("g", [element("title", escape(title)), *inside], c=c)


def words(x: float, y: float, text: str, size: float, c: str = "ink", anchor: str | None = None) -> str:
    """A line of text; `y` is its base line, `anchor` None (start), "middle" or "end"."""
    return element("text", escape(text), x=x, y=y, c=c, font_size=size, text_anchor=anchor)


def box(x: float, y: float, width: float, height: float, c: str, round_: float = 0) -> str:
    """A rectangle with rounded corners."""
    return element("rect", x=x, y=y, width=width, height=height, rx=round_ or None, c=c)


def sign(d: str, x: float, y: float, size: float, c: str) -> str:
    """A sign of the 24 box, centred on (x, y), `size` wide."""
    return element("path", d=d, transform=f"translate({number(x)} {number(y)})scale({size / 24:.3f})", c=c)


def badge(x: float, y: float, radius: float, seat: int, c: str = "") -> str:
    """The disc of a seat with its letter."""
    disc = element("circle", cx=x, cy=y, r=radius, c=f"s{seat} rim {c}".strip())
    return disc + words(x, y + radius * 0.46, OWNERS[seat], radius * 1.3, f"i{seat} b", "middle")


def page(title: str, now: str, parts: Iterable[str], width: float, height: float, edge: float, theme: str,
         colours: Mapping[str, tuple[str, str]], styles: Mapping[str, str]) -> str:
    """A whole picture: paper of a size, the game's `title` and what is being decided `now`, then `parts`.

    `colours`: each on light and on dark paper, "paper" and "ink" among them; `styles`: of each class, colours in braces.
    `theme` "auto" follows the reader's preference for light or dark, light where none is known.
    """
    if theme not in THEMES:
        raise unknown("picture", "theme", str(theme), THEMES)
    head = [element("tspan", escape(title), font_size=22, c="b"), element("tspan", escape(now), font_size=16, dx=16)]
    inside = [
        element("title", escape(f"{title}. {now}")), element("style", _style(theme, colours, styles)),
        box(0, 0, width, height, "paper", 10), element("text", head, x=edge + 4, y=36, c="ink"), *parts,
    ]
    size = f"0 0 {number(width)} {number(height)}"
    return element("svg", inside, xmlns="http://www.w3.org/2000/svg", viewBox=size, width=width, height=height, role="img",
                   c=f"mutapa-{theme}", font_family="system-ui,'Segoe UI','DejaVu Sans',Arial,sans-serif")


def _style(theme: str, colours: Mapping[str, tuple[str, str]], styles: Mapping[str, str]) -> str:
    """Rules for one theme, or for both under the reader's preference. Bound to the theme's own class: a page may hold several."""
    root = f".mutapa-{theme} "
    light, dark = (
        "".join(f"{root}.{name}{{{style.format(**{key: pair[which] for key, pair in colours.items()})}}}"
                for name, style in styles.items() if which == 0 or "{" in style or theme == "dark")
        for which in (0, 1)
    )
    seats = "".join(f"{root}.s{i}{{fill:{fill}}}{root}.l{i}{{stroke:{fill}}}{root}.i{i}{{fill:{ink}}}"
                    for i, (fill, ink) in enumerate(SEAT_COLOURS))
    themed = {"light": light, "dark": dark, "auto": f"{light}@media(prefers-color-scheme:dark){{{dark}}}"}
    return f"{root.strip()}{{max-width:100%;height:auto}}" + themed[theme] + seats     # shrinks with a narrow page
