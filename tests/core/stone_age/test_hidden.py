"""What seats see, and the worlds they can't tell apart (2.11, 2.13, 8.9; trials A4 and A5)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from mutapa.core import conform
from mutapa.core.stone_age.layout import LAYOUT, blind
from mutapa.core.stone_age.text import CARD_NAMES, snapshot
from mutapa.core.streams import derive
from tests.core.chisquare import even, fits
from tests.core.stone_age.positions import Scene, scene_of
from tests.core.stone_age.rulings import ruling

DRAW = ("draw-writing", "stone-farmer1", "points3-builder3", "tool-art")


def drawing(scene: Any, **kwargs: Any) -> Scene:
    """Seat 0 has bought the blind card, and nature is to draw it."""
    s: Scene = scene(cards=DRAW, **kwargs).give(0, (1, 0, 0, 0)).on(0, card_1=1, hunt=1).on(1, hunt=1).act().play("buy card 1")
    return s


def worlds(s: Scene, seat: int, n: int) -> list[Any]:
    """`n` worlds of what a seat sees."""
    seen = s.state.observe(seat)
    return [conform.determinized(s.state, seen, seat, derive(5, "world", i)) for i in range(n)]


@ruling("2.11 the blind card is its owner's secret and counts by its bottom half")
def test_the_blind_card(scene: Any) -> None:
    s = drawing(scene)
    assert s["pending"] == {"buyer": 0}
    assert sum(s.chances.values()) == 32
    action = s.state.parse("draw food7-pottery")
    engine, work = s.state.engine, s.state.scratch[0]
    assert s.state.text(engine.see(s.state.board, work, s.state.words, action, 0)) == "draw food7-pottery"
    assert s.state.text(engine.see(s.state.board, work, s.state.words, action, 1)) == "draw ?"
    s.play("draw food7-pottery")
    assert s.seat(0)["blind"] == "food7-pottery"
    assert s.seat(0)["food"] == 12  # the top half does nothing
    assert s.seat(0)["culture"] == {"writing": 1}  # its own symbol is shown at the end only
    assert s["deck"] == 31
    assert "food7-pottery" in s["unseen_cards"]
    mine, theirs = (s.state.at(s.state.observe(seat)) for seat in (0, 1))
    assert snapshot(mine.board, mine.words) == s.facts
    assert snapshot(theirs.board, theirs.words)["seats"][0]["blind"] == "?"
    s.set("phase", 14)
    assert s.points() == [2 * 2, 0]


@ruling("2.13 cards bought are public")
@ruling("8.9 only the blind card, decks and box are hidden")
def test_all_else_is_public(scene: Any) -> None:
    s = drawing(scene).play("draw dice-time")
    for seat in (0, 1):
        seen, whole = LAYOUT.dump(s.state.observe(seat)), s.state.dump()
        assert [name for name in whole if seen[name] != whole[name]] == ([] if seat == 0 else ["blind"])
    plain = scene().play("place forest 3")
    assert np.array_equal(plain.state.observe(1), plain.state.words)


def test_a_card_drawn_blind_is_no_longer_in_the_deck(scene: Any) -> None:
    s = drawing(scene).play("draw dice-maker2")
    s.set("cards", 3, 0).give(0, food=9).play("use hunt / roll 1 / use hunt / roll 1")
    assert s["phase"] == "card"
    assert s.chances["card dice-maker2"] == 1
    assert sum(s.chances.values()) == 31
    s.play("card dice-maker2")
    assert s.seat(0)["blind"] == "dice-maker2"
    assert s["deck"] == 30
    two = drawing(scene).play("draw food7-pottery").set("cards", 3, 0).play("use hunt / roll 1 / use hunt / roll 1")
    assert "card food7-pottery" not in two.chances
    assert two.chances["card dice-maker2"] == 2


@pytest.mark.parametrize(("backend", "many"), [("plain", 1000), ("object", 4000)])
def test_worlds_are_uniform_over_what_was_not_seen(backend: str, many: int) -> None:
    """Against enumeration on a small deck: five cards left, two of them alike."""
    keep = 6
    s = drawing(scene_of, keep=keep, backend=backend).play("draw two-medicine")
    unseen = s["unseen_cards"]
    assert len(unseen) == keep
    found = Counter(snapshot(w.board, w.words)["seats"][0]["blind"] for w in worlds(s, 1, many))
    fits(found, {name: unseen.count(name) / keep for name in set(unseen)})


def test_worlds_weigh_equal_cards_by_their_copies() -> None:
    s = drawing(scene_of, backend="object").play("draw dice-time")
    unseen = s["unseen_cards"]
    assert (len(unseen), unseen.count("points3-music")) == (32, 2)
    found = Counter(snapshot(w.board, w.words)["seats"][0]["blind"] for w in worlds(s, 1, 6000))
    fits(found, {name: unseen.count(name) / 32 for name in set(unseen)})


def test_the_owner_knows_the_card() -> None:
    s = drawing(scene_of, backend="object").play("draw dice-time")
    assert {snapshot(w.board, w.words)["seats"][0]["blind"] for w in worlds(s, 0, 50)} == {"dice-time"}


def test_no_phase_gives_the_truth_away() -> None:
    """Trial A4: along games with a blind card, once in each phase of each, and at the end, worlds weigh all that is unseen."""
    phases: Counter[str] = Counter()
    for n in range(6):
        s = drawing(scene_of, backend="object")
        state = s.state
        state.draw(derive(n, "blind"))
        looked = set()
        for at, _ in conform.play(state, derive(n, "truth")):
            facts = snapshot(at.board, at.words)
            unseen = facts["unseen_cards"]
            if facts["phase"] in looked or not 1 < len(unseen) < 30 - 4 * n:  # early, middle and late in the game
                continue
            looked.add(facts["phase"])
            fits(Counter(CARD_NAMES[blind(w.words.tolist(), 0) - 1] for w in worlds(Scene(at), 1, 2000)),
                 {name: unseen.count(name) / len(unseen) for name in set(unseen)})
        phases.update(looked)
        last = snapshot(state.board, state.words)
        assert last["phase"] == "over"
        found = Counter(snapshot(w.board, w.words)["seats"][0]["blind"] for w in worlds(Scene(state), 1, 2000))
        unseen = last["unseen_cards"]
        if len(unseen) > 1:
            fits(found, {name: unseen.count(name) / len(unseen) for name in set(unseen)})
    assert {"place", "act", "tools", "pay", "roll", "card"} <= set(phases)
    assert min(phases[name] for name in ("place", "act", "roll")) == 6


def test_determinizing_at_every_ply_changes_nothing_that_is_known() -> None:
    """Trial A5: piles keep their sizes, what was seen or is gone stays so, a pending step stays pending."""
    seen_pending = set()
    for n in range(12):
        s = drawing(scene_of, seats=2 + n % 3, backend="object")
        state = s.state
        state.draw(derive(n, "blind"))
        for k, (at, _) in enumerate(conform.play(state, derive(n, "ply"))):
            facts = snapshot(at.board, at.words)
            seen_pending.add(facts["phase"])
            for seat in range(at.seats) if k % 4 == 0 else [n % at.seats]:
                world = conform.determinized(at, at.observe(seat), seat, derive(n, "world", k, seat))
                other = snapshot(world.board, world.words)
                assert other["seats"][0].pop("blind") in facts["unseen_cards"]
                assert {**facts["seats"][0], "blind": 0} == {**other["seats"][0], "blind": 0}
                same = {key: value for key, value in facts.items() if key != "seats"}
                assert {key: value for key, value in other.items() if key != "seats"} == same
                assert other["seats"][1:] == facts["seats"][1:]
                assert np.array_equal(world.observe(seat), at.observe(seat))
    assert {"pick", "dice", "turn", "tools", "pay", "card"} <= seen_pending


def test_the_blind_card_is_drawn_from_the_deck_evenly() -> None:
    s = drawing(scene_of, keep=4, backend="object")
    even(Counter(s.state.chance(derive(3, "key", i)) for i in range(2000)), 4)
