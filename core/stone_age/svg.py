"""A position of Stone Age as one SVG picture that needs nothing from outside: places, cards and buildings, food track, players.

``State._repr_svg_`` shows it in a notebook, ``mutapa show RECORD --svg FILE`` writes it. Seats have letters and colours that
stay apart for the colour-blind; whatever colour says is also said by a letter, a shape or a number.
"""

from __future__ import annotations

from typing import Any

from mutapa.core.stone_age.figures import GAINS, RESOURCES
from mutapa.core.stone_age.svg_cards import draw_market
from mutapa.core.stone_age.svg_places import DIVISORS, draw_places, draw_track
from mutapa.core.stone_age.svg_seats import draw_seats
from mutapa.core.stone_age.svg_shapes import die, goods, person, ring
from mutapa.core.stone_age.text import phase, snapshot
from mutapa.core.streams import Array
from mutapa.core.svg import box, element, page, told, words

WIDTH = 1200.0
EDGE = 18.0
TOP = 58.0

COLOURS = {
    "paper": ("#fbf7ee", "#1b1a17"), "ink": ("#26221a", "#f1eadb"), "dim": ("#6b6250", "#a89f8c"), "soft": ("#544c3c", "#c9c0ad"),
    "rim": ("#26221a", "#12110e"), "border": ("#a98f57", "#8d7c55"), "faint": ("#c9bd9f", "#514a3b"),
    "hunt": ("#efe2c3", "#443a25"), "forest": ("#d6e6c4", "#2b3d26"), "clay": ("#f2d8c4", "#4a2f22"),
    "quarry": ("#e0e0dc", "#38393b"), "river": ("#d0e4ee", "#213c4d"), "village": ("#f3ead3", "#352e21"),
    "wood": ("#a0713c", "#b98850"), "cut": ("#e0b880", "#e6c493"), "bark": ("#6f4a22", "#5a3a18"),
    "brick": ("#c2562b", "#d9703f"), "stone": ("#8f9298", "#a3a7ad"), "gold": ("#e3ae1f", "#efc447"),
    "line": ("#3b2a1a", "#1b1510"), "shine": ("#ffffff", "#ffffff"), "meat": ("#a8402f", "#c95a45"),
    "bone": ("#fffdf4", "#fdf8e6"), "tool": ("#4b4f57", "#c3c8d0"), "ear": ("#b07f10", "#e8bd4a"),
    "house": ("#8a5a2b", "#c99a63"), "folk": ("#4f3d63", "#b9a4d6"), "ring": ("#ffffff", "#12110e"),
    "row": ("#f2ead7", "#29261f"), "edge": ("#b6a57d", "#746950"), "card": ("#fffaf0", "#3a342a"),
    "green": ("#c3dca9", "#36522c"), "sand": ("#eed9a6", "#5a4826"), "symbol": ("#234a1e", "#dff0cf"),
    "back": ("#6d5334", "#8a6c48"), "face": ("#fff8e8", "#fff8e8"), "coin": ("#ffffff", "#f1eadb"),
    "stamp": ("#26221a", "#12110e"), "tile": ("#f7e7bf", "#4d4129"), "die": ("#fffdf4", "#f4eedd"),
    "owned": ("#c3dca9", "#36522c"),
}
"""Each colour on light and on dark paper."""
STYLES = {
    "paper": "fill:{paper}", "ink": "fill:{ink}", "dim": "fill:{dim}", "soft": "fill:{soft}", "b": "font-weight:700",
    "place": "stroke:{border}", "hunt": "fill:{hunt}", "forest": "fill:{forest}", "clay": "fill:{clay}",
    "quarry": "fill:{quarry}", "river": "fill:{river}", "village": "fill:{village}", "wood": "fill:{wood}",
    "cut": "fill:{cut};stroke:{bark}", "ring": "fill:none;stroke:{bark};stroke-width:1.2", "brick": "fill:{brick}",
    "stone": "fill:{stone}", "gold": "fill:{gold}", "edge": "fill:none;stroke:{line};stroke-opacity:.55;stroke-width:1.3",
    "shine": "fill:none;stroke:{shine};stroke-opacity:.7;stroke-width:1.5;stroke-linecap:round", "meat": "fill:{meat}",
    "bone": "fill:{bone};stroke:{line};stroke-width:.8", "tool": "fill:{tool}", "ear": "fill:{ear}", "house": "fill:{house}",
    "folk": "fill:{folk}", "rim": "stroke:{rim}", "open": "fill:{ring};fill-opacity:.55;stroke:{edge};stroke-width:1.4",
    "shut": "fill:none;stroke:{edge};stroke-dasharray:3 3", "row": "fill:{row}", "now": "stroke:{ink};stroke-width:1.6",
    "space": "fill:{row};stroke:{faint};stroke-width:.8", "card": "fill:{card}",
    "frame": "fill:none;stroke:{border};stroke-width:1.3", "green": "fill:{green}", "sand": "fill:{sand}",
    "symbol": "fill:{symbol};fill-rule:evenodd", "absent": "fill:{faint};fill-rule:evenodd", "owned": "fill:{owned}",
    "none": "opacity:.45", "back": "fill:{back};stroke:{rim}", "face": "fill:{face}",
    "free": "fill:none;stroke:{faint};stroke-dasharray:3 3", "coin": "fill:{coin};stroke:{rim};stroke-width:1.3",
    "stamp": "fill:{stamp}", "tile": "fill:{tile};stroke:{border};stroke-width:1.3", "below": "fill:{tile};stroke:{border}",
    "slot": "fill:{card};stroke:{edge};stroke-width:1.3", "used": "fill-opacity:.25;stroke-dasharray:3 2",
    "strike": "fill:none;stroke:{soft};stroke-width:1.3", "die": "fill:{die};stroke:{rim}", "pip": "fill:{stamp}",
}
"""Style of each class."""


