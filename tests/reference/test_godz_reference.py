"""The reference engine of GodZ against cases worked by hand from the rules: box, map, turn, end, whole games."""

import itertools
from collections import Counter

import pytest

from tests.reference.godz import Position
from tests.reference.godz_actions import move, moves
from tests.reference.godz_map import DIRECTIONS, TERRAINS, World, beside, beyond, distance, flower, name, named, places_around
from tests.reference.godz_play import VARIANTS, description, play_out
from tests.reference.godz_scenes import duel, lay, plays, put, scene, starting, vacate, village
from tests.reference.godz_score import rows
from tests.reference.godz_table import DEITIES, FIGURES

# ---- what is in the box, the map ----


def test_the_box():
    assert sum(FIGURES["stack"].values()) == 31
    assert all(FIGURES["stack"][terrain] == 5 for terrain in TERRAINS)
    assert sum(FIGURES["tiles"]["war"].values()) == sum(FIGURES["tiles"]["balance"].values()) == 36
    for deity in DEITIES:
        domain = FIGURES["domains"][deity]
        ring = FIGURES["homes"][deity]
        assert Counter(ring) == Counter([*TERRAINS, domain])
        assert ring[0] == ring[3] == domain
    assert Counter(cost for cost, _ in FIGURES["miracles"].values()) == {1: 1, 2: 1, 3: 5, 4: 5, 5: 1}
    used = Counter(icon for special in FIGURES["specials"] for icon in special["icons"])
    assert used == {"glory": 2, "steps": 3, "faith": 3, "building": 2, "food": 3}
    five = Position(5, DEITIES)
    assert five.supply.total() == 31


