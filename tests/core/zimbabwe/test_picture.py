"""The picture of a position: every piece is on it, it fits its console, and its orders are the engine's."""

from __future__ import annotations

import io
import itertools
import re

import pytest
from rich.console import Console

from mutapa.core import registry, streams
from mutapa.core.state import State
from mutapa.core.zimbabwe.board import BASE_COUNT, BASE_OF, BASE_SQUARE, PRESENT, WATER
from mutapa.core.zimbabwe.figures import CRAFTSMEN
from mutapa.core.zimbabwe.grid import has, square
from mutapa.core.zimbabwe.picture import OWNERS, picture
from mutapa.core.zimbabwe.text import square_name
from tests.core.zimbabwe.positions import Scene, scene_of

MAP_LINE = re.compile(r"^ ?(\d+) (.*)$")


def printed(state: State, width: int = 100) -> list[str]:
    """The lines of the picture on a console without colours."""
    file = io.StringIO()
    Console(file=file, width=width, color_system=None).print(picture(state.board, state.words))
    return file.getvalue().splitlines()


def cells(lines: list[str]) -> dict[str, str]:
    """By square name: its three characters on the map."""
    header = next(line for line in lines if line.startswith("    a  b"))
    columns = len(re.match(r"(?: +[a-r](?= |$))+", header)[0].split())  # type: ignore[index]
    found = {}
    for line in lines[lines.index(header) + 1 :]:
        match = MAP_LINE.match(line)
        if not match:
            break
        text = match[2].ljust(3 * columns)
        for column in range(columns):
            found[f"{chr(ord('a') + column)}{match[1]}"] = text[3 * column : 3 * column + 3]
    return found


def order_of(lines: list[str], label: str) -> list[str]:
    """The letters behind a label, the mark of the mover among them."""
    line = next(line for line in lines if label in line)
    return line[line.index(label) + len(label) :].split()


def played(seats: int, steps: int, seed: int = 1, **options: str) -> State:
    """A position after random play."""
    state = State.new(registry.get("zimbabwe"), seats=seats, seed=seed, options={"round_cap": 30, **options})
    engine, work = state.engine, state.engine.work()
    board, words = state.board.copy(), state.words.copy()
    rng = streams.derive(seed, "picture", seats)
    for _ in range(steps):
        if engine.turn(board, work, words) < 0:
            break
        engine.apply(board, work, words, engine.sample(board, work, words, rng))
    return state.at(words)


def test_every_piece_of_a_made_position_has_its_sign() -> None:
    s = scene_of("T..C..I..D", "..........", "..........", "WW........", "..........", "..........", seats=3)
    s.monument("b2", 0, 3).monument("f5", 1, 5).monument("h4", 2, 1)
    s.craftsman("wood b1 h", 0).craftsman("ivory e1", 1).craftsman("throne j2 v", 2)
    s.resource("d5", "clay").rain("a5", "v").used("a1").used("d1", 2)
    seen = cells(printed(s.state))
    assert [seen[name] for name in ("b2", "f5", "h4")] == [" A3", " B5", " C1"]
    assert (seen["b1"], seen["c1"]) == ("[Wa", " Wa")
    assert [seen[name] for name in ("e1", "f1", "e2", "f2", "g1")] == ["[Ib", " Ib", "|Ib", " Ib", " i "]
    assert (seen["j2"], seen["j3"]) == ("[Tc", "|Tc")
    assert (seen["a1"], seen["d1"], seen["d5"]) == (" w'", ' c"', "+c ")
    assert [seen[name] for name in ("a4", "b4", "a5", "a6")] == ["~~~", "~~~", "~r~", "~r~"]
    assert [seen[name] for name in ("a8", "c8", "e8", "g8", "b8")] == [" A1", " B1", " C1", " o ", "   "]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("steps", [0, 30, 250])
def test_all_monuments_craftsmen_and_resources_of_played_positions(seats: int, steps: int) -> None:
    state = played(seats, steps)
    facts = Scene(state).facts
    lines = printed(state)
    seen = cells(lines)
    for name, owner, level in facts["monuments"]:
        assert seen[name][1:] == f"{OWNERS[owner]}{level}"
    signs = sum(text[1:].rstrip() == text[1:] and text[1].isupper() and text[2].islower() for text in seen.values())
    big = ("ivory", "diamond", "sculptor", "vessel")
    assert signs == sum(4 if kind in big else 2 for _, kind, _, _ in facts["craftsmen"])
    for anchor, kind, _, owner in facts["craftsmen"]:
        assert seen[anchor] == f"[{kind[0].upper()}{OWNERS[owner].lower()}"
    board = state.board.tolist()
    for i in range(board[BASE_COUNT]):
        kind = next(kind for kind in range(4) if board[BASE_OF + kind] >> i & 1)
        assert seen[square_name(board[BASE_SQUARE + i])][:2] == " " + "wcid"[kind]
    for row, column in itertools.product(range(18), repeat=2):
        code = square(row, column)
        assert (seen.get(square_name(code), "").strip() != "") == has(board, PRESENT, code)
        if has(board, WATER, code):
            assert seen[square_name(code)] == "~~~"
    for name, times in facts["used"]:
        assert seen[name][2] == " '\""[times]
    for name, kind in facts["added"]:
        assert seen[name][:2] == f"+{kind[0]}"


