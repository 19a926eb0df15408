"""Reference engine of GodZ: slow, plain, and written from the rules alone.

It is what the fast engine is checked against, so it imports nothing of the package. A game is told by generators that read
like the rules: each `text = yield mover, options` is one step, of a seat or of nature (then options maps each outcome to its
exact weight), and `Position` answers it with play(). Step texts, canonical orders and options: docs/games/godz.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from tests.reference.godz_actions import ACTIONS, NATURE, Script, Step
from tests.reference.godz_map import DIRECTIONS, World, name, named
from tests.reference.godz_miracles import miracles
from tests.reference.godz_resources import resources
from tests.reference.godz_score import rows
from tests.reference.godz_table import DEITIES, FIGURES, Seat, Table

OPTIONS: dict[str, Any] = {
    "columns": 4,
    "village_points": "2-3-4",
    "draft": "off",
    "interleave": "off",
    "enter_village": "off",
    "laid_acts": "on",
    "lower_glory": "on",
    "power_on_village": "off",
    "fidus": "one",
    "chasm_counts": "on",
    "martin_push": "off",
    "last_round": "off",
    "round_cap": 60,
}


class Position:
    """A game in progress. play() changes it in place; an illegal text raises ValueError."""

    def __init__(
        self, seats: int, deities: Iterable[str], options: dict[str, Any] | None = None, figures: dict[str, Any] | None = None
    ) -> None:
        given = {key: ("off", "on")[value] if isinstance(value, bool) else value for key, value in (options or {}).items()}
        self.options = {**OPTIONS, **given}
        if set(self.options) != set(OPTIONS):
            raise ValueError(f"options the reference does not know: {options}")
        usual = {
            "path": FIGURES["paths"][str(self.options["columns"])],
            "village_points": FIGURES["village_points"][self.options["village_points"]],
            **{key: FIGURES[key] for key in ("center", "homes", "specials")},
        }
        self.figures: dict[str, Any] = usual | (figures or {})
        if set(self.figures) != set(usual):
            raise ValueError(f"figures the reference does not know: {figures}")
        self.path: dict[str, list[int]] = self.figures["path"]
        self.last_column = len(self.path["bonus"])
        self.seats = [Seat() for _ in range(seats)]
        for seat, deity in zip(self.seats, deities, strict=False):
            seat.become(deity)
        icons = {"vortex": self.figures["center"]["icons"]}
        icons |= {f"s{n}": special["icons"] for n, special in enumerate(self.figures["specials"], 1)}
        self.world = World(self.figures["center"]["ring"])
        self.table = Table(self.world, self.seats, icons)
        self.stack = Counter[str](FIGURES["stack"])
        self.supply = Counter(dict.fromkeys(FIGURES["glory"], seats) | {9: 1})
        self.round, self.active = 1, 0
        self.phase = "home"
        self.pending: dict[str, Any] | None = None
        self.drawing: int | None = None  # whose War or Balance tile comes next
        self.capped = False
        self.final: list[int] | None = None
        self.ranks: list[int] | None = None
        self.history: list[str] = []
        self._mover: int | str | None = None
        self._options: Any = []
        self.begin()

    @classmethod
    def from_description(cls, setup: dict[str, Any]) -> Position:
        return cls(setup["seats"], setup["deities"], setup.get("options"), setup.get("figures"))

    def begin(self) -> None:
        """Start the turn of the active seat: for a new game, and for tests that have changed what lies around."""
        self._script = self._game()
        self._mover, self._options = next(self._script)

    def on(self, option: str) -> bool:
        return bool(self.options[option] == "on")

    def to_move(self) -> int | str | None:
        """A seat, NATURE, or None at the end."""
        return self._mover

    def legal(self) -> list[str]:
        return sorted(self._options)

    def odds(self) -> dict[str, int]:
        """What nature may do and with which weights; nothing where a seat moves."""
        return dict(self._options) if self._mover == NATURE else {}

    def play(self, text: str) -> None:
        if text not in self._options:
            raise ValueError(f"{text!r} is not legal here; legal: {', '.join(self.legal()) or 'nothing, the game is over'}")
        self.history.append(text)
        try:
            self._mover, self._options = self._script.send(text)
        except StopIteration:
            self._mover, self._options = None, []

    # ---- steps ----------------------------------------------------------------------------------------------------

    def ask(self, seat: int, phase: str, pending: Any, options: Iterable[str]) -> Step:
        self.phase, self.pending = phase, pending
        return (yield seat, list(options))

    def nature(self, phase: str, pending: Any, weights: dict[str, int]) -> Step:
        self.phase, self.pending = phase, pending
        return (yield NATURE, weights)

    def draw(self, seat: int, kind: str) -> Script:
        """A War or Balance tile for the seat; nothing if none is left."""
        left = Counter({int(value): n for value, n in FIGURES["tiles"][kind].items()})
        for each in self.seats:
            left -= each.drawn[kind]
        if left:
            self.drawing = seat
            text = yield from self.nature("tile", None, {f"tile {kind} {value}": n for value, n in left.items()})
            self.drawing = None
            self.seats[seat].drawn[kind][int(text.split()[2])] += 1

    def compensate(self, owed: Counter[int]) -> Script:
        """Balance tiles: for the seat whose turn it is, then clockwise."""
        for seat in self.clockwise(self.active):
            for _ in range(owed[seat]):
                yield from self.draw(seat, "balance")

    def clockwise(self, first: int) -> list[int]:
        return [(first + n) % len(self.seats) for n in range(len(self.seats))]

    def palace(self, seat: int) -> Any:
        return self.world.palaces.get(self.seats[seat].deity or "")

    # ---- the game -------------------------------------------------------------------------------------------------

    def _game(self) -> Script:
        yield from self._set_up()
        while True:
            yield from self._turn(self.active)
            if self._ends():
                break
            yield from resources(self, self.active)
            self.active += 1
            if self.active == len(self.seats):
                self.active = 0
                self.round += 1
        self.phase, self.pending = "over", None
        self.final = [row["points"] for row in rows(self)]
        order = [(points, seat) for seat, points in enumerate(self.final)]
        self.ranks = [1 + sum(other > mine for other in order) for mine in order]

    def _set_up(self) -> Script:
        for n, seat in enumerate(self.seats):
            if seat.deity is None:
                self.active = n
                free = [deity for deity in DEITIES if deity not in {each.deity for each in self.seats}]
                text = yield from self.ask(n, "draft", None, [f"deity {deity}" for deity in free])
                seat.become(text.split()[1])
                self.active = 0
        for n, seat in enumerate(self.seats):
            if self.palace(n) is None:
                self.active = n
                places = [f"home {name(place)} {first}" for place in self.world.home_places() for first in DIRECTIONS]
                _, place, first = (yield from self.ask(n, "home", None, places)).split()
                self.world.lay_home(str(seat.deity), named(place), self.figures["homes"][seat.deity], first)
                self.table.avatars[n] = named(place)
                for _ in range(FIGURES["believers_at_home"]):
                    self.table.put(named(place), n)
                self.active = 0

    def _turn(self, seat: int) -> Script:
        mine = self.seats[seat]
        options = [*ACTIONS] if mine.column < self.last_column else []
        if mine.column > 0:
            options += [f"glory {value}" for value in self._claims(seat)] + ["glory none"]
        word, *rest = (yield from self.ask(seat, "turn", None, options)).split()
        if word == "glory":
            if rest[0] != "none":
                self.supply[int(rest[0])] -= 1
                mine.glory.append(int(rest[0]))
            mine.column = 0
        else:
            mine.column += 1
            yield from ACTIONS[word](self, seat)
        yield from miracles(self, seat)

    def _claims(self, seat: int) -> list[int]:
        """Glory tiles that the seat may take."""
        mine = self.seats[seat]
        total = mine.levels["glory"] - self.path["penalty"][mine.column - 1]
        found = [value for value in FIGURES["glory"] if value <= total and self.supply[value]]
        if total == 7 and self.supply[9]:
            found.append(9)
        return found if self.on("lower_glory") else found[-1:]

    def _ends(self) -> bool:
        last = self.active == len(self.seats) - 1
        if any(each.squares() >= FIGURES["square_tiles_to_end"] for each in self.seats) and (last or not self.on("last_round")):
            return True
        self.capped = last and self.round == self.options["round_cap"]
        return self.capped

    # ---- as plain data --------------------------------------------------------------------------------------------

    def snapshot(self) -> dict[str, Any]:
        """The whole position in plain values, as the game's page describes it."""
        table, world = self.table, self.world
        who = [str(seat.deity) for seat in self.seats]
        specials = sum(n for tile, n in self.stack.items() if tile.startswith("s") and tile[1:].isdigit())
        plain_tiles = {tile: n for tile, n in self.stack.items() if tile in FIGURES["domains"].values()}
        icons: dict[str, dict[str, list[str]]] = {}
        for here, held in table.held.items():
            for n, owner in held.items():
                icons.setdefault(name(here), {}).setdefault(table.icons[world.kind(here)][n], []).append(who[owner])
        end = {} if self.final is None else {"final": list(self.final), "ranks": list(self.ranks or [])}
        return {
            "round": self.round,
            "active": self.active,
            "mover": None if self._mover == NATURE else self._mover,
            "capped": self.capped,
            "phase": self.phase,
            "map": {name(here): world.kind(here) for here in world.tiles},
            "believers": {name(here): {who[owner]: n for owner, n in owners.items()} for here, owners in table.loose.items()},
            "inside": {name(here): n for here, n in table.inside.items()},
            "villages": {name(here): [who[owner], cost] for here, (owner, cost) in table.villages.items()},
            "avatars": {who[owner]: [name(here), owner in table.laid] for owner, here in table.avatars.items()},
            "icons": {here: {icon: sorted(each) for icon, each in held.items()} for here, held in icons.items()},
            "supply": {str(value): n for value, n in self.supply.items()},
            "stack": {**plain_tiles, "special": specials},
            "seats": [seat.snapshot() for seat in self.seats],
            "pending": self.pending,
            **end,
        }
