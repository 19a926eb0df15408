"""Reference engine of The Great Zimbabwe: slow, plain, and written from the rules alone.

It is what the fast engine is checked against, so it imports nothing of the package. A whole game is told by generators that
read like the rules: each `text = yield seat, options` is one choice of one seat, and `Position` answers it with play().
Step texts, canonical orders and options: docs/games/zimbabwe.md. The auction `sealed` is a separate reading of its rule:
amounts are kept as plain numbers and sorted at the end, while the engine inserts seats into packed places one by one.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable
from functools import partial
from typing import Any

from tests.reference.zimbabwe_map import CRAFTS, FIGURES, KINDS, Craftsman, Map, Square, cells_of, name
from tests.reference.zimbabwe_raising import Market

Script = Generator[tuple[int, list[str]], str, None]

OPTIONS: dict[str, Any] = {
    "gu_net_zero": "top",
    "must_act": "off",
    "placing_hubs": "any",
    "monuments_block_resources": "off",
    "dziva_lowers_in_price_step": "off",
    "xango_wins_at_once": "off",
    "disc_limit": 0,
    "round_cap": 0,
    "beginner": "off",
    "auction": "open",
}
BEGINNER_GODS = ["xango", "tsui-goab", "elegua", "gu", "engai", "obatala"]
LARGEST_VR = 40


class Turn:
    """What one turn of one seat has to remember."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.chosen = False  # a god or a specialist
        self.used: set[str] = set()  # specialists
        self.acted = False
        self.firsts: set[str] = set()  # primary types whose first tile on the map was placed in this turn


