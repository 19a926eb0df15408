"""Conversations with an engine for the page of the protocol.

``python -m mutapa.experiments.documentation.transcript docs/protocol.md``

Each stands between two marks, ``<!-- session GAME -->`` and ``<!-- end -->``, and is remade in place; a test compares it. The
engine runs here, in plain Python. In the big games all seats play at random, so that no change of a preference changes the page.
"""

from __future__ import annotations

import re
import sys
from typing import NamedTuple

from mutapa.core import protocol, registry
from mutapa.core.errors import InvalidError
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.experiments.documentation import marked
from mutapa.search.bots import Event, Seating, make
from mutapa.search.engine import Engine

MARKED = re.compile(r"(<!-- session (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
WIDTH = 126
HEAD = 3
"""Options of the handshake that are shown."""


class Session(NamedTuple):
    """What is played: the bot, seats, the engine's seat, how many answers are shown, options of the rules."""

    spec: str
    seats: int
    you: int
    answers: int
    options: dict[str, object]


SESSIONS = {
    "zimbabwe": Session("random", 3, 1, 3, {"auction": "sealed"}),
    "stone_age": Session("random", 2, 1, 4, {}),
    "godz": Session("random", 2, 1, 4, {}),
    "kuhn": Session("uct:sims=16", 2, 0, 2, {}),
}


class Conversation:
    """What was said, by both sides."""

    def __init__(self, spec: str) -> None:
        self.said: list[str] = []
        self.engine = Engine(spec, lambda line: self.said.append(f"E: {line}"), backend="plain")

    def __call__(self, *lines: str) -> None:
        for line in lines:
            self.said.append(f"C: {line}")
            self.engine.handle(line.encode())
            if self.engine.thinking is not None:
                self.engine.thinking.wait()


def session(name: str) -> list[str]:
    """A game of `name` up to the engine's last answer that is shown, or to its end."""
    about = SESSIONS[name]
    game = registry.get(name)
    state = State.new(game, about.seats, seed=5, options=about.options)
    talk = Conversation(about.spec)
    talk("mep 1")
    talk.said[:] = _shortened(talk.said, name)
    talk("set seed 3", "ready", f"new game {name} rules {game.version} seats {about.seats} you {about.you} id g17")
    talk(protocol.setup(state.description), "ready")
    others = [make("random") for _ in range(about.seats)]
    for seat, bot in enumerate(others):
        bot.start(game, state.board, seat, Seating(about.seats, derive(5, "seat", seat), "plain"))
    n, answers, luck = 1, 0, derive(5, "luck")
    while not state.is_over and answers < about.answers:
        turn, seen = state.turn, [state.observe(seat) for seat in range(about.seats)]
        if turn == about.you:
            answers += 1
            if answers == 1:
                talk(f"legal n {n}", f"check n {n} hash {talk.engine.known().hash()}")
            talk(f"go n {n}" + (" sims 8" if answers == 2 else ""))
            action = state.parse(talk.said[-1].removeprefix(f"E: move n {n} "))
        else:
            action = state.chance(luck) if turn < 0 else others[turn].choose(seen[turn])
        told = [state.see(action, seat) for seat in range(about.seats)]
        talk(protocol.item(n, turn, state.text(told[about.you])))
        for seat, bot in enumerate(others):
            bot.observe(n - 1, Event(turn, told[seat], seen[seat]))
        state.apply(action)
        n += 1
    outcome = state.outcome
    places = f"places {','.join(map(str, outcome.ranks))} reason normal" if outcome else "reason void"
    talk(f"go n {n + 3}", f"result {places}", "quit")
    return talk.said


def _shortened(said: list[str], name: str) -> list[str]:
    """The handshake without other games, and with the first options only."""
    kept, options = [], 0
    for line in said:
        options += line.startswith("E: option ")
        if line.startswith("E: game ") and not line.startswith(f"E: game {name} "):
            continue
        if not line.startswith("E: option ") or options <= HEAD:
            kept.append(line)
    return kept


def block(lines: list[str]) -> str:
    """All that stands between the marks; lines wider than the page are cut, which `...` says."""
    shown = [line if len(line) <= WIDTH else line[: WIDTH - 4] + " ..." for line in lines]
    return "\n".join(["```", *shown, "```", ""])


def remade(page: str) -> str:
    """The page with each session as it should be."""
    if not MARKED.search(page):
        raise InvalidError("transcript: the page has no mark; right would be lines <!-- session GAME --> and <!-- end -->")
    return MARKED.sub(lambda found: found[1] + block(session(found[2])) + found[3], page)


if __name__ == "__main__":
    marked.command("transcript", "docs/protocol.md", remade, sys.argv[1:])
