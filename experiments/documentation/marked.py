"""Pages of which a part is made by a program: it stands between two marks and is replaced in place."""

from __future__ import annotations

import sys
from collections.abc import Callable

from mutapa.core import files
from mutapa.core.errors import InvalidError, MutapaError


def command(name: str, example: str, remade: Callable[[str], str], paths: list[str]) -> None:
    """Remake the pages at `paths` by `remade`, and end the program. `name` is the maker's, `example` a page it is for."""
    try:
        if not paths:
            raise InvalidError(f"{name}: no page is named; right would be {example}")
        for path in paths:
            page = files.read(path, 1 << 20).decode()
            files.write(path, remade(page).encode())
    except MutapaError as error:
        print(f"mutapa: {error}", file=sys.stderr)
        sys.exit(2)
