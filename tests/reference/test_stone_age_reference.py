"""The reference engine of Stone Age against cases worked by hand from the rules."""

import itertools
from collections import Counter
from fractions import Fraction

import pytest

from tests.reference.stone_age import NATURE, Position
from tests.reference.stone_age_play import VARIANTS, description, play_out
from tests.reference.stone_age_score import (
    BOTTOM,
    DECK,
    RESOURCES,
    TERMS,
    TILES,
    TOP,
    card_points,
    culture_points,
    payments,
    sums,
    throws,
)
from tests.reference.stone_age_seat import Seat

CARDS = ["food1-weaving", "food3-weaving", "points3-music", "tool-art"]
SHOWN = ["wwb", "4of2", "1to7", "bsg"]


def scene(seats=2, cards=CARDS, tiles=SHOWN, prepare=None, out=(), stack=7, **options):
    """A game at its first step; prepare(position) changes what lies around before it."""
    position = Position(seats, cards, tiles[:seats], options, out, stack)
    if prepare:
        prepare(position)
        position.begin()
    return position


def plays(position, line):
    for text in line.split(" / "):
        position.play(text)
    return position


def have(position, seat, wood=0, brick=0, stone=0, gold=0, **more):
    position.seats[seat].stock.update(wood=wood, brick=brick, stone=stone, gold=gold)
    for key, value in more.items():
        setattr(position.seats[seat], key, value)
    return position


def people(n):
    """Prepare so many people for every seat."""

    def prepare(position):
        for seat in position.seats:
            seat.people = seat.hand = n

    return prepare


def starting(words, position):
    return [text for text in position.legal() if text.startswith(words)]


# ---- what is in the box ----------------------------------------------------------------------------------------------


def test_the_deck():
    assert len(DECK) == 36
    assert len(set(DECK)) == 34
    tops = Counter(TOP[card][0] for card in DECK)
    many = {"dice": 10, "food": 7, "goods": 5, "roll": 3, "points": 3}
    assert tops == many | {"tool": 1, "track": 2, "draw": 1, "one use": 3, "choice": 1}
    people_on_cards, green = Counter(), Counter()
    for card in DECK:
        kind, n = BOTTOM[card]
        people_on_cards[kind] += n
        green[kind] += not n
    assert +people_on_cards == {"builder": 9, "farmer": 7, "maker": 8, "shaman": 7}
    assert set(Counter(dict(+green)).values()) == {2}
    assert len(+green) == 8


def test_the_tiles():
    assert len(TILES) == 28
    assert len(set(TILES)) == 22
    fixed = [TERMS[tile] for tile in TILES if TERMS[tile][0] == "fixed"]
    assert len(fixed) == 17
    assert sum(points for _, _, points in fixed) == 222
    for _, price, points in fixed:
        assert points == sum(n * value for n, value in zip(price, (3, 4, 5, 6), strict=True))
        assert sum(price) == 3


@pytest.mark.parametrize(
    ("tile", "ways", "least", "most"),
    [
        ("4of1", 4, 12, 24), ("4of2", 18, 13, 23), ("4of3", 12, 15, 21), ("4of4", 1, 18, 18), ("5of1", 4, 15, 30),
        ("5of2", 24, 16, 29), ("5of3", 24, 18, 27), ("5of4", 4, 21, 24), ("1to7", 329, 3, 42), ("wwb", 1, 10, 10),
    ],
)  # fmt: skip
def test_ways_to_pay(tile, ways, least, most):
    found = payments(TERMS[tile], dict.fromkeys(RESOURCES, 30))
    values = [sum({"wood": 3, "brick": 4, "stone": 5, "gold": 6}[each] for each in way) for way in found]
    assert (len(set(found)), min(values), max(values)) == (ways, least, most)


