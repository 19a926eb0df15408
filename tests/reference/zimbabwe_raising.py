"""Buying the goods that raise a monument: what is for sale, what it costs, and whether a purchase begun can be completed."""

from __future__ import annotations

from collections.abc import Callable

from tests.reference.zimbabwe_map import CRAFTS, Craftsman, Map, Square

Need = tuple[Craftsman, Square | None]  # a craftsman that needs one resource square, not lower than the square given
Offer = tuple[Craftsman, int, int]  # craftsman, price, hubs


class Market:
    """The market during one raise action of one player (the map and the prices stand still meanwhile).

    price(craftsman) is what this player pays for one good of it; uses: how often one resource square may be used in a round.
    """

    def __init__(self, board: Map, reach: int, uses: int, any_mix: bool, price: Callable[[Craftsman], int]) -> None:
        self.board, self.reach, self.uses, self.any_mix, self.price = board, reach, uses, any_mix, price
        self._memo: dict[tuple[object, ...], object] = {}

    def sellers(self, monument: Square) -> list[Offer]:
        """Craftsmen that may deliver to a monument, in order of (line, anchor). A primary good is banned as soon as a
        secondary craftsman of its line stands anywhere."""
        if ("sellers", monument) not in self._memo:
            banned = {CRAFTS[c.kind]["primary"] for c in self.board.craftsmen}
            able = [c for c in self.board.craftsmen if c.kind not in banned]
            able.sort(key=lambda c: (CRAFTS[c.kind]["line"], c.anchor))
            self._memo["sellers", monument] = self._offers((monument,), able)
        return self._memo["sellers", monument]  # type: ignore[return-value]

    def primaries(self, secondary: Craftsman) -> list[Offer]:
        """Primary craftsmen, of any owner, that may deliver to a secondary."""
        if ("primaries", secondary) not in self._memo:
            able = [c for c in self.board.craftsmen if c.kind == CRAFTS[secondary.kind]["primary"]]
            self._memo["primaries", secondary] = self._offers(secondary.squares, able)
        return self._memo["primaries", secondary]  # type: ignore[return-value]

    def _offers(self, start: tuple[Square, ...], craftsmen: list[Craftsman]) -> list[Offer]:
        found = []
        for c in craftsmen:
            hubs = self.board.hubs(start, c.squares, self.reach)
            if hubs is not None:
                found.append((c, self.price(c), hubs))
        return found

    def resources(self, need: Need, used: dict[Square, int]) -> list[Square]:
        """Resource squares that a craftsman may use now."""
        craftsman, floor = need
        near = self.board.resources_near(craftsman.squares, CRAFTS[craftsman.kind]["resource"], self.reach)
        return [s for s in near if used.get(s, 0) < self.uses and (floor is None or s >= floor)]

    def served(self, needs: list[Need], used: dict[Square, int]) -> bool:
        """Whether all needs can have a resource square of their own at once (a matching by augmenting paths)."""
        holder: dict[tuple[Square, int], int] = {}  # (square, its how-manieth use) -> which need has it

        def seat(which: int, tried: set[tuple[Square, int]]) -> bool:
            for square in self.resources(needs[which], used):
                for nth in range(used.get(square, 0), self.uses):
                    if (square, nth) not in tried:
                        tried.add((square, nth))
                        if (square, nth) not in holder or seat(holder[square, nth], tried):
                            holder[square, nth] = which
                            return True
            return False

        return all(seat(which, set()) for which in range(len(needs)))

    def next_goods(self, monument: Square, last: tuple[Craftsman, Square | None] | None) -> list[tuple[Offer, Need]]:
        """Sellers that may come after the last good (its craftsman and that one's resource square, if already chosen), each
        with the need it brings. Lines ascend; with any mix allowed, (line, anchor) ascend and one craftsman may come again."""
        found = []
        for offer in self.sellers(monument):
            craftsman = offer[0]
            floor = None
            if last is not None:
                before = (CRAFTS[last[0].kind]["line"], last[0].anchor)
                here = (CRAFTS[craftsman.kind]["line"], craftsman.anchor)
                if here < before or (not self.any_mix and here[0] == before[0]):
                    continue
                if here == before:
                    floor = last[1]
            found.append((offer, (craftsman, floor)))
        return found

    def completes(
        self,
        monument: Square,
        cattle: int,
        used: dict[Square, int],
        left: int,
        last: tuple[Craftsman, Square | None] | None,
        needs: tuple[Need, ...] = (),
        secondary: Craftsman | None = None,
    ) -> bool:
        """Whether a purchase can be completed: `left` goods not begun, after `last`; needs still without a resource square; a
        secondary still without its primary. Tries every choice of craftsmen and primaries."""
        key = ("completes", monument, cattle, tuple(sorted(used.items())), left, last, tuple(sorted(needs, key=repr)), secondary)
        if key not in self._memo:
            self._memo[key] = self._completes(monument, cattle, used, left, last, needs, secondary)
        return self._memo[key]  # type: ignore[return-value]

    def _completes(self, monument, cattle, used, left, last, needs, secondary) -> bool:  # type: ignore[no-untyped-def]
        if not self.served(list(needs), used):
            return False
        if secondary is not None:
            return any(
                price + hubs <= cattle
                and self.completes(monument, cattle - price - hubs, used, left, last, (*needs, (primary, None)))
                for primary, price, hubs in self.primaries(secondary)
            )
        if left == 0:
            return True
        for (craftsman, price, hubs), need in self.next_goods(monument, last):
            if price + hubs <= cattle:
                # While the square of this good is open, a later good of the same craftsman may change places with it: both
                # are only bound by the good before.
                after = (craftsman, need[1])
                waiting = craftsman if CRAFTS[craftsman.kind]["primary"] else None
                if self.completes(monument, cattle - price - hubs, used, left - 1, after, (*needs, need), waiting):
                    return True
        return False
