"""Ways of drawing worlds: what each finds on a hidden coin, its known mistake among them, and that nothing hidden leaks."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from mutapa.core import registry
from mutapa.core.errors import InvalidError
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.core.toys.coin.game import GAME as COIN
from mutapa.core.toys.kuhn.game import GAME as KUHN
from mutapa.core.trial import determinized, play
from mutapa.search import settings
from mutapa.search.bots import Seating, make, view
from mutapa.search.budget import Budget
from mutapa.search.tree import HEAD, NODE, plant
from mutapa.search.worlds import arrive
from tests.search.seats import UCB1, generators, search, seated, whole
from tests.search.seats import play as game_of

STAY, GO = 0, 1
SEEDS = range(20)
RIGHT = {"fusion": STAY, "rival_knows": STAY, "leak": GO}
MISTAKES = {("pimc", "fusion"), ("so", "rival_knows"), ("pimc", "leak"), ("so", "leak"), ("mo", "leak")}
"""Known and asserted: a test where every variant passes proves nothing. PIMC fuses strategies and takes rivals to know all; a
single observer's rivals don't know what they know; where all worlds agree with the searcher's secrets, rivals act on these."""
WORLDS = ("pimc", "so", "mo", "redetermine")


def position(rule: str) -> State:
    """Heads was tossed; seat 0 is to stay or to go."""
    state = State.new(COIN, options={"rule": rule})
    state.apply("toss heads")
    return state


def found(rule: str, worlds: str, seed: int, sims: int = 4000, **how: Any) -> Any:
    state = position(rule)
    how = {"backend": "object", "nodes": 60, "POINTS": 0, "MARGIN": 1, "SCALE": 20, **how}
    one = search(COIN, state.board, 2, variant=f"worlds={worlds}", **how)
    return one.run(state.words if worlds == "cheat" else state.observe(0), Budget(sims), generators(seed, len(one.trees)))


@pytest.mark.parametrize("rule", RIGHT)
@pytest.mark.parametrize("worlds", WORLDS)
def test_the_matrix(worlds: str, rule: str) -> None:
    """SEARCH A, all twelve cells: 4,000 simulations, c = 0.7, 20 seeds, no exception."""
    right = RIGHT[rule]
    expected = 1 - right if (worlds, rule) in MISTAKES else right
    assert [found(rule, worlds, seed).action for seed in SEEDS] == [expected] * len(SEEDS)


@pytest.mark.parametrize(
    ("worlds", "rule", "value"),
    [("pimc", "fusion", 0.98), ("so", "rival_knows", 0.52), ("redetermine", "leak", 0.51)],
)
def test_what_going_seems_worth_where_it_is_chosen(worlds: str, rule: str, value: float) -> None:
    rows = [found(rule, worlds, seed).rows[GO] for seed in SEEDS]
    assert sum(row.value(0) for row in rows) / len(rows) == pytest.approx(value, abs=0.02)


@pytest.mark.parametrize(("rule", "action"), [("fusion", GO), ("rival_knows", STAY), ("leak", STAY)])
def test_who_cheats_wins_what_only_the_truth_gives(rule: str, action: int) -> None:
    result = found(rule, "cheat", 1)
    assert result.action == action
    if rule == "fusion":
        assert result.rows[GO].value(0) > 0.97


def test_redetermining_forgets_its_own_card_behind_a_rivals_step() -> None:
    """Its known mistake: a bet with the king wins 1 coin or 2, but seat 1's node deals seat 0 another card, which may lose."""
    worth = {}
    for worlds in ("mo", "redetermine"):
        state = State.new(KUHN)
        state.apply("deal k / deal q")
        one = search(KUHN, state.board, 2, variant=f"worlds={worlds}", backend="object", SCALE=2)
        result = one.run(state.observe(0), Budget(20_000), generators(1))
        assert result is not None
        worth[worlds] = result.rows[1].value(0)
    assert 0.75 <= worth["mo"] <= 1  # half, and a quarter for each coin
    assert worth["redetermine"] < 0.7


@pytest.mark.parametrize("worlds", ["mo", "redetermine", "pimc", "so,chance=explicit", "cheat"])
@pytest.mark.parametrize(("line", "call"), [
    ("deal q / deal k / bet", 1), ("deal j / deal k / bet", 1), ("deal k / deal j / bet", 0), ("deal q / deal j / bet", 0),
    ("deal k / deal q / pass / bet", 1), ("deal j / deal k / pass / bet", 0),
])  # fmt: skip
def test_dominated_answers_of_kuhn_poker_are_never_given(worlds: str, line: str, call: int) -> None:
    """SEARCH C: P(call | K) goes to 1 and P(call | J) to 0."""
    state = State.new(KUHN)
    state.apply(line)
    for seed in range(10):
        one = search(KUHN, state.board, 2, variant=f"worlds={worlds}", seat=state.turn, backend="object", SCALE=2, nodes=300)
        seen = state.words if worlds == "cheat" else state.observe(state.turn)
        result = one.run(seen, Budget(1000), generators(seed, len(one.trees)))
        assert result is not None
        assert result.action == call
        assert result.visits[call] > 900 or worlds == "pimc"  # of 20 small trees


