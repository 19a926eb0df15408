"""Run what is due of the long proofs, or show what is done.

    python -m tests.proofs                        every proof, until nothing is due
    python -m tests.proofs raising --minutes 10   one of them, for so long
    python -m tests.proofs differential --chunk 7 one chunk, done or not
    python -m tests.proofs --status
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter

from mutapa.core.errors import MutapaError
from tests.proofs.chunks import Proof, kept
from tests.proofs.proofs import PROOFS


def totals(proof: Proof) -> str:
    """What the chunks that hold add up to, in a line."""
    holding = [each for each in kept(proof.name) if proof.holds(each)]
    sums: Counter[str] = Counter()
    for each in holding:
        sums.update({name: n for name, n in each.items() if isinstance(n, int) and name not in ("chunk", "version", "seats")})
    counts = ", ".join(f"{value:,} {name.replace('_', ' ')}" for name, value in sums.items())
    return f"{proof.name}: {len(holding)} of {proof.chunks} chunks: {counts or 'nothing yet'}\n  ({proof.claim})"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.proofs", description=__doc__.splitlines()[0])
    parser.add_argument("proof", nargs="?", choices=list(PROOFS), help="default: all")
    parser.add_argument("--minutes", type=float, default=1e9, help="begin no chunk after so long, by proof")
    parser.add_argument("--chunk", type=int, help="this chunk alone, also if it is done")
    parser.add_argument("--status", action="store_true", help="only say what is done")
    given = parser.parse_args(arguments)
    chosen = [PROOFS[given.proof]] if given.proof else list(PROOFS.values())
    if given.chunk is not None and (len(chosen) > 1 or given.chunk not in range(chosen[0].chunks)):
        right = ", ".join(f"{proof.name} 0-{proof.chunks - 1}" for proof in chosen)
        parser.error(f"--chunk needs the name of a proof, and one of its chunks: {right}")
    try:
        for proof in chosen:
            kept(proof.name)
    except MutapaError as error:
        print(f"proofs: {error}", file=sys.stderr)
        return 2
    for proof in chosen:
        if given.chunk is not None:
            print(json.dumps(proof.do(given.chunk)))
        elif not given.status:
            proof.go_on(60 * given.minutes)
        print(totals(proof))
    return int(any(each["differences"] for proof in chosen for each in kept(proof.name)))


if __name__ == "__main__":
    sys.exit(main())
