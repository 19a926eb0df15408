"""Best responses: Kuhn poker's equilibria to the coin, other policies against an enumeration, and games where all is seen."""

from __future__ import annotations

import itertools
import json
import random
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from mutapa.core.errors import InvalidError
from mutapa.core.state import State
from mutapa.experiments import cli
from mutapa.experiments.laboratory import best_response
from mutapa.experiments.laboratory.best_response import Mix, Policy, View, of_bot, replies
from mutapa.search.bots import Event
from tests.core.toys import kuhn_solver
from tests.core.toys.kuhn_solver import BET, PASS, J, K, Q, equilibrium

KUHN = State.new("kuhn", seed=1)
THIRD = Fraction(1, 3)


def kuhn(policy: kuhn_solver.Policy) -> Policy:
    """A policy of the enumeration as one of a seat's view: its card is the event that it saw whole."""

    def plays(seat: int, view: View, state: State, told: list[Event]) -> Mix:
        card = next(action for mover, action in view if mover < 0 and action)
        history = tuple(action for mover, action in view if mover >= 0)
        bet = policy[seat, card, history]
        return {PASS: 1 - bet, BET: bet}

    return plays


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 6), THIRD])
def test_kuhns_equilibria_can_not_be_exploited(alpha: Fraction) -> None:
    found, walk = replies(KUHN, kuhn(equilibrium(alpha)))
    assert [each.value for each in found] == [Fraction(-1, 18), Fraction(1, 18)]
    assert [each.played for each in found] == [Fraction(-1, 18), Fraction(1, 18)]
    assert [each.gain for each in found] == [0, 0]
    assert len(walk.mixes) == (11 if alpha == THIRD else 12), "asked where somebody may come: at 1/3 the king always bets"


def test_what_leaves_the_equilibria_can_be_exploited() -> None:
    for wrong in ({(0, J, ()): Fraction(1)}, {(1, Q, (1,)): Fraction(0)}, {(0, K, (0, 1)): Fraction(1, 2)}):
        found, _ = replies(KUHN, kuhn({**equilibrium(Fraction(0)), **wrong}))
        assert sum(each.gain for each in found) > 0


def test_random_policies_as_by_enumeration() -> None:
    rng = random.Random(4)
    nodes = [(seat, card, history) for seat, history in ((0, ()), (0, (0, 1)), (1, (0,)), (1, (1,))) for card in (J, Q, K)]
    for _ in range(15):
        policy = {node: Fraction(rng.randint(0, 4), 4) for node in nodes}
        found, _ = replies(KUHN, kuhn(policy))
        assert [each.value for each in found] == [kuhn_solver.best_response(policy, seat) for seat in (0, 1)]
        deals = itertools.permutations((J, Q, K), 2)
        assert found[0].played == sum((kuhn_solver.expected(policy, deal, ()) for deal in deals), Fraction(0)) / 6


def test_the_best_reply_named_is_worth_its_value() -> None:
    """Play it against the policy: it gets what was said."""
    policy = kuhn({**equilibrium(Fraction(0)), (0, J, ()): Fraction(1), (1, Q, (1,)): Fraction(1)})
    found, _ = replies(KUHN, policy)
    for reply in found:

        def both(seat: int, view: View, state: State, told: list[Event], reply: best_response.Reply = reply) -> Mix:
            return {reply.actions.get(view, PASS): Fraction(1)} if seat == reply.seat else policy(seat, view, state, told)

        again, _ = replies(KUHN, both)
        assert again[reply.seat].played == reply.value
        assert again[reply.seat].gain == 0


def uniform(seat: int, view: View, state: State, told: list[Event]) -> Mix:
    legal = state.legal_actions
    return {action: Fraction(1, len(legal)) for action in legal}


def value(state: State, seat: int, choose: Callable[[list[Fraction]], Fraction]) -> Fraction:
    """Tic-tac-toe's share of the win for `seat`, who takes the best; the other's choice is by `choose`."""
    if state.outcome is not None:
        return best_response.utilities(state, "win")[seat]
    below = []
    for action in state.legal_actions:
        new = state.clone()
        new.apply(action)
        below.append(value(new, seat, choose))
    return max(below) if state.turn == seat else choose(below)


def test_where_all_is_seen_it_is_expectimax() -> None:
    state = State.new("tictactoe", seed=1)
    state.apply("b2 / a1 / c1")
    found, _ = replies(state, uniform, "win")
    for reply in found:
        assert reply.value == value(state, reply.seat, lambda below: sum(below, Fraction(0)) / len(below))


