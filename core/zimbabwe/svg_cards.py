"""Beside the map in SVG: seats, bidding order, order of play (three things with three labels), cards, what is left in the box.

Every panel is drawn from a top left corner and returns its text with the height it takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mutapa.core.svg import OWNERS, badge, box, element, number, sign, told, words
from mutapa.core.zimbabwe import layout as field
from mutapa.core.zimbabwe.auction import god_seat, share
from mutapa.core.zimbabwe.board import GODS_MASK, SEALED, SEAT_COUNT, SPECIALISTS_ON
from mutapa.core.zimbabwe.figures import (
    BUILD_COST,
    CARD_VR,
    COPIES,
    CRAFTSMEN,
    GOD_VR,
    GODS,
    KINDS,
    PRIMARY,
    QAMATA,
    RESOURCES,
    SHADIPINYI,
    SPECIALIST_COST,
    SPECIALIST_VR,
    SPECIALISTS,
    TILE_VP,
    TILES_EACH,
    XANGO,
    XANGO_VR,
)
from mutapa.core.zimbabwe.picture import committed, shown, standing_yet
from mutapa.core.zimbabwe.score import outcome
from mutapa.core.zimbabwe.svg_shapes import CRAFT_SIGNS, DROP, cattle, resource
from mutapa.core.zimbabwe.text import monuments

GAP = 14.0
HEADING = 22.0
ROW = 27.0
NAMES = {"rain": "Rain", "tsui-goab": "Tsui-Goab"}

Words = Any
"""A board or a state as a list of ints."""
Panel = tuple[str, float]
"""Text and height."""


def draw_cards(board: Words, state: Words, x: float, y: float, width: float) -> Panel:
    """All panels, one below the other."""
    parts, at = [], y
    for panel in (seats, orders, technologies, specialists, gods, box_left):
        text, height = panel(board, state, x, at, width)
        if text:
            parts.append(text)
            at += height + GAP
    return element("g", parts), at - GAP - y


def named(name: str) -> str:
    """A card's name as people write it."""
    return NAMES.get(name, name.capitalize())


def heading(x: float, y: float, title: str, note: str = "", width: float = 0) -> str:
    """The heading of a panel, a note at its right end."""
    return words(x, y + 13, title, 13, "ink b") + (words(x + width, y + 13, note, 11, "dim", "end") if note else "")


def due(board: Words, state: Words, seat: int) -> int:
    """Cattle on a seat's cards, its at the end of the round."""
    on_cards = sum(field.card_cattle(state, card) for card in range(COPIES * KINDS) if field.card_owner(state, card) == seat + 1)
    on_cards += sum(field.specialist_cattle(state, i) for i in range(len(SPECIALISTS))
                    if field.specialist_owner(state, i) == seat + 1)
    return on_cards + (field.god_cattle(state) if field.god(state, seat) == QAMATA + 1 else 0)


def seats(board: Words, state: Words, x: float, y: float, width: float) -> Panel:
    """A row a seat, by seat number: points against requirement, cattle in hand and due, god, levels of its monuments."""
    n, over = board[SEAT_COUNT], field.phase(state) == field.DONE
    ranks = [0] * 16
    if over:
        outcome(board, [], state, ranks)
    columns = (("VP / VR", 78), ("cattle", 150), ("rank" if over else "on cards", 208), ("god", 274), ("monument levels", 352))
    parts = [heading(x, y, "Seats"), *(words(x + at, y + 13, name, 11, "dim") for name, at in columns)]
    found = monuments(board, state)
    acting = -1 if over else field.mover(state)
    for seat in range(n):
        top = y + HEADING + seat * ROW
        middle = top + ROW / 2 - 1
        points, need, on_cards = field.vp(state, seat), field.vr(state, seat), due(board, state, seat)
        row = [box(x - 6, top, width + 6, ROW - 3, "row" + (" now" if seat == acting else ""), 5),
               badge(x + 10, middle, 9.5, seat), words(x + 26, middle + 4.5, f"seat {seat}", 12.5)]
        row.append(words(x + 78, middle + 5, f"{points} / {need}", 14.5, "ink b"))
        row.append(cattle(x + 150, middle, field.cattle(state, seat), 15))
        if over:
            row.append(words(x + 208, middle + 4.5, f"#{ranks[seat]}", 14.5, "ink b"))
        elif on_cards:
            row.append(cattle(x + 208, middle, on_cards, 13, "dim", "+"))
        god = field.god(state, seat)
        row.append(words(x + 274, middle + 4.5, named(GODS[god - 1]) if god else "–", 12.5, "ink" if god else "dim"))
        levels = sorted((level for _, owner, level in found if owner == seat), reverse=True)
        row.append(words(x + 352, middle + 4.5, _runs(levels), 12.5, "ink" if levels else "dim"))
        parts.append(told(f"seat {seat} ({OWNERS[seat]}): {points} VP of {need}, {field.cattle(state, seat)} cattle"
                          + (f", {on_cards} on cards" if on_cards else "") + (f", rank {ranks[seat]}" if over else ""), *row))
    return "".join(parts), HEADING + n * ROW


