"""The map of GodZ: hexes, tiles, terrain, regions, for the reference engine, from the rules alone.

A hex is a pair (q, r): q grows to the east, r to the south-east. Directions run clockwise from the east.
"""

from __future__ import annotations

from collections.abc import Iterator

Hex = tuple[int, int]

RESOURCES = ("glory", "steps", "faith", "building", "food")
TERRAINS = dict(zip(("swamp", "sea", "desert", "mountain", "forest"), RESOURCES, strict=True))  # what each gives
DIRECTIONS: dict[str, Hex] = {"e": (1, 0), "se": (0, 1), "sw": (-1, 1), "w": (-1, 0), "nw": (0, -1), "ne": (1, -1)}


def beyond(here: Hex, direction: str, steps: int = 1) -> Hex:
    q, r = DIRECTIONS[direction]
    return here[0] + steps * q, here[1] + steps * r


def beside(here: Hex) -> list[Hex]:
    return [beyond(here, direction) for direction in DIRECTIONS]


def distance(a: Hex, b: Hex) -> int:
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


def flower(centre: Hex) -> list[Hex]:
    """The seven hexes of a large tile."""
    return [centre, *beside(centre)]


def places_around(centre: Hex) -> set[Hex]:
    """Centres of large tiles that touch one at `centre` with two sides or more: those at distance 3, not straight on."""
    near = {(centre[0] + q, centre[1] + r) for q in range(-3, 4) for r in range(-3, 4)}
    straight = {beyond(centre, direction, 3) for direction in DIRECTIONS}
    return {place for place in near if distance(place, centre) == 3} - straight


def name(here: Hex) -> str:
    return f"{here[0]},{here[1]}"


def named(text: str) -> Hex:
    q, r = text.split(",")
    return int(q), int(r)


class World:
    """What lies where. `tiles` has every hex of the map, the one under the Chasm too; overlays lie upon it."""

    def __init__(self, ring: list[str]) -> None:
        self.tiles: dict[Hex, str] = {}
        self.overlays: dict[Hex, str] = {}
        self.chasm: Hex | None = None
        self.palaces: dict[str, Hex] = {}
        self.lay_large((0, 0), "vortex", ring, "e")

    def lay_large(self, centre: Hex, middle: str, ring: list[str], first: str) -> None:
        """A large tile turned so that entry 0 of its ring lies in direction `first`."""
        names = list(DIRECTIONS)
        turn = names.index(first)
        self.tiles[centre] = middle
        for n, terrain in enumerate(ring):
            self.tiles[beyond(centre, names[(turn + n) % 6])] = terrain

    def lay_home(self, deity: str, centre: Hex, ring: list[str], first: str) -> None:
        self.lay_large(centre, f"palace {deity}", ring, first)
        self.palaces[deity] = centre

    def home_places(self) -> set[Hex]:
        """Around the Center, or if nothing is free there around any Home."""
        for centres in ([(0, 0)], list(self.palaces.values())):
            free = {p for c in centres for p in places_around(c) if not any(each in self.tiles for each in flower(p))}
            if free:
                return free
        return set()

    # ---- what is there --------------------------------------------------------------------------------------------

    def kind(self, here: Hex) -> str:
        return "chasm" if here == self.chasm else self.overlays.get(here, self.tiles[here])

    def on_map(self, here: Hex) -> bool:
        """Whether pieces may be put there: the Chasm is no such hex."""
        return here in self.tiles and here != self.chasm

    def hexes(self) -> list[Hex]:
        """All but the Chasm."""
        return [here for here in self.tiles if here != self.chasm]

    def terrain(self, here: Hex) -> str | None:
        """The terrain of a normal hex; None of any other and where there is no hex."""
        if not self.on_map(here):
            return None
        kind = self.kind(here)
        return kind if kind in TERRAINS else None

    def around(self, here: Hex) -> list[Hex]:
        """Neighbours that pieces may be on."""
        return [each for each in beside(here) if self.on_map(each)]

    def all_of(self, terrain: str) -> list[Hex]:
        return [here for here in self.hexes() if self.terrain(here) == terrain]

    def special(self, kind: str) -> Hex | None:
        return next((here for here in self.tiles if self.tiles[here] == kind), None)

    def region(self, here: Hex) -> set[Hex]:
        """The normal hexes of one terrain that hang together with this one."""
        terrain = self.terrain(here)
        if terrain is None:
            return set()
        found, edge = {here}, [here]
        while edge:
            more = {each for each in self.around(edge.pop()) if self.terrain(each) == terrain} - found
            found |= more
            edge += more
        return found

    def regions(self) -> Iterator[tuple[str, set[Hex]]]:
        seen: set[Hex] = set()
        for here in self.hexes():
            terrain = self.terrain(here)
            if terrain and here not in seen:
                region = self.region(here)
                seen |= region
                yield terrain, region

    def open_cells(self, chasm_counts: bool) -> set[Hex]:
        """Empty cells with two hexes or more around them."""
        counted = set(self.tiles) if chasm_counts else set(self.hexes())
        near = {cell for here in counted for cell in beside(here)} - set(self.tiles)
        return {cell for cell in near if sum(each in counted for each in beside(cell)) >= 2}
