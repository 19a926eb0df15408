"""What seats see, and the worlds they can't tell apart (trials A4 and A5)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np

from mutapa.core import conform
from mutapa.core.godz.layout import LAYOUT
from mutapa.core.godz.text import snapshot
from mutapa.core.streams import derive
from tests.core.chisquare import fits
from tests.core.godz.positions import Scene, scene_of

HIDDEN = {"threes", "fours", "twos"}


def worlds(s: Scene, seat: int, n: int) -> list[dict[str, Any]]:
    """`n` worlds of what a seat sees, in names."""
    seen = s.state.observe(seat)
    found = (conform.determinized(s.state, seen, seat, derive(5, "world", i)) for i in range(n))
    return [snapshot(w.board, w.words) for w in found]


def hands(facts: dict[str, Any], kind: str) -> tuple[tuple[int, ...], ...]:
    """Everybody's tiles of a kind."""
    return tuple(tuple(each[kind]) for each in facts["seats"])


def test_only_values_of_others_are_hidden(scene: Any) -> None:
    s = scene("boo", "glu", "bau").tiles("boo", war=(2, 4), balance=(2,)).tiles("glu", war=(3,), balance=(1, 1))
    for seat in range(3):
        seen, whole = LAYOUT.dump(s.state.observe(seat)), s.state.dump()
        assert {name for name in whole if seen[name] != whole[name]} == HIDDEN
        facts = snapshot(s.state.board, s.state.observe(seat))
        for kind in ("war", "balance"):  # of bau's, who has none, nothing is unknown
            assert [each[kind] for each in facts["seats"]] == [s["seats"][i][kind] if i in (seat, 2) else None for i in range(3)]
        assert [each["wars"] for each in facts["seats"]] == [2, 1, 0]
        assert [each["balances"] for each in facts["seats"]] == [1, 2, 0]


def test_the_points_at_the_end_are_not_in_what_a_seat_sees() -> None:
    """Others' tiles stay face down, whether they hold any or not."""
    s = scene_of("boo", "glu").tiles("boo", glory=(6,), war=(3, 4), balance=(2,)).tiles("glu", glory=(5,)).set("phase", 18)
    assert s["ranks"] == [1, 2]
    for seat in (0, 1):
        facts = snapshot(s.state.board, s.state.observe(seat))
        assert [facts["final"], facts["ranks"]] == [None, None]


def test_drawn_tiles_as_others_see_them(scene: Any) -> None:
    s = scene().put("boo", "1,1", "1,1").put("glu", "1,1").levels("boo", faith=2).turn("boo", 3).play("believers / war 1,1 glu")
    action = s.state.parse("tile war 4")
    assert [s.state.text(s.state.see(action, seat)) for seat in (0, 1)] == ["tile war 4", "tile war ?"]
    s = scene().avatar("boo", "1,1").put("glu", "1,1").levels("boo", food=1).turn("boo", 0).play("avatar / stomp glu")
    action = s.state.parse("tile balance 2")
    assert [s.state.text(s.state.see(action, seat)) for seat in (0, 1)] == ["tile balance 2", "tile balance ?"]  # Martin's
    s.play("tile balance 1")
    assert [s.state.text(s.state.see(action, seat)) for seat in (0, 1)] == ["tile balance ?", "tile balance 2"]
    stack = scene().miracles("boo").play("creation")
    action = stack.state.parse("tile s3")
    assert stack.state.see(action, 1) == action


def test_worlds_against_enumeration() -> None:
    """Seat 0 holds fifteen War tiles; of the 21 it has not seen seats 1 and 2 hold one each, or seat 2 two."""
    s = scene_of("boo", "glu", "bau", backend="object").tiles("boo", war=(2,) * 4 + (3,) * 5 + (4,) * 6)
    pool = [0] * 8 + [1] * 7 + [2] * 6
    one = {v: tuple(int(v == i) for i in range(3)) for v in range(3)}
    each_one, both_two = Counter[Any](), Counter[Any]()
    for i, j in combinations(range(len(pool)), 2):
        each_one[one[pool[i]], one[pool[j]]] += 1
        each_one[one[pool[j]], one[pool[i]]] += 1
        pair = tuple(a + b for a, b in zip(one[pool[i]], one[pool[j]], strict=True))
        both_two[(0, 0, 0), pair] += 2
    for glu, bau, odds in (((2,), (3,), each_one), ((), (4, 4), both_two)):
        s.tiles("glu", war=glu).tiles("bau", war=bau)
        found = Counter(hands(facts, "war")[1:] for facts in worlds(s, 0, 4000))
        fits(found, {hand: n / sum(odds.values()) for hand, n in odds.items()})


