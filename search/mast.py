"""MAST, the move-average sampling technique (Finnsson and Bjornsson 2008): rollouts by what steps were worth in general.

For each seat and index of an action (the game's ``index``) a tree keeps the mean of the seat's utility over all simulations in
which the seat took such a step, in the tree or in the rollout. A rollout's step is the one of highest mean; a share epsilon of
steps is made by the game's ``sample`` (epsilon-greedy, which Tak, Winands and Bjornsson 2012 found better than Gibbs sampling).
A step never taken counts as a sure win, as in the first paper, so that each is tried; among equals one is drawn.
What is known is halved at each new search of a tree that is kept, and forgotten where a tree is planted anew.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.game import INDEXES, UNIT
from mutapa.search.settings import SEATS

TRAIL = 2048
"""Steps of one simulation that are learned from; later ones aren't."""
TAKEN = 0
"""Place of the number of steps taken in this simulation; the steps follow."""
MEANS = TAKEN + 1 + TRAIL
"""Place of the means: for each seat and index a sum of utilities, fixed point, and how many."""


def room(seats: int) -> int:
    """Words of the array ``habits``."""
    return MEANS + 2 * seats * INDEXES


@compiled
def note(game, board, work, world, seat, action, habits):  # type: ignore[no-untyped-def]
    """`seat` takes `action` in `world`."""
    n = habits[TAKEN]
    if n < TRAIL:
        habits[TAKEN + 1 + n] = seat * INDEXES + game.index(board, work, world, action)
        habits[TAKEN] = n + 1
    return 0


@compiled
def learn(habits, values):  # type: ignore[no-untyped-def]
    """The simulation whose steps were noted came to `values`, one a seat."""
    for i in range(habits[TAKEN]):
        which = habits[TAKEN + 1 + i]
        at = MEANS + 2 * which
        habits[at] += values[which // INDEXES]
        habits[at + 1] += 1
    habits[TAKEN] = 0
    return 0


@compiled
def means(game, board, work, world, seat, actions, n, habits, weights):  # type: ignore[no-untyped-def]
    """weights[i] = mean utility of actions[i] for `seat`, fixed point; UNIT + 1 where it was never taken."""
    for i in range(n):
        at = MEANS + 2 * (seat * INDEXES + game.index(board, work, world, actions[i]))
        weights[i] = UNIT + 1
        if habits[at + 1] > 0:
            weights[i] = int(habits[at] / habits[at + 1])
    return 0


@compiled
def fade(settings, habits):  # type: ignore[no-untyped-def]
    """Halve what is known: a new search begins where the game has gone on."""
    for i in range(2 * settings[SEATS] * INDEXES):
        habits[MEANS + i] >>= 1
    return 0
