"""The picture in SVG: everything is on it, as it lies on the table; it needs nothing from outside, whatever the theme."""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ElementTree
from collections import Counter
from functools import cache

import numpy as np
import pytest

from mutapa.core import streams
from mutapa.core.errors import InvalidError
from mutapa.core.state import State
from mutapa.core.stone_age.explain import card_in_words, tile_in_words
from mutapa.core.stone_age.figures import CARDS, PEOPLE, PLACES, RESOURCES, SYMBOLS, TILES, price_of
from mutapa.core.stone_age.setup import TILE_NAMES
from mutapa.core.stone_age.svg import COLOURS, STYLES, svg
from mutapa.core.svg import OWNERS, THEMES
from tests.core.stone_age.positions import Scene, scene_of

SVG = "{http://www.w3.org/2000/svg}"
MOST_BYTES = 100_000


def drawn(state: State, theme: str = "light") -> ElementTree.Element:
    """The picture, parsed."""
    return ElementTree.fromstring(svg(state.board, state.words, theme))


def groups(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    """By its title: each group that says what it is."""
    found = [(group.find(f"{SVG}title"), group) for group in root.iter(f"{SVG}g")]
    return {title.text or "": group for title, group in found if title is not None}


def group_of(root: ElementTree.Element, begin: str) -> tuple[str, ElementTree.Element]:
    """The one group whose title begins so."""
    [found] = [(title, group) for title, group in groups(root).items() if title.startswith(begin)]
    return found


def texts(group: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in group.iter(f"{SVG}text")]


def classes(group: ElementTree.Element, tag: str) -> Counter[str]:
    return Counter(each.get("class", "") for each in group.iter(f"{SVG}{tag}"))


def left_end(group: ElementTree.Element) -> float:
    return min(float(text.get("x", "")) for text in group.iter(f"{SVG}text"))


@cache
def played(seats: int, steps: int, seed: int = 1) -> State:
    """A position after random play."""
    state = State.new("stone_age", seats, seed=seed, options={"round_cap": 30})
    rng, key = streams.derive(seed, "picture", seats), streams.derive(seed, "nature")
    engine, work, board, words = state.engine, state.engine.work(), state.board.copy(), state.words.copy()
    for _ in range(steps):
        turn = engine.turn(board, work, words)
        if turn == -2:
            break
        action = engine.chance(board, work, words, key) if turn < 0 else engine.sample(board, work, words, rng)
        engine.apply(board, work, words, action)
    return state.at(words)


def rich() -> Scene:
    """Something of everything."""
    cards = ("dice-pottery", "two-medicine", "once4-maker1", "draw-writing")
    s = scene_of(seats=3, cards=cards, buildings=("4of2", "1to7", "bsg"))
    for seat in range(3):
        s.give(seat, (seat, 2, 0, 5), score=30 * seat - 40, people=9, food=3 + seat, track=4, tools=(7, 2, 0)[seat], tiles=seat)
    s.give(0, high=1, once=0b101, builders=2, shamans=1).give(1, farmers=3, makers=4, low=1)
    s.culture(0, "music", "music", "art", "time").culture(2, "weaving").set("two_seat", 2)
    s.set("blind", 1, 10).set("blind_seat", 2)
    s.on(0, hunt=3, forest=2, tools=1, card_4=1).on(1, hunt=1, forest=4, hut=2).on(2, quarry=7, building_2=1)
    return s


SCENES = [rich().state, *(played(seats, steps) for seats, steps in ((2, 0), (3, 260), (4, 420), (2, 700)))]


@pytest.mark.parametrize("state", SCENES)
def test_people_stand_on_their_places(state: State) -> None:
    facts, root = Scene(state).facts, drawn(state)
    for name in [*PLACES[:12], *(f"building {i + 1}" for i in range(len(facts["buildings"])))]:
        there = facts["placed"].get(name, {})
        title, group = group_of(root, f"{name}:")
        pawns = classes(group, "path")
        for seat in range(4):
            shown = pawns[f"s{seat} rim"]
            assert shown == (min(1, there.get(seat, 0)) if name == "hunt" else there.get(seat, 0))
        if name == "hunt":
            assert [text for text in texts(group) if text.startswith("×")] == [f"×{there[seat]}" for seat in sorted(there)]
        elif name in PLACES[:8]:
            rings = sum(n for kind, n in classes(group, "circle").items() if kind in ("open", "shut"))
            assert rings == {"tools": 1, "hut": 2, "field": 1}.get(name, 7)
            said = ", ".join(f"{n} of {OWNERS[seat]}" for seat, n in sorted(there.items())) or "nobody"
            assert said in title
        else:
            assert title.endswith("stands there") == bool(there)


def test_what_is_closed_is_said() -> None:
    """With 2 players the third place of the village, and a resource place where another stands."""
    root = drawn(scene_of(seats=2).play("place forest 3 / place tools / place field").state)
    for name, note in (("forest", "closed: players"), ("hut", "closed"), ("clay", "7 free")):
        title, group = group_of(root, f"{name}:")
        assert note in texts(group)
        assert ("closed" in title) == ("closed" in note)
        assert classes(group, "circle")["shut"] == {"forest": 4, "hut": 2, "clay": 0}[name]
    full = drawn(scene_of(seats=4).give(0, people=9).play("place river 7").state)
    assert "full" in texts(group_of(full, "river:")[1])
    assert "full" in group_of(full, "river:")[0]


@pytest.mark.parametrize("state", SCENES)
def test_cards_and_tiles_lie_as_on_the_board(state: State) -> None:
    facts, root = Scene(state).facts, drawn(state)
    spaces = []
    for i, name in enumerate(facts["cards"]):
        title, group = group_of(root, f"card {i + 1}: {card_in_words(name) if name else 'empty'}")
        assert str(i + 1) in texts(group)
        spaces.append(left_end(group))
    assert spaces == sorted(spaces, reverse=True)  # the cheap one stands right
    for i, name in enumerate(facts["buildings"]):
        title, group = group_of(root, f"building {i + 1}:")
        assert (tile_in_words(TILE_NAMES.index(name)) in title) if name else "no tile" in title
        assert any(text.startswith(str(facts["stacks"][i])) or facts["stacks"][i] == 0 for text in texts(group))
    assert str(facts["deck"]) in texts(group_of(root, f"deck: {facts['deck']} cards")[1])


def test_both_halves_of_every_card_are_told_apart() -> None:
    names = [name for name, _ in CARDS]
    for first in range(0, len(names), 4):
        cards = [*names[first : first + 4], *names[:2]][:4]
        root = drawn(scene_of(cards=cards).state)
        for i, name in enumerate(cards):
            _, group = group_of(root, f"card {i + 1}:")
            bottom = name.split("-")[1]
            assert any(bottom.rstrip("123") in text for text in texts(group))
            assert (classes(group, "path")["symbol"] == 1) == (bottom in SYMBOLS)
            if bottom not in SYMBOLS:
                assert f"{bottom[-1]} ×" in texts(group)


def test_every_tile_shows_its_price() -> None:
    for name, _ in TILES:
        others = [other for other, _ in TILES if other != name]
        _, group = group_of(drawn(scene_of(buildings=(name, others[0])).state), "building 1:")
        total, kinds, each = price_of(name)
        drawn_classes = classes(group, "path") + classes(group, "rect")
        if kinds:
            assert f"{total} of {kinds}" in texts(group)
        elif name == "1to7":
            assert "1 – 7" in texts(group)
        else:
            assert [drawn_classes[kind] for kind in RESOURCES] == list(each)
            assert str(sum(n * (3 + k) for k, n in enumerate(each))) in texts(group)


@pytest.mark.parametrize("state", SCENES)
def test_what_each_player_has(state: State) -> None:
    facts, root = Scene(state).facts, drawn(state)
    for seat, mine in enumerate(facts["seats"]):
        title, group = group_of(root, f"seat {seat} ({OWNERS[seat]})")
        assert f"{mine['score']} points" in title
        assert ("first player" in title) == (facts["start"] == seat)
        assert {f"{mine['hand']} / {mine['people']}", str(mine["food"]), str(mine["tiles"])} <= set(texts(group))
        assert all(f", {mine[kind]} {kind}" in title and str(mine[kind]) in texts(group) for kind in RESOURCES)
        inner = groups(group)
        used = [title for title in groups_list(group) if title.startswith("tool worth")]
        assert used == [f"tool worth {value}{', used' * turned}" for value, turned in mine["tools"]]
        assert [title for title in groups_list(group) if title.startswith("tool for one")] == [
            f"tool for one use worth {value}" for value in mine["once"]]
        assert all(f"{symbol}: {mine['culture'].get(symbol, 0)}" in inner for symbol in SYMBOLS)
        assert classes(group, "path")["symbol"] == len(mine["culture"])
        assert all(any(title.startswith(f"{mine[kind]} ") and kind in title for title in inner) for kind in PEOPLE)
        assert ("two resources of choice to come" in inner) == mine["two"]
        assert any(title.startswith("drawn blind") for title in inner) == bool(mine["blind"])
        assert f"food track {mine['track']}: {OWNERS[seat]}" in groups(root)
        marked = "row now" in classes(group, "rect")
        assert marked == (facts["mover"] == seat)


def groups_list(root: ElementTree.Element) -> list[str]:
    """Titles, with repetitions."""
    return [title.text or "" for title in root.iter(f"{SVG}title")]


def test_points_now_and_in_the_end() -> None:
    s = rich()
    _, group = group_of(drawn(s.state), "seat 0 (A)")
    assert {"-40", "-14 if it ended"} <= set(texts(group))  # 3² + 1², 2 × 0 tiles, 1 × 9 people, 7 resources
    assert "3² + 1² = 10" in texts(group)
    over = s.set("phase", 14).state
    for seat, points in enumerate(over.outcome.margins):  # type: ignore[union-attr]
        title, group = group_of(drawn(over), f"seat {seat}")
        rank = over.outcome.ranks[seat]  # type: ignore[union-attr]
        assert title.endswith(f"; {points} points in the end, rank {rank}")
        assert str(points) in texts(group)


def test_the_headline_names_round_and_seat_and_the_end_its_round() -> None:
    s = scene_of().set("round", 17)
    assert f"Stone Age. {s.state.phase}" in groups_list(drawn(s.state))
    assert "round 17, seat 0, placing people" in s.state.phase
    assert "Stone Age. over after round 17" in groups_list(drawn(s.set("phase", 14).state))


def test_what_is_under_way_is_told() -> None:
    s = scene_of().on(0, quarry=3).give(0, tools=2).act()
    s.play("use quarry")
    assert classes(group_of(drawn(s.state), "3 dice for stone")[1], "rect")["die"] == 3
    s.play("roll 11")
    group_of(drawn(s.state), "rolled 11: 2 stone, and 1 over")
    paying = scene_of(buildings=("1to7", "4of2")).give(0, (2, 2, 2, 2)).on(0, building_1=1, building_2=1, card_3=1).act()
    group_of(drawn(paying.copy().play("buy building 1").state), "up to 7 to pay")
    group_of(drawn(paying.copy().play("buy building 2").state), "4 to pay")
    group_of(drawn(paying.copy().play("buy card 3").state), "3 to pay")
    dice = scene_of(seats=3, cards=("dice-time", "tool-art", "field-time", "gold-shaman1")).give(0, (1,)).on(0, card_1=1).act()
    dice.play("buy card 1 / dice 1 4 4")
    _, group = group_of(drawn(dice.state), "dice left")
    assert (classes(group, "rect")["die"], classes(group, "circle")["pip"]) == (3, 9)
    hungry = scene_of().give(0, (9,), food=0, people=5).set("phase", 6).set("left", 5)
    group_of(drawn(hungry.state), "5 food short")


def test_a_blind_card_of_another_is_not_shown() -> None:
    """Whatever the card is, the picture of what another seat sees is the same."""
    cards = [rich().set("blind", 1, kind) for kind in (10, 26)]
    own, others = ({svg(s.state.board, s.state.observe(seat), "light") for s in cards} for seat in (1, 0))
    assert len(own) == 2
    assert len(others) == 1
    found = groups(drawn(rich().state.at(rich().state.observe(0))))
    assert "drawn blind: ?" in found
    assert "drawn blind: pottery" in groups(drawn(rich().state))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("state", SCENES[:3])
def test_the_picture_needs_nothing_from_outside(theme: str, state: State) -> None:
    text = svg(state.board, state.words, theme)
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert len(text.encode()) <= MOST_BYTES
    names = {name.rpartition("}")[2] for each in root.iter() for name in each.attrib}
    assert not names & {"href", "src", "id", "onload", "style"}
    assert not {each.tag.removeprefix(SVG) for each in root.iter()} & {"script", "image", "use", "foreignObject", "a"}
    assert not re.search(r"url\(|@import|@font-face|<!|<\?", text)
    assert re.findall(r"\w+://[^\"']*", text) == ["http://www.w3.org/2000/svg"]


def test_nothing_lies_outside_the_paper() -> None:
    for state in SCENES:
        root = drawn(state)
        wide, high = (float(root.get(name, "")) for name in ("width", "height"))
        for each in root.iter():
            x, y = (float(each.get(name, 0)) for name in (("cx", "cy") if each.get("cx") else ("x", "y")))
            assert 0 <= x + float(each.get("width", 0) if each.tag.endswith("rect") else 0) <= wide
            assert 0 <= y + float(each.get("height", 0) if each.tag.endswith("rect") else 0) <= high


def test_themes_differ_in_style_alone_and_change_no_state() -> None:
    state = SCENES[3]
    words = state.words.copy()
    bodies, styles = set(), set()
    for theme in THEMES:
        text = svg(state.board, state.words, theme)
        style = re.search(r"<style>(.*?)</style>", text, re.S)
        assert style
        styles.add(style[1])
        bodies.add(text.replace(style[0], "").replace(f"mutapa-{theme}", ""))
        assert np.array_equal(state.words, words)
        assert svg(state.board, state.words, theme) == text
    assert len(bodies) == 1
    assert len(styles) == 3
    with pytest.raises(InvalidError, match="no theme 'drak'; did you mean 'dark'"):
        state.svg("drak")


def test_every_class_has_a_style_and_every_style_a_use() -> None:
    used: Counter[str] = Counter()
    empty = scene_of().set("cards", 0, 0).state
    for state in (*SCENES, empty, scene_of(seats=2).play("place forest 3 / place tools / place field").state):
        for each in drawn(state).iter():
            used.update(each.get("class", "").split())
    seats = {f"{kind}{seat}" for kind in "si" for seat in range(5)}
    assert set(used) - {"mutapa-light"} - seats <= set(STYLES)
    assert set(STYLES) <= set(used)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_words_stand_out_from_what_is_behind_them() -> None:
    """The contrast ratio of WCAG 2."""
    papers = ("paper", "row", "card", "green", "sand", "tile", "hunt", "forest", "clay", "quarry", "river", "village")
    behind = {"ink": papers, "soft": ("row", "card", *papers[6:]), "dim": ("paper", "row"), "symbol": ("green",),
              "stamp": ("coin",), "face": ("back",)}
    for name, others in behind.items():
        for paper, theme in itertools.product(others, (0, 1)):
            dark, light = sorted((luminance(COLOURS[name][theme]), luminance(COLOURS[paper][theme])))
            assert (light + 0.05) / (dark + 0.05) >= 4.5, (name, paper, theme)
