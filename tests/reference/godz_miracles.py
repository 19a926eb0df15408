"""The miracles of GodZ: what each may be aimed at and what it does; for the reference engine, from the rules alone."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tests.reference.godz_actions import Script, owner_of
from tests.reference.godz_map import DIRECTIONS, Hex, beyond, name, named
from tests.reference.godz_table import FIGURES

if TYPE_CHECKING:
    from tests.reference.godz import Position

COVER = {"sandstorm": "desert", "growth": "forest"}


def miracles(game: Position, seat: int) -> Script:
    """Each once in a turn, in any order, while Faith lasts."""
    mine = game.seats[seat]
    cast: set[str] = set()
    while True:
        open_ones = [
            miracle
            for miracle, (cost, deity) in FIGURES["miracles"].items()
            if deity in ("all", mine.deity)
            and cost <= mine.levels["faith"]
            and miracle not in cast
            and targets(game, seat, miracle)
        ]
        if not open_ones:
            return
        miracle = yield from game.ask(seat, "miracle", None, [*open_ones, "done"])
        if miracle == "done":
            return
        cast.add(miracle)
        mine.levels["faith"] -= FIGURES["miracles"][miracle][0]
        yield from _work(game, seat, miracle)


def targets(game: Position, seat: int, miracle: str) -> set[str]:
    """Texts of the step that follows the miracle's name; of `creation` the cells. Empty: it can't be cast."""
    mine, world, table = game.seats[seat], game.world, game.table
    if miracle in ("telekinesis", "seas", "sleds"):
        loose = [each for each in table.all_loose() if destinations(game, miracle, each[0])]
        return {f"who {name(here)} {game.seats[owner].deity}" for here, owner in loose}
    if miracle in ("flood", "demons", "trunklings"):
        reached = [each for each in table.all_loose() if _reaches(game, seat, miracle, each[0])]
        return {f"who {name(here)} {game.seats[owner].deity}" for here, owner in reached}
    if miracle == "creation":
        return cells(game) if game.stack else set()
    if miracle == "life":
        return {f"to {name(here)}" for here in world.hexes()} if "life" in mine.mat else set()
    if miracle == "dead":
        return {f"to {name(here)}" for here in world.all_of("swamp")} if mine.reserve else set()
    if miracle == "pestilence":
        opponents = [each for each in range(len(game.seats)) if each != seat]
        return {text for opponent in opponents for text in sacrifices(game, opponent)}
    if not mine.overlays:
        return set()
    normal = {here for here in world.hexes() if world.terrain(here)}
    if miracle == "earthquake":
        return {f"at {name(here)}" for here in normal - set(table.villages)}
    terrain = COVER[miracle]
    other = [here for here in normal if world.terrain(here) != terrain]
    return {f"at {name(here)}" for here in other if any(world.terrain(each) == terrain for each in world.around(here))}


def destinations(game: Position, miracle: str, here: Hex) -> set[Hex]:
    """Where a Believer of this hex may be sent."""
    world = game.world
    if miracle == "telekinesis":
        return set(world.around(here))
    if miracle == "sleds":
        if world.terrain(here) != "mountain":
            return set()
        return {there for there in (beyond(here, direction, 2) for direction in DIRECTIONS) if world.on_map(there)}
    if world.terrain(here) != "sea":
        return set()
    region = world.region(here)
    return {there for each in region for there in world.around(each)} - region


def _reaches(game: Position, seat: int, miracle: str, here: Hex) -> bool:
    """Whether a Believer of this hex may be removed."""
    world, table = game.world, game.table
    if miracle == "flood":
        return sum(world.terrain(each) == "sea" for each in world.around(here)) >= 2
    if miracle == "demons":
        return any(world.terrain(each) == "desert" and table.believers_at(each, seat) for each in world.around(here))
    return world.terrain(here) == "forest" and any(table.believers_at(each, seat) for each in world.region(here))


def sacrifices(game: Position, opponent: int) -> list[str]:
    return [f"lose {name(here)}" for here in game.table.loose_hexes(opponent) if game.world.terrain(here) == "swamp"]


def _work(game: Position, seat: int, miracle: str) -> Script:
    table, mine = game.table, game.seats[seat]
    aim = {"miracle": miracle}
    if miracle == "creation":
        text = yield from game.nature("stack", aim, {f"tile {tile}": n for tile, n in game.stack.items()})
        tile = text.split()[1]
        game.stack -= Counter([tile])
        text = yield from game.ask(seat, "lay", {"tile": tile}, cells(game))
        game.world.tiles[named(text.split()[1])] = tile
    elif miracle == "pestilence":
        for opponent in game.clockwise(seat)[1:]:
            options = sacrifices(game, opponent)
            if options:
                text = options[0] if len(options) == 1 else (yield from game.ask(opponent, "lose", aim, options))
                table.to_reserve(named(text.split()[1]), opponent)
    elif miracle in ("life", "dead"):
        text = yield from game.ask(seat, "to", aim, targets(game, seat, miracle))
        if miracle == "life":
            mine.mat.remove("life")
        else:
            mine.reserve -= 1
        table.put(named(text.split()[1]), seat)
    elif miracle in COVER or miracle == "earthquake":
        text = yield from game.ask(seat, "at", aim, targets(game, seat, miracle))
        here = named(text.split()[1])
        mine.overlays -= 1
        if miracle == "earthquake":
            game.world.chasm = here
            yield from game.compensate(table.clear(here))
        else:
            game.world.overlays[here] = COVER[miracle]
            yield from game.draw(seat, "balance")
    else:
        _, place, deity = (yield from game.ask(seat, "who", aim, targets(game, seat, miracle))).split()
        here, owner = named(place), owner_of(game, deity)
        if miracle in ("flood", "demons", "trunklings"):
            table.to_reserve(here, owner)
            return
        ways = [f"to {name(there)}" for there in destinations(game, miracle, here)]
        text = yield from game.ask(seat, "to", aim | {"hex": place, "owner": deity}, ways)
        table.move(here, owner, named(text.split()[1]))


def cells(game: Position) -> set[str]:
    """Where a new tile may be laid."""
    return {f"lay {name(cell)}" for cell in game.world.open_cells(game.on("chasm_counts"))}