def _runs(levels: Sequence[int]) -> str:
    """``4 2 1×3``: levels from the highest down, equal ones counted."""
    counts = [(level, levels.count(level)) for level in sorted(set(levels), reverse=True)]
    return "  ".join(f"{level}×{n}" if n > 1 else f"{level}" for level, n in counts) or "–"


def orders(board: Words, state: Words, x: float, y: float, width: float) -> Panel:
    """Bidding order (the plaques) and order of play side by side; in the auction what lies on the plaques and who is out."""
    n, now, acting, half = board[SEAT_COUNT], field.phase(state), field.mover(state), width / 2
    if now == field.FIRST:
        order = [field.stack(state, i) for i in reversed(range(n))]
        placed = n - 1 - field.cursor(state)
        return _order("First monuments", order, acting, x, y, "plaque", out=order[:placed]), HEADING + 44
    plaques = [field.plaques(state, i) for i in range(n)]
    bidding = now == field.AUCTION
    standing = standing_yet(board, state)
    play = [field.order(state, i) if i >= standing else None for i in range(n)]
    out = [seat for seat in plaques if bidding and not board[SEALED] and not field.active(state) >> seat & 1]
    parts = [_order("Bidding order (plaques)", plaques, acting if bidding else None, x, y, "plaque", out),
             _order("Order of play", play, acting if now == field.TURN else None, x + half, y, "slot")]
    height = HEADING + 44
    if bidding:
        height += 4
        text, more = _gifts(board, state, plaques, x, y + height, width)
        parts.append(text)
        height += more
    return "".join(parts), height


def _order(title: str, order: Sequence[int | None], acting: int | None, x: float, y: float, shape: str,
           out: Sequence[int] = ()) -> str:
    """Seats in a row, numbered from 1; the one to move is ringed."""
    parts = [heading(x, y, title)]
    said = []
    for i, seat in enumerate(order):
        cx, cy = x + 14 + i * 40, y + HEADING + 15
        parts.append(_plaque(cx, cy) if shape == "plaque" else box(cx - 15, cy - 15, 30, 30, "slot", 6))
        parts.append(words(cx, cy + 27, str(i + 1), 10, "dim", "middle"))
        if seat is None:
            parts.append(words(cx, cy + 4, "–", 13, "dim", "middle"))
        else:
            parts.append(badge(cx, cy, 9.5, seat, "out" if seat in out else ""))
        if seat is not None and seat == acting:
            parts.append(element("circle", cx=cx, cy=cy, r=13, c="ring"))
        said.append("-" if seat is None else (">" if seat == acting else "") + OWNERS[seat])
    return told(f"{title}: {' '.join(said)}", *parts)


def _plaque(x: float, y: float) -> str:
    """A hexagon."""
    points = ((-16, 0), (-8, -15), (8, -15), (16, 0), (8, 15), (-8, 15))
    return element("polygon", points=" ".join(f"{number(x + dx)},{number(y + dy)}" for dx, dy in points), c="slot")


