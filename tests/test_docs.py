"""What the pages say is so: drawings, options, notation, rulings, links, the example, the figures."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mutapa.core import registry
from mutapa.core.compiled import WORD_BITS
from mutapa.core.layout import Field, Layout
from mutapa.core.zimbabwe.setup import OPTIONS
from mutapa.core.zimbabwe.text import CRAFT_VERBS, PLAIN, SQUARES
from mutapa.experiments.documentation import diagram, study

TOP = Path(__file__).parent.parent
DOCS = TOP / "docs"
ZIMBABWE = DOCS / "games" / "zimbabwe.md"
PAGES = [*TOP.glob("*.md"), *DOCS.rglob("*.md")]


def section(page: str, title: str) -> str:
    """The text below a heading, up to the next one."""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", page, re.DOTALL | re.MULTILINE)
    assert found, title
    return found[1]


def rows(text: str) -> list[list[str]]:
    """Cells of the Markdown tables in a text, without heads."""
    lines = [re.split(r"(?<!\\)\|", line)[1:-1] for line in text.splitlines() if line.startswith("|")]
    rules = [i for i, line in enumerate(lines) if set("".join(line)) <= set("-: ")]
    return [[cell.strip() for cell in line] for i, line in enumerate(lines) if i not in rules and i + 1 not in rules]


# --- drawings of the state --------------------------------------------------------------------------------------------


def test_drawings_are_what_the_layouts_give() -> None:
    """After a change of a layout: python -m mutapa.experiments.documentation.diagram docs/games/zimbabwe.md"""
    drawn = {path: path.read_text() for path in PAGES if diagram.MARKED.search(path.read_text())}
    assert ZIMBABWE in drawn
    for path, page in drawn.items():
        assert diagram.drawn(page) == page, f"{path.name} is stale"


def test_a_stale_drawing_is_noticed() -> None:
    page = ZIMBABWE.read_text()
    stale = page.replace("| `cattle` | 5 x 12 |", "| `cattle` | 5 x 11 |")
    assert stale != page
    assert diagram.drawn(stale) == page
    assert diagram.drawn(re.sub(r"(<!-- layout zimbabwe -->\n).*?(<!-- end -->)", r"\1\2", page, flags=re.DOTALL)) == page


@pytest.mark.parametrize("name", registry.names())
def test_bars_show_each_field_where_its_bits_are(name: str) -> None:
    layout = registry.get(name).layout
    lines = {line.split()[0]: line for line in diagram.bars(layout)[1:]}
    for field in layout.fields.values():
        place = layout.places[field.name]
        per = 1 << place.per_log2 if place.per_log2 < diagram.IN_ONE_WORD and field.count > 1 else field.count
        last = place.word + (-(-field.count // per)) - 1
        bar = lines[str(place.word) if last == place.word else f"{place.word}-{last}"][9:]
        assert len(bar) == WORD_BITS
        step = field.width if last > place.word else field.width * field.count
        assert bar[place.shift] == "|"
        assert bar[place.shift + 1 : place.shift + step].rstrip() == _cut(field, place.word == last, step)
        # The bits themselves: all of the first element set.
        state = [0] * layout.words
        values = ((1 << field.width) - 1,) if field.count == 1 else (0, (1 << field.width) - 1)
        layout.setter(field.name)(state, *values)
        assert state[place.word] == ((1 << field.width) - 1) << place.shift


def _cut(field: Field, alone: bool, step: int) -> str:
    whole = field.name if field.count == 1 else f"{field.name} x{field.count}" if alone else f"{field.name} 0"
    if not alone and WORD_BITS // field.width == 1:
        whole = field.name
    return whole[: step - 1].rstrip()


def test_a_page_without_a_mark_is_refused(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("nothing to draw here\n")
    words = [sys.executable, "-m", "mutapa.experiments.documentation.diagram", str(page)]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 2
    assert "has no mark" in done.stderr
    assert page.read_text() == "nothing to draw here\n"


def test_a_new_field_changes_the_drawing() -> None:
    before = Layout("small", 2, [Field("one", 3), Field("two", 5, 2)])
    after = Layout("small", 2, [Field("one", 3), Field("two", 5, 2), Field("three", 1, seen="nobody")])
    assert diagram.bars(before)[1] == "      0  |on|two x2   " + "." * 41
    assert diagram.bars(after)[1] == "      0  |on|two x2   |" + "." * 40
    assert diagram.table(after)[-1] == "| `three` | 1 x 1 | 0 | nobody |  |"
    assert diagram.drawing(before) != diagram.drawing(after)


# --- the page of The Great Zimbabwe -----------------------------------------------------------------------------------


def test_the_options_are_those_of_the_game() -> None:
    listed = {row[0].strip("`"): row[1] for row in rows(section(ZIMBABWE.read_text(), "Options"))}
    assert list(listed) == list(OPTIONS)
    for name, option in OPTIONS.items():
        named = re.findall(r"`([^`]+)`", listed[name])
        assert named[0] == str(option.default), name
        assert named[1:] == [str(choice) for choice in option.choices if choice != option.default]
        if option.limits:
            assert f"{max(1, option.limits[0])}-{option.limits[1]}" in listed[name]


def test_the_steps_are_those_of_the_notation() -> None:
    steps = section(ZIMBABWE.read_text(), "Steps")
    verbs = {*PLAIN, *SQUARES, *CRAFT_VERBS, "bid", "god", "hire", "use", "place", "at", "supply", "price"}
    offered = [span for row in rows(steps) for span in re.findall(r"`([^`]+)`", row[1]) if span.split()[0] in verbs]
    assert {span.split()[0] for span in offered} == verbs
    game, fill = registry.get("zimbabwe"), {"X": "rain", "T": "potter", "R": "clay", "n": "2"}
    for span in offered:
        words = " ".join(fill.get(word, word) for word in span.split())
        words = words.replace("god rain", "god gu")
        action = game.parse(None, None, words)  # type: ignore[arg-type]
        assert game.text(None, None, action) == words  # type: ignore[arg-type]


def test_readings_name_rulings_and_options_that_exist() -> None:
    data = json.loads((TOP / "tests" / "data" / "zimbabwe-rulings.json").read_text())
    known = {number for name, part in data.items() if isinstance(part, dict) for number in (name, *part)}
    readings = section(ZIMBABWE.read_text(), "Readings taken")
    named = re.findall(r"\b\d+\.\d+[a-z]?\b", "".join(row[0] for row in rows(readings)))
    assert len(named) > 20
    assert set(named) <= known
    for name, value in re.findall(r"`(\w+)=(\w+)`", readings):
        assert value in map(str, OPTIONS[name].choices) or OPTIONS[name].limits, name


# --- the study --------------------------------------------------------------------------------------------------------


def test_what_the_study_counts() -> None:
    game = registry.get("zimbabwe")
    found = study.study(game, 2, "random", 2, 1, {}, 20_000, "plain")
    assert (found.ended, found.endless) == (2, 0)
    counted = [n for numbers in found.choices.values() for n in numbers]
    assert len(counted) == sum(found.steps)
    assert sum(n > 1 for n in counted) == sum(found.decisions)
    assert found.choices["first monument"] == [6, 5, 6, 5]
    assert min(found.rounds) > 5
    cut = study.study(game, 2, "sample", 2, 1, {}, 30, "plain")
    assert (cut.ended, cut.endless) == (0, 2)


@pytest.mark.slow
def test_random_games_run_as_the_page_says() -> None:
    """The first row of the page's first table: 100 random games for two."""
    text = section(ZIMBABWE.read_text(), "How games run")
    found = study.study(registry.get("zimbabwe"), 2, "random", 100, 1, {}, 20_000, "object")
    assert study.games_table([found], 100)[-1] in text


