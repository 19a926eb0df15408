"""Put each fault of `faults.py` into a copy of the sources and see which tests notice.

    python -m tests.mutation                     all faults; exit code 1 if one survives
    python -m tests.mutation stone_age           those of one game's rules
    python -m tests.mutation search              those of the search
    python -m tests.mutation --list              what there is
    python -m tests.mutation stone_age --only 4  one of them
    python -m tests.mutation --write             keep the tables in tests/mutation/RESULTS.md

Two kinds of witnesses are asked, in plain Python: the tests of the rules, and the comparison with the reference engine. Faults of
the search are shown to the tests of its parts.
The working tree is only read.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from mutapa.core import registry
from tests.mutation.fault import Fault, faulty
from tests.mutation.faults import FAULTS

TOP = Path(__file__).parents[2]
ROOMS = tuple(name for name in ("core", "nets", "search", "experiments") if (TOP / name).is_dir())
TITLES = {game: "The search" if game == "search" else registry.get(game).title for game in FAULTS}
RESULTS = TOP / "tests" / "mutation" / "RESULTS.md"
HEAD = "# Faults of the rules and of the search, and who notices\n\nMade by `python -m tests.mutation --write`.\n"
PLAIN = "plain"
"""Selects the tests that run in plain Python; an object of faulty rules is not worth the building."""
NO_OBJECT = "not a_difference_is_seen"
SEARCH = (
    "not weights_of_the_utility_change and not the_roll_of_sealed_bids and not object_grow_the_same_tree "
    "and not threads_share and not an_illegal_action"
)
"""Leaves out those of the search's tests below that ask for an object."""
PARTS = tuple(f"tests/search/test_{part}.py" for part in ("tree", "select", "backup", "expand", "puct", "nature"))
QUIET = ("-x", "-q", "--tb=no", "--no-header", "-p", "no:benchmark", "-o", "addopts=--import-mode=importlib -p no:cacheprovider")


class Verdict(NamedTuple):
    """Which test failed first, of either kind; None if none did."""

    fault: Fault
    rules: str | None
    reference: str | None
    seconds: float

    @property
    def survives(self) -> bool:
        return self.rules is None and self.reference is None


@contextmanager
def copied() -> Iterator[Path]:
    """A copy of sources and tests in a temporary folder, from which `mutapa` is imported."""
    with tempfile.TemporaryDirectory(prefix="mutapa-mutation-") as folder:
        top = Path(folder)
        for name in (*ROOMS, "tests", "docs"):
            shutil.copytree(TOP / name, top / name, ignore=shutil.ignore_patterns("__pycache__", "objects"))
        shutil.copy(TOP / "pyproject.toml", top)
        (top / "links" / "mutapa").mkdir(parents=True)
        for name in ROOMS:
            (top / "links" / "mutapa" / name).symlink_to(top / name)
        where = _python(top, "-c", "import mutapa.core.game as module; print(module.__file__)").stdout.strip()
        if not where.startswith(str(top / "links")):
            raise SystemExit(f"mutation: the copy would not be tested; mutapa is imported from {where}")
        yield top


def _python(top: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(top / "links"), str(top)]), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([sys.executable, *arguments], cwd=top, env=environment, capture_output=True, text=True, check=False)


@contextmanager
def inserted(top: Path, fault: Fault) -> Iterator[None]:
    """The fault, for as long as it takes."""
    path = top / fault.file
    before = path.read_text(encoding="utf-8")
    path.write_text(faulty(before, fault), encoding="utf-8")
    try:
        yield
    finally:
        path.write_text(before, encoding="utf-8")


def first_failure(top: Path, paths: tuple[str, ...], chosen: str) -> str | None:
    """The first test that fails, None if all pass."""
    done = _python(top, "-m", "pytest", *QUIET, "-m", "not slow", "-k", chosen, *paths)
    if done.returncode == 0:
        return None
    found = re.search(r"^(?:FAILED|ERROR) (?:.*/)?(test_\S+)", done.stdout, re.M)
    if done.returncode != 1 or not found:
        told = done.stdout[-2000:] + done.stderr[-2000:]
        raise SystemExit(f"mutation: pytest went wrong (exit code {done.returncode}):\n{told}")
    return found[1]


