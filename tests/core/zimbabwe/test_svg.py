"""The picture in SVG: every piece is on it, its orders are the engine's, it needs nothing from outside, whatever the theme."""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mutapa.core import registry, streams
from mutapa.core.errors import InvalidError
from mutapa.core.state import State
from mutapa.core.svg import OWNERS, SEAT_COLOURS, THEMES
from mutapa.core.zimbabwe.board import BASE_COUNT, BASE_OF, BASE_SQUARE, PRESENT, START, WATER
from mutapa.core.zimbabwe.figures import CRAFTSMEN, GODS, RESOURCES, SPECIALISTS
from mutapa.core.zimbabwe.grid import has, square
from mutapa.core.zimbabwe.reach import footprint
from mutapa.core.zimbabwe.svg import COLOURS, STYLES, svg
from mutapa.core.zimbabwe.svg_map import Chart
from mutapa.core.zimbabwe.svg_shapes import outlines, soft_path
from mutapa.core.zimbabwe.text import square_code, square_name
from tests.core.zimbabwe.positions import Scene, scene_of

SVG = "{http://www.w3.org/2000/svg}"
MOST_BYTES = 200_000
SQUARES = [square(row, column) for row, column in itertools.product(range(18), repeat=2)]


def drawn(state: State, theme: str = "light") -> ElementTree.Element:
    """The picture, parsed."""
    return ElementTree.fromstring(svg(state.board, state.words, theme))


