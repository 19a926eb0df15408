"""Cards and tiles of Stone Age, its final scoring and the exact odds of its dice; from the rules alone, for the reference."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import product
from math import factorial, prod
from pathlib import Path
from typing import Any

FIGURES: dict[str, Any] = json.loads((Path(__file__).parent / "stone-age-figures.json").read_text(encoding="utf-8"))
VALUE: dict[str, int] = FIGURES["resources"]
RESOURCES = list(VALUE)
TOP: dict[str, list[Any]] = {name: top for name, top, _ in FIGURES["cards"]}
BOTTOM: dict[str, tuple[str, int]] = {name: tuple(bottom) for name, _, bottom in FIGURES["cards"]}
DECK = [name for name, _, _ in FIGURES["cards"]]
TERMS: dict[str, list[Any]] = {name: terms for name, _, *terms in FIGURES["buildings"]}
TILES = [name for name, copies, *_ in FIGURES["buildings"] for _ in range(copies)]


def cultures(cards: Iterable[str]) -> Counter[str]:
    return Counter(BOTTOM[card][0] for card in cards if not BOTTOM[card][1])


def culture_points(cards: Iterable[str]) -> int:
    """Green cards in sets of different symbols, each set as large as can be: the square of its size."""
    left, points = cultures(cards), 0
    while left:
        points += len(left) ** 2
        left = +Counter({symbol: n - 1 for symbol, n in left.items()})
    return points


def people_on(cards: Iterable[str], kind: str) -> int:
    return sum(BOTTOM[card][1] for card in cards if BOTTOM[card][0] == kind)


def card_points(cards: Iterable[str], track: int, tools: int, tiles: int, people: int) -> int:
    """What the bottom halves bring: `tools` is the value of the lasting tools, used ones included."""
    cards = list(cards)
    each = {"farmer": track, "maker": tools, "builder": tiles, "shaman": people}
    return culture_points(cards) + sum(people_on(cards, kind) * n for kind, n in each.items())


def payments(terms: list[Any], stock: dict[str, int]) -> list[tuple[str, ...]]:
    """Every way to pay for a tile, or n of anything (terms ["sum", n]), out of a stock: resources in their order."""
    most = 3 if terms[0] == "fixed" else terms[-1] if terms[0] == "any" else terms[1]
    return _payments(json.dumps(terms), tuple(min(stock[resource], most) for resource in RESOURCES))


@lru_cache(maxsize=1000)
def _payments(terms: str, stock: tuple[int, ...]) -> list[tuple[str, ...]]:
    kind, *rest = json.loads(terms)
    found = []
    for counts in product(*(range(n + 1) for n in stock)):
        total, kinds = sum(counts), sum(n > 0 for n in counts)
        if kind == "fixed":
            fits = list(counts) == rest[0]
        elif kind == "exactly":
            fits = [total, kinds] == rest
        elif kind == "any":
            fits = rest[0] <= total <= rest[1]
        else:
            fits = total == rest[0]
        if fits:
            found.append(tuple(resource for resource, n in zip(RESOURCES, counts, strict=True) for _ in range(n)))
    return found


@cache
def sums(dice: int) -> dict[int, int]:
    """How many of the 6 ** dice throws give each sum."""
    ways = {0: 1}
    for _ in range(dice):
        more: Counter[int] = Counter()
        for total, n in ways.items():
            for pips in range(1, 7):
                more[total + pips] += n
        ways = dict(more)
    return ways


@cache
def throws(dice: int) -> dict[tuple[int, ...], int]:
    """How many of the 6 ** dice throws give each set of faces, sorted upward."""
    found = {tuple(sorted(faces)) for faces in product(range(1, 7), repeat=dice)}
    return {faces: factorial(dice) // prod(factorial(n) for n in Counter(faces).values()) for faces in found}
