"""What is expected of bidders: by the game's estimate, by a table, by the truth; what a belief makes of it, and a search."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from mutapa.core import native, registry
from mutapa.core.errors import InvalidError
from mutapa.core.game import UNIT
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.core.toys.ascending.game import GAME, RULES
from mutapa.search import settings as at
from mutapa.search.auction import IN_AUCTION, bidding, draw_type
from mutapa.search.beliefs import Belief, cumulative
from mutapa.search.bots import make
from mutapa.search.expectations import Expectation, Heuristic, Learned, Oracle, expectation, traits_of
from tests.core.zimbabwe.positions import scene_of
from tests.search.seats import uct


def dealt(seats: int, **options: Any) -> tuple[Any, Any]:
    return GAME.deal(GAME.describe(seats, options, derive(1)))


GAME_Z = registry.get("zimbabwe")


# ---- policies written anew, from their names alone ----------------------------------------------------------------------------


def policy(name: str, gift: int, most: int, standing: int, seats: int, plaque: int = 0, extra: int = 0) -> dict[int, float]:
    """Probability of each raise (0: pass) by a type called `name`, with `most` to give at most."""
    will, limit, *rest = name.split("-")
    up_to = float(limit)
    if will == "settler":
        up_to = int(limit) * (standing - 1) // (seats - 1)
    if will == "reckoner":
        up_to = int(limit) + plaque
    up_to = min(int(up_to) + extra, most)
    legal = [0, *range(gift + 1, most + 1)]
    aim = 0
    if gift < up_to:
        aim = up_to if "once" in rest else min(up_to, gift + 3) if "three" in rest else gift + 1
    each = UNIT // 20 // len(legal)  # a twentieth in fixed point, shared out among all legal steps
    left = UNIT - each * len(legal)
    passes = left // 4 if "wavers" in rest and aim else 0
    chances = dict.fromkeys(legal, each)
    chances[aim] += left - passes
    chances[0] += passes
    return {step: chance / UNIT for step, chance in chances.items()}


def told(belief: Belief, state: State, line: str) -> list[tuple[int, int, dict[str, Any]]]:
    """Play a line of bids, show it to the belief; return (seat, gift, what stood before) of the voluntary steps."""
    found = []
    for text in line.split(" / "):
        before, seat, forced = state.words.copy(), state.turn, state.forced
        action = state.legal_actions[state.legal_texts.index(text)]
        if forced == 1:
            found.append((seat, 0 if text == "pass" else int(text.split()[1]), state.dump()))
        belief.observe(seat, action, before)
        state.apply(text)
    return found


LINES = [
    "bid 1 / bid 2 / bid 3 / bid 4 / pass / pass / take",
    "bid 3 / bid 4 / pass / pass",
    "pass / bid 2 / bid 3 / pass / take",
]


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("prior", [Expectation, Heuristic])
def test_posterior_in_a_small_auction_of_zimbabwe_is_bayes_by_enumeration(line: str, prior: type[Expectation]) -> None:
    s = scene_of("." * 18, seats=3).god(1, "elegua").end_round().cattle(6, 3, 7)
    state = s.state
    names = [GAME_Z.bidder(state.board, t) for t in range(216)]  # type: ignore[misc]
    belief = Belief(state.engine, state.board, 3, 0, prior())
    weights = {seat: [float(w) for w in belief.prior.weights(state.words, seat)] for seat in (1, 2)}
    for seat, raised, before in told(belief, state, line):
        if seat == 0:
            continue
        free = 3 if seat == 1 and not before["elegua_used"] else 0
        place = before["plaques"].index(seat)
        plaque = before["total"] // 3 + (before["total"] % 3 > place)
        for t, name in enumerate(names):
            most = before["cattle"][seat] + free
            chances = policy(name, before["gift"], most, bin(before["active"]).count("1"), 3, plaque, free)
            weights[seat][t] *= chances[raised]
    for seat in (1, 2):
        wanted = [weight / sum(weights[seat]) for weight in weights[seat]]
        assert [float(p) for p in belief.posterior(seat)] == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize("steps", [(1, 2, 3), (1, 3, 0, 4), (0, 1, 2), (4, 5)])
def test_posterior_over_the_toys_family_is_bayes_by_enumeration(steps: tuple[int, ...]) -> None:
    board, state = dealt(3, budget=6, bidders="family")
    engine = native.engine(GAME, "plain")
    belief = Belief(engine, board, 3, 0, Expectation())
    assert GAME.bidder is not None
    names = [GAME.bidder(board, t) for t in range(28)]
    weights = {seat: [1.0] * 28 for seat in (1, 2)}
    for action in steps:
        seat, before = int(engine.turn(board, engine.work(), state)), state.copy()
        price, cash = GAME.layout.read(before, "price"), GAME.layout.read(before, "cash")[seat]  # type: ignore[index]
        if seat and engine.forced(board, engine.work(), before) == 1:
            standing = 3 - bin(int(GAME.layout.read(before, "out"))).count("1")  # type: ignore[arg-type]
            for t, name in enumerate(names):
                weights[seat][t] *= policy(name, price, cash, standing, 3)[action]  # type: ignore[arg-type]
        engine.apply(board, engine.work(), state, action)
        belief.observe(seat, action, before)
    for seat in (1, 2):
        wanted = [weight / sum(weights[seat]) for weight in weights[seat]]
        assert [float(p) for p in belief.posterior(seat)] == pytest.approx(wanted, abs=1e-9)


def test_the_last_one_standing_shows_nothing_by_taking_its_place() -> None:
    s = scene_of("." * 18, seats=2).end_round().cattle(9, 9).play("bid 2 / pass")
    belief = Belief(s.state.engine, s.state.board, 2, 0, Expectation())
    belief.observe(1, s.state.legal_actions[0], s.state.words)
    assert belief.running
    assert len(set(belief.weights[1])) == 1


def test_predictions_are_the_mixture_of_the_types() -> None:
    state = scene_of("." * 18, seats=2).end_round().cattle(6, 6).play("bid 1").state
    belief = Belief(state.engine, state.board, 2, 1, Heuristic())
    chances = belief.predict(0, state.words, state.legal_actions)
    assert sum(chances) == pytest.approx(1)
    names = [GAME_Z.bidder(state.board, t) for t in range(216)]  # type: ignore[misc]
    weights = belief.prior.weights(state.words, 0)
    wanted = [sum(w * policy(name, 1, 6, 2, 2)[n] for w, name in zip(weights, names, strict=True)) for n in (0, 2, 3, 4, 5, 6)]
    assert chances == pytest.approx([each / sum(wanted) for each in wanted], abs=1e-5)


# ---- the heuristic, a table, the truth ----------------------------------------------------------------------------------------


def test_the_estimate_of_the_toy_follows_the_worth_of_the_first_place() -> None:
    means = []
    for first in (0, 4, 10):
        board, state = dealt(2, budget=6, first=first, second=0)
        prior = Heuristic()
        prior.start(native.engine(GAME, "plain"), board, 2)
        row = prior.weights(state, 1)
        means.append(sum(limit * weight for limit, weight in enumerate(row)) / sum(row))
    assert means == sorted(means)
    assert means[0] < 1
    assert means[2] > 3


def table(tmp_path: Path, **changes: Any) -> str:
    board, _ = dealt(2, budget=3)
    traits = traits_of(native.engine(GAME, "plain"), board)
    data = {"format": "mutapa bidders 1", "game": "ascending", "types": 4, "rows": [[1, 0, 0, traits + i] for i in range(traits)]}
    path = tmp_path / "table.json"
    path.write_text(json.dumps({**data, **changes}))
    return str(path)


def test_a_learned_table_gives_weights_by_traits(tmp_path: Path) -> None:
    board, state = dealt(2, budget=3)
    prior = Learned(table(tmp_path))
    prior.start(native.engine(GAME, "plain"), board, 2)
    assert list(prior.weights(state, 1)) == [1, 0, 0, 64 + 3]  # three coins
    bot = uct(f"uct:sims=50,auction=limits-learned,table={prior.path}", GAME, board, 2)
    assert bot.choose(state) in (0, 1, 2, 3)
    assert bot.search.settings[at.LATER] == at.BY_TRAITS


def test_the_table_that_is_kept_fits_the_types_of_zimbabwe() -> None:
    """If it doesn't: fit it again as docs/auctions.md says."""
    state = scene_of("." * 18, seats=2).end_round().cattle(5, 9).state
    prior = Learned("configs/bidders/zimbabwe.json")
    prior.start(state.engine, state.board, 2)
    weights = list(prior.weights(state.words, 1))
    assert len(weights) == 216
    once = [name.endswith("once") for name in (GAME_Z.bidder(state.board, t) for t in range(216))]  # type: ignore[misc]
    assert sum(w for w, jumps in zip(weights, once, strict=True) if jumps) < sum(weights) / 3


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"format": "?"}, "right would be format 'mutapa bidders 1'"),
        ({"game": "zimbabwe"}, "a table of bidders in zimbabwe; right would be one of ascending"),
        ({"types": 5}, "whole weights from 0 up"),
        ({"rows": [[1, 2, 3, 4]]}, "1 rows of traits, ascending has 64"),
        ({"rows": [[0, 0, 0, 0]] * 64}, "whole weights from 0 up, not all 0"),
        ({"rows": [[1, 0, 0, -2]] * 64}, "whole weights from 0 up"),
        ({"types": 2, "rows": [[1, 1]] * 64}, "it knows 2 types, ascending has 4"),
    ],
)
def test_a_wrong_table_is_refused_by_one_line(tmp_path: Path, changes: dict[str, Any], said: str) -> None:
    board, _ = dealt(2, budget=3)
    with pytest.raises(InvalidError, match=said) as error:
        uct(f"uct:sims=5,auction=limits-learned,table={table(tmp_path, **changes)}", GAME, board, 2)
    assert "\n" not in str(error.value)
    assert "table.json" in str(error.value)


