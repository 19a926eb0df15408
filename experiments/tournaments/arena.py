"""The arena: games between engines, each a process of its own within limits, or a bot of ours in this process.

>>> table = Table("kuhn", backend="plain", sims=1)
>>> with Arena(table, [Entrant("a", bot="random", inside=True), Entrant("b", bot="random", inside=True)]) as arena:
...     outcome = arena.play(Game(1, ("a", "b")))
>>> outcome.reason, sorted(outcome.ranks)
('normal', [1, 2])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from mutapa.core.errors import InvalidError, unknown
from mutapa.core.state import check_seats, engine_for
from mutapa.experiments.engines import engines, limits  # noqa: F401  # engines: who is named by engine:COMMAND is a bot
from mutapa.experiments.engines.client import Fault
from mutapa.experiments.tournaments.bout import Bout
from mutapa.experiments.tournaments.contestants import Contestant, Inside, Process
from mutapa.experiments.tournaments.table import Account, Entrant, Fixture, Outcome, Table

__all__ = ["Account", "Arena", "Entrant", "Fixture", "Game", "Outcome", "Table", "play"]


class Game(NamedTuple):
    """A fixture by itself."""

    number: int
    seats: tuple[str, ...]
    setup: int = 1
    block: int = 1


class Arena:
    """Plays fixtures at one table, one after the other. It belongs to the thread that made it; leaving the ``with`` ends engines.

    Engines are kept for the next game unless the table says `restart`; an entrant with two seats has two processes. What a game
    comes to doesn't depend on the games before it.
    """

    def __init__(self, table: Table, entrants: Iterable[Entrant]) -> None:
        self.table, self.game = table, table.check()
        self.entrants = {entrant.name: entrant for entrant in entrants}
        for entrant in self.entrants.values():
            entrant.check()
        self.processes: dict[tuple[str, int], Process] = {}
        self.tardy: set[str] = set()
        """Entrants that let the time for loading a game run out when they last had it: they aren't waited for so long again."""

    def __enter__(self) -> Arena:
        return self

    def __exit__(self, *rest: object) -> None:
        self.close()

    @property
    def sandbox(self) -> str:
        """How engines are held on this machine, in a line; empty if no sandbox is asked for."""
        return limits.told(self.table.sandbox) if self.table.sandbox != "none" else ""

    def greet(self) -> None:
        """Start every engine before anything is played; `InvalidError` names one that can't be started or plays another game."""
        engine_for(self.game, self.table.backend)  # a build takes minutes, and is nobody's time
        for name, entrant in self.entrants.items():
            if entrant.inside:
                continue
            try:
                self._process(entrant, 0).greet()
            except Fault as error:
                last = self.processes[name, 0].client.output()
                raise InvalidError(f"entrant {name!r}: {error}" + (f"; its last line: {last[-1]!r}" if last else "")) from None

    def play(self, fixture: Fixture) -> Outcome:
        """Play one game, whatever its engines do. `InvalidError` if the fixture itself is wrong."""
        check_seats(self.game, len(fixture.seats), f"game {fixture.number}")
        for name in fixture.seats:
            if name not in self.entrants:
                raise unknown(f"game {fixture.number}", "entrant", name, self.entrants)
        deal = self.table.deal(self.game, len(fixture.seats), fixture.setup)
        makers = [self._maker(name, fixture.seats[:seat].count(name)) for seat, name in enumerate(fixture.seats)]
        try:
            outcome = Bout(self.game, self.table, fixture, deal, makers).play()
        finally:
            if self.table.restart:
                self.close()
        outcome.sandbox = self.sandbox
        return outcome

    def _maker(self, name: str, index: int) -> Callable[[], Contestant]:
        entrant = self.entrants[name]
        if entrant.inside:
            return lambda: Inside(entrant, self.table, self.game)
        return lambda: self._process(entrant, index)

    def _process(self, entrant: Entrant, index: int) -> Process:
        """The entrant's process, a new one if the one before is lost or owes an answer."""
        key = entrant.name, index
        process = self.processes.get(key)
        if process is None or not process.usable:
            if process is not None:
                process.client.close(0.0)
            process = self.processes[key] = Process(entrant, self.table, self.game, self.tardy)
        return process

    def close(self) -> None:
        """End all engines."""
        for process in self.processes.values():
            process.client.close()
        self.processes.clear()


def play(fixture: Fixture, entrants: Iterable[Entrant], table: Table) -> Outcome:
    """One game, with engines of its own."""
    with Arena(table, entrants) as arena:
        return arena.play(fixture)
