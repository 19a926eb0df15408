"""Phase 3 of GodZ, resources for the next turn; for the reference engine, from the rules alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.reference.godz_actions import Script
from tests.reference.godz_map import RESOURCES, TERRAINS, Hex, name
from tests.reference.godz_table import COSTS, FIGURES

if TYPE_CHECKING:
    from tests.reference.godz import Position

EXTRA = {"glu": ("sea", "food"), "fiu": ("forest", "building")}  # what A'Tuà and Rocky give where they are


def resources(game: Position, seat: int) -> Script:
    mine, table = game.seats[seat], game.table
    mine.levels = dict.fromkeys(RESOURCES, FIGURES["start_level"])
    avatar = table.avatars[seat]
    fidus = _fidus(game, seat)
    choice = fidus if game.options["fidus"] == "one" else None
    for here in producing(game, game.world.hexes()):
        if table.pieces_at(here, seat) and here != choice:
            mine.gain(TERRAINS[str(game.world.terrain(here))])
    if mine.deity in EXTRA:
        terrain, more = EXTRA[mine.deity]
        if game.world.terrain(avatar) == terrain and (avatar not in table.villages or game.on("power_on_village")):
            mine.gain(more)
    if fidus and not choice:
        mine.gain("food")
    yield from _icons(game, seat)
    for cost in COSTS:
        village = table.village_of(seat, cost)
        if village:
            near = producing(game, game.world.around(village))
            yield from _one_of(game, seat, village, {TERRAINS[str(game.world.terrain(here))] for here in near})
    if choice:
        yield from _one_of(game, seat, choice, {"faith", "food"})


def producing(game: Position, hexes: list[Hex]) -> list[Hex]:
    """Those that are normal and have no Village."""
    return [here for here in hexes if game.world.terrain(here) and here not in game.table.villages]


def _fidus(game: Position, seat: int) -> Hex | None:
    """Where Fidus may turn a desert's Faith into Food."""
    here = game.table.avatars[seat]
    at_work = game.seats[seat].deity == "bau" and game.world.terrain(here) == "desert" and here not in game.table.villages
    return here if at_work else None


def _icons(game: Position, seat: int) -> Script:
    """Hex by hex, on each in the order of its icons; taking none or not all is allowed."""
    table, mine = game.table, game.seats[seat]
    table.free_own_icons(seat)
    for kind, icons in table.icons.items():
        here = game.world.special(kind)
        if here is None:
            continue
        pieces, first = table.pieces_at(here, seat), 0
        while True:
            open_ones = [n for n in table.free_icons(here) if n >= first]
            if not pieces or not open_ones:
                break
            options = {f"icon {name(here)} {icons[n]}" for n in open_ones} | {"done"}
            text = yield from game.ask(seat, "icon", {"hex": name(here)}, options)
            if text == "done":
                break
            taken = next(n for n in open_ones if icons[n] == text.split()[2])
            table.held.setdefault(here, {})[taken] = seat
            mine.gain(icons[taken])
            pieces, first = pieces - 1, taken + 1


def _one_of(game: Position, seat: int, here: Hex, kinds: set[str]) -> Script:
    """One unit of one of these; no step where there is no choice."""
    mine = game.seats[seat]
    if not kinds or all(mine.full(kind) for kind in kinds):
        return
    if len(kinds) == 1:
        mine.gain(*kinds)
        return
    text = yield from game.ask(seat, "yield", {"hex": name(here)}, [f"yield {name(here)} {kind}" for kind in kinds])
    mine.gain(text.split()[2])
