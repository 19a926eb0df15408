"""The conversations on the protocol's page are what the engine says."""

from __future__ import annotations

from pathlib import Path

import pytest

from mutapa.core.errors import InvalidError
from mutapa.experiments.documentation import transcript

PAGE = Path(__file__).parents[3] / "docs" / "protocol.md"


def test_the_sessions_are_what_the_engine_says() -> None:
    """After a change of play: python -m mutapa.experiments.documentation.transcript docs/protocol.md"""
    page = PAGE.read_text()
    assert transcript.MARKED.search(page)
    assert transcript.remade(page) == page


def test_every_game_has_a_session() -> None:
    shown = {name for _, name, _ in transcript.MARKED.findall(PAGE.read_text())}
    assert shown == set(transcript.SESSIONS) == {"kuhn", "zimbabwe", "stone_age", "godz"}


def test_a_stale_session_is_noticed() -> None:
    stale = "<!-- session kuhn -->\nold\n<!-- end -->"
    assert transcript.remade(stale) != stale
    assert transcript.remade(transcript.remade(stale)) == transcript.remade(stale)


def test_a_page_without_a_session_is_refused() -> None:
    with pytest.raises(InvalidError, match="no mark"):
        transcript.remade("nothing")


def test_nothing_hidden_is_said() -> None:
    said = transcript.session("kuhn")
    assert "C: log 2 chance deal ?" in said
    assert sum("chance deal" in line and "?" not in line for line in said) == 1
