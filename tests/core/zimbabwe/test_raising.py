"""Section 7: monuments raised with ritual goods, and the gods that bear on it."""

from __future__ import annotations

from typing import Any

import pytest

from mutapa.core.errors import IllegalError
from mutapa.core.zimbabwe.figures import CRAFTSMEN
from tests.core.zimbabwe.positions import VP_BY_LEVEL, Scene
from tests.core.zimbabwe.rulings import ruling

CARD = {kind: 2 * i for i, kind in enumerate(CRAFTSMEN)}
"""First card of each type."""
QUAD = ("T....C....", "..........", "..........", "I....D....", "..........")
"""Wood, clay, ivory and diamonds around d3."""


def quad(scene: Any, level: int = 1, prices: tuple[int, ...] = (1, 2, 3, 1), **options: Any) -> Scene:
    """A monument of seat 0 on d3 with a craftsman of seat 1 of each line in range and a resource near each."""
    s = scene(*QUAD, **options).monument("d3", 0, level).cattle(20, 20)
    for tile, price in zip(("wood b1 h", "potter d1 h", "ivory b4", "diamond d4"), prices, strict=True):
        s.craftsman(tile, 1, price)
    return s


def buy(s: Scene, *goods: str) -> Scene:
    """``"wood b1 a1"``: a good of a craftsman with a resource; ``"sculptor b1 a1 wood c1 a2"`` with its primary."""
    for good in goods:
        words = good.split()
        s.play(f"good {words[0]} {words[1]} / use {words[2]}")
        if len(words) > 3:
            s.play(f"from {words[3]} {words[4]} / use {words[5]}")
    return s


@ruling("7.1 own monuments, each one level an action")
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_level_takes_as_many_goods_as_the_monument_has_levels(scene: Any, level: int) -> None:
    s = quad(scene, level)
    s.play("raise d3")
    before = s["vp"][0]
    for bought in range(level):
        assert s["goods_left"] == level - bought
        buy(s, ("wood b1 a1", "potter d1 f1", "ivory b4 a4", "diamond d4 f4")[bought])
    assert s.level("d3") == level + 1
    assert s["vp"][0] - before == 2 * level
    assert s["cattle"][0] == 20 - sum((1, 2, 3, 1)[:level])
    assert s.legal == ["done"]


@ruling("7.1 own monuments, each one level an action")
def test_only_own_monuments_and_none_above_level_five(scene: Any) -> None:
    assert "raise d3" in quad(scene).legal
    assert "raise d3" not in quad(scene).play("end").legal
    assert "raise d3" not in quad(scene, 5).legal


@ruling("7.1 own monuments, each one level an action")
@ruling("7.9 raising one monument changes no range for the next")
def test_any_number_of_monuments_each_by_one_level(scene: Any) -> None:
    s = scene("T..T..T..", ".........", ".........").cattle(9, 9).craftsman("wood b1 h", 1)
    s.craftsman("wood e1 h", 1).monument("a3").monument("c3").monument("e3")
    s.play("raise a3 / good wood b1 / use a1")
    assert s.legal == ["raise c3", "raise e3", "done"]  # not a3 again
    s.play("raise c3").play(s.legal[0]).play(s.legal[0]).play("raise e3").play(s.legal[0]).play(s.legal[0])
    assert [s.level(square) for square in ("a3", "c3", "e3")] == [2, 2, 2]
    assert s.legal == ["done"]
    assert s.play("done").legal_of("raise", "build") == []


@ruling("7.9 raising one monument changes no range for the next")
def test_a_level_raised_before_changes_no_range(scene: Any) -> None:
    s = scene("T......T....", "............").cattle(9, 9).craftsman("wood b1 h", 1).craftsman("wood h2 h", 1)
    s.monument("e1").monument("k1")
    before = {square: s.copy().play(f"raise {square}").legal for square in ("e1", "k1")}
    s.play("raise e1").play(s.legal[0]).play(s.legal[0])
    assert s.play("raise k1").legal == [good for good in before["k1"] if s.copy().play(good)["cattle"][0] >= 0]


