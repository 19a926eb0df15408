"""Phase I: plaques, gifts, passes, and what the cattle on plaques come to."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from mutapa.core import registry
from mutapa.core.native import engine
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.core.zimbabwe.actions import END, TAKE
from mutapa.core.zimbabwe.auction import share
from mutapa.core.zimbabwe.layout import LAYOUT
from tests.core.zimbabwe.positions import Scene
from tests.core.zimbabwe.rulings import ruling

ROW = "...................."[:18]


def auction(scene: Any, *cattle: int, **more: Any) -> Scene:
    """The second round's auction; bidders are seats n-1 .. 0, all on 20."""
    return scene(ROW, seats=len(cattle), **more).end_round().cattle(*cattle)


@ruling("1.2 first auction in the reverse order")
@ruling("2.13 the first round has an auction")
def test_first_auction_runs_against_the_order_of_first_monuments(scene: Any) -> None:
    s = scene(ROW, seats=4, stack=[2, 0, 3, 1], first=True)
    placed = []
    for _ in range(4):
        placed.append(s.state.turn)
        s.play(s.legal[0])
    assert placed == [1, 3, 0, 2]
    assert s.facts["phase"] == "auction"
    assert s["round"] == 1
    asked = []
    for _ in range(3):
        asked.append(s.state.turn)
        assert s.legal == ["pass", "bid 1", "bid 2", "bid 3"]
        s.play("pass")
    assert asked == [2, 0, 3]
    assert (s.state.turn, s.legal) == (1, ["take"])


@ruling("2.1 plaques by requirement, ties by the stack")
def test_plaques_go_from_high_requirement_to_low_and_ties_by_the_stack(scene: Any) -> None:
    s = scene(ROW, seats=4, stack=[3, 2, 1, 0]).vr(20, 23, 20, 21).end_round()
    assert s["plaques"][:4] == [1, 3, 2, 0]


@ruling("2.2 arriving on a square means on top")
def test_markers_stand_in_order_of_arrival(scene: Any) -> None:
    s = scene(ROW, seats=3, gods=["engai", "atete"])
    s.play("god engai / end / god atete / end / end")
    assert s["vr"][:3] == [25, 25, 20]
    assert s["plaques"][:3] == [0, 1, 2]  # both on 25: who came first


@ruling("2.2 arriving on a square means on top")
@ruling("8.11 Xango lowers by two")
def test_who_leaves_a_square_and_comes_back_is_on_top(scene: Any) -> None:
    s = scene(ROW, seats=3, stack=[0, 1, 2], gods=["xango"])
    while s.state.turn != 0:
        s.play("end")
    s.play("god xango").end_round()
    assert (s["vr"][:3], s["plaques"][:3]) == ([18, 20, 20], [1, 2, 0])
    s.quiet_auction()
    while s.state.turn != 0:
        s.play("end")
    s.play("hire builder").end_round()
    assert (s["vr"][:3], s["plaques"][:3]) == ([20, 20, 20], [1, 2, 0])


@ruling("2.2 arriving on a square means on top")
def test_each_card_moves_the_marker_even_if_the_turn_comes_to_nothing(scene: Any) -> None:
    s = scene("I.....", "......", seats=3, stack=[0, 1, 2], gods=["xango"]).cattle(9, 9, 9)
    while s.state.turn != 0:
        s.play("end")
    s.play("god xango / place ivory / at b1").play("price ivory 1 / done").end_round()
    assert (s["vr"][:3], s["plaques"][:3]) == ([20, 20, 20], [1, 2, 0])  # 18, and 20 again


@ruling("2.2 arriving on a square means on top")
def test_a_marker_that_leaves_lets_those_above_drop_in_order(scene: Any) -> None:
    s = scene(ROW, seats=4, gods=["engai"])
    s.play("end / end / god engai").end_round()
    assert s["plaques"][:4] == [2, 3, 1, 0]


