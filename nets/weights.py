"""Files of weights: safetensors with a header that says what they fit. Nothing in one can run, and nothing is believed unchecked.

The header is JSON under the key ``mutapa`` of the file's metadata: ``format``, ``game``, ``version`` (of its rules), ``features``
(hash of what the features mean), ``sizes`` (`mutapa.nets.shape.Shape`), ``run`` (where it comes from, in the trainer's
words), ``licence`` and ``seal``, a hash of the whole file with zeros in the seal's place: a file that was damaged or cut short is
refused before anything in it is used. Weights are float16 or float32 on disk, and float32 once loaded. Rounding to float16 keeps
11 bits of a weight: an error of 2^-11 of it at most, and of 3e-8 near 0.
"""

from __future__ import annotations

import functools
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import safetensors
from safetensors.numpy import save as to_safetensors

from mutapa.core import files
from mutapa.core.errors import InvalidError, MutapaError, nearest
from mutapa.core.features import features_of
from mutapa.core.game import Game
from mutapa.nets.shape import Shape, shape_from

FORMAT = 1
KEY = "mutapa"
PRECISIONS = {"float16": "F16", "float32": "F32"}
MOST_BYTES = 1 << 28
"""No file of weights is longer."""
MOST_HEADER = 1 << 16
MOST_WEIGHT = 32768.0
"""No weight is larger: beyond it sums could leave the room that compiled code has for a number."""
SEAL = re.compile(rb'\\"seal\\":\\"([0-9a-f]{32})\\"')
OPEN = b"0" * 32
FIELDS = ("format", "game", "version", "features", "sizes", "run", "licence", "seal")
LICENCE = "MIT"
Floats = np.ndarray[Any, np.dtype[np.float32]]


@dataclass(frozen=True)
class Header:
    """What a file says about its weights."""

    game: str
    version: int
    """Of the game's rules."""
    features: str
    """`mutapa.core.features.Features.hash` of the features it was trained on."""
    shape: Shape
    run: Mapping[str, Any] = field(default_factory=dict)
    """Where it comes from: names to numbers and words."""
    licence: str = LICENCE

    def fit(self, game: Game, where: str) -> None:
        """`InvalidError` unless these weights are for `game` as it is now; `where` names the file."""
        if self.game != game.name:
            raise InvalidError(f"{where}: a network of {self.game}; right would be one of {game.name}")
        if self.version != game.version:
            raise InvalidError(
                f"{where}: trained by version {self.version} of the rules of {game.name}, which are at {game.version}; "
                "right would be a network trained by these"
            )
        features = features_of(game)
        if self.features != features.hash:
            raise InvalidError(
                f"{where}: its features are {self.features}, those of {game.name} are {features.hash}; "
                "right would be a network trained on these"
            )
        sizes = {**features.sizes, "seats": game.seats[1]}
        for name, right in sizes.items():
            if getattr(self.shape, name) != right:
                raise InvalidError(f"{where}: it is made for {name} {getattr(self.shape, name)}; {game.name} has {right}")


@dataclass(frozen=True)
class Weights:
    """The weights of a network: tensors by name, and the header they came with or go with."""

    header: Header
    tensors: Mapping[str, Floats]
    seal: str = ""
    """What the file's seal was: tells networks apart."""
    precision: str = "float32"
    """What they were on disk."""

    @functools.cached_property
    def flat(self) -> Floats:
        """All weights in one row, in the order of `Shape.tensors`: one array, for all that read it and nobody to write to."""
        rows = [np.ravel(self.tensors[name]) for name in self.header.shape.tensors]
        return np.ascontiguousarray(np.concatenate(rows), dtype=np.float32)

    @functools.cached_property
    def forms(self) -> dict[type, Any]:
        """The same row in the form of other engines, by its type."""
        return {np.ndarray: self.flat}


def header_of(game: Game, shape: Shape, run: Mapping[str, Any] | None = None, licence: str = LICENCE) -> Header:
    """The header of a network of `game` as its rules and features are now."""
    return Header(game.name, game.version, features_of(game).hash, shape, run or {}, licence)


def write(weights: Weights, precision: str = "float16") -> bytes:
    """A file's bytes: the same weights and header give the same bytes. `InvalidError` on weights that aren't numbers."""
    if precision not in PRECISIONS:
        raise InvalidError(f"precision {precision!r}; {nearest(precision, PRECISIONS)}")
    header = weights.header
    _check_tensors(weights.tensors, header.shape, "weights")
    about = {
        "format": FORMAT, "game": header.game, "version": header.version, "features": header.features,
        "sizes": header.shape.as_dict(), "run": dict(header.run), "licence": header.licence, "seal": OPEN.decode(),
    }  # fmt: skip
    rows = {name: np.ascontiguousarray(row, np.dtype(precision)) for name, row in weights.tensors.items()}
    data = to_safetensors(rows, {KEY: json.dumps(about, separators=(",", ":"), sort_keys=True)})
    return _sealed(data, _seal_place(data, "weights"))


def save(path: Path | str, weights: Weights, precision: str = "float16") -> None:
    """Write a file, whole or not at all."""
    files.write(path, write(weights, precision))


def load(path: Path | str, game: Game | None = None) -> Weights:
    """The weights in the file `path`, checked, and that they fit `game` where one is given; `InvalidError` says what is wrong."""
    weights = read(files.read(path, MOST_BYTES), str(path))
    if game is not None:
        weights.header.fit(game, str(path))
    return weights