def groups(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    """By its title: each group that says what it is."""
    found = [(group.find(f"{SVG}title"), group) for group in root.iter(f"{SVG}g")]
    return {title.text or "": group for title, group in found if title is not None}


def texts(group: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in group.iter(f"{SVG}text")]


def played(seats: int, steps: int, seed: int = 1) -> State:
    """A position after random play."""
    state = State.new(registry.get("zimbabwe"), seats=seats, seed=seed, options={"round_cap": 30})
    engine, work = state.engine, state.engine.work()
    board, words = state.board.copy(), state.words.copy()
    rng = streams.derive(seed, "picture", seats)
    for _ in range(steps):
        if engine.turn(board, work, words) < 0:
            break
        engine.apply(board, work, words, engine.sample(board, work, words, rng))
    return state.at(words)


def rich_scene() -> Scene:
    """Something of everything."""
    s = scene_of("T..C..I..D", "..........", "..........", "WW........", "..........", "..........", seats=3)
    s.monument("b2", 0, 3).monument("f5", 1, 5).monument("h4", 2, 1)
    s.craftsman("wood b1 h", 0, price=2).craftsman("ivory e1", 1).craftsman("throne j2 v", 2)
    return s.resource("d5", "clay").rain("a5", "v").used("a1").used("d1", 2)


def pieces(state: State) -> set[str]:
    """What the titles on the map must be, from the facts alone."""
    facts, board = Scene(state).facts, state.board.tolist()
    used, times = dict(facts["used"]), ("", ", used", ", used twice")
    base = {
        square_name(board[BASE_SQUARE + i]): next(RESOURCES[kind] for kind in range(4) if board[BASE_OF + kind] >> i & 1)
        for i in range(board[BASE_COUNT])
    }
    raised = square_name(Scene(state)["raising"]) if "using" in state.phase or "buying" in state.phase else ""
    built = {name for name, _, _ in facts["monuments"]}
    starts = {square_name(code) for code in SQUARES if has(board, START, code)}
    return {
        *(f"{name}: monument of {OWNERS[owner]}, level {level}" + (", being raised" if name == raised else "")
          for name, owner, level in facts["monuments"]),
        *(f"{name}{f' {way}' if way else ''}: {kind} of {OWNERS[owner]}" for name, kind, way, owner in facts["craftsmen"]),
        *(f"{name}: {kind}{times[used.get(name, 0)]}" for name, kind in base.items()),
        *(f"{name}: {kind}, added{times[used.get(name, 0)]}" for name, kind in facts["added"]),
        *(f"{name} {way}: rain" for name, way in facts["rain"]),
        *(f"{name}: starting area" for name in starts - built),
    }


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("steps", [0, 60, 280])
def test_every_piece_of_a_played_position_is_on_the_map(seats: int, steps: int) -> None:
    state = played(seats, steps)
    on_map = [title for title in groups(drawn(state)) if re.match(r"[a-r]\d+( [hv])?: ", title)]
    assert len(on_map) == len(set(on_map))
    assert set(on_map) == pieces(state)


def test_signs_of_a_made_position() -> None:
    state = rich_scene().state
    found = groups(drawn(state))
    assert pieces(state) <= set(found)
    for title, text, level in (("b2: monument of A, level 3", "A3", 3), ("f5: monument of B, level 5", "B5", 5)):
        assert texts(found[title]) == [text]
        assert len(list(found[title].iter(f"{SVG}ellipse"))) == level           # a disc a level
        assert all("s" + str(OWNERS.index(text[0])) in disc.get("class", "") for disc in found[title].iter(f"{SVG}ellipse"))
    assert texts(found["e1: ivory of B"]) == ["Ivory", "B"]
    assert texts(found["b1 h: wood of A"]) == ["W", "A"]
    assert texts(found["j2 v: throne of C"]) == ["T", "C"]
    assert texts(found["d5: clay, added"]) == ["+", "c"]
    markers = {title: sum(disc.get("class") == "marker" for disc in group.iter(f"{SVG}circle")) for title, group in found.items()}
    assert [markers[title] for title in ("a1: wood, used", "d1: clay, used twice", "g1: ivory")] == [1, 2, 0]


def test_pieces_lie_on_their_squares() -> None:
    state = rich_scene().state
    root = drawn(state)
    chart = Chart([int(word) for word in state.board], 18, 52, 694)
    letters = {text.text: float(text.get("x", "")) for text in root.iter(f"{SVG}text") if text.text in ("a", "e", "k")}
    found = groups(root)
    for title, group in found.items():
        match = re.match(r"([a-r]\d+): (monument|ivory of)", title)
        if match:
            x, y = chart.corner(square_code(match[1]))
            text = next(iter(group.iter(f"{SVG}text")))
            wide = chart.cell * (2 if "ivory" in title else 1)
            assert x < float(text.get("x", "")) < x + wide
            assert y < float(text.get("y", "")) < y + wide
            if match[1][0] in letters and wide == chart.cell:
                assert float(text.get("x", "")) == pytest.approx(letters[match[1][0]], abs=0.2)
    assert len(letters) == 3


def corners(path: str) -> Iterator[list[tuple[float, float]]]:
    """The loops of a path of M, L, Q and Z as polygons through all its points."""
    for loop in path.split("Z")[:-1]:
        numbers = [float(n) for n in re.findall(r"-?[\d.]+", loop)]
        yield list(zip(numbers[::2], numbers[1::2], strict=True))


def inside(path: str, x: float, y: float) -> bool:
    """Whether a point is within a path, by crossings (even-odd)."""
    odd = False
    for loop in corners(path):
        for (ax, ay), (bx, by) in itertools.pairwise([*loop, loop[0]]):
            if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
                odd = not odd
    return odd


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_land_and_water_cover_their_squares_and_no_others(seats: int) -> None:
    state = played(seats, 250)
    board = state.board.tolist()
    rain = {footprint(0, square_code(name), int(way == "v"), k) for name, way in Scene(state).facts["rain"] for k in range(2)}
    assert rain
    chart = Chart(board, 18, 52, 694)
    paths = {path.get("class"): path for path in drawn(state).iter(f"{SVG}path")}
    for code in SQUARES:
        cx, cy = chart.centre(code)
        covered = {}
        for kind in ("land", "water", "shore"):
            dx, dy = map(float, re.findall(r"-?[\d.]+", paths[kind].get("transform", "")))
            covered[kind] = inside(paths[kind].get("d", ""), cx - dx, cy - dy)
        assert covered["land"] == has(board, PRESENT, code)
        assert covered["water"] == covered["shore"] == (has(board, WATER, code) or code in rain)


@given(st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=30))
@settings(max_examples=200, deadline=None)
def test_outlines_enclose_just_their_squares(squares: set[tuple[int, int]]) -> None:
    loops = outlines(squares)
    area = sum(sum(c1 * r2 - c2 * r1 for (r1, c1), (r2, c2) in itertools.pairwise([*loop, loop[0]])) / 2 for loop in loops)
    assert area == len(squares)
    for loop in loops:
        assert all((r1 == r2) != (c1 == c2) for (r1, c1), (r2, c2) in itertools.pairwise([*loop, loop[0]]))
        turns = [*loop, *loop[:2]]
        assert all((a[0] == b[0]) != (b[0] == c[0]) for a, b, c in zip(turns, turns[1:], turns[2:], strict=False))
    path = soft_path(loops, 10, 1, 3)
    for row, column in itertools.product(range(-1, 7), repeat=2):
        assert inside(path, column * 10 + 5, row * 10 + 5) == ((row, column) in squares)


