"""The position in the terminal: the map as a field of hexes, and what each seat has."""

from __future__ import annotations

from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from mutapa.core.godz.figures import RESOURCES
from mutapa.core.godz.text import phase, snapshot
from mutapa.core.streams import Array

LETTERS = {"boo": "o", "glu": "g", "bau": "a", "tud": "t", "fiu": "f"}
COLOURS = {"boo": "bright_magenta", "glu": "bright_cyan", "bau": "bright_yellow", "tud": "bright_white", "fiu": "bright_green"}
GROUNDS = {
    "swamp": ("swamp", "grey50"), "sea": ("sea", "blue"), "desert": ("desert", "yellow"), "mountain": ("mount", "grey70"),
    "forest": ("forest", "green"), "vortex": ("()", "magenta"), "chasm": ("####", "red"),
}
LEGEND = ("east is +q, south-east +r; o2 Believers of boo, o^ its Avatar, o_ laid, oV5+1 its Village with one inside; "
          "*g an icon held by glu")
NARROWEST = 10
"""Characters of a hex at least; an even number, since a row is shifted by half of it."""


def picture(board: Array, state: Array) -> Group:
    """A rich renderable: map and seats. A hex shows its ground and its q, below it the pieces; its r stands at the left."""
    facts = snapshot(board, state)
    return Group(Text(phase(board, state), style="bold"), _map(facts), Text(LEGEND, style="dim"), _seats(facts))


def _map(facts: dict[str, Any]) -> Text:
    """Two lines a row of hexes, north on top."""
    at = {(int(q), int(r)): name for name in facts["map"] for q, r in [name.split(",")]}
    hexes = {where: (_ground(facts, name), _pieces(facts, name)) for where, name in at.items()}
    width = max(NARROWEST, *(len(text) + 1 for pair in hexes.values() for text in pair))
    width += width % 2
    west = min(2 * q + r for q, r in at)
    drawn = Text()
    for row in sorted({r for _, r in at}):
        for part in (0, 1):
            line = Text(f"r {row:>3}  " if part == 0 else "", style="dim")
            for q in sorted(q for q, r in at if r == row):
                line.pad_right(7 + (2 * q + row - west) * width // 2 - len(line))
                line.append(hexes[q, row][part])
            line.rstrip()
            drawn.append(line).append("\n")
    return drawn


def _ground(facts: dict[str, Any], name: str) -> Text:
    kind = facts["map"][name]
    short, colour = GROUNDS.get(kind, (kind, "bold"))
    if kind.startswith("palace"):
        short, colour = kind.split()[1].upper(), f"bold {COLOURS[kind.split()[1]]}"
    held = "".join(LETTERS[deity] for holders in facts["icons"].get(name, {}).values() for deity in holders)
    return Text(f"{short} {name.split(',')[0]}{' *' + held if held else ''}", colour)


def _pieces(facts: dict[str, Any], name: str) -> Text:
    tokens = []
    if name in facts["villages"]:
        deity, cost = facts["villages"][name]
        tokens.append((deity, f"V{cost}{'+' + str(facts['inside'][name]) if name in facts['inside'] else ''}"))
    tokens += [(deity, "_" if down else "^") for deity, (where, down) in facts["avatars"].items() if where == name]
    tokens += [(deity, str(n)) for deity, n in facts["believers"].get(name, {}).items()]
    return Text(" ").join(Text(LETTERS[deity] + mark, f"bold {COLOURS[deity]}") for deity, mark in tokens)


def _seats(facts: dict[str, Any]) -> Table:
    table = Table(box=None, padding=(0, 1), header_style="dim")
    for name in ("seat", "deity", "column", *RESOURCES, "reserve", "mat", "glory", "squares", "war", "balance", "points"):
        table.add_column(name, justify="left" if name in ("seat", "deity", "mat") else "right")
    for seat, mine in enumerate(facts["seats"]):
        mark = " *" if facts["mover"] == seat else ""
        war = "?" if mine["war"] is None else str(sum(value * n for value, n in zip((2, 3, 4), mine["war"], strict=True)))
        balance = "?" if mine["balance"] is None else str(mine["balance"][0] + 2 * mine["balance"][1])
        name = mine["deity"] or "-"
        table.add_row(
            f"{seat}{mark}", Text(f"{LETTERS.get(name, ' ')} {name}", COLOURS.get(name, "dim")), str(mine["column"]),
            *map(str, mine["levels"]), str(mine["reserve"]), " ".join(mine["mat"]), str(mine["glory"]),
            str(mine["tiles"] + mine["wars"]), f"{mine['wars']} ({war})", f"{mine['balances']} ({balance})",
            str(facts["final"][seat]) if facts.get("final") else "-",
        )
    return table
