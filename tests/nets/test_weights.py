"""Files of weights: what is written is read again; whatever else is in a file is refused in one line."""

from __future__ import annotations

import dataclasses
import json
import random
import re
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import save as to_safetensors

from mutapa.core.errors import InvalidError, MutapaError
from mutapa.core.toys.ascending.game import GAME as ASCENDING
from mutapa.core.toys.kuhn.game import GAME as KUHN
from mutapa.core.toys.tictactoe.game import GAME as TICTACTOE
from mutapa.nets import weights as nets
from mutapa.nets.shape import Widths, shape_of
from mutapa.nets.weights import Weights, find, load, read, save, write
from tests.nets.random_nets import random_weights

TINY = Widths(embedding=4, hidden=4, rank=2, points=7)


@pytest.fixture(scope="module")
def whole() -> bytes:
    return write(random_weights(KUHN, TINY))


def equal(one: Weights, other: Weights) -> bool:
    return one.header == other.header and all(np.array_equal(one.tensors[name], other.tensors[name]) for name in other.tensors)


@pytest.mark.parametrize(("game", "precision"), [(KUHN, "float32"), (TICTACTOE, "float16"), (ASCENDING, "float16")])
def test_what_is_saved_is_loaded(game: Any, precision: str, tmp_path: Path) -> None:
    made = random_weights(game)
    save(tmp_path / "net.safetensors", made, precision)
    found = load(tmp_path / "net.safetensors", game)
    assert (found.header, found.precision) == (made.header, precision)
    assert len(found.seal) == 32
    for name, row in made.tensors.items():
        rounded = row.astype(precision).astype(np.float32)
        assert np.array_equal(found.tensors[name], rounded), name
        assert np.abs(found.tensors[name] - row).max(initial=0) <= np.abs(row).max(initial=0) * 2.0**-11 + 3e-8
        assert found.tensors[name].dtype == np.float32
    assert write(found, precision) == (tmp_path / "net.safetensors").read_bytes()  # the same bytes again


def test_the_header_holds_what_the_trainer_says() -> None:
    made = random_weights(KUHN)
    run = {"name": "first", "games": 12, "rate": 0.25, "words": '"seal":"00000000000000000000000000000000"'}
    header = dataclasses.replace(made.header, run=run, licence="CC0")
    found = read(write(Weights(header, made.tensors)), "net")
    assert (found.header.run, found.header.licence) == (run, "CC0")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"game": "coin"}, "net: a network of coin; right would be one of kuhn"),
        ({"version": 7}, "net: trained by version 7 of the rules of kuhn, which are at 1; right would be a network trained"),
        ({"features": "0123"}, "net: its features are 0123, those of kuhn are "),
        ({"shape": dataclasses.replace(shape_of(KUHN, TINY), sparse=70)}, "net: it is made for sparse 70; kuhn has 69"),
        ({"shape": dataclasses.replace(shape_of(KUHN, TINY), seats=3)}, "net: it is made for seats 3; kuhn has 2"),
    ],
)
def test_a_network_of_something_else_is_refused(change: dict[str, Any], complaint: str) -> None:
    header = dataclasses.replace(random_weights(KUHN, TINY).header, **change)
    with pytest.raises(InvalidError, match="^" + re.escape(complaint)) as caught:
        header.fit(KUHN, "net")
    assert "\n" not in str(caught.value)


def resealed(data: bytes) -> bytes:
    """`data` with the seal that fits it: what somebody would do who makes a file on purpose."""
    try:
        return nets._sealed(data, nets._seal_place(data, "made"))
    except InvalidError:
        return data


def made(about: dict[str, Any] | str | None = None, rows: dict[str, Any] | None = None, **change: Any) -> bytes:
    """A file with whatever is asked for in its header and tensors, sealed."""
    weights = random_weights(KUHN, TINY)
    if about is None:
        about = json.loads(read(write(weights), "net") and header_json(write(weights))) | change
    words = about if isinstance(about, str) else json.dumps(about, separators=(",", ":"))
    tensors = {name: row.astype(np.float16) for name, row in weights.tensors.items()} | (rows or {})
    return resealed(to_safetensors({name: row for name, row in tensors.items() if row is not None}, {"mutapa": words}))


def header_json(data: bytes) -> str:
    """Our header inside a file's."""
    words: str = json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])["__metadata__"]["mutapa"]
    return words


def raw(head: bytes, body: bytes = b"", length: int | None = None) -> bytes:
    return struct.pack("<Q", len(head) if length is None else length) + head + body


def tensors(dtype: Any, number: float = 0, *names: str) -> dict[str, Any]:
    """Tensors of the right shapes, all of them or those named."""
    sizes = shape_of(KUHN, TINY).tensors
    return {name: np.full(sizes[name], number, dtype) for name in names or sizes}