def test_waters_that_touch_at_a_corner_stay_apart() -> None:
    assert len(outlines({(0, 0), (1, 1)})) == 2
    assert len(outlines({(0, 0), (0, 1), (1, 1)})) == 1
    ring = {(row, column) for row, column in itertools.product(range(3), repeat=2)} - {(1, 1)}
    assert sorted(map(len, outlines(ring))) == [4, 4]


def test_a_small_map_fills_the_picture() -> None:
    for seats in (2, 3, 4, 5):
        chart = Chart(State.new("zimbabwe", seats).board.tolist(), 0, 0, 694)
        assert (chart.rows, chart.columns) == ((12, 12) if seats == 2 else (18, 18))
        assert chart.cell * chart.rows == pytest.approx(650, abs=3)


def order_of(titles: dict[str, ElementTree.Element], label: str) -> list[str]:
    title = next(title for title in titles if title.startswith(label))
    said = title.split(": ")[1].split()
    shown = [text for text in texts(titles[title])[1:] if not text.isdecimal()]
    assert shown == ["–" if seat == "-" else seat.lstrip(">") for seat in said]     # what is said is what is seen, in this order
    rings = sum(circle.get("class") == "ring" for circle in titles[title].iter(f"{SVG}circle"))
    assert rings == sum(seat.startswith(">") for seat in said)
    return said


def test_bidding_order_order_of_play_and_seats_are_three_things() -> None:
    told = 0
    for steps in range(4, 330, 13):
        state = played(4, steps, seed=3)
        if state.is_over:
            break
        facts, found = Scene(state), groups(drawn(state))
        bidding, play = order_of(found, "Bidding order (plaques)"), order_of(found, "Order of play")
        assert [seat.lstrip(">") for seat in bidding] == [OWNERS[seat] for seat in facts["plaques"][:4]]
        assert [seat for seat in bidding + play if seat.startswith(">")] == [f">{OWNERS[state.turn]}"]
        standing = facts["active"].bit_count() if facts["phase"] == 1 else 0
        assert [seat.lstrip(">") for seat in play] == ["-"] * standing + [OWNERS[seat] for seat in facts["order"][standing:4]]
        assert (f">{OWNERS[state.turn]}" in bidding) == (facts["phase"] == 1)
        rows = [title for title in found if title.startswith("seat ")]
        assert [title.split(":")[0] for title in rows] == [f"seat {seat} ({OWNERS[seat]})" for seat in range(4)]
        for seat, title in enumerate(rows):
            assert f": {facts['vp'][seat]} VP of {facts['vr'][seat]}, {facts['cattle'][seat]} cattle" in title
            assert {f"seat {seat}", f"{facts['vp'][seat]} / {facts['vr'][seat]}"} <= set(texts(found[title]))
            marked = [box.get("class") for box in found[title].iter(f"{SVG}rect")]
            assert marked == ["row now" if seat == state.turn else "row"]
        told += facts["plaques"][:4] != list(range(4)) and facts["plaques"][:4] != facts["order"][:4]
    assert told > 3     # the orders differed, so that they could have been taken for one another


def test_first_monuments_go_by_the_stack() -> None:
    state = State.new("zimbabwe", 4, seed=5)
    stack = Scene(state)["stack"][:4][::-1]
    assert order_of(groups(drawn(state)), "First monuments") == [f">{OWNERS[stack[0]]}", *(OWNERS[seat] for seat in stack[1:])]


def test_an_auction_shows_gift_total_plaques_and_who_is_out() -> None:
    s = scene_of("T..C..I..D", seats=3).cattle(9, 9, 9)
    s.end_round().god(1, "shadipinyi")
    first, second, third = s["plaques"][:3]
    s.play("bid 2 / bid 5 / pass")
    found = groups(drawn(s.state))
    queue = [f"B+{2}", f"{OWNERS[first]}+2", f"{OWNERS[second]}+2", f"{OWNERS[third]}+1"]
    title = f"gift to beat 5, given in all 7; on the plaques {' '.join(queue)}"
    assert title in found
    assert {"5", "7", "Shadipinyi's"} <= set(texts(found[title]))
    bidding = next(group for name, group in found.items() if name.startswith("Bidding order"))
    faded = [circle.get("class") for circle in bidding.iter(f"{SVG}circle") if "out" in circle.get("class", "").split()]
    assert faded == [f"s{third} rim out"]