def _gifts(board: Words, state: Words, plaques: Sequence[int], x: float, y: float, width: float) -> Panel:
    """The gift to beat, all that was given, and the cattle on each plaque (Shadipinyi's is the first of the queue)."""
    given, drunk = field.total(state), god_seat(board, state, SHADIPINYI)
    queue = [*([drunk] if drunk >= 0 else []), *plaques]
    parts = [words(x, y + 15, "On the plaques", 11.5)]
    said = []
    for i, seat in enumerate(queue):
        left, n = x + 112 + i * 60, share(given, len(queue), i)
        parts += [badge(left, y + 11, 8, seat), cattle(left + 11, y + 11, n, 13)]
        if i == 0 and drunk >= 0:
            parts.append(words(left - 9, y + 30, "Shadipinyi's", 9.5, "dim"))
        said.append(f"{OWNERS[seat]}+{n}")
    bar = box(x - 6, y + 34, width + 6, 24, "row", 5)
    if board[SEALED]:
        return told(f"{_amounts(board, state)}; on the plaques {' '.join(said)}", *parts, bar,
                    words(x + 2, y + 50.5, _amounts(board, state), 12.5)), 58
    told_gift = f"gift to beat {field.gift(state)}, given in all {given}"
    parts += [bar, words(x + 2, y + 50.5, "Gift to beat", 12.5), cattle(x + 82, y + 46, field.gift(state), 16, "ink b"),
              words(x + 148, y + 50.5, "given in all", 12.5), cattle(x + 226, y + 46, given, 16)]
    return told(f"{told_gift}; on the plaques {' '.join(said)}", *parts), 58


def _amounts(board: Words, state: Words) -> str:
    """Which sealed amounts all can see, or who has committed one."""
    if field.revealing(state):
        return "Sealed amounts shown: " + (" ".join(f"{OWNERS[seat]} {amount}" for seat, amount in shown(board, state)) or "none")
    return "Sealed amounts committed by: " + (" ".join(OWNERS[seat] for seat in committed(state)) or "nobody")


def technologies(board: Words, state: Words, x: float, y: float, width: float) -> Panel:
    """A row a type: tiles on the map, its two cards with requirement, owner, price of the good and cattle."""
    first, wide = 154.0, (width - 154) / COPIES
    parts = [heading(x, y, "Technologies"), words(x + 106, y + 13, "tiles", 11, "dim"),
             words(x + width, y + 13, "two cards of each: +VR, owner, price of the good, cattle", 11, "dim", "end")]
    for kind in range(KINDS):
        top = y + HEADING + kind * ROW
        middle = top + ROW / 2 - 1
        primary = PRIMARY >> 3 * kind & 7
        name, needs = CRAFTSMEN[kind], f", needs {CRAFTSMEN[primary]}" if primary < KINDS else ""
        tiles = sum(1 for k in range(TILES_EACH) if field.tile(state, TILES_EACH * kind + k))
        facts = f"{name}: cost {BUILD_COST >> 4 * kind & 15}, {TILE_VP >> 2 * kind & 3} VP a tile{needs}; {tiles} of 3 on the map"
        row = [sign(CRAFT_SIGNS[kind], x + 9, middle, 20, "craft"), words(x + 26, middle + 4.5, name.capitalize(), 12.5)]
        row += [box(x + 106 + 13 * k, middle - 5, 10, 10, "pip" if k < tiles else "hollow", 2) for k in range(TILES_EACH)]
        parts.append(told(facts, *row))
        for copy in range(COPIES):
            parts.append(_technology(state, COPIES * kind + copy, x + first + copy * wide, top, wide - 6))
    return "".join(parts), HEADING + KINDS * ROW


