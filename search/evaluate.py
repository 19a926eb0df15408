"""Utilities of a state: of its outcome where the game is over, else of the game's own estimate, by the same weights.

Utility of a seat = weighted mean (settings) of four parts, each held to 0..UNIT:
win: UNIT shared by all of rank 1; place: seats beaten (ties half), summing to UNIT over the table;
margin: UNIT / seats plus the lead over the table's mean margin in units of seats * scale;
points: UNIT / 2 plus the own margin in units of 2 scale, whatever others have (a seat then neither spites nor races).
Shares are rounded down, so without `points` the seats' utilities sum to UNIT up to a unit a seat (unless a margin was held).
"""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.game import OVER, UNIT
from mutapa.core.game import SEATS as MOST_SEATS
from mutapa.search.settings import MARGIN, MIX, PLACE, POINTS, SCALE, SEATS, WIN


@compiled
def _weighed(settings, marks, s, win, place):  # type: ignore[no-untyped-def]
    """Utility of seat `s` whose parts for winning and places (fixed point) are known; `marks` has margins from MOST_SEATS on."""
    if settings[PLACE] + settings[MARGIN] + settings[POINTS] == 0:
        return win
    seats = settings[SEATS]
    value = settings[WIN] * win + settings[PLACE] * place
    if settings[MARGIN] > 0:
        lead = marks[MOST_SEATS + s] * seats
        for other in range(seats):
            lead -= marks[MOST_SEATS + other]
        part = UNIT // seats + lead * UNIT // (seats * seats * settings[SCALE])
        value += settings[MARGIN] * min(max(part, 0), UNIT)
    if settings[POINTS] > 0:
        part = UNIT // 2 + marks[MOST_SEATS + s] * UNIT // (2 * settings[SCALE])
        value += settings[POINTS] * min(max(part, 0), UNIT)
    return value // (settings[WIN] + settings[PLACE] + settings[MARGIN] + settings[POINTS])


@compiled
def utilities(settings, marks, values):  # type: ignore[no-untyped-def]
    """Turn an outcome (`marks`: ranks, then margins) into utilities (`values`, one a seat)."""
    seats = settings[SEATS]
    winners = 0
    for s in range(seats):
        if marks[s] == 1:
            winners += 1
    share = UNIT
    if winners > 1:
        share = UNIT // winners
    for s in range(seats):
        win = 0
        if marks[s] == 1:
            win = share
        place = 0
        if settings[PLACE] > 0:
            beaten = 0
            for other in range(seats):
                if marks[other] > marks[s]:
                    beaten += 2
                elif marks[other] == marks[s] and other != s:
                    beaten += 1
            place = UNIT * beaten // (seats * (seats - 1))
        values[s] = _weighed(settings, marks, s, win, place)
    return 0


@compiled
def estimates(settings, marks, values):  # type: ignore[no-untyped-def]
    """Turn a judgement (`marks`: shares of the win, then margins) into utilities; two seats' places go by their shares."""
    seats = settings[SEATS]
    for s in range(seats):
        place = 0
        if settings[PLACE] > 0:
            ahead = 0
            for other in range(seats):
                if other != s:
                    both = marks[s] + marks[other]
                    ahead += UNIT // 2 if both == 0 else UNIT * marks[s] // both
            place = 2 * ahead // (seats * (seats - 1))
        values[s] = _weighed(settings, marks, s, marks[s], place)
    return 0


@compiled
def evaluate(game, board, work, world, settings, marks, values):  # type: ignore[no-untyped-def]
    """Utilities of `world` into `values`."""
    if game.turn(board, work, world) == OVER:
        game.outcome(board, work, world, marks)
        return utilities(settings, marks, values)
    game.judge(board, work, world, marks)
    return estimates(settings, marks, values)


@compiled
def guess(game, board, work, world, settings, marks, guesses):  # type: ignore[no-untyped-def]
    """Before a rollout: the judge's estimate of where it begins. Returns its weight, 0 if it isn't asked for or all is over."""
    if settings[MIX] == 0 or game.turn(board, work, world) == OVER:
        return 0
    game.judge(board, work, world, marks)
    estimates(settings, marks, guesses)
    return settings[MIX]


@compiled
def blend(settings, values, guesses, weight):  # type: ignore[no-untyped-def]
    """After it: (1 - weight) `values` + weight `guesses`, into `values` (the mix of Silver et al. 2016)."""
    for s in range(settings[SEATS]):
        values[s] = ((UNIT - weight) * values[s] + weight * guesses[s]) // UNIT
    return 0