@ruling("2.2a a net change of nothing by Gu")
@ruling("8.4 Gu makes technologies count one")
@pytest.mark.parametrize(("option", "plaques"), [("top", [1, 0, 2]), ("stays", [0, 1, 2])])
def test_gu_with_a_rebate_of_exactly_four(scene: Any, option: str, plaques: list[int]) -> None:
    s = scene(ROW, seats=3, stack=[2, 0, 1], gods=["gu"], gu_net_zero=option)
    while s.state.turn != 0:
        s.play("end")
    s.card(0, "wood").card(0, "potter").vr(26, 26, 20)
    s.play("god gu").end_round()
    assert s["vr"][:3] == [26, 26, 20]
    assert s["plaques"][:3] == plaques


@ruling("2.2b two changes in a turn: only the last square counts")
def test_a_square_passed_through_in_a_turn_does_not_matter(scene: Any) -> None:
    s = scene("T........", seats=3).vr(20, 23, 26).cattle(9, 9, 9)
    s.play("hire shaman / supply clay / at i1 / place wood / at c1 h / price wood 1 / done").end_round()
    assert s["vr"][:3] == [26, 23, 26]
    assert s["plaques"][:3] == [2, 0, 1]
    s = scene("T........", seats=3).vr(20, 23, 26).set("stack", 2, 0).set("stack", 1, 1).set("stack", 0, 2)
    s.play("hire shaman / supply clay / at i1 / end / end").play("end")
    assert s["plaques"][:3] == [2, 1, 0]  # stays on 23, above the one already there


@ruling("2.3 gifts rise by one at least and stay within the cattle")
def test_gifts_rise_and_jump_but_stay_within_the_cattle(scene: Any) -> None:
    s = auction(scene, 3, 7, 4)
    assert s.legal == ["pass", *(f"bid {n}" for n in range(1, 5))]
    s.play("bid 2")
    assert s.legal == ["pass", *(f"bid {n}" for n in range(3, 8))]
    s.play("pass")
    assert s.legal == ["pass", "bid 3"]


@ruling("2.4 each gift is paid in full")
@ruling("2.5 cattle go round the plaques one by one")
@ruling("2.6 a pass takes the last open place")
def test_gifts_are_paid_in_full_each_time_and_shared_round_the_plaques(scene: Any) -> None:
    s = auction(scene, 10, 10, 10)
    s.play("bid 1 / bid 2 / pass / bid 5 / pass")
    assert s["cattle"][:3] == [10, 8, 4]
    assert (s.state.turn, s.legal) == (2, ["take"])
    s.play("take")
    assert s["cattle"][:3] == [12, 11, 7]  # eight cattle: 3, 3, 2 on the plaques of 2, 1, 0; passed seats get theirs too
    assert s["order"][:3] == [2, 1, 0]


@ruling("2.5 cattle go round the plaques one by one")
@given(some.lists(some.integers(1, 9), max_size=9), some.integers(2, 6))
def test_the_share_of_a_plaque_is_what_laying_them_one_by_one_gives(rises: list[int], plaques: int) -> None:
    laid, at, gift, total = [0] * plaques, 0, 0, 0
    for rise in rises:
        gift += rise
        total += gift
        for _ in range(gift):
            laid[at] += 1
            at = (at + 1) % plaques
    assert [share(total, plaques, i) for i in range(plaques)] == laid


@ruling("2.6 a pass takes the last open place")
def test_who_passes_is_out_and_the_places_fill_from_the_back(scene: Any) -> None:
    s = auction(scene, 9, 9, 9, 9)
    s.play("pass / bid 1 / pass / bid 2")
    assert s.state.turn == 2
    s.play("pass")
    assert (s.state.turn, s.legal) == (0, ["take"])
    assert s.play("take")["order"][:4] == [0, 2, 1, 3]


@ruling("2.7 forced pass")
def test_who_cannot_beat_the_gift_passes_by_force(scene: Any) -> None:
    s = auction(scene, 4, 6, 9)
    s.play("bid 2")
    assert s.state.forced == 1
    s.play("bid 5")
    assert (s.state.turn, s.legal, s.state.forced) == (0, ["pass"], 2)
    s.play("pass")
    assert (s.state.turn, s.state.forced) == (2, 1)  # 7 left
    s.play("bid 7")
    assert (s.state.turn, s.legal, s.state.forced) == (1, ["pass"], 2)  # 1 left
    s.play("pass")
    assert (s.state.turn, s.legal, s.state.forced) == (2, ["take"], 2)
    assert s.play("take").state.forced == 0