def test_worlds_are_redrawn_at_rivals_nodes_and_nowhere_else() -> None:
    """At its own node the searcher has forgotten nothing, so the world of the simulation goes on."""
    game = KUHN.rules
    values = [0] * settings.LENGTH
    for name, value in (("NODES", 50), ("SLOTS", 128), ("SEATS", 2), ("WORLDS", settings.REDETERMINE)):
        values[getattr(settings, name)] = value
    for line, mover in (("deal q / deal k / pass / bet", 0), ("deal q / deal k / pass", 1)):
        state = State.new(KUHN)
        state.apply(line)
        worlds = set()
        for seed in range(40):
            head, nodes, table = [0] * HEAD, [0] * (NODE * 50), [0] * 178
            plant(head, nodes, table)
            world, view_ = state.words.tolist(), [0] * len(state.words)
            rng = derive(seed, "arrive").tolist()
            arrive(game, state.board.tolist(), [0] * KUHN.work_words, world, values, head, nodes, table, view_, rng)
            assert view_ == state.observe(mover).tolist()
            worlds.add(tuple(world))
        assert (worlds == {tuple(state.words.tolist())}) == (mover == 0)
        assert len(worlds) == (1 if mover == 0 else 2)  # behind the king seat 0 may hold the jack or the queen


def test_each_of_pimcs_trees_has_a_world_of_its_own() -> None:
    """Seat 0 holds the queen; of forty worlds about half give the rival the king. A second search draws others."""
    state = State.new(KUHN)
    state.apply("deal q / deal k")
    one = search(KUHN, state.board, 2, variant="worlds=pimc,determinizations=40", backend="plain", SCALE=2, nodes=20)
    drawn = []
    for seed in (1, 2):
        one.run(state.observe(0), Budget(40), generators(seed, 40))
        drawn.append([tuple(tree.world) for tree in one.trees])
        assert len(set(drawn[-1])) == 2
        assert 10 < drawn[-1].count(tuple(state.words.tolist())) < 30
    assert drawn[0] != drawn[1]


# --- nothing leaks -----------------------------------------------------------------------------------------------------

VARIANTS = ("worlds=so", "worlds=mo", "worlds=redetermine", "worlds=pimc,determinizations=4", "worlds=so,chance=explicit")


def scrambled(name: str, seed: int) -> Iterator[tuple[State, State]]:
    """Positions of random games in which a seat has a choice, each with another that this seat can't tell from it."""
    game = registry.get(name)
    for n in itertools.count():
        state = State.new(game, seed=int(derive(seed, name, n)[0]) % 10**6, backend="object")
        for at, _ in play(state, derive(seed, "play", n)):
            if at.turn < 0 or len(at.legal_actions) < 2:
                continue
            for k in range(4):
                world = determinized(at, at.observe(at.turn), at.turn, derive(seed, "scramble", n, k))
                if world != at:
                    yield at.clone(), world
                    break


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("name", "positions"), [("kuhn", 1000), ("coin", 200), ("sealed", 200)])
def test_hidden_words_change_no_move_and_no_tree(name: str, positions: int, variant: str) -> None:
    """SEARCH I, by the referee's own way of asking."""
    leaks(name, positions, variant, sims=24)


@pytest.mark.parametrize("variant", VARIANTS)
def test_hidden_words_of_stone_age_change_no_move_and_no_tree(variant: str) -> None:
    """SEARCH I: a thousand positions in which blind cards are hidden."""
    leaks("stone_age", 1000, variant, sims=24)


def leaks(name: str, positions: int, variant: str, sims: int) -> None:
    game = registry.get(name)
    bots = [make(f"uct:sims={sims},memory=1,horizon=4,{variant}") for _ in range(2)]
    for n, (state, other) in enumerate(itertools.islice(scrambled(name, seed=5), positions)):
        found = []
        for bot, truth in zip(bots, (state, other), strict=True):
            bot.start(game, truth.board, truth.turn, Seating(truth.seats, derive(n, "leak"), "object"))
            action = bot.choose(view(bot, truth))
            found.append((action, whole(bot.search.trees)))
        assert found[0] == found[1], f"{name} {n}: {state!r}"


def test_the_test_of_leaks_notices_a_bot_that_is_given_the_truth() -> None:
    with pytest.raises(AssertionError):
        leaks("kuhn", 50, "worlds=cheat", sims=200)


def test_only_a_bot_that_says_so_is_given_the_truth() -> None:
    state = position("rival_knows")
    for spec in ("random", "greedy", "expert", "uct", *(f"uct:{variant}" for variant in VARIANTS)):
        assert not make(spec).cheats
        assert np.array_equal(view(make(spec), state), state.observe(0))
    assert make("uct:worlds=cheat").cheats
    assert np.array_equal(view(make("uct:worlds=cheat"), state), state.words)


def test_a_bot_that_cheats_refuses_a_view() -> None:
    state = position("rival_knows")
    bot = seated("uct:worlds=cheat", COIN, state.board, 2)
    with pytest.raises(InvalidError, match="worlds=cheat needs the true state"):
        bot.choose(state.observe(0))
    assert bot.choose(view(bot, state)) in (STAY, GO)


@pytest.mark.parametrize("worlds", ["so", "mo", "redetermine", "pimc"])
def test_who_cheats_wins_no_less_than_who_does_not(worlds: str) -> None:
    """SEARCH K: coins at kuhn poker against the same rival, 300 games on each seat with the same cards."""
    base, won = f"{UCB1},sims=200,win=0,points=1,scale=2", {}
    for name in ("cheat", worlds):
        won[name] = 0
        for seed in range(300):
            for seat in (0, 1):
                specs = [base, base]
                specs[seat] = base if name == "so" else f"{base},worlds={name}"
                _, state, _ = game_of(KUHN, specs, seed=seed)
                assert state.outcome is not None
                won[name] += state.outcome.margins[seat]
    assert won["cheat"] > max(0, won[worlds])
