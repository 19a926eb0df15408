"""``mutapa engine BOT``: any of our bots as an engine on stdin and stdout (docs/protocol.md)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated, BinaryIO

import typer

from mutapa.core.native import known_backend
from mutapa.core.protocol import MOST_BYTES
from mutapa.experiments.parameters import Backend
from mutapa.search.engine import Engine


def lines(stream: BinaryIO) -> Iterator[bytes]:
    """Lines of `stream`; one that is too long comes cut, still too long, so that it is refused without being held."""
    while line := stream.readline(MOST_BYTES + 1):
        yield line
        while len(line) > MOST_BYTES and not line.endswith(b"\n"):
            line = stream.readline(MOST_BYTES + 1)


def say(line: str) -> None:
    """A line on stdout, at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def command(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="A bot, as in uct:sims=400; `mutapa bots` lists them.")],
    seed: Annotated[int, typer.Option("--seed", min=0, max=10**9 - 1, help="What the bot's luck follows from.")] = 0,
    backend: Backend = "object",
) -> None:
    """Serve a bot by the engine protocol: lines in on stdin, answers on stdout, until quit or the end of the input."""
    known_backend(backend)
    Engine(bot, say, backend=backend, seed=seed).serve(lines(sys.stdin.buffer))
