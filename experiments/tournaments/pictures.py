"""Games of a tournament as pictures: which are worth a look, where they turned, and all their positions packed small.

A game's pictures are cut into pieces (elements of an SVG, lines of a text); each different piece is kept once, and a position is
what changed since the one before. Packed by zlib, hundreds of positions take less room than a few pictures.
"""

from __future__ import annotations

import base64
import io
import json
import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from rich.console import Console

from mutapa.core.game import CHANCE
from mutapa.core.record import Record
from mutapa.core.state import State
from mutapa.experiments.tournaments.ratings import POINTS, Ratings
from mutapa.experiments.tournaments.summary import Summary

MOST_FRAMES = 2000
WIDE = 100
"""Columns of a picture in text."""
PIECE = re.compile(r"<[^>]*>[^<]*")


@dataclass(frozen=True)
class Chosen:
    """A game worth a look."""

    number: int
    why: str
    names: tuple[str, ...]
    ranks: tuple[int, ...]
    plies: int


@dataclass(frozen=True)
class Replay:
    """A game in pictures."""

    svg: bool
    """Else the pictures are text."""
    packed: str
    """``{"pieces": [...], "frames": [[same at the start, same at the end, pieces between], ...], "words": [...]}`` by zlib, as
    base64. Frame 0 is the deal; `words` say which step led to a frame, and who took it."""
    length: int
    turn: int
    """The frame from which on the winner was ahead to the end, by the game's own estimate."""
    picture: str
    """That frame."""
    words: str
    """Its words."""


def chosen(summary: Summary, found: Ratings) -> Iterator[Chosen]:
    """Games worth a look, the best of each kind first, then the next best of each; none twice."""
    games, n = summary.games, len(summary.numbers)
    if not n:
        return
    elo = {each.name: each.elo or 0.0 for each in found.players}
    strength = np.array([elo.get(name, 0.0) for name in games.names]) / POINTS
    inside = games.players >= 0
    odds = np.where(inside, np.exp(strength[games.players]), 0.0)
    winner = np.where(inside, games.ranks, 99).argmin(axis=1)
    row = np.arange(n)
    expected = odds[row, winner] / odds.sum(axis=1)
    lead = summary.margins[row, winner]
    mean = expected.mean()
    kinds = [
        ("the closest finish", np.argsort(lead, kind="stable"), None),
        ("the winner least expected by the ratings", np.argsort(expected, kind="stable"), expected < mean),
        ("the longest game", np.argsort(-summary.plies, kind="stable"), None),
        ("the clearest win", np.argsort(-lead, kind="stable"), None),
        ("the shortest game", np.argsort(summary.plies, kind="stable"), None),
    ]
    seen: set[int] = set()
    for depth in range(min(n, 50)):
        for why, order, only in kinds:
            i = int(order[depth])
            if i not in seen and (only is None or only[i]):
                seen.add(i)
                words = why if depth == 0 else f"{why} but {depth}"
                if only is not None:
                    words += f" ({expected[i]:.0%})"
                yield of_row(summary, i, words)


def of_row(summary: Summary, i: int, why: str) -> Chosen:
    """The game that stands at `i` among those of `summary`."""
    games = summary.games
    seats = np.flatnonzero(games.players[i] >= 0)
    names = tuple(games.names[who] for who in games.players[i, seats])
    return Chosen(int(summary.numbers[i]), why, names, tuple(games.ranks[i, seats].tolist()), int(summary.plies[i]))


def replay(record: Record, names: Sequence[str], backend: str, where: str) -> Replay:
    """All positions of `record`; `InvalidError` if it doesn't fit the rules here."""
    pieces: dict[str, int] = {}
    frames, words, ahead = [], [], []
    outcome = record.outcome
    winner = outcome["ranks"].index(1) if outcome else -1
    before: list[int] = []
    mover, svg = 0, True
    kept: list[str] = []
    for k, state in enumerate(record.positions(backend=backend, where=where)):
        if k > MOST_FRAMES:
            break
        svg = state.game.svg is not None
        cut = split(drawn(state), svg)
        now = [pieces.setdefault(piece, len(pieces)) for piece in cut]
        frames.append(delta(before, now))
        who = "the deal" if k == 0 else "chance" if mover == CHANCE else f"{mover} {names[mover]}"
        words.append(who if k == 0 else f"{who}: {record.texts[k - 1]}")
        ahead.append(winner < 0 or leads(state, winner))
        before, mover = now, state.turn
        kept = list(pieces)
    turn = next((k + 1 for k in range(len(ahead) - 1, -1, -1) if not ahead[k]), 0)
    turn = min(turn, len(frames) - 1)
    shown = rebuilt(frames, turn)
    data = json.dumps({"pieces": kept, "frames": frames, "words": words}, separators=(",", ":"))
    packed = base64.b64encode(zlib.compress(data.encode(), 9)).decode()
    picture = ("" if svg else "\n").join(kept[piece] for piece in shown)
    return Replay(svg, packed, len(frames), turn, picture, words[turn])


def leads(state: State, seat: int) -> bool:
    """Whether nobody stands better than `seat`, by the game's own estimate, or by the outcome once it is over."""
    outcome = state.outcome
    if outcome is not None:
        return outcome.ranks[seat] == 1
    work, out = state.scratch
    state.engine.judge(state.board, work, state.words, out)
    shares = out[: state.seats].tolist()
    return bool(shares[seat] == max(shares))


def drawn(state: State) -> str:
    """A position as an SVG that follows the reader's theme, or as text where the game has no such picture."""
    if state.game.svg is not None:
        return state.svg("auto")
    picture = state.picture()
    if isinstance(picture, str):
        return picture
    console = Console(file=io.StringIO(), width=WIDE, no_color=True, legacy_windows=False, force_terminal=False)
    console.print(picture)
    return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())  # type: ignore[attr-defined]


def split(picture: str, svg: bool) -> list[str]:
    """A picture in pieces; put together again they are the picture."""
    return PIECE.findall(picture) if svg else picture.split("\n")


def delta(before: Sequence[int], now: Sequence[int]) -> tuple[int, int, list[int]]:
    """What `now` keeps of `before` at its start and at its end, and what stands between."""
    most = min(len(before), len(now))
    start = next((i for i in range(most) if before[i] != now[i]), most)
    end = next((i for i in range(most - start) if before[-1 - i] != now[-1 - i]), most - start)
    return start, end, list(now[start : len(now) - end])


def rebuilt(frames: Sequence[tuple[int, int, list[int]]], last: int) -> list[int]:
    """The pieces of frame `last`."""
    now: list[int] = []
    for start, end, between in frames[: last + 1]:
        now = now[:start] + between + now[len(now) - end :]
    return now
