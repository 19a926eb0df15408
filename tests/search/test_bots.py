"""Bots: what they choose, what they may know, and how a spec is read."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mutapa.core import native, registry
from mutapa.core.errors import InvalidError
from mutapa.core.game import Game
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.core.toys.ascending.game import GAME as ASCENDING
from mutapa.core.toys.kuhn.game import GAME as KUHN
from mutapa.core.toys.sealed.game import GAME as SEALED
from mutapa.search import bots, configs
from mutapa.search.bots import make
from tests.core.toys.kuhn_solver import J, K, Q, best_response
from tests.search.seats import UCB1, play, record, seated, uct
from tests.search.tables import at, table_game

COINS = "win=0,margin=1,scale=2"


def kuhn(*actions: int) -> State:
    state = State.new(KUHN, 2)
    for action in actions:
        state.apply(action)
    return state


@pytest.mark.parametrize(("card", "rival", "call"), [(K, J, 1), (K, Q, 1), (J, K, 0), (J, Q, 0)])
def test_kuhn_dominated_answers_to_a_bet_are_never_given(card: int, rival: int, call: int) -> None:
    """SEARCH C: P(call | K) goes to 1 and P(call | J) to 0."""
    for seed in range(20):
        for cards, history, seat in (((rival, card), (1,), 1), ((card, rival), (0, 1), 0)):
            state = kuhn(*cards, *history)
            bot = uct(f"{UCB1},sims=400,{COINS}", KUHN, state.board, 2, seat=seat, seed=seed)
            assert bot.choose(state.observe(seat)) == call
            assert bot.result is not None
            assert bot.result.visits[call] > 0.9 * 400


def test_kuhn_policy_of_root_visits_is_exploited_less_than_uniform_play(capsys: pytest.CaptureFixture[str]) -> None:
    """SEARCH C: an equilibrium is not required of searching from one's own information set; what it loses is printed."""
    policy, uniform = {}, {}
    for seat, history in ((0, ()), (0, (0, 1)), (1, (0,)), (1, (1,))):
        for card in (J, Q, K):
            rival = Q if card != Q else J
            cards = (card, rival) if seat == 0 else (rival, card)
            state = kuhn(*cards, *history)
            bot = uct(f"{UCB1},sims=4000,{COINS}", KUHN, state.board, 2, seat=seat)
            bot.choose(state.observe(seat))
            assert bot.result is not None
            policy[seat, card, history] = Fraction(bot.result.visits[1], 4000)
            uniform[seat, card, history] = Fraction(1, 2)
    lost = {name: best_response(p, 0) + best_response(p, 1) for name, p in (("search", policy), ("uniform", uniform))}
    with capsys.disabled():
        print(
            f" [kuhn: exploitability {float(lost['search']):.3f} coins by root visits, {float(lost['uniform']):.3f} uniform]",
            end="",
        )
    assert 0 <= lost["search"] < lost["uniform"]


def test_kuhn_search_earns_more_than_random_play() -> None:
    """A sanity of the whole chain, cards dealt by nature; the same cards and the same rival for both."""
    earned = {}
    for spec in (f"uct:sims=200,memory=1,{COINS}", "random"):
        ends = [play(KUHN, [spec, "random"], seed=seed)[1].outcome for seed in range(600)]
        earned[spec[:3]] = sum(end.margins[0] for end in ends if end) / 600
    assert earned["uct"] > earned["ran"] + 0.1


@pytest.mark.parametrize("game", [KUHN, SEALED], ids=lambda game: str(game.name))
def test_hidden_words_change_no_move_and_no_tree(game: Game) -> None:
    """SEARCH I: the truth is scrambled by whole states that agree with what the seat sees."""
    seats = game.seats[0]
    engine = native.engine(game, "object")
    rng, work = derive(5, "scramble"), engine.work()
    scrambled = 0
    for seed in range(340):
        state = State.new(game, seats, seed=seed)
        key = derive(seed, "luck")
        while not state.is_over:
            if state.is_chance:
                state.draw(key)
                continue
            seat = state.turn
            truth = np.zeros_like(state.words)
            engine.determinize(state.board, work, state.observe(seat), seat, rng, truth)
            other = state.clone()
            other.words[:] = truth
            scrambled += not np.array_equal(state.words, other.words)
            found = []
            for world in (state, other):
                bot = uct("uct:sims=60,memory=1", game, state.board, seats, seat=seat, seed=seed)
                action = bot.choose(world.observe(seat))
                found.append((action, record(bot.search.trees[0], seats)))
            assert found[0] == found[1]
            state.apply(state.legal_actions[seed % len(state.legal_actions)])
    assert scrambled > 300


