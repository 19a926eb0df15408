"""The position in the terminal: places with the people on them, cards and tiles displayed, and what each seat has."""

from __future__ import annotations

from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from mutapa.core.stone_age.board import CROWD, VILLAGE
from mutapa.core.stone_age.figures import BUILDING, CARD, HUT, PLACES, RESOURCES, RINGS, TOOLS
from mutapa.core.stone_age.text import phase, snapshot
from mutapa.core.streams import Array

COLOURS = ("bright_red", "bright_cyan", "bright_yellow", "bright_green")
OWNERS = "ABCD"
ONCE_MARK, TURNED_MARK = "!", "'"


def picture(board: Array, state: Array) -> Group:
    """A rich renderable: the board above, the seats below. A turned tool is ``2'``, a tool for one use ``3!``."""
    facts = snapshot(board, state)
    return Group(Text(phase(board, state), style="bold"), _places(board, facts), _market(facts), _seats(facts))


def _people(facts: dict[str, Any], place: str) -> Text:
    """Who stands there: letter and number in the seat's colour."""
    found = Text()
    for seat, n in facts["placed"].get(place, {}).items():
        found.append(f"{' ' if found else ''}{OWNERS[seat]}{n}", COLOURS[seat])
    return found


def _places(board: Array, facts: dict[str, Any]) -> Table:
    """Places with the people there; below, the rings that are free, or that nobody else may go there in this round."""
    table = Table(box=None, padding=(0, 1), header_style="dim")
    taken = sum(name in facts["placed"] for name in PLACES[TOOLS:CARD])
    rooms = []
    for i, name in enumerate(PLACES[:CARD]):
        there = facts["placed"].get(name, {})
        free = (RINGS if i < TOOLS else 2 if i == HUT else 1) - sum(there.values())
        closed = len(there) >= board[CROWD] if i < TOOLS else taken >= board[VILLAGE]
        rooms.append("any" if i == 0 else "-" if free == 0 or closed else f"{free} free")
        table.add_column(name, min_width=6)
    table.add_row(*(_people(facts, name) for name in PLACES[:CARD]))
    table.add_row(*(Text(room, style="dim") for room in rooms))
    return table


def _market(facts: dict[str, Any]) -> Table:
    """Cards from the dear space to the cheap one, as on the board, then stacks with the tiles left."""
    table = Table(box=None, padding=(0, 1), header_style="dim")
    rows: list[list[Text]] = [[], []]
    for i in reversed(range(4)):
        table.add_column(PLACES[CARD + i])
        rows[0].append(Text(facts["cards"][i] or "-"))
        rows[1].append(_people(facts, PLACES[CARD + i]))
    for i, top in enumerate(facts["buildings"]):
        table.add_column(PLACES[BUILDING + i])
        rows[0].append(Text(f"{top or '-'} ({facts['stacks'][i]})"))
        rows[1].append(_people(facts, PLACES[BUILDING + i]))
    table.add_column("deck", justify="right")
    rows[0].append(Text(str(facts["deck"])))
    for row in rows:
        table.add_row(*row)
    return table


def _seats(facts: dict[str, Any]) -> Table:
    table = Table(box=None, padding=(0, 1), header_style="dim")
    for name in ("seat", "score", "people", "food", *RESOURCES, "track", "tools", "tiles", "cards"):
        table.add_column(name, justify="left" if name in ("seat", "tools", "cards") else "right")
    for seat, mine in enumerate(facts["seats"]):
        marks = (" *" if facts["mover"] == seat else "") + (" start" if facts["start"] == seat else "")
        tools = [f"{value}{TURNED_MARK if turned else ''}" for value, turned in mine["tools"]]
        cards = [name + (f"x{n}" if n > 1 else "") for name, n in mine["culture"].items()]
        cards += [f"{name} {mine[name]}" for name in ("builder", "farmer", "maker", "shaman") if mine[name]]
        cards += ["two of choice"] * mine["two"] + ([f"blind {mine['blind']}"] if mine["blind"] else [])
        points = str(mine["score"]) + (f" -> {facts['final'][seat]}" if facts.get("final") else "")
        table.add_row(
            Text.assemble((OWNERS[seat], COLOURS[seat]), f" {seat}{marks}"), points, f"{mine['hand']}/{mine['people']}",
            str(mine["food"]),
            *(str(mine[name]) for name in RESOURCES), str(mine["track"]),
            " ".join([*tools, *(f"{value}{ONCE_MARK}" for value in mine["once"])]), str(mine["tiles"]), ", ".join(cards),
        )
    return table
