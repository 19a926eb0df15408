"""Trees of every variant on the toys, kept as JSON in tests/frozen. Remade by `make refreeze REASON="why trees changed"` alone.

A file holds, for each toy, 500 simulations of seed 1: rows (node, action, visits, availability, sums) of nodes with at least
`LEAST` visits, numbered in order of discovery, and a hash of the whole tree.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.core.toys.ascending.game import GAME as ASCENDING
from mutapa.core.toys.kuhn.game import GAME as KUHN
from mutapa.core.toys.sealed.game import GAME as SEALED
from mutapa.search.budget import Budget
from tests.search.seats import generators, record, search

FOLDER = Path(__file__).parent.parent / "frozen"
LEAST = 25
TOYS = (
    (ASCENDING, 3, {"budget": 5, "rounds": 2}),
    (KUHN, 2, {}),
    (SEALED, 3, {}),
)
VARIANTS = {
    "ucb1": "",
    "limits": "auction=limits-uniform",
    "puct": "select=puct,c=1.5",
    "urgency": "select=puct,urgency=0.5,flat=0.3,power=2",
    "gumbel": "select=gumbel,sims=500,considered=4",
    "widening": "widen=0.8,widen_a=0.75",
    "puct-widening": "select=puct,widen=1.5,widen_a=0.25",
    "judged": "horizon=0",
    "preferred": "rollout=prefer,epsilon=0.3,horizon=8",
    "mix": "mix=0.4,horizon=5",
    "paranoid": "paranoia=1",
    "blend": "select=puct,paranoia=0.4",
}


def suits(name: str, game: Any) -> bool:
    """Whether a variant has something to do in a game."""
    return name != "limits" or game is ASCENDING


def grown(name: str, game: Any, seats: int, options: dict[str, Any], sims: int = 500, **how: Any) -> Any:
    """The search of a variant on a toy, `sims` simulations of seed 1 done."""
    state = State.new(game, seats, seed=1, options=options)
    while state.is_chance:
        state.draw(derive(1, "luck"))
    how = {"variant": VARIANTS[name], "limits": name == "limits", "SCALE": 20, "seat": state.turn, **how}
    found = search(game, state.board, seats, **how)
    found.run(state.observe(state.turn), Budget(sims), generators(1, len(found.trees)))
    return found


def rows(tree: list[Any]) -> list[list[int]]:
    """One row an edge of each node with at least `LEAST` visits."""
    numbers, queue, found = {id(tree): 0}, [tree], []
    for node in queue:
        for action, _, tried, available, sums, child in node[1]:
            found.append([numbers[id(node)], action, tried, available, *sums])
            if child and child[0] >= LEAST and id(child) not in numbers:
                numbers[id(child)] = len(numbers)
                queue.append(child)
    return found


def frozen(name: str, **how: Any) -> dict[str, Any]:
    """What is kept of a variant."""
    found: dict[str, Any] = {}
    for game, seats, options in TOYS:
        if suits(name, game):
            tree = record(grown(name, game, seats, options, **how).trees[0], seats)
            digest = hashlib.blake2b(json.dumps(tree).encode(), digest_size=8).hexdigest()
            found[game.name] = {"whole": digest, "rows": rows(tree)}
    return found


def write(reason: str) -> None:
    """Remake all files."""
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.json"):
        path.unlink()
    for name in VARIANTS:
        kept = frozen(name)
        lines = [f'{{"variant": {json.dumps(VARIANTS[name])},', f'"reason": {json.dumps(reason)},', '"toys": {']
        for toy, data in kept.items():
            lines += [f'"{toy}": {{"whole": "{data["whole"]}", "rows": [', ",\n".join(json.dumps(row) for row in data["rows"])]
            lines += ["]}," if toy != list(kept)[-1] else "]}"]
        (FOLDER / f"{name}.json").write_text("\n".join([*lines, "}}"]) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 2 or not sys.argv[1].strip():
        raise SystemExit('refreeze: say why the trees changed: make refreeze REASON="..."')
    write(sys.argv[1].strip())
