"""Engines for other machines: run under qemu-user where there is one (trial A23), else looked at.

Debian: ``apt-get install qemu-user-static gcc-aarch64-linux-gnu``; ``pip install 'mutapa[export]'`` compiles for all targets.
"""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from mutapa.core import registry
from mutapa.core.targets import TARGETS
from mutapa.nets.weights import save
from mutapa.search.export import toolchain
from mutapa.search.export.player import Player
from mutapa.search.export.program import executable, library, needs, obtain_objects
from tests.end_to_end.pairs import Pair, have_compiler, play
from tests.nets.random_nets import random_weights

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "library.c"
KUHN = "uct:sims=48,trees=3,threads=2"


def emulator(machine: str) -> str:
    """A program that runs those of another kind of Linux machine; skips where none is installed."""
    found = shutil.which(f"qemu-{machine}-static") or shutil.which(f"qemu-{machine}")
    if not found:
        pytest.skip(f"qemu-user for {machine} isn't installed")
    return found


def compiles(cpu: str) -> None:
    if not have_compiler(cpu):
        pytest.skip(f"no C compiler for {cpu} is installed")


pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")


@pytest.mark.slow
def test_on_aarch64_linux(tmp_path: Path) -> None:
    """The same lines as the bot here, to the last digit of values: a network, threads and all."""
    compiles("aarch64-linux")
    qemu, game, file = emulator("aarch64"), registry.get("kuhn"), tmp_path / "net.safetensors"
    save(file, random_weights(game))
    for spec in (KUHN, f"uct:sims=40,trees=2,net={file}"):
        made = executable(Player(game, spec), tmp_path / "engine", "aarch64-linux")
        assert made.notes["target"] == "aarch64-linux"
        assert made.notes["linked"].startswith("statically")
        assert struct.unpack_from("<H", made.path.read_bytes(), 18) == (183,)  # EM_AARCH64
        pair = Pair([qemu, str(made.path)], spec)
        assert play(pair, "kuhn", 10, {}) >= 10
        pair.close()
        # Its self-test has the answers of an engine made for this machine.
        done = subprocess.run([qemu, str(made.path), "selftest"], capture_output=True, text=True, timeout=120)
        assert (done.returncode, done.stdout) == (0, "3 of 3 answers are right\n")