class Position:
    """A game in progress. play() changes it in place; an illegal text raises ValueError."""

    def __init__(self, rows: list[str], gods: Iterable[str], stack: Iterable[int], options: dict[str, Any]) -> None:
        given = {key: ("off", "on")[value] if isinstance(value, bool) else value for key, value in options.items()}
        self.options = {**OPTIONS, **given}
        if set(self.options) != set(OPTIONS) or self.options["auction"] not in ("open", "sealed"):
            raise ValueError(f"options the reference does not know: {options}")
        self.map = Map(rows, self._on("monuments_block_resources"), self.options["placing_hubs"] == "one")
        self.stack = list(stack)  # seats in order of arrival of their VR markers, on whatever square
        self.seats = len(self.stack)
        self.phase, self.round = "first", 0
        self.cattle = [3] * self.seats
        self.vp = [0] * self.seats
        self.vr = [20] * self.seats
        self.god: list[str | None] = [None] * self.seats
        self.gods = BEGINNER_GODS if self._on("beginner") else list(gods)
        self.specialists: dict[str, int | None] = dict.fromkeys(FIGURES["specialists"])
        self.technologies: dict[tuple[str, int], int] = {}  # (type, copy) -> seat
        self.prices: dict[tuple[str, int], int] = {}
        self.card: Counter[str] = Counter()  # cattle on cards
        self.used: dict[Square, int] = {}
        self.supply = dict(FIGURES["supply"])
        self.order: list[int] = []
        self.sealed: dict[int, int] = {}  # amounts committed in a sealed auction under way
        self.result: list[int] | None = None
        self.history: list[str] = []
        self._script = self._game()
        self._seat: int | None = None
        self._options: list[str] = []
        self._seat, self._options = next(self._script)

    @classmethod
    def from_description(cls, description: dict[str, Any]) -> Position:
        if "cells" in description:
            rows = list(description["cells"])
        else:
            rows = cells_of(description["tiles"])
        return cls(rows, description.get("gods", ()), description["stack"], description.get("options") or {})

    def to_move(self) -> int | None:
        return self._seat

    def legal(self) -> list[str]:
        return sorted(self._options)

    def play(self, text: str) -> None:
        if text not in self._options:
            raise ValueError(f"{text!r} is not legal here; legal: {', '.join(self.legal()) or 'nothing, the game is over'}")
        self.history.append(text)
        try:
            self._seat, self._options = self._script.send(text)
        except StopIteration:
            self._seat, self._options = None, []

    def snapshot(self) -> dict[str, Any]:
        """The whole position in plain lists, squares as names; lists are in sorted order."""
        kind = self.map.resources
        return {
            "phase": self.phase,
            "round": self.round,
            "seat": self._seat,
            "cattle": list(self.cattle),
            "vp": list(self.vp),
            "vr": list(self.vr),
            "god": list(self.god),
            "specialists": dict(self.specialists),
            "technologies": sorted([seat, t, copy, self.prices[t, copy]] for (t, copy), seat in self.technologies.items()),
            "card_cattle": {card: n for card, n in sorted(self.card.items()) if n},
            "monuments": sorted([name(s), owner, level] for s, (owner, level) in self.map.monuments.items()),
            "craftsmen": sorted([name(c.anchor), c.kind, c.orientation, c.owner] for c in self.map.craftsmen),
            "used": sorted([name(s), n] for s, n in self.used.items()),
            "added": sorted([name(s), kind[s]] for s in self.map.added),
            "rain": sorted([name(anchor), orientation] for anchor, orientation in self.map.rain),
            "order": list(self.order),
            "stack": list(self.stack),
            "sealed": [self.sealed.get(seat) for seat in range(self.seats)],
            "result": self.result,
        }

    def _on(self, option: str) -> bool:
        return self.options[option] == "on"

    # ---- the game -------------------------------------------------------------------------------------------------

    def _game(self) -> Script:
        yield from self._first_monuments()
        while self.result is None:
            self.round += 1
            self.phase, self.order = "auction", []
            yield from self._sealed_auction() if self.options["auction"] == "sealed" else self._auction()
            self.phase = "turn"
            for seat in self.order:
                yield from self._turn(seat)
            self._revenues()
            self._end_test()
        self.phase = "over"

    def _first_monuments(self) -> Script:
        for seat in reversed(self.stack):
            squares = {f"first {name(s)}": s for s in self.map.starts if s not in self.map.monuments}
            text = yield seat, list(squares)
            self.map.add_monument(squares[text], seat)
            self.vp[seat] += 1

    def _auction(self) -> Script:
        plaques = sorted(range(self.seats), key=lambda seat: (-self.vr[seat], self.stack.index(seat)))
        bidders, passed = deque(plaques), []
        gift = total = 0
        gave: set[int] = set()
        while len(bidders) > 1:
            seat = bidders[0]
            from_stock = 3 if self.god[seat] == "elegua" and seat not in gave else 0
            bids = {f"bid {n}": n for n in range(gift + 1, self.cattle[seat] + from_stock + 1)}
            text = yield seat, ["pass", *bids]
            if text == "pass":
                passed.append(bidders.popleft())
                continue
            gift = bids[text]
            total += gift
            self.cattle[seat] -= gift - min(from_stock, gift)
            gave.add(seat)
            bidders.rotate(-1)
        yield bidders[0], ["take"]
        self.order = [bidders[0], *reversed(passed)]
        self._share(total, plaques)

    def _sealed_auction(self) -> Script:
        """In bidding order each commits what it likes, 0 included, out of its cattle and Elegua's 3, and no one else learns it;
        then all show and pay. Most cattle first; among equals who would have bid first. All of it goes on the plaques."""
        plaques = sorted(range(self.seats), key=lambda seat: (-self.vr[seat], self.stack.index(seat)))
        from_stock = [3 if self.god[seat] == "elegua" else 0 for seat in range(self.seats)]
        for seat in plaques:
            amounts = {f"seal {n}": n for n in range(self.cattle[seat] + from_stock[seat] + 1)}
            self.sealed[seat] = amounts[(yield seat, list(amounts))]
        for seat in plaques:
            yield seat, [f"reveal {self.sealed[seat]}"]
            self.cattle[seat] -= max(0, self.sealed[seat] - from_stock[seat])
        self.order = sorted(plaques, key=lambda seat: -self.sealed[seat])  # sorting is stable
        total = sum(self.sealed.values())
        self.sealed = {}
        self._share(total, plaques)

    def _share(self, total: int, plaques: list[int]) -> None:
        """Gifts lie on the plaques in turn, one each; a plaque's owner takes them. Shadipinyi's lies in front."""
        owners = [seat for seat in range(self.seats) if self.god[seat] == "shadipinyi"] + plaques
        for n in range(total):
            self.cattle[owners[n % len(owners)]] += 1

    def _revenues(self) -> None:
        for seat in range(self.seats):
            cards = [f"{t}/{copy}" for (t, copy), owner in self.technologies.items() if owner == seat]
            cards += [s for s, owner in self.specialists.items() if owner == seat]
            cards += ["qamata"] if self.god[seat] == "qamata" else []
            for card in cards:
                self.cattle[seat] += self.card.pop(card, 0)
            self.cattle[seat] += max((level for owner, level in self.map.monuments.values() if owner == seat), default=0)
            self.cattle[seat] += 2 if self.god[seat] == "engai" else 0

    def _end_test(self) -> None:
        reached = [seat for seat in range(self.seats) if self.vp[seat] >= self.vr[seat]]
        if not reached and self.round != self.options["round_cap"]:
            self.used.clear()
            return

        def place(seat: int) -> tuple[bool, int, bool, int, int]:
            xango = self.god[seat] == "xango"
            at_once = xango and seat in reached and self._on("xango_wins_at_once")
            return not at_once, self.vr[seat] - self.vp[seat], not xango, -self.vp[seat], self.order.index(seat)

        ranking = sorted(range(self.seats), key=place)
        self.result = [ranking.index(seat) + 1 for seat in range(self.seats)]

    # ---- one turn ---------------------------------------------------------------------------------------------------

    def _turn(self, seat: int) -> Script:
        turn = Turn(seat)
        if self.god[seat] == "dziva":
            yield from self._ask_prices(seat, self._owned(seat), lower=True)
        while True:
            steps: dict[str, Callable[[], Script]] = {}
            self._offer_gods(turn, steps)
            self._offer_specialists(turn, steps)
            main = {} if turn.acted else self._main_actions(turn)
            steps.update(main)
            texts = list(steps)
            if not (main and self._on("must_act")):
                texts.append("end")
            text = yield seat, texts
            if text == "end":
                return
            turn.acted = turn.acted or text in main
            yield from steps[text]()

    def _offer_gods(self, turn: Turn, steps: dict[str, Callable[[], Script]]) -> None:
        if self.god[turn.seat] is None and not turn.chosen:
            for god in self.gods:
                if god not in self.god and self.vr[turn.seat] + self._god_vr(turn.seat, god) <= LARGEST_VR:
                    steps[f"god {god}"] = partial(self._take_god, turn, god)

    def _god_vr(self, seat: int, god: str) -> int:
        """What a god adds to a seat's VR; Gu gives back all but 1 of each technology."""
        back = sum(CRAFTS[kind]["vr"][copy] - 1 for (kind, copy), owner in self.technologies.items() if owner == seat)
        return FIGURES["gods"][god] - (back if god == "gu" else 0)

    def _raise_vr(self, seat: int, by: int) -> None:
        """Move a VR marker: it arrives on top. A card of net 0 (Gu only) moves it down and up again, or not at all."""
        self.vr[seat] += by
        if by or self.options["gu_net_zero"] == "top":
            self.stack.remove(seat)
            self.stack.append(seat)

    def _take_god(self, turn: Turn, god: str) -> Script:
        turn.chosen = True
        self._raise_vr(turn.seat, self._god_vr(turn.seat, god))
        self.god[turn.seat] = god
        if god == "dziva":
            yield from self._ask_prices(turn.seat, self._owned(turn.seat), lower=True)

    # ---- specialists ------------------------------------------------------------------------------------------------

    def _offer_specialists(self, turn: Turn, steps: dict[str, Callable[[], Script]]) -> None:
        if self._on("beginner"):
            return
        for specialist, figures in FIGURES["specialists"].items():
            owner = self.specialists[specialist]
            if owner == turn.seat and specialist not in turn.used:
                verb = "use"
            elif owner is None and not turn.chosen and self.vr[turn.seat] + figures["vr"] <= LARGEST_VR:
                verb = "hire"
            else:
                continue
            if not self._has_place(specialist):
                continue
            if specialist == "herd":
                costs = {f"{verb} herd {n}": n for n in (2, 4, 6)}
            else:
                costs = {f"{verb} {specialist}": figures["cost"]}
            for text, cost in costs.items():
                if cost <= self.cattle[turn.seat]:
                    steps[text] = partial(self._specialist, turn, specialist, cost)

    def _has_place(self, specialist: str) -> bool:
        if specialist == "shaman":
            return bool(self.map.empty()) and any(self.supply[kind] for kind in FIGURES["legend"].values())
        if specialist == "rain":
            return bool(self.map.footprints(wide=True)) and self.supply["rain"] > 0
        return True

    def _specialist(self, turn: Turn, specialist: str, cost: int) -> Script:
        if self.specialists[specialist] is None:
            self.specialists[specialist] = turn.seat
            turn.chosen = True
            self._raise_vr(turn.seat, FIGURES["specialists"][specialist]["vr"])
        turn.used.add(specialist)
        self.cattle[turn.seat] -= cost
        self.card[specialist] += cost + (cost // 2 if specialist == "herd" else 0)
        if specialist == "shaman":
            kinds = {f"supply {kind}": kind for kind in FIGURES["legend"].values() if self.supply[kind]}
            kind = kinds[(yield turn.seat, list(kinds))]
            squares = {f"at {name(s)}": s for s in self.map.empty()}
            self.map.add_resource(squares[(yield turn.seat, list(squares))], kind)
            self.supply[kind] -= 1
        elif specialist == "rain":
            places = {f"at {name(anchor)} {o}": (anchor, o) for anchor, o in self.map.footprints(wide=True)}
            self.map.add_rain(*places[(yield turn.seat, list(places))])
            self.supply["rain"] -= 1

    # ---- main actions -------------------------------------------------------------------------------------------------

    def _main_actions(self, turn: Turn) -> dict[str, Callable[[], Script]]:
        steps: dict[str, Callable[[], Script]] = {}
        if self._may_build(turn):
            steps["build"] = partial(self._build, turn)
        for kind in KINDS:
            if self._tile_places(turn, kind):
                steps[f"place {kind}"] = partial(self._craftsmen, turn, kind)
        if self._asked(turn.seat):
            steps["prices"] = partial(self._only_prices, turn)
        market = self._market(turn.seat)
        for square in self._raisable(turn.seat, market, None):
            steps[f"raise {name(square)}"] = partial(self._raise, turn, market, square)
        return steps

    def _reach(self, seat: int) -> int:
        return 6 if self.god[seat] == "eshu" else 3

    def _disc_left(self, seat: int) -> bool:
        limit = self.options["disc_limit"]
        return not limit or sum(level for owner, level in self.map.monuments.values() if owner == seat) < limit

    def _may_build(self, turn: Turn) -> bool:
        return self._disc_left(turn.seat) and bool(self.map.monument_spots("nomads" in turn.used))

    def _build(self, turn: Turn) -> Script:
        for nth in range(2 if self.god[turn.seat] == "obatala" else 1):
            squares = {}
            if self._disc_left(turn.seat):
                squares = {f"at {name(s)}": s for s in self.map.monument_spots("nomads" in turn.used)}
            text = yield turn.seat, [*squares, *(["done"] if nth else [])]
            if text == "done":
                return
            self.map.add_monument(squares[text], turn.seat)
            self.vp[turn.seat] += 1

    # ---- craftsmen ----------------------------------------------------------------------------------------------------

    def _copy(self, seat: int, kind: str) -> int | None:
        """Which card of a type a seat owns."""
        return next((copy for copy in (0, 1) if self.technologies.get((kind, copy)) == seat), None)

    def _owned(self, seat: int) -> list[str]:
        return [kind for kind in KINDS if self._copy(seat, kind) is not None]

    def _tile_places(self, turn: Turn, kind: str) -> list[tuple[Square, str]]:
        """Where this seat may place this craftsman now."""
        craft = CRAFTS[kind]
        if self.cattle[turn.seat] < craft["cost"] or sum(c.kind == kind for c in self.map.craftsmen) == 3:
            return []
        if craft["primary"] in turn.firsts:
            return []
        if self._copy(turn.seat, kind) is None:
            copy = self._next_card(kind)
            if copy is None or self.vr[turn.seat] + self._card_vr(turn.seat, kind, copy) > LARGEST_VR:
                return []
        return self.map.tile_spots(kind, self._reach(turn.seat))

    def _next_card(self, kind: str) -> int | None:
        return next((copy for copy in (0, 1) if (kind, copy) not in self.technologies), None)

    def _card_vr(self, seat: int, kind: str, copy: int) -> int:
        return 1 if self.god[seat] == "gu" else CRAFTS[kind]["vr"][copy]

    def _craftsmen(self, turn: Turn, kind: str) -> Script:
        asked = self._asked(turn.seat)
        while True:
            yield from self._place(turn, kind)
            steps = {f"place {kind}": kind for kind in KINDS if self._tile_places(turn, kind)}
            text = yield turn.seat, [*steps, "done"]
            if text == "done":
                break
            kind = steps[text]
        yield from self._ask_prices(turn.seat, asked, lower=self._lowers(turn.seat))  # a new card has its price already

    def _place(self, turn: Turn, kind: str) -> Script:
        places = {f"at {name(anchor)} {o}".rstrip(): (anchor, o) for anchor, o in self._tile_places(turn, kind)}
        anchor, orientation = places[(yield turn.seat, list(places))]
        craft, seat = CRAFTS[kind], turn.seat
        if craft["primary"] is None and all(c.kind != kind for c in self.map.craftsmen):
            turn.firsts.add(kind)
        self.map.add_craftsman(kind, anchor, orientation, seat)
        self.cattle[seat] -= craft["cost"]
        if "builder" in turn.used:
            self.card["builder"] += 2
        self.vp[seat] += craft["vp"]
        if self._copy(seat, kind) is None:
            copy = self._next_card(kind)
            assert copy is not None
            self._raise_vr(seat, self._card_vr(seat, kind, copy))
            self.technologies[kind, copy] = seat
            self.prices[kind, copy] = 0  # none yet
            text = yield seat, [f"price {kind} {n}" for n in (1, 2, 3)]
            self.prices[kind, copy] = int(text.split()[-1])

    # ---- prices -------------------------------------------------------------------------------------------------------

    def _price(self, seat: int, kind: str) -> int:
        return self.prices[kind, self._copy(seat, kind)]  # type: ignore[index]

    def _lowers(self, seat: int) -> bool:
        return self.god[seat] == "dziva" and self._on("dziva_lowers_in_price_step")

    def _asked(self, seat: int) -> list[str]:
        """The technologies whose prices a price step asks for."""
        return [kind for kind in self._owned(seat) if self._lowers(seat) or self._price(seat, kind) < 3]

    def _only_prices(self, turn: Turn) -> Script:
        yield from self._ask_prices(turn.seat, self._asked(turn.seat), lower=self._lowers(turn.seat), must_change=True)

    def _ask_prices(self, seat: int, kinds: list[str], lower: bool, must_change: bool = False) -> Script:
        changed = False
        for kind in kinds:
            present = self._price(seat, kind)
            values = list(range(1 if lower else present, 4))
            if must_change and not changed and kind == kinds[-1]:
                values.remove(present)
            text = yield seat, [f"price {kind} {n}" for n in values]
            price = int(text.split()[-1])
            changed = changed or price != present
            self.prices[kind, self._copy(seat, kind)] = price  # type: ignore[index]

    # ---- raising ------------------------------------------------------------------------------------------------------

    def _market(self, seat: int) -> Market:
        god = self.god[seat]

        def price(craftsman: Craftsman) -> int:
            return 1 if god == "anansi" else self._price(craftsman.owner, craftsman.kind)

        return Market(self.map, self._reach(seat), 2 if god == "atete" else 1, god == "tsui-goab", price)

    def _raisable(self, seat: int, market: Market, after: Square | None) -> list[Square]:
        """Own monuments, higher than `after` in the order of squares, whose goods can all be bought now."""
        if not self._disc_left(seat):
            return []
        own = sorted(s for s, (owner, level) in self.map.monuments.items() if owner == seat and level < 5)
        own = [s for s in own if after is None or s > after]
        return [s for s in own if market.completes(s, self.cattle[seat], self.used, self.map.monuments[s][1], None)]

    def _raise(self, turn: Turn, market: Market, square: Square) -> Script:
        while True:
            yield from self._goods(turn.seat, market, square)
            level = self.map.monuments[square][1] = self.map.monuments[square][1] + 1
            self.vp[turn.seat] += FIGURES["level_vp"][level] - FIGURES["level_vp"][level - 1]
            steps = {f"raise {name(s)}": s for s in self._raisable(turn.seat, market, square)}
            text = yield turn.seat, [*steps, "done"]
            if text == "done":
                return
            square = steps[text]

    def _goods(self, seat: int, market: Market, monument: Square) -> Script:
        """Buy as many goods as the monument has levels, each step only if the rest can be completed after it."""
        last = None
        for left in reversed(range(self.map.monuments[monument][1])):
            completes = partial(market.completes, monument)
            goods = {}
            for (craftsman, price, hubs), need in market.next_goods(monument, last):
                cattle = self.cattle[seat] - price - hubs
                waiting = craftsman if CRAFTS[craftsman.kind]["primary"] else None
                if cattle >= 0 and completes(cattle, self.used, left, (craftsman, need[1]), (need,), waiting):
                    goods[f"good {craftsman.kind} {name(craftsman.anchor)}"] = (craftsman, price, hubs, need, waiting)
            craftsman, price, hubs, need, waiting = goods[(yield seat, list(goods))]
            self._pay(seat, craftsman, price, hubs)

            squares = {}
            for s in market.resources(need, self.used):
                used = self._with_use(s)
                if completes(self.cattle[seat], used, left, (craftsman, s), (), waiting):
                    squares[f"use {name(s)}"] = s
            own = squares[(yield seat, list(squares))]
            self.used = self._with_use(own)
            last = (craftsman, own)
            if waiting is None:
                continue

            primaries = {}
            for primary, price, hubs in market.primaries(craftsman):
                cattle = self.cattle[seat] - price - hubs
                if cattle >= 0 and completes(cattle, self.used, left, last, ((primary, None),)):
                    primaries[f"from {primary.kind} {name(primary.anchor)}"] = (primary, price, hubs)
            primary, price, hubs = primaries[(yield seat, list(primaries))]
            self._pay(seat, primary, price, hubs)

            squares = {}
            for s in market.resources((primary, None), self.used):
                if completes(self.cattle[seat], self._with_use(s), left, last):
                    squares[f"use {name(s)}"] = s
            self.used = self._with_use(squares[(yield seat, list(squares))])

    def _with_use(self, square: Square) -> dict[Square, int]:
        return {**self.used, square: self.used.get(square, 0) + 1}

    def _pay(self, seat: int, craftsman: Craftsman, price: int, hubs: int) -> None:
        self.cattle[seat] -= price + hubs
        self.card[f"{craftsman.kind}/{self._copy(craftsman.owner, craftsman.kind)}"] += price
        if "qamata" in self.god:
            self.card["qamata"] += hubs
