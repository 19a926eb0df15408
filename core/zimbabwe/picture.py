"""A position in the terminal: the map, and beside it (below it where there is no room) what the players have.

Everything reads without colour: owners are letters (A is seat 0), ``A3`` a monument of level 3, ``Wa`` a square of A's wood
carver (``[`` where it begins, ``|`` on its further rows), lower case letters resources. Plain ASCII,
so that any terminal shows it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.table import Table
from rich.text import Text

from mutapa.core.streams import Array
from mutapa.core.zimbabwe import layout as field
from mutapa.core.zimbabwe.auction import god_seat, share
from mutapa.core.zimbabwe.board import BASE_COUNT, BASE_OF, GODS_MASK, PRESENT, SEALED, SEAT_COUNT, SPECIALISTS_ON, START, WATER
from mutapa.core.zimbabwe.figures import (
    ADDED,
    ADDED_FROM,
    BASE_RESOURCES,
    BIG,
    CRAFTSMEN,
    GODS,
    KINDS,
    QAMATA,
    RAIN_TILES,
    RESOURCES,
    SHADIPINYI,
    SPECIALISTS,
)
from mutapa.core.zimbabwe.grid import SIDE, has, row_column, square
from mutapa.core.zimbabwe.placing import owned_card
from mutapa.core.zimbabwe.reach import footprint, resource_square
from mutapa.core.zimbabwe.score import outcome
from mutapa.core.zimbabwe.text import STEPS, craftsmen, monuments, square_name

OWNERS = "ABCDE"
COLOURS = ("red3", "dodger_blue2", "gold1", "green3", "magenta")
INKS = ("white", "white", "black", "black", "black")
TERRAIN_STYLES = {"land": "bright_black", "water": "blue", "start": "bright_black"}
RESOURCE_STYLES = ("green", "dark_orange", "white", "cyan")
USED = (" ", "'", '"')
CELL = 3
SIDE_WIDTH = 40
"""Columns that the tables beside the map need."""

Words = Any
"""A board or a state as a list of ints, which getters read faster than arrays."""
Cells = dict[int, tuple[str, str]]
"""By square code: three characters and a style."""


def seat_style(seat: int) -> str:
    """Ink and colour of a seat's pieces."""
    return f"bold {INKS[seat]} on {COLOURS[seat]}"


class Picture:
    """The rich renderable: map and tables side by side if the console is wide enough, else one above the other."""

    def __init__(self, board: Array, state: Array) -> None:
        self.board = [int(word) for word in board]
        self.state = [int(word) for word in state]
        self.seats = self.board[SEAT_COUNT]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        chart = draw_map(self.board, self.state)
        tables = Group(*self._tables())
        width = max(len(line) for line in [*chart.plain.splitlines(), *legend().plain.splitlines()])
        yield headline(self.board, self.state)
        if options.max_width < width + 2 + SIDE_WIDTH:
            yield chart
            yield legend()
            yield tables
            return
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(width=width, no_wrap=True)
        grid.add_column()
        grid.add_row(Group(chart, legend()), tables)
        yield grid

    def _tables(self) -> Iterator[Any]:
        board, state = self.board, self.state
        yield seat_table(board, state)
        yield ""
        yield orders(board, state)
        if field.phase(state) == field.AUCTION:
            yield auction(board, state)
        yield ""
        yield technology_table(board, state)
        yield ""
        yield supplies(board, state)


def picture(board: Array, state: Array) -> Picture:
    """The position as a rich renderable."""
    return Picture(board, state)


