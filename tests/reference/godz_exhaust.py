"""Players of GodZ who empty a reserve: of War tiles, which takes a last round of wars by all, or of Balance tiles."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tests.reference.godz import Position
from tests.reference.godz_map import beyond, distance, named
from tests.reference.godz_table import DEITIES

Choice = Callable[[Position], str]
MEETING = (1, 0)
MIXED = ["desert", "sea", "desert", "desert", "sea", "desert"]
WAR_EVERYWHERE = {"bonus": [1, 2, 3, 4], "penalty": [3, 2, 1, 0], "war": [1] * 4, "siege": [0] * 4, "avatar_siege": [0] * 4}

FEUD: dict[str, Any] = {
    "game": "godz",
    "seats": 5,
    "deities": ["glu", "boo", "bau", "tud", "fiu"],
    "options": {"last_round": "on", "round_cap": 200},
    "figures": {
        "path": WAR_EVERYWHERE,
        "homes": dict.fromkeys(DEITIES, MIXED),
        "center": {"icons": ["faith"] * 5, "ring": ["desert"] * 6},
    },
}
MARTYRS: dict[str, Any] = {
    "game": "godz",
    "seats": 2,
    "deities": ["boo", "glu"],
    "options": {"round_cap": 200},
    "figures": {
        "homes": dict.fromkeys(DEITIES, ["forest", "swamp", "desert"] * 2),
        "center": {"icons": ["food"], "ring": ["swamp"] * 6},
    },
}


def feud(seed: int) -> Choice:
    """All meet on one hex and take five War tiles each, and no more until the first seat begins the last round."""
    rng = random.Random(seed)

    def choose(position: Position) -> str:
        seat, legal = int(str(position.to_move())), position.legal()
        table, seats = position.table, position.seats
        wars = [text for text in legal if text.startswith("war")]
        if position.phase == "turn":
            appoints = seats[seat].column == 3 and "prophet" in seats[seat].mat
            walks = position.world.terrain(table.avatars[seat]) is None
            return "glory none" if "believers" not in legal else "avatar" if appoints or walks else "believers"
        if position.phase == "believers":
            met = sum(table.loose_at(MEETING, each) for each in range(len(seats)))
            all_ready = sum(each.squares() for each in seats) >= 25 and met >= 18 and not any(each.reserve for each in seats)
            last = any(each.squares() > 5 for each in seats)
            if wars and (seats[seat].squares() < 5 or last or (seat == 0 and all_ready)):
                return rng.choice(wars)
            away = [here for here in table.loose_hexes(seat) if here != MEETING]
            return "deploy" if "deploy" in legal else "march" if away and "march" in legal else "done"
        if position.phase == "march":
            nearer = [text for text in legal if text.startswith("move") and _gain(text) > 0]
            return rng.choice(nearer) if nearer else "done"
        if position.phase in ("avatar", "walk"):
            steps = [text for text in legal if text.startswith("step")]
            steps = [t for t in steps if position.world.terrain(beyond(table.avatars[seat], t.split()[1])) == "desert"]
            if position.world.terrain(table.avatars[seat]) is None and (steps or "walk" in legal):
                return rng.choice(steps or ["walk"])
        liked = [text for text in legal if text == "prophet" or text.split()[-1] == "faith"]
        return liked[0] if liked else "done" if "done" in legal else rng.choice(legal)

    return choose


def _gain(text: str) -> int:
    _, place, direction = text.split()
    return distance(named(place), MEETING) - distance(beyond(named(place), direction), MEETING)


def martyrs(seed: int) -> Choice:
    """Martin stomps on all the Believers that the other sends to a swamp; nobody takes Glory."""
    rng = random.Random(seed)

    def choose(position: Position) -> str:
        seat, legal = int(str(position.to_move())), position.legal()
        table = position.table
        if position.phase == "turn":
            action = "avatar" if seat == 0 and table.loose_at(table.avatars[0], 1) else "believers"
            return action if action in legal else "glory none"
        stomps = [text for text in legal if text.startswith("stomp")]
        if stomps:
            return stomps[0]
        if position.phase == "believers" and seat == 1:
            return "deploy" if "deploy" in legal else "march" if "march" in legal else "done"
        if position.phase in ("believers", "avatar"):
            return rng.choice(legal)
        if position.phase == "march" and seat == 1:
            goal = table.avatars[0]
            closer = [text for text in legal if text != "done" and named(text.split()[1]) != goal]
            return (
                min(closer, key=lambda text: distance(beyond(named(text.split()[1]), text.split()[2]), goal))
                if closer
                else "done"
            )
        if position.phase == "miracle":
            return "done"
        liked = [text for text in legal if text.endswith("food" if seat == 0 else "faith")]
        return rng.choice(liked or legal)

    return choose