@ruling("2.7 forced pass")
@pytest.mark.parametrize(("cattle", "legal"), [(2, ["pass", "bid 5"]), (1, ["pass"])])
def test_the_stock_of_elegua_counts_for_the_forced_pass(scene: Any, cattle: int, legal: list[str]) -> None:
    s = auction(scene, cattle, 9, 9).god(0, "elegua").play("bid 3 / bid 4")
    assert s.legal == legal
    assert s.state.forced == 3 - len(legal)


@ruling("2.7 forced pass")
@ruling("2.8 the last one standing takes the first place")
@ruling("2.8a a round without any gift")
def test_without_gifts_the_order_is_that_of_the_plaques_reversed(scene: Any) -> None:
    s = auction(scene, 3, 3, 3).vr(20, 22, 21)
    s.play("pass / pass / take")
    assert s["order"][:3] == [0, 1, 2]  # plaques still by the requirements at the round's start: 2, 1, 0
    s.end_round().play("pass / pass / take")
    assert s["order"][:3] == [0, 2, 1]
    assert s["total"] == 0
    assert s["cattle"][:3] == [4, 4, 4]


@ruling("2.8 the last one standing takes the first place")
def test_the_last_one_standing_cannot_bid_and_pays_nothing(scene: Any) -> None:
    s = auction(scene, 5, 5, 5).play("pass / bid 2 / pass")
    before = s["cattle"][1]
    assert (s.state.turn, s.legal) == (1, ["take"])
    s.play("take")
    assert (s["cattle"][1], s["order"][0]) == (before + 1, 1)  # plaques of 2, 1, 0 hold 1, 1, 0


@ruling("2.9 plaque cattle come back after the auction only")
def test_plaque_cattle_cannot_be_given_again(scene: Any) -> None:
    s = auction(scene, 9, 9, 4)
    s.play("bid 3 / bid 4 / pass")
    assert s["cattle"][2] == 1  # three cattle lie on its own plaque, yet it can't beat 4
    assert (s.legal, s.state.forced) == (["pass"], 2)


@ruling("2.10 the plaque of Shadipinyi")
@ruling("8.1 Shadipinyi and Elegua work in the auction")
def test_shadipinyi_has_a_plaque_in_front_once_he_is_adored(scene: Any) -> None:
    s = auction(scene, 9, 9, 9, gods=["shadipinyi"]).play("bid 5 / pass / pass / take")
    assert s["cattle"][:3] == [10, 11, 6]  # in play, but nobody adores him: three plaques, 2 2 1
    s = auction(scene, 9, 9, 9, gods=["shadipinyi"]).god(0, "shadipinyi").play("bid 5 / pass / pass / take")
    assert s["cattle"][:3] == [12, 10, 5]  # 2 of his, then 1 1 1
    s = scene(ROW, seats=3, gods=["shadipinyi"]).play("god shadipinyi").end_round().cattle(9, 9, 9)
    assert s.state.turn == 0  # on 24
    assert s.play("pass / bid 4 / pass / take")["cattle"][:3] == [11, 10, 6]  # his 1, then 1 1 1 for 0, 2, 1


@ruling("2.11 the first gift of Elegua")
@ruling("12.2 Elegua pays the most he can")
@ruling("8.1 Shadipinyi and Elegua work in the auction")
@pytest.mark.parametrize(("gift", "own"), [(1, 0), (3, 0), (4, 1), (8, 5)])
def test_the_stock_pays_up_to_three_of_eleguas_first_gift(scene: Any, gift: int, own: int) -> None:
    s = auction(scene, 5, 20, 20).god(2, "elegua").cattle(20, 20, 5)
    assert s.legal[-1] == "bid 8"
    s.play(f"bid {gift}")
    assert s["cattle"][2] == 5 - own
    assert s["total"] == gift  # the stock's cattle lie on the plaques too
    s.play(f"bid {gift + 1} / pass")
    left = 5 - own
    assert s.legal == (["pass"] if left <= gift + 1 else ["pass", *(f"bid {n}" for n in range(gift + 2, left + 1))])