def headline(board: Words, state: Words) -> Text:
    """Round, phase, who moves, and what is being decided."""
    now, seat = field.phase(state), field.mover(state)
    if now == field.DONE:
        line = Text(f"Game over after round {field.round_number(state)}", "bold")
        if field.capped(state):
            line.append(" (round cap)")
        return line
    if now == field.FIRST:
        line = Text("First monuments", "bold")
    else:
        line = Text(f"Round {field.round_number(state)}, {'auction' if now == field.AUCTION else 'turns'}", "bold")
    line.append(": to move ")
    line.append(OWNERS[seat], seat_style(seat))
    line.append(f" (seat {seat})")
    if now == field.TURN:
        step = field.pending(state)
        line.append(f", {STEPS[step]}")
        if step in (field.AT_TILE, field.NEW_PRICE, field.PRICE_STEP, field.DZIVA_STEP):
            line.append(f" ({CRAFTSMEN[field.kind_of(state)]})")
        elif step == field.AT_SUPPLY:
            line.append(f" ({RESOURCES[field.kind_of(state)]})")
        elif step >= field.GOOD:
            line.append(f" for {square_name(field.raising(state))} ({field.goods_left(state)} to go)")
        if field.main_done(state):
            line.append(", main action done")
    return line


def _terrain(board: Words) -> Cells:
    cells: Cells = {}
    for code in (square(row, column) for row in range(SIDE) for column in range(SIDE)):
        if has(board, WATER, code):
            cells[code] = "~~~", TERRAIN_STYLES["water"]
        elif has(board, START, code):
            cells[code] = " o ", TERRAIN_STYLES["start"]
        elif has(board, PRESENT, code):
            cells[code] = " . ", TERRAIN_STYLES["land"]
    return cells


def _resources(board: Words, state: Words) -> Cells:
    """Base and added resources with their used markers."""
    kinds = {i: kind for kind in range(len(RESOURCES)) for i in range(board[BASE_COUNT]) if board[BASE_OF + kind] >> i & 1}
    for slot in range(ADDED):
        if field.added(state, slot):
            kinds[BASE_RESOURCES + slot] = max(kind for kind in range(len(RESOURCES)) if slot >= ADDED_FROM >> 4 * kind & 15)
    cells: Cells = {}
    for i, kind in kinds.items():
        used = (state[field.USED] >> i & 1) + (state[field.USED + 1] >> i & 1)
        text = ("+" if i >= BASE_RESOURCES else " ") + RESOURCES[kind][0] + USED[used]
        style = ("dim " if used else "bold ") + RESOURCE_STYLES[kind]
        cells[resource_square(board, state, i)] = text, style
    return cells


def _pieces(board: Words, state: Words) -> Cells:
    """Water tiles, craftsmen, monuments."""
    cells: Cells = {}
    for i in range(RAIN_TILES):
        if field.rain_tile(state, i):
            anchor, upright = divmod(field.rain_tile(state, i) - 1, 2)
            for k in range(2):
                cells[footprint(0, anchor, upright, k)] = "~r~", TERRAIN_STYLES["water"]
    for anchor, kind, way, owner in craftsmen(state):
        for k in range(4 if BIG >> kind & 1 else 2):
            code = footprint(kind, anchor, int(way == "v"), k)
            edge = "[" if k == 0 else "|" if row_column(code)[1] == row_column(anchor)[1] else " "
            cells[code] = f"{edge}{CRAFTSMEN[kind][0].upper()}{OWNERS[owner].lower()}", seat_style(owner)
    raised = field.raising(state) if field.phase(state) == field.TURN and field.pending(state) >= field.GOOD else -1
    for code, owner, level in monuments(board, state):
        text = f">{OWNERS[owner]}{level}" if code == raised else f" {OWNERS[owner]}{level}"
        cells[code] = text, "underline " + seat_style(owner)
    return cells


def draw_map(board: Words, state: Words) -> Text:
    """The map, three characters a square, with its coordinates."""
    cells = _terrain(board) | _resources(board, state) | _pieces(board, state)
    places = [row_column(code) for code in cells]
    rows, columns = max(row for row, _ in places) + 1, max(column for _, column in places) + 1
    header = " " * CELL + "".join(f" {chr(ord('a') + column)} " for column in range(columns)).rstrip()
    text = Text(header.ljust(CELL * (columns + 1)), no_wrap=True)
    for row in range(rows):
        text.append(f"\n{row + 1:2} ")
        for column in range(columns):
            text.append(*cells.get(square(row, column), (" " * CELL, "")))
    return text