def read(data: bytes, where: str) -> Weights:
    """The same from a file's bytes; `where` names them in errors."""
    about = _about(data, where)
    place = _seal_place(data, where)
    if _sealed(data, place) != data:
        raise InvalidError(f"{where}: damaged: its content doesn't fit its seal; right would be the file as it was written")
    header = _header(about, where)
    try:
        found = dict(safetensors.deserialize(data))
    except (safetensors.SafetensorError, ValueError, OverflowError, MemoryError) as error:
        raise InvalidError(f"{where}: no safetensors file: {_line(error)}") from error
    kinds = {str(each["dtype"]) for each in found.values()}
    precision = next((name for name, kind in PRECISIONS.items() if kinds == {kind}), None)
    if precision is None:
        raise InvalidError(f"{where}: its tensors are {', '.join(sorted(kinds)) or 'none'}; right would be all F16 or all F32")
    rows: dict[str, Any] = {}
    for name, each in found.items():
        right = header.shape.tensors.get(name)
        if right is None:
            raise InvalidError(f"{where}: no tensor of a network is called {name!r}; {nearest(name, header.shape.tensors)}")
        if tuple(each["shape"]) != right:
            raise InvalidError(f"{where}: tensor {name} is {each['shape']}; by the sizes in the header it must be {list(right)}")
        rows[name] = np.frombuffer(each["data"], np.dtype(precision)).astype(np.float32).reshape(right)
    _check_tensors(rows, header.shape, where)
    return Weights(header, rows, str(about["seal"]), precision)


def _about(data: bytes, where: str) -> dict[str, Any]:
    """The header's JSON as a dict with the right names."""
    length = int.from_bytes(data[:8], "little")
    if len(data) < 10 or not 2 <= length <= min(MOST_HEADER, len(data) - 8):
        raise InvalidError(f"{where}: no file of weights: its head says {length} bytes, it has {len(data)} in all")

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({name for name, _ in pairs}) != len(pairs):
            raise ValueError("a name stands twice")
        return dict(pairs)

    def whole(words: str) -> int:
        if len(words) > 18:
            raise ValueError("a number is too long")
        return int(words)

    try:
        head = json.loads(data[8 : 8 + length], object_pairs_hook=unique, parse_int=whole)
        about = json.loads(head["__metadata__"][KEY], object_pairs_hook=unique, parse_int=whole)
    except (KeyError, TypeError):
        raise InvalidError(f"{where}: no file of weights of mutapa: it has no header of ours") from None
    except (ValueError, RecursionError) as error:
        raise InvalidError(f"{where}: its header can't be read: {_line(error)}") from None
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise InvalidError(f"{where}: its header is no format {FORMAT}; right would be a file of this version of mutapa")
    if sorted(about) != sorted(FIELDS):
        raise InvalidError(f"{where}: its header must say {', '.join(FIELDS)}, and nothing else")
    return about


def _header(about: Mapping[str, Any], where: str) -> Header:
    kinds: dict[str, type] = {"game": str, "version": int, "features": str, "run": dict, "licence": str}
    for name, kind in kinds.items():
        if type(about[name]) is not kind:
            raise InvalidError(f"{where}: {name} in its header is a {type(about[name]).__name__}; it must be a {kind.__name__}")
    return Header(**{name: about[name] for name in kinds}, shape=shape_from(about["sizes"], where))


def _seal_place(data: bytes, where: str) -> int:
    """Where the seal stands."""
    head = data[: 8 + min(MOST_HEADER, int.from_bytes(data[:8], "little"))]
    found = [match.start(1) for match in SEAL.finditer(head)]
    if len(found) != 1:
        raise InvalidError(f"{where}: its header has no seal")
    return found[0]


def _sealed(data: bytes, place: int) -> bytes:
    """`data` with the right seal."""
    before, after = data[:place], data[place + len(OPEN) :]
    digest = hashlib.blake2b(before + OPEN + after, digest_size=len(OPEN) // 2).hexdigest()
    return before + digest.encode() + after


def _check_tensors(rows: Mapping[str, Any], shape: Shape, where: str) -> None:
    missing = [name for name in shape.tensors if name not in rows]
    if missing or len(rows) != len(shape.tensors):
        raise InvalidError(f"{where}: tensors {', '.join(missing) or 'too many'}: a network has {', '.join(shape.tensors)}")
    for name, right in shape.tensors.items():
        row = np.asarray(rows[name])
        if row.shape != right:
            raise InvalidError(f"{where}: tensor {name} is {list(row.shape)}; it must be {list(right)}")
        if not np.isfinite(row).all():
            raise InvalidError(f"{where}: tensor {name} holds what is no number")
        if row.size and np.abs(row).max() > MOST_WEIGHT:
            raise InvalidError(f"{where}: tensor {name} holds {np.abs(row).max():g}; no weight may be beyond {MOST_WEIGHT:g}")


def _line(error: BaseException) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__


DEFAULTS = Path(__file__).parent / "default"
"""Networks that come with mutapa: ``GAME.safetensors``."""


def find(name: str, game: Game) -> Path:
    """The file that ``net=NAME`` means: ``default`` is the one that comes with mutapa."""
    if name != "default":
        return Path(name)
    path = DEFAULTS / f"{game.name}.safetensors"
    if not path.exists():
        raise MutapaError(
            f"net=default: no default network for {game.name} yet; train one by `mutapa train configs/training/{game.name}.yaml` "
            "and name its file"
        )
    return path