@pytest.mark.parametrize("spec", ["uct:sims=60", "uct:sims=60,trees=2,threads=2", "greedy", "random", "expert"])
@pytest.mark.parametrize(("game", "seats"), [(KUHN, 2), (SEALED, 3), (ASCENDING, 4)], ids=lambda x: getattr(x, "name", ""))
def test_the_same_seed_gives_the_same_game_and_another_one_another(spec: str, game: Game, seats: int) -> None:
    games = [play(game, [spec] * seats, seed=seed)[0] for seed in (1, 1, 2, 3, 4, 5, 6)]
    assert games[0] == games[1]
    if game.name != "ascending" or spec not in ("greedy", "uct:sims=60"):  # passing is the best step there, without a tie
        assert any(other != games[0] for other in games[2:])


def test_a_bot_started_again_remembers_nothing() -> None:
    """Trial A9."""
    options = {"budget": 8, "rounds": 3}
    state = State.new(ASCENDING, 2, options=options)
    bot = uct("uct:sims=300,auction=limits-uniform", ASCENDING, state.board, 2)
    first = bot.choose(state.observe(0)), record(bot.search.trees[0], 2)
    bot.observe(0, bots.Event(0, 1, state.observe(0)))
    state.apply(1)
    bot.observe(1, bots.Event(1, 2, state.observe(0)))
    state.apply(2)
    bot.choose(state.observe(0))
    again = State.new(ASCENDING, 2, options=options)
    bot.start(ASCENDING, again.board, 0, bots.Seating(2, derive(1, "seat", 0), "object"))
    assert (bot.choose(again.observe(0)), record(bot.search.trees[0], 2)) == first


def test_reuse_is_recorded_and_can_be_turned_off() -> None:
    reused = {}
    for reuse in (0, 1):
        state = State.new(ASCENDING, 2, options={"budget": 12, "first": 20})
        bot = uct(f"{UCB1},sims=3000,reuse={reuse}", ASCENDING, state.board, 2)
        bot.choose(state.observe(0))
        for n, action in enumerate((1, 2)):
            bot.observe(n, bots.Event(state.turn, action, state.observe(0)))
            state.apply(action)
        bot.choose(state.observe(0))
        assert bot.result is not None
        assert bot.result.simulations == 3000
        reused[reuse] = bot.result.reused
        assert sum(bot.result.visits.values()) == 3000 + max(0, reused[reuse] - 1)
    assert reused[0] == 0
    assert reused[1] > 1


def test_one_legal_action_is_returned_at_once() -> None:
    table = {0: (0, {7: 1}), 1: (1, 0)}
    for spec in ("uct:sims=1000000000", "greedy", "random", "expert"):
        bot = seated(spec, table_game(table, 2), np.zeros(1, np.int64), 2, backend="plain")
        assert bot.choose(at(0)) == 7
        assert bot.result is None


def test_greedy_takes_the_best_successor_and_draws_ties() -> None:
    table: dict[int, Any] = {0: (0, {1: 1, 2: 2, 3: 3}), 1: (0, 5), 2: (5, 0), 3: (6, 2)}
    game = table_game(table, 2)
    picks = {seated("greedy", game, np.zeros(1, np.int64), 2, seed=s, backend="strict").choose(at(0)) for s in range(20)}
    assert picks == {2, 3}  # both win
    by_points = seated("greedy:win=0,points=1,scale=100", game, np.zeros(1, np.int64), 2, backend="strict")
    assert by_points.choose(at(0)) == 3


def test_greedy_looks_from_its_own_seat() -> None:
    table: dict[int, Any] = {0: (1, {1: 1, 2: 2}), 1: (9, 0), 2: (0, 9)}
    assert seated("greedy", table_game(table, 2), np.zeros(1, np.int64), 2, seat=1, backend="strict").choose(at(0)) == 2


def test_expert_takes_what_the_game_prefers() -> None:
    def prefer(board: Any, work: Any, state: Any, actions: Any, n: int, out: Any) -> int:
        for i in range(n):
            out[i] = 9 if actions[i] in (4, 8) else 2
        return 0

    game = table_game({0: (0, {1: 1, 4: 1, 8: 1}), 1: (0, 0)}, 2)
    object.__setattr__(game, "rules", game.rules._replace(prefer=prefer))
    picks = {seated("expert", game, np.zeros(1, np.int64), 2, seed=s, backend="strict").choose(at(0)) for s in range(20)}
    assert picks == {4, 8}


def test_random_is_uniform() -> None:
    game = table_game({0: (0, {1: 1, 2: 1, 3: 1}), 1: (0, 0)}, 2)
    bot = seated("random", game, np.zeros(1, np.int64), 2, backend="plain")
    picks = [bot.choose(at(0)) for _ in range(900)]
    assert all(abs(picks.count(action) - 300) < 60 for action in (1, 2, 3))


