"""The end of GodZ: what each seat's tiles, Villages, regions and special tiles are worth; from the rules alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.reference.godz_map import Hex
from tests.reference.godz_table import COSTS, FIGURES

if TYPE_CHECKING:
    from tests.reference.godz import Position

WEIGHTS = FIGURES["domination"]


def domination(game: Position, seat: int, hexes: set[Hex]) -> int:
    table = game.table
    believers = sum(table.believers_at(here, seat) for here in hexes)
    villages = sum(table.villages.get(here, (None, 0))[0] == seat for here in hexes)
    avatar = table.avatars.get(seat) in hexes
    return int(believers * WEIGHTS["believer"] + villages * WEIGHTS["village"] + avatar * WEIGHTS["avatar"])


def winners(game: Position, hexes: set[Hex]) -> list[int]:
    """Who dominates most; nobody where nobody is."""
    values = [domination(game, seat, hexes) for seat in range(len(game.seats))]
    return [seat for seat, value in enumerate(values) if value == max(values) and value > 0]


def rows(game: Position) -> list[dict[str, int]]:
    """For each seat the points and their parts, and the number of Glory and War tiles."""
    found = []
    for n, seat in enumerate(game.seats):
        built = [cost for owner, cost in game.table.villages.values() if owner == n]
        row = {
            "glory": sum(seat.glory),
            "war": sum(seat.drawn["war"].elements()),
            "balance": sum(seat.drawn["balance"].elements()),
            "villages": sum(game.figures["village_points"][COSTS.index(cost)] for cost in built),
            "regions": 0,
            "specials": 0,
        }
        found.append(row)
    for _, region in game.world.regions():
        first = winners(game, region)
        for seat in first:
            found[seat]["regions"] += len(region) * (2 if len(first) == 1 else 1)
    for k, special in enumerate(game.figures["specials"], 1):
        here = game.world.special(f"s{k}")
        first = winners(game, {here}) if here else []
        for seat in first:
            found[seat]["specials"] += special["star"] // (1 if len(first) == 1 else 2)
    return [{"points": sum(row.values()), **row, "squares": game.seats[n].squares()} for n, row in enumerate(found)]
