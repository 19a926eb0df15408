"""Nature: draws from counts, the same for the same key and count."""

from __future__ import annotations

from collections import Counter
from typing import Any

from mutapa.core.streams import derive
from tests.core.chisquare import fits
from tests.core.godz.positions import Scene, scene_of


def war(s: Scene) -> Scene:
    """A War tile is about to be drawn by boo."""
    s.put("boo", "1,1", "1,1").put("glu", "1,1").levels("boo", faith=2)
    return s.turn("boo", 3).play("believers / war 1,1 glu")


def test_draws_come_from_what_is_left(scene: Any) -> None:
    s = war(scene().tiles("boo", war=(2, 2, 4)).tiles("glu", war=(3,)))
    assert s.chances == {"tile war 2": 10, "tile war 3": 11, "tile war 4": 11}
    s = war(scene("boo", "glu", "bau").tiles("bau", war=(2,) * 12).tiles("glu", war=(3,) * 12))
    assert s.chances == {"tile war 4": 12}
    stack = scene().tile("4,0", "s2").tile("4,-1", "sea").miracles("boo").play("creation")
    assert stack.chances == {
        "tile swamp": 5, "tile sea": 4, "tile desert": 5, "tile mountain": 5, "tile forest": 5,
        "tile s1": 1, "tile s3": 1, "tile s4": 1, "tile s5": 1, "tile s6": 1,
    }


def test_draws_are_as_likely_as_their_odds() -> None:
    s = war(scene_of(backend="object").tiles("boo", war=(2, 2, 2, 4)))
    stack = scene_of(backend="object").tile("4,0", "s2").tile("4,-1", "sea").miracles("boo").play("creation")
    balance = scene_of("bau", "glu", backend="object").tiles("bau", balance=(2,) * 10).miracles("bau").play("sandstorm")
    balance.play(balance.legal[0])
    for each in (s, stack, balance):
        total = sum(each.chances.values())
        found = Counter(each.state.text(each.state.chance(derive(3, "key", i))) for i in range(3000))
        fits(found, {text: weight / total for text, weight in each.chances.items()})


def test_luck_follows_the_key_and_the_count(scene: Any) -> None:
    """The same tile comes whatever else has happened, as long as as many were drawn before."""
    for n in range(20):
        key = derive(n, "key")
        one = war(scene())
        other = war(scene("boo", "glu", "fiu").levels("boo", glory=5))
        assert one.state.text(one.state.chance(key)) == other.state.text(other.state.chance(key))
