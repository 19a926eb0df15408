"""Lists of steps: what they look like, for every option a position where its values differ."""

from __future__ import annotations

from typing import Any

import pytest

from mutapa.core import registry
from mutapa.core.state import State
from mutapa.core.zimbabwe.layout import STATE_WORDS
from mutapa.core.zimbabwe.setup import OPTIONS
from tests.core.zimbabwe.positions import Scene

GAME = registry.get("zimbabwe")


def gu(scene: Any, value: str) -> Scene:
    s = scene("....", seats=2, stack=[1, 0], gods=["gu"], gu_net_zero=value).card(0, "wood").card(0, "potter").vr(26, 26)
    return s.set("stack", 0, 0).set("stack", 1, 1).play("god gu")


def dziva(scene: Any, value: str) -> Scene:
    return scene("....", dziva_lowers_in_price_step=value).god(0, "dziva").card(0, "wood", 2).card(0, "ivory", 1).play("prices")


def blocked(scene: Any, value: str) -> Scene:
    return scene("T.....", monuments_block_resources=value).cattle(9, 9).monument("b1", 1)


def hubs(scene: Any, value: str) -> Scene:
    s = scene("." * 18, "." * 17 + "T", placing_hubs=value).cattle(9, 9).craftsman("wood e1 h", 1)
    return s.monument("i1", 1).monument("l1", 1)


def xango(scene: Any, value: str) -> Scene:
    return scene("....", xango_wins_at_once=value).vp(20, 25).vr(20, 24).god(0, "xango").end_round()


CASES = {
    "gu_net_zero": gu,
    "must_act": lambda scene, value: scene("....", must_act=value),
    "placing_hubs": hubs,
    "monuments_block_resources": blocked,
    "dziva_lowers_in_price_step": dziva,
    "xango_wins_at_once": xango,
    "disc_limit": lambda scene, value: scene("....", disc_limit=value),
    "round_cap": lambda scene, value: scene("....", round_cap=value).end_round(),
    "auction": lambda scene, value: scene("....", auction=value).end_round(),
    "beginner": lambda scene, value: scene(
        "....", gods=("xango", "tsui-goab", "elegua", "gu", "engai", "obatala"), beginner=value),
}
VALUES = {name: option.choices or (0, 1) for name, option in OPTIONS.items()}


def test_every_option_has_a_case() -> None:
    assert set(CASES) == set(OPTIONS)


@pytest.mark.parametrize("name", CASES)
def test_an_option_changes_a_list_a_successor_or_a_result(scene: Any, name: str) -> None:
    first, second = [CASES[name](scene, value) for value in VALUES[name]]
    results = [s.state.outcome and s.state.outcome.ranks for s in (first, second)]
    assert (first.legal, first.state.words.tolist(), results[0]) != (second.legal, second.state.words.tolist(), results[1])


@pytest.mark.parametrize("name", CASES)
def test_the_first_value_is_the_default(scene: Any, name: str) -> None:
    assert OPTIONS[name].default == VALUES[name][0]
    described = CASES[name](scene, VALUES[name][0]).state.description
    bare = State.from_setup({key: value for key, value in described.items() if key != "options"} | (
        {"gods": described["gods"]}))
    assert bare.description["options"][name] == VALUES[name][0]


@pytest.mark.parametrize("name", [name for name in CASES if name not in ("beginner", "disc_limit", "round_cap")])
def test_an_option_says_nothing_where_its_matter_does_not_come_up(scene: Any, name: str) -> None:
    lists = [scene("....", **{name: value}).play("build / at a1").legal for value in VALUES[name]]
    assert lists[0] == lists[1]


def test_lists_fit_the_room_that_is_promised(scene: Any) -> None:
    s = scene("....").end_round().cattle(4095, 4092).god(1, "elegua")
    assert len(s.legal) == 1 + 4095 <= GAME.actions_max
    wide = scene(*["." * 18] * 16).cattle(9, 9).play("hire rain")
    assert len(wide.legal) == 16 * 17 + 15 * 18 <= GAME.actions_max


def test_a_state_is_within_its_budget() -> None:
    assert 8 * STATE_WORDS <= 640