def svg(board: Array, state: Array, theme: str = "light") -> str:
    """The position as SVG; `theme` "auto" follows the reader's preference for light or dark, light where none is known."""
    fixed, words_ = [int(word) for word in board], [int(word) for word in state]
    facts = snapshot(board, state)
    width, at, parts = WIDTH - 2 * EDGE, TOP, [_pending(facts, WIDTH - EDGE - 4, 30)]
    places, high = draw_places(fixed, facts, EDGE, at, width)
    at += high + 14
    market, high = draw_market(facts, EDGE, at, width)
    at += high + 14
    track, high = draw_track(facts, EDGE, at, width)
    at += high + 16
    seats, high = draw_seats(fixed, words_, facts, EDGE, at, width)
    at += high
    parts += [places, market, track, seats, _legend(EDGE, at + 24)]
    return page("Stone Age", phase(board, state), parts, WIDTH, at + 44, EDGE, theme, COLOURS, STYLES)


def _pending(facts: dict[str, Any], right: float, y: float) -> str:
    """What is under way, in words and with dice, at the right end of the title."""
    now, what = facts["phase"], facts["pending"]
    if now == "roll":
        said, dice, gain = f"{what['dice']} dice for {what['gain']}", [0] * what["dice"], what["gain"]
    elif now == "tools":
        gain, dice = what["gain"], []
        enough, over = divmod(what["sum"], DIVISORS[GAINS.index(gain)])
        said = f"rolled {what['sum']}: {enough} {gain}, and {over} over"
    elif now in ("pay", "feed pay", "feed", "feed choose"):
        said, dice, gain = f"{what['left']} food short" if "feed" in now else f"{what['left']} to pay", [], None
        if now == "pay" and _takes_any(facts, what["place"]):
            said = f"up to {said}"
    elif now == "pick":
        said, dice, gain = "dice left", what["faces"], None
    else:
        return ""
    parts, at = [], right
    if gain:
        parts.append(goods(gain, at - 12, y, 24))
        at -= 32
    for face in reversed(dice):
        parts.append(die(face, at - 10, y, 20))
        at -= 24
    parts.append(words(at - 2, y + 6, said, 15, "ink", "end"))
    return told(said, *parts)


def _takes_any(facts: dict[str, Any], place: str) -> bool:
    """Whether what is paid there takes from one to seven."""
    kind, number = place.split()
    return kind == "building" and facts["buildings"][int(number) - 1] == "1to7"


def _legend(x: float, y: float) -> str:
    """What the signs mean."""
    parts, at = [], x
    for kind in ("food", *RESOURCES):
        parts += [goods(kind, at + 9, y - 4, 17), words(at + 21, y, kind, 11.5, "dim")]
        at += 66
    parts += [person(0, at + 14, y - 4, 20), words(at + 27, y, "a person of A", 11.5, "dim"), ring(at + 122, y - 4, 8),
              words(at + 134, y, "a ring", 11.5, "dim"), ring(at + 186, y - 4, 8, True),
              words(at + 198, y, "closed this round", 11.5, "dim"),
              box(at + 306, y - 13, 18, 18, "slot", 3), words(at + 329, y, "tool", 11.5, "dim"),
              box(at + 366, y - 13, 18, 18, "slot used", 3), element("path", d=f"M{at + 368:.1f} {y + 3:.1f}l14 -14", c="strike"),
              words(at + 389, y, "used tool", 11.5, "dim"), element("circle", cx=at + 464, cy=y - 4, r=8, c="slot"),
              words(at + 476, y, "for one use", 11.5, "dim"),
              words(at + 560, y, "3² + 1²: points of sets of symbols", 11.5, "dim")]
    return element("g", parts)
