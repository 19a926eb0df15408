"""What a step means, in the words of the rules: what it does, what it costs, what follows.

For a person at the table; nothing here decides anything. Figures are asked from the board and from the rules' own functions.
"""

from __future__ import annotations

from typing import Any

from mutapa.core.godz import actions as a
from mutapa.core.godz import layout as field
from mutapa.core.godz.board import BONUS, COLUMNS, PENALTY, SIEGE, WAR
from mutapa.core.godz.building import next_village
from mutapa.core.godz.figures import (
    BEST_GLORY,
    BUILDING,
    COMMON,
    COSTS,
    DESERT,
    EARTHQUAKE,
    FAITH,
    FOREST,
    GLORY_TOTAL,
    MIRACLE_COSTS,
    ROWS,
    SANDSTORM,
    SEAS_CONTROL,
    SEATS_MAX,
    SLEDS,
    STEPS,
    TELEKINESIS,
    TERRAINS,
    VECTORS,
)
from mutapa.core.godz.legal import glory_total
from mutapa.core.godz.map import cell_of, coordinates
from mutapa.core.godz.rounds import squares
from mutapa.core.godz.text import TILES, cells, kind_of_hex, name_of
from mutapa.core.streams import Array

MIRACLES = (
    "move a loose Believer of anyone to a hex next to it",
    "reveal a tile of the stack and lay it where it touches two hexes or more",
    "your last Believer comes to any hex; once in the game", "a Believer of your reserve comes to any swamp",
    "each opponent removes a loose Believer of his from a swamp of his choice",
    "move a loose Believer of anyone on a sea to any hex beside that sea region",
    "remove a loose Believer on a hex beside two seas or more", "lay a desert on a hex beside a desert; you draw a Balance tile",
    "remove a loose Believer beside a desert with a Believer of yours",
    "move a loose Believer of anyone on a mountain two hexes on in a straight line",
    "lay the Chasm on a hex; loose Believers there go to their reserves, a Balance tile each; once in the game",
    "lay a forest on a hex beside a forest; you draw a Balance tile",
    "remove a loose Believer in a forest region with a Believer of yours",
)
"""By miracle: what it does."""
MOVING = (TELEKINESIS, SEAS_CONTROL, SLEDS)
WAR_ROW, BUILD_ROW = 0, 1


def explain(board: Array, state: Array, action: int) -> str:
    """What `action`, legal at `state`, means."""
    words: Any = [int(word) for word in state]
    table: Any = [int(word) for word in board]
    kind, argument = a.kind_of_action(action), a.argument_of(action)
    seat = int(field.mover(words))
    if kind == a.ADVANCE:
        return _row(table, words, seat, argument)
    if kind == a.COLLECT:
        return _glory(table, words, seat, argument)
    if kind == a.CAST:
        left = field.level(words, seat, FAITH) - MIRACLE_COSTS[argument]
        own = "" if argument < COMMON else ", your own miracle"
        return f"Costs {MIRACLE_COSTS[argument]} Faith, {left} left{own}: {MIRACLES[argument]}."
    if kind == a.FINISH:
        return _finish(words)
    if kind in PLAIN:
        return PLAIN[kind].format(steps=_points(field.level(words, seat, STEPS)))
    found = cells(board, state)
    if kind == a.RAISE:
        v = next_village(table, words, seat) - 1
        bonus = table[BONUS + field.column(words, seat)]
        ground = kind_of_hex(words, argument)
        return (f"Your Village {COSTS[v]} on this {ground}: {COSTS[v]} Building, up to {bonus} of it the column's bonus. "
                "The hex gives nothing any more, the Village one resource of a hex beside it.")
    if kind == a.STEP:
        return _step(words, seat, argument, found)
    if kind in (a.COVER, a.PLACE):
        return _tile(words, kind, argument, found)
    if kind in (a.PICK, a.LOSE_ONE):
        moved = field.phase(words) == field.WHO and field.miracle(words) in MOVING
        return f"This Believer {'is moved; where to comes next' if moved else 'goes to its reserve, without a tile for it'}."
    return "Nature draws; nobody chooses."


