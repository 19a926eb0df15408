"""Builds the engine's own object: ``python -m mutapa.search.export.build GAME FILE CPU FINGERPRINT``, as `mutapa.core.build`.

The gate lets one thing more pass: the entries of the game's object, which the linker puts beside it. No thunks: Python never
calls this object.
"""

from __future__ import annotations

import re
import sys
from typing import Any

from mutapa.core import build
from mutapa.core.entries import Entry
from mutapa.core.game import Game
from mutapa.search.export.entries import OF_RULES, entries, in_other_object

ALONE = build.build
NOTHING = ""
CHANGED: Any = build
"""Changed in this process alone, which builds this object and no other."""


def build_face(
    game: Game, found: tuple[Entry, ...], cpu: str = "native", report: build.Report = build.silent
) -> tuple[dict[str, Any], bytes]:
    """The object and its head, as `mutapa.core.build.build` gives them."""
    symbols = "|".join(re.escape(build.symbol(game.name, name)) for name in OF_RULES)
    CHANGED.teacher, CHANGED.thunk = lambda: NOTHING, lambda symbol, kinds: NOTHING
    CHANGED.ALLOWED = re.compile(f"{build.ALLOWED.pattern}|{symbols}")
    return ALONE(in_other_object(game), found, cpu, report)


if __name__ == "__main__":
    CHANGED.entries, CHANGED.build = entries, build_face
    raise SystemExit(build.main(sys.argv[1:]))