def _technology(state: Words, card: int, x: float, y: float, width: float) -> str:
    owner, need = field.card_owner(state, card), CARD_VR >> 3 * card & 7
    name, middle = CRAFTSMEN[card // COPIES], y + ROW / 2 - 1.5
    if not owner:
        return told(f"{name} technology, +{need} VR: in the supply", box(x, y, width, ROW - 3, "free", 5),
                    words(x + 8, middle + 4.5, f"+{need}", 11.5, "dim"))
    price, on_card = field.card_price(state, card) or "?", field.card_cattle(state, card)
    parts = [box(x, y, width, ROW - 3, "card", 5), words(x + 8, middle + 4.5, f"+{need}", 11.5),
             badge(x + 44, middle, 9.5, owner - 1), element("circle", cx=x + 76, cy=middle, r=9, c="coin"),
             words(x + 76, middle + 4.5, f"{price}", 13, "stamp b", "middle")]
    if on_card:
        parts.append(cattle(x + 96, middle, on_card, 14))
    said = f"{name} technology, +{need} VR: {OWNERS[owner - 1]}, price {price}, {on_card} cattle"
    return told(said, *parts)


def specialists(board: Words, state: Words, x: float, y: float, width: float) -> Panel:
    """The specialists: requirement, cost of a use, owner and cattle."""
    if not board[SPECIALISTS_ON]:
        return "", 0
    parts = [heading(x, y, "Specialists", "+VR, owner, cattle", width)]
    wide = width / len(SPECIALISTS)
    for i, name in enumerate(SPECIALISTS):
        owner, on_card, left, top = field.specialist_owner(state, i), field.specialist_cattle(state, i), x + i * wide, y + HEADING
        need, cost = SPECIALIST_VR >> 3 * i & 7, SPECIALIST_COST >> 2 * i & 3
        row = [box(left, top, wide - 6, 46, "card" if owner else "free", 5),
               words(left + 8, top + 17, named(name), 12, "ink" if owner else "dim"),
               words(left + 8, top + 36, f"+{need}", 11.5, "ink" if owner else "dim")]
        if owner:
            row.append(badge(left + 38, top + 32, 9.5, owner - 1))
        if on_card:
            row.append(cattle(left + 52, top + 32, on_card, 13))
        holder = f"{OWNERS[owner - 1]}, {on_card} cattle" if owner else "in the supply"
        parts.append(told(f"{name}, +{need} VR, {cost} cattle to use: {holder}", *row))
    return "".join(parts), HEADING + 46


def gods(board: Words, state: Words, x: float, y: float, width: float) -> Panel:
    """The gods in play, their requirement, and who adores them."""
    playing = [i for i in range(len(GODS)) if board[GODS_MASK] >> i & 1]
    owners = {field.god(state, seat) - 1: seat for seat in range(board[SEAT_COUNT]) if field.god(state, seat)}
    parts = [heading(x, y, "Gods in play", "+VR, or who adores them", width)]
    wide, high = width / 4, 29.0
    for at, which in enumerate(playing):
        left, top = x + at % 4 * wide, y + HEADING + at // 4 * high
        need = f"−{XANGO_VR}" if which == XANGO else f"+{GOD_VR >> 3 * which & 7}"
        owner = owners.get(which)
        on_card = field.god_cattle(state) if which == QAMATA else 0
        if owner is None:
            row = [box(left, top, wide - 6, high - 4, "free", 5), words(left + 8, top + 17, need, 11, "dim"),
                   words(left + 28, top + 17, named(GODS[which]), 11.5, "dim")]
        else:
            row = [box(left, top, wide - 6, high - 4, "card", 5), badge(left + 14, top + 12.5, 9.5, owner),
                   words(left + 28, top + 17, named(GODS[which]), 11.5)]
        if on_card and owner is not None:
            row.append(cattle(left + 77, top + 13, on_card, 11))
        holder = f"adored by {'nobody' if owner is None else OWNERS[owner]}" + (f", {on_card} cattle" if on_card else "")
        parts.append(told(f"{GODS[which]}, {need.replace('−', '-')} VR: {holder}", *row))
    return "".join(parts), HEADING + -(-len(playing) // 4) * high


def box_left(board: Words, state: Words, x: float, y: float, width: float) -> Panel:
    """Resource and water tiles left for the Shaman and the Rain."""
    if not board[SPECIALISTS_ON]:
        return "", 0
    parts = [words(x, y + 14, "Left in the box", 12.5, "ink b")]
    left = [field.supply(state, kind) for kind in range(len(RESOURCES))]
    for kind, n in enumerate(left):
        parts += [resource(kind, x + 130 + kind * 68, y + 9, 19), words(x + 144 + kind * 68, y + 14, f"{n}", 13)]
    parts += [sign(DROP, x + 130 + 4 * 68, y + 9, 16, "drop"), words(x + 144 + 4 * 68, y + 14, f"{field.rain_left(state)}", 13)]
    said = ", ".join(f"{n} {name}" for n, name in zip(left, RESOURCES, strict=True))
    return told(f"left: {said}, {field.rain_left(state)} water", *parts), 20