@ruling("7.2 goods of one monument differ")
@ruling("7.4 two goods of one type")
@ruling("8.7 Tsui-Goab takes any mix")
def test_goods_of_one_monument_differ_but_for_tsui_goab(scene: Any) -> None:
    rows = ("T....T", "......", "......")
    s = scene(*rows).cattle(9, 9).craftsman("wood b1 h", 1).craftsman("wood d1 h", 1).monument("c3", 0, 2)
    assert "raise c3" not in s.legal  # two wood carvers, two woods: one kind
    s.god(0, "tsui-goab")
    assert buy(s.play("raise c3"), "wood b1 a1", "wood d1 f1").level("c3") == 3
    two = scene(*rows).cattle(9, 9).craftsman("wood b1 h", 1).craftsman("wood d1 h", 1).monument("a3").monument("c3")
    two.play("raise a3")
    buy(two, "wood b1 a1")
    assert buy(two.play("raise c3"), "wood d1 f1").level("c3") == 2  # for two monuments, with other resources


@ruling("7.2 goods of one monument differ")
@ruling("8.7 Tsui-Goab takes any mix")
def test_tsui_goab_may_take_one_craftsman_again_while_it_has_resources(scene: Any) -> None:
    s = scene("T.....T", ".......", "T......").cattle(9, 9).craftsman("wood b2 h", 1, 2).monument("d3", 0, 2)
    assert "raise d3" not in s.legal
    s.god(0, "tsui-goab").play("raise d3 / good wood b2 / use a1")
    assert s.legal == ["good wood b2"]
    assert s.play("good wood b2").legal == ["use a3"]
    assert s.play("use a3")["cattle"][0] == 9 - 4
    assert "raise d3" not in scene("T.....", ".......").cattle(9, 9).craftsman("wood b1 h", 1).monument(
        "d2", 0, 2).god(0, "tsui-goab").legal  # one wood is one good


@ruling("8.7 Tsui-Goab takes any mix")
@ruling("12.5 one order of monuments and goods, and no dead end")
def test_one_craftsman_uses_resources_in_ascending_order_and_all_sets_are_met(scene: Any) -> None:
    def case(level: int) -> Scene:
        s = scene("TTT....", ".......").cattle(9, 9).craftsman("wood b2 h", 1).monument("e2", 0, level)
        return s.god(0, "tsui-goab").play("raise e2 / good wood b2")

    s = case(3)
    assert s.legal == ["use a1"]  # two more must follow
    assert s.play("use a1 / good wood b2").legal == ["use b1"]
    assert s.play("use b1 / good wood b2").legal == ["use c1"]
    s = case(2)
    assert s.legal == ["use a1", "use b1"]
    assert s.copy().play("use a1 / good wood b2").legal == ["use b1", "use c1"]
    assert s.play("use b1 / good wood b2").legal == ["use c1"]


@ruling("8.7 Tsui-Goab takes any mix")
@ruling("12.5 one order of monuments and goods, and no dead end")
def test_the_least_cost_of_any_mix_counts_resources(scene: Any) -> None:
    """One wood at price 1 (c1), two more at price 3 (h1), and statues at 1 + 1 over two far woods."""
    s = scene("T........T...", ".............", ".........T...").craftsman("wood c1 h", 1, 1).craftsman("wood h2 h", 0, 3)
    s.monument("e1", 0, 3).god(0, "tsui-goab")
    assert "raise e1" not in s.copy().cattle(6, 0).legal
    s.cattle(7, 0).play("raise e1")
    assert s.legal == ["good wood c1"]
    buy(s, "wood c1 a1")
    assert s.legal == ["good wood h2"]
    buy(s, "wood h2 j1", "wood h2 j3")
    assert (s["cattle"][0], s.level("e1")) == (0, 4)


@ruling("8.7 Tsui-Goab takes any mix")
@ruling("12.5 one order of monuments and goods, and no dead end")
def test_a_cheap_craftsman_is_found_behind_dear_ones(scene: Any) -> None:
    s = scene("T...T.....T", "...........", "T..........").craftsman("wood c1 h", 1, 3).craftsman("wood c3 h", 1)
    s.craftsman("wood i1 h", 0, 1).monument("f2", 0, 2).god(0, "tsui-goab")
    assert "raise f2" in s.cattle(4, 0).legal  # the one at 1 has one wood, k1; the other good costs 3
    assert "raise f2" not in s.cattle(3, 0).legal
    assert s.cattle(4, 0).play("raise f2").legal == ["good wood c1", "good wood i1"]  # i1 goes before c3


