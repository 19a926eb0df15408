"""What the rules' lists leave out loses nothing: compared with lists without the reduction; and facts of the geometry."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from mutapa.core.godz.figures import RESOURCES
from tests.core.godz.positions import Scene, scene_of
from tests.core.godz.test_miracles import around

FIVE = ("boo", "glu", "bau", "tud", "fiu")


def ends(s: Scene, *phases: str) -> list[Scene]:
    """Every position in which these phases are left, each once."""
    open_, seen, found = [s], {s.state.words.tobytes()}, []
    while open_:
        at = open_.pop()
        if at["phase"] not in phases:
            found.append(at)
            continue
        for text in at.legal:
            after = at.copy().play(text)
            mark = after.state.words.tobytes()
            if mark not in seen:
                seen.add(mark)
                open_.append(after)
    return found


@pytest.mark.parametrize("pieces", [1, 2, 3])
def test_icons_in_order_reach_every_set(pieces: int) -> None:
    """An icon after another only in the tile's order: all sets of as many icons as pieces still come about, each once."""
    s = scene_of().put("boo", *["0,0"] * pieces).avatar("boo", "2,1").skip("boo")
    found = [tuple(end["icons"].get("0,0", {})) for end in ends(s, "icon")]
    sets = [each for n in range(pieces + 1) for each in combinations(RESOURCES, n)]
    assert sorted(found) == sorted(sets)


def test_villages_by_resource_reach_what_villages_by_hex_reach() -> None:
    s = scene_of().away("boo").avatar("boo", "2,1").village("boo", "5", "1,0").village("boo", "7", "0,-1")
    kinds = s["map"]
    gives = [[kinds[name] for name in around(at) if name in kinds and name not in ("1,0", "0,-1") and kinds[name] in KINDS]
             for at in ("1,0", "0,-1")]
    by_hex = {tuple(1 + (KINDS[a] == i) + (KINDS[b] == i) for i in range(5)) for a, b in product(*gives)}
    assert {tuple(end.mine("boo")["levels"]) for end in ends(s.skip("boo"), "yield")} == by_hex


KINDS = {"swamp": 0, "sea": 1, "desert": 2, "mountain": 3, "forest": 4}


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_standing_up_by_itself_loses_nothing(steps: int) -> None:
    """Walking laid ends where walking with a point less ends; to pay and stay laid would only lose the Food."""
    laid = plain().avatar("boo", "0,0", 1).levels("boo", food=1, steps=steps).turn("boo").play("avatar / walk")
    found = {tuple(end["avatars"]["boo"]) for end in ends(laid, "walk")}
    assert found == {(name, False) for name in within("0,0", steps - 1)}


def within(name: str, n: int) -> set[str]:
    """Hexes at most `n` steps off, all of them on the map or not."""
    found = {name}
    for _ in range(n):
        found |= {cell for each in found for cell in around(each)}
    return found


def test_a_full_village_needs_no_step() -> None:
    """Where every gift is at its maximum, giving any of them would change nothing."""
    hexes = ("1,-1", "0,-1", "-1,0", "-1,1", "0,1", "1,0")
    s = scene_of().grounds("sea", *hexes[:3]).grounds("forest", *hexes[3:]).put("boo", *hexes).avatar("boo", "2,1")
    s.village("boo", "5", "3,0").grounds("forest", "2,0").grounds("sea", "3,1")
    without = s.copy().set("five", 0, 0).skip("boo")
    assert s.skip("boo").mine("boo")["levels"] == without.mine("boo")["levels"] == [1, 4, 1, 1, 4]


# --- the geometry -------------------------------------------------------------------------------------------------------


def plain() -> Scene:
    """A whole hexagon of radius 4: five Homes and nineteen tiles."""
    s = scene_of(*FIVE)
    gaps = sorted(within("0,0", 4) - set(s["map"]))
    assert len(gaps) == 61 - 42
    kinds = [kind for kind, n in s["stack"].items() if kind != "special" for _ in range(n)]
    for name, kind in zip(gaps, kinds, strict=False):
        s.tile(name, kind)
    return s


def arrangements(s: Scene) -> set[frozenset[tuple[str, int]]]:
    """Where boo's Believers may be at any moment of a march."""
    open_, seen, found = [s], {s.state.words.tobytes()}, set()
    while open_:
        at = open_.pop()
        found.add(frozenset((name, n["boo"]) for name, n in at["believers"].items() if "boo" in n))
        for text in at.legal_of("move"):
            after = at.copy().play(text)
            if after.state.words.tobytes() not in seen:
                seen.add(after.state.words.tobytes())
                open_.append(after)
    return found


@pytest.mark.parametrize(("places", "points", "count"), [
    (("0,0",), 1, 7), (("0,0",), 2, 19), (("0,0",), 4, 61),
    (("2,1", "-1,3", "-3,2"), 1, 19), (("2,1", "-1,3", "-3,2", "-2,-1", "1,-3"), 1, 31),
])
def test_ends_of_the_move_part(places: tuple[str, ...], points: int, count: int) -> None:
    """Believers far apart, so that none stands where another could."""
    s = plain().put("boo", *places, *["reserve"] * (3 - len(places))).levels("boo", faith=1, steps=1)
    s.turn("boo").play("believers / march").set("points", points)
    assert len(arrangements(s)) == count
