"""The best of several steps, drawn among equals: in rollouts, of a network's bids, and of what an exported engine answers."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.streams import below


@compiled
def heaviest(actions, n, weights, rng):  # type: ignore[no-untyped-def]
    """The action of most weight, drawn among equals."""
    highest = weights[0]
    equal = 1
    for i in range(1, n):
        if weights[i] > highest:
            highest = weights[i]
            equal = 1
        elif weights[i] == highest:
            equal += 1
    k = 0
    if equal > 1:
        k = below(rng, equal)
    at = 0
    while weights[at] != highest or k > 0:
        if weights[at] == highest:
            k -= 1
        at += 1
    return actions[at]