def legend() -> Text:
    """What the signs on the map mean."""
    return Text(
        "A3 monument: owner, level  [Wa craftsman: type, owner\n"
        "w c i d resources  w' w\" used once, twice  +w Shaman's\n"
        ". land  ~ water  ~r~ rain  o starting area",
        "bright_black",
    )


def _due(board: Words, state: Words, seat: int) -> int:
    """Cattle on a seat's cards, its at the end of the round."""
    due = sum(field.card_cattle(state, card) for card in range(2 * KINDS) if field.card_owner(state, card) == seat + 1)
    due += sum(field.specialist_cattle(state, i) for i in range(len(SPECIALISTS)) if field.specialist_owner(state, i) == seat + 1)
    return due + (field.god_cattle(state) if field.god(state, seat) == QAMATA + 1 else 0)


def seat_table(board: Words, state: Words) -> Table:
    """A row a seat, by seat number: points against requirement, cattle, god, levels of its monuments."""
    over = field.phase(state) == field.DONE
    ranks = [0] * 16
    if over:
        outcome(board, [], state, ranks)
    table = _table()
    for name in ("seat", "VP/VR", "cattle", "god", "monuments"):
        table.add_column(name, no_wrap=True)
    found = monuments(board, state)
    for seat in range(board[SEAT_COUNT]):
        label = Text.assemble((OWNERS[seat], seat_style(seat)), f" {seat}" + (f" #{ranks[seat]}" if over else ""))
        due = _due(board, state, seat)
        levels = sorted((level for _, owner, level in found if owner == seat), reverse=True)
        god = GODS[field.god(state, seat) - 1] if field.god(state, seat) else "-"
        points = f"{field.vp(state, seat)}/{field.vr(state, seat)}"
        table.add_row(label, points, f"{field.cattle(state, seat)}" + (f"+{due}" if due else ""), god, _runs(levels))
    return table


def _runs(levels: Sequence[int]) -> str:
    """``4 2 1x3``: levels from the highest down, equal ones counted."""
    counts = [(level, levels.count(level)) for level in sorted(set(levels), reverse=True)]
    return " ".join(f"{level}x{n}" if n > 1 else f"{level}" for level, n in counts) or "-"


def _table() -> Table:
    return Table(box=None, padding=(0, 1, 0, 0), header_style="bold", pad_edge=False)


def _seats(text: Text, seats: Sequence[int | None], mover: int | None) -> Text:
    for seat in seats:
        text.append(" ")
        if seat is None:
            text.append("-")
            continue
        if seat == mover:
            text.append(">")
        text.append(OWNERS[seat], seat_style(seat))
    return text


def orders(board: Words, state: Words) -> Group:
    """Bidding order (the plaques) and order of play, each labelled, the mover marked where it counts; seats by number stand in
    their table."""
    n, now, mover = board[SEAT_COUNT], field.phase(state), field.mover(state)
    if now == field.FIRST:
        stack = [field.stack(state, i) for i in reversed(range(n))]
        return Group(_seats(Text("first monuments        ", "bold"), stack, mover))
    plaques = [field.plaques(state, i) for i in range(n)]
    standing = standing_yet(board, state)
    play = [field.order(state, i) if i >= standing else None for i in range(n)]
    return Group(
        _seats(Text("bidding order (plaques)", "bold"), plaques, mover if now == field.AUCTION else None),
        _seats(Text("order of play          ", "bold"), play, mover if now == field.TURN else None),
    )


def standing_yet(board: Words, state: Words) -> int:
    """How many places of the order of play nobody has yet, from the first on."""
    if field.phase(state) != field.AUCTION:
        return 0
    return int(board[SEAT_COUNT]) if board[SEALED] else field.active(state).bit_count()


