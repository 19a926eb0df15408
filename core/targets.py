"""Machines that objects are made for besides this one: what LLVM and a C compiler call them."""

from __future__ import annotations

from typing import NamedTuple

from mutapa.core.errors import unknown


class Target(NamedTuple):
    """A kind of machine: code for it runs on every one of this kind (64 bits, little-endian)."""

    triple: str
    """As LLVM has it."""
    cpu: str
    """The plain level: what all of them have."""
    zig: str
    """As ziglang's C compiler has it."""
    gcc: str
    """Name of a cross compiler that Linux distributions have; "" where none is tried."""

    @property
    def system(self) -> str:
        """``linux``, ``windows`` or ``macos``."""
        return self.zig.split("-")[1].partition(".")[0]


TARGETS = {
    "x86_64-linux": Target("x86_64-unknown-linux-gnu", "x86-64-v2", "x86_64-linux-musl", "x86_64-linux-gnu-gcc"),
    "aarch64-linux": Target("aarch64-unknown-linux-gnu", "generic", "aarch64-linux-musl", "aarch64-linux-gnu-gcc"),
    "x86_64-windows": Target("x86_64-w64-windows-gnu", "x86-64-v2", "x86_64-windows-gnu", ""),
    "x86_64-macos": Target("x86_64-apple-macosx11.0.0", "x86-64-v2", "x86_64-macos.11.0", ""),
    "aarch64-macos": Target("arm64-apple-macosx11.0.0", "apple-m1", "aarch64-macos.11.0", ""),
}


def target(where: str, name: str) -> Target:
    """The target called `name`; `InvalidError` names the nearest."""
    if name not in TARGETS:
        raise unknown(where, "target", name, TARGETS)
    return TARGETS[name]
