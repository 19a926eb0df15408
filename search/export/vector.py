"""The questions that an exported engine asks itself by ``selftest``: positions of random games, each with a small search."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mutapa.core.errors import MutapaError
from mutapa.core.game import Game
from mutapa.core.protocol import item, setup, told
from mutapa.core.state import State
from mutapa.core.streams import below, derive

GAMES = 3
STEPS = 60
"""Steps of each game, at most."""
ASKED = 8
"""Questions in a game, at most."""
SIMS = 40


def questions(game: Game, tables: Sequence[int] = (), options: Mapping[str, Any] | None = None) -> Iterator[str]:
    """Lines of the engine protocol; those that begin with ``go`` are answered by a move.

    `tables`: numbers of seats to be played with, all of the game if none are given; `options` of the rules.
    """
    tables = tables or range(game.seats[0], game.seats[1] + 1)
    for number in range(GAMES):
        seats = tables[min(number, len(tables) - 1)]
        state = State.new(game, seats, seed=number, options=options, backend="plain")
        rng, luck = derive(number, "selftest"), derive(number, "luck")
        seat, asked = number % seats, 0
        yield f"new game {game.name} rules {game.version} seats {seats} you {seat} id selftest{number}"
        yield setup(state.description)
        for n in range(1, STEPS + 1):
            if state.is_over or asked == ASKED:
                break
            if state.turn == seat and len(state.legal_actions) > 1:
                yield f"go n {n} sims {SIMS}"
                asked += 1
            legal = state.legal_actions
            action = state.chance(luck) if state.is_chance else legal[below(rng, len(legal))]
            yield item(n, state.turn, told(state, action, seat))
            state.apply(action)
        yield "result reason void"


def answers(command: Sequence[str], game: Game, tables: Sequence[int], options: Mapping[str, Any]) -> list[str]:
    """Questions and answers in turn, an answer ``""`` where none is due; asked of the engine that `command` starts."""
    found: list[str] = []
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={}, bufsize=1) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line in questions(game, tables, options):
            process.stdin.write(line + "\n")
            said = ""
            while line.startswith("go ") and not said.startswith(("move ", "error ")):
                said = process.stdout.readline().rstrip("\n")
                if not said:
                    raise MutapaError(f"export: the engine made ended at {line!r}")
            if said.startswith("error "):
                raise MutapaError(f"export: the engine made says {said!r} to {line!r}")
            found += [line, said]
        process.communicate()
        if process.returncode:
            raise MutapaError(f"export: the engine made ended with code {process.returncode}")
    return found
