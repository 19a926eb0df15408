"""Notation: ``bid 3`` (``bid ?`` unseen) and nature's ``roll 6: 3 0 5``: the prize, then the bids revealed."""

from __future__ import annotations

from mutapa.core.errors import InvalidError
from mutapa.core.streams import Array
from mutapa.core.toys.sealed.layout import BUDGET, done, prize


def text(board: Array, state: Array, action: int) -> str:
    """The action in words."""
    if done(state) < 3:
        return f"bid {action - 1 if action else '?'}"
    bids = " ".join(str(((action >> (1 + 3 * seat)) & 7) - 1) for seat in range(3))
    return f"roll {12 if action & 1 else 6}: {bids}"


def parse(board: Array, state: Array, words: str) -> int:
    """The action that `words` name."""
    parts = words.lower().replace(":", " ").split()
    try:
        if done(state) < 3 and len(parts) == 2 and parts[0] == "bid":
            amount = -1 if parts[1] == "?" else int(parts[1])
            if -1 <= amount <= BUDGET and (amount >= 0 or parts[1] == "?"):
                return amount + 1
        elif done(state) == 3 and len(parts) == 5 and parts[0] == "roll" and parts[1] in ("6", "12"):
            bids = [int(part) for part in parts[2:]]
            if all(0 <= amount <= BUDGET for amount in bids):
                return int(parts[1] == "12") | sum(amount + 1 << (1 + 3 * seat) for seat, amount in enumerate(bids))
    except ValueError:
        pass
    right = f"bid 0 .. bid {BUDGET}" if done(state) < 3 else "roll 6: 1 2 3"
    raise InvalidError(f"sealed: {words!r} is no step here; right would be {right}")


def phase(board: Array, state: Array) -> str:
    """What is being decided."""
    if done(state) < 3:
        return f"secret bid of seat {done(state)}"
    return "over" if prize(state) else "roll of the prize"
