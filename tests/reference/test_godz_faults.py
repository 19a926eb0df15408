"""One rule changed on one side: the lock-step of GodZ must stop at each. The reference is the side that errs."""

import sys
import types
from pathlib import Path

import pytest

from tests.reference import godz_differential
from tests.reference.differential import DifferenceError
from tests.reference.godz_differential import compare
from tests.reference.godz_play import VARIANTS, Chooser, description, of_terrain

MODULES = ("map", "table", "actions", "miracles", "resources", "score", "")  # in the order in which they import each other

FAULTS = {
    # the map
    "Homes straight on": ("map", "== 3} - straight", "== 3}"),
    "fallback Homes at the first one only": ("map", "list(self.palaces.values())", "list(self.palaces.values())[:1]"),
    "Homes turn the other way": ("map", "names[(turn + n) % 6]", "names[(turn - n) % 6]"),
    "the Chasm is entered": ("map", "return here in self.tiles and here != self.chasm", "return here in self.tiles"),
    "a tile beside one hex": ("map", "for each in beside(cell)) >= 2", "for each in beside(cell)) >= 1"),
    "the Chasm always counts for a tile": ("map", "if chasm_counts else", "if True else"),
    "the Chasm never counts for a tile": ("map", "if chasm_counts else", "if False else"),
    "overlays are not seen": ("map", "self.overlays.get(here, self.tiles[here])", "self.tiles[here]"),
    # Believers
    "deploying is free": ("actions", '        mine.levels["faith"] -= 1\n', '        mine.levels["faith"] -= word != "deploy"\n'),
    "no Believer deployed where Villages are": ("actions", '["deploy"] if mine.reserve', '["deploy"] if mine.reserve > 1'),
    "war with one less": ("actions", '0 < game.path["war"][column] <= strong', '0 < game.path["war"][column] <= strong + 1'),
    "war without those inside": (
        "actions",
        "strong = table.believers_at(here, seat)",
        "strong = table.loose_at(here, seat)",
    ),
    "siege with one less": (
        "actions",
        '0 < game.path["siege"][column] <= strong',
        '0 < game.path["siege"][column] <= strong + 1',
    ),
    "siege of those inside": ("actions", "and not game.table.inside.get(here)", ""),
    "bonuses of the column left": ("actions", "column = mine.column - 1", "column = mine.column - 2"),
    "points are always kept": ("actions", 'elif game.on("interleave"):', "elif True:"),
    "points are never kept": ("actions", 'elif game.on("interleave"):', "elif False:"),
    "entering without the option": ("actions", 'game.on("enter_village") and', ""),
    "no leaving": ("actions", "for here in table.inside_hexes(seat):", "for here in []:"),
    # the Avatar
    "a stomp without a tile": ("actions", "owed = Counter([victim])", "owed = Counter()"),
    "Martin on any hex": (
        "actions",
        'if mine.deity == "boo" and game.world.terrain(here) == "swamp":',
        'if mine.deity == "boo":',
    ),
    "Martin not on Villages": (
        "actions",
        'game.world.terrain(here) == "swamp":',
        'game.world.terrain(here) == "swamp" and here not in table.villages:',
    ),
    "Martin's pushes pay always": ("actions", 'game.on("martin_push") and', ""),
    "Martin's pushes pay for his own": ("actions", "owed.total() - owed[seat]", "owed.total()"),
    "Balance before War": (
        "actions",
        '            yield from game.draw(seat, "war")\n            yield from game.compensate(Counter([victim]))',
        '            yield from game.compensate(Counter([victim]))\n            yield from game.draw(seat, "war")',
    ),
    "a laid Avatar always acts": ("actions", 'if laid and not game.on("laid_acts"):', "if False:"),
    "a laid Avatar never acts": ("actions", 'if laid and not game.on("laid_acts"):', "if laid:"),
    "standing up is free": ("actions", "gained -= 1", "gained -= 0"),
    "a pushed Avatar stands": ("actions", "table.laid.add(pushed)", "pass"),
    "the Prophet a column earlier": ("actions", "mine.column == game.last_column", "mine.column >= game.last_column - 1"),
    "the Prophet twice": ("actions", 'mine.mat.remove("prophet")', "pass"),
    "pushed onto a third": ("actions", "world.on_map(one) and table.avatar_at(one) is None", "world.on_map(one)"),
    "all push two": ("actions", 'game.seats[seat].deity == "tud" and', ""),
    "Torg needs the hex between free": (
        "actions",
        "world.on_map(one) and world.on_map(two)",
        "world.on_map(one) and table.avatar_at(one) is None and world.on_map(two)",
    ),
    "a push crushes nobody": ("actions", "owed = table.clear(landing)", "owed = Counter()"),
    "the pusher loses none": ("actions", "owed = table.clear(landing)", "owed = table.clear(landing) - Counter({seat: 9})"),
    # Build
    "the bonus is left": ("actions", 'mine.levels["building"] -= max(cost - bonus, 0)', 'mine.levels["building"] -= cost'),
    "one less to build": ("actions", "+ bonus < costs[0]", "+ bonus + 1 < costs[0]"),
    "any Believer gives the right": ("actions", "or table.loose_at(here, seat)]", "or table.loose.get(here)]"),
    "the 9-Village needs a Believer": ("actions", "if waived or table", "if table"),
    "the 9-Village comes alone": ("actions", "table.inside[here] = 1", "mine.reserve += 1"),
    "all go inside": ("actions", "for _ in range(int(text.split()[1])):", "for _ in range(loose):"),
    # miracles
    "the same miracle twice": ("miracles", "cast.add(miracle)", "pass"),
    "miracles of others": ("miracles", 'deity in ("all", mine.deity)', "deity != 'none'"),
    "special tiles turn up as others do": ("miracles", 'f"tile {tile}": n for', 'f"tile {tile}": 1 for'),
    "life again and again": ("miracles", 'mine.mat.remove("life")', "pass"),
    "the dead rise on Villages no more": (
        "miracles",
        'world.all_of("swamp")}',
        'world.all_of("swamp") if here not in table.villages}',
    ),
    "Pestilence the other way round": ("miracles", "game.clockwise(seat)[1:]", "game.clockwise(seat)[:0:-1]"),
    "Pestilence spares the lonely": ("miracles", "options[0] if len(options) == 1 else", ""),
    "within the sea": ("miracles", "world.around(each)} - region", "world.around(each)} - {here}"),
    "from the hex alone": ("miracles", "region = world.region(here)", "region = {here}"),
    "Flood from one sea": ("miracles", "for each in world.around(here)) >= 2", "for each in world.around(here)) >= 1"),
    "no tile for an overlay": (
        "miracles",
        'game.world.overlays[here] = COVER[miracle]\n            yield from game.draw(seat, "balance")',
        "game.world.overlays[here] = COVER[miracle]",
    ),
    "overlays not on Villages": (
        "miracles",
        "other = [here for here in normal if",
        "other = [here for here in normal - set(table.villages) if",
    ),
    "overlays without end": ("miracles", "mine.overlays -= 1", 'mine.overlays -= miracle == "earthquake"'),
    "overlays far from their kind": ("miracles", "any(world.terrain(each) == terrain for each in world.around(here))}", "True}"),
    "Demons on the own desert": (
        "miracles",
        "table.believers_at(each, seat) for each in world.around(here))",
        "table.believers_at(each, seat) for each in [*world.around(here), here])",
    ),
    "Demons need a loose one": (
        "miracles",
        '== "desert" and table.believers_at(each',
        '== "desert" and table.loose_at(each',
    ),
    "Sleds need a way": (
        "miracles",
        'if world.on_map(there)}\n    if world.terrain(here) != "sea"',
        'if set(world.around(there)) & set(world.around(here))}\n    if world.terrain(here) != "sea"',
    ),
    "Earthquake on Villages": ("miracles", "for here in normal - set(table.villages)}", "for here in normal}"),
    "Earthquake pays nothing": ("miracles", "yield from game.compensate(table.clear(here))", "table.clear(here)"),
    "Trunklings need another": (
        "miracles",
        "for each in world.region(here))",
        "for each in world.region(here) if each != here)",
    ),
    # resources
    "each piece earns": (
        "resources",
        "if table.pieces_at(here, seat) and here != choice:\n            mine",
        "for _ in range(table.pieces_at(here, seat) if here != choice else 0):\n            mine",
    ),
    "Villages earn below": (
        "resources",
        "if game.world.terrain(here) and here not in game.table.villages]",
        "if game.world.terrain(here)]",
    ),
    "A'Tuà and Rocky on Villages": ("resources", 'avatar not in table.villages or game.on("power_on_village")', "True"),
    "A'Tuà and Rocky never on Villages": ("resources", ' or game.on("power_on_village")', ""),
    "Fidus on Villages": ("resources", " and here not in game.table.villages\n    return here if", "\n    return here if"),
    "Fidus gives both": ("resources", 'if game.options["fidus"] == "one" else None', "if False else None"),
    "Fidus never gives both": ("resources", 'if game.options["fidus"] == "one" else None', "if True else None"),
    "icons in any order": ("resources", "pieces, first = pieces - 1, taken + 1", "pieces, first = pieces - 1, 0"),
    "icons without end": ("resources", "pieces, first = pieces - 1, taken + 1", "first = taken + 1"),
    "icons are kept": ("resources", "    table.free_own_icons(seat)\n", ""),
    "icons of others are free": ("table", "if n not in self.held.get(here, {})]", "]"),
    "who leaves keeps the last icon": (
        "table",
        "own[self.pieces_at(here, owner) :]",
        "own[: max(len(own) - self.pieces_at(here, owner), 0)]",
    ),
    "icons are kept by who leaves": ("table", "own[self.pieces_at(here, owner) :]", "own[9:]"),
    "Villages by their place": ("resources", "for cost in COSTS:", "for cost in reversed(COSTS):"),
    # the end
    "the Avatar dominates with two": ("score", 'avatar * WEIGHTS["avatar"]', "avatar * 2"),
    "a Village dominates with one": ("score", 'villages * WEIGHTS["village"]', "villages"),
    "those inside don't dominate": ("score", "table.believers_at(here, seat)", "table.loose_at(here, seat)"),
    "tied regions in full": ("score", "len(region) * (2 if len(first) == 1 else 1)", "len(region) * 2"),
    "tied specials rounded up": (
        "score",
        'special["star"] // (1 if len(first) == 1 else 2)',
        '-(-special["star"] // (1 if len(first) == 1 else 2))',
    ),
    "nobody dominates too": ("score", "and value > 0]", "]"),
    "the first wins ties": ("", "order = [(points, seat)", "order = [(points, -seat)"),
    "the best tile always": ("", 'if self.on("lower_glory") else', "if False else"),
    "lower tiles always": ("", 'if self.on("lower_glory") else', "if True else"),
    "the 9 for six": ("", "if total == 7 and self.supply[9]", "if total >= 6 and self.supply[9]"),
    "Glory without the penalty": ("", ' - self.path["penalty"][mine.column - 1]', ""),
    "seven squares": ("", 'FIGURES["square_tiles_to_end"] for', 'FIGURES["square_tiles_to_end"] + 1 for'),
    "the round is always finished": ("", 'and (last or not self.on("last_round"))', "and last"),
    "the round is never finished": ("", 'and (last or not self.on("last_round"))', ""),
    "the cap within the round": ("", "self.capped = last and self.round", "self.capped = self.round"),
    "tiles go round by seats": ("", "in self.clockwise(self.active):", "in self.clockwise(0):"),
    "tiles come back": ("", "left -= each.drawn[kind]", "pass"),
}