def test_the_track_shows_the_stack_and_all_points() -> None:
    s = rich_scene().vr(24, 24, 31).vp(44, 12, 12)
    found = groups(drawn(s.state))
    discs = {title: group for title, group in found.items() if title.startswith("VR ")}
    arrived = [seat for seat in s["stack"][:3] if seat != 2]
    piled = {f"VR 24: {OWNERS[seat]}, disc {i + 1} from below" for i, seat in enumerate(arrived)}
    assert set(discs) == {"VR 31: C, disc 1 from below", *piled}
    heights = [float(next(discs[f"VR 24: {OWNERS[seat]}, disc {i + 1} from below"].iter(f"{SVG}rect")).get("y", ""))
               for i, seat in enumerate(arrived)]
    assert heights[1] < heights[0]      # who came later lies higher
    assert {title for title in found if title.startswith("VP ")} == {"VP 44: A", "VP 12: B", "VP 12: C"}
    assert texts(found["VP 44: A"]) == ["A 44"]
    numbers = [text for text in drawn(s.state).iter(f"{SVG}text") if (text.text or "").isdecimal()]
    spaces = {text.text: float(text.get("x", "")) for text in numbers if text.text in ("12", "31")}     # the track comes last
    for title in ("VP 12: B", "VP 12: C", "VR 31: C, disc 1 from below"):
        text = next(iter(found[title].iter(f"{SVG}text")))
        assert float(text.get("x", "")) == pytest.approx(spaces[re.findall(r"\d+", title)[0]], abs=0.2)


def test_cards_show_owner_price_and_cattle() -> None:
    s = rich_scene().set("card_cattle", 4, 0).specialist(2, "herd").set("specialist_cattle", 3, 2)
    found = groups(drawn(s.god(0, "qamata").set("god_cattle", 2).state))
    assert texts(found["wood technology, +3 VR: A, price 2, 4 cattle"]) == ["+3", "A", "2", "4"]
    assert texts(found["wood technology, +4 VR: in the supply"]) == ["+4"]
    assert texts(found["herd, +6 VR, 2 cattle to use: C, 3 cattle"]) == ["Herd", "+6", "C", "3"]
    assert texts(found["qamata, +2 VR: adored by A, 2 cattle"]) == ["A", "Qamata", "2"]
    assert texts(found["xango, -2 VR: adored by nobody"]) == ["−2", "Xango"]
    assert "left: 6 wood, 3 clay, 3 ivory, 3 diamonds, 7 water" in found
    assert any(title.startswith("seat 0 (A)") and title.endswith(", 6 on cards") for title in found)
    for name in (*CRAFTSMEN, *GODS, *SPECIALISTS):
        assert sum(title.startswith((f"{name}:", f"{name},")) for title in found) == 1


def test_every_card_in_hand_is_told() -> None:
    state = played(5, 300)
    facts, found = Scene(state).facts, groups(drawn(state))
    for owner, kind, copy, price in facts["technologies"]:
        on_card = facts["card_cattle"][f"{kind}/{copy}"]
        assert any(re.fullmatch(rf"{kind} technology, \+\d VR: {OWNERS[owner]}, price {price or '[?]'}, {on_card} cattle", title)
                   for title in found)
    for name, owner in facts["specialists"].items():
        holder = "in the supply" if owner is None else f"{OWNERS[owner]}, "
        assert any(title.startswith(f"{name}, ") and f": {holder}" in title for title in found)
    for seat, name in enumerate(facts["god"]):
        assert name is None or any(title.startswith(f"{name}, ") and f"by {OWNERS[seat]}" in title for title in found)
    assert facts["technologies"]


def test_the_beginners_game_has_no_specialists() -> None:
    found = groups(drawn(State.new("zimbabwe", 3, options={"beginner": "on"})))
    assert not [title for title in found if title.startswith((*SPECIALISTS, "left"))]
    assert sum("adored by nobody" in title for title in found) == 6


def test_the_end_shows_ranks() -> None:
    state = played(2, 100_000)
    found, ranks = groups(drawn(state)), state.outcome.ranks
    for seat in range(2):
        title = next(title for title in found if title.startswith(f"seat {seat} ("))
        assert title.endswith(f"rank {ranks[seat]}")
        assert f"#{ranks[seat]}" in texts(found[title])
    assert not [circle for circle in drawn(state).iter(f"{SVG}circle") if circle.get("class") == "ring"]


