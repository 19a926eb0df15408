"""A game of forty lines for tests of what every game shares: hidden cards, a chance draw, a margin, a choice of two steps.

Each seat is dealt a secret card 1-3 by nature, in seat order; then the seats in turn `keep` or `add n` (1 or 2) to it.
The highest total wins; the margin is the total. Option `poor: on` takes `add 2` away.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from mutapa.core.compiled import compiled
from mutapa.core.errors import InvalidError
from mutapa.core.features import SEATS_ASIDE, Features, Vocabulary, numbers
from mutapa.core.game import (
    CHANCE,
    OVER,
    SEATS,
    UNIT,
    Game,
    Option,
    Rules,
    flat_prefer,
    no_bid,
    no_bid_types,
    no_forced,
    no_likelihood,
    sample_legal,
)
from mutapa.core.layout import Field, Layout
from mutapa.core.streams import Array, below, keyed, mix

LAYOUT = Layout(
    "tiny",
    4,
    [
        Field("plies", 6, doc="steps taken, nature's too"),
        Field("error", 1),
        Field("card", 2, 4, "owner", "0 unknown or not dealt, else the card"),
        Field("added", 2, 4, doc="what each seat added"),
    ],
)
get_plies, get_card, get_added = (LAYOUT.getter(name) for name in ("plies", "card", "added"))
put_plies, put_card, put_added = (LAYOUT.setter(name) for name in ("plies", "card", "added"))
blanked = LAYOUT.observer()
WORDS = LAYOUT.words
KEEP, DRAW = 0, 10


@compiled
def turn(board, work, state):  # type: ignore[no-untyped-def]
    plies = get_plies(state)
    if plies < board[0]:
        return CHANCE
    if plies < 2 * board[0]:
        return plies - board[0]
    return OVER


@compiled
def legal(board, work, state, out):  # type: ignore[no-untyped-def]
    if turn(board, work, state) < 0:
        return 0
    for i in range(3 - board[1]):
        out[i] = i
    return 3 - board[1]


@compiled
def apply(board, work, state, action):  # type: ignore[no-untyped-def]
    plies = get_plies(state)
    if plies < board[0]:
        put_card(state, plies, action - DRAW)
    else:
        put_added(state, plies - board[0], action)
    put_plies(state, plies + 1)
    return 0


@compiled
def outcome(board, work, state, out):  # type: ignore[no-untyped-def]
    for seat in range(board[0]):
        out[SEATS + seat] = get_card(state, seat) + get_added(state, seat)
    for seat in range(board[0]):
        rank = 1
        for other in range(board[0]):
            if out[SEATS + other] > out[SEATS + seat]:
                rank += 1
        out[seat] = rank
    return 0


@compiled
def observe(board, work, state, seat, seen):  # type: ignore[no-untyped-def]
    return blanked(state, seat, seen)


@compiled
def determinize(board, work, seen, seat, rng, state):  # type: ignore[no-untyped-def]
    for w in range(WORDS):
        state[w] = seen[w]
    for other in range(board[0]):
        if other < get_plies(seen) and other != seat:
            put_card(state, other, 1 + below(rng, 3))
    return 0


@compiled
def see(board, work, state, action, seat):  # type: ignore[no-untyped-def]
    return action if get_plies(state) >= board[0] or get_plies(state) == seat else DRAW


@compiled
def key(board, work, state):  # type: ignore[no-untyped-def]
    return (mix(state[0] & 0xFFFFFFFF, state[0] >> 32) << 20) | (mix(state[0] >> 20, 7) & 0xFFFFF)


@compiled
def judge(board, work, state, out):  # type: ignore[no-untyped-def]
    for seat in range(board[0]):
        out[seat] = UNIT // board[0]
        out[SEATS + seat] = 0
    out[0] += UNIT - board[0] * (UNIT // board[0])
    return 0


@compiled
def chance(board, work, state, key):  # type: ignore[no-untyped-def]
    return DRAW + 1 + keyed(key, 0, get_plies(state), 3)


@compiled
def odds(board, work, state, actions, weights):  # type: ignore[no-untyped-def]
    for i in range(3):
        actions[i] = DRAW + 1 + i
        weights[i] = 1
    return 3


NAMES, VALUES, STEPS, AMOUNTS, PLACES = (Vocabulary() for _ in range(5))
CARD = NAMES.add("own card: {}", ("none", "1", "2", "3"))
ADDED = NAMES.add("{} added: {}", SEATS_ASIDE[:4], numbers(3))
VALUES.add("added by self")
STEPS.add("{}", ("keep", "add"))
AMOUNTS.add("{}", numbers(3))
PLACES.add("-")
FEATURES = Features(1, NAMES, VALUES, STEPS, AMOUNTS, PLACES, active=5)


@compiled
def features(board, work, seen, seat, sparse, dense):  # type: ignore[no-untyped-def]
    sparse[0] = CARD + get_card(seen, seat)
    for aside in range(board[0]):
        sparse[1 + aside] = ADDED + 3 * aside + get_added(seen, (seat + aside) % board[0])
    dense[0] = get_added(seen, seat) * UNIT // 2
    return 1 + board[0]


@compiled
def action_parts(board, work, seen, action, parts):  # type: ignore[no-untyped-def]
    parts[0] = 1 if action > KEEP else 0
    parts[1] = action
    parts[2] = 0
    return 0


def describe(seats: int, options: Mapping[str, Any], rng: Array) -> dict[str, Any]:
    return {"first": below(rng.tolist(), 100)}


def deal(description: Mapping[str, Any]) -> tuple[Array, Array]:
    if not isinstance(description.get("first"), int):
        raise InvalidError("set-up: 'first' must be a number")
    poor = 1 if description["options"]["poor"] == "on" else 0
    return np.array([description["seats"], poor, description["first"]], np.int64), np.zeros(WORDS, np.int64)


def text(board: Array, state: Array, action: int) -> str:
    return f"draw {action - DRAW}" if action >= DRAW else "keep" if action == KEEP else f"add {action}"


def parse(board: Array, state: Array, words: str) -> int:
    names = {text(board, state, action): action for action in (0, 1, 2, DRAW, 11, 12, 13)}
    if words not in names:
        raise InvalidError(f"{words!r} is no step; steps are keep, add n, draw n")
    return names[words]


RULES = Rules(
    legal=legal,
    apply=apply,
    turn=turn,
    outcome=outcome,
    observe=observe,
    determinize=determinize,
    see=see,
    key=key,
    sample=sample_legal(legal),
    judge=judge,
    prefer=flat_prefer,
    chance=chance,
    odds=odds,
    forced=no_forced,
    bid_types=no_bid_types,
    bid=no_bid,
    likelihood=no_likelihood,
    features=features,
    action_parts=action_parts,
)
TINY = Game(
    name="tiny",
    title="Tiny",
    version=1,
    seats=(2, 4),
    layout=LAYOUT,
    rules=RULES,
    board_words=3,
    work_words=32,
    actions_max=8,
    describe=describe,
    deal=deal,
    text=text,
    parse=parse,
    options={
        "poor": Option("poor", "off", "no `add 2`", ("off", "on")),
        "cap": Option("cap", 0, "nothing, for tests", limits=(0, 9)),
    },
    features=FEATURES,
)
