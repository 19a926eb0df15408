"""``auction=sealed``: one secret amount each, shown together; what is hidden meanwhile, and that every bot plays it."""

from __future__ import annotations

import io
from collections import Counter
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from mutapa.core import registry
from mutapa.core.conform import LAWS
from mutapa.core.game import Option
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.core.trial import Trial
from mutapa.core.zimbabwe.actions import SEAL
from mutapa.core.zimbabwe.explain import explain
from mutapa.core.zimbabwe.layout import LAYOUT
from mutapa.search.bots import Event, Seating, make
from tests.core.chisquare import even, fits
from tests.core.zimbabwe.positions import Scene
from tests.core.zimbabwe.rulings import ruling

ROW = "...................."[:18]
GAME = registry.get("zimbabwe")


def auction(scene: Any, *cattle: int) -> Scene:
    """The second round's auction; seats n-1 .. 0 commit in this order, all on 20."""
    s: Scene = scene(ROW, seats=len(cattle), auction="sealed").end_round()
    return s.cattle(*cattle)


def seal(s: Scene, *amounts: int) -> Scene:
    """Commit amounts in bidding order."""
    for amount in amounts:
        s.play(f"seal {amount}")
    return s


def show(s: Scene) -> Scene:
    """All show what they committed: there is nothing else to do."""
    while s.legal[0].startswith("reveal"):
        assert len(s.legal) == 1
        s.play(s.legal[0])
    return s


@ruling("2.14 sealed amounts")
def test_each_commits_any_amount_it_has_once_and_in_bidding_order(scene: Any) -> None:
    s = auction(scene, 1, 4, 2)
    asked = []
    for amount in (2, 0, 1):
        asked.append((s.state.turn, s.legal))
        s.play(f"seal {amount}")
        assert s["cattle"][:3] == [1, 4, 2]  # nothing is paid yet
    assert [seat for seat, _ in asked] == s["plaques"][:3] == [2, 1, 0]
    assert [legal for _, legal in asked] == [[f"seal {n}" for n in range(most + 1)] for most in (2, 4, 1)]
    assert [(s.state.turn, s.legal)] == [(2, ["reveal 2"])]


@ruling("2.14 sealed amounts")
def test_the_higher_amount_plays_earlier_and_of_equal_ones_the_earlier_plaque(scene: Any) -> None:
    s = show(seal(auction(scene, 9, 9, 9, 9), 2, 5, 5, 0))  # by seats 3, 2, 1, 0
    assert s["order"][:4] == [2, 1, 3, 0]
    assert (s.facts["phase"], s.state.turn) == ("turn", 2)
    assert show(seal(auction(scene, 9, 9, 9), 0, 0, 0))["order"][:3] == [2, 1, 0]
    assert show(seal(auction(scene, 9, 9, 9), 1, 2, 3))["order"][:3] == [0, 1, 2]


@ruling("2.14 sealed amounts")
def test_every_amount_is_paid_and_goes_on_the_plaques(scene: Any) -> None:
    s = show(seal(auction(scene, 9, 9, 9), 3, 5, 0))  # 8 cattle on plaques of seats 2, 1, 0: 3, 3, 2
    assert s["cattle"][:3] == [9 - 0 + 2, 9 - 5 + 3, 9 - 3 + 3]
    assert s["sealed"] == [0] * 5
    assert (s["total"], s["active"], s["revealing"]) == (8, 0, 0)


@ruling("2.14 sealed amounts")
def test_shadipinyis_plaque_is_the_first_as_ever(scene: Any) -> None:
    s = scene(ROW, seats=2, auction="sealed").god(0, "shadipinyi").end_round().cattle(5, 5)
    show(seal(s, 3, 1))  # 4 cattle: Shadipinyi 2, then one each
    assert s["cattle"][:2] == [5 - 1 + 2 + 1, 5 - 3 + 1]


@ruling("2.14 sealed amounts")
@pytest.mark.parametrize(("amount", "own"), [(0, 0), (2, 0), (3, 0), (5, 2)])
def test_the_stock_pays_up_to_three_of_eleguas_amount(scene: Any, amount: int, own: int) -> None:
    s = scene(ROW, seats=2, auction="sealed").god(1, "elegua").end_round().cattle(4, 2)
    assert s.legal == [f"seal {n}" for n in range(6)]
    show(seal(s, amount, 0))
    back = (amount + 1) // 2  # plaques of seats 1 and 0
    assert s["cattle"][:2] == [4 + amount - back, 2 - own + back]
    assert s["elegua_used"] == int(amount > 0)


def test_a_round_goes_on_to_the_next_auction(scene: Any) -> None:
    s = show(seal(auction(scene, 4, 4), 1, 1)).end_round()
    assert (s.facts["phase"], s["round"], s.legal[0], s["sealed"][:2]) == ("auction", 3, "seal 0", [0, 0])


# ---- what is hidden ---------------------------------------------------------------------------------------------------