@ruling("8.7 Tsui-Goab takes any mix")
@ruling("12.5 one order of monuments and goods, and no dead end")
def test_tsui_goab_mixes_primary_and_secondary_goods(scene: Any) -> None:
    s = scene("TT........C", "TT.........", "...........", "...........").craftsman("wood c1 h", 1, 1)
    s.craftsman("sculptor c2", 1, 1).craftsman("potter h1 h", 1, 3).monument("e4", 0, 3).god(0, "tsui-goab")
    assert "raise e4" not in s.copy().cattle(6, 0).legal  # two statues at 2, a pot at 3; woods for no third statue
    s.cattle(7, 0).play("raise e4")
    assert s.legal == ["good sculptor c2"]  # the wood line comes first
    assert s.play("good sculptor c2").legal == ["use a1", "use b1", "use a2"]  # b2 first would leave none to follow
    buy(s.play("use a1 / from wood c1 / use b1"), "sculptor c2 a2 wood c1 b2", "potter h1 k1")
    assert (s["cattle"][0], s.level("e4")) == (0, 4)


@ruling("12.5 one order of monuments and goods, and no dead end")
def test_a_statue_counts_its_primary_before_it_is_offered(scene: Any) -> None:
    """Two pots cost 2; a statue costs 1 and at least 2 for either of two carvings."""
    s = scene("T....C..C..", "...........", "...........", "T..........", "...........", seats=3).resource("h4", "wood")
    s.craftsman("wood b1 h", 1, 2).craftsman("sculptor c3", 1, 1).craftsman("wood f3 h", 2, 3).craftsman("potter g1 h", 1, 1)
    s.monument("f2", 0, 2).god(0, "tsui-goab")
    assert s.copy().cattle(3, 0).play("raise f2").legal == ["good potter g1"]
    assert s.copy().cattle(4, 0).play("raise f2").legal == ["good potter g1", "good sculptor c3"]
    assert s.cattle(4, 0).play("raise f2 / good sculptor c3 / use a1").legal == ["from wood b1"]


@ruling("12.6 gods and goods in detail")
def test_tsui_goab_still_needs_every_good(scene: Any) -> None:
    s = scene("TTT....", ".......").cattle(9, 9).craftsman("wood b2 h", 1).monument("e2", 0, 4).god(0, "tsui-goab")
    assert "raise e2" not in s.legal  # three woods for four goods
    assert "raise e2" in s.copy().resource("d1", "wood").legal


@ruling("7.3 a secondary on the map bans its primary good")
@ruling("8.7 Tsui-Goab takes any mix")
@pytest.mark.parametrize("god", ["", "tsui-goab"])
def test_a_secondary_anywhere_bans_its_primary_good(scene: Any, god: str) -> None:
    s = scene("T................T", "..................", "..................").cattle(9, 9).craftsman("wood b1 h", 1)
    s.monument("f1")
    if god:
        s.god(0, god)
    assert "raise f1" in s.legal
    far = s.copy().craftsman("sculptor q2", 1)
    assert "raise f1" not in far.legal  # though no sculptor can be reached
    other = s.copy().craftsman("vessel q2", 1)
    assert "raise f1" in other.legal  # another line


@ruling("7.5 each good is paid to the owner of its tile")
@ruling("3.5 payments to own cards leave the hand")
def test_goods_are_paid_onto_the_card_of_the_owner_of_the_tile(scene: Any) -> None:
    s = scene("T....T", "......", "......", seats=3).cattle(9, 9, 9)
    s.craftsman("wood b1 h", 1, price=2).craftsman("wood d1 h", 2, price=3).monument("c3")
    s.play("raise c3")
    assert s.legal == ["good wood b1", "good wood d1"]
    cheap, dear = s.copy().play("good wood b1"), s.copy().play("good wood d1")
    assert (cheap["cattle"][0], cheap["card_cattle"][:2]) == (7, [2, 0])
    assert (dear["cattle"][0], dear["card_cattle"][:2]) == (6, [0, 3])


