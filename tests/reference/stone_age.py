"""Reference engine of Stone Age: slow, plain, and written from the rules alone.

It is what the fast engine is checked against, so it imports nothing of the package. A game is told by generators that read
like the rules: each `text = yield mover, options` is one step, of a seat or of nature (then options maps each outcome to its
exact weight), and `Position` answers it with play(). Step texts, canonical orders and options: docs/games/stone-age.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable
from itertools import combinations_with_replacement
from typing import Any

from tests.reference.stone_age_score import DECK, FIGURES, RESOURCES, TERMS, TILES, TOP, VALUE, payments, sums, throws
from tests.reference.stone_age_seat import MOST_PEOPLE, MOST_TOOLS, MOST_TRACK, Seat

NATURE = "nature"
Script = Generator[tuple[int | str, Any], str, None]

OPTIONS: dict[str, Any] = {
    "place_at_max": "allow",
    "hunt_repeat": "off",
    "supply_cap": "none",
    "unused_choice_scores": "on",
    "round_cap": 0,
}
GAIN = {"hunt": "food", "forest": "wood", "clay": "brick", "quarry": "stone", "river": "gold"}
DIVISOR = {"food": 2, **VALUE}
VILLAGE = ("tools", "hut", "field")
RINGS = 7  # at each of the four resource places
FACES = {1: "wood", 2: "brick", 3: "stone", 4: "gold", 5: "tool", 6: "field"}


class Position:
    """A game in progress. play() changes it in place; an illegal text raises ValueError."""

    def __init__(
        self,
        seats: int,
        cards: Iterable[str],
        tiles: Iterable[str],
        options: dict[str, Any],
        out: Iterable[str] = (),
        stack: int = 7,
    ) -> None:
        given = {key: ("off", "on")[value] if isinstance(value, bool) else value for key, value in options.items()}
        self.options = {**OPTIONS, **given}
        if set(self.options) != set(OPTIONS):
            raise ValueError(f"options the reference does not know: {options}")
        self.seats = [Seat() for _ in range(seats)]
        self.cards: list[str | None] = list(cards)  # from the space that costs 1
        self.tiles: list[str | None] = list(tiles)
        self.stacks = [stack] * seats
        self.deck = Counter(DECK) - Counter(out) - Counter(self.cards)
        self.unseen_tiles = Counter(TILES) - Counter(self.tiles)  # of every stack and of the box
        self.round, self.start = 1, 0
        self.placed: dict[str, dict[int, int]] = {}
        self.phase = "place"
        self.pending: dict[str, Any] | None = None
        self.capped = False
        self.final: list[int] | None = None
        self.ranks: list[int] | None = None
        self.history: list[str] = []
        self._mover: int | str | None = None
        self._options: Any = []
        self.begin()

    @classmethod
    def from_description(cls, description: dict[str, Any]) -> Position:
        more = {key: description[key] for key in ("out", "stack") if description.get(key)}
        return cls(description["seats"], description["cards"], description["buildings"], description.get("options") or {}, **more)

    def begin(self) -> None:
        """Start the round: for a new game, and for tests that have changed what lies around."""
        self._script = self._game()
        self._mover, self._options = next(self._script)

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

    def snapshot(self) -> dict[str, Any]:
        """The whole position in plain lists, as the game's page describes it."""
        blind = Counter(seat.blind for seat in self.seats if seat.blind)
        end = {} if self.final is None else {"final": list(self.final), "ranks": self.ranks}
        return {
            "round": self.round,
            "start": self.start,
            "phase": self.phase,
            "mover": None if self._mover == NATURE else self._mover,
            "capped": self.capped,
            "cards": list(self.cards),
            "buildings": list(self.tiles),
            "stacks": list(self.stacks),
            "deck": self.deck.total(),
            "unseen_cards": sorted((self.deck + blind).elements()),
            "unseen_tiles": sorted(self.unseen_tiles.elements()),
            "placed": {place: dict(people) for place, people in self.placed.items()},
            "pending": self.pending,
            "seats": [seat.snapshot() for seat in self.seats],
            **end,
        }

    # ---- rounds ---------------------------------------------------------------------------------------------------

    def _game(self) -> Script:
        while True:
            yield from self._placing()
            for seat in self._clockwise(self.start):
                yield from self._actions(seat)
            for seat in self._clockwise(self.start):
                yield from self._feeding(seat)
            self.start = (self.start + 1) % len(self.seats)
            if self._ends():
                break
            self.round += 1
            for each in self.seats:
                each.tools = [[value, False] for value, _ in each.tools]
            for space in range(4):
                if self.cards[space] is None:
                    text = yield from self._nature("card", None, {f"card {card}": n for card, n in self.deck.items()})
                    self.cards[space] = text.removeprefix("card ")
                    self._take(self.deck, self.cards[space])
        self.phase, self.pending = "over", None
        self.final = [each.final(self.options["unused_choice_scores"] == "on") for each in self.seats]
        order = [(points, each.tie_break()) for points, each in zip(self.final, self.seats, strict=True)]
        self.ranks = [1 + sum(other > mine for other in order) for mine in order]

    def _ends(self) -> bool:
        """Whether the game is over between two rounds; if not for tiles or the cap, the cards have slid."""
        if 0 in self.stacks:
            return True
        if self.round == self.options["round_cap"]:
            self.capped = True
            return True
        left = [card for card in self.cards if card]
        self.cards = left + [None] * (4 - len(left))
        return self.deck.total() < 4 - len(left)

    def _clockwise(self, first: int) -> list[int]:
        return [(first + n) % len(self.seats) for n in range(len(self.seats))]

    def _nature(self, phase: str, pending: Any, weights: dict[str, int]) -> Generator[tuple[int | str, Any], str, str]:
        self.phase, self.pending = phase, pending
        return (yield NATURE, weights)

    def _ask(self, seat: int, phase: str, pending: Any, options: Iterable[str]) -> Generator[tuple[int | str, Any], str, str]:
        self.phase, self.pending = phase, pending
        return (yield seat, list(options))

    @staticmethod
    def _take(cards: Counter[str], card: str | None) -> None:
        if card:
            cards[card] -= 1
            cards += Counter()  # in place: what is gone is no key

    # ---- placing --------------------------------------------------------------------------------------------------

    def _placing(self) -> Script:
        while any(self._places(seat) for seat in range(len(self.seats))):
            for seat in self._clockwise(self.start):
                options = self._places(seat)
                if options:
                    text = yield from self._ask(seat, "place", None, options)
                    place, people = options[text]
                    here = self.placed.setdefault(place, {})
                    here[seat] = here.get(seat, 0) + people
                    self.seats[seat].hand -= people

    def _places(self, seat: int) -> dict[str, tuple[str, int]]:
        """Texts of what a seat may do in placing, with place and number of people."""
        mine, few = self.seats[seat], len(self.seats) < 4
        forbid = self.options["place_at_max"] == "forbid"
        full = {
            "tools": mine.tool_value() == MOST_TOOLS,
            "hut": mine.people == MOST_PEOPLE,
            "field": mine.track == MOST_TRACK,
        }
        closed = few and sum(place in self.placed for place in VILLAGE) == 2
        found = {}
        for place in GAIN:
            here = self.placed.get(place, {})
            if place == "hunt":
                room = mine.hand if not here.get(seat) or self.options["hunt_repeat"] == "on" else 0
            elif seat in here or (few and len(here) == len(self.seats) - 1):
                room = 0
            else:
                room = min(mine.hand, RINGS - sum(here.values()))
            found.update({f"place {place} {n}": (place, n) for n in range(1, room + 1)})
        for place in VILLAGE:
            people = 2 if place == "hut" else 1
            if place not in self.placed and not closed and mine.hand >= people and not (forbid and full[place]):
                found[f"place {place}"] = (place, people)
        shops = [f"card {n + 1}" for n, card in enumerate(self.cards) if card]
        shops += [f"building {n + 1}" for n, tile in enumerate(self.tiles) if tile]
        found.update({f"place {shop}": (shop, 1) for shop in shops if shop not in self.placed and mine.hand})
        return found

    # ---- actions --------------------------------------------------------------------------------------------------

    def _actions(self, seat: int) -> Script:
        mine = self.seats[seat]
        while True:
            places = [place for place, here in self.placed.items() if seat in here]
            shops = [place for place in places if place.split()[0] in ("card", "building")]
            must = [place for place in places if place not in shops]
            pays = [shop for shop in shops if payments(self._terms(shop), mine.stock)]
            if not must and not pays and not (shops and mine.two):
                break
            options = [f"use {place}" for place in must] + [f"buy {shop}" for shop in pays]
            options += ["choose"] if mine.two else []
            options += [] if must else ["done"]
            text = yield from self._ask(seat, "act", None, options)
            word, _, place = text.partition(" ")
            if word == "done":
                break
            if word == "choose":
                yield from self._choice(seat, "choose", None)
            elif word == "use":
                yield from self._use(seat, place)
            else:
                yield from self._buy(seat, place)
        for shop in shops:
            self._go_home(seat, shop)

    def _go_home(self, seat: int, place: str) -> int:
        people = self.placed[place].pop(seat)
        if not self.placed[place]:
            del self.placed[place]
        self.seats[seat].hand += people
        return people

    def _use(self, seat: int, place: str) -> Script:
        mine, people = self.seats[seat], self._go_home(seat, place)
        if place == "tools":
            mine.add_tool()
        elif place == "hut":
            mine.add_person()
        elif place == "field":
            mine.add_track()
        else:
            yield from self._roll(seat, people, GAIN[place])

    def _roll(self, seat: int, dice: int, gain: str) -> Script:
        mine = self.seats[seat]
        weights = {f"roll {total}": n for total, n in sums(dice).items()}
        text = yield from self._nature("roll", {"dice": dice, "gain": gain}, weights)
        total = int(text.split()[1])
        options = mine.additions()
        if len(options) > 1:
            text = yield from self._ask(seat, "tools", {"sum": total, "gain": gain}, options)
            total += mine.spend(*options[text])
        self._gain(seat, gain, total // DIVISOR[gain])

    def _gain(self, seat: int, kind: str, n: int) -> None:
        if kind == "food":
            self.seats[seat].food += n
            return
        cap = self.options["supply_cap"]
        if cap != "none":
            n = min(n, FIGURES["supply"][cap][RESOURCES.index(kind)] - sum(each.stock[kind] for each in self.seats))
        self.seats[seat].stock[kind] += n

    def _choice(self, seat: int, phase: str, pending: Any) -> Script:
        """The two resources of choice, once."""
        options = {f"take {a} {b}": (a, b) for a, b in combinations_with_replacement(RESOURCES, 2)}
        text = yield from self._ask(seat, phase, pending, options)
        for resource in options[text]:
            self._gain(seat, resource, 1)
        self.seats[seat].two = False

    # ---- buying ---------------------------------------------------------------------------------------------------

    def _terms(self, shop: str) -> list[Any]:
        word, n = shop.split()
        return ["sum", int(n)] if word == "card" else TERMS[self.tiles[int(n) - 1] or ""]

    def _pay(self, seat: int, ways: list[tuple[str, ...]], pending: dict[str, Any], scores: bool, phase: str = "pay") -> Script:
        """One resource after the other along one of the ways, which are in order; a step without choice makes itself."""
        mine, left, kinds = self.seats[seat], pending["left"], pending.get("kinds")
        paid: tuple[str, ...] = ()
        if pending["last"]:  # the first was chosen among other things
            paid = (pending["last"],)
            left += 1
        while True:
            open_ways = [way for way in ways if way[: len(paid)] == paid]
            options = {f"pay {way[len(paid)]}": way[len(paid)] for way in open_ways if len(way) > len(paid)}
            done = {"done"} if paid in open_ways else set()
            if not options:
                return
            if len(options) + len(done) == 1:
                text = next(iter(options))
            else:
                now = pending | {"left": left - len(paid), "last": paid[-1] if paid else None}
                if kinds is not None:
                    now["kinds"] = kinds - len(set(paid))
                text = yield from self._ask(seat, phase, now, [*options, *done])
            if text == "done":
                return
            resource = options[text]
            paid += (resource,)
            mine.stock[resource] -= 1
            mine.score += VALUE[resource] if scores else 0

    def _buy(self, seat: int, shop: str) -> Script:
        mine, terms = self.seats[seat], self._terms(shop)
        word, n = shop.split()[0], int(shop.split()[1]) - 1
        self._go_home(seat, shop)
        left = {"fixed": 3, "any": terms[-1]}.get(terms[0], terms[1])
        pending = {"place": shop, "left": left, "kinds": terms[2] if terms[0] == "exactly" else None, "last": None}
        yield from self._pay(seat, payments(terms, mine.stock), pending, terms[0] in ("exactly", "any"))
        if word == "card":
            card, self.cards[n] = self.cards[n] or "", None
            mine.cards.append(card)
            yield from self._top(seat, TOP[card])
            return
        mine.score += terms[2] if terms[0] == "fixed" else 0
        mine.tiles += 1
        self.stacks[n] -= 1
        self.tiles[n] = None
        if self.stacks[n]:
            weights = {f"turn {tile}": k for tile, k in self.unseen_tiles.items()}
            text = yield from self._nature("turn", {"place": shop}, weights)
            self.tiles[n] = text.removeprefix("turn ")
            self._take(self.unseen_tiles, self.tiles[n])

    def _top(self, seat: int, top: list[Any]) -> Script:
        """What the top half of a card does at once."""
        mine = self.seats[seat]
        kind, *rest = top
        if kind == "dice":
            yield from self._dice_for_all(seat)
        elif kind == "food":
            self._gain(seat, "food", rest[0])
        elif kind == "goods":
            self._gain(seat, *rest)
        elif kind == "roll":
            yield from self._roll(seat, 2, rest[0])
        elif kind == "points":
            mine.score += rest[0]
        elif kind == "tool":
            mine.add_tool()
        elif kind == "track":
            mine.add_track()
        elif kind == "one use":
            mine.once.append(rest[0])
        elif kind == "choice":
            mine.two = True
        elif self.deck:  # "draw"
            text = yield from self._nature("draw", {"buyer": seat}, {f"draw {card}": n for card, n in self.deck.items()})
            mine.blind = text.removeprefix("draw ")
            self._take(self.deck, mine.blind)

    def _dice_for_all(self, buyer: int) -> Script:
        weights = {" ".join(["dice", *map(str, faces)]): n for faces, n in throws(len(self.seats)).items()}
        text = yield from self._nature("dice", {"buyer": buyer}, weights)
        dice = [int(word) for word in text.split()[1:]]
        for seat in self._clockwise(buyer):
            options = {f"pick {FACES[face]}": face for face in dice}
            text = next(iter(options))
            if len(options) > 1:
                text = yield from self._ask(seat, "pick", {"faces": list(dice), "buyer": buyer}, options)
            face = options[text]
            dice.remove(face)
            if face == 5:
                self.seats[seat].add_tool()
            elif face == 6:
                self.seats[seat].add_track()
            else:
                self._gain(seat, FACES[face], 1)

    # ---- feeding --------------------------------------------------------------------------------------------------

    def _feeding(self, seat: int) -> Script:
        mine = self.seats[seat]
        mine.food += mine.track
        short = max(mine.people - mine.food, 0)
        mine.food = max(mine.food - mine.people, 0)
        while short:
            ways = payments(["sum", short], mine.stock)
            options = {f"pay {way[0]}": way[0] for way in ways}
            if mine.two and self._could_choose(seat, short):
                options["choose"] = ""
            text = "starve"
            if options:
                text = yield from self._ask(seat, "feed", {"left": short}, [*options, "starve"])
            if text == "choose":
                yield from self._choice(seat, "feed choose", {"left": short})
                continue
            if text == "starve":
                mine.score -= 10
            else:
                resource = options[text]
                mine.stock[resource] -= 1
                yield from self._pay(seat, ways, {"left": short - 1, "last": resource}, False, "feed pay")
            return

    def _could_choose(self, seat: int, short: int) -> bool:
        """Whether two more resources, as far as the supply has them, would meet the shortfall."""
        left = 2
        if self.options["supply_cap"] != "none":
            in_play = sum(each.total() for each in self.seats)
            left = min(2, sum(FIGURES["supply"][self.options["supply_cap"]]) - in_play)
        return self.seats[seat].total() + left >= short