def committed(state: Words) -> list[int]:
    """Seats that have committed a sealed amount, in bidding order; none that has not."""
    return [field.plaques(state, i) for i in range(field.cursor(state))]


def shown(board: Words, state: Words) -> list[tuple[int, int]]:
    """(seat, amount) of the sealed amounts that all can see, in bidding order."""
    plaques = [field.plaques(state, i) for i in range(board[SEAT_COUNT])]
    return [(seat, field.sealed(state, seat) - 1) for seat in plaques if not field.active(state) >> seat & 1]


def auction(board: Words, state: Words) -> Text:
    """The gift to beat, all that was given, who is still bidding, and what lies on the plaques."""
    n, given = board[SEAT_COUNT], field.total(state)
    if board[SEALED]:
        line = Text(f"sealed amounts, shown in all {given}\n")
        if field.revealing(state):
            line.append("amounts shown          ", "bold")
            for seat, amount in shown(board, state):
                line.append(" ")
                line.append(OWNERS[seat], seat_style(seat))
                line.append(f" {amount}")
        else:
            line.append("have committed         ", "bold")
            _seats(line, committed(state), None)
    else:
        line = Text(f"gift to beat {field.gift(state)}, given in all {given}\n")
        line.append("still bidding          ", "bold")
        _seats(line, [seat for seat in range(n) if field.active(state) >> seat & 1], None)
    drunk = god_seat(board, state, SHADIPINYI)
    queue = ([drunk] if drunk >= 0 else []) + [field.plaques(state, i) for i in range(n)]
    line.append("\non the plaques         ", "bold")
    for i, seat in enumerate(queue):
        line.append(" ")
        line.append(OWNERS[seat], seat_style(seat))
        line.append(f"+{share(given, len(queue), i)}")
    return line


def technology_table(board: Words, state: Words) -> Table:
    """A row a type: tiles on the map, and each owner's price with the cattle on the card."""
    table = _table()
    for name in ("technology", "tiles"):
        table.add_column(name, no_wrap=True)
    table.add_column("owner price+cattle", no_wrap=True)
    for kind in range(KINDS):
        tiles = sum(1 for k in range(3) if field.tile(state, 3 * kind + k))
        owners = Text()
        for seat in range(board[SEAT_COUNT]):
            card = owned_card(state, seat, kind)
            if card >= 0:
                owners.append(OWNERS[seat], seat_style(seat))
                on_it = field.card_cattle(state, card)
                owners.append(f" {field.card_price(state, card) or '?'}" + (f"+{on_it}" if on_it else "") + "  ")
        table.add_row(CRAFTSMEN[kind], f"{tiles}/3", owners)
    return table


def supplies(board: Words, state: Words) -> Text:
    """Specialists and who has them, gods still to be chosen, tiles left."""
    text = Text()
    if board[SPECIALISTS_ON]:
        text.append("specialists", "bold")
        for i, name in enumerate(SPECIALISTS):
            owner, on_it = field.specialist_owner(state, i), field.specialist_cattle(state, i)
            text.append(f" {name}")
            if owner:
                text.append(" ")
                text.append(OWNERS[owner - 1], seat_style(owner - 1))
                text.append(f"+{on_it}" if on_it else "")
            text.append("," if i < len(SPECIALISTS) - 1 else "\n")
    taken = {field.god(state, seat) - 1 for seat in range(board[SEAT_COUNT])}
    free = [name for i, name in enumerate(GODS) if board[GODS_MASK] >> i & 1 and i not in taken]
    text.append("gods left ", "bold")
    text.append(", ".join(free) or "none")
    text.append("\ntiles left ", "bold")
    left = [f"{name[0]} {field.supply(state, i)}" for i, name in enumerate(RESOURCES)]
    text.append(", ".join([*left, f"rain {field.rain_left(state)}"]))
    return text
