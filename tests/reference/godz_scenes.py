"""Positions of the reference engine of GodZ made by hand, for its tests."""

from tests.reference.godz import Position
from tests.reference.godz_map import beyond

HOMES = ["2,1 e", "-3,2 e", "1,-3 e", "-2,-1 e", "-1,3 e"]
LEVELS = ("glory", "steps", "faith", "building", "food")


def scene(deities="boo tud fiu", prepare=None, seat=0, column=0, **more):
    """A game after the Homes, in the turn of a seat; prepare(position) changes what lies around before its first step."""
    who = deities.split()
    figures = more.pop("figures", None)
    levels = {key: more.pop(key) for key in LEVELS if key in more}
    position = Position(len(who), who, more, figures)
    for home in HOMES[: len(who)]:
        position.play(f"home {home}")
    position.active = seat
    position.seats[seat].column = column
    position.seats[seat].levels.update(levels)
    if prepare:
        prepare(position)
    position.begin()
    return position


def plays(position, line):
    for text in line.split(" / "):
        position.play(text)
    return position


def lay(position, terrains, start=(0, 20)):
    """A row of hexes to the east, far from all others unless told."""
    hexes = [beyond(start, "e", n) for n in range(len(terrains.split()))]
    position.world.tiles |= dict(zip(hexes, terrains.split(), strict=True))
    return hexes


def put(position, here, seat, n=1):
    for _ in range(n):
        position.table.put(here, seat)


def vacate(position):
    """All Believers and Avatars off the map."""
    position.table.loose.clear()
    position.table.avatars.clear()


def hexes_of(position, word):
    return {text.split()[1] for text in position.legal() if text.startswith(word)}


def starting(position, word):
    return [text for text in position.legal() if text.split()[0] == word]


def village(position, here, seat, cost=5, inside=0):
    position.table.villages[here] = (seat, cost)
    if inside:
        position.table.inside[here] = inside


def duel(terrains="sea sea sea sea sea", mine=0, other=1, third=None, prepare=None, deities="boo tud fiu", **more):
    """Avatars on a row of hexes: of seat 0, of seat 1 and perhaps of seat 2; all Believers off the map."""

    def meet(position):
        vacate(position)
        row = lay(position, terrains)
        position.table.avatars = {0: row[mine], 1: row[other], 2: row[third] if third is not None else (1, -3)}
        if prepare:
            prepare(position)

    return plays(scene(deities, meet, **more), "avatar")
