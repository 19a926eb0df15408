"""Backward induction over every position of a small two-player game in which nothing is hidden and nature never moves."""

from __future__ import annotations

from mutapa.core.game import SEATS
from mutapa.core.state import State


def solve(state: State) -> dict[tuple[int, ...], int]:
    """Margin of seat 0 under best play at every position that can be reached from `state`, by the words of the position."""
    rules, board = state.game.rules, state.board.tolist()
    work, out = [0] * state.game.work_words, [0] * (2 * SEATS)
    values: dict[tuple[int, ...], int] = {}

    def value(words: tuple[int, ...]) -> int:
        if words not in values:
            values[words] = fresh(words)
        return values[words]

    def fresh(words: tuple[int, ...]) -> int:
        mover = rules.turn(board, work, list(words))
        if mover < 0:
            rules.outcome(board, work, list(words), out)
            return out[SEATS]
        actions = [0] * state.game.actions_max
        found = []
        for action in actions[: rules.legal(board, work, list(words), actions)]:
            after = list(words)
            rules.apply(board, work, after, action)
            found.append(value(tuple(after)))
        return max(found) if mover == 0 else min(found)

    value(tuple(state.words.tolist()))
    return values