def test_every_option_has_an_effect() -> None:
    """Trial A6: 500 simulations, seed 1, at the default and at a changed value."""
    state = State.new(ASCENDING, 3, options={"budget": 9, "rounds": 3})

    def visits(spec: str) -> Any:
        bot = uct(spec, ASCENDING, state.board, 3)
        bot.choose(state.observe(0))
        assert bot.result is not None
        return [record(tree, 3) for tree in bot.search.trees]

    base = visits("uct:sims=500")
    assert base == visits("uct:sims=500,reuse=1,memory=32")
    for change in (
        "c=0.2",
        "horizon=1",
        "auction=limits-uniform",
        "trees=2",
        "nodes=20",
        "place=1",
        "margin=1",
        "points=1",
        "win=0,points=1",
    ):
        assert visits(f"uct:sims=500,{change}") != base, change
    assert visits("uct:sims=500,points=1,scale=50") != visits("uct:sims=500,points=1")
    assert visits("uct:sims=501") != base


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("utc:sims=800", "no bot 'utc'; did you mean 'uct'?"),
        ("uct:simz=800", "no option 'simz'; did you mean 'sims'?"),
        ("uct:sims=many", "sims=many is no whole number; right would be a whole number from 1"),
        ("uct:sims=0", "sims=0 is out of range; right would be a whole number from 1"),
        ("uct:c=-1", "c=-1 is out of range; right would be a number from 0 to 100"),
        ("uct:c=nan", "c=nan is out of range"),
        ("uct:seconds=inf", "seconds=inf is out of range"),
        ("uct:sims", "'sims' has no value; right would be sims=value"),
        ("uct:sims=", "'sims=' has no value"),
        ("uct:sims=1,sims=2", "sims is given twice"),
        ("uct:auction=limits", "auction=limits; right would be open or limits-uniform"),
        ("uct:threads=2", "a tree is grown by one thread; right would be trees=2"),
        ("random:sims=3", "no option 'sims'; there is none"),
        ("", "no bot ''"),
    ],
)
def test_a_bad_spec_says_what_would_be_right(spec: str, said: str) -> None:
    with pytest.raises(InvalidError) as error:
        make(spec)
    assert said in str(error.value)
    assert "\n" not in str(error.value)
    assert repr(spec) in str(error.value)


def test_worthless_utilities_are_refused() -> None:
    board, _ = KUHN.deal(KUHN.describe(2, {}, derive(1)))
    with pytest.raises(InvalidError, match="win, place, margin and points are all 0"):
        seated("uct:win=0", KUHN, board, 2)


def test_specs_are_canonical() -> None:
    assert make(" uct : seconds=0.10 , mix=0.30 ").spec == "uct:seconds=0.1"
    assert make("uct:trees=2,sims=800,threads=2").spec == "uct:sims=800,trees=2,threads=2"
    assert make("greedy").spec == "greedy"
    assert make("uct:c=0.70000001").spec == "uct:c=0.70000001"  # not rounded: the spec is what a record keeps
    names = [name for name in bots.bot_names() if name != "engine"]  # known once experiments/engines/engines.py is imported
    assert names == ["random", "greedy", "expert", "uct", "bidder"]
    assert {knob.name for knob in bots.options("uct")} >= {"sims", "seconds", "auction", "memory"}
    assert all(knob.doc for name in bots.bot_names() for knob in bots.options(name))


def test_choosing_before_the_start_is_refused() -> None:
    with pytest.raises(InvalidError, match="before a game was started"):
        make("uct").choose(np.zeros(1, np.int64))


@pytest.mark.parametrize("steps", [1, 3])
def test_a_bot_told_of_nothing_searches_where_it_is_asked(steps: int) -> None:
    """Its tree grew elsewhere, and is left behind."""
    state = State.new(ASCENDING, 3, seed=3)
    bot = uct("uct:sims=200", ASCENDING, state.board, 3, seat=0)
    bot.choose(state.observe(0))
    for _ in range(steps):
        state.apply(state.legal_actions[1])
    assert len(state.legal_actions) > 1
    assert bot.choose(state.observe(state.turn)) in state.legal_actions
    assert bot.result is not None
    assert bot.result.reused == 0
    assert list(bot.result.visits) == state.legal_actions


@pytest.mark.parametrize(("weight", "step"), [("hut", "place hut"), ("field", "place field"), ("tool", "place tools")])
@pytest.mark.parametrize("spec", ["expert", "uct:sims=40,horizon=0"])
def test_named_weights_from_a_file_reach_preferences_and_priors(tmp_path: Path, spec: str, weight: str, step: str) -> None:
    """Whatever the game's defaults: a village place of enormous worth is taken at once; the deal's board stays as it was."""
    path = tmp_path / "mine.yaml"
    path.write_text(f"{weight}: 2000\n")
    state = State.new("stone_age", 2, backend="plain")
    before = state.board.tolist()
    bot = seated(f"{spec}{',' if ':' in spec else ':'}weights={path}", state.game, state.board, 2, backend="plain")
    assert state.text(bot.choose(state.observe(0))) == step
    assert state.board.tolist() == before
    assert make(bot.spec).spec == bot.spec


