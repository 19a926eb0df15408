"""Faults of the search. Their witnesses run in plain Python, but for the likely tests of those on hidden coins and proofs."""

from __future__ import annotations

from tests.mutation.fault import Fault


def _fault(words: str, file: str, likely: str, *edits: tuple[str, str]) -> Fault:
    return Fault(words, f"search/{file}.py", edits, f"tests/search/test_{likely}.py")


FAULTS = (
    _fault("availability isn't counted by action", "ucb1", "tree",
           ("    known = 0\n", "    known = 0\n    most = 1\n    for i in range(1, n + 1):\n"
            "        most = max(most, edges[live[i] * width + AVAILABLE])\n"),
           ("available = edges[at + AVAILABLE]\n", "available = most\n")),
    _fault("back-up gives each seat its neighbour's utility", "backup", "backup",
           ("edges[at + SUM + s] += values[s]", "edges[at + SUM + s] += values[(s + 1) % seats]")),
    _fault("one action more than widening allows", "expand", "expand", (">= breadth(", "> breadth(")),
    _fault("rivals want to lose", "backup", "backup",
           ("    own = 1.0 * edges[at + SUM + mover]\n",
            "    own = 1.0 * edges[at + SUM + mover]\n    if mover != settings[SEAT]:\n        own = -own\n")),
    _fault("outcomes of nature take turns whatever their odds", "nature", "nature",
           ("behind = weights[i] * (visits + 1) - total * visits_of(", "behind = (visits + 1) - n * visits_of(")),
    _fault("nature's key stays that of the simulation before", "worlds", "tree",
           ("    luck[0] = next32(rng)\n    luck[1] = next32(rng)\n", "    next32(rng)\n    next32(rng)\n")),
    _fault("the count of untried actions is left over from another node", "tree", "select",
           ("        live[0] = untried\n        return m\n", "        return m\n")),
    _fault("all seats choose for seat 0", "ucb1", "backup",
           ("objective(settings, edges, at, mover, blend)", "objective(settings, edges, at, 0, blend)")),
    _fault("a tree's stream is seeded by the time", "driver", "variants",
           ("fill(tree.rng, generator)", "fill(tree.rng, (time.perf_counter_ns() & 0xFFFFFFFF | 1, 1))")),
    _fault("the tree is kept, but not re-rooted", "tree", "tree",
           ("            head[ROOT] = edges[edge * width + CHILD]\n            return 1\n", "            return 1\n")),
    _fault("ties go to the last action", "ucb1", "select", ("if score > highest:", "if score >= highest:")),
    _fault("of the worlds seen by a seat only the searcher's count", "worlds", "worlds",
           ("seat = mover if mover >= 0 else settings[SEAT]", "seat = settings[SEAT]")),
    _fault("a draw that is known ends the search", "proofs", "proofs",
           ("proven(best, mover) == UNIT", "proven(best, mover) > 0")),
    _fault("in a graph what was proven by another way isn't seen", "search", "proofs",
           ("settings[PROVEN] and settings[KEYED] and mover >= 0", "settings[PROVEN] and settings[KEYED] and mover > 99")),
    _fault("a network is asked from the searcher's side, whoever moves", "neural", "neural",
           ("judge(game, board, work, world, mover, settings[SEATS], brain, marks)\n    return estimates(",
            "judge(game, board, work, world, settings[0], settings[SEATS], brain, marks)\n    return estimates(")),
    Fault("a network sees what is hidden from its seat", "nets/forward.py",
          (("    game.observe(board, work, world, seat, sight)\n",
            "    for w in range(len(sight)):\n        sight[w] = world[w]\n"),), "tests/search/test_neural.py"),
    Fault("logits are read at the wrong index", "nets/forward.py",
          (("        layers[found + i] = total\n", "        layers[found + n - 1 - i] = total\n"),),
          "tests/search/test_neural.py"),
    _fault("the game's preferences get no share of a network's priors", "priors", "neural",
           ("share += weights[i] * leaning", "share += 0 * leaning")),
    _fault("a network's policy corrects nothing, it stands alone", "priors", "neural",
           ("corrects = plan[CORRECTS]", "corrects = 0 * plan[CORRECTS]")),
    _fault("the bid of another rival is foretold", "foretell", "foretell",
           ("aside = (mover - settings[SEAT] + seats) % seats", "aside = 1 + (mover - settings[SEAT] + seats) % (seats - 1)")),
    _fault("classes of bids that are not on offer keep their chances", "foretell", "foretell",
           ("        offered = 0\n", "        offered = 1\n")),
    _fault("slots are taken for keys", "graph", "graph", ("if table[slots + node] == key:", "if table[slots + node] >= 0:")),
    _fault("worlds are redrawn at the searcher's own nodes, too", "worlds", "worlds",
           ("if settings[WORLDS] == REDETERMINE and seat != settings[SEAT]:", "if settings[WORLDS] == REDETERMINE:")),
    _fault("all of PIMC's trees have one world", "driver", "worlds",
           ("                self.engine.determinize(self.board, tree.work, seen, self.seat, tree.rng, tree.world)",
            "                fill(tree.rng, generators[0])\n"
            "                self.engine.determinize(self.board, tree.work, seen, self.seat, tree.rng, tree.world)")),
    _fault("rollouts keep rivals' types over the end of an auction", "rollout", "rollout",
           ("            types[IN_AUCTION] = 0\n            action = game.chance", "            action = game.chance")),
    _fault("the tree keeps rivals' types over the end of an auction", "search", "auction",
           ("                types[IN_AUCTION] = 0\n                action = nature", "                action = nature")),
    _fault("one seat's traits say what is expected of all", "auction", "auction",
           ("game.bid_traits(board, work, world, s)", "game.bid_traits(board, work, world, game.turn(board, work, world))")),
    _fault("MAST learns from rollouts alone", "search", "mast", ("if mast and mover >= 0:", "if mast and mover > 99:")),
    _fault("a proven loss is tried again", "proofs", "proofs",
           ("    best = -1\n    highest = 0\n", "    best = -1\n    highest = -1\n")),
    _fault("what was found counts no more, however long it was looked at", "halving", "halving",
           ("(VISITED + most) * settings", "(VISITED + 0 * most) * settings")),
    _fault("increments pay for no answers at once", "clock", "clock",
           ("others * (SAFETY * self.answer - increment)", "others * SAFETY * self.answer")),
)
