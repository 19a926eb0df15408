"""Put each fault of `faults.py` into a copy of the sources and see which tests notice.

    python -m tests.mutation            all faults; exit code 1 if one survives
    python -m tests.mutation --list     what there is
    python -m tests.mutation --only 4   one of them
    python -m tests.mutation --write    keep the table in tests/mutation/RESULTS.md

Two kinds of witnesses are asked, in plain Python: the tests of the rules, and the comparison with the reference engine.
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

from tests.mutation.faults import FAULTS, Fault

TOP = Path(__file__).parents[2]
RULES = ("tests/core/zimbabwe",)
REFERENCE = ("tests/reference/test_zimbabwe_differential.py",)
PLAIN = "plain"
"""Selects the tests that run in plain Python; an object of faulty rules is not worth the building."""
NO_OBJECT = "not a_difference_is_seen"
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
        for name in ("core", "search", "experiments", "tests"):
            shutil.copytree(TOP / name, top / name, ignore=shutil.ignore_patterns("__pycache__", "objects"))
        shutil.copy(TOP / "pyproject.toml", top)
        (top / "links" / "mutapa").mkdir(parents=True)
        for name in ("core", "search", "experiments"):
            (top / "links" / "mutapa" / name).symlink_to(top / name)
        where = _python(top, "-c", "import mutapa.core.zimbabwe.legal as module; print(module.__file__)").stdout.strip()
        if not where.startswith(str(top / "links")):
            raise SystemExit(f"mutation: the copy would not be tested; mutapa is imported from {where}")
        yield top


def _python(top: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(top / "links"), str(top)]), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([sys.executable, *arguments], cwd=top, env=environment, capture_output=True, text=True, check=False)


def faulty(source: str, fault: Fault) -> str:
    """The source with the fault in it."""
    for right, wrong in fault.edits:
        if source.count(right) != 1:
            raise SystemExit(f"mutation: {fault.words}: {right!r} stands {source.count(right)} times in {fault.file}, not once")
        source = source.replace(right, wrong)
    return source


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


def examine(top: Path, fault: Fault, rules: tuple[str, ...] = RULES, reference: tuple[str, ...] = REFERENCE) -> Verdict:
    """Ask both kinds of witnesses: the likely test first, then all others."""
    began = time.perf_counter()
    with inserted(top, fault):
        by_rules = first_failure(top, (fault.likely,), PLAIN) or (first_failure(top, rules, PLAIN) if rules else None)
        by_reference = first_failure(top, reference, NO_OBJECT) if reference else None
    return Verdict(fault, by_rules, by_reference, time.perf_counter() - began)


def table(verdicts: list[Verdict]) -> str:
    """All verdicts as a Markdown table."""
    lines = ["| fault | where | test of the rules that fails | comparison that fails |", "|---|---|---|---|"]
    for fault, rules, reference, _ in verdicts:
        cells = [f"`{name.replace('|', '/')}`" if name else "-" for name in (rules, reference)]
        lines.append(f"| {fault.words} | `{fault.file.removeprefix('core/zimbabwe/')}` | {cells[0]} | {cells[1]} |")
    lost = [verdict.fault.words for verdict in verdicts if verdict.survives]
    ending = f"; NOT noticed: {'; '.join(lost)}" if lost else "."
    lines += ["", f"{len(verdicts)} faults, {len(verdicts) - len(lost)} noticed{ending}"]
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__.splitlines()[0])
    parser.add_argument("--list", action="store_true", help="name the faults and end")
    parser.add_argument("--only", type=int, metavar="N", help="fault N alone, from 1")
    parser.add_argument("--write", action="store_true", help="keep the table in tests/mutation/RESULTS.md")
    given = parser.parse_args(arguments)
    if given.list:
        print("\n".join(f"{i:2} {fault.words} ({fault.file})" for i, fault in enumerate(FAULTS, 1)))
        return 0
    if given.only is not None and not 1 <= given.only <= len(FAULTS):
        parser.error(f"--only {given.only}: there are faults 1 to {len(FAULTS)}")
    chosen = FAULTS if given.only is None else FAULTS[given.only - 1 : given.only]
    verdicts = []
    with copied() as top:
        for paths, names in ((RULES, PLAIN), (REFERENCE, NO_OBJECT)):
            failed = first_failure(top, paths, names)
            if failed:
                raise SystemExit(f"mutation: {failed} fails without any fault; a verdict would mean nothing")
        for fault in chosen:
            verdict = examine(top, fault)
            verdicts.append(verdict)
            print(f"{fault.words}: {verdict.rules or '-'}, {verdict.reference or '-'} ({verdict.seconds:.0f} s)", flush=True)
    print(f"\n{table(verdicts)}")
    if given.write and chosen is FAULTS:
        text = f"# Faults of the rules, and who notices\n\nMade by `python -m tests.mutation --write`.\n\n{table(verdicts)}\n"
        (TOP / "tests" / "mutation" / "RESULTS.md").write_text(text, encoding="utf-8")
    return int(any(verdict.survives for verdict in verdicts))


if __name__ == "__main__":
    sys.exit(main())