PLAIN = {
    a.DEPLOY: "Costs 1 Faith: a Believer of your reserve comes to your palace.",
    a.PAY_MARCH: "Costs 1 Faith: {steps} for your Believers, a hex each; what is not used is lost.",
    a.PAY_WALK: "Costs 1 Food: {steps} for your Avatar; standing up takes one.",
    a.APPOINT: "Costs 1 Food: the Believer on the last square of the Avatar row comes to your Avatar's hex; once in the game.",
    a.STOMP: "Costs 1 Food: the Believer goes to its owner's reserve, and he draws a Balance tile.",
    a.MAKE_WAR: "Costs 1 Faith: the Believer goes to its owner's reserve, and you draw a War tile, one of your squares.",
    a.BESIEGE: "Costs 1: the Village goes back to its owner unbuilt, and you draw a War tile, one of your squares.",
    a.FILL: "So many of your loose Believers on the hex go inside, where nothing can touch them; inside they produce nothing.",
    a.LEAVE: "A Believer comes out of the Village to the next hex.",
    a.ENTER: "A loose Believer goes inside the Village next door.",
    a.MOVE: "A Believer of yours goes to the next hex.",
    a.CLAIM: "One of your pieces takes this icon: it gives you the resource and keeps others off it.",
    a.GIVE: "One of this resource for your next turn.",
    a.SEND: "The Believer comes here, loose.",
    a.SETTLE: "Your palace lies here, the first hex of your ring in this direction, the others clockwise.",
    a.CHOOSE: "You play this deity.",
}


def _row(board: Any, state: Any, seat: int, row: int) -> str:
    column = field.column(state, seat) + 1
    said = f"Column {column} of {board[COLUMNS]}, the row {ROWS[row]}"
    if row == WAR_ROW:
        war, siege = board[WAR + column], board[SIEGE + column]
        more = f"; war takes {war} Believers" if war else "; no war yet"
        said += more + (f", siege {siege}" if siege else "")
    if row == BUILD_ROW:
        said += f"; {board[BONUS + column]} Building on top of your {field.level(state, seat, BUILDING)}"
    return f"{said}. Glory tiles will cost you {board[PENALTY + column]} of your Glory level."


def _glory(board: Any, state: Any, seat: int, value: int) -> str:
    total = glory_total(board, state, seat)
    if value == 0:
        return "No Glory tile; the cylinder goes back to the flag."
    need = GLORY_TOTAL if value == BEST_GLORY else value
    n = squares(state, seat) + 1
    return f"{value} points, your square number {n}; it takes a total of {need}, yours is {total}. Back to the flag."


def _step(state: Any, seat: int, argument: int, found: list[int]) -> str:
    q, r = coordinates(found[field.avatar(state, seat)])
    dq, dr = VECTORS[argument >> 1]
    there = found.index(cell_of(q + dq, r + dr))
    others = [each for each in range(SEATS_MAX) if field.deity(state, each) >= 0 and field.avatar(state, each) == there]
    if not others:
        return "The Avatar goes to the next hex."
    far = "two hexes" if argument & 1 else "one hex"
    return f"The Avatar of seat {others[0]} is pushed {far} on and lies; it sends loose Believers to their reserves, a tile each."


def _tile(state: Any, kind: int, argument: int, found: list[int]) -> str:
    if kind == a.PLACE:
        return f"The tile {TILES[field.tile(state) - 1]} is laid at {name_of(argument)}."
    covered = kind_of_hex(state, argument)
    if field.miracle(state) == EARTHQUAKE:
        return f"The Chasm covers this {covered}."
    top = TERRAINS[DESERT if field.miracle(state) == SANDSTORM else FOREST]
    return f"This {covered} at {name_of(found[argument])} becomes {top}; you draw a Balance tile."


def _points(count: int) -> str:
    return f"{count} movement point{'' if count == 1 else 's'}"


def _finish(state: Any) -> str:
    now = field.phase(state)
    if now in (field.MARCH, field.WALK):
        return f"{_points(left := field.points(state))} {'is' if left == 1 else 'are'} given up."
    if now == field.MIRACLE:
        return "No more miracles; resources for your next turn come now."
    if now == field.ICON:
        return "No further icon here."
    return "No more of this action; miracles come next."
