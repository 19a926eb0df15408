"""``mutapa solve-auction``: what rational bidders do, and what it is worth to them, given what the places are worth."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any

import typer
from rich import box
from rich.table import Table

from mutapa.core.errors import InvalidError
from mutapa.experiments.auctions.solver import Auction, Solution, same_worth, solve
from mutapa.experiments.console import console
from mutapa.experiments.parameters import Json, check_target, emit


def command(
    cattle: Annotated[str, typer.Option("--cattle", help="Cattle of each bidder in bidding order: 6,6,5.")],
    worth: Annotated[
        list[str], typer.Option("--worth", help="Worth of the places, the first first: 8,3,0; repeat: a row a bidder.")
    ],
    rate: Annotated[str, typer.Option("--rate", help="What a cattle left over is worth.")] = "1",
    pay: Annotated[
        str, typer.Option("--pay", help="each: every bid is paid in full; last: only the last (dollar auction).")
    ] = "each",
    plaques: Annotated[bool, typer.Option("--plaques/--no-plaques", help="What is given comes back over plaques.")] = True,
    shadipinyi: Annotated[int, typer.Option("--shadipinyi", help="Bidder with an additional plaque before all; -1: none.")] = -1,
    elegua: Annotated[int, typer.Option("--elegua", help="Bidder whose first gift the stock pays 3 of; -1: none.")] = -1,
    json: Json = None,
) -> None:
    """Solve an auction exactly (backward induction): bids, places and values if all bid rightly; ties go to passing."""
    check_target(json)
    have = tuple(_whole("--cattle", each) for each in _parts("--cattle", cattle))
    rows = [tuple(_number("--worth", each) for each in _parts("--worth", row)) for row in worth]
    whole = same_worth(rows[0], len(have)) if len(rows) == 1 else tuple(rows)
    auction = Auction(have, whole, _number("--rate", rate), pay, plaques, shadipinyi, elegua)
    found = solve(auction)
    if json != "-":
        _show(auction, found)
    emit(json, data(auction, found))


def data(auction: Auction, found: Solution) -> dict[str, Any]:
    """A solution as JSON; values as decimal numbers."""
    return {
        "cattle": list(auction.cattle), "worth": [[float(each) for each in row] for row in auction.worth],
        "rate": float(auction.rate), "pay": auction.pay, "plaques": auction.plaques, "shadipinyi": auction.first_plaque,
        "elegua": auction.helped, "values": [float(each) for each in found.values],
        "first": {_word(step): float(value) for step, value in found.steps.items()},
        "line": [[bidder, _word(step)] for bidder, step in found.line], "places": [place + 1 for place in found.places],
        "positions": found.positions,
    }  # fmt: skip


def _show(auction: Auction, found: Solution) -> None:
    screen = console()
    table = Table(box=box.SIMPLE, padding=(0, 1, 0, 0))
    for name in ("bidder", "cattle", "place", "value"):
        table.add_column(name, justify="right")
    for bidder, value in enumerate(found.values):
        table.add_row(str(bidder), str(auction.cattle[bidder]), str(found.places[bidder] + 1), f"{float(value):g}")
    screen.print(table)
    screen.print("bidder: step   " + "  ".join(f"{bidder}: {_word(step)}" for bidder, step in found.line), markup=False)
    best = sorted(found.steps.items(), key=lambda item: (-item[1], item[0]))
    shown = "  ".join(f"{_word(step)} {float(value):g}" for step, value in best[:8])
    screen.print(f"first steps of bidder 0 and what they bring it: {shown}", markup=False)


def _word(step: int) -> str:
    return f"bid {step}" if step else "pass"


def _parts(option: str, words: str) -> Sequence[str]:
    parts = [part.strip() for part in words.split(",")]
    if not all(parts):
        raise InvalidError(f"{option}: {words!r} has a gap; right would be numbers like 6,6,5")
    return parts


def _whole(option: str, word: str) -> int:
    if not (word.isascii() and word.isdigit()):
        raise InvalidError(f"{option}: {word!r} is no whole number from 0 up")
    return int(word)


def _number(option: str, word: str) -> Fraction:
    try:
        return Fraction(word)
    except (ValueError, ZeroDivisionError):
        raise InvalidError(f"{option}: {word!r} is no number; right would be 8, 2.5 or 1/3") from None
