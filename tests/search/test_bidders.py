"""Typed opponents: their bids are their type's, all else their base's; the oracle is told, and only the oracle."""

from __future__ import annotations

from typing import Any

import pytest

from mutapa.core import registry
from mutapa.core.errors import InvalidError
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.core.toys.ascending.game import GAME
from mutapa.core.toys.kuhn.game import GAME as KUHN
from mutapa.experiments.matches.play import play
from mutapa.search.bidders import BidderBot
from mutapa.search.bots import Event, Seating, make
from tests.core.zimbabwe.positions import scene_of
from tests.search.seats import seated


def table(specs: list[str], seed: int = 1, game: Any = GAME, **options: Any) -> tuple[list[str], list[Any]]:
    """A game between bots: texts of its steps, and the bots."""
    bots = [make(spec) for spec in specs]
    description = State.new(game, len(specs), seed=seed, options=options).description
    streams = [derive(seed, "seat", i) for i in range(len(specs))]
    done = play(game, description, bots, streams=streams, luck=derive(seed, "luck"), backend="plain")
    return done.record.texts, bots


def test_a_named_type_bids_as_its_name_says() -> None:
    seen = [table(["bidder:type=limit-3", "bidder:type=limit-5"], seed, budget=9)[0] for seed in range(60)]
    usual = ["bid 1", "bid 2", "bid 3", "bid 4", "pass"]
    assert max(seen, key=seen.count) == usual
    assert seen.count(usual) > 35  # each of five steps is that of the type 19 times out of 20 or more


def test_a_drawn_type_lasts_a_game_and_is_another_in_another() -> None:
    kinds = []
    for seed in range(30):
        _, bots = table(["bidder", "bidder:base=random"], seed, budget=9, rounds=3)
        kinds.append((bots[0].bid_type, bots[1].bid_type))
        assert table(["bidder", "bidder:base=random"], seed, budget=9, rounds=3)[1][0].bid_type == bots[0].bid_type
    assert len(set(kinds)) > 20
    assert all(0 <= kind <= 9 for pair in kinds for kind in pair)


@pytest.mark.parametrize(
    ("kind", "answers", "steps"),
    [
        ("pass", [], ["pass"]),
        ("jump-2", ["bid 3", "bid 6"], ["bid 2", "bid 3", "bid 5", "bid 6", "pass"]),  # two more would not be possible twice
        ("jump-5", [], ["pass"]),
        ("tit-for-tat", ["bid 3", "bid 6", "bid 9"], ["bid 1", "bid 3", "bid 5", "bid 6", "bid 7", "bid 9", "pass"]),
    ],
)
def test_outsiders_keep_to_their_rule(kind: str, answers: list[str], steps: list[str]) -> None:
    """Nine coins, of which the last bid alone is paid."""
    state = State.new(GAME, 2, options={"budget": 9, "pay": "last"})
    bot = seated(f"bidder:type={kind}", GAME, state.board, 2, backend="plain")
    assert bot.bid_type is None
    said: list[str] = []
    while not state.is_over:
        text = state.text(bot.choose(state.observe(0))) if state.turn == 0 else answers.pop(0)
        bot.observe(0, Event(state.turn, state.legal_actions[state.legal_texts.index(text)], state.observe(0)))
        state.apply(text)
        said.append(text)
    assert said == steps


def test_all_but_the_bids_is_the_bases() -> None:
    s = scene_of("T.....", "......", seats=2)
    bots = [seated(spec, registry.get("zimbabwe"), s.state.board, 2, backend="plain") for spec in ("expert", "bidder:type=pass")]
    seen = s.state.observe(0)
    assert bots[0].choose(seen) == bots[1].choose(seen)
    s.end_round().cattle(9, 9)
    bot = seated("bidder:type=jump-3", registry.get("zimbabwe"), s.state.board, 2, seat=1, backend="plain")
    assert s.state.text(bot.choose(s.state.observe(1))) == "bid 3"
    inner = make("bidder:type=pass,base=uct:sims=20;c=1")
    assert isinstance(inner, BidderBot)
    assert inner.base.spec == "uct:sims=20,c=1"


def test_the_oracle_is_told_and_needs_typed_rivals() -> None:
    texts, bots = table(["uct:sims=30,auction=limits-oracle", "bidder:type=limit-2", "bidder"], budget=5)
    assert bots[0].bidders.told == {1: 2, 2: bots[2].bid_type}
    assert texts
    with pytest.raises(InvalidError, match="seat 1 has none; right would be rivals like bidder:type=draw"):
        table(["uct:sims=30,auction=limits-oracle", "expert"])


def test_no_other_bot_is_told() -> None:
    assert not any(make(spec).asks_types for spec in ("random", "expert", "uct", "uct:auction=limits-uniform", "bidder"))


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("bidder:type=limit-77", "type"),
        ("bidder:type=jump-0", "type"),
        ("bidder:base=bidder", "its base bids by a type too; right would be base=expert"),
        ("bidder:base=exprt", "expert"),
    ],
)
def test_wrong_types_and_bases_are_refused_by_one_line(spec: str, said: str) -> None:
    state = State.new(GAME, 2)
    with pytest.raises(InvalidError, match=said) as error:
        seated(spec, GAME, state.board, 2, backend="plain")
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 300


def test_a_game_without_types_is_refused() -> None:
    state = State.new(KUHN, 2)
    with pytest.raises(InvalidError, match="kuhn has no auction with types of bidders"):
        make("bidder").start(KUHN, state.board, 0, Seating(2, derive(1), "plain"))
