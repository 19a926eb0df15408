"""What is said of a step is what the step does: numbers in explanations against the successors."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest

from mutapa.core.state import State
from mutapa.core.stone_age import actions as a
from mutapa.core.stone_age.explain import card_in_words, tile_in_words
from mutapa.core.stone_age.figures import CARDS, GAINS, RESOURCES, TILES
from mutapa.core.stone_age.text import snapshot
from tests.core.stone_age.positions import scene_of
from tests.reference.stone_age_play import VARIANTS, Chooser


def said(state: State, line: str) -> str:
    return str(state.game.explain(state.board, state.words, state.parse(line)))  # type: ignore[misc]


def mine(state: State, seat: int) -> dict[str, Any]:
    found: dict[str, Any] = snapshot(state.board, state.words)["seats"][seat]
    return found


def first(pattern: str, text: str) -> int:
    found = re.search(pattern, text)
    assert found, text
    return int(found[1])


def check(state: State, text: str, told: str) -> None:
    """The numbers of one sentence, against the position before and after."""
    facts = snapshot(state.board, state.words)
    seat = facts["mover"] if facts["mover"] is not None else facts["pending"].get("buyer", 0) if facts["pending"] else 0
    after = state.clone()
    after.apply(text)
    old, new = mine(state, seat), mine(after, seat)
    verb = text.split()[0]
    if verb == "place":
        left = re.search(r"(\d+) left at home", told)
        assert left is None or int(left[1]) == new["hand"]
    elif verb == "use" and "track goes to" in told:
        assert first(r"goes to (\d+)", told) == new["track"] == old["track"] + 1 or after.phase != state.phase
    elif verb == "use" and "number" in told:
        assert first(r"number (\d+)", told) == new["people"]
    elif verb == "use" and "grows to" in told:
        assert max(value for value, _ in new["tools"]) >= first(r"grows to (\d)", told)
        assert sum(value for value, _ in new["tools"]) == sum(value for value, _ in old["tools"]) + 1
    elif verb == "add":
        gain = facts["pending"]["gain"]
        brings = first(rf"(\d+) {gain}", told)
        if after.phase.split(",")[0] == state.phase.split(",")[0] and "feeding" not in after.phase:
            assert new[gain] - old[gain] == brings, (text, told)
    elif verb == "pay" and facts["phase"] == "pay" and "points" in told:
        assert new["score"] - old["score"] >= first(r"(\d+) points", told)
    elif verb == "starve":
        assert new["score"] == old["score"] - 10


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_numbers_said_are_numbers_done(seats: int) -> None:
    kinds: Counter[int] = Counter()
    for seed in range(4):
        state = State.new("stone_age", seats, seed=seed, options=VARIANTS[seed % len(VARIANTS)] | {"round_cap": 14})
        choose, chooser = Chooser(seed, True), random.Random(seed)
        while not state.is_over:
            texts = state.legal_texts or [state.text(action) for action, _ in state.chances]
            for text in chooser.sample(texts, min(3, len(texts))):
                kinds[a.kind_of_action(state.parse(text))] += 1
                told = said(state, text)
                assert re.fullmatch(r"[A-Z0-9][^{}]*\.", told)
                check(state, text, told)
            state.apply(choose(max(state.turn, 0), texts))
    missing = set(range(a.PUT, a.DISPLAYED + 1)) - set(kinds)
    assert not missing - {a.CHOOSE_TWO, a.TAKE, a.PAY_END, a.DRAWN}  # seldom; each has a test of its own below


def test_what_has_no_effect_is_said() -> None:
    full = scene_of(seats=2).give(0, people=10, track=10, tools=12)
    for place in ("tools", "hut", "field"):
        assert "no effect" in said(full.state, f"place {place}")
    acting = scene_of(seats=4).give(0, people=10, track=10, tools=12).on(0, tools=1, hut=2, field=1).act()
    for place in ("tools", "hut", "field"):
        assert "no effect" in said(acting.state, f"use {place}")
    dice = scene_of(seats=2, cards=("dice-time", "tool-art", "field-time", "gold-shaman1")).give(0, (1,), track=10, tools=12)
    dice.on(0, card_1=1).act().play("buy card 1 / dice 5 6")
    assert "a tool, without effect" in said(dice.state, "pick tool")
    assert "without effect at 10" in said(dice.state, "pick field")


def test_the_village_closes() -> None:
    s = scene_of(seats=3).play("place tools")
    assert "closes for this round" in said(s.state, "place hut")
    assert "closes" not in said(scene_of(seats=4).play("place tools").state, "place hut")


def test_what_cannot_be_paid_yet_is_said() -> None:
    s = scene_of(seats=2, buildings=("wwb", "4of2"))
    assert "more than you have now" in said(s.state, "place card 3")
    assert "can't pay it now" in said(s.state, "place building 1")
    s.give(0, (2, 2, 0, 0))
    assert "now)" not in said(s.state, "place card 3") + said(s.state, "place building 1") + said(s.state, "place building 2")


def test_tools_and_what_they_bring() -> None:
    s = scene_of().give(0, tools=4, once=0b110).on(0, quarry=2).act().play("use quarry / roll 8")
    assert said(s.state, "add none") == "Use no tool: the roll of 8 brings 1 stone."
    assert said(s.state, "add 1").startswith("8 + 1 = 9: 1 stone, as without tools; tools worth 1 are turned")
    both = said(s.state, "add 1 1 2 once 3 4")
    assert both.startswith("8 + 11 = 19: 3 stone instead of 1; tools worth 4 are turned")
    assert both.endswith("tools for one use worth 7 spent for good.")


def test_the_supply_is_heeded() -> None:
    s = scene_of(supply_cap="old").give(1, (0, 0, 0, 9)).give(0, tools=3).on(0, river=3).act().play("use river / roll 15")
    assert "brings 1 gold" in said(s.state, "add none")
    assert "16: 1 gold, as without tools" in said(s.state, "add 1")
    dice = scene_of(seats=2, cards=("dice-time", "tool-art", "field-time", "gold-shaman1"), supply_cap="old").give(0, (1,))
    dice.give(1, (0, 0, 0, 10)).on(0, card_1=1).act().play("buy card 1 / dice 4 6")
    assert "gold, of which the supply has none" in said(dice.state, "pick gold")


def test_payments() -> None:
    s = scene_of(buildings=("4of2", "1to7")).give(0, (3, 3, 3, 3)).on(0, building_1=1, building_2=1, card_2=1).act()
    tile = s.copy().play("buy building 1")
    assert said(tile.state, "pay wood") == "Pay 1 wood for the building, 3 points; 3 more to pay, 1 kind still to begin."
    tile.play("pay wood / pay brick")
    assert said(s.copy().play("buy building 1 / pay stone").state, "pay gold").endswith("2 more to pay, of gold only.")
    free = s.copy().play("buy building 2")
    assert said(free.state, "pay gold") == "Pay 1 gold for the building, 6 points; up to 6 more."
    assert said(free.play("pay gold").state, "done").startswith("Pay no more")
    card = s.copy().play("buy card 2")
    assert said(card.state, "pay wood") == "Pay 1 wood for the card; 1 more to pay, of wood or what comes after it."
    assert said(card.play("pay wood").state, "pay gold") == "Pay 1 gold for the card; the card is paid then."


def test_two_of_choice_feeding_and_the_end_of_actions() -> None:
    s = scene_of(cards=("two-medicine", "tool-art", "field-time", "gold-shaman1")).give(0, (2,)).on(0, card_1=1, card_2=1).act()
    s.play("buy card 1")
    assert said(s.state, "choose").startswith("Take the two resources of choice of your card now, once")
    assert said(s.state, "done") == "End your actions: your people come home from card 2, which you leave."
    s.play("choose")
    assert said(s.state, "take wood wood") == "Take 2 wood; with that the card's upper half is used up."
    assert said(s.state, "take wood gold").startswith("Take 1 wood and 1 gold")
    rich = scene_of().give(0, (2,)).on(0, card_2=1).act()
    assert said(rich.state, "done").endswith("which you leave, though you could pay.")
    hungry = scene_of().give(0, (9,), food=0).set("phase", 6).set("left", 5).set("two_seat", 1)
    assert "to feed with" in said(hungry.state, "choose")
    assert said(hungry.state, "starve").startswith("Pay no resources for the 5 food that is short: 10 points lost")
    assert said(hungry.state, "pay wood").startswith("Feed with 1 wood in place of a food; 4 more to pay")


def test_a_card_drawn_blind_is_told_to_its_owner_alone() -> None:
    s = scene_of(cards=("draw-writing", "tool-art", "field-time", "gold-shaman1")).give(0, (1,)).on(0, card_1=1).act()
    s.play("buy card 1")
    action = s.state.parse("draw food7-pottery")
    told = [s.state.game.explain(s.state.board, s.state.words, s.state.see(action, seat)) for seat in (0, 1)]  # type: ignore[misc]
    assert told == ["A card from the deck of 32, for its lower half: the symbol pottery.",
                    "A card from the deck of 32, for its lower half, seen by its owner alone."]


def test_every_card_and_tile_is_told_apart() -> None:
    assert len({card_in_words(name) for name, _ in CARDS}) == len(CARDS)
    assert len({tile_in_words(kind) for kind in range(len(TILES))}) == len(TILES)
    assert tile_in_words(0) == "10 points for 2 wood, 1 brick"
    assert {*RESOURCES} < {*GAINS}
