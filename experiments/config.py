"""Configs: a YAML file read into a dataclass, every key and type checked, one line for what is wrong."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from omegaconf import OmegaConf
from omegaconf.errors import OmegaConfBaseException

from mutapa.core.errors import InvalidError, unknown
from mutapa.search import configs

MOST_BYTES = 1 << 20
T = TypeVar("T")


def load(path: Path | str, kind: type[T]) -> T:
    """The config in the YAML file `path` as a `kind` (a dataclass); `InvalidError` names file, key and what would be right."""
    return checked(mapping(path), kind, str(path))


def mapping(path: Path | str) -> dict[Any, Any]:
    """What stands in the YAML file `path`, still unchecked: a map."""
    whole = configs.whole(path, MOST_BYTES)
    if not isinstance(whole, dict):
        raise InvalidError(f"{path}: a {type(whole).__name__} stands there; a config is a map of names to values")
    return whole


def checked(whole: Mapping[Any, Any], kind: type[T], where: str) -> T:
    """`whole` as a `kind`: unknown keys, missing ones and values of another type are refused."""
    known = _check_keys(whole, kind, where)
    try:
        merged = OmegaConf.merge(OmegaConf.structured(kind), dict(whole))
        made = OmegaConf.to_object(merged)
    except OmegaConfBaseException as error:
        key = getattr(error, "full_key", None)
        raise InvalidError(f"{where}: key {key!r}: {_first_line(error)}") from error
    except TypeError as error:  # a list where a map belongs, and the other way round
        raise InvalidError(f"{where}: {_odd(whole, known)}: {_first_line(error)}") from error
    assert isinstance(made, kind)
    return made


def _check_keys(whole: Mapping[Any, Any], kind: Any, where: str) -> dict[str, Any]:
    """The fields of `kind` by name; `InvalidError` if a key is unknown or missing, in maps inside as well."""
    known = {field.name: field for field in dataclasses.fields(kind)}
    for key in whole:
        if key not in known:
            raise unknown(where, "key", key, known)
    for name, field in known.items():
        if name not in whole and field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            raise InvalidError(f"{where}: key {name!r} is missing")
    hints = typing.get_type_hints(kind)
    for name, value in whole.items():
        inner, (of, *_) = hints[name], typing.get_args(hints[name]) or (None,)
        if dataclasses.is_dataclass(inner) and isinstance(value, Mapping):
            _check_keys(value, inner, f"{where}: {name}")
        elif dataclasses.is_dataclass(of) and isinstance(value, list):
            for n, each in enumerate(value, 1):
                if not isinstance(each, Mapping):
                    raise InvalidError(f"{where}: {name} {n}: {each!r} stands there; a map of names to values belongs there")
                _check_keys(each, of, f"{where}: {name} {n}")
    return known


def _odd(whole: Mapping[Any, Any], known: Mapping[str, Any]) -> str:
    """The first key whose value is a list where the default is a map, or a map where it is a list."""
    for name, field in known.items():
        if field.default_factory is not dataclasses.MISSING and name in whole:
            right = type(field.default_factory())
            if not isinstance(whole[name], right):
                return f"key {name!r} is a {type(whole[name]).__name__}; a {right.__name__} belongs there"
    return "its keys"


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