def test_the_monument_being_raised_is_marked() -> None:
    s = scene_of("T..C..I..D", "..........", "..........", seats=2).monument("b3", 0, 1).craftsman("wood b1 h", 0)
    s.play("raise b3")
    found = groups(drawn(s.state))
    assert "b3: monument of A, level 1, being raised" in found
    assert sum("being raised" in title for title in found) == 1


@pytest.mark.parametrize("theme", THEMES)
def test_the_picture_needs_nothing_from_outside(theme: str) -> None:
    for state in (played(5, 300), rich_scene().state):
        text = svg(state.board, state.words, theme)
        root = ElementTree.fromstring(text)
        assert root.tag == f"{SVG}svg"
        assert len(text.encode()) <= MOST_BYTES
        names = {name.rpartition("}")[2] for each in root.iter() for name in each.attrib}
        assert not names & {"href", "src", "id", "onload", "style"}
        assert not {each.tag.removeprefix(SVG) for each in root.iter()} & {"script", "image", "use", "foreignObject", "a"}
        assert not re.search(r"url\(|@import|@font-face|<!|<\?", text)
        assert re.findall(r"\w+://[^\"']*", text) == ["http://www.w3.org/2000/svg"]


def test_the_longest_games_stay_within_bounds() -> None:
    s = played(5, 100_000)
    assert len(svg(s.board, s.words, "auto").encode()) <= MOST_BYTES
    crowded = scene_of(*["." * 18] * 16, seats=5)
    for i, code in enumerate(SQUARES[: 16 * 18 : 2]):
        crowded.monument(square_name(code), i % 5, 5)
    assert len(svg(crowded.state.board, crowded.state.words, "auto").encode()) <= MOST_BYTES


def test_themes_differ_in_style_alone_and_change_no_state() -> None:
    state = played(4, 200)
    board, words, legal = state.board.copy(), state.words.copy(), state.legal_actions
    bodies = set()
    styles = set()
    for theme in THEMES:
        text = svg(state.board, state.words, theme)
        style = re.search(r"<style>(.*?)</style>", text, re.S)
        assert style
        styles.add(style[1])
        bodies.add(text.replace(style[0], "").replace(f"mutapa-{theme}", ""))
        assert np.array_equal(state.board, board)
        assert np.array_equal(state.words, words)
        assert svg(state.board, state.words, theme) == text
    assert len(bodies) == 1
    assert len(styles) == 3
    assert state.legal_actions == legal
    assert state.at(words).legal_actions == legal


def test_every_class_has_a_style_and_every_style_a_use() -> None:
    used: Counter[str] = Counter()
    bidding = scene_of("T..C", seats=3).end_round().play("pass").state
    for state in (rich_scene().state, played(5, 300), played(5, 0), bidding):
        for each in drawn(state).iter():
            used.update(each.get("class", "").split())
    seats = {f"{kind}{seat}" for kind in "sil" for seat in range(5)}
    assert set(used) - {"mutapa-light"} - seats <= set(STYLES)
    assert set(STYLES) <= set(used)
    text = svg(played(2, 0).board, played(2, 0).words, "auto")
    assert text.count("@media(prefers-color-scheme:dark)") == 1
    assert text.count("{") == text.count("}")


def luminance(colour: str) -> float:
    digits = colour.lstrip("#")
    digits = digits if len(digits) == 6 else "".join(2 * digit for digit in digits)
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Contrast ratio as WCAG 2 defines it."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_words_stand_out_from_what_is_behind_them() -> None:
    assert all(contrast(*pair) >= 4.5 for pair in SEAT_COLOURS)
    behind = {"ink": ("paper", "row", "card"), "dim": ("paper", "row"), "letter": ("land",), "craft": ("tile", "paper"),
              "stamp": ("coin",)}
    for name, papers in behind.items():
        for paper, theme in itertools.product(papers, (0, 1)):
            assert contrast(COLOURS[name][theme], COLOURS[paper][theme]) >= 4.5, (name, paper, theme)


def test_a_notebook_shows_the_picture_where_there_is_one() -> None:
    state = State.new("zimbabwe", 3)
    assert state._repr_svg_() == state.svg() == svg(state.board, state.words, "auto")
    assert State.new("kuhn", 2)._repr_svg_() is None
    with pytest.raises(InvalidError, match="kuhn: it has no picture in SVG"):
        State.new("kuhn", 2).svg()
    with pytest.raises(InvalidError, match="no theme 'drak'; did you mean 'dark'"):
        state.svg("drak")
