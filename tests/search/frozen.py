"""Trees of every variant on the toys, kept as JSON in tests/frozen. Remade by `make refreeze REASON="why trees changed"` alone.

A file holds, for each toy, 500 simulations of seed 1: rows (node, action, visits, availability, sums) of nodes with at least
`LEAST` visits, numbered in order of discovery (where nodes are found by keys or there are several trees: the first tree's, as
they were made), and a hash of the whole tree, or of all trees.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.core.toys.ascending.game import GAME as ASCENDING
from mutapa.core.toys.kuhn.game import GAME as KUHN
from mutapa.core.toys.sealed.game import GAME as SEALED
from mutapa.core.toys.tictactoe.game import GAME as TICTACTOE
from mutapa.search.budget import Budget
from mutapa.search.merge import availability, edges_of
from mutapa.search.tree import ACTION, CHILD, NODE, SEEN, SUM, TRIED, VISITS
from tests.search.seats import generators, record, search

FOLDER = Path(__file__).parent.parent / "frozen"
LEAST = 25
AUCTION, CARDS, BIDS = (ASCENDING, 3, {"budget": 5, "rounds": 2}), (KUHN, 2, {}), (SEALED, 3, {})
ROW, OPENING = (TICTACTOE, 2, {}), "b2 / b1 / c3"
"""Three stones lie, so that ends are near enough for proofs."""
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
    "mast": "rollout=mast,horizon=20",
    "mix": "mix=0.4,horizon=5",
    "paranoid": "paranoia=1",
    "blend": "select=puct,paranoia=0.4",
    "mo": "worlds=mo",
    "redetermine": "worlds=redetermine",
    "pimc": "worlds=pimc,determinizations=4",
    "explicit": "chance=explicit",
    "transpositions": "graph=transpositions",
    "proven": "proven=1",
    "proven-graph": "graph=transpositions,proven=1",
}
SUITS = {
    "limits": (AUCTION,), "mo": (CARDS, BIDS), "redetermine": (CARDS, BIDS), "pimc": (CARDS, BIDS), "explicit": (AUCTION, BIDS),
    "transpositions": (AUCTION, ROW), "proven": (ROW,), "proven-graph": (ROW,),
}  # fmt: skip
"""Toys where a variant has something to do; elsewhere all but the row of stones."""
BY_KEYS = ("mo", "redetermine", "pimc", "transpositions", "proven-graph")


def toys(name: str) -> tuple[tuple[Any, int, dict[str, Any]], ...]:
    """(game, seats, options) of the toys that a variant is tried on."""
    return SUITS.get(name, (AUCTION, CARDS, BIDS))


def grown(name: str, game: Any, seats: int, options: dict[str, Any], sims: int = 500, **how: Any) -> Any:
    """The search of a variant on a toy, `sims` simulations of seed 1 done."""
    state = State.new(game, seats, seed=1, options=options)
    while state.is_chance:
        state.draw(derive(1, "luck"))
    if game is TICTACTOE:
        state.apply(OPENING)
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


def forest(tree: Any, seats: int) -> list[Any]:
    """The nodes of a tree as they were made: [visits, [[action, seen, tried, available, sums, child], ...]]."""
    found = []
    for node in range(tree.size[0]):
        edges = []
        for edge in edges_of(tree, node):
            row = [int(tree.edges[edge * tree.width + i]) for i in range(tree.width)]
            offered = availability(tree, node, edge)
            edges.append([row[ACTION], row[SEEN], row[TRIED], offered, row[SUM : SUM + seats], row[CHILD]])
        found.append([int(tree.nodes[node * NODE + VISITS]), edges])
    return found


def kept(name: str, trees: Sequence[Any], seats: int) -> tuple[Any, list[list[int]]]:
    """What of a variant's trees is hashed, and the rows that are kept."""
    if name not in BY_KEYS:
        tree = record(trees[0], seats)
        return tree, rows(tree)
    all_ = [forest(tree, seats) for tree in trees]
    met = [(n, edge) for n, node in enumerate(all_[0]) if node[0] >= LEAST for edge in node[1]]
    return all_, [[n, action, tried, available, *sums] for n, (action, _, tried, available, sums, _) in met]


def frozen(name: str, **how: Any) -> dict[str, Any]:
    """What is kept of a variant."""
    found: dict[str, Any] = {}
    for game, seats, options in toys(name):
        whole, lines = kept(name, grown(name, game, seats, options, **how).trees, seats)
        digest = hashlib.blake2b(json.dumps(whole).encode(), digest_size=8).hexdigest()
        found[game.name] = {"whole": digest, "rows": lines}
    return found


def write(reason: str) -> None:
    """Remake the files of trees that have changed; the others keep the reason they were made for."""
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.json"):
        if path.stem not in VARIANTS:
            path.unlink()
    for name in VARIANTS:
        data_of, path = frozen(name), FOLDER / f"{name}.json"
        old = json.loads(path.read_text()) if path.exists() else {}
        if (old.get("variant"), old.get("toys")) == (VARIANTS[name], data_of):
            continue
        lines = [f'{{"variant": {json.dumps(VARIANTS[name])},', f'"reason": {json.dumps(reason)},', '"toys": {']
        for toy, data in data_of.items():
            lines += [f'"{toy}": {{"whole": "{data["whole"]}", "rows": [', ",\n".join(json.dumps(row) for row in data["rows"])]
            lines += ["]}," if toy != list(data_of)[-1] else "]}"]
        path.write_text("\n".join([*lines, "}}"]) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 2 or not sys.argv[1].strip():
        raise SystemExit('refreeze: say why the trees changed: make refreeze REASON="..."')
    write(sys.argv[1].strip())