def test_an_amount_is_its_owners_alone_until_it_is_shown(scene: Any) -> None:
    s = seal(auction(scene, 9, 9, 9), 4, 7)  # by seats 2 and 1
    seen = [LAYOUT.read(s.state.observe(seat), "sealed")[:3] for seat in range(3)]  # type: ignore[index]
    assert seen == [[0, 0, 0], [0, 8, 0], [0, 0, 5]]
    seal(s, 3).play("reveal 4")
    seen = [LAYOUT.read(s.state.observe(seat), "sealed")[:3] for seat in range(3)]  # type: ignore[index]
    assert seen == [[4, 0, 5], [0, 8, 5], [0, 0, 5]]


def test_others_see_that_an_amount_was_committed_but_not_which(scene: Any) -> None:
    s = auction(scene, 9, 9)
    action = SEAL << 20 | 5
    assert [s.state.text(s.state.see(action, seat)) for seat in (1, 0)] == ["seal 4", "seal ?"]
    assert GAME.parse(s.state.board, s.state.words, "seal ?") == SEAL << 20
    with pytest.raises(Exception, match="not among"):
        s.play("seal ?")


def test_an_observer_can_follow_by_what_it_is_shown(scene: Any) -> None:
    """The rules applied to what a seat saw, with the step as it saw it, give what it sees next."""
    s, rng = auction(scene, 5, 9, 3), derive(3, "follow").tolist()
    for _ in range(6):
        action = int(s.state.engine.sample(s.state.board, s.state.scratch[0], s.state.words, rng_of(rng)))
        told = [(s.state.observe(seat), s.state.see(action, seat)) for seat in range(3)]
        s.state.apply(action)
        for seat, (seen, event) in enumerate(told):
            if s["phase"] == 1:  # the last amount shown starts the turns, and pays what this seat may not have known
                s.state.engine.apply(s.state.board, s.state.scratch[0], seen, event)
                assert np.array_equal(seen, s.state.observe(seat))


def rng_of(words: list[int]) -> Any:
    return np.array(words, np.int64)


def worlds(s: Scene, seat: int, n: int) -> list[list[int]]:
    """Amounts + 1 in worlds that agree with what a seat sees."""
    state, seen, rng, found = s.state, s.state.observe(seat), derive(seat, "worlds"), []
    for _ in range(n):
        world = np.zeros_like(seen)
        state.engine.determinize(state.board, state.scratch[0], seen, seat, rng, world)
        rest = world.copy()
        for other in range(5):
            LAYOUT.setter("sealed")(rest, other, LAYOUT.read(seen, "sealed")[other])  # type: ignore[index]
        assert np.array_equal(rest, seen)
        found.append(LAYOUT.read(world, "sealed"))  # type: ignore[arg-type]
    return found


def test_worlds_are_uniform_over_what_others_could_commit(scene: Any) -> None:
    s = seal(auction(scene, 9, 4, 2), 1, 3)  # by seats 2 and 1; seat 0 is to commit
    found = worlds(s, 0, 3000)
    assert {amounts[0] for amounts in found} == {0}
    even(Counter((amounts[1], amounts[2]) for amounts in found), 5 * 3)
    s.god(1, "elegua")
    even(Counter(amounts[1] for amounts in worlds(s, 0, 1600)), 8)
    assert {tuple(amounts[1:3]) for amounts in worlds(s, 1, 300)} == {(4, 1), (4, 2), (4, 3)}


def test_what_was_shown_is_the_same_in_every_world(scene: Any) -> None:
    s = seal(auction(scene, 9, 4, 2), 1, 3, 5).play("reveal 1")
    assert {(amounts[0], amounts[2]) for amounts in worlds(s, 0, 200)} == {(6, 2)}
    even(Counter(amounts[1] for amounts in worlds(s, 0, 1000)), 5)


def test_pictures_show_no_amount_before_its_time(scene: Any) -> None:
    """Even of the true position, in the terminal and as SVG, and in the words of the phase."""
    looks = []
    for amounts in ((4, 7), (2, 0)):
        state = seal(auction(scene, 9, 9, 9), *amounts).state
        file = io.StringIO()
        Console(file=file, width=120, color_system=None).print(state.picture())
        assert GAME.svg is not None
        looks.append((file.getvalue(), GAME.svg(state.board, state.words, "light"), state.phase))
    assert looks[0] == looks[1]
    assert "have committed          C B" in looks[0][0]
    assert "Sealed amounts committed by: C B" in looks[0][1]
    s = seal(auction(scene, 9, 9, 9), 4, 7, 1).play("reveal 4 / reveal 7")
    file = io.StringIO()
    Console(file=file, width=120, color_system=None).print(s.state.picture())
    assert "amounts shown           C 4 B 7" in file.getvalue()
    assert "Sealed amounts shown: C 4 B 7" in GAME.svg(s.state.board, s.state.words, "light")


def test_a_step_is_explained_by_what_the_seat_knows(scene: Any) -> None:
    s = scene(ROW, seats=2, auction="sealed").god(1, "elegua").end_round().cattle(4, 2)
    said = [explain(s.state.board, s.state.words, action) for action in s.state.legal_actions]
    assert said[0].startswith("Commit nothing, unseen")
    assert said[5].startswith("Commit 5 cattle, 3 of them by Elegua from the stock, unseen")
    seal(s, 4, 0)
    assert "Show the amount committed, 4," in explain(s.state.board, s.state.words, s.state.legal_actions[0])