def test_three_seats_and_shared_wins() -> None:
    found, walk = replies(State.new("sealed", 3, seed=1), uniform, "win")
    assert sum(each.played for each in found) == 1
    assert all(each.gain > 0 for each in found)
    assert walk.positions > 100


def test_bots_by_visits_and_by_choices() -> None:
    spec = "uct:sims=200,memory=1,win=0,margin=1,scale=2"
    by_visits, walk = replies(KUHN, of_bot(spec, backend="plain"))
    lost = sum(each.gain for each in by_visits)
    random_lost = sum(each.gain for each in replies(KUHN, of_bot("random", 40, backend="plain"))[0])
    assert 0 < lost < random_lost
    king, jack = (walk.mixes[1, ((-1, 0), (-1, card), (0, BET))][BET] for card in (K, J))
    assert king > Fraction(9, 10) > THIRD > jack, "a call with the king wins, one with the jack loses"
    with pytest.raises(InvalidError, match="counts no visits; right would be --samples 100"):
        replies(KUHN, of_bot("expert", backend="plain"))


def test_bots_that_have_no_policy_of_what_they_see_are_refused() -> None:
    """One who cheats plays two ways where its seat sees one position; visits don't show how often a bot blunders."""
    with pytest.raises(InvalidError, match="plays by what it can't see, so it has no policy to exploit"):
        of_bot("uct:sims=20,worlds=cheat")
    said = "bot uct:sims=20,blunder=0.5 chooses at random at times, which its search doesn't show; right would be --samples 100"
    with pytest.raises(InvalidError, match=said):
        of_bot("uct:sims=20,blunder=0.5")
    of_bot("uct:sims=20,blunder=0.5", samples=10)


def test_what_is_no_policy_and_what_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InvalidError, match="chances of legal actions belong there"):
        replies(KUHN, lambda seat, view, state, told: {PASS: Fraction(1, 2)})
    with pytest.raises(InvalidError, match="utility 'coins'"):
        replies(KUHN, uniform, "coins")
    monkeypatch.setattr(best_response, "MOST_POSITIONS", 50)
    with pytest.raises(InvalidError, match="more than 50 positions"):
        replies(KUHN, uniform)
    monkeypatch.setattr(best_response.Walk, "values", lambda self, at: self.values(at))  # a game without an end
    with pytest.raises(InvalidError, match="kuhn: its games are too long"):
        replies(KUHN, uniform)


def test_a_game_that_is_far_too_large_is_refused_at_once() -> None:
    """The walk would ask for policies at tens of thousands of positions before it gave up."""
    asked = []

    def counted(seat: int, view: View, state: State, told: list[Event]) -> Mix:
        asked.append(seat)
        return uniform(seat, view, state, told)

    for game in ("stone_age", "godz"):
        with pytest.raises(InvalidError, match=f"{game}: more than 100,000 positions; best responses are for small games"):
            replies(State.new(game, seed=1), counted)
    assert 0 < len(asked) < 100


def test_lines_estimate_how_many_positions_there_are() -> None:
    """Their mean is what the walk counts (Knuth 1975), here for each seat and two policies."""
    for policy in (uniform, kuhn(equilibrium(Fraction(0)))):
        for seat in (0, 1):
            walk = best_response.Walk(policy)
            walk.best(seat, [best_response.start(KUHN)], {})
            lines = [best_response.Walk(policy).estimate(best_response.start(KUHN), seat, n, 10**9) for n in range(400)]
            assert sum(lines) / len(lines) == pytest.approx(walk.positions, rel=0.1)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "found.json"
    words = ["exploit", "kuhn", "random", "--samples", "30", "--backend", "plain", "--policy", "--json", str(out)]
    done = subprocess.run([sys.executable, "-m", "mutapa.experiments.cli", *words], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "random (by 30 choices): exploitability" in done.stdout
    assert "deal k / deal ? / pass / bet" in done.stdout
    told = json.loads(out.read_text())
    assert told["nash_conv"] == pytest.approx(sum(each["gain"] for each in told["seats"]))
    assert len(told["policy"]) == 12
    assert all(sum(each["chances"].values()) == pytest.approx(1) for each in told["policy"])
    for wrong, said in (
        (["exploit", "kuhn", "expert"], "counts no visits"),
        (["exploit", "kuhn", "random", "--utility", "coins"], "utility 'coins'; right would be margin or win"),
        (["exploit", "kun", "random"], "did you mean 'kuhn'"),
    ):
        with pytest.raises(SystemExit) as ended:
            cli.main([*wrong, "--backend", "plain"])
        assert ended.value.code == 2
        assert said in capsys.readouterr().err