# --- links and the example --------------------------------------------------------------------------------------------


def test_links_lead_somewhere() -> None:
    lost = []
    for path in PAGES:
        for target in re.findall(r"\]\(([^)#\s]+)", path.read_text()):
            if "://" not in target and not (path.parent / target).exists():
                lost.append(f"{path.relative_to(TOP)}: {target}")
    assert lost == []


def test_the_first_search_runs(tmp_path: Path) -> None:
    """On the plain engine with a small search; as it stands it wants the native object."""
    example = DOCS / "examples" / "first_search.py"
    code = example.read_text()
    lines = [line for line in code.splitlines() if line.strip() and not line.startswith(('"""', "#"))]
    assert len(lines) <= 20
    quick = code.replace('backend="object"', 'backend="plain"').replace('sims=2000"', 'sims=12", backend="plain"')
    assert quick.count('"plain"') == 2
    (tmp_path / "quick.py").write_text(quick)
    done = subprocess.run(
        [sys.executable, "quick.py"], cwd=tmp_path, capture_output=True, text=True, timeout=300,
        env={**os.environ, "COLUMNS": "100"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("seat 0, first monument\n")
    assert len(re.findall(r"first \w+ +\d+ visits, \d+% to win", done.stdout)) == 5
    assert "First monuments: to move B (seat 1)" in done.stdout


@pytest.mark.slow
def test_the_first_search_runs_as_it_stands() -> None:
    done = subprocess.run(
        [sys.executable, str(DOCS / "examples" / "first_search.py")], capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
    assert sum(map(int, re.findall(r"(\d+) visits", done.stdout))) == 2000


# --- tournaments ------------------------------------------------------------------------------------------------------


def test_the_page_of_tournaments_names_every_key() -> None:
    from dataclasses import fields

    from mutapa.experiments.tournaments.table import Entrant, Table
    from mutapa.experiments.tournaments.tournament import Tournament

    page = section((DOCS / "tournaments.md").read_text(), "The file")
    told = {cells[0].strip("`"): cells[1] for cells in rows(page)}
    assert set(told) == {field.name for field in fields(Tournament)}
    for name, kind in (("table", Table), ("entrants", Entrant)):
        named = set(re.findall(r"`(\w+)`", told[name]))
        wanted = {field.name for field in fields(kind)} - {"game", "seed"}
        assert wanted <= named, f"{name}: {wanted - named}"


def test_the_example_of_a_tournament_can_be_read(tmp_path: Path) -> None:
    from mutapa.experiments import config
    from mutapa.experiments.tournaments.tournament import Setting, Tournament

    text = re.search(r"```yaml\n(.*?)```", (DOCS / "tournaments.md").read_text(), re.DOTALL)
    assert text
    path = tmp_path / "example.yaml"
    path.write_text(text[1])
    setting = Setting(config.load(path, Tournament), str(path))
    assert setting.plan.games == 2 * 4 * 3


@pytest.mark.parametrize("path", sorted((TOP / "configs" / "tournaments").glob("*.yaml")), ids=lambda path: path.stem)
def test_configs_of_tournaments_make_sense(path: Path) -> None:
    from mutapa.experiments import config
    from mutapa.experiments.tournaments.tournament import Setting, Tournament

    assert Setting(config.load(path, Tournament), str(path)).plan.games > 0
