"""The bot `uct`: a search for each choice, within a budget, in trees kept from step to step."""

from __future__ import annotations

import dataclasses
import functools
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from mutapa.core.errors import InvalidError
from mutapa.core.game import UNIT, Game
from mutapa.core.streams import Array
from mutapa.nets.network import Network, memory_of, network
from mutapa.nets.weights import DEFAULTS
from mutapa.search import expectations, foretell, temperature, variants
from mutapa.search.bots import UTILITY, WEIGHTS, Bot, Event, Seating, Truth, check_utility, shared_settings
from mutapa.search.budget import Budget, clock_of
from mutapa.search.clock import Timing
from mutapa.search.connect import LOCAL
from mutapa.search.driver import Search
from mutapa.search.merge import Result
from mutapa.search.specs import Knob
from mutapa.search.threads import fill


class UctBot(Bot):
    """UCT over information sets, with or without a model of how long rivals go on bidding."""

    name = "uct"
    doc = "tree search by simulations (UCT, max^n, information sets)"
    knobs = (
        Knob("sims", None, "new simulations a step (800 if seconds isn't given either)", limits=(1, 1 << 40)),
        Knob("seconds", None, "seconds a step", float),
        Knob("clock", None, "seconds for the whole game, and more for each choice: 60+0.5", str),
        Knob("stop", None, "1: stop when the leader can't be caught (default: 1 with a clock, else 0)", limits=(0, 1)),
        Knob(
            "extend",
            None,
            "share of the budget that undecided steps may take more (default: 1 with a clock, else 0)",
            float,
            (0, 100),
        ),
        *variants.KNOBS,
        Knob("auction", "open", "rivals bid by the tree, or by drawn types", str, choices=("open", *expectations.NAMES)),
        Knob("table", None, "limits-learned: file of weights of bidder types", str),
        Knob("bids", None, "limits-learned: network that foretells bids, instead of a table (default: net)", str),
        Knob("trees", 1, "logical trees, merged", limits=(1, 64)),
        Knob("threads", 1, "threads that grow them", limits=(1, 64)),
        Knob("actors", 0, "Ray actors that grow them, here or on other machines; 0: threads do", limits=(0, 64)),
        Knob("ray", None, "actors: the cluster, local, auto or HOST:PORT (default: the one this process is in, else local)", str),
        Knob("memory", 64, "MB of all trees together", float, (0, 1 << 20)),
        Knob("nodes", 0, "most nodes of a tree; 0: as memory allows", limits=(0, 1 << 30)),
        Knob("blunder", 0, "share of choices made at random instead: a weaker player", float, (0, 1)),
        Knob("temperature", 0, "steps are drawn by visits^(1/temperature); 0: the most visited one", float, (0, 100)),
        Knob("reuse", None, "1: keep the subtree of what was played; 0: don't (default: 1, with gumbel 0)", limits=(0, 1)),
        WEIGHTS,
        *UTILITY,
    )

    def __init__(self, values: dict[str, Any]) -> None:
        super().__init__(values)
        variants.check(self.spec, values)
        expectations.check(self.spec, values)
        check_utility(self.spec, values)
        self._left: float | None = None
        """Seconds on the bot's own clock, where the spec gives it one."""
        self.clock = None if values["clock"] is None else clock_of(f"bot {self.spec!r}: clock", values["clock"])
        limits: dict[str, Any] = {"sims": values["sims"], "seconds": values["seconds"]}
        if self.clock is not None:
            limits |= {"left": self.clock[0], "increment": self.clock[1]}
        elif limits["sims"] is None and limits["seconds"] is None:
            limits["sims"] = 800
        self.budget = self._eager(Budget(**limits))

    def _eager(self, budget: Budget) -> Budget:
        """`budget` with the options `stop` and `extend`."""
        clocked = budget.left is not None and self.values["select"] != "gumbel"
        stop, extend = (clocked if self.values[name] is None else self.values[name] for name in ("stop", "extend"))
        if self.values["proven"]:  # what may yet be proven counts for more than visits
            stop = 0
        return dataclasses.replace(budget, stop=bool(stop), extend=float(extend))

    @property
    def cheats(self) -> bool:
        return bool(self.values["worlds"] == "cheat")

    @property
    def asks_types(self) -> bool:
        return bool(self.values["auction"] == "limits-oracle")

    @property
    def files(self) -> list[str]:
        named = {str(each) for each in (self.values["net"], self.values["bids"]) if each is not None}
        # The default network is the game's, which nobody has named yet: all of them count.
        nets = sorted(named - {"default"}) + (sorted(map(str, DEFAULTS.glob("*.safetensors"))) if "default" in named else [])
        return [*super().files, *nets]

    def meet(self, kinds: Sequence[int | None]) -> None:
        if isinstance(self.bidders, expectations.Oracle):
            self.bidders.tell(kinds, self.seat)

    def start(self, game: Game, board: Array, seat: int, settings: Seating) -> None:
        super().start(game, board, seat, settings)
        values = self.values
        variants.check_game(self.spec, values, game, self.seats, self.perfect)
        self._told_all = self.perfect  # an observation and the steps seen lead to the next observation
        self.perfect = self.perfect or self.cheats
        shared = shared_settings(self)
        if values["worlds"] in variants.KNOWN:
            shared["PERFECT"] = 1
        self.bidders = expectations.expectation(values["auction"], values["table"])
        thinks, tells = self._network(values["net"]), self._network(expectations.teller(values))
        if tells is not None:
            foretell.check_head(tells, f"bot {self.spec!r}")
        try:
            self.search = self._search()(
                self.engine,
                self.board,
                seats=self.seats,
                seat=seat,
                trees=variants.trees(values),
                pimc=values["worlds"] == "pimc",
                memory=values["memory"],
                nodes=values["nodes"],
                bidders=self.bidders,
                network=thinks,
                bids=tells,
                **variants.settings_of(values, self.seats),
                **shared,
            )
        except MemoryError:
            raise InvalidError(
                f"bot {self.spec!r}: memory={values['memory']:g} MB are more than are free; right would be less"
            ) from None
        self.search.halt = self.halt
        self._searches = 0
        self._timing = Timing(self.engine, self.board, self.search.settings, None if self.perfect else self.seat)
        self._left = None if self.clock is None else self.clock[0]
        self._steps: list[int] = []
        self._expected: Array | None = None
        """What the seat sees where the steps told so far have led; None where that can't be known."""
        self._lost = False

    def _network(self, file: str | None) -> Network | None:
        """The network in a file, ready to think with: the same one for the same file."""
        if file is None:
            return None
        slots = memory_of(variants.trees(self.values))
        if not self.values["batch"]:
            return network(file, self.engine, slots)
        from mutapa.nets.served import served

        return served(file, self.engine, self.values["batch"], slots)

    def _search(self) -> Callable[..., Search]:
        if not self.values["actors"]:
            return functools.partial(Search, threads=self.values["threads"])
        from mutapa.search.cluster import ClusterSearch

        return functools.partial(ClusterSearch, actors=self.values["actors"], where=self.values["ray"] or LOCAL)

    def observe(self, n: int, event: Event) -> None:
        self._steps.append(int(event.action))
        if self.search.belief is not None:
            self.search.belief.observe(event.seat, int(event.action), event.seen)
        self._expected = None
        if self._told_all:
            self._expected = np.array(event.seen)
            self.engine.apply(self.board, self._work, self._expected, int(event.action))

    def choose(self, seen: Array, budget: Budget | None = None) -> int:
        """One of the legal actions. `budget`: instead of the spec's own; one with a clock keeps to the spec's limits as well."""
        begun = time.perf_counter()
        if self.cheats and not isinstance(seen, Truth):
            raise InvalidError(f"bot {self.spec!r}: worlds=cheat needs the true state; it was given what its seat sees")
        own = budget is None or budget.left is not None
        if budget is None:
            budget = self.budget
            if self._left is not None:
                budget = dataclasses.replace(budget, left=max(0.0, self._left))
        elif own:
            limits = {name: self.values[name] for name in ("sims", "seconds") if getattr(budget, name) is None}
            budget = self._eager(dataclasses.replace(budget, **limits))
        self._paid = False
        action = self._choose(seen, budget, begun)
        if self.clock is not None and self._left is not None and own:
            self._left += self._paid * self.clock[1] - (time.perf_counter() - begun)
        return action

    def _choose(self, seen: Array, budget: Budget, begun: float) -> int:
        actions = self.look(seen)
        told = self._expected is None or np.array_equal(self._expected, np.asarray(seen))
        if not told and self.search.belief is not None:
            raise InvalidError(
                f"bot {self.spec!r}: the observed steps don't lead to this position; a belief comes from them, so tell it all"
            )
        self.result, self.missing, self._expected = None, 0, np.array(seen)
        if not told:
            self._lost = True
        if len(actions) == 1:
            return actions[0]
        self._paid = True
        if self.values["blunder"] and self.below(UNIT) < self.values["blunder"] * UNIT:
            return actions[self.below(len(actions))]
        clocked = budget.left is not None
        if clocked:
            budget = self._timing.share(budget, self._seen, self._rng, len(actions), begun)
            if budget.seconds == 0:
                action = self.preferred(actions)
                self._timing.answered(time.perf_counter() - begun)
                return action
        self._searches += 1
        # A tree follows the steps it was told of; asked about a position they don't lead to, it begins anew.
        steps = self._steps if variants.reuses(self.values) and not self._lost else None
        self._lost = False
        self._steps = []
        generators = [self._stream(self._searches * 64 + i) for i in range(self.search.count)]
        self.result = self.search.run(self._seen, budget, generators, steps)
        self.missing = self.search.missing
        if clocked:
            self._timing.took(time.perf_counter() - begun, budget)
        if self.result is None:  # no time for a single simulation
            return self.preferred(actions)
        if not self.result.reproducible and not self.result.proven and max(row.visits for row in self.result.rows) < 2:
            # The clock left none looked at twice: visits say nothing yet.
            self.result = dataclasses.replace(self.result, action=self.preferred(actions))
        elif heat := round(self.values["temperature"] * UNIT):
            self.result = dataclasses.replace(self.result, action=self._drawn(self.result, heat))
        return self.result.action

    def _drawn(self, result: Result, heat: int) -> int:
        """An action drawn by visits; `heat` is the temperature, fixed point."""
        words = [int(self._rng[0]), int(self._rng[1])]
        at = temperature.draw_by_visits([row.visits for row in result.rows], 0, 1, len(result.rows), heat, words)
        fill(self._rng, words)
        return result.rows[at].action

    def close(self) -> None:
        super().close()
        if (search := self.__dict__.pop("search", None)) is not None:
            search.close()