# Games in which the rule matters soon: steps to look at, seed, seats, number of the options, words that all like,
# seat 0's deity, terrains of all rings.
GAMES: dict[str, tuple[int, int, int, int, str, str, str]] = {
    "Homes straight on": (0, 7000, 2, 4, "", "", ""),
    "fallback Homes at the first one only": (4, 20051, 5, 0, "", "", ""),
    "Homes turn the other way": (0, 7000, 2, 4, "", "", ""),
    "the Chasm is entered": (223, 9027, 5, 3, "", "", ""),
    "a tile beside one hex": (15, 7000, 2, 4, "", "", ""),
    "the Chasm always counts for a tile": (437, 9701, 3, 4, "earthquake creation", "tud", ""),
    "the Chasm never counts for a tile": (649, 9035, 5, 0, "", "", ""),
    "overlays are not seen": (44, 7000, 2, 4, "", "", ""),
    "deploying is free": (67, 7001, 3, 4, "", "", ""),
    "no Believer deployed where Villages are": (66, 7001, 3, 4, "", "", ""),
    "war with one less": (120, 7002, 4, 4, "", "", ""),
    "war without those inside": (362, 9028, 2, 4, "", "", ""),
    "siege with one less": (235, 7008, 2, 0, "", "", ""),
    "siege of those inside": (242, 7013, 3, 1, "", "", ""),
    "bonuses of the column left": (83, 7002, 4, 4, "", "", ""),
    "points are always kept": (21, 7000, 2, 4, "", "", ""),
    "points are never kept": (14, 7004, 2, 5, "", "", ""),
    "entering without the option": (58, 7000, 2, 4, "", "", ""),
    "no leaving": (58, 7000, 2, 4, "", "", ""),
    "a stomp without a tile": (223, 7003, 5, 4, "", "", ""),
    "Martin on any hex": (203, 8205, 3, 4, "avatar walk step stomp", "boo", ""),
    "Martin not on Villages": (353, 50004, 2, 4, "", "boo", "swamp forest"),
    "Martin's pushes pay always": (114, 61024, 2, 3, "avatar walk step deploy", "boo", "forest swamp sea"),
    "Martin's pushes pay for his own": (145, 61012, 2, 4, "avatar walk step deploy", "boo", "forest swamp sea"),
    "Balance before War": (352, 9004, 2, 4, "", "", ""),
    "a laid Avatar always acts": (198, 9067, 5, 3, "", "", ""),
    "a laid Avatar never acts": (83, 7007, 5, 5, "", "", ""),
    "standing up is free": (84, 7007, 5, 5, "", "", ""),
    "a pushed Avatar stands": (64, 7003, 5, 4, "", "", ""),
    "the Prophet a column earlier": (44, 7002, 4, 4, "", "", ""),
    "the Prophet twice": (36, 7000, 2, 4, "", "", ""),
    "pushed onto a third": (64, 7003, 5, 4, "", "", ""),
    "all push two": (93, 7015, 5, 1, "", "", ""),
    "Torg needs the hex between free": (185, 7015, 5, 1, "", "", ""),
    "a push crushes nobody": (80, 7015, 5, 1, "", "", ""),
    "the pusher loses none": (221, 8202, 4, 0, "avatar walk step stomp", "boo", ""),
    "the bonus is left": (28, 7000, 2, 4, "", "", ""),
    "one less to build": (18, 7001, 3, 4, "", "", ""),
    "any Believer gives the right": (25, 7000, 2, 4, "", "", ""),
    "the 9-Village needs a Believer": (97, 9041, 3, 3, "", "", ""),
    "the 9-Village comes alone": (100, 9041, 3, 3, "", "", ""),
    "all go inside": (28, 7000, 2, 4, "", "", ""),
    "the same miracle twice": (49, 7000, 2, 4, "", "", ""),
    "miracles of others": (42, 7000, 2, 4, "", "", ""),
    "special tiles turn up as others do": (14, 7000, 2, 4, "", "", ""),
    "life again and again": (272, 7005, 3, 5, "", "", ""),
    "the dead rise on Villages no more": (194, 9052, 2, 4, "", "", ""),
    "Pestilence the other way round": (432, 60005, 3, 0, "pestilence believers march move", "boo", "swamp desert"),
    "Pestilence spares the lonely": (198, 7005, 3, 5, "", "", ""),
    "within the sea": (227, 7004, 2, 5, "", "", ""),
    "from the hex alone": (227, 7004, 2, 5, "", "", ""),
    "Flood from one sea": (158, 7004, 2, 5, "", "", ""),
    "no tile for an overlay": (44, 7000, 2, 4, "", "", ""),
    "overlays not on Villages": (43, 7000, 2, 4, "", "", ""),
    "overlays without end": (44, 7000, 2, 4, "", "", ""),
    "overlays far from their kind": (43, 7000, 2, 4, "", "", ""),
    "Demons on the own desert": (39, 8108, 2, 3, "demons sandstorm build village inside", "bau", ""),
    "Demons need a loose one": (491, 9023, 5, 4, "", "", ""),
    "Sleds need a way": (105, 7000, 2, 4, "", "", ""),
    "Earthquake on Villages": (219, 9027, 5, 3, "", "", ""),
    "Earthquake pays nothing": (428, 9701, 3, 4, "earthquake creation", "tud", ""),
    "Trunklings need another": (365, 20019, 5, 0, "", "", ""),
    "each piece earns": (20, 7000, 2, 4, "", "", ""),
    "Villages earn below": (32, 7000, 2, 4, "", "", ""),
    "A'Tuà and Rocky on Villages": (32, 20004, 2, 5, "", "", ""),
    "A'Tuà and Rocky never on Villages": (104, 53017, 3, 3, "build village creation", "glu", "sea forest"),
    "Fidus on Villages": (471, 20050, 4, 0, "", "", ""),
    "Fidus gives both": (84, 7013, 3, 1, "", "", ""),
    "Fidus never gives both": (95, 7005, 3, 5, "", "", ""),
    "icons in any order": (253, 9608, 2, 0, "", "", ""),
    "icons without end": (52, 7001, 3, 4, "", "", ""),
    "icons are kept": (64, 7001, 3, 4, "", "", ""),
    "icons of others are free": (81, 7002, 4, 4, "", "", ""),
    "who leaves keeps the last icon": (372, 20054, 4, 5, "", "", ""),
    "icons are kept by who leaves": (92, 7002, 4, 4, "", "", ""),
    "Villages by their place": (105, 7008, 2, 0, "", "", ""),
    "the Avatar dominates with two": (75, 7014, 4, 1, "", "", ""),
    "a Village dominates with one": (75, 7014, 4, 1, "", "", ""),
    "those inside don't dominate": (75, 7010, 4, 0, "", "", ""),
    "tied regions in full": (75, 7000, 2, 4, "", "", ""),
    "tied specials rounded up": (250, 64142, 4, 3, "", "", ""),
    "nobody dominates too": (0, 7000, 2, 4, "", "", ""),
    "the first wins ties": (911, 9502, 4, 5, "", "", ""),
    "the best tile always": (41, 7000, 2, 4, "", "", ""),
    "lower tiles always": (139, 7007, 5, 5, "", "", ""),
    "the 9 for six": (159, 54002, 4, 0, "", "", "swamp"),
    "Glory without the penalty": (11, 7000, 2, 4, "", "", ""),
    "seven squares": (1011, 9506, 4, 4, "", "", ""),
    "the round is always finished": (609, 9611, 5, 0, "", "", ""),
    "the round is never finished": (998, 9506, 4, 4, "", "", ""),
    "the cap within the round": (241, 7012, 2, 1, "", "", ""),
    "tiles go round by seats": (632, 20086, 4, 5, "", "", ""),
    "tiles come back": (101, 7000, 2, 4, "", "", ""),
}


