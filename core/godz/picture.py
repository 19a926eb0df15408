"""The position in the terminal: the map as a field of hexes, and what each seat has."""

from __future__ import annotations

from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from mutapa.core.godz.figures import RESOURCES
from mutapa.core.godz.text import phase, snapshot
from mutapa.core.streams import Array

COLOURS = {"boo": "bright_magenta", "glu": "bright_cyan", "bau": "bright_yellow", "tud": "white", "fiu": "bright_green"}
GROUNDS = {
    "swamp": ("sw", "grey37"), "sea": ("se", "blue"), "desert": ("de", "yellow"), "mountain": ("mo", "grey66"),
    "forest": ("fo", "green"), "vortex": ("()", "magenta"), "chasm": ("##", "red"),
}
WIDTH = 8
"""Characters of a hex; a row is shifted by half of it."""


def picture(board: Array, state: Array) -> Group:
    """A rich renderable: map and seats. A hex shows its ground, below it pieces: Village V5, Avatar A (laid a), Believers b2."""
    facts = snapshot(board, state)
    return Group(Text(phase(board, state), style="bold"), _map(facts), _seats(facts))


def _map(facts: dict[str, Any]) -> Text:
    """Rows of hexes, north on top; above each row nothing is drawn: `q,r` is found by the axes at the left and above."""
    at = {tuple(int(number) for number in name.split(",")): name for name in facts["map"]}
    west = min(2 * q + r for q, r in at)
    drawn = Text()
    for row in sorted({r for _, r in at}):
        first = [q for q, r in at if r == row]
        for part in (_ground, _pieces):
            line = Text(f"r {row:>3} " if part is _ground else "      ", style="dim")
            for q in range(min(first), max(first) + 1):
                column = (2 * q + row - west) * WIDTH // 2 + 7
                line.pad_right(max(0, column - len(line)))
                if (q, row) in at:
                    line.append(part(facts, at[q, row]))
            line.rstrip()
            drawn.append(line).append("\n")
    return drawn


def _ground(facts: dict[str, Any], name: str) -> Text:
    kind = facts["map"][name]
    short, colour = GROUNDS.get(kind, (kind[:2], "bold"))
    if kind.startswith("palace"):
        short, colour = kind.split()[1], COLOURS[kind.split()[1]]
    held = "".join(resource[0] for resource in facts["icons"].get(name, {}))
    return Text(f"{short}{'*' + held if held else ''} {name.split(',')[0]}", colour)


def _pieces(facts: dict[str, Any], name: str) -> Text:
    found = Text()
    if name in facts["villages"]:
        deity, cost = facts["villages"][name]
        found.append(f"V{cost}{'+' + str(facts['inside'][name]) if name in facts['inside'] else ''}", f"bold {COLOURS[deity]}")
    for deity, (where, down) in facts["avatars"].items():
        if where == name:
            found.append("a" if down else "A", f"bold {COLOURS[deity]}")
    for deity, n in facts["believers"].get(name, {}).items():
        found.append(f"{deity[0]}{n}", COLOURS[deity])
    return found


def _seats(facts: dict[str, Any]) -> Table:
    table = Table(box=None, padding=(0, 1), header_style="dim")
    for name in ("seat", "deity", "column", *RESOURCES, "reserve", "mat", "glory", "squares", "war", "balance"):
        table.add_column(name, justify="left" if name in ("seat", "deity", "mat", "glory") else "right")
    for seat, mine in enumerate(facts["seats"]):
        mark = " *" if facts["mover"] == seat else ""
        war = "?" if mine["war"] is None else str(2 * mine["war"][0] + 3 * mine["war"][1] + 4 * mine["war"][2])
        balance = "?" if mine["balance"] is None else str(mine["balance"][0] + 2 * mine["balance"][1])
        total = f" -> {facts['final'][seat]}" if facts.get("final") else ""
        table.add_row(
            f"{seat}{mark}", Text(mine["deity"] or "-", COLOURS.get(mine["deity"], "dim")), str(mine["column"]),
            *map(str, mine["levels"]), str(mine["reserve"]), " ".join(mine["mat"]), f"{mine['glory']}{total}",
            str(mine["tiles"] + mine["wars"]), f"{mine['wars']} ({war})", f"{mine['balances']} ({balance})",
        )
    return table