@ruling("2.11 the first gift of Elegua")
def test_elegua_helps_again_in_the_next_round_but_not_who_passed(scene: Any) -> None:
    s = auction(scene, 5, 5).god(1, "elegua").play("bid 3 / pass / take")
    assert s["cattle"][1] == 5 + 2  # plaques of 1 and 0 hold 2 and 1
    s.end_round().cattle(1, 0)
    assert s.legal == ["pass", "bid 1", "bid 2", "bid 3"]
    s.play("pass")
    assert (s.state.turn, s.legal) == (0, ["take"])


@ruling("2.12 cattle are open")
def test_everybody_sees_the_cattle(scene: Any) -> None:
    s = auction(scene, 4, 5, 6).play("bid 2 / bid 3")
    for seat in range(3):
        assert s.state.dump(seat) == s.state.dump()


@ruling("12.1 gifts of any size; overflow is flagged, never clipped")
def test_a_gift_may_be_as_large_as_the_cattle_and_overflow_is_flagged(scene: Any) -> None:
    from mutapa.core.errors import VoidError

    s = auction(scene, 4000, 4095)
    assert len(s.legal) == 4096
    assert s.play("bid 4095")["total"] == 4095
    s = scene(ROW).cattle(4095, 0)
    with pytest.raises(VoidError):
        s.play("end / end")  # revenues would make it 4096
    s.state.engine.apply(s.state.board, s.state.scratch[0], s.state.words, END << 20)
    s.state.engine.apply(s.state.board, s.state.scratch[0], s.state.words, END << 20)
    assert (s["error"], s["cattle"][0]) == (1, 4095)


@ruling("10.7 nobody is left out or passed over")
def test_seats_without_cattle_keep_their_place_turn_and_revenue(scene: Any) -> None:
    """Trial A1: two seats are out by force while others still choose; nobody is lost."""
    s = scene(ROW, seats=4, first=True).play("first a3 / first c3 / first e3 / first g3")
    assert s["plaques"][:4] == [3, 2, 1, 0]
    s.god(0, "elegua").play("bid 2 / bid 3")
    assert (s.state.turn, s.legal) == (1, ["pass"])
    s.play("pass")
    assert (s.state.turn, s.legal) == (0, ["pass", "bid 4", "bid 5", "bid 6"])
    s.play("bid 5")
    for seat in (3, 2):
        assert (s.state.turn, s.legal, s.state.forced) == (seat, ["pass"], 2)
        s.play("pass")
    s.play("take")
    assert s["order"][:4] == [0, 2, 3, 1]
    held = s["cattle"][:4]
    assert held == [3 - 2 + 2, 3 - 0 + 2, 3 - 3 + 3, 3 - 2 + 3]
    for seat in (0, 2, 3, 1):
        assert s.state.turn == seat
        s.play("end")
    assert s["cattle"][:4] == [n + 1 for n in held]


def rounds_with_everybody(seats: int, games: int) -> int:
    """Play random games; each order must name each seat once, and each seat must have its turn in that order."""
    fast = engine(registry.get("zimbabwe"), "object")
    work, rounds = fast.work(), 0
    for seed in range(games):
        state = State.new("zimbabwe", seats, seed=seed, options={"round_cap": 25}, backend="object")
        board, words, rng = state.board, state.words, derive(seed, "play")
        turns: list[int] = []
        order: list[int] = []
        seat = fast.turn(board, work, words)
        while seat >= 0:
            action = fast.sample(board, work, words, rng)
            fast.apply(board, work, words, action)
            if action >> 20 == TAKE:
                order, turns = LAYOUT.read(words, "order")[:seats], []  # type: ignore[index]
                assert sorted(order) == list(range(seats))
            elif action >> 20 == END:
                turns.append(seat)
                if len(turns) == seats:
                    assert turns == order
                    rounds += 1
            seat = fast.turn(board, work, words)
        assert len(turns) == seats
    return rounds


@ruling("10.7 nobody is left out or passed over")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_order_names_each_seat_once_and_each_has_its_turn(seats: int) -> None:
    """Trial A1 over random games; what each seat earns is in test_invariants."""
    assert rounds_with_everybody(seats, 40) > 300


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_order_over_ten_thousand_games(seats: int) -> None:
    assert rounds_with_everybody(seats, 2500) > 20_000
