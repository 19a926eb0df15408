"""Records of games that begin as a test says."""

from __future__ import annotations

from typing import Any

from mutapa.core.record import Record
from mutapa.core.state import State


def recorded(name: str, line: str, seats: int | None = None, **options: Any) -> Record:
    """The record of a game that begins by the steps of `line`."""
    state = State.new(name, seats, seed=3, options=options)
    record = Record.begin(state, ["random"] * state.seats, 3)
    for words in line.split(" / ") if line else ():
        action = state.parse(words)
        record.step(state, action)
        state.apply(action)
    record.finish(state)
    return record