def test_options_that_dont_go_together_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match="limits-learned needs a table; right would be table=FILE"):
        make("uct:auction=limits-learned")
    with pytest.raises(InvalidError, match="table=x has no effect without auction=limits-learned"):
        make("uct:table=x")
    board, _ = dealt(2)
    with pytest.raises(InvalidError, match="no such file or directory, so no table of bidders"):
        uct(f"uct:auction=limits-learned,table={tmp_path}/none.json", GAME, board, 2)


def test_the_oracle_knows_what_it_is_told_and_nothing_else() -> None:
    board, state = dealt(3, budget=4)
    oracle = expectation("limits-oracle", None)
    assert isinstance(oracle, Oracle)
    oracle.start(native.engine(GAME, "plain"), board, 3)
    with pytest.raises(InvalidError, match="was told no types"):
        oracle.weights(state, 1)
    with pytest.raises(InvalidError, match=r"seat 2 has none; right would be rivals like bidder:type=draw"):
        oracle.tell([None, 3, None], 0)
    oracle.tell([None, 3, 1], 0)
    assert [list(oracle.weights(state, seat)) for seat in range(3)] == [[1] * 5, [0, 0, 0, 1, 0], [0, 1, 0, 0, 0]]
    belief = Belief(native.engine(GAME, "plain"), board, 3, 0, oracle)
    belief.observe(0, 1, state)
    assert [float(p) for p in belief.posterior(1)] == [0, 0, 0, 1, 0]