def test_hexes():
    assert beside((0, 0)) == [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    assert distance((0, 0), (2, -1)) == 2
    listed = "2,1 1,2 -1,3 -2,3 -3,2 -3,1 -2,-1 -1,-2 1,-3 2,-3 3,-2 3,-1"
    assert {name(place) for place in places_around((0, 0))} == set(listed.split())
    sides = {
        place: sum(distance(a, b) == 1 for a in flower((0, 0)) for b in flower(place))
        for place in itertools.product(range(-4, 5), range(-4, 5))
        if distance(place, (0, 0)) in (3, 4)
    }
    assert {place for place, n in sides.items() if n == 3} == places_around((0, 0))
    assert {n for place, n in sides.items() if place not in places_around((0, 0))} == {0, 1}


def test_home_places():
    """72 for the first, 54 for the second, 36 or 42 for the third, 18-30 for the fourth; the fifth 6-18 or the fallback's."""
    ring = ["sea"] * 6
    options = [Counter() for _ in range(5)]
    for many in range(5):
        for places in itertools.permutations(sorted(places_around((0, 0))), many):
            if list(places) != sorted(places):  # the order of those before does not matter
                continue
            world = World(ring)
            if any(distance(a, b) < 3 for a, b in itertools.combinations(places, 2)):
                continue
            for deity, place in zip(DEITIES, places, strict=False):
                world.lay_home(deity, place, ring, "e")
            options[many][6 * len(world.home_places())] += 1
    assert [set(each) for each in options[:3]] == [{72}, {54}, {36, 42}]
    assert set(options[3]) == {18, 24, 30}
    assert set(options[4]) == {6, 12, 18, 144}
    assert options[4][144] == 3


def test_fallback_home():
    """Four Homes that leave no place at the Center; the fifth goes to any Home, and each place is offered once."""
    blocking = []
    for four in itertools.combinations(sorted(places_around((0, 0))), 4):
        apart = all(distance(a, b) >= 3 for a, b in itertools.combinations(four, 2))
        if apart and not any(all(distance(each, p) >= 3 for p in four) for each in places_around((0, 0))):
            blocking.append(four)
    assert len(blocking) == 3
    position = Position(5, DEITIES)
    for place in blocking[0]:
        position.play(f"home {name(place)} sw")
    assert position.phase == "home"
    assert len(position.legal()) == 144
    places = {text.split()[1] for text in position.legal()}
    assert len(places) == 24
    assert not places & {name(place) for place in places_around((0, 0))}
    touched = [sum(named(place) in places_around(p) for p in blocking[0]) for place in places]
    assert min(touched) == 1


def test_a_turned_home():
    position = plays(Position(2, ["boo", "tud"]), "home 2,1 sw")
    ring = [position.world.kind(beyond((2, 1), direction)) for direction in ("sw", "w", "nw", "ne", "e", "se")]
    assert ring == ["swamp", "mountain", "forest", "swamp", "desert", "sea"]
    assert position.world.kind((2, 1)) == "palace boo"
    assert position.world.kind((1, 0)) == "forest"
    assert position.world.kind((1, -1)) == "sea"
    assert position.to_move() == 1
    assert position.snapshot()["avatars"] == {"boo": ["2,1", False]}
    assert position.snapshot()["believers"] == {"2,1": {"boo": 3}}


def test_draft():
    position = Position(3, [], {"draft": "on"})
    assert position.legal() == sorted(f"deity {deity}" for deity in DEITIES)
    plays(position, "deity tud / deity bau")
    assert position.legal() == ["deity boo", "deity fiu", "deity glu"]
    plays(position, "deity boo")
    assert position.phase == "home"
    assert [seat.overlays for seat in position.seats] == [1, 2, 0]
    assert position.to_move() == 0


@pytest.mark.parametrize(
    ("k", "m", "ends"),
    [(1, 1, 7), (1, 2, 19), (1, 4, 61), (3, 1, 19), (3, 2, 163), (3, 4, 3313), (5, 1, 31), (5, 2, 451)],
)
def test_end_positions_of_moves(k, m, ends):
    """Pieces on islands of their own, so that they differ: all that m points lead to."""
    position = scene("boo tud")
    vacate(position)
    position.world.tiles.clear()
    for n in range(k):
        centre = (30 * n, 0)
        for here in itertools.product(range(30 * n - m, 30 * n + m + 1), range(-m, m + 1)):
            if distance(here, centre) <= m:
                position.world.tiles[here] = "sea"
        put(position, centre, 0)
    seen = edge = {frozenset(position.table.loose)}
    for _ in range(m):
        found = set()
        for places in edge:
            position.table.loose = {here: Counter({0: 1}) for here in places}
            for text in moves(position, 0):
                _, here, direction = text.split()
                found.add(places - {named(here)} | {beyond(named(here), direction)})
        edge = found - seen
        seen = seen | found
    assert len(seen) == ends


def test_moves_lead_next_door():
    position = scene("boo tud")
    before = moves(position, 0)
    assert before == [f"move 2,1 {direction}" for direction in DIRECTIONS]
    move(position, 0, "move 2,1 w")
    assert position.table.loose == {(2, 1): Counter({0: 2}), (1, 1): Counter({0: 1}), (-3, 2): Counter({1: 3})}


# ---- the turn ----


def test_first_turn():
    position = scene()
    assert position.legal() == ["avatar", "believers", "build"]
    assert position.snapshot()["seats"][0] == {
        "deity": "boo", "reserve": 0, "mat": ["nine", "prophet", "life"], "column": 0, "levels": [1, 1, 1, 1, 1],
        "glory": 0, "tiles": 0, "wars": 0, "balances": 0, "war": [0, 0, 0], "balance": [0, 0], "overlays": 0,
    }  # fmt: skip
    plays(position, "believers / march / move 2,1 w")
    assert position.phase == "turn"
    assert position.to_move() == 1
    assert position.snapshot()["seats"][0]["levels"] == [2, 1, 1, 1, 1]


def test_last_column_forces_glory():
    position = scene(column=4)
    assert position.legal() == ["glory 1", "glory none"]
    position.play("glory none")
    assert position.seats[0].column == 0


def test_glory_tiles():
    """Level less penalty 3 2 1 0; anything lower too."""
    assert starting(scene(column=1, glory=7), "glory") == [f"glory {n}" for n in (1, 2, 3, 4)] + ["glory none"]
    assert starting(scene(column=3, glory=7), "glory") == [f"glory {n}" for n in (1, 2, 3, 4, 5, 6)] + ["glory none"]
    assert starting(scene(column=4, glory=7), "glory") == [f"glory {n}" for n in (1, 2, 3, 4, 5, 6, 9)] + ["glory none"]
    assert starting(scene(column=2, glory=2), "glory") == ["glory none"]

    def taken(position):
        position.supply[9] = position.supply[4] = 0

    assert starting(scene(column=4, glory=7, prepare=taken), "glory") == [f"glory {n}" for n in (1, 2, 3, 5, 6)] + ["glory none"]


def test_the_best_glory_tile_or_none():
    assert starting(scene(column=4, glory=7, lower_glory="off"), "glory") == ["glory 9", "glory none"]
    assert starting(scene(column=4, glory=4, lower_glory="off"), "glory") == ["glory 4", "glory none"]

    def taken(position):
        position.supply[9] = position.supply[6] = 0

    assert starting(scene(column=4, glory=7, lower_glory=False, prepare=taken), "glory") == ["glory 5", "glory none"]


def test_a_glory_tile_is_taken():
    position = plays(scene(column=4, glory=7), "glory 9 / done")
    assert position.supply == {1: 3, 2: 3, 3: 3, 4: 3, 5: 3, 6: 3, 9: 0}
    assert (position.seats[0].glory, position.seats[0].column, position.seats[0].squares()) == ([9], 0, 1)


def test_five_columns():
    position = scene(column=4, columns=5, glory=7)
    assert starting(position, "glory")[-2:] == ["glory 6", "glory none"]
    assert "believers" in position.legal()
    assert "believers" not in scene(column=5, columns=5).legal()
    assert "glory 9" in scene(column=5, columns=5, glory=7).legal()


# ---- the end ----


def ending(squares=((9, 6, 5, 4, 3), (), ()), seat=0, **more):
    def some(position):
        vacate(position)
        position.table.avatars = {0: (2, 1), 1: (-3, 2), 2: (1, -3)}
        for each, tiles in zip(position.seats, squares, strict=True):
            each.glory = list(tiles)

    return scene(prepare=some, seat=seat, column=4, **more)


def test_six_squares_end_the_game_after_the_miracles():
    position = plays(ending(faith=5), "glory 1")
    assert position.phase == "miracle"
    plays(position, "life / to 1,0")
    assert position.phase == "over"
    assert position.to_move() is None
    assert position.legal() == []
    assert position.capped is False
    assert position.final == [28 + 2, 0, 0]  # a forest of one hex
    assert position.ranks == [1, 3, 2]
    assert position.seats[0].levels["faith"] == 0  # no resources after the last turn
    assert plays(ending(), "glory none").phase == "turn"


def test_war_tiles_count_and_balance_tiles_do_not():
    position = ending(squares=((9, 6, 5, 4), (), ()))
    position.seats[0].drawn["balance"][2] = 7
    assert plays(position, "glory 1").phase == "turn"
    position = ending(squares=((9, 6, 5, 4), (), ()))
    position.seats[0].drawn["war"][2] = 1
    assert plays(position, "glory 1").phase == "over"


def test_the_round_is_finished():
    position = plays(ending(last_round="on", faith=0), "glory 1")
    assert (position.phase, position.to_move()) == ("turn", 1)
    plays(position, "build / build")
    assert position.phase == "over"
    assert position.round == 1
    position = plays(ending(last_round="on", seat=2, squares=((), (), (1, 2, 3, 4, 5)), faith=0), "glory 1")
    assert position.phase == "over"


def test_the_cap():
    position = scene("boo tud", round_cap=2)
    for line in ("build", "build", "build", "build"):
        assert position.phase == "turn"
        plays(position, line)
        if position.phase == "miracle":
            plays(position, "done")
    assert position.phase == "over"
    assert position.capped
    assert position.final == [0, 0]
    assert position.ranks == [2, 1]
    assert position.round == 2


def test_no_war_tiles_left():
    """Only possible when the round is finished: the Believer still goes."""

    def some(position):
        lay(position, "sea")
        put(position, (0, 20), 0, 3)
        put(position, (0, 20), 1)
        position.seats[2].drawn["war"].update({2: 12, 3: 12, 4: 12})

    position = plays(scene(prepare=some, column=2, last_round="on"), "believers / war 0,20 tud")
    assert position.seats[1].reserve == 1
    assert position.to_move() == 1


def test_no_balance_tiles_left():
    """One left: the active seat's draw comes first."""

    def some(position):
        position.seats[2].drawn["balance"].update({1: 18, 2: 17})
        put(position, (0, 20), 1)

    position = plays(duel("swamp sea", prepare=some), "stomp tud")
    assert position.odds() == {"tile balance 2": 1}
    plays(position, "tile balance 2")
    assert [seat.drawn["balance"].total() for seat in position.seats] == [1, 0, 35]
    assert position.to_move() == 1


def scored(prepare, deities="boo tud fiu", **more):
    def alone(position):
        vacate(position)
        prepare(position)

    position = scene(deities, alone, **more)
    return rows(position)


def test_regions():
    """A region of six is worth 12 to the one, 6 each in a tie; the Avatar counts 3, a Village 2, a Believer 1, inside too."""

    def some(position):
        row = lay(position, " ".join(["desert"] * 6))
        put(position, row[0], 0, 2)
        put(position, row[1], 1)
        position.table.avatars[2] = row[5]

    assert [row["regions"] for row in scored(some)] == [0, 0, 12]

    def tie(position):
        some(position)
        village(position, (2, 20), 1)

    assert [row["regions"] for row in scored(tie)] == [0, 6, 6]
    assert [row["villages"] for row in scored(tie)] == [0, 2, 0]

    def more(position):
        some(position)
        village(position, (2, 20), 1, 9, inside=1)

    found = scored(more)
    assert [row["regions"] for row in found] == [0, 12, 0]
    assert [row["villages"] for row in found] == [0, 4, 0]


def test_regions_are_cut_and_grown():
    def cut(position):
        row = lay(position, "sea sea sea sea")
        position.world.chasm = row[1]
        put(position, row[0], 0)
        put(position, row[3], 1)
        position.table.avatars[2] = row[1]

    assert [row["points"] for row in scored(cut)] == [2, 4, 0]

    def grown(position):
        row = lay(position, "sea swamp sea")
        position.world.overlays[row[1]] = "sea"
        put(position, row[0], 0)

    assert [row["points"] for row in scored(grown)] == [6, 0, 0]


def test_special_tiles():
    def some(position):
        lay(position, "s1 s2 s3")
        put(position, (0, 20), 0)
        put(position, (1, 20), 0)
        put(position, (1, 20), 1)
        put(position, (0, 0), 2)
        put(position, (2, 1), 2)

    assert [row["specials"] for row in scored(some)] == [4, 1, 0]
    assert [row["points"] for row in scored(some)] == [4, 1, 0]


def test_the_example_of_a_tie():
    """The later seat is better of equal ones."""
    position = plays(ending(squares=((4, 3, 2, 1, 1), (6, 5), (6, 5)), faith=0), "glory none / build / build")
    position = plays(ending(squares=((1, 1, 1, 1, 1), (6,), (3, 3)), faith=0), "glory 1")
    assert position.final == [6, 6, 6]
    assert position.ranks == [3, 2, 1]


def test_village_points():
    def some(position):
        row = lay(position, "s1 sea s2")
        village(position, row[1], 0, 9)

    for option, points in (("2-3-4", 4), ("3-4-5", 5), ("5-7-9", 9)):
        assert scored(some, village_points=option)[0]["villages"] == points
    assert scored(some, figures={"village_points": [1, 2, 7]})[0]["villages"] == 7


# ---- whole games ----


def sound(position):
    """What holds in every position."""
    table, n = position.table, len(position.seats)
    for seat, each in enumerate(position.seats):
        on_map = sum(table.loose_at(here, seat) for here in table.loose)
        on_map += sum(table.inside_at(here, seat) for here in table.inside)
        if seat in table.avatars:
            assert on_map + each.reserve + len(each.mat) == 6
        assert len(table.unbuilt(seat)) + sum(owner == seat for owner, _ in table.villages.values()) == 3
        for resource, level in each.levels.items():
            assert (1 if resource in ("glory", "steps") else 0) <= level <= FIGURES["tracks"][resource]
    assert len(set(table.avatars.values())) == len(table.avatars)
    assert not any(here == position.world.chasm for here in [*table.loose, *table.villages])
    assert all(position.world.terrain(here) for here in table.villages)
    assert set(table.inside) <= set(table.villages)
    assert all(position.world.on_map(here) for here in table.loose)
    for here, held in table.held.items():
        for owner, count in Counter(held.values()).items():
            assert count <= table.pieces_at(here, owner)
    assert sum(each.drawn["war"].total() for each in position.seats) <= 36
    glory = sum(len(each.glory) for each in position.seats) + position.supply.total()
    assert glory == 6 * n + 1
    if position.to_move() is None:
        assert position.phase == "over"
        assert sorted(position.ranks) == list(range(1, n + 1))
    else:
        assert position.legal()


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_whole_games(variant, seats):
    position = play_out(description(10 * variant + seats, seats, VARIANTS[variant]), variant, variant % 3 > 0, sound)
    assert position.to_move() is None
    again = Position.from_description(description(10 * variant + seats, seats, VARIANTS[variant]))
    for text in position.history:
        again.play(text)
    assert again.snapshot() == position.snapshot()


def test_illegal_steps_are_refused():
    position = scene()
    with pytest.raises(ValueError, match="is not legal here"):
        position.play("glory 1")
    with pytest.raises(ValueError, match="options"):
        Position(2, ["boo", "tud"], {"column": 4})
