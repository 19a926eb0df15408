"""A seat of an exported library through ctypes (docs/export.md), without Mutapa or NumPy:

mutapa export kuhn --library -o libkuhn.so
python library.py ./libkuhn.so
"""

import ctypes
import json
import sys

SETUP = {"game": "kuhn", "seats": 2, "options": {}}
NATURE = -1


class Position(ctypes.Structure):
    """mutapa_position."""

    _fields_ = (
        ("item", ctypes.c_int), ("turn", ctypes.c_int), ("hash", ctypes.c_char * 17), ("simulations", ctypes.c_int64),
        ("values", ctypes.c_double * 8),
    )  # fmt: skip


class Seat:
    """One seat in one game; its memory is this object's."""

    def __init__(self, path: str, setup: dict, seat: int, options: str = "sims=200,memory=4", seed: int = 1) -> None:
        self.library = ctypes.CDLL(path)
        self.library.mutapa_size.restype = ctypes.c_size_t
        self.library.mutapa_new.restype = ctypes.c_void_p
        self.library.mutapa_error.restype = ctypes.c_char_p
        self.library.mutapa_legal.restype = ctypes.c_int64
        self.library.mutapa_level.restype = ctypes.c_char_p
        words = options.encode()
        size = self.library.mutapa_size(words, setup["seats"])
        self.memory = ctypes.create_string_buffer(size + 15)
        at = -(-ctypes.addressof(self.memory) // 16) * 16
        said = ctypes.create_string_buffer(200)
        made = self.library.mutapa_new(
            ctypes.c_void_p(at), ctypes.c_size_t(size), words, json.dumps(setup).encode(), setup["seats"], seat,
            ctypes.c_int64(seed), b"game1", said, ctypes.c_size_t(len(said)),
        )  # fmt: skip
        if not made:
            raise ValueError(said.value.decode())
        self.engine = ctypes.c_void_p(made)

    def levels(self) -> list[tuple[float, str]]:
        """Levels of play that games have rated, the weakest first: Elo above the first, options. The third is "level=3"."""
        elo, found = ctypes.c_double(), []
        for number in range(1, self.library.mutapa_levels() + 1):
            options = self.library.mutapa_level(number, ctypes.byref(elo))
            found.append((elo.value, options.decode()))
        return found

    def observe(self, by: int, step: str) -> None:
        if self.library.mutapa_observe(self.engine, by, step.encode()):
            raise ValueError(self.library.mutapa_error(self.engine).decode())

    def legal(self) -> list[str]:
        out = ctypes.create_string_buffer(1 << 20)
        if self.library.mutapa_legal(self.engine, out, ctypes.c_size_t(len(out))) < 0:
            raise ValueError(self.library.mutapa_error(self.engine).decode())
        return out.value.decode().split("\n")

    def think(self, sims: int = 0, seconds: float = -1) -> str:
        out = ctypes.create_string_buffer(512)
        limits = ctypes.c_int64(sims), ctypes.c_double(seconds)
        if self.library.mutapa_think(self.engine, *limits, out, ctypes.c_size_t(len(out))):
            raise ValueError(self.library.mutapa_error(self.engine).decode())
        return out.value.decode()

    def stop(self) -> None:
        """From another thread: `think` answers within 50 ms."""
        self.library.mutapa_stop(self.engine)

    def position(self) -> Position:
        found = Position()
        self.library.mutapa_describe(self.engine, ctypes.byref(found))
        return found

    def close(self) -> None:
        self.library.mutapa_free(self.engine)


if __name__ == "__main__":
    me = Seat(sys.argv[1], SETUP, 0)
    me.observe(NATURE, "deal q")
    me.observe(NATURE, "deal ?")
    print("legal:", ", ".join(me.legal()))
    for elo, options in me.levels():
        print(f"level of {elo:.0f} Elo: {options}")
    print("it would", me.think(), "after", me.position().simulations, "simulations")
    me.close()