def err(monkeypatch, file, right, wrong):
    """The reference made anew, with one text of its source changed, for the lock-step to use."""
    count = 0
    for part in MODULES:
        full = f"tests.reference.{'_'.join(filter(None, ('godz', part)))}"
        path = Path(__file__).parent / f"{full.rpartition('.')[2]}.py"
        source = path.read_text(encoding="utf-8")
        if part == file:
            count = source.count(right)
            source = source.replace(right, wrong)
        module = types.ModuleType(full)
        module.__file__ = str(path)
        monkeypatch.setitem(sys.modules, full, module)
        exec(compile(source, str(path), "exec"), module.__dict__)
    assert count == 1, f"{count} times in {file}: {right}"
    monkeypatch.setattr(godz_differential, "Position", sys.modules["tests.reference.godz"].Position)
    monkeypatch.setattr(godz_differential, "rows", sys.modules["tests.reference.godz_score"].rows)


def case(fault):
    """Set-up and player of the fault's game, and how far to play it."""
    steps, seed, seats, variant, likes, first, terrains = GAMES[fault]
    setup = description(seed, seats, VARIANTS[variant])
    if first and setup["deities"]:
        setup["deities"] = [first, *(deity for deity in setup["deities"] if deity != first)][:seats]
    setup = of_terrain(setup, terrains) if terrains else setup
    more = {"setup": setup, "choose": Chooser(seed, True, likes.split()), "most": steps, "wild": True}
    return (seed, seats, True, None, "plain"), more


@pytest.mark.parametrize("fault", FAULTS)
def test_a_changed_rule_is_noticed(monkeypatch, fault):
    given, more = case(fault)
    err(monkeypatch, *FAULTS[fault])
    with pytest.raises(DifferenceError):
        compare(*given, **more)


@pytest.mark.parametrize("fault", {game: fault for fault, game in sorted(GAMES.items(), key=lambda each: each[1])}.values())
def test_without_a_fault_the_same_games_agree(fault):
    given, more = case(fault)
    assert compare(*given, snapshots=0.2, **more) <= GAMES[fault][0]
