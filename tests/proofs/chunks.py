"""Proofs that take long, done in chunks: each chunk's result is kept with the fingerprints of the code it holds for.

A chunk counts as done while the rules and the checking code are those it was done with, word for word (comments, docstrings and
layout of the text apart), and games are dealt as they were; so a change of the rules makes all chunks due again, and a killed run
goes on where it stopped. Code is read as text, not as bytecode, so a result holds for every version of Python.
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import io
import json
import time
import tokenize
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from mutapa.core.errors import InvalidError
from mutapa.core.files import write

TOP = Path(__file__).parents[2]
RESULTS = Path(__file__).parent / "results"
RULES = {
    "zimbabwe": ("legal", "apply", "score"),
    "stone_age": ("legal", "apply", "score", "chance", "hidden"),
    "godz": ("legal", "apply", "score", "chance", "hidden"),
}
"""Modules of each game that its rules start from; what judges positions, draws them or puts them into words is left out, and the
set-up, most of which checks input, counts by what it deals."""
UNDER = (TOP / "core" / "words.py", TOP / "core" / "layout.py")
LAID_OUT = {tokenize.INDENT: "\1", tokenize.DEDENT: "\2"}
ENTRIES = {"chunk", "rules", "checker", "differences"}
"""What every result holds; proofs add counts of their own."""
SKIPPED = {tokenize.COMMENT, tokenize.NL, tokenize.ENCODING, tokenize.ENDMARKER}


LOADED: dict[str, tuple[str, str]] = {}
"""Fingerprints of a proof's code when this process began with it: what it runs, whatever is edited meanwhile."""


@dataclass(frozen=True)
class Proof:
    """A claim, divided into `chunks`. ``run(k)`` checks chunk k and returns its counts, ``differences`` among them.

    `checker`: the files whose code does the checking. `game`: whose rules are claimed about.
    """

    name: str
    claim: str
    chunks: int
    run: Callable[[int], dict[str, Any]]
    checker: tuple[Path, ...]
    game: str = "zimbabwe"

    def due(self, results: Path = RESULTS) -> list[int]:
        """Chunks not yet done for the code as it is now."""
        code = self.code()
        done = {each["chunk"] for each in kept(self.name, results) if (each["rules"], each["checker"]) == code}
        return [k for k in range(self.chunks) if k not in done]

    def holds(self, result: dict[str, Any]) -> bool:
        """Whether a result was obtained with the code as it is now."""
        return (result["rules"], result["checker"]) == self.code()

    def code(self) -> tuple[str, str]:
        """Fingerprints of the rules and of the checking code."""
        rules = closure(TOP / "core" / self.game, RULES[self.game])
        return f"{fingerprint((*rules, *UNDER))}-{deals(self.game)}", fingerprint(self.checker)

    def do(self, k: int, results: Path = RESULTS) -> dict[str, Any]:
        """Run chunk `k` and keep what comes out."""
        from mutapa.core import registry

        before = LOADED.setdefault(self.name, self.code())
        head = {"chunk": k, "version": registry.get(self.game).version, "rules": before[0], "checker": before[1]}
        began = time.perf_counter()
        found = self.run(k)
        if self.code() != before:
            raise SystemExit(f"{self.name}: the code has changed since this process loaded it; start again")
        result = {**head, **found, "seconds": round(time.perf_counter() - began)}
        others = [each for each in kept(self.name, results) if each["chunk"] != k]
        keep(self.name, sorted([*others, result], key=lambda each: int(each["chunk"])), results)
        return result

    def go_on(self, seconds: float, results: Path = RESULTS, tell: Callable[[str], None] = print) -> list[int]:
        """Do chunks that are due, in order, until all are done or no chunk is begun for lack of time; those still due."""
        began = time.perf_counter()
        while (due := self.due(results)) and time.perf_counter() - began < seconds:
            tell(f"{self.name}: {json.dumps(self.do(due[0], results))}")
        return due


def kept(name: str, results: Path = RESULTS) -> list[dict[str, Any]]:
    """The results of a proof so far, by chunk."""
    path = results / f"{name}.json"
    if not path.exists():
        return []
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise InvalidError(f"{path}: damaged ({error}); restore it, or delete it to do all chunks again") from error
    if not isinstance(found, list) or not all(isinstance(each, dict) and set(each) >= ENTRIES for each in found):
        raise InvalidError(f"{path}: no list of results with {', '.join(sorted(ENTRIES))}; restore it, or delete it")
    return found


def keep(name: str, found: Iterable[dict[str, Any]], results: Path = RESULTS) -> None:
    """Write all results of a proof, a chunk a line."""
    lines = ",\n".join(json.dumps(each) for each in found)
    write(results / f"{name}.json", f"[\n{lines}\n]\n".encode())


@cache
def deals(game: str) -> str:
    """Hash of first states, and of boards as far as the rules read them, of descriptions of all kinds, dealt by this process."""
    from mutapa.core import registry

    read = importlib.import_module(f"mutapa.core.{game}.board").BOARD_WORDS
    digest = hashlib.blake2b(digest_size=4)
    for setup in _set_ups(game):
        board, state = registry.get(game).deal(setup)
        digest.update(board[:read].tobytes() + state.tobytes())
    return digest.hexdigest()


def _set_ups(game: str) -> Iterator[dict[str, Any]]:
    from mutapa.core import registry

    play = importlib.import_module(f"tests.reference.{game}_play")
    kinds = (play.description, play.scattered) if game == "zimbabwe" else (play.description,)
    first, most = registry.get(game).seats
    for seed in range(24):
        for kind in kinds:
            yield kind(seed, first + seed % (most - first + 1), play.VARIANTS[seed % len(play.VARIANTS)])


def closure(folder: Path, names: Iterable[str]) -> list[Path]:
    """The modules `names` of a folder, and those of the folder they import, directly or not."""
    found: set[str] = set()
    left = list(names)
    prefix = f"mutapa.{'.'.join(folder.relative_to(TOP).parts)}."
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            tree = ast.parse((folder / f"{name}.py").read_text(encoding="utf-8"))
            modules = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
            left += [module.removeprefix(prefix) for module in modules if module.startswith(prefix)]
    return [folder / f"{name}.py" for name in sorted(found)]


def fingerprint(paths: Iterable[Path]) -> str:
    """Hash of what stands in files; of Python files, of their code alone."""
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(paths):
        text = path.read_text(encoding="utf-8")
        digest.update(f"{path.name}\0{code_of(text) if path.suffix == '.py' else text}\0".encode())
    return digest.hexdigest()


@cache
def code_of(source: str) -> str:
    """Python source without comments, docstrings and spaces; indentation stays, as marks."""
    docstrings = {
        (node.lineno, node.col_offset)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    }
    parts = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in SKIPPED and not (token.type == tokenize.STRING and token.start in docstrings):
            parts.append(LAID_OUT.get(token.type) or "".join(token.string.split()) or ";")
    code = "".join(parts).replace("{{", "{").replace("}}", "}")  # from Python 3.12 on, f-strings come apart in tokens
    while ";;" in code or "\1;" in code:
        code = code.replace(";;", ";").replace("\1;", "\1")
    return code