@pytest.mark.parametrize("seats", [2, 5])
@pytest.mark.parametrize("width", [60, 80, 100, 140])
def test_the_picture_keeps_to_its_console(seats: int, width: int) -> None:
    for steps in (0, 60, 400):
        lines = printed(played(seats, steps), width)
        assert max(map(len, lines)) <= width
        assert "bidding order" in "".join(lines) or "first monuments" in "".join(lines)
        assert not [line for line in lines if "…" in line]
        together = any("VP/VR" in line and "a  b  c" in line for line in lines)
        assert together == (width >= 100)


def test_bidding_order_order_of_play_and_seats_are_three_things() -> None:
    state = played(4, 0)
    told = 0
    for steps in range(4, 330, 13):
        state = played(4, steps, seed=3)
        if state.is_over:
            break
        lines = printed(state)
        facts = {name: Scene(state)[name] for name in ("plaques", "order", "phase", "active", "mover", "vr", "vp")}
        at = next(i for i, line in enumerate(lines) if "VP/VR" in line)
        for seat in range(4):
            row = lines[at + 1 + seat]
            assert f"{OWNERS[seat]} {seat}  {facts['vp'][seat]}/{facts['vr'][seat]}" in row
        assert f"to move {OWNERS[state.turn]} (seat {state.turn})" in lines[0]
        bidding = order_of(lines, "bidding order (plaques)")[:4]
        play = order_of(lines, "order of play")[:4]
        assert [name.lstrip(">") for name in bidding] == [OWNERS[seat] for seat in facts["plaques"][:4]]
        marked = [name for name in bidding + play if name.startswith(">")]
        assert marked == [f">{OWNERS[state.turn]}"]
        if facts["phase"] == 1:
            standing = facts["active"].bit_count()
            expected = ["-"] * standing + [OWNERS[seat] for seat in facts["order"][standing:4]]
            assert marked[0] in bidding
        else:
            expected = [OWNERS[seat] for seat in facts["order"][:4]]
            assert marked[0] in play
        assert [name.lstrip(">") for name in play] == expected
        told += facts["plaques"][:4] != list(range(4)) and facts["plaques"][:4] != facts["order"][:4]
    assert told > 3  # the orders differed, so that they could have been taken for one another


def test_an_auction_shows_gift_total_and_plaques() -> None:
    s = scene_of("T..C..I..D", seats=3).cattle(9, 9, 9)
    s.end_round()
    first, second, third = s["plaques"][:3]
    s.play("bid 2 / bid 5")
    lines = printed(s.state)
    assert any("gift to beat 5, given in all 7" in line for line in lines)
    assert order_of(lines, "on the plaques")[:3] == [f"{OWNERS[first]}+3", f"{OWNERS[second]}+2", f"{OWNERS[third]}+2"]
    assert sorted(order_of(lines, "still bidding")) == ["A", "B", "C"]


def test_cards_show_price_owner_and_cattle() -> None:
    s = scene_of("T..C..I..D", "..........", seats=3)
    s.craftsman("wood b1 h", 1, price=2).set("card_cattle", 4, 0).specialist(2, "herd").set("specialist_cattle", 3, 2)
    lines = printed(s.god(0, "engai").state)
    row = next(line for line in lines if "wood  " in line)
    assert re.search(r"1/3 +B 2\+4", row)
    assert any("herd C+3" in line for line in lines)
    assert any("A 0" in line and "engai" in line for line in lines)
    assert "engai" not in next(line for line in lines if "gods left" in line)
    assert all(any(name in line for line in lines) for name in CRAFTSMEN)


def test_the_end_shows_ranks() -> None:
    state = played(2, 100_000)
    lines = printed(state)
    assert lines[0].startswith("Game over after round")
    ranks = state.outcome.ranks
    for seat in range(2):
        assert any(f"{OWNERS[seat]} {seat} #{ranks[seat]}" in line for line in lines)


def test_the_monument_being_raised_is_marked() -> None:
    s = scene_of("T..C..I..D", "..........", "..........", seats=2).monument("b3", 0, 1).craftsman("wood b1 h", 0)
    s.play("raise b3")
    lines = printed(s.state)
    assert cells(lines)["b3"] == ">A1"
    assert "for b3 (1 to go)" in lines[0]
