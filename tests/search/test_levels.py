"""Levels of play by name: every shipped file is a bot, weaker ones come first; a wrong name finds its nearest."""

from __future__ import annotations

import pytest

from mutapa.core import registry
from mutapa.core.errors import InvalidError
from mutapa.search import levels
from mutapa.search.bots import make
from mutapa.search.export.player import STRENGTH, Player


def test_every_level_is_a_bot_with_a_rating() -> None:
    assert {name.partition("/")[0] for name in levels.names()} == {"godz", "stone_age", "zimbabwe"}
    for game in ("godz", "stone_age", "zimbabwe"):
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
    ("level:stone_age/9", None, "no level 'stone_age/9'; right would be level:"),
    ("level:5", None, "no level '5'; right would be level:"),
    ("level", None, "no level ''; right would be level:"),
    ("level:zimbabwe/5", "stone_age", "no level 'zimbabwe/5'; right would be level:stone_age/1 to 8"),
    ("level:9", "stone_age", "no level 'stone_age/9'; right would be level:stone_age/1 to 8"),
    ("level:5", "kuhn", "no level 'kuhn/5'; there is none"),
    ("strnog", None, "bot 'strnog': no bot 'strnog'; did you mean 'strong'?"),
    ("xyz", None, "known: random, greedy, expert, "),
    ("xyz", None, "strong, learned, level:GAME/N"),
    ("strong:sim=3", None, "bot 'strong:sim=3': no option 'sim'; did you mean 'sims'?"),
])  # fmt: skip
def test_wrong_names(spec: str, game: str | None, why: str) -> None:
    with pytest.raises(InvalidError) as error:
        make(spec) if game is None else levels.in_game(spec, game)
    assert why in str(error.value)
    assert str(levels.FOLDER.parent) not in str(error.value)


def test_where_the_game_is_known() -> None:
    assert levels.in_game("level: 5 , memory=16", "stone_age") == "level:stone_age/5,memory=16"
    assert levels.in_game("level:stone_age/5", "stone_age") == "level:stone_age/5"
    for other in ("strong:seconds=1", "uct:sims=5", "expert"):
        assert levels.in_game(other, "stone_age") == other


def test_learned_searches_with_the_network_that_comes_with_mutapa() -> None:
    assert make("learned:sims=9").spec == "uct:sims=9,net=default,after=4"


def test_strong_is_a_search_without_a_network() -> None:
    bot = make("strong: seconds=1 ")
    assert (bot.name, bot.values["seconds"], bot.values["net"]) == ("uct", 1, None)
    assert bot.spec == make(make("strong").spec + ":seconds=1").spec  # no budget of its own: a clock is used to its end
    assert bot.files == []
    assert Player(registry.get("kuhn"), "strong:sims=9").bot.spec == "uct:sims=9"


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
