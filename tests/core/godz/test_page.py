"""What the page of GodZ says is so: options, steps, the set-up, coordinates."""

from __future__ import annotations

import json
import re
from pathlib import Path

from mutapa.core.godz.figures import CENTER, DIRECTIONS, HOME_OFFSETS, HOMES, PATHS, SPECIAL_TILES, VECTORS, VILLAGE_POINTS
from mutapa.core.godz.setup import OPTIONS
from mutapa.core.godz.text import PHASES, VERBS
from mutapa.core.state import State
from tests.core.godz.positions import scene_of
from tests.core.godz.rulings import RULINGS

PAGE = (Path(__file__).parents[3] / "docs" / "games" / "godz.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    """The text below a heading, up to the next one."""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE)
    assert found, title
    return found[1]


def test_the_options_are_those_of_the_game() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \|", section("Options"), re.MULTILINE)
    assert [name for name, _ in rows] == list(OPTIONS)
    for name, values in rows:
        named, option = re.findall(r"`([^`]+)`", values), OPTIONS[name]
        others = [str(each) for each in option.choices if each != option.default] or ["0"]
        assert named == [str(option.default), *others]


def test_the_steps_are_those_of_the_notation() -> None:
    s = scene_of("boo", "glu", "bau", "tud", "fiu").tile("4,-1", "s4")
    spans = [span for row in section("Steps").splitlines() if row.startswith("|") for span in re.findall(r"`([^`]+)`", row)]
    steps = [span for span in spans if span.split()[0] in VERBS and "=" not in span]
    fill = {"4,-1": "1,2"}
    assert {span.split()[0] for span in steps} == set(VERBS)
    for span in steps:
        words = " ".join(fill.get(word, word) for word in span.split()) if span.startswith(("icon", "lay")) else span
        words = words.replace("icon 1,2", "icon 0,0")
        board, state = s.state.board, s.state.words
        assert s.state.game.text(board, state, s.state.game.parse(board, state, words)) == words


def test_readings_name_rulings_and_options_that_exist() -> None:
    text = section("Readings taken")
    named = re.findall(r"\bR\d+\b", "".join(re.findall(r"^\| (.*?) \|", text, re.MULTILINE)))
    assert len(named) > 20
    assert set(named) <= set(RULINGS)
    switched = re.findall(r"`(\w+)=([\w-]+)`", text)
    assert {name for name, _ in switched} == set(OPTIONS)
    for name, value in switched:
        assert value in map(str, OPTIONS[name].choices) or OPTIONS[name].limits


def test_the_set_up_of_the_page_is_one() -> None:
    found = re.search(r"```json\n(.*?)```", section("Set-up"), re.DOTALL)
    assert found
    assert State.from_setup(json.loads(found[1])).seats == 3


def test_the_figures_are_those_of_the_game() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|$", section("Set-up"), re.MULTILINE))
    for name, numbers in PATHS[4].items():
        assert f"`{name}` ({' '.join(map(str, numbers))}" in rows["path"]
    assert f"`ring` ({' '.join(CENTER['ring'])})" in rows["center"]
    for deity, ring in HOMES.items():
        assert f"{deity} ({' '.join(ring)})" in rows["homes"]
    assert "; ".join(" ".join(each["icons"]) for each in SPECIAL_TILES) in rows["specials"]
    assert f"({' '.join(map(str, VILLAGE_POINTS['2-3-4']))})" in rows["village_points"]


def test_coordinates_and_directions_are_as_drawn() -> None:
    text = section("Coordinates and directions")
    for d, (name, (q, r)) in enumerate(zip(DIRECTIONS, VECTORS, strict=True)):
        assert re.search(rf"\b{d}  {name} +{q:+d}, ?{r:+d}".replace("+0", r"\s*0").replace("+1", r"\+1"), text), name
    places = re.search(r"three sides: (.*?), turned", text, re.DOTALL)
    assert places
    assert re.findall(r"`(-?\d,-?\d)`", places[1]) == [f"{q},{r}" for q, r in HOME_OFFSETS]


def test_the_phases_of_a_snapshot_are_named() -> None:
    text = section("A position as plain data")
    assert all(f"`{name}`" in text for name in (*PHASES, "tile"))
    facts = scene_of()["seats"][0]
    assert all(f"`{name}`" in text for name in (*scene_of().facts, *facts))