def test_dice():
    for dice, expected in ((1, Fraction(5, 6)), (2, Fraction(2)), (3, Fraction(19, 6))):
        assert sum(Fraction(total // 3 * n, 6**dice) for total, n in sums(dice).items()) == expected
    assert sums(3)[10] == 27
    assert sum(sums(10).values()) == 6**10
    assert len(throws(4)) == 126
    assert sum(throws(4).values()) == 6**4
    assert throws(3)[1, 3, 3] == 3
    assert throws(3)[1, 2, 3] == 6
    assert throws(2)[5, 5] == 1


# ---- placing ---------------------------------------------------------------------------------------------------------


def test_first_step_of_two():
    position = scene()
    expected = [f"place {place} {n}" for place in ("hunt", "forest", "clay", "quarry", "river") for n in range(1, 6)]
    expected += ["place tools", "place hut", "place field", *(f"place card {n}" for n in range(1, 5))]
    assert position.to_move() == 0
    assert position.legal() == sorted([*expected, "place building 1", "place building 2"])


def test_never_the_same_place_twice():
    position = plays(scene(), "place hunt 2 / place forest 1 / place clay 1 / place hunt 1")
    assert position.to_move() == 0
    assert not starting("place hunt", position)
    assert not starting("place clay", position)
    assert starting("place quarry", position)


def test_hunt_repeat():
    position = plays(scene(hunt_repeat="on"), "place hunt 2 / place hunt 5")
    assert starting("place hunt", position) == [f"place hunt {n}" for n in (1, 2, 3)]
    position.play("place hunt 3")
    assert position.placed == {"hunt": {0: 5, 1: 5}}
    assert position.legal() == ["use hunt"]
    position.play("use hunt")
    assert position.pending == {"dice": 5, "gain": "food"}
    assert position.odds() == {f"roll {k}": n for k, n in sums(5).items()}


@pytest.mark.parametrize(("seats", "may"), [(2, 1), (3, 2), (4, 4)])
def test_players_at_a_resource_place(seats, may):
    position = scene(seats)
    for seat in range(seats):
        assert bool(starting("place forest", position)) == (seat < may)
        position.play("place forest 1" if seat < may else "place hunt 1")


def test_seven_rings():
    position = plays(scene(4), "place forest 4 / place forest 2")
    assert starting("place forest", position) == ["place forest 1"]
    position.play("place forest 1")
    assert not starting("place forest", position)
    assert starting("place river", position)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_third_place_of_the_village(seats):
    position = plays(scene(seats), "place field / place tools")
    assert ("place hut" in position.legal()) == (seats == 4)
    position = plays(scene(seats), "place hut / place tools")
    assert ("place field" in position.legal()) == (seats == 4)


def test_hut_takes_two():
    position = plays(scene(), "place hunt 4 / place hunt 1")
    assert position.to_move() == 0
    assert "place hut" not in position.legal()
    assert "place field" in position.legal()
    position = plays(scene(), "place hut / place hunt 1")
    assert position.placed["hut"] == {0: 2}
    assert position.seats[0].hand == 3


def test_no_passing_and_who_cannot_place_is_passed_over():
    """Seat 1 hunts with all; seat 0 goes on alone, and is never offered to stop."""
    position = plays(scene(), "place hunt 1 / place hunt 5 / place forest 1 / place river 1 / place quarry 1")
    assert position.to_move() == 0
    assert all(text.startswith("place") for text in position.legal())
    assert plays(position, "place field").phase == "act"


def test_a_person_without_a_place_stays_at_home_and_eats():
    """Two seats of ten: whoever hunts already and finds every other place taken keeps people in hand."""
    position = scene(prepare=people(10))
    plays(position, "place hunt 1 / place hunt 1 / place forest 1 / place clay 1 / place quarry 1 / place river 1")
    plays(position, "place tools / place field / place card 1 / place card 2 / place card 3 / place card 4")
    plays(position, "place building 1 / place building 2")
    assert position.phase == "act"
    assert [seat.hand for seat in position.seats] == [3, 3]
    plays(position, "use hunt / roll 6 / use forest / roll 1 / use quarry / roll 1 / use tools / use hunt / roll 6")
    plays(position, "use clay / roll 1 / use river / roll 1 / use field")
    assert position.round == 2
    assert [seat.food for seat in position.seats] == [12 + 3 - 10, 12 + 3 + 1 - 10]


@pytest.mark.parametrize("value", ["allow", "forbid"])
def test_place_at_max(value):
    def prepare(position):
        people(10)(position)
        have(position, 0, track=10, tools=[[4, False]] * 3)

    may = {text for text in scene(4, prepare=prepare, place_at_max=value).legal() if text.split()[1] in ("tools", "hut", "field")}
    assert may == ({"place tools", "place hut", "place field"} if value == "allow" else set())
    if value == "allow":
        position = plays(scene(4, prepare=prepare), "place tools / place hunt 10 / place hunt 10 / place hunt 10 / place hut")
        plays(position, "place field / place hunt 6 / use tools / use hut / use field")
        mine = position.seats[0]
        assert (mine.tool_value(), mine.people, mine.track) == (12, 10, 10)


# ---- actions ---------------------------------------------------------------------------------------------------------


def test_any_order_and_a_fresh_tool_at_once():
    position = plays(scene(), "place tools / place hunt 5 / place forest 1 / place field / place clay 2")
    assert position.legal() == ["use clay", "use field", "use forest", "use tools"]
    plays(position, "use field / use tools / use clay / roll 7")
    assert position.phase == "tools"
    assert position.legal() == ["add 1", "add none"]
    plays(position, "add 1 / use forest / roll 6")
    assert position.seats[0].stock == {"wood": 2, "brick": 2, "stone": 0, "gold": 0}
    assert position.to_move() == 1
    assert position.legal() == ["use hunt"]


def test_people_who_wait_for_their_seat():
    position = plays(scene(3), "place field / place hunt 5 / place hunt 5 / place hunt 4 / use hunt")
    assert position.to_move() == NATURE
    position.play("roll 9")
    assert position.legal() == ["use field"]
    assert position.seats[0].food == 16


def test_which_tool_grows():
    seat = Seat()
    seen = []
    for _ in range(13):
        seat.add_tool()
        seen.append(sorted(value for value, _ in seat.tools))
    assert seen[:7] == [[1], [1, 1], [1, 1, 1], [1, 1, 2], [1, 2, 2], [2, 2, 2], [2, 2, 3]]
    assert seen[8:] == [[3, 3, 3], [3, 3, 4], [3, 4, 4], [4, 4, 4], [4, 4, 4]]


def test_growth_of_turned_tools():
    seat = Seat()
    seat.tools = [[1, True], [1, False], [1, True]]
    seat.add_tool()
    assert sorted(seat.tools) == [[1, True], [1, True], [2, False]]
    seat.add_tool()
    assert sorted(seat.tools) == [[1, True], [2, False], [2, True]]
    seat.tools = [[2, True], [2, True]]
    seat.add_tool()
    assert seat.tools[2] == [1, False]


def test_any_subset_of_tools_each_once_a_round():
    def prepare(position):
        have(position, 0, tools=[[1, False], [2, False], [2, True]], once=[4, 2])

    position = plays(scene(prepare=prepare), "place river 2 / place hunt 5 / place quarry 3 / use river / roll 7")
    tools, once = ("", "1", "2", "1 2"), ("", "once 2", "once 4", "once 2 4")
    assert position.legal() == sorted(f"add {' '.join(filter(None, pair)) or 'none'}" for pair in itertools.product(tools, once))
    plays(position, "add 1 once 4 / use quarry / roll 11")
    assert position.legal() == sorted(["add none", "add 2", "add once 2", "add 2 once 2"])
    plays(position, "add 2 once 2")
    mine = position.seats[0]
    assert mine.stock == {"wood": 0, "brick": 0, "stone": 3, "gold": 2}
    assert mine.once == []
    assert sorted(mine.tools) == [[1, True], [2, True], [2, True]]
    plays(position, "use hunt / roll 20")
    assert position.round == 2
    assert sorted(mine.tools) == [[1, False], [2, False], [2, False]]


# ---- cards -----------------------------------------------------------------------------------------------------------


def buyer(*cards, line="", space=1, seats=2, prepare=None, **more):
    """Seat 0 on the card of a space, and on the hunt; its action phase begins. Plenty of everything."""

    def stocked(position):
        have(position, 0, 9, 9, 9, 9)
        if prepare:
            prepare(position)

    shown = list(cards) + [card for card in CARDS if card not in cards]
    position = scene(seats, shown[:4], prepare=stocked, **more)
    plays(position, f"place card {space}" + " / place hunt 5" * (seats - 1) + " / place hunt 4")
    return plays(position, line) if line else position


def test_prices_of_the_spaces():
    for space in (1, 2, 3, 4):
        position = buyer(space=space, line=f"buy card {space}" + " / pay brick" * space)
        assert position.seats[0].stock["brick"] == 9 - space
        assert position.seats[0].cards == [CARDS[space - 1]]
        assert position.cards == [*list(CARDS[: space - 1]), None, *CARDS[space:]]


def test_payments_go_upward_and_can_be_completed():
    position = buyer(space=4, line="buy card 4 / pay brick")
    assert position.legal() == ["pay brick", "pay gold", "pay stone"]
    assert position.pending == {"place": "card 4", "left": 3, "kinds": None, "last": "brick"}

    def prepare(position):
        have(position, 0, wood=2, stone=2, gold=1)

    position = buyer(space=4, prepare=prepare, line="buy card 4")
    assert position.seats[0].stock["wood"] == 1, "stone, stone, gold are three: the first is wood without asking"
    assert position.legal() == ["pay stone", "pay wood"]
    position = buyer(space=3, prepare=prepare, line="buy card 3 / pay stone")
    assert position.seats[0].stock == {"wood": 2, "brick": 0, "stone": 0, "gold": 0}


def test_no_card_without_the_price_but_food_does_not_count():
    position = buyer(space=2, prepare=lambda position: have(position, 0, wood=1, food=50))
    assert position.legal() == ["use hunt"]
    plays(position, "use hunt / roll 8")
    assert position.to_move() == 1
    assert position.cards[1] == CARDS[1]
    assert position.seats[0].hand == 5


def test_declining_what_one_could_pay():
    position = buyer(line="use hunt / roll 8")
    assert position.legal() == ["buy card 1", "done"]
    plays(position, "done")
    assert position.to_move() == 1
    assert position.cards == CARDS
    assert position.seats[0].hand == 5
    assert "card 1" not in position.placed


def test_no_done_while_others_must_be_used():
    assert buyer().legal() == ["buy card 1", "use hunt"]


@pytest.mark.parametrize(
    ("card", "check"),
    [
        ("food7-pottery", lambda seat: seat.food == 19),
        ("stone2-transport", lambda seat: seat.stock["stone"] == 11),
        ("gold-shaman1", lambda seat: seat.stock["gold"] == 10),
        ("points3-builder3", lambda seat: seat.score == 3),
        ("tool-art", lambda seat: seat.tools == [[1, False]]),
        ("field-time", lambda seat: seat.track == 1),
        ("once3-maker1", lambda seat: seat.once == [3] and not seat.tools),
        ("two-medicine", lambda seat: seat.two),
    ],
)
def test_tops_that_work_at_once(card, check):
    position = buyer(card, line="buy card 1 / pay wood")
    assert check(position.seats[0])
    assert position.seats[0].stock["wood"] == 8
    assert position.seats[0].cards == [card]


def test_two_dice_and_tools():
    position = buyer("rollgold-art", prepare=lambda p: have(p, 0, wood=1, tools=[[1, False]], once=[2]))
    plays(position, "buy card 1")
    assert position.phase == "roll"
    assert position.odds() == {f"roll {k}": n for k, n in sums(2).items()}
    plays(position, "roll 9 / add 1 once 2")
    assert position.seats[0].stock["gold"] == 2
    assert position.seats[0].once == []


def test_dice_for_all():
    position = buyer("dice-time", seats=3, line="buy card 1 / pay wood")
    assert position.phase == "dice"
    assert position.odds()["dice 1 5 6"] == 6
    assert sum(position.odds().values()) == 216
    plays(position, "dice 1 5 6")
    assert (position.to_move(), position.legal()) == (0, ["pick field", "pick tool", "pick wood"])
    position.play("pick field")
    assert (position.to_move(), position.legal()) == (1, ["pick tool", "pick wood"])
    position.play("pick tool")
    assert position.seats[2].stock["wood"] == 1
    assert position.seats[0].track == 1
    assert position.seats[1].tools == [[1, False]]
    assert (position.to_move(), position.phase) == (0, "act")


def test_dice_that_show_the_same_are_one_action():
    position = plays(buyer("dice-time", seats=3, line="buy card 1 / pay wood"), "dice 3 3 4")
    assert position.legal() == ["pick gold", "pick stone"]
    position.play("pick gold")
    assert position.phase == "act"
    assert [seat.stock["stone"] for seat in position.seats] == [9, 1, 1]


def test_a_picked_die_is_void_at_a_maximum():
    position = buyer("dice-time", line="buy card 1", prepare=lambda p: have(p, 0, wood=2, track=10, tools=[[4, False]] * 3))
    plays(position, "dice 5 6")
    assert position.legal() == ["pick field", "pick tool"]
    position.play("pick tool")
    assert position.seats[0].tool_value() == 12
    assert position.seats[1].track == 1


def test_a_tool_won_by_a_seat_that_has_acted_waits():
    position = scene(cards=["dice-time", *CARDS[:3]], prepare=lambda p: have(p, 1, wood=1))
    plays(position, "place hunt 5 / place card 1 / place hunt 4 / use hunt / roll 10 / buy card 1 / dice 1 5 / pick wood")
    assert position.seats[0].tools == [[1, False]]
    plays(position, "use hunt / roll 10")
    assert position.round == 2


def test_the_blind_card():
    position = buyer("draw-writing", line="buy card 1 / pay wood")
    deck = Counter(DECK) - Counter(["draw-writing", *CARDS[:3]])
    assert position.phase == "draw"
    assert position.odds() == {f"draw {card}": n for card, n in deck.items()}
    assert position.odds()["draw dice-maker2"] == 2
    plays(position, "draw points3-builder3")
    mine = position.snapshot()["seats"][0]
    assert mine["blind"] == "points3-builder3"
    assert (mine["score"], mine["builder"]) == (0, 0)
    assert position.snapshot()["deck"] == 31
    assert "points3-builder3" in position.snapshot()["unseen_cards"]
    mine = position.seats[0]
    mine.tiles = 2
    with_blind = mine.final(True)
    mine.blind = None
    assert with_blind - mine.final(True) == 6
    assert "card points3-builder3" not in position.odds()


def test_nothing_to_draw_blindly():
    out = list((Counter(DECK) - Counter(["draw-writing", *CARDS[:3]])).elements())
    position = buyer("draw-writing", out=out, line="buy card 1 / pay wood")
    assert position.phase == "act"
    assert position.seats[0].blind is None
    assert position.snapshot()["deck"] == 0


def test_two_resources_of_choice_at_once_or_later():
    position = buyer("two-medicine", line="buy card 1 / pay wood")
    assert position.legal() == ["choose", "use hunt"]
    position.play("choose")
    assert position.phase == "choose"
    assert len(position.legal()) == 10
    assert "take gold stone" not in position.legal()
    position.play("take wood wood")
    assert position.seats[0].stock["wood"] == 10
    assert position.legal() == ["use hunt"]
    later = buyer("two-medicine", line="buy card 1 / pay wood / use hunt / roll 12 / use hunt / roll 12")
    plays(later, "card dice-time / place hunt 5 / place hunt 4")
    assert later.seats[0].two


def test_choice_can_pay_for_a_card():
    """With nothing in stock the two resources may be taken to buy; without them there is nothing to ask."""

    def prepare(position):
        have(position, 0, two=True)

    position = buyer(space=2, prepare=prepare, line="use hunt / roll 8")
    assert position.legal() == ["choose", "done"]
    plays(position, "choose / take gold gold / buy card 2")
    assert position.to_move() == 1
    assert position.seats[0].cards == [CARDS[1]]


# ---- tiles -----------------------------------------------------------------------------------------------------------


def builder(tile, prepare=None, line="buy building 1", **more):
    def stocked(position):
        have(position, 0, 9, 9, 9, 9)
        if prepare:
            prepare(position)

    position = scene(tiles=[tile, "wss"], prepare=stocked, **more)
    return plays(position, f"place building 1 / place hunt 5 / place hunt 4 / {line}")


def test_a_fixed_tile():
    position = builder("wwb")
    mine = position.seats[0]
    assert (mine.score, mine.tiles, mine.stock) == (10, 1, {"wood": 7, "brick": 8, "stone": 9, "gold": 9})
    assert position.phase == "turn"
    assert position.stacks == [6, 7]
    assert position.tiles == [None, "wss"]
    odds = position.odds()
    assert sum(odds.values()) == 26
    assert odds["turn 1to7"] == 3
    assert odds["turn bsg"] == 2
    assert "turn wwb" not in odds
    position.play("turn bsg")
    assert position.tiles == ["bsg", "wss"]
    assert position.unseen_tiles["bsg"] == 1


def test_exactly_so_many_kinds():
    position = builder("4of2", line="buy building 1 / pay wood / pay wood / pay wood")
    assert position.pending == {"place": "building 1", "left": 1, "kinds": 1, "last": "wood"}
    assert position.seats[0].score == 9
    assert position.legal() == ["pay brick", "pay gold", "pay stone"]
    position.play("pay gold")
    assert position.seats[0].score == 15
    assert builder("4of2", line="buy building 1 / pay wood / pay stone").seats[0].score == 3 + 15
    assert "pay gold" not in builder("5of2").legal()
    assert builder("4of4").seats[0].score == 18
    assert builder("5of1", line="buy building 1 / pay stone").seats[0].score == 25


def test_kinds_that_are_lacking():
    position = scene(tiles=["4of3", "5of1"], prepare=lambda p: have(p, 0, wood=4, brick=9))
    plays(position, "place building 1 / place hunt 5 / place building 2 / place hunt 3 / use hunt / roll 9")
    assert position.legal() == ["buy building 2", "done"]
    plays(position, "buy building 2")
    assert position.seats[0].stock["brick"] == 4
    assert position.seats[0].score == 20


def test_one_to_seven():
    position = builder("1to7", prepare=lambda p: have(p, 0, brick=2, gold=1))
    assert position.legal() == ["pay brick", "pay gold"]
    position.play("pay brick")
    assert position.legal() == ["done", "pay brick", "pay gold"]
    assert position.pending["left"] == 6
    plays(position, "pay gold")
    assert position.phase == "turn"
    assert position.seats[0].score == 10
    assert position.seats[0].stock["brick"] == 1
    assert builder("1to7", line="buy building 1" + " / pay gold" * 7).seats[0].score == 42
    assert builder("1to7", prepare=lambda p: have(p, 0, gold=1)).seats[0].score == 6


def test_the_next_tile_waits_for_the_next_round():
    position = builder("wwb", line="buy building 1 / turn bsg")
    assert position.legal() == ["use hunt"]


# ---- feeding ---------------------------------------------------------------------------------------------------------


def fed(food=0, rolled=5, line="", prepare=None, **options):
    """Seat 0 (5 people, so much food) at its feeding: its hunt gives rolled // 2."""

    def stocked(position):
        have(position, 0, food=food)
        if prepare:
            prepare(position)

    position = plays(
        scene(prepare=stocked, **options), f"place hunt 5 / place hunt 5 / use hunt / roll {rolled} / use hunt / roll 20"
    )
    return plays(position, line) if line else position


def test_enough_food_asks_nothing():
    position = fed(food=10)
    assert (position.round, position.seats[0].food, position.seats[1].food) == (2, 7, 17)


def test_surplus_of_the_track_is_kept():
    assert fed(rolled=5, prepare=lambda p: have(p, 0, track=8)).seats[0].food == 5


def test_nothing_to_pay_with_costs_ten_once():
    position = fed(food=1)
    assert position.round == 2
    assert position.seats[0].score == -10
    assert position.seats[0].food == 0


def test_the_whole_shortfall_or_ten_points():
    position = fed(prepare=lambda p: have(p, 0, wood=2, gold=3))
    assert position.phase == "feed"
    assert position.pending == {"left": 3}
    assert position.seats[0].food == 0
    assert position.legal() == ["pay gold", "pay wood", "starve"]
    position.play("pay wood")
    assert position.phase == "feed pay"
    assert position.pending == {"left": 2, "last": "wood"}
    position.play("pay gold")
    assert position.seats[0].stock == {"wood": 1, "brick": 0, "stone": 0, "gold": 1}
    assert position.seats[0].score == 0
    position = fed(prepare=lambda p: have(p, 0, wood=2, gold=3), line="starve")
    assert position.seats[0].total() == 5
    assert position.seats[0].score == -10
    position = fed(prepare=lambda p: have(p, 0, wood=2))
    assert position.round == 2
    assert position.seats[0].stock["wood"] == 2
    assert position.seats[0].score == -10


def test_choice_at_feeding():
    position = fed(prepare=lambda p: have(p, 0, wood=1, two=True))
    assert position.legal() == ["choose", "starve"]
    position.play("choose")
    assert position.phase == "feed choose"
    assert position.pending == {"left": 3}
    assert len(position.legal()) == 10
    position.play("take brick gold")
    assert position.legal() == ["pay wood", "starve"]
    assert not position.seats[0].two
    position.play("pay wood")
    assert position.seats[0].total() == 0
    assert position.round == 2
    assert fed(rolled=2 + 3, prepare=lambda p: have(p, 0, two=True)).round == 2, "two are not three: -10 without a question"


def test_a_person_born_this_round_eats():
    position = plays(scene(), "place hut / place hunt 5 / place hunt 3 / use hut / use hunt / roll 3 / use hunt / roll 20")
    assert position.seats[0].people == 6
    assert position.seats[0].food == 12 + 1 - 6


# ---- ends ------------------------------------------------------------------------------------------------------------


def test_cards_slide_then_fill_from_the_cheap_side():
    position = buyer(space=2, line="buy card 2 / pay wood / pay wood / use hunt / roll 8 / use hunt / roll 20")
    assert position.phase == "card"
    assert position.cards == [CARDS[0], CARDS[2], CARDS[3], None]
    assert position.round == 2
    assert position.start == 1
    assert sum(position.odds().values()) == 32
    position.play("card dice-maker2")
    assert position.cards[3] == "dice-maker2"
    assert position.to_move() == 1


@pytest.mark.parametrize(("deck", "over"), [(0, True), (1, False)])
def test_end_by_cards(deck, over):
    """Exactly enough cards is enough; the round before was complete, with feeding."""
    out = list((Counter(DECK) - Counter(CARDS)).elements())[deck:]
    position = buyer(out=out, line="buy card 1 / pay wood / use hunt / roll 8 / use hunt / roll 20")
    assert (position.phase == "over") == over
    assert position.seats[1].food == 17
    if over:
        assert (position.to_move(), position.legal(), position.capped) == (None, [], False)
        assert position.round == 1
        assert position.final == [35 + 1, 0]
        assert position.ranks == [1, 2]


@pytest.mark.parametrize("declines", [True, False])
def test_end_by_tiles(declines):
    last = "done" if declines else "buy building 1"
    position = builder("wwb", stack=1, line=f"use hunt / roll 8 / {last} / use hunt / roll 20")
    assert (position.phase == "over") == (not declines)
    if not declines:
        assert position.stacks == [0, 1]
        assert position.final == [10 + 33, 0]
        assert position.seats[1].food == 17


@pytest.mark.parametrize(("cap", "capped"), [(0, None), (2, False), (1, True)])
def test_round_cap(cap, capped):
    position = fed(food=9, round_cap=cap)
    assert (position.phase == "over") == bool(capped)
    assert position.capped == bool(capped)


def test_tiles_come_before_the_cap_and_the_cap_before_cards():
    position = builder("wwb", stack=1, round_cap=1, line="use hunt / roll 8 / buy building 1 / use hunt / roll 20")
    assert position.phase == "over"
    assert not position.capped
    out = list((Counter(DECK) - Counter(CARDS)).elements())
    position = buyer(out=out, round_cap=1, line="buy card 1 / pay wood / use hunt / roll 8 / use hunt / roll 20")
    assert position.phase == "over"
    assert position.capped


def test_nothing_open_is_lost_at_the_end():
    """The last tile of a stack, then a pick, a choice kept, and hunger: picks first, feeding next, scoring last."""

    def prepare(position):
        have(position, 0, wood=3, brick=1, two=True, food=0)
        have(position, 1, food=0)

    position = scene(cards=["dice-time", *CARDS[:3]], tiles=["wwb", "wss"], stack=1, prepare=prepare)
    plays(position, "place building 1 / place hunt 5 / place card 1 / place hunt 3 / use hunt / roll 9")
    assert position.legal() == ["buy building 1", "buy card 1", "choose", "done"]
    plays(position, "buy building 1 / buy card 1 / dice 4 6 / pick gold")
    assert position.phase == "act"
    assert position.to_move() == 1
    assert position.seats[1].track == 1
    plays(position, "use hunt / roll 8")
    assert position.phase == "feed"
    assert position.to_move() == 0
    assert position.pending == {"left": 1}
    assert position.legal() == ["choose", "pay gold", "starve"]
    plays(position, "choose / take wood wood / pay gold")
    assert position.phase == "over"
    assert position.seats[1].score == 0
    assert position.seats[1].food == 0
    assert position.final == [10 + 1 + 2, 0]
    assert position.ranks == [1, 2]


# ---- scoring ---------------------------------------------------------------------------------------------------------


def test_sets_of_symbols():
    five = ["dice-pottery", "dice-writing", "dice-time", "dice-transport", "points3-music"]
    assert culture_points([*five, "food7-pottery", "points3-music"]) == 29
    assert culture_points(card for card in DECK if not BOTTOM[card][1]) == 128
    assert culture_points([]) == 0
    assert culture_points(["points3-music", "points3-music"]) == 2


def test_people_on_cards():
    farmers = ["dice-farmer1", "dice-farmer2", "food3-farmer2"]
    assert card_points(farmers, track=7, tools=0, tiles=0, people=0) == 35
    assert card_points(["dice-maker2", "once4-maker1"], track=0, tools=7, tiles=0, people=0) == 21
    huts = ["dice-builder1", "dice-builder2", "points3-builder3", "food4-builder1"]
    assert card_points(huts, track=0, tools=0, tiles=6, people=0) == 42
    assert card_points(["brick-shaman2", "gold-shaman1"], track=0, tools=0, tiles=0, people=8) == 24


def test_final_points():
    seat = Seat()
    seat.cards, seat.tools, seat.once = ["dice-maker2", "once3-maker1", "points3-music"], [[2, True], [1, False]], [3]
    seat.stock.update(wood=2, gold=1)
    seat.score, seat.food = 40, 30
    assert seat.final(True) == 40 + 3 * 3 + 1 + 3


@pytest.mark.parametrize(("value", "points"), [("on", 2), ("off", 0)])
def test_unused_choice_scores(value, points):
    position = fed(food=9, round_cap=1, unused_choice_scores=value, prepare=lambda p: have(p, 1, two=True))
    assert position.final == [0, points]


def test_ties():
    """The sum of track, tools and people; who is level in that too shares the rank."""

    def prepare(position):
        have(position, 1, track=2)
        have(position, 2, tools=[[2, True], [1, False]])
        have(position, 3, track=1, people=7, hand=7)

    position = scene(4, prepare=prepare, round_cap=1)
    plays(position, "place hunt 5 / place hunt 5 / place hunt 5 / place hunt 7")
    while position.to_move() is not None:
        position.play(position.legal()[0])
    assert position.final == [0, 0, 0, 0]
    assert position.ranks == [4, 3, 1, 1]


@pytest.mark.parametrize(("cap", "wood"), [("none", 26), ("old", 20), ("new", 26)])
def test_supply_cap(cap, wood):
    position = scene(supply_cap=cap, prepare=lambda p: have(p, 0, wood=16))
    plays(position, "place forest 5 / place hunt 5 / use forest / roll 30")
    assert position.seats[0].stock["wood"] == wood


def test_the_cap_counts_everybody_and_cuts_every_gain():
    def prepare(position):
        have(position, 0, wood=12, gold=5, two=True)
        have(position, 1, wood=7, gold=5)

    position = scene(supply_cap="old", prepare=prepare)
    plays(position, "place hunt 5 / place hunt 5 / choose / take wood wood")
    assert position.seats[0].stock["wood"] == 13
    position = scene(supply_cap="old", prepare=prepare)
    plays(position, "place hunt 5 / place hunt 5 / choose / take wood gold")
    assert position.seats[0].stock == {"wood": 13, "brick": 0, "stone": 0, "gold": 5}


# ---- whole games -----------------------------------------------------------------------------------------------------


def sound(position):
    for n, seat in enumerate(position.seats):
        out = sum(here.get(n, 0) for here in position.placed.values())
        assert seat.hand + out == seat.people <= 10
        assert seat.food >= 0
        assert min(seat.stock.values()) >= 0
        assert seat.hand >= 0
        assert seat.track <= 10
        assert len(seat.tools) <= 3
        assert seat.tool_value() <= 12
    known = sum(len(seat.cards) + (seat.blind is not None) for seat in position.seats) + sum(map(bool, position.cards))
    assert known + position.deck.total() <= 36
    assert position.to_move() is None or position.legal(), "a dead end"


@pytest.mark.parametrize("seed", range(12))
def test_random_games_end(seed):
    position = play_out(description(seed, 2 + seed % 3, VARIANTS[seed % len(VARIANTS)]), seed, seed % 2 > 0, sound)
    assert position.phase == "over"
    assert 1 in position.ranks
    by_tiles, by_cards = 0 in position.stacks, position.deck.total() < position.cards.count(None)
    assert position.capped or by_tiles or by_cards


def test_an_illegal_step_is_refused():
    with pytest.raises(ValueError, match="'place hut 2' is not legal here; legal: place building 1"):
        scene().play("place hut 2")
    with pytest.raises(ValueError, match="options the reference does not know"):
        scene(house_rule="on")
