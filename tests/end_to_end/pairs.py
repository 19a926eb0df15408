"""Two engines told and asked the same: one that was exported, and the bot in this process."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Sequence
from typing import Any

from mutapa.core import protocol, registry
from mutapa.core.errors import MutapaError
from mutapa.core.state import State
from mutapa.core.streams import below, derive
from mutapa.search.bots import Bot, Event, Seating
from mutapa.search.engine import Engine
from mutapa.search.export.toolchain import compiler


def have_compiler(cpu: str = "baseline") -> bool:
    """Whether something here compiles C for `cpu`, a level or a target."""
    try:
        return bool(compiler(cpu))
    except MutapaError:
        return False


class Pair:
    """An exported engine and the bot in process, told and asked the same."""

    def __init__(self, command: Sequence[str], spec: str) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={}, bufsize=1)
        self.said: list[str] = []
        self.engine = Engine(spec, self.said.append)

    def tell(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.engine.handle(line.encode())

    def ask(self, line: str, *ends: str) -> list[str]:
        """What both say to `line`, up to a line of one of the verbs `ends`; they must say the same."""
        assert self.process.stdout is not None
        self.said.clear()
        self.tell(line)
        if self.engine.thinking is not None:
            self.engine.thinking.wait()
        found: list[str] = []
        while not found or found[-1].partition(" ")[0] not in ends:
            found.append(self.process.stdout.readline().rstrip("\n"))
            assert found[-1], f"{line}: it says nothing more after {found}"
        assert found == self.said
        return found

    def close(self) -> None:
        self.process.communicate(timeout=60)
        assert self.process.returncode == 0


def play(pair: Pair, name: str, games: int, options: dict[str, Any], most: int = 60) -> int:
    """Games with random others; everything asked must be answered alike. How many moves were asked for."""
    game, moves = registry.get(name), 0
    for number in range(games):
        seats = random.Random(number).randint(*game.seats)
        state = State.new(game, seats, seed=number, options=options, backend="object")
        you, mine, n = number % seats, 0, 1
        rng, luck = derive(number, "others"), derive(number, "luck")
        pair.tell(f"new game {name} rules {game.version} seats {seats} you {you} id g{number}")
        pair.tell(protocol.setup(state.description))
        while not state.is_over and mine < most:
            if state.is_chance:
                action = state.chance(luck)
            elif state.turn == you:
                if len(state.legal_actions) < 200:
                    pair.ask(f"legal n {n}", "legal")
                pair.ask(f"check n {n} hash 0123456789abcdef legal 1", "same", "differ")
                answer = pair.ask(f"go n {n}" + " sims 30" * (mine % 3 == 2), "move", "error")[-1]
                action = state.parse(answer.split(" ", 3)[3])
                mine += 1
            else:
                action = state.legal_actions[below(rng, len(state.legal_actions))]
            pair.said.clear()
            pair.tell(protocol.item(n, state.turn, protocol.told(state, action, you)))
            assert pair.said == []
            state.apply(action)
            n += 1
            if mine == 5 and n > 6:  # going back: forgotten by both
                pair.tell(f"undo n {n}")
        pair.tell("result reason void")
        moves += mine
    return moves


def whole_games(pair: Pair, bot: Bot, name: str, games: int, options: dict[str, Any] | None = None) -> int:
    """Whole games with random others: the pair and `bot`, which gets no lines, choose and value alike. How many choices."""
    game, choices = registry.get(name), 0
    for number in range(games):
        seats = game.seats[0] + number % (game.seats[1] - game.seats[0] + 1)
        state = State.new(game, seats, seed=number, options=options or {}, backend="object")
        you, n = number % seats, 1
        rng, luck = derive(number, "others"), derive(number, "luck")
        pair.tell(f"new game {name} rules {game.version} seats {seats} you {you} id g{number}")
        pair.tell(protocol.setup(state.description))
        bot.start(game, state.board, you, Seating(seats, derive(0, "engine", f"g{number}", "seat", you), "object"))
        while not state.is_over:
            if state.is_chance:
                action = state.chance(luck)
            elif state.turn == you:
                said = pair.ask(f"go n {n}", "move", "error")
                action = bot.choose(state.observe(you))
                assert said[-1] == f"move n {n} {state.text(action)}"
                if bot.result is not None:
                    values = ",".join(f"{value:.4f}" for value in bot.result.values[:seats])
                    assert f" value {values} " in said[0] + " "
                    choices += 1
            else:
                action = state.legal_actions[below(rng, len(state.legal_actions))]
            pair.tell(protocol.item(n, state.turn, protocol.told(state, action, you)))
            event = Event(state.turn, state.see(action, you), state.observe(you))
            state.apply(action)
            bot.observe(n - 1, event)
            n += 1
        pair.tell("result reason void")
        bot.close()
    return choices
