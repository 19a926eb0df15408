"""Who meets whom, and who sits next to whom: pure functions of numbers. Entrants are numbers from 0 here.

A group is the entrants of one table. Groups of a round robin and of a gauntlet are balanced over pairs: every two entrants meet
equally often where all groups are played, and where only some are, as evenly as a greedy choice and exchanges make it (the sum
of squared meetings is kept low). A table is a ring: the last seat plays before the first.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from random import Random

Group = tuple[int, ...]
Pairs = Collection[frozenset[int]]
LISTED = 300
"""So many possible groups are all looked at for each choice; of more, good ones are built."""
LOOKS, HEAT, GAMES = 200_000, 1.0, 0.5
"""Of the annealing: exchanges tried, the heat it begins with, the weight of games beside meetings."""


def pairs(group: Sequence[int]) -> Iterator[frozenset[int]]:
    """All two of a group."""
    return (frozenset(two) for two in itertools.combinations(group, 2))


def meetings(groups: Sequence[Group]) -> Counter[frozenset[int]]:
    """How often every two have met."""
    return Counter(two for group in groups for two in pairs(group))


# --- rings ------------------------------------------------------------------------------------------------------------


def rings(seats: int) -> list[Group]:
    """Orders around a table that together let everyone follow everyone else equally often: 1 of 2, 2 of 3, 6 of 4, 4 of 5.

    With a prime number of seats these are the steps of 1, 2, 3 ... around the table; else all orders.
    """
    if all(seats % n for n in range(2, seats)):
        return [tuple(step * n % seats for n in range(seats)) for step in range(1, seats)] if seats > 2 else [(0, 1)]
    return [(0, *rest) for rest in itertools.permutations(range(1, seats))]


def rotations(ring: Sequence[int]) -> list[Group]:
    """Seatings in which everyone of the ring sits on every seat once, in the same order around the table."""
    return [(*ring[n:], *ring[:n]) for n in range(len(ring))]


def ring_for(group: Group, followed: Counter[tuple[int, int]]) -> Group:
    """The order around the table that evens out who has followed whom (`followed`, which counts on)."""

    def cost(ring: Group) -> int:
        return sum(2 * followed[one, two] + 1 for one, two in zip(ring, (*ring[1:], ring[0]), strict=True))

    first, *rest = group
    usual = [
        tuple(group[n] for n in ring) for ring in rings(len(group))
    ]  # come first, and so by turns where one group plays alone
    best = min([*usual, *((first, *order) for order in itertools.permutations(rest))], key=cost)
    followed.update(zip(best, (*best[1:], best[0]), strict=True))
    return best


# --- groups -----------------------------------------------------------------------------------------------------------


def groups(entrants: Sequence[int], size: int, apart: Pairs = ()) -> list[Group]:
    """All groups of `size`, of which no two are kept `apart`."""
    return [group for group in itertools.combinations(entrants, size) if not any(two in apart for two in pairs(group))]


def balanced(entrants: Sequence[int], size: int, blocks: int | None, apart: Pairs = (), core: Group = ()) -> list[Group]:
    """Groups of `size` of the `entrants`, each with `core` added: `blocks` of them, or all once (None), balanced over pairs.

    Empty if no group is possible.
    """
    free = [each for each in entrants if each not in core and not any(frozenset((each, one)) in apart for one in core)]
    possible = math.comb(len(free), size)
    if blocks is not None and possible > max(LISTED, blocks):
        chosen = _evened(free, _built(free, size, blocks, apart), apart)
    else:
        listed = groups(free, size, apart)
        if not listed:
            return []
        whole, rest = divmod(len(listed) if blocks is None else blocks, len(listed))
        chosen = (_in_order(listed, len(listed)) if len(listed) <= LISTED else _mixed(listed)) * whole
        if rest:  # all equally often, and then a part that is as fair as can be
            part = _in_order(listed, rest) if len(listed) <= LISTED else _built(free, size, rest, apart)
            chosen += _evened(free, part, apart)
    return [(*core, *group) for group in chosen]


def _cost(group: Group, met: Counter[frozenset[int]], played: Counter[int]) -> int:
    """By how much the sum of squared meetings grows; games played decide where it is the same."""
    return 1024 * sum(2 * met[two] + 1 for two in pairs(group)) + sum(2 * played[each] + 1 for each in group)


def _mixed(listed: Sequence[Group]) -> list[Group]:
    """All of them, so ordered that whatever is played first lets nearly everyone play: by steps of the golden ratio."""
    n = len(listed)
    step = next(each for each in range(round(n * 0.381966) or 1, 2 * n + 2) if math.gcd(each, n) == 1)
    return [listed[each * step % n] for each in range(n)]


def _in_order(listed: Sequence[Group], wanted: int) -> list[Group]:
    """`wanted` of the groups, at most all of them, one after the other."""
    met: Counter[frozenset[int]] = Counter()
    played: Counter[int] = Counter()
    found: list[Group] = []
    left = list(listed)
    while len(found) < wanted:
        best = min(left, key=lambda group: _cost(group, met, played))
        left.remove(best)
        found.append(best)
        met.update(pairs(best))
        played.update(best)
    return found


def _built(entrants: Sequence[int], size: int, blocks: int, apart: Pairs) -> list[Group]:
    """`blocks` groups, each built one by one from those who have met least, then bettered by exchanges."""
    met: Counter[frozenset[int]] = Counter()
    played: Counter[int] = Counter()
    found: list[Group] = []

    def grown(group: Group) -> Group | None:
        if len(group) == size:
            return group
        fit = [e for e in entrants if e not in group and not any(frozenset((e, one)) in apart for one in group)]
        for each in sorted(fit, key=lambda e: (sum(met[frozenset((e, one))] for one in group), played[e], e)):
            whole = grown((*group, each))
            if whole is not None:
                return whole
        return None

    while len(found) < blocks:
        group = grown(())
        if group is None:
            return []
        while True:
            others = [
                (*group[:n], each, *group[n + 1 :])
                for n in range(size)
                for each in entrants
                if each not in group and not any(frozenset((each, one)) in apart for one in (*group[:n], *group[n + 1 :]))
            ]
            best = min(others, key=lambda one: _cost(one, met, played), default=group)
            if _cost(best, met, played) >= _cost(group, met, played):
                break
            group = best
        group = tuple(sorted(group))
        found.append(group)
        met.update(pairs(group))
        played.update(group)
    return found


def _evened(entrants: Sequence[int], chosen: Sequence[Group], apart: Pairs) -> list[Group]:
    """The groups after exchanges of one entrant for another by simulated annealing: even meetings count most, then even games.

    Its random numbers are always the same. It ends early where meetings differ by no more than one.
    """
    if not chosen:
        return []
    size, random = len(chosen[0]), Random(0)
    places = range(max(entrants) + 1)
    met = [[0] * len(places) for _ in places]
    played = [0] * len(places)
    found = [list(group) for group in chosen]

    def count(group: Sequence[int], each: int, by: int) -> None:
        played[each] += by
        for one in group:
            met[each][one] += by
            met[one][each] += by

    for group in found:
        for n, each in enumerate(group):
            count(group[:n], each, 1)
    together = [(one, two) for one, two in itertools.combinations(entrants, 2) if frozenset((one, two)) not in apart]
    best, least = [list(group) for group in found], sum(met[one][two] ** 2 for one, two in together)
    cost = least
    for look in range(0 if _even(met, together) else LOOKS):
        heat = HEAT * (1 - look / LOOKS) ** 2
        group, n, new = random.choice(found), random.randrange(size), random.choice(entrants)
        old, rest = group[n], [each for i, each in enumerate(group) if i != n]
        if new in group or any(frozenset((new, one)) in apart for one in rest):
            continue
        grows = 2 * sum(met[new][one] - met[old][one] + 1 for one in rest)
        uneven = grows + GAMES * (played[new] - played[old] + 1)
        if uneven <= 0 or random.random() < math.exp(-uneven / (heat + 1e-9)):
            count(rest, old, -1)
            count(rest, new, 1)
            group[n], cost = new, cost + grows
            if cost < least:
                best, least = [list(each) for each in found], cost
                if _even(met, together):
                    break
    return [tuple(sorted(group)) for group in best]


def _even(met: Sequence[Sequence[int]], together: Sequence[tuple[int, int]]) -> bool:
    numbers = [met[one][two] for one, two in together]
    return max(numbers) - min(numbers) <= 1


# --- rounds that follow from results ----------------------------------------------------------------------------------


def swiss(
    order: Sequence[int],
    scores: Sequence[Fraction],
    size: int,
    before: Sequence[Group],
    rested: Counter[int],
    apart: Pairs = (),
) -> tuple[list[Group], list[int]]:
    """The groups of the next round, the leaders' first, and who rests, for those with `scores` by entrant.

    `order` decides between equal scores; `before` are all groups so far, `rested` how often each has rested. Those near each
    other in the table meet; two who have met already do so again only where exchanges find no way around, and two kept `apart`
    even less. Who rests is the last of those who rested least.
    """
    table = sorted(order, key=lambda each: -scores[each])
    spare = len(table) % size
    resting = sorted(table, key=lambda each: (rested[each], -table.index(each)))[:spare]
    table = [each for each in table if each not in resting]
    place = {each: n for n, each in enumerate(table)}
    met, far = meetings(before), len(table) ** 2 + 1

    def cost(group: Sequence[int]) -> int:
        return sum(
            (place[one] - place[two]) ** 2
            + 10 * far * met[frozenset((one, two))] ** 2
            + (1000 * far if frozenset((one, two)) in apart else 0)
            for one, two in itertools.combinations(group, 2)
        )

    tables = [table[n : n + size] for n in range(0, len(table), size)]
    better = True
    while better:
        better = False
        for one, two in itertools.combinations(tables, 2):
            for i, j in itertools.product(range(size), repeat=2):
                now = cost(one) + cost(two)
                one[i], two[j] = two[j], one[i]
                if cost(one) + cost(two) < now:
                    better = True
                else:
                    one[i], two[j] = two[j], one[i]
    return [tuple(sorted(group)) for group in sorted(tables, key=lambda group: min(place[each] for each in group))], resting


def ladder(order: Sequence[int], size: int, odd: bool) -> list[Group]:
    """The groups of a round: neighbours on the ladder. Rounds by turns count them from the top and half a table lower."""
    rest = len(order) % size
    start = 0 if odd else (rest or size // 2)
    if start + size > len(order):
        start = 0
    return [tuple(order[n : n + size]) for n in range(start, len(order) - size + 1, size)]


def climbed(order: Sequence[int], groups: Sequence[Group], scores: Sequence[Fraction]) -> list[int]:
    """The ladder after a round: each group reordered by its `scores` (by entrant); equal ones stay as they were."""
    found = list(order)
    for group in groups:
        places = sorted(found.index(each) for each in group)
        for place, each in zip(places, sorted(group, key=lambda one: (-scores[one], found.index(one))), strict=True):
            found[place] = each
    return found
