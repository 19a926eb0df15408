"""A log followed by compiled code leads where `mutapa.search.follow` leads, and refuses what is not legal."""

from __future__ import annotations

from typing import Any

import pytest

from mutapa.core.game import CHANCE
from mutapa.core.lexicon import LETTERS_MAX, TOKENS_MAX
from mutapa.core.native import StrictList
from mutapa.core.protocol import told
from mutapa.core.state import State
from mutapa.core.streams import below, derive
from mutapa.search.export.entries import faced
from mutapa.search.export.following import ILLEGAL, WRONG_TURN, tell
from mutapa.search.follow import Follower


class Reader:
    """The compiled twin of a `Follower`, in plain Python."""

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat, game = state, seat, state.game
        assert game.written is not None
        self.face = faced(game, lambda name: getattr(game.rules, name)).rules
        public = all(field.seen == "public" for field in game.layout.fields.values())
        self.perfect = int(game.perfect(state.board) if game.perfect else public)
        self.board, self.work = StrictList(state.board.tolist()), StrictList([0] * game.work_words)
        self.seen, self.world = StrictList(state.observe(seat).tolist()), StrictList([0] * game.layout.words)
        room = [0] * (game.actions_max + 1)
        self.scratch = StrictList(room), StrictList(room), StrictList(game.written.lexicon.table()), StrictList([0] * TOKENS_MAX)
        self.rng, self.spare = StrictList(derive(0, "follow").tolist()), StrictList([0, 0])

    def tell(self, turn: int, words: str) -> int:
        text = StrictList(words.encode())
        said = tell(
            self.face, self.board, self.work, self.seen, self.world, *self.scratch, StrictList([0] * LETTERS_MAX),
            text, len(text), self.seat, turn, self.perfect, self.rng, self.spare,
        )  # fmt: skip
        if said >= 0:
            self.state.game.rules.apply(self.board, self.work, self.seen, said)
        return int(said)


GAMES: list[tuple[str, int, dict[str, Any], int]] = [
    ("kuhn", 2, {}, 20), ("sealed", 3, {}, 20), ("coin", 2, {}, 10), ("ascending", 4, {"rounds": 2}, 40),
    ("tictactoe", 2, {"rule": "connect3"}, 20), ("stone_age", 3, {}, 60), ("zimbabwe", 2, {"auction": "sealed"}, 25),
    ("godz", 2, {}, 40),
]  # fmt: skip


@pytest.mark.parametrize(("name", "seats", "options", "most"), GAMES, ids=lambda each: each if isinstance(each, str) else None)
def test_both_follow_a_log_alike(name: str, seats: int, options: dict[str, Any], most: int) -> None:
    for number in range(2):
        state = State.new(name, seats, seed=number, options=options, backend="plain")
        readers = [Reader(state, seat) for seat in range(seats)]
        followers = [Follower(state.game, state.description, seat, "plain") for seat in range(seats)]
        rng, luck = derive(number, "steps"), derive(number, "luck")
        for _ in range(most):
            if state.is_over:
                break
            action = state.chance(luck) if state.is_chance else state.legal_actions[below(rng, len(state.legal_actions))]
            for seat in range(seats):
                words = told(state, action, seat)
                event = followers[seat].tell(state.turn, words)
                assert readers[seat].tell(state.turn, words) == event.action
                assert list(readers[seat].seen) == followers[seat].seen.tolist()
                assert list(readers[seat].rng) == list(followers[seat]._rng)
            state.apply(action)


def test_what_is_not_legal_is_refused() -> None:
    state = State.new("sealed", 3, seed=1, backend="plain")
    reader = Reader(state, 0)
    assert reader.tell(1, "bid 2") == WRONG_TURN
    assert reader.tell(CHANCE, "roll 6: 1 1 1") == WRONG_TURN
    for words in ("bid 9", "bid", "", "bid 2 2", "roll 6: 1 1 1", "bid ?"):
        assert reader.tell(0, words) == ILLEGAL
    assert [reader.tell(seat, words) for seat, words in ((0, "bid 2"), (1, "bid ?"), (2, "bid ?"))] == [3, 0, 0]
    assert reader.tell(CHANCE, "roll 6: 3 1 1") == ILLEGAL  # it bid 2 itself
    assert reader.tell(CHANCE, "roll 12: 2 5 0") > 0
