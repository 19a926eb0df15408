"""Where results come from: the revision, the program's code as a hash, the machine and how busy it is."""

from __future__ import annotations

import hashlib
import inspect
import os
import platform
import subprocess
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from mutapa.core import files
from mutapa.core.entries import entries, fingerprint
from mutapa.core.game import Game
from mutapa.core.sources import plain
from mutapa.search import bots

TOP = Path(__file__).resolve().parent.parent
PLAYING = (
    "core/state.py", "core/streams.py", "nets/network.py", "nets/shape.py", "nets/weights.py", "experiments/matches/match.py",
    "experiments/matches/play.py",
)  # fmt: skip
"""What decides a game besides compiled code and the search's own Python."""
MOST_BYTES = 1 << 30
PACKAGES = ("numba", "llvmlite", "numpy")


def revision() -> dict[str, Any] | None:
    """The commit of this tree and whether files differ from it; None where it is no git checkout."""
    commit = _git("rev-parse", "HEAD")
    if commit is None:
        return None
    return {"commit": commit, "changed": bool(_git("status", "--porcelain", "--untracked-files=no"))}


def _git(*words: str) -> str | None:
    try:
        done = subprocess.run(["git", "-C", str(TOP), *words], capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def sources(game: Game, beside: Sequence[Path] = ()) -> str:
    """Hash of all code that decides how a game between bots goes: rules, search, referee, and that of the files `beside`.

    Comments and docstrings don't count.
    """
    digest = hashlib.blake2b(fingerprint(entries(game)).encode(), digest_size=8)
    for path in [*sorted((TOP / "search").glob("*.py")), *(TOP / name for name in PLAYING), *beside]:
        digest.update(plain(path.read_text()).encode())
    if game.weights is not None:  # words of the board, so no part of any compiled code
        digest.update(repr([(name, game.weights[name].default) for name in game.weights]).encode())
    return digest.hexdigest()


def machine() -> dict[str, Any]:
    """The machine and the libraries, as far as they bear on speed."""
    return {
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "system": platform.system(),
        "machine": platform.machine(),
        "python": platform.python_version(),
        **{name: _version(name) for name in ("mutapa", *PACKAGES)},
    }


def load() -> list[float] | None:
    """Mean number of processes that wanted a core, over 1, 5 and 15 minutes; None where the system doesn't say."""
    try:
        return [round(each, 2) for each in os.getloadavg()]
    except (OSError, AttributeError):
        return None


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def frozen(spec: str, code: str) -> str:
    """A bot as it is now, as a short hash: its spec, what its files hold, and the code that plays (`code`: see `sources`)."""
    bot = bots.make(spec)
    digest = hashlib.blake2b(f"{code}\n{bot.spec}\n".encode(), digest_size=5)
    home = inspect.getsourcefile(type(bot))
    if home is not None and TOP not in Path(home).resolve().parents:
        digest.update(Path(home).read_bytes())
    for path in bot.files:
        digest.update(files.read(path, MOST_BYTES))
    return digest.hexdigest()
