"""Libraries of the optional extras, imported where they are needed, or one line that says how to get them."""

from __future__ import annotations

import importlib
from types import ModuleType

from mutapa.core.errors import InvalidError


def need(module: str, extra: str) -> ModuleType:
    """`module`, which comes with `extra`; `InvalidError` with the line that installs it if it isn't there."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise InvalidError(f"{package} is not installed; right would be pip install 'mutapa[{extra}]'") from error
