"""Timings, one thread: pure measurements that ``mutapa bench`` and the pytest benchmarks share.

Speeds of machines differ, so two calibrations run in the same process: copying 512 bytes and drawing a random number,
both in compiled code. The ratio to them is what can be compared between machines.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from mutapa.core import profile
from mutapa.core.game import SEATS, Game
from mutapa.core.state import State
from mutapa.core.streams import Array, derive

WHOLE = 1 << 20
"""A limit of steps that no game reaches."""
CUT = 200
"""Decisions after which a playout of the playout benchmark is cut."""
ROLLOUT = 60
"""Decisions of a rollout in the search benchmark."""
DEALS = 8


def unit_seconds(run: Callable[[int], Any], seconds: float) -> float:
    """Seconds that one of `n` units of ``run(n)`` takes: the least of seven runs, which take `seconds` together.

    The least, since whatever else the machine does can only make a run longer.
    """
    n, spent = 1, 0.0
    while True:
        began = time.perf_counter()
        run(n)
        spent = time.perf_counter() - began
        if spent > seconds / 20:
            break
        n *= 2
    n = max(1, round(n * seconds / 7 / spent))
    times = []
    for _ in range(7):
        began = time.perf_counter()
        run(n)
        times.append((time.perf_counter() - began) / n)
    return min(times)


class Table:
    """A game at some player count, ready to be measured.

    Always the same random games are played, `games` of them from `DEALS` deals; their steps and decisions are counted once.
    A decision is a step with at least two legal actions.
    """

    def __init__(self, game: Game, seats: int, backend: str = "object") -> None:
        self.game, self.seats, self.backend = game, seats, backend
        options = {"round_cap": 0} if "round_cap" in game.options else {}
        self.deals = [State.new(game, seats, seed=seed, options=options, backend=backend) for seed in range(DEALS)]
        self.engine = self.deals[0].engine
        self.each = 8 if self.fast else 1
        array = self.engine.array
        self.work, self.state, self.spare = self.engine.work(), array(game.layout.words), array(game.layout.words)
        self.out = array(max(game.actions_max, 2 * SEATS))  # a judgement too
        self.weights = array(game.actions_max)
        self.games = DEALS * self.each
        self.steps = self._count("playouts") / self.games
        self.decisions = self._count("decisions", self.out) / self.games
        self.rounds = self._rounds()

    @property
    def fast(self) -> bool:
        """Whether compiled code runs."""
        return self.engine.backend in ("object", "jit")

    def _count(self, entry: str, *more: Any) -> int:
        run, rngs = getattr(self.engine, entry), self._rngs()
        return sum(
            run(deal.board, self.work, deal.words, self.state, *more, rng, self.each, WHOLE)
            for deal, rng in zip(self.deals, rngs, strict=True)
        )

    def _rounds(self) -> float:
        if "round" not in self.game.layout.fields:
            return 0.0
        ended: list[int] = []
        for deal, rng in zip(self.deals, self._rngs(), strict=True):
            for _ in range(self.each):
                self.engine.playouts(deal.board, self.work, deal.words, self.state, rng, 1, WHOLE)
                ended.append(int(np.asarray(self.game.layout.read(self.state, "round")).max()))
        return statistics.mean(ended)

    @staticmethod
    def _rngs() -> list[Array]:
        return [derive(n, "bench") for n in range(DEALS)]

    def limit(self, decisions: int) -> int:
        """Steps that hold so many decisions, on average."""
        return max(1, round(decisions * self.steps / max(1.0, self.decisions)))

    def play(self, passes: int, limit: int) -> None:
        """Play the games of the table, each of at most `limit` steps, so many times."""
        for _ in range(passes):
            for deal, rng in zip(self.deals, self._rngs(), strict=True):
                self.engine.playouts(deal.board, self.work, deal.words, self.state, rng, self.each, limit)

    def game_seconds(self, seconds: float) -> float:
        """Seconds of a whole random game."""
        return unit_seconds(lambda n: self.play(n, WHOLE), seconds) / self.games

    def cut_seconds(self, seconds: float) -> float:
        """Seconds of a random playout cut at `CUT` decisions."""
        return unit_seconds(lambda n: self.play(n, self.limit(CUT)), seconds) / self.games

    def clone_seconds(self, seconds: float) -> float:
        """Seconds of copying a state in compiled code."""
        return copy_seconds(self.engine, self.game.layout.words, seconds)

    def part_seconds(self, seconds: float) -> dict[str, float]:
        """Seconds of one call of each part of the rules, at the steps of random games (`mutapa.core.profile`)."""

        def run(passes: int, part: int = 0, times: int = 0) -> int:
            calls = 0
            for _ in range(passes):
                for deal, rng in zip(self.deals, self._rngs(), strict=True):
                    calls += (
                        self.engine.along(
                            deal.board, self.work, deal.words, self.state, self.spare, self.out, self.weights, rng,
                            derive(0, "spare"), WHOLE, part, times,
                        )
                        >> 20
                    )  # fmt: skip
            return calls

        base = unit_seconds(run, seconds)
        found = {}
        for part, name in enumerate(profile.PARTS[1:], 1):
            found[name] = (unit_seconds(partial(run, part=part, times=4), seconds) - base) / run(1, part, 4)
        return found

    def search_speed(self, seconds: float, spec: str = "uct:select=ucb1,rollout=sample,mix=0") -> float:
        """Simulations a second of a search with rollouts of `ROLLOUT` decisions, at positions along a random game."""
        from mutapa.search import bots

        sims = 2000 if self.fast else 20
        bot = bots.make(f"{spec}{'' if spec.endswith(':') else ','}sims={sims},horizon={self.limit(ROLLOUT)},reuse=0,memory=32")
        simulations, spent = 0, 0.0
        for state in self.positions():
            used = 0.0
            while used < seconds / 8:
                bot.start(self.game, state.board, state.turn, bots.Seating(self.seats, derive(0, "bench"), self.backend))
                bot.choose(bots.view(bot, state))
                if bot.result is None:
                    break
                simulations += bot.result.simulations
                used += bot.result.seconds
            spent += used
        return simulations / spent if spent else 0.0

    def threads_speed(self, seconds: float, threads: int, spec: str = "uct") -> tuple[float, float]:
        """Simulations a second of the search `spec` on one thread, and of so many trees on as many threads.

        Both in turns, each as it was at best, at positions along a random game. Wants a machine with so many idle cores.
        """
        from mutapa.search import bots

        sims, spent = 2000 if self.fast else 20, [0.0, 0.0]
        positions = self.positions()
        for state in positions:
            seen, players = state.observe(state.turn), []
            for n in (1, threads):
                joint = "" if spec.endswith(":") else "," if ":" in spec else ":"
                player = bots.make(f"{spec}{joint}sims={n * sims},trees={n},threads={n},reuse=0")
                player.start(self.game, state.board, state.turn, bots.Seating(self.seats, derive(0, "bench"), self.backend))
                players.append(player)
            best = [float("inf")] * 2
            until = time.perf_counter() + seconds / len(positions)
            while best[1] == float("inf") or time.perf_counter() < until:
                for i, player in enumerate(players):
                    player.choose(seen)
                    assert player.result is not None
                    best[i] = min(best[i], player.result.seconds)
            spent = [total + each for total, each in zip(spent, best, strict=True)]
        work = sims * len(positions)
        return work / spent[0], threads * work / spent[1]

    def shares(self, seconds: float, spec: str = "uct") -> dict[str, float]:
        """Microseconds of a simulation of the search `spec`, and of its parts: rules in the tree, rollouts and judges, the rest.

        The simulations of one search at each position along a random game are done again without their tree
        (`mutapa.search.retrace`): what that takes less is the search's own.
        """
        from mutapa.search import bots, retrace, uct

        sims = 300 if self.fast else 20
        bot, spent, positions = bots.make(spec), [0.0, 0.0, 0.0], self.positions()
        assert isinstance(bot, uct.UctBot)
        for state in positions:
            seen, rng = state.observe(state.turn), derive(0, "shares").tolist()
            bot.start(self.game, state.board, state.turn, bots.Seating(self.seats, derive(0, "bench"), self.backend))
            search = bot.search
            script, tree = retrace.script_of(search, seen, rng, sims), search.trees[0]

            def whole(tree: Any = tree, search: Any = search, seen: Any = seen, rng: Any = rng) -> None:
                tree.plant()
                tree.rng[0], tree.rng[1] = rng
                tree.grow(search.board, seen, search.settings, search._rows, sims)

            def again(part: int, search: Any = search, seen: Any = seen, script: Any = script) -> None:
                retrace.run(search, seen, script, sims, part)

            runs: list[Callable[[], None]] = [whole, partial(again, 1), partial(again, 0)]
            best = [float("inf")] * 3
            until = time.perf_counter() + seconds / len(positions)
            while best[0] == float("inf") or time.perf_counter() < until:  # in turns, so that other work meets all alike
                for i, run in enumerate(runs):
                    began = time.perf_counter()
                    run()
                    best[i] = min(best[i], time.perf_counter() - began)
            spent = [total + each for total, each in zip(spent, best, strict=True)]
        whole_us, without, tree_us = (1e6 * total / (sims * len(positions)) for total in spent)
        return {"simulation": whole_us, "rules": tree_us, "rollouts": without - tree_us, "search": whole_us - without}

    def positions(self) -> list[State]:
        """Up to eight positions with a choice, from the deal on to two thirds of a random game."""
        found = []
        for k in range(8):
            state = self.deals[0].clone()
            self.engine.playout(state.board, self.work, state.words, derive(0, "along"), round(self.steps * k / 12))
            while state.is_chance:
                state.draw(derive(k, "luck"))
            while not state.is_over and not state.is_chance and len(state.legal_actions) < 2:
                state.apply(state.legal_actions[0])
            if not state.is_over and not state.is_chance:
                found.append(state)
        return found


def copy_seconds(engine: Any, words: int, seconds: float) -> float:
    """Seconds of copying `words` words in compiled code."""
    source, target = engine.array(words), engine.array(words)
    return unit_seconds(lambda n: engine.clone(words, source, target, n), seconds)


def random_seconds(engine: Any, seconds: float) -> float:
    """Seconds of drawing one random number in compiled code."""
    rng = np.array([1, 2], np.int64)
    return unit_seconds(lambda n: engine.draws(rng, n), seconds)
