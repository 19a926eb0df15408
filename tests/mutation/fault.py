"""A deliberate fault of a game's rules: what a test suite worth its name must notice."""

from __future__ import annotations

from typing import NamedTuple


class Fault(NamedTuple):
    """One wrong rule. `edits`: (text that stands once in `file`, what stands there instead). `likely`: tests to try first."""

    words: str
    file: str
    edits: tuple[tuple[str, str], ...]
    likely: str


def faulty(source: str, fault: Fault) -> str:
    """The source with the fault in it."""
    for right, wrong in fault.edits:
        if source.count(right) != 1:
            raise SystemExit(f"mutation: {fault.words}: {right!r} stands {source.count(right)} times in {fault.file}, not once")
        source = source.replace(right, wrong)
    return source
