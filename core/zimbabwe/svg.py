"""A position as one SVG picture that needs nothing from outside: the map, the cards beside it, the track below.

``State._repr_svg_`` shows it in a notebook, ``mutapa show RECORD --svg FILE`` writes it. Seats have letters and colours that
stay apart for the colour-blind; whatever colour says is also said by a letter, a shape or a number.
"""

from __future__ import annotations

from mutapa.core.streams import Array
from mutapa.core.svg import badge, box, element, page, sign, words
from mutapa.core.zimbabwe.picture import headline
from mutapa.core.zimbabwe.svg_cards import draw_cards
from mutapa.core.zimbabwe.svg_map import draw_map
from mutapa.core.zimbabwe.svg_shapes import CRAFT_SIGNS, resource, used_marker
from mutapa.core.zimbabwe.svg_track import draw_track

WIDTH = 1200.0
EDGE = 18.0
SIDE = 694.0
"""The square of the map, margins included."""
TOP = 58.0

COLOURS = {
    "paper": ("#fbf7ee", "#1b1a17"), "ink": ("#26221a", "#f1eadb"), "dim": ("#6b6250", "#a89f8c"),
    "rim": ("#26221a", "#12110e"), "land": ("#ecdcb4", "#4b4332"), "grid": ("#6a4f10", "#ffffff"),
    "border": ("#a98f57", "#8d7c55"), "frame": ("#8a7343", "#a08d62"), "shore": ("#d3e4dc", "#3d5a5c"),
    "water": ("#a5cfdf", "#1f4a5e"), "wave": ("#78b0c6", "#3d7288"), "drop": ("#2f7fa3", "#7cc4e2"),
    "start": ("#7d6a3f", "#d8c698"), "trunk": ("#6f4a22", "#c0935c"), "tree": ("#3f7d33", "#7cc267"),
    "clay": ("#b3592b", "#e08a56"), "brick": ("#74330f", "#5c2a10"), "tusk": ("#fffdf4", "#fdf8e6"),
    "bone": ("#5b5136", "#1b1a17"), "gem": ("#e3f7ff", "#bfe9fb"), "facet": ("#22627e", "#123a4c"),
    "letter": ("#4b432f", "#e5dcc6"), "tile": ("#fffaf0", "#2b2720"), "craft": ("#33291a", "#f3ead6"),
    "ox": ("#7a5230", "#d3a878"), "row": ("#f2ead7", "#29261f"), "edge": ("#b6a57d", "#746950"), "card": ("#f6ecd2", "#383224"),
    "faint": ("#c9bd9f", "#514a3b"), "coin": ("#ffffff", "#f1eadb"), "stamp": ("#26221a", "#12110e"),
    "ten": ("#dfcd9e", "#4e452f"),
}
"""Each colour on light and on dark paper."""
STYLES = {
    "paper": "fill:{paper}", "ink": "fill:{ink}", "dim": "fill:{dim}", "b": "font-weight:700", "land": "fill:{land}",
    "grid": "fill:none;stroke:{grid};stroke-opacity:.15", "border": "fill:none;stroke:{border};stroke-width:1.6",
    "frame": "fill:none;stroke:{frame};stroke-width:2.2", "shore": "fill:{shore}", "water": "fill:{water}",
    "wave": "fill:none;stroke:{wave};stroke-width:1.3", "drop": "fill:{drop}",
    "start": "fill:none;stroke:{start};stroke-width:1.8;stroke-dasharray:3 2.4",
    "added": "fill:none;stroke:{ink};stroke-width:1.4;stroke-dasharray:3.4 2.4", "trunk": "fill:{trunk}", "tree": "fill:{tree}",
    "clay": "fill:{clay};stroke:{brick}", "tusk": "fill:{tusk};stroke:{bone};stroke-width:1.5",
    "gem": "fill:{gem};stroke:{facet};stroke-width:1.5", "thin": "fill:none;stroke:{facet}",
    "letter": "fill:{letter};font-weight:700", "spent": "opacity:.42", "marker": "fill:{ink};stroke:{paper}",
    "cross": "fill:none;stroke:{paper};stroke-width:1.5", "tile": "fill:{tile};stroke:{rim}",
    "band": "fill:none;stroke-width:3", "craft": "fill:{craft};fill-rule:evenodd", "rim": "stroke:{rim}",
    "wall": "stroke:{rim}", "ring": "fill:none;stroke:{ink};stroke-width:2.4", "out": "opacity:.35", "ox": "fill:{ox}",
    "row": "fill:{row}", "now": "stroke:{ink};stroke-width:1.4", "slot": "fill:{row};stroke:{edge};stroke-width:1.2",
    "card": "fill:{card};stroke:{border}", "free": "fill:none;stroke:{faint};stroke-dasharray:3 3", "pip": "fill:{craft}",
    "hollow": "fill:none;stroke:{edge}", "coin": "fill:{coin};stroke:{rim};stroke-width:1.3", "stamp": "fill:{stamp}",
    "space": "fill:{row};stroke:{faint};stroke-width:.8", "ten": "fill:{ten};stroke:{faint};stroke-width:.8",
}
"""Style of each class."""


def svg(board: Array, state: Array, theme: str = "light") -> str:
    """The position as SVG; `theme` "auto" follows the reader's preference for light or dark, light where none is known."""
    fixed, now = [int(word) for word in board], [int(word) for word in state]
    chart, chart_height = draw_map(fixed, now, EDGE, TOP - 6, SIDE)
    left = EDGE + SIDE + 16
    cards, cards_height = draw_cards(fixed, now, left, TOP, WIDTH - EDGE - left)
    below = TOP + max(chart_height - 6, cards_height) + 12
    track, track_height = draw_track(fixed, now, EDGE, below, WIDTH - 2 * EDGE)
    height = below + track_height + 48
    parts = (chart, cards, track, _legend(EDGE, height - 22))
    return page("The Great Zimbabwe", headline(fixed, now).plain, parts, WIDTH, height, EDGE, theme, COLOURS, STYLES)


def _legend(x: float, y: float) -> str:
    """What the signs on the map mean."""
    parts = [
        element("ellipse", cx=x + 14, cy=y, rx=13, ry=8, c="s0 rim"), words(x + 14, y + 4.5, "A3", 12, "i0 b", "middle"),
        words(x + 33, y + 4, "monument: owner, level", 11.5, "dim"),
        box(x + 182, y - 9, 34, 18, "tile", 4), sign(CRAFT_SIGNS[1], x + 206, y, 14, "craft"), badge(x + 191, y, 6.5, 1),
        words(x + 222, y + 4, "craftsman: owner, type", 11.5, "dim"),
        *(resource(kind, x + 376 + 22 * kind, y, 16) for kind in range(4)),
        words(x + 456, y + 4, "w c i d resources", 11.5, "dim"),
        used_marker(x + 590, y, 5.5), words(x + 601, y + 4, "used (two: twice)", 11.5, "dim"),
        box(x + 724, y - 8, 16, 16, "added", 4), words(x + 746, y + 4, "added by Shaman or Rain", 11.5, "dim"),
        element("circle", cx=x + 922, cy=y, r=8, c="start"), words(x + 936, y + 4, "starting area", 11.5, "dim"),
    ]
    return element("g", parts)
