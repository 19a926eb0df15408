"""A position of GodZ as one SVG picture that needs nothing from outside: the map, seats beside it, Glory tiles and stack below.

``State._repr_svg_`` shows it in a notebook, ``mutapa show RECORD --svg FILE`` writes it. Seats have letters and colours that
stay apart for the colour-blind; whatever colour says is also said by a letter, a shape or a number.
"""

from __future__ import annotations

from mutapa.core.godz.board import COLUMNS, STAR, icon_of
from mutapa.core.godz.figures import ICONS, RESOURCES, SPECIAL_HEXES
from mutapa.core.godz.svg_map import draw_map
from mutapa.core.godz.svg_seats import draw_seats, draw_supply
from mutapa.core.godz.svg_shapes import avatar, believers, resource, village
from mutapa.core.godz.text import phase, snapshot
from mutapa.core.streams import Array
from mutapa.core.svg import element, page, words

WIDTH, EDGE, TOP = 1200.0, 18.0, 58.0
MAP_WIDE, MAP_HIGH = 776.0, 640.0

COLOURS = {
    "paper": ("#fbf7ee", "#1b1a17"), "ink": ("#26221a", "#f1eadb"), "dim": ("#6b6250", "#a89f8c"), "soft": ("#544c3c", "#c9c0ad"),
    "rim": ("#26221a", "#12110e"), "border": ("#a98f57", "#8d7c55"), "faint": ("#c9bd9f", "#514a3b"),
    "swamp": ("#c9bfd6", "#473a58"), "sea": ("#bfdcea", "#1f4a5e"), "desert": ("#f3e2a9", "#5f5024"),
    "mountain": ("#d5d2cc", "#45443f"), "forest": ("#c3dca9", "#2f4d26"), "vortex": ("#e2c8f0", "#553069"),
    "palace": ("#f7efe0", "#332d24"), "special": ("#f6dcd2", "#553a31"), "chasm": ("#2a2622", "#000000"),
    "glory": ("#8a6a00", "#f3cf4b"), "steps": ("#1c5f86", "#8ecbea"), "faith": ("#8c4a1f", "#f0b184"),
    "building": ("#44464b", "#d4d6da"), "food": ("#9c3a2a", "#f09a8a"), "spin": ("#7b3fa0", "#d9a8f5"),
    "star": ("#2c62b4", "#7fb0f5"), "starred": ("#ffffff", "#10131a"), "row": ("#f2ead7", "#29261f"),
    "edge": ("#b6a57d", "#746950"), "tile": ("#fff6d9", "#584d2c"), "war": ("#f0b9a9", "#7a3427"),
    "hole": ("#cfc6b4", "#a89f8c"), "black": ("#26221a", "#f1eadb"),
}
"""Each colour on light and on dark paper."""
STYLES = {
    "paper": "fill:{paper}", "ink": "fill:{ink}", "dim": "fill:{dim}", "soft": "fill:{soft}", "hole": "fill:{hole}",
    "b": "font-weight:700",
    "count": "stroke:{paper};stroke-width:2.4;paint-order:stroke", "rim": "stroke:{rim};stroke-width:1.1",
    "hex": "stroke:{border};stroke-width:1.2", "swamp": "fill:{swamp}", "sea": "fill:{sea}", "desert": "fill:{desert}",
    "mountain": "fill:{mountain}", "forest": "fill:{forest}", "vortex": "fill:{vortex}", "palace": "fill:{palace}",
    "special": "fill:{special}", "chasm": "fill:{chasm}", "r-glory": "fill:{glory}", "r-steps": "fill:{steps}",
    "r-faith": "fill:{faith};fill-rule:evenodd", "r-building": "fill:{building}", "r-food": "fill:{food}",
    "vortex-line": "fill:none;stroke:{spin};stroke-width:2", "star": "fill:{star}", "starred": "fill:{starred}",
    "held": "fill:none;stroke-width:2.6", "row": "fill:{row}", "now": "stroke:{ink};stroke-width:1.6",
    "spot": "fill:none;stroke:{edge};stroke-width:1.3", "cylinder": "fill:{black};stroke:{edge}",
    "tile": "fill:{tile};stroke:{border};stroke-width:1.2", "war": "fill:{war}", "gone": "opacity:.35",
    "free": "fill:none;stroke:{faint};stroke-dasharray:3 2", "unbuilt": "fill:none;stroke:{edge};stroke-width:1.6", "avatar": "",
}
"""Style of each class."""


def printed(board: list[int]) -> tuple[dict[str, list[str]], dict[str, int]]:
    """Icons and stars by special hex: what is fixed for a game."""
    names = ("vortex", *(f"s{i}" for i in range(1, SPECIAL_HEXES)))
    icons = {
        name: [RESOURCES[icon_of(board, h, i) - 1] for i in range(ICONS) if icon_of(board, h, i)] for h, name in enumerate(names)
    }
    return icons, {name: board[STAR + h] for h, name in enumerate(names)}


def svg(board: Array, state: Array, theme: str = "light") -> str:
    """The position as SVG; `theme` "auto" follows the reader's preference for light or dark, light where none is known."""
    fixed, facts = [int(word) for word in board], snapshot(board, state)
    icons, stars = printed(fixed)
    chart, high = draw_map(facts, icons, stars, EDGE, TOP, MAP_WIDE, MAP_HIGH)
    left = EDGE + MAP_WIDE + 14
    seats, seats_high = draw_seats(facts, fixed[COLUMNS], left, TOP, WIDTH - EDGE - left)
    at = TOP + max(high, seats_high) + 14
    supply, supply_high = draw_supply(facts, EDGE + 4, at)
    at += supply_high
    parts = [chart, seats, supply, _legend(EDGE + 4, at + 22)]
    return page("GodZ", phase(board, state), parts, WIDTH, at + 42, EDGE, theme, COLOURS, STYLES)


def _legend(x: float, y: float) -> str:
    """What the signs mean."""
    parts, at = [], x
    for name in RESOURCES:
        parts += [resource(name, at + 8, y - 4, 16), words(at + 20, y, name, 11.5, "dim")]
        at += 34 + 7 * len(name)
    parts += [believers(0, 2, at + 12, y - 4, 20), words(at + 34, y, "two Believers of A", 11.5, "dim"),
              avatar(0, False, at + 166, y - 4, 22), words(at + 182, y, "Avatar", 11.5, "dim"),
              avatar(0, True, at + 244, y - 4, 22), words(at + 262, y, "laid down", 11.5, "dim"),
              village(0, 5, 1, at + 344, y - 4, 22), words(at + 372, y, "Village 5 with one inside", 11.5, "dim"),
              element("circle", cx=at + 536, cy=y - 4, r=8, c="held l0"), words(at + 550, y, "icon held by A", 11.5, "dim")]
    return element("g", parts)