SIZES = shape_of(KUHN, TINY).as_dict()
HEADER = header_json(write(random_weights(KUHN, TINY)))
OTHERS = to_safetensors({"a": np.zeros(3)}, {"format": "pt"})
TWICE = raw(b'{"__metadata__":{"mutapa":"{}"},"__metadata__":{"mutapa":"{}"}}')
BAD: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "no file of weights: its head says 0 bytes, it has 0 in all"),
    "short": (b"\x05\0\0", "no file of weights"),
    "text": (b"weights: 1\nmore: 2\n", "no file of weights"),
    "huge header": (raw(b"{}", length=1 << 62), f"no file of weights: its head says {1 << 62} bytes, it has 10 in all"),
    "header over the limit": (raw(b" " * 70_000, b" " * 70_000), "no file of weights: its head says 70000 bytes"),
    "no json": (raw(b"{nothing}"), "its header can't be read"),
    "deep json": (raw(b"[" * 60_000), "its header can't be read"),
    "long number": (raw(b'{"a":' + b"9" * 5000 + b"}"), "its header can't be read: a number is too long"),
    "a list": (raw(b"[1, 2]"), "no file of weights of mutapa"),
    "a pickle": (b"\x80\x04\x95\x10\0\0\0\0\0\0\0\x8c\x05posix\x8c\x06system\x93.", "no file of weights"),
    "others'": (OTHERS, "no file of weights of mutapa: it has no header of ours"),
    "no metadata": (to_safetensors({"a": np.zeros(3)}), "no file of weights of mutapa"),
    "twice": (TWICE, "its header can't be read: a name stands twice"),
    "later format": (made(format=2), "its header is no format 1"),
    "unknown field": (made(colour="red"), "its header must say format, game, version,"),
    "version a word": (made(version="1"), "version in its header is a str; it must be a int"),
    "version a bool": (made(version=True), "version in its header is a bool"),
    "no sizes": (made(sizes=7), "its sizes must be sparse, dense,"),
    "negative size": (made(sizes=SIZES | {"sparse": -1}), "network: sparse is -1; right would be a number from 0 to"),
    "size a float": (made(sizes=SIZES | {"hidden": 4.0}), "network: hidden is 4.0"),
    "huge size": (made(sizes=SIZES | {"hidden": 1 << 40}), f"network: hidden is {1 << 40}"),
    "corrects twice": (made(sizes=SIZES | {"corrects": 2}), "network: corrects is 2; right would be a number from 0 to 1"),
    "huge pairs": (made(sizes=SIZES | {"arguments": 60_000, "kinds": 1000}), "1000 kinds times 60000 arguments"),
    "other size": (made(sizes=SIZES | {"hidden": 5}), "by the sizes in the header it must be"),
    "no seal": (to_safetensors({"a": np.zeros(3)}, {"mutapa": HEADER.replace('"seal"', '"veal"')}), "its header must say"),
    "seal no hash": (made(seal="0"), "its header has no seal"),
    "wrong dtype": (made(rows=tensors(np.float64, 0, "cell")), "its tensors are F16, F64; right would be all F16 or all F32"),
    "ints": (made(rows=tensors(np.int32)), "its tensors are I32"),
    "nan": (made(rows=tensors(np.float16, np.nan, "cell")), "tensor cell holds what is no number"),
    "infinite": (made(rows=tensors(np.float16, np.inf, "value")), "tensor value holds what is no number"),
    "too large": (made(rows=tensors(np.float16, 60_000, "value")), "tensor value holds 60000; no weight may be beyond 32768"),
    "other shape": (made(rows={"cell": np.zeros((2, 1), np.float16)}), "tensor cell is [2, 1]; by the sizes in the header"),
    "unknown tensor": (made(rows={"cells": np.zeros(3, np.float16)}), "no tensor of a network is called 'cells'; did you mean"),
    "missing tensor": (made(rows={"cell": None}), "tensors cell: a network has embed, dense,"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_bad_files_are_refused_in_one_line(name: str) -> None:
    data, complaint = BAD[name]
    with pytest.raises(InvalidError) as caught:
        read(data, "net.safetensors")
    assert str(caught.value).startswith("net.safetensors: ")
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


def test_overlapping_tensors_are_refused(whole: bytes) -> None:
    length = int.from_bytes(whole[:8], "little")
    head = json.loads(whole[8 : 8 + length])
    for name in ("cell", "value"):
        moved = json.loads(json.dumps(head))
        start, end = moved[name]["data_offsets"]
        moved[name]["data_offsets"] = [start - 2, end - 2]
        words = json.dumps(moved, separators=(",", ":")).encode()
        with pytest.raises(InvalidError, match="no safetensors file: "):
            read(resealed(raw(words, whole[8 + length :])), "net")


@pytest.mark.parametrize("end", [7, 9, 100, 1000, -1])
def test_a_truncated_file_is_refused(whole: bytes, end: int) -> None:
    with pytest.raises(InvalidError, match="net: "):
        read(whole[:end], "net")
    with pytest.raises(InvalidError, match="net: "):
        read(resealed(whole[:end]), "net")


def mutated(data: bytes, rng: random.Random) -> bytes:
    """`data` with one to four changes: bits, bytes, numbers, pieces gone, doubled or moved."""
    row = bytearray(data)
    length = min(len(row) - 8, int.from_bytes(data[:8], "little"))
    for _ in range(rng.randint(1, 4)):
        most = 8 + length if rng.random() < 0.7 else len(row)  # headers break in more ways than tensors
        at = rng.randrange(max(1, min(most, len(row))))
        kind = rng.randrange(7)
        if kind == 0:
            row[at] ^= 1 << rng.randrange(8)
        elif kind == 1:
            row[at] = rng.randrange(256)
        elif kind == 2:
            del row[at : at + rng.randint(1, 40)]
        elif kind == 3:
            row[at:at] = row[at : at + rng.randint(1, 40)]
        elif kind == 4:
            row[0:8] = struct.pack("<Q", rng.choice([0, 1, length + 1, length - 1, 1 << 31, 1 << 63, rng.getrandbits(64)]))
        elif kind == 5:
            digits = [i for i in range(8, min(8 + length, len(row))) if chr(row[i]).isdigit()]
            if digits:
                row[rng.choice(digits)] = rng.choice(b"0123456789-.eE")
        else:
            row[at : at + 1] = rng.choice([b"NaN", b"null", b"[[", b'"', b"\\u0000", b"\xff\xfe", b"1e999", b"{}", b","])
        if not row:
            row = bytearray(b"\0")
    return bytes(row)


@pytest.mark.parametrize("sealed", [False, True], ids=["as it is", "sealed anew"])
def test_mutated_files_are_refused_or_load_as_what_they_say(whole: bytes, sealed: bool) -> None:
    """As it is, nothing else than the same network comes out. Sealed anew, what loads is a network in every respect: of the sizes
    it says, all its weights numbers."""
    rng, same = random.Random(3), read(whole, "net")
    loaded, complaints = 0, []
    for _ in range(10_000):
        data = mutated(whole, rng)
        try:
            found = read(resealed(data) if sealed else data, "net")
        except InvalidError as error:
            complaints.append(str(error))
            continue
        loaded += 1
        if not sealed:
            assert equal(found, same)
            continue
        assert {name: row.shape for name, row in found.tensors.items()} == found.header.shape.tensors
        assert np.isfinite(found.flat).all()
        assert equal(read(write(found, found.precision), "again"), found)
    assert (loaded > 100) == sealed
    assert len(complaints) > 1000
    assert [each for each in complaints if "\n" in each or not each.startswith("net: ")] == []


def test_no_weights_that_are_no_numbers_are_written() -> None:
    weights = random_weights(KUHN, TINY)
    bad = {**weights.tensors, "value": np.full((4, 2), np.nan, np.float32)}
    with pytest.raises(InvalidError, match="tensor value holds what is no number"):
        write(Weights(weights.header, bad))
    with pytest.raises(InvalidError, match="precision 'float8'"):
        write(weights, "float8")


def test_the_default_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nets, "DEFAULTS", tmp_path)
    with pytest.raises(MutapaError, match=r"net=default: no default network for kuhn yet; train one by `mutapa train"):
        find("default", KUHN)
    save(tmp_path / "kuhn.safetensors", random_weights(KUHN))
    assert find("default", KUHN) == tmp_path / "kuhn.safetensors"
    assert find("mine.safetensors", KUHN) == Path("mine.safetensors")


def test_a_file_that_is_not_there_or_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InvalidError, match=r"none\.safetensors: can't be read: no such file"):
        load(tmp_path / "none.safetensors")
    with pytest.raises(InvalidError, match="can't be read"):
        load(tmp_path)
    monkeypatch.setattr(nets, "MOST_BYTES", 100)
    save(tmp_path / "net.safetensors", random_weights(KUHN))
    with pytest.raises(InvalidError, match="more than 100 bytes"):
        load(tmp_path / "net.safetensors")


def test_a_file_from_before_there_were_corrections_stands_alone() -> None:
    old = {name: value for name, value in SIZES.items() if name != "corrects"}
    assert read(made(sizes=old), "net").header.shape.corrects == 0
    assert read(made(), "net").header.shape.corrects == 1