@ruling("3.5 payments to own cards leave the hand")
@ruling("7.5 each good is paid to the owner of its tile")
def test_the_own_craftsman_is_paid_in_cash_too(scene: Any) -> None:
    s = scene("T.....", "......").craftsman("wood b1 h", 0, price=2).monument("d2").cattle(1, 9)
    assert "raise d2" not in s.legal
    s.cattle(2, 9).play("raise d2 / good wood b1 / use a1 / done")
    assert (s["cattle"][0], s["card_cattle"][0]) == (0, 2)
    assert "hire herd 2" not in s.legal  # it does not come back within the turn
    assert s.end_round()["cattle"][0] == 2 + 2  # the card, and a monument of level 2


def statue(scene: Any, *extra: str, **options: Any) -> Scene:
    """A sculptor of seat 1 (price 3) in range of f1 with two wood carvers of seats 1 (1) and 2 (2), woods around."""
    s = scene("T.........T", "...........", "...........", "T..........", "...........", seats=3, **options).cattle(20, 20, 20)
    s.craftsman("wood b1 h", 1, 1).craftsman("sculptor c3", 1, 3).craftsman("wood f3 h", 2, 2)
    return s.monument("f1")


@ruling("7.5 each good is paid to the owner of its tile")
@ruling("7.6 a resource for each half of a good")
@ruling("7.8 the buyer picks craftsman, primary and resources")
def test_a_secondary_good_is_two_prices_and_two_resources(scene: Any) -> None:
    s = statue(scene).resource("h4", "wood").play("raise f1")
    assert s.legal == ["good sculptor c3"]
    s.play("good sculptor c3")
    assert s.legal == ["use a1", "use a4"]  # the buyer picks
    s.play("use a4")
    assert s.legal == ["from wood b1", "from wood f3"]  # any owner's, the buyer picks
    s.play("from wood f3 / use h4")
    assert s["cattle"][0] == 20 - 3 - 2
    assert (s["card_cattle"][CARD["sculptor"]], s["card_cattle"][0], s["card_cattle"][1]) == (3, 0, 2)
    assert s.facts["used"] == [["a4", 1], ["h4", 1]]


@ruling("7.6 a resource for each half of a good")
def test_resources_must_lie_near_their_own_craftsman(scene: Any) -> None:
    s = statue(scene)
    s.play("raise f1 / good sculptor c3 / use a1")
    assert s.legal == ["from wood b1"]  # no wood in range of f3
    assert s.play("from wood b1").legal == ["use a4"]
    one = scene("T.........", "..........", "..........").cattle(20, 20).craftsman("wood b1 h", 1).craftsman("sculptor c2", 1)
    assert "raise f1" not in one.monument("f1").legal  # one wood is not two
    assert "raise f1" in one.resource("a2", "wood").legal


@ruling("7.6 a resource for each half of a good")
def test_hubs_do_not_carry_resources(scene: Any) -> None:
    s = scene("T......T....", "............").cattle(20, 20).craftsman("wood b1 h", 1).used("a1").monument("e2", 1).monument("c2")
    assert "raise c2" not in s.legal  # h1 is a hub away


@ruling("7.6 a resource for each half of a good")
@pytest.mark.parametrize(("tiles", "woods", "others"), [
    (("wood b1 h", "sculptor c2"), 2, 0), (("ivory c4", "throne b3 h"), 1, 1)])
def test_uses_by_line(scene: Any, tiles: tuple[str, ...], woods: int, others: int) -> None:
    s = scene("T.........", "T.........", "..........", "I.........", "..........").cattle(20, 20)
    for tile in tiles:
        s.craftsman(tile, 1)
    s.monument("e1").play("raise e1")
    while s["pending"] != 11:
        s.play(s.legal[0])
    used = [square for square, _ in s.facts["used"]]
    assert (sum(square in ("a1", "a2") for square in used), used.count("a4")) == (woods, others)


@ruling("7.7 used resources are used for all")
@ruling("10.5 markers come off, no limit of rounds")
def test_used_resources_are_used_for_all_until_the_round_is_over(scene: Any) -> None:
    s = scene("T.....", "......").craftsman("wood b1 h", 1).monument("d2").monument("b2", 1).cattle(9, 9)
    assert "raise b2" in s.copy().play("end").legal
    s.play("raise d2 / good wood b1 / use a1 / done / end")
    assert s.facts["used"] == [["a1", 1]]
    assert "raise b2" not in s.legal
    s.play("end")
    assert s.facts["used"] == []
    s.quiet_auction()
    assert "raise d2" not in s.cattle(0, 9).legal
    assert "raise b2" in s.play("end").legal


