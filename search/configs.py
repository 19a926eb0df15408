"""Bots from YAML files (`configs/searches`): a map with the bot's name under ``bot`` and options as in a spec; named weights.

What an option may be is declared once, by the bot (`mutapa.search.specs.Knob`), what a weight may be by the game
(`mutapa.core.weights`); here only the file is read.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml
from omegaconf import OmegaConf
from omegaconf.errors import OmegaConfBaseException

from mutapa.core import files
from mutapa.core.errors import InvalidError, unknown

MOST_BYTES = 1 << 16
WEIGHTS = Path(__file__).resolve().parents[1] / "configs" / "weights"
"""Named weights that come with mutapa: ``weights=zimbabwe-first`` is the file ``zimbabwe-first.yaml``."""


def whole(path: Path | str, most: int = MOST_BYTES) -> Any:
    """What the YAML file at `path` holds, of at most `most` bytes; `InvalidError` names the place."""
    data = files.read(path, most)
    try:
        return OmegaConf.to_container(OmegaConf.create(data.decode()), resolve=True)
    except UnicodeDecodeError as error:
        raise InvalidError(f"{path}: no text: byte {error.start} is no UTF-8") from error
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f"line {mark.line + 1}, column {mark.column + 1}: " if mark else ""
        raise InvalidError(f"{path}: {place}{getattr(error, 'problem', None) or 'no YAML'}") from error
    except (OmegaConfBaseException, ValueError, RecursionError) as error:
        raise InvalidError(f"{path}: {(str(error).splitlines() or [type(error).__name__])[0]}") from error


def weights_file(name: str) -> str:
    """The file that ``weights=NAME`` means: one that comes with mutapa, or the file at that path.

    `InvalidError` names the nearest where it can be no path and is no name.
    """
    shipped = WEIGHTS / f"{name}.yaml"
    bare = Path(name).name == name and not Path(name).suffix
    if bare and shipped.is_file():
        return str(shipped)
    if bare and not Path(name).exists():
        raise unknown(f"weights={name}", "file, nor named weights", name, sorted(path.stem for path in WEIGHTS.glob("*.yaml")))
    return name


def weights(name: str) -> dict[str, Any]:
    """Names and values in the file that `name` means, a map; those of a game are checked by its `Weights`."""
    held = whole(weights_file(name))
    if not isinstance(held, dict):
        raise InvalidError(f"{name}: a {type(held).__name__} stands there; weights are a map of names and whole numbers")
    return {str(name): value for name, value in held.items()}


def load(path: str) -> tuple[str, list[tuple[str, str]]]:
    """Name of the bot that the file at `path` describes, and its options in words; `InvalidError` names the place."""
    held = whole(path)
    if not isinstance(held, dict):
        raise InvalidError(f"{path}: a {type(held).__name__} stands there; a bot is a map of options, 'bot: uct' among them")
    if not isinstance(held.get("bot"), str):
        raise InvalidError(f"{path}: key 'bot' is missing or no name; right would be 'bot: uct'")
    given = []
    for name, value in held.items():
        if name == "bot":
            continue
        if isinstance(value, bool) or not isinstance(value, (int, float, str)):
            raise InvalidError(f"{path}: key {str(name)!r} is {value!r}; right would be a number or a name")
        given.append((str(name), str(value)))
    return str(held["bot"]), given


def written(bot: Any) -> str:
    """A bot (`mutapa.search.bots.Bot`) as `load` reads it: what differs from the defaults."""
    said = {knob.name: bot.values[knob.name] for knob in bot.knobs if bot.values[knob.name] != knob.default}
    return str(yaml.safe_dump({"bot": bot.name, **said}, sort_keys=False))
