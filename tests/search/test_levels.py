"""Levels of play by name: every shipped file is a bot, weaker ones come first; a wrong name finds its nearest."""

from __future__ import annotations

import pytest

from mutapa.core import registry
from mutapa.core.errors import InvalidError
from mutapa.search import levels
from mutapa.search.bots import make
from mutapa.search.export.player import STRENGTH, Player


def test_every_level_is_a_bot_with_a_rating() -> None:
    assert {name.partition("/")[0] for name in levels.names()} == {"stone_age", "zimbabwe"}
    for game in ("stone_age", "zimbabwe"):
        found = levels.levels(game)
        assert [each.number for each in found] == list(range(1, len(found) + 1))
        elos = [each.elo for each in found]
        assert elos[0] == 0
        assert elos == sorted(elo for elo in elos if elo is not None)
        for each in found:
            assert set(each.options) <= {*STRENGTH, "weights"}
            assert make(f"level:{game}/{each.number}").values["sims"] == int(each.options["sims"])
    assert levels.levels("kuhn") == []


def test_options_are_laid_over_a_level() -> None:
    bot = make("level: stone_age/1 , blunder=0.1,memory=16")
    assert bot.spec == "uct:sims=2,memory=16,blunder=0.1"
    assert make("level:stone_age/8").spec == "uct:sims=400"


@pytest.mark.parametrize(("spec", "game", "why"), [
    ("level:stone_age/9", None, "no level 'stone_age/9'; did you mean 'stone_age/8'?"),
    ("level:5", None, "no level '5'; known: stone_age/1"),
    ("level:zimbabwe/5", "stone_age", "no level 'zimbabwe/5'; "),
    ("level:5", "kuhn", "no level 'kuhn/5'; there is none"),
])  # fmt: skip
def test_wrong_names(spec: str, game: str | None, why: str) -> None:
    with pytest.raises(InvalidError) as error:
        levels.file_spec(spec, game)
    assert why in str(error.value)


def test_an_export_knows_its_game() -> None:
    game = registry.get("stone_age")
    assert Player(game, "level:5").bot.spec == "uct:sims=2,blunder=0.1376"
    assert Player(game, "level:8").levels()[4] == (861.0, "sims=2,blunder=0.1376,temperature=0")
    assert Player(game, "uct:c=0.5").levels() == []  # another search than the one that was rated
    assert Player(game, "expert").levels() == []


def test_levels_belong_to_the_weights_they_were_rated_with() -> None:
    game = registry.get("zimbabwe")
    assert all(make(f"level:zimbabwe/{each.number}").values["weights"] == "zimbabwe-first" for each in levels.levels("zimbabwe"))
    assert Player(game, "uct").levels() == []
    assert Player(game, "uct:weights=zimbabwe-first").levels() == Player(game, "level:5").levels()
    assert Player(game, "level:5").levels()[5] == (791.0, "sims=17,blunder=0.008749,temperature=0")
