"""The C compiler: the system's, a cross compiler's, or ziglang's; what it is told for each kind of machine."""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

from mutapa.core.errors import InvalidError, MutapaError
from mutapa.core.targets import TARGETS, target

LEVELS = ("baseline", "native")
"""CPUs that code is made for: any of this kind of machine (x86-64-v2), or this one."""
GLIBC = "2.28"
"""The oldest that ziglang's libraries for other Linux machines run with (Debian 10)."""
FLAGS = ("-O2", "-std=gnu11", "-Wall", "-pthread")
ENDINGS = {"linux": ("", ".so"), "windows": (".exe", ".dll"), "macos": ("", ".dylib")}
"""How files of a system end: programs, libraries."""
UNTESTED = {"windows": "not tested but under Wine", "macos": "not tested"}
"""What an export says of systems that nothing was run on."""


def here() -> str:
    """This machine's own kind, by the name that a target has."""
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(platform.machine().lower(), platform.machine().lower())
    return f"{machine}-{ {'darwin': 'macos', 'win32': 'windows'}.get(sys.platform, sys.platform)}"


def chosen(cpu: str, machine: str | None) -> str:
    """What code is made for, from ``--cpu`` and ``--target``: a level of this machine, or another machine's name."""
    if cpu not in LEVELS:
        raise InvalidError(f"--cpu: {cpu!r}; right would be {' or '.join(LEVELS)}")
    if machine is None:
        return cpu
    target("--target", machine)
    if cpu != "baseline":
        raise InvalidError(f"--target {machine}: it can't go with --cpu {cpu}; right would be --cpu baseline, as it is anyway")
    return cpu if machine == here() else machine


def system(cpu: str) -> str:
    """``linux``, ``windows`` or ``macos``: where the file made for `cpu` runs."""
    return TARGETS[cpu].system if cpu in TARGETS else here().partition("-")[2]


def has_zig() -> bool:
    """Whether the package ``ziglang`` is installed, which compiles C for every target."""
    try:
        return bool(metadata.version("ziglang"))
    except metadata.PackageNotFoundError:
        return False


def compiler(cpu: str = "baseline", shared: bool = False) -> list[str]:
    """The command of a C compiler that makes code for `cpu`; `MutapaError` says what to install.

    `shared`: for a library, which has to have the C library of the programs that load it.
    """
    zig = [sys.executable, "-m", "ziglang", "cc"]
    names: tuple[str, ...] = ("cc", "gcc", "clang")
    if cpu in TARGETS:
        kind = TARGETS[cpu].zig.replace("musl", f"gnu.{GLIBC}") if shared else TARGETS[cpu].zig
        names, zig = (TARGETS[cpu].gcc,), [*zig, "-target", kind]
    elif here() in TARGETS and system(cpu) == "linux" and not shared:
        zig += ["-target", TARGETS[here()].zig]  # musl: it is linked statically
    for name in filter(None, names):
        if shutil.which(name):
            return [name]
    if has_zig():
        return zig
    found, what = " or ".join(filter(None, names)), f"for {cpu} " if cpu in TARGETS else ""
    install = f"install one ({found}), or " if found else ""
    raise MutapaError(f"export: no C compiler {what}is installed; {install}run pip install 'mutapa[export]' (ziglang)")


def compile_(cpu: str, words: Sequence[str]) -> None:
    """Run the compiler; `MutapaError` with the line that says what is wrong."""
    command = [*compiler(cpu, "-shared" in words), *FLAGS, *words, "-lm"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = done.stderr.splitlines() or ["?"]
        said = [line for line in lines if re.search("error|undefined|multiple", line, re.I)] or lines
        raise MutapaError(f"export: {' '.join(compiler(cpu))} failed: {said[0].strip()}")


def exporting(cpu: str, names: Sequence[str], folder: Path) -> list[str]:
    """Flags of a library that shows nothing but `names`, where the linker can be told so."""
    if system(cpu) != "linux":
        return ["-shared"]
    exported = folder / "exported.map"
    exported.write_text(f"{{ global: {' '.join(f'{each};' for each in names)} local: *; }};\n", encoding="utf-8")
    return ["-shared", "-fPIC", f"-Wl,--version-script={exported}"]


def libc(cpu: str, shared: bool = False) -> str:
    """Which C library a file is linked with."""
    if system(cpu) != "linux":
        return {"windows": "Windows 10 (UCRT)", "macos": "macOS 11"}.get(system(cpu), "the system's")
    if any("musl" in word for word in compiler(cpu, shared)):
        return "musl"
    if cpu in TARGETS and "ziglang" in compiler(cpu, shared):
        return f"glibc {GLIBC}"
    if cpu in TARGETS:
        return f"the libc of {compiler(cpu)[0]}"
    return " ".join(part for part in platform.libc_ver() if part) or "the libc of the compiler"