# ---- players ----------------------------------------------------------------------------------------------------------


def test_a_playout_commits_any_amount_alike(scene: Any) -> None:
    s = auction(scene, 9, 4)
    rng, state = derive(5, "amounts"), s.state
    draws = [state.engine.sample(state.board, state.scratch[0], state.words, rng) for _ in range(1500)]
    fits(Counter(map(state.text, draws)), {f"seal {n}": 1 / 5 for n in range(5)})


def test_a_committed_amount_counts_as_spent_for_the_judge(scene: Any) -> None:
    def shares(s: Scene) -> list[int]:
        out = np.zeros(16, np.int64)
        s.state.engine.judge(s.state.board, s.state.scratch[0], s.state.words, out)
        return [int(share) for share in out[:2]]

    s = auction(scene, 6, 6)
    before, after = shares(s), shares(seal(s.copy(), 4))
    assert after[1] < before[1]
    assert shares(seal(s.copy(), 0)) == before
    paid = seal(s.copy(), 4, 0).play("reveal 4")
    assert shares(paid) == after  # paid or committed is the same


def test_there_are_no_types_of_sealed_bidders_and_marks_are_true(scene: Any) -> None:
    s = auction(scene, 4, 0)
    assert s.state.engine.bid_types(s.state.board, s.state.scratch[0], s.state.scratch[1]) == 0
    assert (s.legal, s.state.forced) == (["seal 0"], 2)
    assert seal(s, 0).state.forced == 1
    assert seal(s, 2).state.forced == 2


@pytest.mark.parametrize("law", LAWS)
def test_sealed_zimbabwe_keeps_the_law(law: str) -> None:
    options = {**GAME.options, "auction": Option("auction", "sealed", "", ("sealed",))}
    sealed = replace(GAME, options=options)
    tried = Trial(sealed, "object", games=8, positions=60, walk=200)
    assert LAWS[law](tried) > 0
    assert all(state.description["options"]["auction"] == "sealed" for state in tried.kept)
    if law == "observations":
        assert any(not np.array_equal(state.observe(0), state.words) for state in tried.kept)


SPECS = ("random", "greedy:worlds=2", "expert", "uct:sims=40", "uct:sims=40,select=ucb1,rollout=sample",
         "uct:sims=24,select=gumbel", "uct:sims=30,trees=2,widen=1", "uct:sims=40,worlds=pimc,determinizations=4",
         "uct:sims=40,worlds=mo", "uct:sims=40,worlds=redetermine")


def played(specs: tuple[str, ...], seed: int, spoil: bool = False) -> list[str]:
    """Texts of a game by bots that are told what their seats see; `spoil`: asked on worlds, not on the truth."""
    state = State.new(GAME, len(specs), seed=seed, options={"auction": "sealed", "round_cap": 3}, backend="object")
    bots = [make(spec) for spec in specs]
    for seat, bot in enumerate(bots):
        bot.start(GAME, state.board, seat, Seating(len(specs), derive(seed, "bot", seat), "object"))
    log: list[str] = []
    while not state.is_over:
        seat = state.turn
        seen = state.observe(seat)
        if spoil:
            seen = np.array(seen)
            world = np.zeros_like(seen)
            state.engine.determinize(state.board, state.scratch[0], seen, seat, derive(len(log)), world)
            seen = state.at(world).observe(seat)
        action = bots[seat].choose(seen)
        log.append(state.text(action))
        for other, bot in enumerate(bots):
            bot.observe(len(log) - 1, Event(seat, state.see(action, other), state.observe(other)))
        state.apply(action)
    return log


@pytest.mark.parametrize("spec", SPECS)
def test_every_bot_plays_it_and_the_truth_changes_nothing(spec: str) -> None:
    log = played((spec, "random", spec), 7)
    assert sum(text.startswith("seal") for text in log) == 9
    assert sum(text.startswith("reveal") for text in log) == 9
    assert played((spec, "random", spec), 7, spoil=True) == log


def test_beliefs_about_types_are_refused(scene: Any) -> None:
    bot = make("uct:sims=4,auction=limits-uniform")
    state = auction(scene, 4, 4).state
    with pytest.raises(Exception, match="has no auction for auction=limits"):
        bot.start(GAME, state.board, 0, Seating(2, derive(1), state.engine.backend))


def test_the_expert_commits_its_limit_and_eleguas_three(scene: Any) -> None:
    """16 cattle: the base, and so many sixteenths of them."""
    make_scene = partial(scene, ROW, seats=2, auction="sealed")
    limit = sum(GAME.weights[name].default for name in ("bid_base", "bid_share"))
    for god, wanted in ((None, f"seal {limit}"), ("elegua", f"seal {limit + 3}")):
        s = make_scene()
        if god:
            s.god(1, god)
        s.end_round().cattle(9, 16)
        state = s.state
        bot = make("expert")
        bot.start(GAME, state.board, 1, Seating(2, derive(1), state.engine.backend))
        assert state.text(bot.choose(state.observe(1))) == wanted