def witnesses(game: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Tests of the rules, and tests that compare with the reference engine; of the search those of its parts, and none."""
    if game == "search":
        return PARTS, ()
    return (f"tests/core/{game}",), (f"tests/reference/test_{game}_differential.py",)


def examine(top: Path, fault: Fault, rules: tuple[str, ...], reference: tuple[str, ...]) -> Verdict:
    """Ask both kinds of witnesses: the likely test first, then all others."""
    began = time.perf_counter()
    names = SEARCH if fault.file.startswith(("search/", "nets/")) else PLAIN
    with inserted(top, fault):
        by_rules = first_failure(top, (fault.likely,), names) or (first_failure(top, rules, names) if rules else None)
        by_reference = first_failure(top, reference, NO_OBJECT) if reference else None
    return Verdict(fault, by_rules, by_reference, time.perf_counter() - began)


def table(verdicts: list[Verdict]) -> str:
    """All verdicts as a Markdown table."""
    lines = ["| fault | where | test of the rules that fails | comparison that fails |", "|---|---|---|---|"]
    for fault, rules, reference, _ in verdicts:
        cells = [f"`{name.replace('|', '/')}`" if name else "-" for name in (rules, reference)]
        lines.append(f"| {fault.words} | `{Path(fault.file).name}` | {cells[0]} | {cells[1]} |")
    lost = [verdict.fault.words for verdict in verdicts if verdict.survives]
    ending = f"; NOT noticed: {'; '.join(lost)}" if lost else "."
    lines += ["", f"{len(verdicts)} faults, {len(verdicts) - len(lost)} noticed{ending}"]
    return "\n".join(lines)


def section(game: str, verdicts: list[Verdict]) -> str:
    return f"\n## {TITLES[game]}\n\n{table(verdicts)}\n"


def kept(game: str) -> str:
    """The section of a game in the results as they stand."""
    head = f"\n## {TITLES[game]}\n"
    before = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""
    return head + before.partition(head)[2].partition("\n## ")[0] if head in before else ""


def suspects(game: str, only: int | None) -> list[Verdict]:
    """The verdicts on a game's faults, told one by one; on one alone if `only` is its number."""
    verdicts, (rules, reference) = [], witnesses(game)
    with copied() as top:
        for paths, names in ((rules, SEARCH if game == "search" else PLAIN), (reference, NO_OBJECT)):
            failed = first_failure(top, paths, names) if paths else None
            if failed:
                raise SystemExit(f"mutation: {failed} fails without any fault; a verdict would mean nothing")
        for fault in FAULTS[game] if only is None else FAULTS[game][only - 1 : only]:
            verdict = examine(top, fault, rules, reference)
            verdicts.append(verdict)
            print(f"{fault.words}: {verdict.rules or '-'}, {verdict.reference or '-'} ({verdict.seconds:.0f} s)", flush=True)
    return verdicts


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", choices=list(FAULTS), help="default: all")
    parser.add_argument("--list", action="store_true", help="name the faults and end")
    parser.add_argument("--only", type=int, metavar="N", help="fault N of the game alone, from 1")
    parser.add_argument("--write", action="store_true", help="keep the tables in tests/mutation/RESULTS.md")
    given = parser.parse_args(arguments)
    games = [given.game] if given.game else list(FAULTS)
    if given.list:
        for game in games:
            print("\n".join(f"{game} {i:2} {fault.words} ({fault.file})" for i, fault in enumerate(FAULTS[game], 1)))
        return 0
    if given.only is not None and (not given.game or not 1 <= given.only <= len(FAULTS[given.game])):
        known = ", ".join(f"{game} 1 to {len(FAULTS[game])}" for game in games)
        parser.error(f"--only {given.only} needs the name of a game, and one of its faults: {known}")
    found = {game: suspects(game, given.only) for game in games}
    print("".join(section(game, verdicts) for game, verdicts in found.items()))
    if given.write and given.only is None:
        sections = (section(game, found[game]) if game in found else kept(game) for game in FAULTS)
        RESULTS.write_text(HEAD + "".join(sections), encoding="utf-8")
    return int(any(verdict.survives for verdicts in found.values() for verdict in verdicts))


if __name__ == "__main__":
    sys.exit(main())
