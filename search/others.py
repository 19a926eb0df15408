"""Bots from elsewhere: an entry point of group ``mutapa.bots``, or any class by ``python:MODULE:CLASS``. See docs/bots.md."""

from __future__ import annotations

import functools
import importlib
import os
import sys
from importlib.metadata import entry_points
from typing import Any

from mutapa.core.errors import InvalidError, nearest

GROUP = "mutapa.bots"
PYTHON = "python"
"""Begins a spec that names a class of the user's own."""


@functools.cache
def targets() -> dict[str, str]:
    """``MODULE:CLASS`` of every installed bot, by name. Imports none of them."""
    return {point.name: point.value for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}


def is_python(spec: str) -> bool:
    """Whether making the bot of `spec` imports a module that the spec itself names: never do that for a stranger's file."""
    return spec.strip().partition(":")[0].strip() == PYTHON


def python(spec: str) -> tuple[str, str]:
    """``MODULE:CLASS`` and the options of ``python:MODULE:CLASS:option=value,...``."""
    module, name, options = ([*(part.strip() for part in spec.split(":", 3)[1:]), "", "", ""])[:3]
    if not all(part.isidentifier() for part in module.split(".")) or not name.isidentifier():
        raise InvalidError(f"bot {spec!r}: no module and class; right would be python:my_bots:Mine, as in docs/bots.md")
    return f"{module}:{name}", options


@functools.cache
def load(target: str) -> Any:
    """What ``MODULE:CLASS`` names; modules of the current folder are found after all others."""
    module, _, name = target.partition(":")
    here = os.getcwd()
    sys.path.append(here)  # an installed command, unlike python -m, doesn't look there
    try:
        found = importlib.import_module(module)
    except Exception as error:  # whatever a module may do while it is imported
        said = " ".join(str(error).split())
        raise InvalidError(f"bot {target}: {module} can't be imported: {type(error).__name__}: {said}") from error
    finally:
        sys.path.remove(here)
    if not hasattr(found, name):
        classes = [each for each, value in vars(found).items() if isinstance(value, type) and value.__module__ == module]
        raise InvalidError(f"bot {target}: {module} has no {name!r}; {nearest(name, classes)}")
    return getattr(found, name)
