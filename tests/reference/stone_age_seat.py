"""What one seat of Stone Age has: people, food, resources, tools, cards; for the reference engine, from the rules alone."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from tests.reference.stone_age_score import RESOURCES, card_points, cultures, people_on

MOST_PEOPLE, MOST_TRACK, MOST_TOOLS = 10, 10, 12


class Seat:
    def __init__(self) -> None:
        self.people = self.hand = 5
        self.food = 12
        self.stock = dict.fromkeys(RESOURCES, 0)
        self.track = self.score = self.tiles = 0
        self.tools: list[list[Any]] = []  # [value, turned], three at most
        self.once: list[int] = []  # values of tools for one use, not spent yet
        self.two = False  # two resources of choice, not taken yet
        self.cards: list[str] = []
        self.blind: str | None = None

    def tool_value(self) -> int:
        return sum(value for value, _ in self.tools)

    def total(self) -> int:
        return sum(self.stock.values())

    def add_tool(self) -> None:
        """An empty slot first, then the lowest tool; among equal ones one not turned yet. What is turned stays turned."""
        if self.tool_value() == MOST_TOOLS:
            return
        if len(self.tools) < 3:
            self.tools.append([1, False])
        else:
            min(self.tools)[0] += 1

    def add_person(self) -> None:
        if self.people < MOST_PEOPLE:
            self.people += 1
            self.hand += 1

    def add_track(self) -> None:
        self.track = min(self.track + 1, MOST_TRACK)

    def additions(self) -> dict[str, tuple[list[int], list[int]]]:
        """Texts of all subsets of usable tools, with the values of lasting tools and of those for one use."""
        ready = sorted(value for value, turned in self.tools if not turned)
        found = {}
        for tools in subsets(ready):
            for once in subsets(sorted(self.once)):
                words = [*map(str, tools), *(["once", *map(str, once)] if once else [])]
                found[" ".join(["add", *(words or ["none"])])] = (tools, once)
        return found

    def spend(self, tools: list[int], once: list[int]) -> int:
        """Turn or give away tools of these values; what they add."""
        for value in tools:
            self.tools[self.tools.index([value, False])][1] = True
        for value in once:
            self.once.remove(value)
        return sum(tools) + sum(once)

    def final(self, unused_choice_scores: bool) -> int:
        cards = [*self.cards, *([self.blind] if self.blind else [])]
        points = self.score + card_points(cards, self.track, self.tool_value(), self.tiles, self.people) + self.total()
        return points + (2 if self.two and unused_choice_scores else 0)

    def tie_break(self) -> int:
        return self.track + self.tool_value() + self.people

    def snapshot(self) -> dict[str, Any]:
        people = {kind: people_on(self.cards, kind) for kind in ("builder", "farmer", "maker", "shaman")}
        return {
            "people": self.people,
            "hand": self.hand,
            "food": self.food,
            **self.stock,
            "track": self.track,
            "tools": sorted([value, bool(turned)] for value, turned in self.tools),
            "once": sorted(self.once),
            "two": self.two,
            "score": self.score,
            "tiles": self.tiles,
            "culture": dict(cultures(self.cards)),
            **people,
            "blind": self.blind,
        }


def subsets(values: list[int]) -> list[list[int]]:
    return [list(each) for n in range(len(values) + 1) for each in sorted(set(combinations(values, n)))]
