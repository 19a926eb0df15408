"""Deals, Homes, drafts (section 1 of the rules; R3, R5-R7, R52, R54, R57)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mutapa.core import conform
from mutapa.core.errors import InvalidError
from mutapa.core.godz.figures import HOME_OFFSETS, HOMES, PATHS
from mutapa.core.state import State, describe
from mutapa.core.streams import derive
from tests.core.godz.positions import Scene, scene_of
from tests.core.godz.rulings import ruling


def test_the_first_position(scene: Any) -> None:
    s = scene("bau", "tud", "fiu")
    assert len(s["map"]) == 7 * 4
    assert s["map"]["0,0"] == "vortex"
    assert s["map"]["2,1"] == "palace bau"
    ring = [s["map"][name] for name in ("3,1", "2,2", "1,2", "1,1", "2,0", "3,0")]
    assert tuple(ring) == HOMES["bau"]
    assert s["believers"] == {"2,1": {"bau": 3}, "-1,3": {"tud": 3}, "-3,2": {"fiu": 3}}
    assert s["avatars"] == {"bau": ["2,1", False], "tud": ["-1,3", False], "fiu": ["-3,2", False]}
    assert s["supply"] == {**{str(i): 3 for i in range(1, 7)}, "9": 1}
    assert s["stack"] == {"swamp": 5, "sea": 5, "desert": 5, "mountain": 5, "forest": 5, "special": 6}
    for deity, overlays in (("bau", 2), ("tud", 1), ("fiu", 2)):
        mine = s.mine(deity)
        assert (mine["levels"], mine["mat"], mine["reserve"], mine["column"]) == ([1] * 5, ["nine", "prophet", "life"], 0, 0)
        assert mine["overlays"] == overlays
    assert (s["phase"], s["mover"], s["round"]) == ("turn", 0, 1)


def test_homes_turn(scene: Any) -> None:
    """Ring entry 0 lies in the direction named, the rest follows clockwise."""
    s = Scene(State.from_setup({"game": "godz", "seats": 2, "deities": ["boo", "glu"]}))
    s.play("home 2,1 sw")
    assert tuple(s["map"][name] for name in ("1,2", "1,1", "2,0", "3,0", "3,1", "2,2")) == HOMES["boo"]


@ruling("R7 all 72 placements of the first Home are kept")
def test_placements_of_the_first_homes() -> None:
    """72, then 54; then six or seven places, as counted by hand from the twelve offsets."""
    setup = {"game": "godz", "seats": 3, "deities": ["boo", "glu", "bau"]}
    first = State.from_setup(setup)
    assert len(first.legal_actions) == 72
    counts = set()
    for text in first.legal_texts[::6]:
        second = first.clone()
        second.apply(text)
        assert len(second.legal_actions) == 54
        for other in second.legal_texts[::6]:
            third = second.clone()
            third.apply(other)
            counts.add(len(third.legal_actions))
    assert counts == {36, 42}


@ruling("R6 a Home goes to any free place, nothing obstructs sliding it there")
def test_a_gap_between_two_homes_is_filled(scene: Any) -> None:
    s = Scene(State.from_setup({"game": "godz", "seats": 3, "deities": ["boo", "glu", "bau"]}))
    s.play("home 2,1 e / home -2,3 e")
    assert {text.split()[1] for text in s.legal} >= {"1,-3", "-3,1", "3,-2"}
    for text in s.legal:
        q, r = map(int, text.split()[1].split(","))
        assert (q, r) in HOME_OFFSETS
    tight = Scene(State.from_setup({"game": "godz", "seats": 3, "deities": ["boo", "glu", "bau"]}))
    tight.play("home 3,-1 e / home -2,3 e")
    assert "home 1,2 e" in tight.legal  # between the two, with one hex of room on one side and none on the other


def crowded() -> Scene:
    """Four Homes that leave no place around the Center for the fifth."""
    offsets = [f"{q},{r}" for q, r in HOME_OFFSETS]
    start = Scene(State.from_setup({"game": "godz", "seats": 5, "deities": ["boo", "glu", "bau", "tud", "fiu"]}))
    for n in range(400):
        s, rng = start.copy(), derive(n, "crowd")
        for _, _ in zip(range(4), conform.play(s.state, rng), strict=False):
            pass
        while s["mover"] != 4:
            s.play(s.legal[0])
        if s.legal[0].split()[1] not in offsets:
            return s
    raise AssertionError("no four Homes block the Center")


@ruling("R52 a fallback Home touches one Home; a place of two is one action")
def test_the_fifth_home_goes_beside_another() -> None:
    s = crowded()
    places = [text.split()[1] for text in s.legal]
    assert len(set(s.legal)) == len(s.legal)
    assert all(places.count(place) == 6 for place in places)
    homes = [name for name, kind in s["map"].items() if kind.startswith("palace")]
    taken = {tuple(map(int, name.split(","))) for name in s["map"]}
    expected = set()
    for home in homes:
        q, r = map(int, home.split(","))
        for dq, dr in HOME_OFFSETS:
            hexes = {(q + dq + a, r + dr + b) for a, b in ((0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))}
            if not hexes & taken:
                expected.add(f"{q + dq},{r + dr}")
    assert set(places) == expected
    assert s.copy().play(s.legal[-1])["phase"] == "turn"


@ruling("R5 deities are drawn, given, or drafted by option")
def test_deities(scene: Any) -> None:
    drawn = [tuple(describe(scene_of().state.game, 5, seed=seed)["deities"]) for seed in range(40)]
    assert len(set(drawn)) > 20
    assert all(len(set(each)) == 5 for each in drawn)
    assert [each["deity"] for each in scene("tud", "bau", "glu")["seats"]] == ["tud", "bau", "glu"]
    s = Scene(State.new("godz", 3, options={"draft": "on"}))
    assert s.legal == [f"deity {name}" for name in ("boo", "glu", "bau", "tud", "fiu")]
    s.play("deity fiu / deity boo")
    assert [each["overlays"] for each in s["seats"]] == [2, 0, 0]
    assert s.legal == ["deity glu", "deity bau", "deity tud"]
    s.play("deity bau")
    assert (s["phase"], s["mover"]) == ("home", 0)
    assert [each["overlays"] for each in s["seats"]] == [2, 0, 2]


@ruling("R54 the cap counts turns of each seat and is checked after whole rounds; 2 to 5 seats, seat 0 first")
def test_seats_and_cap(scene: Any) -> None:
    assert scene_of().state.game.seats == (2, 5)
    s = scene(round_cap=2)
    played = []
    while s["phase"] != "over":
        if s["phase"] == "turn":
            played.append(s["mover"])
            s.play("build")
        else:
            s.play("done")
    assert played == [0, 1, 0, 1]
    assert s["capped"]
    assert s["round"] == 2


@ruling("R57 the Prophet is in the last column; sets of columns are loaded whole")
def test_sets_of_columns(scene: Any) -> None:
    for columns in (4, 5):
        s = scene(columns=columns).avatar("boo", "1,1").levels("boo", food=2).turn("boo", columns - 2)
        assert "prophet" not in s.copy().play("avatar").legal
        s.play("done" if s["phase"] != "turn" else "avatar / done")
        s.turn("boo", columns - 1).levels("boo", food=2).play("avatar")
        assert "prophet" in s.legal
        path = PATHS[columns]
        assert all(len(numbers) == columns for numbers in path.values())
        for column in range(1, columns + 1):
            total = 7 - path["penalty"][column - 1]
            glories = scene(columns=columns).levels("boo", glory=7).turn("boo", column).legal_of("glory")
            assert glories[-1] == ("glory 9" if total == 7 else f"glory {total}")


def test_figures_are_replaced_set_by_set(scene: Any) -> None:
    path = {"bonus": [9, 0, 0, 0], "penalty": [0] * 4, "war": [1, 0, 0, 0], "siege": [2, 0, 0, 0], "avatar_siege": [1, 0, 0, 0]}
    ring = ["sea"] * 6
    figures = {
        "path": path, "center": {"icons": ["food", "food"], "ring": ring}, "village_points": [1, 10, 20],
        "homes": dict.fromkeys(HOMES, ring), "specials": [{"icons": ["faith"], "star": 9}] * 6,
    }
    s = scene(figures=figures)
    assert set(s["map"].values()) == {"sea", "vortex", "palace boo", "palace glu"}
    s.put("boo", "1,0").put("glu", "1,0").turn("boo").play("believers")
    assert "war 1,0 glu" in s.legal
    s.village("boo", "5", "1,0").village("boo", "9", "1,1").tile("4,0", "s2").avatar("boo", "4,0")
    assert s.rows()[0]["villages"] == 21
    assert s.rows()[0]["specials"] == 9


@pytest.mark.parametrize(("change", "said"), [
    ({"deities": ["boo"]}, "a list of 2 names"),
    ({"deities": ["boo", "boo"]}, "boo 2 times"),
    ({"deities": ["boo", "bao"]}, "did you mean"),
    ({"deities": "bg"}, "a list of 2 names"),
    ({"seats": 6, "deities": ["boo"]}, "takes 2 to 5"),
    ({"deity": []}, "no entry 'deity'"),
    ({"figures": {"paths": {}}}, "did you mean 'path'"),
    ({"figures": {"path": {"bonus": [1, 2, 3, 4]}}}, "the set is replaced whole"),
    ({"figures": {"village_points": [1, 2]}}, "a list of 3 numbers"),
    ({"figures": {"village_points": [1, 2, -3]}}, "from 0 to 99"),
    ({"figures": {"center": {"icons": [], "ring": ["sea"] * 6}}}, "1 to 5 names"),
    ({"figures": {"center": {"icons": ["glory"], "ring": ["see"] * 6}}}, "did you mean 'sea'"),
    ({"figures": {"specials": [{"icons": ["glory"], "star": 3}]}}, "a list of 6 tiles"),
    ({"figures": {"path": {"bonus": [1] * 4, "penalty": [1] * 5, "war": [1] * 4, "siege": [1] * 4, "avatar_siege": [1] * 4}}},
     "all lists of a path are as long"),
    ({"figures": []}, "an object with path"),
    ({"options": {"columns": 6}}, "option columns"),
])
def test_a_wrong_set_up_says_what_is_wrong(change: dict[str, Any], said: str) -> None:
    setup = {"game": "godz", "seats": 2, "deities": ["boo", "glu"], **change}
    with pytest.raises(InvalidError) as error:
        State.from_setup(setup)
    assert said in str(error.value)


def test_figures_count_before_the_option_that_chooses_a_set() -> None:
    """Four columns are given, though the option asks for five; points of Villages alike."""
    path = {name: [0, 0, 3, 2] for name in ("bonus", "penalty", "war", "siege")} | {"avatar_siege": [0, 0, 0, 1]}
    s = scene_of(columns=5, village_points="2-3-4", figures={"path": path, "village_points": [5, 7, 9]})
    assert not s.copy().turn("boo", 4).legal_of("believers", "build", "avatar")  # the last column
    assert scene_of(columns=5).turn("boo", 4).legal_of("believers", "build", "avatar")
    assert s.village("boo", "7", "1,1").rows()[0]["villages"] == 7


def test_a_set_up_with_figures_is_json() -> None:
    s = scene_of(figures={"village_points": [5, 7, 9]})
    again = State.from_setup(json.loads(json.dumps(s.state.description)))
    assert again.description == s.state.description
