"""Puts bots at a table and searches at positions, for tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mutapa.core import native
from mutapa.core.game import Game
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.search import specs, variants
from mutapa.search.bots import Bot, Event, Seating, make, view
from mutapa.search.driver import Search
from mutapa.search.expectations import expectation
from mutapa.search.merge import availability, edges_of
from mutapa.search.threads import Tree
from mutapa.search.tree import ACTION, CHILD, NODE, SEEN, SUM, TRIED, VISITS
from mutapa.search.uct import UctBot

PLAIN = {"select": "ucb1", "c": 0.7, "rollout": "sample", "horizon": 60, "mix": 0.0}
"""What tests of a bare search start from, whatever the defaults of the bot are."""


UCB1 = "uct:" + ",".join(f"{name}={value}" for name, value in PLAIN.items())
"""The same as a spec."""


def seated(spec: str, game: Game, board: Any, seats: int, *, seat: int = 0, seed: int = 1, backend: str = "object") -> Bot:
    """A started bot."""
    bot = make(spec)
    bot.start(game, board, seat, Seating(seats, derive(seed, "seat", seat), backend))
    return bot


def uct(spec: str, game: Game, board: Any, seats: int, **how: Any) -> UctBot:
    """A started search bot."""
    bot = seated(spec, game, board, seats, **how)
    assert isinstance(bot, UctBot)
    return bot


def options(variant: str) -> dict[str, Any]:
    """Option values of the bot `uct` with UCB1 and rollouts of 60 sampled steps, changed by `variant` (as in a spec)."""
    values = make("uct").values | PLAIN
    specs.lay("variant", values, UctBot.knobs, specs.pairs("variant", variant))
    if values["horizon"] == 0 and "rollout" not in variant:  # who would make its steps is refused where there are none
        values["rollout"] = "prefer"
    variants.check(variant, values)
    return values


def search(
    game: Game, board: Any, seats: int, *, backend: str = "strict", nodes: int = 2000, variant: str = "", **how: Any
) -> Search:
    """A bare search whose utility is the own points, scale 10, unless told otherwise; `variant`: see `options`."""
    engine = native.engine(game, backend)
    chosen = options(variant)
    perfect = all(field.seen == "public" for field in game.layout.fields.values()) or chosen["worlds"] in variants.KNOWN
    values = {
        "SEAT": how.get("seat", 0), "SEATS": seats, "WORDS": game.layout.words, "PERFECT": int(perfect), "WIN": 0, "PLACE": 0,
        "MARGIN": 0, "POINTS": 1, "SCALE": 10, **variants.settings_of(chosen, seats),
    }  # fmt: skip
    values |= {name: how.pop(name) for name in list(how) if name in values}
    if chosen["worlds"] == "pimc":
        how |= {"pimc": True, "trees": chosen["determinizations"]}
    if "limits" in how:
        how["bidders"] = expectation("limits-uniform" if how.pop("limits") else "open", None)
    return Search(engine, board, seats=seats, seat=how.pop("seat", 0), nodes=nodes, **how, **values)


def generators(seed: int, trees: int = 1) -> list[list[int]]:
    """The streams of a search's trees."""
    return [derive(seed, "tree", i).tolist() for i in range(trees)]


def record(tree: Tree, seats: int) -> list[Any]:
    """The tree as nested lists: [visits, [[action, seen, tried, available, sums, child], ...]]; shared children are one list."""
    made: dict[int, list[Any]] = {}

    def of(node: int) -> list[Any]:
        if node not in made:
            made[node] = fresh(node)
        return made[node]

    def fresh(node: int) -> list[Any]:
        edges = []
        for edge in edges_of(tree, node):
            at = edge * tree.width
            words = [int(tree.edges[at + i]) for i in range(tree.width)]
            child = of(words[CHILD]) if words[CHILD] >= 0 else None
            edges.append(
                [words[ACTION], words[SEEN], words[TRIED], availability(tree, node, edge), words[SUM : SUM + seats], child]
            )
        return [int(tree.nodes[node * NODE + VISITS]), edges]

    return of(int(tree.head[0]))


def whole(trees: Sequence[Tree]) -> list[list[int]]:
    """All words of nodes and edges in use, tree by tree."""
    found = []
    for tree in trees:
        nodes, edges = tree.size
        words = [int(tree.nodes[i]) for i in range(nodes * NODE)]
        found.append(words + [int(tree.edges[i]) for i in range(edges * tree.width)])
    return found


def play(
    game: Game, specs: Sequence[str], *, seed: int = 1, backend: str = "object", options: dict[str, Any] | None = None
) -> tuple[list[int], State, list[Bot]]:
    """A game between bots, which get observations and events only; return the actions, the end, and the bots."""
    state = State.new(game, len(specs), seed=seed, options=options or {})
    bots = [seated(spec, game, state.board, len(specs), seat=i, seed=seed, backend=backend) for i, spec in enumerate(specs)]
    key, actions = derive(seed, "luck"), []
    while not state.is_over:
        seen = [state.observe(i) for i in range(len(bots))]
        seat = -1 if state.is_chance else state.turn
        if seat < 0:
            action = state.clone().draw(key)
        else:
            action = bots[seat].choose(view(bots[seat], state))
            assert action in state.legal_actions
        views = [state.see(action, i) for i in range(len(bots))]
        state.apply(int(action))
        for i, bot in enumerate(bots):
            bot.observe(len(actions), Event(seat, views[i], seen[i]))
        actions.append(action)
    return actions, state, bots