def test_worlds_of_balance_tiles_against_enumeration() -> None:
    s = scene_of("boo", "glu", "bau", backend="object")
    s.tiles("boo", balance=(1,) * 15 + (2,) * 16).tiles("glu", balance=(1, 1)).tiles("bau", balance=(1,))
    pool = [1] * 3 + [2] * 2
    odds: Counter[Any] = Counter()
    for pair in combinations(range(5), 2):
        for one in set(range(5)) - set(pair):
            hand = [pool[i] for i in pair]
            odds[(hand.count(1), hand.count(2)), (int(pool[one] == 1), int(pool[one] == 2))] += 1
    total = sum(odds.values())
    found = Counter(hands(facts, "balance")[1:] for facts in worlds(s, 0, 4000))
    fits(found, {hand: n / total for hand, n in odds.items()})


def test_no_phase_gives_the_truth_away() -> None:
    """Trial A4: three War tiles a seat; in every phase, the end too, each hidden value is as frequent as the exact odds."""
    phases: Counter[str] = Counter()
    for n in range(3):
        s = scene_of("boo", "glu", "bau", backend="object", round_cap=8)
        for deity, war in (("boo", (2, 3, 4)), ("glu", (4, 4, 4)), ("bau", (2, 2, 3))):
            s.tiles(deity, war=war)
        state = s.state
        for k, (at, _) in enumerate(conform.play(state, derive(n, "truth"))):
            if k % 17 == 0:
                facts = snapshot(at.board, at.words)
                phases[facts["phase"]] += 1
                found = {hands(each, "war")[1] for each in worlds(Scene(at), 0, 60)}
                assert len(found) > 4
        assert snapshot(state.board, state.words)["phase"] == "over"
        last = Scene(state)
        mine = last["seats"][0]["war"]
        pool = [12 - n for n in mine]
        values: Counter[int] = Counter()
        for each in worlds(last, 0, 2000):
            one = each["seats"][1]["war"]
            values.update({i: one[i] for i in range(3)})
        held = last["seats"][1]["wars"]
        fits_values(values, pool, held)
    assert {"march", "turn", "miracle"} <= set(phases)


def fits_values(found: Counter[int], pool: list[int], held: int) -> None:
    """Mean counts of 2,000 hands of `held` tiles: within five standard errors of the exact ones."""
    n, total = 2000, sum(pool)
    for i, k in enumerate(pool):
        p = k / total
        variance = held * p * (1 - p) * (total - held) / (total - 1)
        assert abs(found[i] / n - held * p) < 5 * (variance / n) ** 0.5


def test_determinizing_at_every_ply_changes_nothing_that_is_known() -> None:
    """Trial A5: numbers of tiles stay, what is public stays, a pending step stays pending."""
    pending = set()
    for n in range(8):
        s = scene_of(*("boo", "glu", "bau", "tud", "fiu")[: 2 + n % 4], backend="object", round_cap=30)
        state = s.state
        for k, (at, _) in enumerate(conform.play(state, derive(n, "ply"))):
            facts = snapshot(at.board, at.words)
            pending.add(facts["phase"])
            for seat in range(at.seats) if k % 8 == 0 else [n % at.seats]:
                world = conform.determinized(at, at.observe(seat), seat, derive(n, "world", k, seat))
                other = snapshot(world.board, world.words)
                for each, same in zip(other["seats"], facts["seats"], strict=True):
                    assert sum(each["war"]) == each["wars"] == same["wars"]
                    assert sum(each["balance"]) == each["balances"] == same["balances"]
                    assert min(each["war"] + each["balance"]) >= 0
                assert max(sum(row) for row in zip(*hands(other, "war"), strict=True)) <= 12
                assert max(sum(row) for row in zip(*hands(other, "balance"), strict=True)) <= 18
                for each in other["seats"]:
                    del each["war"], each["balance"]
                public = [{key: value for key, value in each.items() if key not in ("war", "balance")} for each in facts["seats"]]
                assert other["seats"] == public
                rest = {key: value for key, value in other.items() if key not in ("seats", "final", "ranks")}
                assert rest == {key: value for key, value in facts.items() if key not in ("seats", "final", "ranks")}
                assert np.array_equal(world.observe(seat), at.observe(seat))
    assert {"stack", "lay", "who", "to", "tile", "march", "icon", "inside"} <= pending
