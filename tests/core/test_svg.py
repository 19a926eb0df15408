"""What pictures are drawn with: coordinates, escaping, themes that don't touch one another."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

from mutapa.core.errors import InvalidError
from mutapa.core.svg import OWNERS, SEAT_COLOURS, THEMES, badge, box, element, number, page, sign, told, words

SVG = "{http://www.w3.org/2000/svg}"
COLOURS = {"paper": ("#fff", "#000"), "ink": ("#000", "#fff")}
STYLES = {"paper": "fill:{paper}", "ink": "fill:{ink}", "b": "font-weight:700", "row": "fill:none"}


@pytest.mark.parametrize(("value", "text"), [(0, "0"), (3.0, "3"), (-0.25, "-.2"), (12.36, "12.4"), (0.5, "0.5"), (1200, "1200")])
def test_coordinates_to_a_tenth(value: float, text: str) -> None:
    assert number(value) == text


def test_words_are_escaped() -> None:
    text = told("a < b & \"c\"", words(1, 2, "<tag> & more", 10), box(0, 0, 5, 5, "row"))
    group = ElementTree.fromstring(text)
    assert group.find("title").text == 'a < b & "c"'  # type: ignore[union-attr]
    assert group.find("text").text == "<tag> & more"  # type: ignore[union-attr]
    assert "&quot;" not in element("path", d="M0 0", c=None, font_size=None)
    assert element("g") == "<g/>"
    assert element("text", font_size=11.0, c="ink b", x=None) == '<text font-size="11" class="ink b"/>'


def test_a_sign_stands_where_it_is_put() -> None:
    assert sign("M0 0", 10, 20.5, 12, "tool") == '<path d="M0 0" transform="translate(10 20.5)scale(0.500)" class="tool"/>'
    disc = ElementTree.fromstring(f"<g>{badge(5, 6, 9, 2)}</g>")
    assert disc.find("circle").get("class") == "s2 rim"  # type: ignore[union-attr]
    assert disc.find("text").text == OWNERS[2]  # type: ignore[union-attr]
    assert len(OWNERS) == len(SEAT_COLOURS)


def made(theme: str) -> str:
    return page("A game & more", "round 1", [words(1, 2, "here", 10)], 300, 200, 18, theme, COLOURS, STYLES)


def test_a_page_and_its_themes() -> None:
    for theme in THEMES:
        root = ElementTree.fromstring(made(theme))
        assert root.get("viewBox") == "0 0 300 200"
        assert root.get("class") == f"mutapa-{theme}"
        assert root.find(f"{SVG}title").text == "A game & more. round 1"  # type: ignore[union-attr]
        style = root.find(f"{SVG}style").text or ""  # type: ignore[union-attr]
        assert set(re.findall(r"\.mutapa-(\w+)", style)) == {theme}
        colours = {"light": "#fff", "dark": "#000"}
        found = re.findall(r"\.paper\{fill:(#\w+)\}", style)
        assert found == ([colours[theme]] if theme in colours else ["#fff", "#000"])
        assert ("prefers-color-scheme:dark" in style) == (theme == "auto")
        assert all(f".s{seat}{{fill:{fill}}}" in style for seat, (fill, _) in enumerate(SEAT_COLOURS))
    with pytest.raises(InvalidError, match="no theme 'lihgt'; did you mean 'light'"):
        made("lihgt")