@pytest.mark.parametrize(("text", "game", "said"), [
    ("wod: 3", "stone_age", "mine.yaml: no weight 'wod'; did you mean 'wood'?"),
    ("wood: 1e9", "stone_age", "mine.yaml: wood is"),
    ("- wood", "stone_age", "mine.yaml: a list stands there; weights are a map of names and whole numbers"),
    ("wood: [", "stone_age", "mine.yaml: line 2, column 1: "),
    ("wood: 3", "kuhn", "kuhn has no weights by name"),
    (None, "stone_age", "mine.yaml: can't be read: no such file or directory"),
])
def test_weights_that_are_none_are_refused_in_one_line(tmp_path: Path, text: str | None, game: str, said: str) -> None:
    path = tmp_path / "mine.yaml"
    if text is not None:
        path.write_text(text)
    state = State.new(game, 2, backend="plain")
    with pytest.raises(InvalidError) as error:
        seated(f"expert:weights={path}", state.game, state.board, 2, backend="plain")
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def shipped() -> list[Path]:
    return sorted(configs.WEIGHTS.glob("*.yaml"))


@pytest.mark.parametrize("path", shipped(), ids=lambda path: path.stem)
def test_weights_that_come_with_mutapa_have_names_and_all_numbers(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """All weights of the game stand there, so that they stay what they are when its defaults change."""
    monkeypatch.chdir(tmp_path)
    game = registry.get(path.stem.partition("-")[0])
    assert game.weights is not None
    named = configs.weights(path.stem)
    assert named == configs.weights(str(path))
    assert list(named) == list(game.weights)
    assert make(f"expert:weights={path.stem}").files == [str(path)]
    state = State.new(game, 2, backend="plain")
    bot = seated(f"uct:weights={path.stem}", game, state.board, 2, backend="plain")
    assert [int(bot.board[game.weights[each].at]) for each in game.weights] == list(named.values())


def test_the_first_weights_of_the_great_zimbabwe_are_no_longer_the_defaults() -> None:
    first, weights = configs.weights("zimbabwe-first"), registry.get("zimbabwe").weights
    assert weights is not None
    assert (first["god_anansi"], first["income"], weights["god_anansi"].default, weights["income"].default) == (207, 77, 351, 10)


def test_a_name_that_no_weights_bear_finds_the_nearest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InvalidError, match=r"weights=zimbabwe-frist: no file.*did you mean 'zimbabwe-first'\?"):
        configs.weights("zimbabwe-frist")
    Path("mine").write_text("cattle: 5\n")
    assert configs.weights("mine") == {"cattle": 5}
    Path("zimbabwe-first").write_text("cattle: 5\n")  # the name is taken; a path says which is meant
    assert configs.weights("zimbabwe-first") != {"cattle": 5} == configs.weights("./zimbabwe-first")


def test_blunders_are_uniform_over_the_legal_steps_and_a_share_of_choices() -> None:
    state = State.new("ascending", seed=1)
    counts: dict[int, int] = {}
    searched = 0
    for seed in range(300):
        bot = uct("uct:sims=20,memory=1,blunder=0.5", ASCENDING, state.board, 2, seed=seed)
        action = bot.choose(state.observe(0))
        if bot.result is None:
            counts[action] = counts.get(action, 0) + 1
        else:
            searched += 1
            assert action == bot.result.action
    assert 115 <= searched <= 185  # 4 standard deviations
    legal = state.legal_actions
    expected = (300 - searched) / len(legal)
    assert set(counts) == set(legal)
    assert sum((counts[action] - expected) ** 2 / expected for action in legal) < 25
    one, other = (uct("uct:sims=50,memory=1,blunder=1", ASCENDING, state.board, 2, seed=3) for _ in range(2))
    assert one.choose(state.observe(0)) == other.choose(state.observe(0))
    assert one.result is None


def test_no_blunders_leave_the_stream_alone() -> None:
    state = State.new("ascending", seed=1)
    bots = [uct(f"uct:sims=200,memory=1{more}", ASCENDING, state.board, 2, seed=3) for more in ("", ",blunder=0")]
    for bot in bots:
        bot.choose(state.observe(0))
    assert bots[0].result is not None
    assert bots[0].spec == bots[1].spec
    assert bots[0].result.visits == bots[1].result.visits  # type: ignore[union-attr]
