"""The long proofs: a sample of each, how chunks are kept, and (slow) whatever is due of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mutapa.core import registry
from mutapa.core.errors import InvalidError
from mutapa.core.stone_age.weights import WEIGHTS
from mutapa.core.zimbabwe.board import BASE_SQUARE
from mutapa.core.zimbabwe.grid import WORDS
from mutapa.core.zimbabwe.layout import LAYOUT
from mutapa.core.zimbabwe.work import BALL, BALL_STRIDE, HUB, HUB_STRIDE, NEAR, NEAR_STRIDE, WORK_WORDS
from tests.proofs import caches, differential, godz_differential, stone_age_differential
from tests.proofs.__main__ import main
from tests.proofs.chunks import LOADED, RULES, TOP, Proof, closure, code_of, deals, fingerprint, kept
from tests.proofs.proofs import PROOFS
from tests.reference.godz_play import VARIANTS as GODZ_VARIANTS
from tests.reference.stone_age_play import VARIANTS as STONE_AGE_VARIANTS
from tests.reference.stone_age_play import description as stone_age_description
from tests.reference.zimbabwe_play import VARIANTS

SECONDS = 420
"""How long `make test-all` goes on with each proof; ``make proofs`` goes on to the end."""


@pytest.mark.slow
@pytest.mark.parametrize("name", PROOFS)
def test_what_is_due(name: str) -> None:
    left = PROOFS[name].go_on(SECONDS)
    assert [each for each in kept(name) if each["differences"]] == []
    if left:
        pytest.skip(f"{len(left)} of {PROOFS[name].chunks} chunks are still due; `make proofs` goes on with them")


@pytest.mark.parametrize("name", PROOFS)
def test_nothing_kept_says_that_something_differs(name: str) -> None:
    found = kept(name)
    assert [each for each in found if each["differences"]] == []
    assert len({each["chunk"] for each in found}) == len(found)
    assert {each["chunk"] for each in found} <= set(range(PROOFS[name].chunks))


# ---- samples --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_game_of_each_kind_in_lock_step(seats: int) -> None:
    told: list[str] = []
    steps = sum(differential.play(777_000 + seats + 4 * i, seats, told) for i in range(2))
    assert steps == len(told) > 100


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_game_of_godz_in_lock_step(seats: int) -> None:
    """On cases of the proof, in plain Python."""
    told: list[str] = []
    assert godz_differential.play(777_000 + seats, seats, told, "plain") == len(told) > 50


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_of_stone_age_in_lock_step(seats: int) -> None:
    """Uniform and of moods, led elsewhere in between, whole positions at every step: in plain Python, on cases of the proof."""
    told: list[str] = []
    steps = sum(stone_age_differential.play(seed, seats, told, "plain") for seed in (777_000 + seats, 777_010, 777_019))
    assert steps == len(told) > 300


def plainly(board: Any, used: Any, fresh: Any, words: Any) -> int:
    """`caches.differing` in plain Python; `used` is a list and remembers."""
    return int(caches.differing(board.tolist(), used, [0] * WORK_WORDS, words.tolist()))


def test_a_work_array_with_a_past() -> None:
    watch = caches.Watch()
    watch.differing, watch.asked = plainly, [0] * WORK_WORDS
    watch.pair(424_242, most=60)
    assert watch.counts["lists"] >= 120
    assert watch.counts["maps"] > 10
    assert watch.counts["differences"] == 0


@pytest.mark.parametrize("what", ["resources", "hubs", "range"])
def test_what_is_wrongly_remembered_is_noticed(what: str) -> None:
    """A resource too few or too many in range; a craftsman whom nothing reaches; a square too few or too many in a range."""
    watch = caches.Watch()
    state = caches.State.new("zimbabwe", 3, seed=5)
    rng = caches.derive(1, "wrong")
    while not any(LAYOUT.read(state.words, "tile")):  # type: ignore[arg-type]
        state.apply(int(watch.engine.sample(state.board, watch.used, state.words, rng)))
    slot = [value > 0 for value in LAYOUT.read(state.words, "tile")].index(True)  # type: ignore[union-attr]
    asked = [0] * WORK_WORDS
    plainly(state.board, asked, None, state.words)
    assert plainly(state.board, asked, None, state.words) == 0
    if what == "resources":
        asked[NEAR + slot * NEAR_STRIDE + 8] ^= 1
    elif what == "hubs":
        level = HUB + slot * HUB_STRIDE + 4 + WORDS + 1
        asked[level : level + WORDS] = [0] * WORDS
    else:
        asked[BALL + int(state.board[BASE_SQUARE]) * BALL_STRIDE + 1 + WORDS] ^= 1
    assert plainly(state.board, asked, None, state.words) > 0


# ---- chunks ---------------------------------------------------------------------------------------------------------------


def proof(checker: Path, differences: int = 0) -> Proof:
    return Proof("try", "two and two make four", 3, lambda k: {"sum": 4 * k, "differences": differences}, (checker,))


@pytest.fixture
def checker(tmp_path: Path) -> Path:
    LOADED.pop("try", None)
    path = tmp_path / "checker.py"
    path.write_text("x = 1\n")
    return path


def test_chunks_done_are_not_done_again(checker: Path, tmp_path: Path) -> None:
    told: list[str] = []
    assert proof(checker).due(tmp_path) == [0, 1, 2]
    proof(checker).do(1, tmp_path)
    assert proof(checker).due(tmp_path) == [0, 2]
    assert proof(checker).go_on(60, tmp_path, told.append) == []
    assert len(told) == 2
    assert [(each["chunk"], each["sum"]) for each in kept("try", tmp_path)] == [(0, 0), (1, 4), (2, 8)]
    assert proof(checker).go_on(60, tmp_path, told.append) == []
    assert len(told) == 2


def test_time_is_kept(checker: Path, tmp_path: Path) -> None:
    assert proof(checker).go_on(-1, tmp_path) == [0, 1, 2]


def test_other_code_makes_everything_due(checker: Path, tmp_path: Path) -> None:
    proof(checker).go_on(60, tmp_path, lambda _: None)
    checker.write_text("# the same\nx = 1  # still\n")
    assert proof(checker).due(tmp_path) == []
    checker.write_text("x = 2\n")
    assert proof(checker).due(tmp_path) == [0, 1, 2]


def test_code_that_changes_under_way_keeps_nothing(checker: Path, tmp_path: Path) -> None:
    proof(checker).do(0, tmp_path)
    checker.write_text("x = 2\n")
    with pytest.raises(SystemExit, match="changed"):
        proof(checker).do(1, tmp_path)
    assert [each["chunk"] for each in kept("try", tmp_path)] == [0]


@pytest.mark.parametrize(("game", "parts"), [
    ("zimbabwe", {"raising", "reach"}), ("stone_age", {"paying", "toolbox", "gains", "chance", "hidden"}),
    ("godz", {"map", "regions", "miracles", "chance", "hidden"}),
])
def test_the_rules_are_what_the_rules_import(game: str, parts: set[str]) -> None:
    found = {path.stem for path in closure(TOP / "core" / game, RULES[game])}
    assert parts | {"legal", "apply", "rounds", "figures", "layout", "score"} <= found
    assert not found & {"judge", "expert", "weights", "picture", "svg", "explain", "sample", "setup"}


@pytest.mark.parametrize(("game", "variants", "option"), [
    ("zimbabwe", VARIANTS, "disc_limit"), ("stone_age", STONE_AGE_VARIANTS, "round_cap"),
    ("godz", GODZ_VARIANTS, "round_cap"),
])
def test_a_deal_that_is_another_is_noticed(game: str, variants: Any, option: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = deals(game)
    deals.cache_clear()
    assert deals(game) == before
    deals.cache_clear()
    monkeypatch.setitem(variants[4], option, 9)
    assert deals(game) != before
    deals.cache_clear()


def test_the_experts_numbers_on_the_board_are_no_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    before = deals("stone_age")
    deals.cache_clear()
    board, _ = registry.get("stone_age").deal(stone_age_description(1, 2))
    monkeypatch.setattr(WEIGHTS, "fill", lambda words: words.__setitem__(slice(WEIGHTS.first, None), 7))
    assert not np.array_equal(registry.get("stone_age").deal(stone_age_description(1, 2))[0], board)
    assert deals("stone_age") == before


@pytest.mark.parametrize(("one", "other"), [
    ("def f():\n    '''doc'''\n    return 1\n", "# why\ndef f():\n  return 1  # so\n"),
    ("x = (1,\n     2)\n", "x=(1, 2)\n"),
    ("if a:\n    b = 1\n\n\nc = 2\n", "if a:\n    # no\n    b = 1\nc = 2\n"),
])
def test_comments_and_spaces_are_no_code(one: str, other: str) -> None:
    assert code_of(one) == code_of(other)


@pytest.mark.parametrize(("one", "other"), [
    ("if a:\n    b = 1\n    c = 2\n", "if a:\n    b = 1\nc = 2\n"),
    ("x = 1\n", "x = 11\n"), ("x = 'a'\n", "x = 'b'\n"), ("x = 1\ny = 2\n", "x = 1\n"),
])
def test_other_code_is_other_code(one: str, other: str) -> None:
    assert code_of(one) != code_of(other)


def test_files_of_facts_count_word_for_word(tmp_path: Path) -> None:
    facts = tmp_path / "facts.json"
    facts.write_text('{"a": 1}')
    before = fingerprint([facts])
    facts.write_text('{"a":  1}')
    assert fingerprint([facts]) != before


# ---- the command ------------------------------------------------------------------------------------------------------------


def test_what_is_done_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--status"]) == 0
    shown = capsys.readouterr().out
    assert all(f"{name}: " in shown and each.claim in shown for name, each in PROOFS.items())


@pytest.mark.parametrize("text", ["", "[", "[{\"chunk\": 0, \"rul", "{}", "[3]", "[{\"chunk\": 1}]"])
def test_damaged_results_are_one_line(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not taken for nothing done: what ran for hours is not written over."""
    (tmp_path / "raising.json").write_text(text)
    with pytest.raises(InvalidError, match=r"raising\.json: "):
        kept("raising", tmp_path)
    with pytest.raises(InvalidError):
        PROOFS["raising"].due(tmp_path)
    monkeypatch.setattr("tests.proofs.__main__.kept", lambda name: kept(name, tmp_path))
    assert main(["raising", "--status"]) == 2
    said = capsys.readouterr()
    assert (said.out, len(said.err.splitlines())) == ("", 1)
    assert (tmp_path / "raising.json").read_text() == text


@pytest.mark.parametrize("arguments", [["--chunk", "0"], ["raising", "--chunk", "60"], ["raise"]])
def test_a_chunk_that_is_none_ends_with_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    assert "raising" in capsys.readouterr().err