@pytest.mark.slow
def test_a_library_on_aarch64_linux(tmp_path: Path) -> None:
    """The example in C plays the game it plays here."""
    compiles("aarch64-linux")
    root = Path("/usr/aarch64-linux-gnu")
    if "ziglang" in toolchain.compiler("aarch64-linux") or not root.is_dir():
        pytest.skip("the C library of aarch64 Linux isn't installed")
    said = []
    for cpu, command in (("baseline", []), ("aarch64-linux", [emulator("aarch64"), "-L", str(root)])):
        (folder := tmp_path / cpu).mkdir()
        library(Player(registry.get("kuhn"), KUHN), folder / "libkuhn.so", cpu)
        words = ["-Wall", "-Werror", str(EXAMPLE), f"-I{folder}", str(folder / "libkuhn.so"), "-o", str(folder / "library")]
        subprocess.run([*toolchain.compiler(cpu), *words], check=True)
        done = subprocess.run([*command, str(folder / "library")], capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        said.append(done.stdout)
    assert said[0] == said[1]
    assert "200 simulations" in said[0]


@pytest.mark.slow
@pytest.mark.parametrize(("cpu", "magic"), [("x86_64-windows", b"MZ"), ("aarch64-macos", b"\xcf\xfa\xed\xfe")])
def test_for_other_systems(cpu: str, magic: bytes, tmp_path: Path) -> None:
    """Made, and not run on such a system, as the export says; under Wine, where it is installed, a self-test."""
    compiles(cpu)
    made = executable(Player(registry.get("kuhn"), KUHN), tmp_path / "engine", cpu)
    assert made.path.read_bytes().startswith(magic)
    assert "not tested" in made.notes["target"]
    wine = shutil.which("wine64") or shutil.which("wine64", path="/usr/lib/wine")
    if cpu == "x86_64-windows" and wine:
        known = {"WINEPREFIX": str(tmp_path / "wine"), "WINEDEBUG": "-all", "HOME": str(tmp_path), "PATH": os.defpath}
        done = subprocess.run([wine, str(made.path), "selftest"], capture_output=True, text=True, timeout=300, env=known)
        assert (done.returncode, done.stdout.splitlines()) == (0, ["3 of 3 answers are right"])
    shared = library(Player(registry.get("kuhn"), KUHN), tmp_path / "library", cpu)
    assert shared.path.read_bytes().startswith(magic)
    assert b"mutapa_think" in shared.path.read_bytes()


@pytest.mark.skipif(not have_compiler(), reason="needs a C compiler")
@pytest.mark.skipif(toolchain.here() != "x86_64-linux", reason="needs x86-64")
def test_on_an_old_cpu(tmp_path: Path) -> None:
    """Made for the baseline it runs on a Nehalem of 2008; made for this CPU it says in a line what is missing there."""
    qemu, player = [emulator("x86_64"), "-cpu", "Nehalem"], Player(registry.get("kuhn"), "uct:sims=48")
    made = executable(player, tmp_path / "engine")
    assert made.notes["cpu"] == "x86-64-v2"
    done = subprocess.run([*qemu, str(made.path), "selftest"], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (0, "3 of 3 answers are right\n")
    if set(needs(obtain_objects(player, "native").head)) <= {"sse4.2", "popcnt"}:
        pytest.skip("this CPU has no more than a Nehalem")
    made = executable(player, tmp_path / "native", "native")
    done = subprocess.run([*qemu, str(made.path)], input="mep 1\n", capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (2, "")
    assert "this CPU lacks" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_compiler_is_found_or_said_to_be_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A cross compiler first, then ziglang for any target; without both, what to install."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(toolchain, "has_zig", lambda: False)
    with pytest.raises(toolchain.MutapaError, match=r"install one \(aarch64-linux-gnu-gcc\), or run pip"):
        toolchain.compiler("aarch64-linux")
    with pytest.raises(toolchain.MutapaError, match="no C compiler for x86_64-windows is installed; run pip install"):
        toolchain.compiler("x86_64-windows")
    monkeypatch.setattr(toolchain, "has_zig", lambda: True)
    for name, target in TARGETS.items():
        assert toolchain.compiler(name)[-2:] == ["-target", target.zig]
        assert "musl" not in toolchain.compiler(name, shared=True)[-1]  # programs that load it have glibc
    monkeypatch.setattr(toolchain, "here", lambda: "x86_64-linux")
    assert toolchain.compiler()[-2:] == ["-target", "x86_64-linux-musl"]
    assert toolchain.libc("native") == "musl"  # a program is linked statically without a system's compiler too
    assert toolchain.compiler(shared=True)[-2:] == ["ziglang", "cc"]
    cross = tmp_path / "aarch64-linux-gnu-gcc"
    cross.write_text("")
    cross.chmod(0o755)
    assert toolchain.compiler("aarch64-linux") == [cross.name]


def test_what_a_compiler_complains_of_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The line that says it, not the one before; assemblers begin theirs with a capital."""
    (tmp_path / "cc").write_text("#!/bin/sh\necho \"x.c: In function 'f':\nx.s:7: Error: file not found: net\" >&2\nexit 1\n")
    (tmp_path / "cc").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    with pytest.raises(toolchain.MutapaError, match=r"cc failed: x\.s:7: Error: file not found: net"):
        toolchain.compile_("native", ["x.c"])


def test_what_a_target_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    assert toolchain.chosen("native", None) == "native"
    monkeypatch.setattr(toolchain, "here", lambda: "x86_64-linux")
    assert toolchain.chosen("baseline", "x86_64-linux") == "baseline"  # this very kind of machine
    assert toolchain.chosen("baseline", "aarch64-macos") == "aarch64-macos"
    assert [toolchain.system(cpu) for cpu in ("native", "x86_64-windows", "aarch64-macos")] == ["linux", "windows", "macos"]
    assert os.sep not in "".join(TARGETS)  # they name files of the cache