@ruling("7.8 the buyer picks craftsman, primary and resources")
@ruling("12.5 one order of monuments and goods, and no dead end")
def test_the_buyer_picks_craftsman_and_resource_and_goods_go_line_by_line(scene: Any) -> None:
    s = quad(scene, 2)
    s.play("raise d3")
    assert s.legal == ["good wood b1", "good potter d1", "good ivory b4"]  # not diamond: a second good must come after it
    buy(s, "potter d1 f1")
    assert s.legal == ["good ivory b4", "good diamond d4"]
    two = scene("T.T...", "......").cattle(9, 9).craftsman("wood b2 h", 1).monument("d2").play("raise d2 / good wood b2")
    assert two.legal == ["use a1", "use c1"]


@ruling("7.10 points of a level")
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_points_of_each_level(scene: Any, level: int) -> None:
    s = quad(scene, level)
    points = s["vp"][0]
    s.play("raise d3")
    while s["pending"] != 11:
        assert s["vp"][0] == points  # nothing for a part
        s.play(s.legal[0])
    assert s["vp"][0] - points == 2 * level == VP_BY_LEVEL[level + 1] - VP_BY_LEVEL[level]


@ruling("7.11 a monument begun is finished")
@ruling("12.5 one order of monuments and goods, and no dead end")
def test_a_monument_begun_is_finished_and_so_is_only_begun_if_it_can_be(scene: Any) -> None:
    s = quad(scene, 2)
    assert "raise d3" in s.cattle(2, 0).legal  # wood and diamonds at 1 each
    assert "raise d3" not in s.copy().cattle(1, 0).legal
    s.play("raise d3")
    assert s.legal == ["good wood b1"]  # clay or ivory would not leave enough
    with pytest.raises(IllegalError):
        s.play("end")
    buy(s, "wood b1 a1")
    assert s.legal == ["good diamond d4"]
    assert buy(s, "diamond d4 f4")["cattle"][0] == 0


@ruling("12.5 one order of monuments and goods, and no dead end")
def test_one_order_of_monuments_loses_nothing(scene: Any) -> None:
    """Two monuments, two woods, one carver: every pairing is met by going up the squares."""
    s = scene("T.T...", "......", "......").cattle(9, 9).craftsman("wood b2 h", 1).monument("d1").monument("d3")
    ends = set()
    for first, second in (("a1", "c1"), ("c1", "a1")):
        t = s.copy().play(f"raise d1 / good wood b2 / use {first} / raise d3 / good wood b2 / use {second} / done")
        ends.add(tuple(t.state.words.tolist()))
    assert len(ends) == 1  # who used which leaves no trace
    assert s.copy().play("raise d3 / good wood b2 / use a1").legal == ["done"]  # d1 comes before d3 or not at all


@ruling("12.5 one order of monuments and goods, and no dead end")
def test_wood_wanted_by_two_lines_is_settled_before_it_is_offered(scene: Any) -> None:
    """The throne maker's wood and the wood carver's are the same one: no raise of two levels by these lines."""
    def case(*more: str) -> Scene:
        s = scene("T.........", "..........", "..........", "I.........", "..........").cattle(20, 20)
        s.craftsman("wood b1 h", 1).craftsman("ivory b4", 1).craftsman("throne b2 h", 1)
        for square in more:
            s.resource(square, "wood")
        return s.monument("e3", 0, 2)

    assert "raise e3" not in case().legal
    s = case("d1")
    s.play("raise e3 / good wood b1")
    assert s.legal == ["use a1", "use d1"]
    buy(s.play("use d1"), "throne b2 a1 ivory b4 a4")
    assert s.level("e3") == 3