# ---- inside a simulation ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", [[1], [0, 1, 0], [1, 0, 2, 5, 0], [3] * 17, [0, 0, 4]])
def test_a_type_is_drawn_by_its_weight(row: list[int]) -> None:
    rng, sums = derive(4, "draw").tolist(), cumulative(row)
    counts = Counter(draw_type(sums, 0, len(row), rng) for _ in range(3000))
    for t, weight in enumerate(row):
        assert counts[t] / 3000 == pytest.approx(weight / sum(row), abs=0.04)
        assert (counts[t] == 0) == (weight == 0)


@pytest.mark.parametrize("auction", ["limits-uniform", "limits-heuristic"])
def test_all_ways_of_running_search_alike(auction: str) -> None:
    board, state = dealt(3, budget=6, rounds=2, bidders="family")
    found = []
    for backend in ("object", "plain", "strict"):
        bot = uct(f"uct:sims=150,auction={auction}", GAME, board, 3, backend=backend)
        bot.choose(state)
        assert bot.result is not None
        found.append([(row.action, row.visits, row.sums) for row in bot.result.rows])
    assert found[0] == found[1] == found[2]


def test_later_auctions_draw_by_traits_or_by_seat() -> None:
    board, state = dealt(2, budget=3)
    values = [0] * at.LENGTH
    values[at.SEATS], values[at.TYPES] = 2, 4
    rng, types, work = derive(5, "later").tolist(), [0] * 9, [0] * GAME.work_words
    one = [[0, 0, 0, 1], [1, 0, 0, 0]]  # rows of the seats
    words = state.tolist()
    by_traits = [[0, int(t != 3), int(t == 3), 0] for t in range(64)]  # three coins each: type 2
    for rule, rows, wanted in (
        (at.ALIKE, [[0, 1, 0, 0]], [1, 1]), (at.BY_TRAITS, by_traits, [2, 2]), (at.BY_SEAT, [[1, 0, 0, 0], [0, 0, 0, 1]], [0, 3]),
    ):  # fmt: skip
        values[at.LATER] = rule
        types[IN_AUCTION] = 0
        flat = [each for row in [*one, *rows] for each in cumulative(row)]
        assert bidding(RULES, board.tolist(), work, words, values, flat, types, rng) == 1
        assert types[:2] == wanted
