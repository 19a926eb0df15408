"""Every game keeps every law, and every law notices a game that breaks it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from mutapa.core import conform, registry, trial
from mutapa.core.conform import LAWS
from mutapa.core.errors import InvalidError
from mutapa.core.game import UNIT, Game, Option
from mutapa.core.trial import Broken, Trial
from tests.core import tinygame
from tests.core.tinygame import TINY, get_added, get_plies, put_added, put_card

TOYS = [name for name, target in registry.GAMES.items() if ".toys." in target]


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("name", TOYS)
def test_a_toy_keeps_the_law_in_plain_python(name: str, law: str) -> None:
    assert LAWS[law](Trial(registry.get(name), "plain")) >= 0


@pytest.mark.parametrize("law", LAWS)
def test_the_game_of_these_tests_keeps_the_law(law: str) -> None:
    cases = LAWS[law](Trial(TINY, "plain"))
    assert cases > 0 or law == "bidding"


@pytest.mark.parametrize("law", LAWS)
def test_zimbabwe_keeps_the_law(law: str) -> None:
    tried = Trial(registry.get("zimbabwe"), "object", games=8, positions=48, walk=300)
    assert LAWS[law](tried) > 0
    assert tried.kept[0].engine.backend == "object"


@pytest.mark.parametrize("law", LAWS)
def test_stone_age_keeps_the_law(law: str) -> None:
    trial = Trial(registry.get("stone_age"), "object", games=12, positions=90, walk=400)
    assert LAWS[law](trial) > 0 or law == "bidding"
    assert trial.kept[0].engine.backend == "object"


@pytest.mark.parametrize("law", LAWS)
def test_godz_keeps_the_law(law: str) -> None:
    trial = Trial(registry.get("godz"), "object", games=12, positions=90, walk=400)
    assert LAWS[law](trial) > 0 or law == "bidding"
    assert trial.kept[0].engine.backend == "object"


@pytest.mark.slow
@pytest.mark.parametrize("law", LAWS)
def test_godz_keeps_the_law_over_many_games(law: str) -> None:
    trial = Trial(registry.get("godz"), "object", seed=1000, games=120, positions=1500, walk=2_000)
    assert LAWS[law](trial) > 0 or law == "bidding"


@pytest.mark.slow
@pytest.mark.parametrize("law", LAWS)
def test_stone_age_keeps_the_law_over_many_games(law: str) -> None:
    trial = Trial(registry.get("stone_age"), "object", seed=1000, games=120, positions=1500, walk=2_000)
    assert LAWS[law](trial) > 0 or law == "bidding"


@pytest.mark.slow
@pytest.mark.parametrize("law", [name for name in LAWS if name not in ("whole turns", "plain and object")])
def test_zimbabwe_keeps_the_law_over_many_games(law: str) -> None:
    assert LAWS[law](Trial(registry.get("zimbabwe"), "object", seed=1000, games=120, positions=1500)) > 0


@pytest.mark.slow
def test_plain_zimbabwe_says_what_the_object_says_over_many_positions() -> None:
    assert LAWS["plain and object"](Trial(registry.get("zimbabwe"), "object", seed=2000, games=16, positions=400)) > 0


@pytest.mark.slow
def test_whole_turns_from_a_thousand_positions_meet_no_dead_end() -> None:
    tried = Trial(registry.get("zimbabwe"), "object", seed=3000, games=60, positions=1100, walk=10_000)
    assert sum(state.turn >= 0 for state in tried.kept) >= 1000
    assert LAWS["whole turns"](tried) > 1000


def unsorted(board: Any, work: Any, state: Any, out: Any) -> int:
    n = int(tinygame.legal(board, work, state, out))
    if n > 1:
        out[0], out[1] = out[1], out[0]
    return n


def none_late(board: Any, work: Any, state: Any, out: Any) -> int:
    return 0 if get_plies(state) == 2 * board[0] - 1 else int(tinygame.legal(board, work, state, out))


def trap(board: Any, work: Any, state: Any, out: Any) -> int:
    last = get_plies(state) - board[0] - 1
    return 0 if last >= 0 and get_added(state, last) == 1 else int(tinygame.legal(board, work, state, out))


def keeping(board: Any, work: Any, state: Any, rng: Any) -> int:
    return 0


def peeking(board: Any, work: Any, state: Any, out: Any) -> int:
    n = int(tinygame.legal(board, work, state, out))
    rival = (tinygame.turn(board, work, state) + 1) % board[0]
    return n - 1 if n > 1 and tinygame.get_card(state, rival) == 3 else n


def peeking_sample(board: Any, work: Any, state: Any, rng: Any) -> int:
    return int(tinygame.get_card(state, (get_plies(state) + 1) % board[0])) % 2


def remembering(board: Any, work: Any, state: Any, action: Any) -> int:
    work[5] += 1
    tinygame.apply(board, work, state, action)
    if work[5] > 20:
        put_added(state, 3, work[5] & 3)
    return 0


def endless(board: Any, work: Any, state: Any) -> int:
    return -1 if get_plies(state) < board[0] else 0


def unmoving(board: Any, work: Any, state: Any, action: Any) -> int:
    return int(tinygame.apply(board, work, state, action)) if get_plies(state) < board[0] else put_added(state, 0, action) or 0


def all_first(board: Any, work: Any, state: Any, out: Any) -> int:
    tinygame.outcome(board, work, state, out)
    out[0] = out[1] = 2
    return 0


def wide(board: Any, work: Any, state: Any, action: Any) -> int:
    tinygame.apply(board, work, state, action)
    state[0] |= 1 << 55
    return 0


def forgetful(board: Any, work: Any, seen: Any, seat: int, rng: Any, state: Any) -> int:
    tinygame.determinize(board, work, seen, seat, rng, state)
    put_card(state, seat, 1)
    return 0


def open_handed(board: Any, work: Any, state: Any, seat: int, seen: Any) -> int:
    tinygame.observe(board, work, state, seat, seen)
    if get_plies(state) > board[0]:
        put_added(seen, 0, (get_added(state, 0) + 1) & 3)
    return 0


def generous(board: Any, work: Any, state: Any, out: Any) -> int:
    tinygame.judge(board, work, state, out)
    out[0] += UNIT
    return 0


def halving(board: Any, work: Any, state: Any, out: Any) -> int:
    out[0] = out[1] = UNIT / 2
    return 0


def lazy_key(board: Any, work: Any, state: Any) -> int:
    return 5


def restless(board: Any, work: Any, state: Any, key: Any) -> int:
    key[0] = (key[0] + 1) & 0xFFFFFFFF
    return int(tinygame.chance(board, work, state, key))


def touching(board: Any, work: Any, state: Any, out: Any) -> int:
    put_added(state, 3, 1)
    return int(tinygame.judge(board, work, state, out))


def marked(board: Any, work: Any, state: Any) -> int:
    return 2 if get_plies(state) >= board[0] else 0


def beyond(board: Any, work: Any, state: Any, out: Any) -> int:
    return 0 * out[len(out)] if get_plies(state) > 99 else int(tinygame.judge(board, work, state, out)) + 0 * work[-1]


def twice(board: Any, work: Any, seen: Any, seat: int, sparse: Any, dense: Any) -> int:
    n = int(tinygame.features(board, work, seen, seat, sparse, dense))
    sparse[n - 1] = sparse[0]
    return n


def wandering(board: Any, work: Any, seen: Any, seat: int, sparse: Any, dense: Any) -> int:
    n = int(tinygame.features(board, work, seen, seat, sparse, dense))
    sparse[0] += len(tinygame.NAMES)
    return n


def spilling(board: Any, work: Any, seen: Any, seat: int, sparse: Any, dense: Any) -> int:
    dense[1] = 0
    return int(tinygame.features(board, work, seen, seat, sparse, dense))


def fourth(board: Any, work: Any, seen: Any, action: Any, parts: Any) -> int:
    tinygame.action_parts(board, work, seen, action, parts)
    parts[1] += 1
    return 0


def crashing_deal(description: Any) -> Any:
    if description["first"] == "?":
        raise KeyError("?")
    return tinygame.deal(description)


def other_deal(description: Any) -> Any:
    board, state = tinygame.deal(description)
    board[2] = id(description) & 0xFFFF
    return board, state


def no_options(description: Any) -> Any:
    if description["options"]["poor"] == "off":
        raise InvalidError("never off")
    return tinygame.deal(description)


def shouting(board: Any, state: Any, action: int) -> str:
    return tinygame.text(board, state, action).upper()


def mumbling(board: Any, state: Any, action: int) -> str:
    return "add 1" if action == 2 else tinygame.text(board, state, action)


def misreading(board: Any, state: Any, words: str) -> int:
    return 0 if words == "add 1" else tinygame.parse(board, state, words)


def boasting(board: Any, state: Any, action: int) -> str:
    return tinygame.text(board, state, action) + (" high" if tinygame.get_card(state, 0) == 3 else "")


def modest(board: Any, state: Any, words: str) -> int:
    return tinygame.parse(board, state, words.removesuffix(" high"))


def same_deal(seats: int, options: Any, rng: Any) -> dict[str, Any]:
    rng[0] += 1
    return {"first": 5}


def with_rules(**rules: Any) -> Game:
    return replace(TINY, rules=TINY.rules._replace(**rules))


MUTANTS: list[tuple[str, str, Game, str]] = [
    ("unsorted", "legal lists", with_rules(legal=unsorted), "not sorted"),
    ("too long", "legal lists", replace(TINY, actions_max=1), "actions_max is 1"),
    ("none", "legal lists", with_rules(legal=none_late, sample=keeping), "0 legal actions"),
    ("endless", "games end", with_rules(turn=endless, apply=unmoving), "has not ended"),
    ("ranks", "games end", with_rules(outcome=all_first), "would be right"),
    ("bits", "games end", with_rules(apply=wide), "54 bits"),
    ("crash", "set ups", replace(TINY, deal=crashing_deal), "raises KeyError"),
    ("other deal", "set ups", replace(TINY, deal=other_deal), "deals another game"),
    ("default", "options", replace(TINY, deal=no_options), "default of option poor is refused"),
    ("world", "observations", with_rules(determinize=forgetful), "looks different"),
    ("observe", "observations", with_rules(observe=open_handed), "looks different"),
    ("tell all", "following", with_rules(see=lambda board, work, state, action, seat: action), "something else than it sees"),
    ("card", "following", replace(TINY, text=boasting, parse=modest), "in the true position"),
    ("peek", "information", with_rules(legal=peeking, sample=keeping), "legal says"),
    ("peek sample", "information", with_rules(sample=peeking_sample), "sample"),
    ("memory", "clones", with_rules(apply=remembering), "differs"),
    ("dead end", "whole turns", with_rules(legal=trap, sample=keeping), "dead end"),
    ("capitals", "texts", replace(TINY, text=shouting), "common grammar"),
    ("same words", "texts", replace(TINY, text=mumbling), "'add 1'"),
    ("misread", "texts", replace(TINY, parse=misreading), "parse to 0"),
    ("memory", "records", with_rules(apply=remembering), "playing it gives"),
    ("index", "plain and object", with_rules(judge=beyond), "out of range"),
    ("memory", "work arrays", with_rules(apply=remembering), "after says"),
    ("touch", "work arrays", with_rules(judge=touching), "has changed the state"),
    ("other deal", "streams", replace(TINY, deal=other_deal), "another game"),
    ("key", "streams", with_rules(chance=restless), "more than its key"),
    ("same deal", "streams", replace(TINY, describe=same_deal), "twenty seeds"),
    ("judge", "estimates", with_rules(judge=generous), "not one win"),
    ("key", "estimates", with_rules(key=lazy_key), "share this key"),
    ("index", "estimates", with_rules(index=lambda board, work, state, action: 1 << 12), "index gives a number not in 0..4095"),
    ("prefer", "estimates", with_rules(prefer=lambda board, work, state, actions, n, out: 0), "weight below 1"),
    ("forced", "bidding", with_rules(forced=marked), "a forced step has a choice"),
    ("twice", "networks", with_rules(features=twice), "stands there twice"),
    ("range", "networks", with_rules(features=wandering), "not in 0..15"),
    ("dense", "networks", with_rules(features=spilling), "more than 1 dense"),
    ("active", "networks", replace(TINY, features=replace(tinygame.FEATURES, active=2)), "active is 2"),
    ("parts", "networks", with_rules(action_parts=fourth), "out of range of arguments"),
    ("bids", "networks", with_rules(bid_class=lambda board, work, seen, action: 0), "at no voluntary bidding step"),
]


@pytest.mark.parametrize(("name", "law", "game", "said"), MUTANTS)
def test_a_broken_game_is_noticed(
    name: str, law: str, game: Game, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "LONGEST_GAME", 200)
    with pytest.raises((Broken, InvalidError, IndexError), match=said):
        LAWS[law](Trial(game, "plain", games=12))


def test_every_law_has_a_game_that_breaks_it() -> None:
    assert {law for _, law, _, _ in MUTANTS} == set(LAWS)


def test_options_are_mixed_in_later_games() -> None:
    seen = {state.description["options"]["poor"] for state in Trial(TINY, "plain", games=20).deals()}
    assert seen == {"on", "off"}
    assert next(iter(Trial(TINY, "plain").deals())).description["options"] == {"poor": "off", "cap": 0}


def test_a_verdict_says_what_broke_and_goes_on() -> None:
    game = replace(with_rules(judge=generous), options={"poor": Option("poor", "off", "", ("off", "on"))})
    verdicts = {verdict.law: verdict for verdict in conform.check(Trial(game, "plain"))}
    assert list(verdicts) == list(LAWS)
    assert [law for law, verdict in verdicts.items() if verdict.broken] == ["estimates"]
    assert "not one win" in verdicts["estimates"].broken


def test_code_that_fails_breaks_a_law_and_its_place_is_told() -> None:
    verdicts = {verdict.law: verdict.broken for verdict in conform.check(Trial(with_rules(judge=halving), "plain", games=4))}
    assert verdicts["legal lists"] == ""
    assert "tiny: TypeError: " in verdicts["plain and object"]
    assert "in halving)" in verdicts["plain and object"]
    assert "\n" not in verdicts["plain and object"]