@ruling("12.5 one order of monuments and goods, and no dead end")
def test_three_woods_for_a_sculpture_and_a_throne_are_shared_out_ahead(scene: Any) -> None:
    """The sculptor reaches a1 only, the carver on c1 and the throne maker a1 and g1, the carver on i1 g1 and m1."""
    def case(*carvers: str) -> Scene:
        s = scene("T.....T.....T", *["." * 13] * 5, ".....I.......").cattle(9, 9).monument("f3", 0, 2)
        for tile in (*carvers, "sculptor b4", "throne c3 h", "ivory d5"):
            s.craftsman(tile, 1)
        return s

    both = case("wood c1 h", "wood i1 h")
    assert "raise f3" in both.copy().cattle(5, 0).legal  # four goods and the hub to i1: f3 itself
    assert "raise f3" not in both.copy().cattle(4, 0).legal
    both.play("raise f3 / good sculptor b4 / use a1")
    assert both.legal == ["from wood i1"]  # c1 and the throne would want the same wood
    assert both.play("from wood i1").legal == ["use m1"]
    both.play("use m1 / good throne c3")
    assert both.legal == ["use g1"]
    assert buy(both.play("use g1 / from ivory d5 / use f7"))["cattle"][0] == 9 - 5
    assert "raise f3" not in case("wood c1 h").legal
    assert "raise f3" not in case("wood c1 h", "wood d2 h").legal  # two carvers at the same two woods are no help
    assert "raise f3" in case("wood c1 h").god(0, "atete").legal
    near = case("wood i1 h", "wood c1 h").resource("b1", "wood")
    assert "raise f3" in near.cattle(4, 0).legal  # a fourth wood: the nearer carver will do
    near.play("raise f3 / good sculptor b4")
    assert near.legal == ["use a1", "use b1"]
    assert near.play("use b1").legal == ["from wood c1"]


@ruling("12.5 one order of monuments and goods, and no dead end")
@ruling("12.6 gods and goods in detail")
def test_one_craftsman_serves_any_number_of_goods_and_a_primary_need_be_near_its_secondary_only(scene: Any) -> None:
    s = scene("T.............", "T.............", "..............", "T.............", "T.............").cattle(20, 20)
    s.craftsman("wood b3 h", 1).craftsman("sculptor d2", 1)
    s.monument("h1").monument("h3")
    assert s.legal_of("raise") == ["raise h1", "raise h3"]  # b3 is six away from them: only the sculptor is in range
    buy(s.play("raise h1"), "sculptor d2 a1 wood b3 a2")
    buy(s.play("raise h3"), "sculptor d2 a4 wood b3 a5")
    assert (s.level("h1"), s.level("h3")) == (2, 2)


def dead_ends(s: Scene, seen: set[tuple[int, ...]]) -> int:
    """Walk every raise action to its end; the number of positions met. Each must leave a step on offer, and no debts."""
    key = tuple(s.state.words.tolist())
    if key in seen:
        return 0
    seen.add(key)
    legal = s.legal
    assert legal
    assert key == tuple(s.state.words.tolist())  # looking ahead leaves no trace
    assert s["error"] == 0
    steps = [text for text in legal if s["pending"] or text.startswith("raise")]
    return 1 + sum(dead_ends(s.copy().play(text), seen) for text in steps)


@ruling("12.5 one order of monuments and goods, and no dead end")
@pytest.mark.parametrize("god", ["", "tsui-goab", "atete", "anansi", "eshu"])
@pytest.mark.parametrize("cash", [5, 9])
def test_no_raise_action_runs_into_a_dead_end(scene: Any, god: str, cash: int) -> None:
    s = scene("T.T.......", "..........", "C........D", "I.........", "..........", "T.........").cattle(cash, 20)
    s.craftsman("wood b1 v", 1, 1).craftsman("sculptor d1", 1, 2).craftsman("potter b3 h", 0, 1).craftsman("ivory b4", 1, 1)
    s.craftsman("throne d4 h", 1, 1).monument("g2", 0, 2).monument("g4", 0, 1)
    if god:
        s.god(0, god)
    s.rain("h5", "h").rain("h6", "h").used("c1").used("a6", 2)
    assert dead_ends(s, set()) > 5


# ---- gods -------------------------------------------------------------------------------------------------------------


@ruling("8.6 Atete uses resources twice")
@ruling("12.6 gods and goods in detail")
def test_atete_uses_each_resource_up_to_twice_in_all(scene: Any) -> None:
    s = scene("T......", ".......", ".......", seats=3).cattle(9, 9, 9).craftsman("wood b1 h", 2)
    s.monument("a3").monument("c3").monument("e3").monument("e1", 1)
    s.god(0, "atete").play("raise a3 / good wood b1 / use a1")
    assert s.legal == ["raise c3", "raise e3", "done"]  # a second use by herself
    s.play("raise c3 / good wood b1 / use a1")
    assert (s.legal, s.facts["used"]) == (["done"], [["a1", 2]])  # and no third
    other = s.copy().set("used", 1, 0).set("used", 0, 1)
    assert "raise e1" not in other.play("done / end").legal  # others not even a second one
    after = scene("T......", ".......", ".......").cattle(9, 9).craftsman("wood b1 h", 1).monument("c3").god(0, "atete")
    assert "raise c3" in after.used("a1").legal  # used once by somebody else
    assert "raise c3" not in after.used("a1", 2).legal


