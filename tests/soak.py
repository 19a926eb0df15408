"""False time-outs at the arena on a busy machine, counted over many games: ``python -m tests.soak FOLDER``, which can be resumed.

Two engines that use up what they are given, and answer 2 ms before the end of it by their own watch, play Kuhn poker at 20 ms a
step. Whatever is found to be late is then the machine's fault, or the arena's. `--load` adds processes that take its cores. A
chunk of games is a line of ``soak.jsonl``: time-outs; and, to see what they hang on, games in which an answer came later than its
time, than its time and the grace (what is left of those was forgiven for waiting), and the longest answer.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from mutapa.experiments.tournaments.arena import Arena, Entrant, Game, Table

CHUNK = 100
MARGIN = 0.002
ENGINE = """
import sys, time
margin, choices = float(sys.argv[1]), []
def say(line): sys.stdout.write(line + "\\n"); sys.stdout.flush()
for line in sys.stdin:
    begun = time.perf_counter()
    verb, *words = line.split() or [""]
    if verb == "mep": say("id name Busy\\ngame *\\nfeature choices\\nmepok")
    elif verb == "ready": say("readyok")
    elif verb == "choices": choices = line.rstrip().split(" ", 5)[5].split(" / ")
    elif verb == "quit": break
    elif verb == "go":
        until = begun + int(words[words.index("movetime") + 1]) / 1000 - margin
        while time.perf_counter() < until: pass
        say(f"move n {words[1]} {choices[-1]}")
"""


def chunk(first: int, script: Path, movetime: float, grace: float, hold: float) -> dict[str, Any]:
    """`CHUNK` games from number `first` on."""
    entrants = [Entrant(name, command=f"{sys.executable} -I -S {script} {MARGIN}") for name in "ab"]
    table = Table("kuhn", seed=1, movetime=movetime, grace=grace, hold=hold, backend="plain")
    begun, asked = time.perf_counter(), 0
    late, beyond, verdicts, slowest, waited = 0, 0, dict[str, int](), 0.0, 0.0
    with Arena(table, entrants) as arena:
        arena.greet()
        for number in range(first, first + CHUNK):
            outcome = arena.play(Game(number, ("a", "b"), number))
            longest = max(each.slowest for each in outcome.accounts)
            asked += sum(each.steps for each in outcome.accounts)
            waited += sum(each.waited for each in outcome.accounts)
            late, beyond, slowest = late + (longest > movetime), beyond + (longest > movetime + grace), max(slowest, longest)
            for account in outcome.accounts:
                if account.verdict:
                    verdicts[account.verdict] = verdicts.get(account.verdict, 0) + 1
                    print(f"game {number}: {account.verdict}: {account.words}", flush=True)
    return {
        "first": first, "games": CHUNK, "asked": asked, "verdicts": verdicts, "late": late, "beyond_grace": beyond,
        "slowest": round(slowest, 4), "waited": round(waited, 2), "seconds": round(time.perf_counter() - begun, 1),
        "busy": os.getloadavg()[0], "cores": os.cpu_count(),
    }  # fmt: skip


def summary(lines: list[dict[str, Any]]) -> str:
    """What all chunks come to."""
    total = {name: sum(each[name] for each in lines) for name in ("games", "asked", "late", "beyond_grace", "waited", "seconds")}
    counts: dict[str, int] = {}
    for each in lines:
        for name, n in each["verdicts"].items():
            counts[name] = counts.get(name, 0) + n
    loads = [each["busy"] for each in lines] or [0.0]
    slowest = max([each["slowest"] for each in lines] or [0.0])
    return (
        f"{total['games']} games, {total['asked']} answers: false verdicts {counts or 'none'}; games with an answer late by the "
        f"bare limit {total['late']}, by limit and grace {total['beyond_grace']}; slowest {slowest:.3f} s; "
        f"{total['waited']:.0f} s waited of {total['seconds']:.0f} s; load {min(loads):.1f} to {max(loads):.1f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="False time-outs at the arena on a busy machine.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--movetime", type=float, default=0.02)
    parser.add_argument("--grace", type=float, default=Table.grace)
    parser.add_argument("--hold", type=float, default=Table.hold)
    parser.add_argument("--load", type=int, default=0, help="processes that keep the machine busy")
    parser.add_argument("--minutes", type=float, default=1e9, help="begin no chunk after so long")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    path, rules = given.folder / "soak.jsonl", {name: getattr(given, name) for name in ("movetime", "grace", "hold", "load")}
    lines = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    if any({name: each[name] for name in rules} != rules for each in lines):
        sys.exit(f"{path}: it was begun with { ({name: lines[0][name] for name in rules}) }; right would be another folder")
    begun = time.perf_counter()
    burners = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(given.load)]
    try:
        with tempfile.TemporaryDirectory() as place:
            script = Path(place) / "busy.py"
            script.write_text(ENGINE)
            while len(lines) * CHUNK < given.games and time.perf_counter() - begun < 60 * given.minutes:
                lines.append(chunk(1 + len(lines) * CHUNK, script, given.movetime, given.grace, given.hold) | rules)
                with path.open("a") as file:
                    file.write(json.dumps(lines[-1]) + "\n")
                print(summary(lines[-1:]), flush=True)
    finally:
        for each in burners:
            each.kill()
            each.wait()
    print(summary(lines))


if __name__ == "__main__":
    main()
