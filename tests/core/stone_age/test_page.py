"""What the page of Stone Age says is so: options, steps, rulings, the set-up."""

from __future__ import annotations

import json
import re
from pathlib import Path

from mutapa.core import registry
from mutapa.core.state import State
from mutapa.core.stone_age.setup import CARD_NAMES, OPTIONS, TILE_NAMES
from mutapa.core.stone_age.text import VERBS
from mutapa.experiments.documentation import study
from tests.core.stone_age.rulings import RULINGS

PAGE = (Path(__file__).parents[3] / "docs" / "games" / "stone-age.md").read_text(encoding="utf-8")


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
        assert named == [str(option.default), *(str(each) for each in option.choices if each != option.default)]


def test_the_steps_are_those_of_the_notation() -> None:
    state = State.new("stone_age", seats=4)
    spans = [span for row in section("Steps").splitlines() if row.startswith("|") for span in re.findall(r"`([^`]+)`", row)]
    steps = [span for span in spans if span.split()[0] in VERBS and (" " in span or span in ("choose", "done", "starve"))]
    assert {span.split()[0] for span in steps} == set(VERBS)
    for span in steps:
        assert state.game.text(state.board, state.words, state.game.parse(state.board, state.words, span)) == span


def test_the_names_are_those_of_the_game() -> None:
    names = re.findall(r"`([a-z0-9]+-[a-z0-9]+)`", PAGE)
    assert "dice-pottery" in names
    assert set(names) - {"top-bottom"} <= set(CARD_NAMES)
    assert {"wwb", "bsg", "4of2", "1to7"} <= set(TILE_NAMES)


def test_readings_name_rulings_and_options_that_exist() -> None:
    text = section("Readings taken")
    named = re.findall(r"\b\d\.\d+[a-z]?\b", "".join(re.findall(r"^\| (.*?) \|", text, re.MULTILINE)))
    assert len(named) > 15
    assert set(named) <= set(RULINGS)
    for name, value in re.findall(r"`(\w+)=(\w+)`", text):
        assert value in map(str, OPTIONS[name].choices) or OPTIONS[name].limits


def test_random_games_run_as_the_page_says() -> None:
    """The first row of the page's first table: 100 random games for two."""
    found = study.study(registry.get("stone_age"), 2, "random", 100, 1, {}, 20_000, "object")
    assert study.games_table([found], 100)[-1] in section("How games run")


def test_the_set_up_of_the_page_is_one() -> None:
    found = re.search(r"```json\n(.*?)```", section("Set-up files"), re.DOTALL)
    assert found
    state = State.from_setup(json.loads(found[1]))
    assert state.description["options"]["round_cap"] == 100
