"""The picture in SVG: everything is on it, where it lies; it needs nothing from outside, whatever the theme."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from functools import cache

import pytest

from mutapa.core import conform
from mutapa.core.errors import InvalidError
from mutapa.core.godz.figures import RESOURCES, SPECIAL_TILES
from mutapa.core.godz.svg import COLOURS, STYLES, printed, svg
from mutapa.core.godz.svg_map import centre
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.core.svg import OWNERS, THEMES
from tests.core.godz.positions import Scene, scene_of

SVG = "{http://www.w3.org/2000/svg}"
MOST_BYTES = 120_000
FIVE = ("boo", "glu", "bau", "tud", "fiu")


def drawn(state: State, theme: str = "light") -> ElementTree.Element:
    """The picture, parsed."""
    return ElementTree.fromstring(svg(state.board, state.words, theme))


def groups(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    """By its title: each group that says what it is."""
    found = [(group.find(f"{SVG}title"), group) for group in root.iter(f"{SVG}g")]
    return {title.text or "": group for title, group in found if title is not None}


def texts(group: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in group.iter(f"{SVG}text")]


def classes(group: ElementTree.Element) -> list[str]:
    return [each.get("class", "") for each in group.iter()]


@cache
def played(seats: int, steps: int) -> State:
    """A position after random play."""
    state = scene_of(*FIVE[:seats], round_cap=0).state
    for k, _ in enumerate(conform.play(state, derive(seats, "picture"))):
        if k == steps:
            break
    return state


def rich() -> Scene:
    """Something of everything."""
    s = scene_of("boo", "glu", "bau").tile("4,0", "s2").chasm("0,1").put("boo", "0,0", "1,1", "1,1").put("glu", "in7", "1,1")
    s = s.village("glu", "7", "-1,0").avatar("bau", "3,1", 1).icon(0, 0, "boo").put("bau", "1,1", "4,0").icon(2, 1, "bau")
    return s.village("bau", "5", "1,1").tiles("boo", glory=(3, 5), war=(2, 4), balance=(1,)).set("supply", 2, 2).set("best", 0)


SCENES = [rich().state, played(2, 5), played(3, 400), played(4, 700), played(5, 1300)]


@pytest.mark.parametrize("state", SCENES)
def test_every_hex_is_where_it_lies_and_says_what_is_on_it(state: State) -> None:
    facts, root = Scene(state).facts, drawn(state)
    told = {title.split(":")[0]: (title, group) for title, group in groups(root).items() if re.match(r"-?\d+,-?\d+:", title)}
    assert set(told) == set(facts["map"])
    seats = {each["deity"]: seat for seat, each in enumerate(facts["seats"])}
    for name, (title, group) in told.items():
        parts = title.split("; ")
        assert parts[0] == f"{name}: {facts['map'][name]}"
        assert name in texts(group)
        for deity, n in facts["believers"].get(name, {}).items():
            assert f"{n} of {deity}" in parts
            assert f"s{seats[deity]} rim" in classes(group)
            assert n == 1 or str(n) in texts(group)
        for deity, (where, laid) in facts["avatars"].items():
            assert (where == name) == (f"Avatar of {deity}{', laid' if laid else ''}" in parts)
        if name in facts["villages"]:
            deity, cost = facts["villages"][name]
            assert f"{OWNERS[seats[deity]]}{cost}" in texts(group)
            if name in facts["inside"]:
                assert f"+{facts['inside'][name]}" in texts(group)
        held = [f"held l{seats[deity]}" for holders in facts["icons"].get(name, {}).values() for deity in holders]
        assert sorted(each for each in classes(group) if each.startswith("held")) == sorted(held)


def test_hexes_lie_in_rows_shifted_by_half() -> None:
    east, south_east = centre("1,0"), centre("0,1")
    assert east[0] == pytest.approx(2 * south_east[0])
    assert (east[1], south_east[1]) == (0, 1.5)
    corners = {name: centre(name) for name in Scene(SCENES[-1]).facts["map"]}
    assert len({(round(x, 3), round(y, 3)) for x, y in corners.values()}) == len(corners)


@pytest.mark.parametrize("state", SCENES)
def test_seats_supply_and_stack(state: State) -> None:
    facts, found = Scene(state).facts, groups(drawn(state))
    for seat, mine in enumerate(facts["seats"]):
        panel = found[f"seat {seat}: {mine['deity']}"]
        for name, n in zip(RESOURCES, mine["levels"], strict=True):
            assert any(title.text == f"{name} {n}" for title in panel.iter(f"{SVG}title"))
        assert f"{mine['reserve']} in reserve" in texts(panel)
        assert OWNERS[seat] in texts(panel)
        assert ("row now" in classes(panel)) == (facts["mover"] == seat)
        assert classes(panel).count("tile war") == mine["wars"]
        assert classes(panel).count("tile") == mine["tiles"]
        assert classes(panel).count("cylinder") == 1
    for value, n in facts["supply"].items():
        assert ("tile gone" in classes(found[f"Glory {value}: {n} left"])) == (n == 0)
    for name, n in facts["stack"].items():
        assert str(n) in texts(found[f"{name}: {n} left in the stack"])


def test_what_a_seat_does_not_know_is_not_drawn() -> None:
    s = rich()
    seen = s.state.at(s.state.observe(1))
    assert any("War tiles: 2, ? points" in text for text in texts(drawn(seen)))
    assert not any("War tiles: 2, ? points" in text for text in texts(drawn(s.state)))


def test_the_end_tells_points() -> None:
    s = rich().set("phase", 18)
    assert [text for text in texts(drawn(s.state)) if text.endswith(" points") and text.split()[0].isdigit()] == [
        f"{n} points" for n in s["final"]
    ]


@pytest.mark.parametrize("theme", THEMES)
def test_pictures_stand_alone(theme: str) -> None:
    for state in SCENES:
        text = svg(state.board, state.words, theme)
        assert len(text.encode()) < MOST_BYTES
        assert not re.search(r"\b(id|href|src|url\()=", text)
        root = ElementTree.fromstring(text)
        used = {name for each in root.iter() for name in each.get("class", "").split()} - {f"mutapa-{theme}"}
        known = set(STYLES) | {f"{kind}{seat}" for kind in "sil" for seat in range(5)}
        assert used <= known
    assert all(len(pair) == 2 for pair in COLOURS.values())


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(InvalidError, match="theme"):
        svg(SCENES[0].board, SCENES[0].words, "blue")


def test_what_is_printed_comes_from_the_board() -> None:
    icons, stars = printed(SCENES[0].board.tolist())
    assert icons["vortex"] == list(RESOURCES)
    assert [icons[f"s{i + 1}"] for i in range(6)] == [list(each["icons"]) for each in SPECIAL_TILES]
    assert [stars[f"s{i + 1}"] for i in range(6)] == [3] * 6
