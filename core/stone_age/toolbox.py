"""Tools: what each is worth, which are turned, how they grow and are added to a roll.

All tools of a seat are worth `tools` together, spread evenly over three slots: of value `tools` // 3 the lower ones (0: an empty
slot), one more the `tools` % 3 higher ones. `low` and `high` count the turned ones, so a position has one writing.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.stone_age.figures import MOST_TOOLS
from mutapa.core.stone_age.layout import high, low, once, set_high, set_low, set_once, set_tools, tools

SLOTS = 3


@compiled
def low_value(state, seat):  # type: ignore[no-untyped-def]
    """Value of the lower tools."""
    return tools(state, seat) // SLOTS


@compiled
def low_unturned(state, seat):  # type: ignore[no-untyped-def]
    """How many of the lower tools can be used."""
    t = tools(state, seat)
    if t < SLOTS:
        return 0
    return SLOTS - t % SLOTS - low(state, seat)


@compiled
def high_unturned(state, seat):  # type: ignore[no-untyped-def]
    """How many of the higher tools can be used."""
    return tools(state, seat) % SLOTS - high(state, seat)


@compiled
def has_tool(state, seat):  # type: ignore[no-untyped-def]
    """1 if anything can be added to a roll."""
    if once(state, seat) > 0 or low_unturned(state, seat) + high_unturned(state, seat) > 0:
        return 1
    return 0


@compiled
def grow(state, seat):  # type: ignore[no-untyped-def]
    """A tool from the tool maker, a card or a die: the lowest grows, an unturned one first; a turned one stays turned."""
    t = tools(state, seat)
    if t == MOST_TOOLS:
        return 0
    if t >= SLOTS and low_unturned(state, seat) == 0:
        set_low(state, seat, low(state, seat) - 1)
        set_high(state, seat, high(state, seat) + 1)
    set_tools(state, seat, t + 1)
    if (t + 1) % SLOTS == 0:
        set_low(state, seat, high(state, seat))
        set_high(state, seat, 0)
    return 0


@compiled
def argument(state, seat, lows, highs, ones):  # type: ignore[no-untyped-def]
    """Argument of ADD: so many of the lower and higher tools, and a mask of tools for one use."""
    value = low_value(state, seat)
    found = (ones << 8) | (highs << (2 * value)) if highs > 0 else ones << 8
    if lows > 0:
        found |= lows << (2 * value - 2)
    return found


@compiled
def use_up(state, seat, chosen):  # type: ignore[no-untyped-def]
    """Turn and spend the tools of an ADD argument; return what they add to the roll."""
    value = low_value(state, seat)
    highs = (chosen >> (2 * value)) & 3 if value < 4 else 0
    lows = (chosen >> (2 * value - 2)) & 3 if value > 0 else 0
    ones = chosen >> 8
    set_low(state, seat, low(state, seat) + lows)
    set_high(state, seat, high(state, seat) + highs)
    set_once(state, seat, once(state, seat) & ~ones)
    return lows * value + highs * (value + 1) + (ones & 1) * 2 + ((ones >> 1) & 1) * 3 + (ones >> 2) * 4