@ruling("12.6 gods and goods in detail")
def test_both_halves_of_one_sculpture_may_use_one_resource_for_atete(scene: Any) -> None:
    s = scene("T.........", "..........", "..........").cattle(20, 20).craftsman("wood b1 h", 1).craftsman("sculptor c2", 1)
    s.monument("f1")
    assert "raise f1" not in s.legal
    s.god(0, "atete").play("raise f1 / good sculptor c2 / use a1 / from wood b1 / use a1")
    assert (s.level("f1"), s.facts["used"]) == (2, [["a1", 2]])


@ruling("8.8 Anansi pays one a good")
@ruling("12.6 gods and goods in detail")
def test_anansi_pays_one_for_each_good_and_the_card_gets_one(scene: Any) -> None:
    s = statue(scene).resource("h4", "wood").god(0, "anansi").play("raise f1")
    buy(s, "sculptor c3 a1 wood f3 h4")
    assert s["cattle"][0] == 20 - 1 - 1
    assert (s["card_cattle"][CARD["sculptor"]], s["card_cattle"][1]) == (1, 1)
    own = scene("T.....", "......").craftsman("wood b1 h", 0, price=3).monument("d2").cattle(1, 9).god(0, "anansi")
    assert own.play("raise d2 / good wood b1")["card_cattle"][0] == 1  # one to his own card too
    hub = scene("T.............").craftsman("wood b1 h", 1, price=3).monument("f1", 1).monument("i1").cattle(9, 9)
    assert hub.god(0, "anansi").play("raise i1 / good wood b1")["cattle"][0] == 9 - 1 - 1  # hubs as for all


def hubbed(scene: Any) -> Scene:
    """i1 of seat 0 needs the hub f1; Qamata is in play."""
    s = scene("T.............", gods=["qamata"], seats=3).cattle(9, 9, 9)
    return s.craftsman("wood b1 h", 1, 2).monument("f1", 1).monument("i1")


@ruling("8.9 Qamata takes the hub cattle")
@ruling("12.6 gods and goods in detail")
@pytest.mark.parametrize(("owner", "on_card"), [(None, 0), (0, 1), (2, 1)])
def test_qamata_takes_everybodys_hub_cattle_once_adored(scene: Any, owner: int | None, on_card: int) -> None:
    s = hubbed(scene)
    if owner is not None:
        s.god(owner, "qamata")
    s.play("raise i1 / good wood b1 / use a1 / done")
    assert (s["cattle"][0], s["god_cattle"], s["card_cattle"][0]) == (9 - 2 - 1, on_card, 2)
    s.end_round()
    income = {0: 2, 1: 1 + 2, 2: 1}
    if owner is not None:
        income[owner] += 1  # his own hub cattle too, in the revenues only
    assert s["cattle"][:3] == [6 + income[0], 9 + income[1], 9 + income[2]]
    assert s["god_cattle"] == 0


@ruling("8.9 Qamata takes the hub cattle")
def test_free_hubs_of_placing_pay_qamata_nothing(scene: Any) -> None:
    s = scene("." * 18, "." * 17 + "T").cattle(20, 20).craftsman("wood h1 h", 1).monument("l1", 1).god(1, "qamata")
    s.play("place sculptor / at o1")
    assert (s["god_cattle"], s["cattle"][0]) == (0, 16)


@ruling("8.3 Eshu reaches six in the own turn")
def test_eshu_reaches_six_from_hub_to_hub_and_to_resources(scene: Any) -> None:
    s = scene("T.................").craftsman("wood g1 h", 1).monument("n1", 1)
    s.monument("q1").cattle(9, 9)
    assert "raise q1" not in s.legal  # h1 to n1 is six; and a1 is six from g1
    s.god(0, "eshu").play("raise q1 / good wood g1")
    assert (s["cattle"][0], s.legal) == (9 - 1 - 1, ["use a1"])
