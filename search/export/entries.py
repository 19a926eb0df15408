"""What of an engine is compiled Python beside the rules and the search: a second object that calls the first by its symbols."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, NamedTuple

from mutapa.core.blake import blake
from mutapa.core.build import symbol
from mutapa.core.entries import RULES, Entry
from mutapa.core.errors import InvalidError
from mutapa.core.flatten import flatten
from mutapa.core.game import Game
from mutapa.core.streams import below, split
from mutapa.core.written import set_up
from mutapa.search.export import reading
from mutapa.search.export.answering import best_row, main_line, merge_tree
from mutapa.search.export.believing import believe, read_prior, write_beliefs, write_prior
from mutapa.search.export.following import draw_world, is_offered, tell, write_step
from mutapa.search.export.legs import answered, estimated, limited, next_leg, share, took
from mutapa.search.temperature import draw_by_visits
from mutapa.search.ties import heaviest

OF_RULES = ("legal", "turn", "determinize", "see", "odds", "forced", "likelihood", "bid_types", "bid_traits", "bid_prior")
"""What the engine's own code calls of the rules."""


class Face(NamedTuple):
    """The functions that an engine's own code is specialised on: some of the rules, notation, set-ups."""

    legal: Any
    turn: Any
    determinize: Any
    see: Any
    odds: Any
    forced: Any
    likelihood: Any
    bid_types: Any
    bid_traits: Any
    bid_prior: Any
    spell: Any
    begin: Any


ENTRIES = (
    Entry("flatten", flatten, "aaia"),
    Entry("set_up", set_up, "gaaaaiaaaa"),
    Entry("blake", blake, "aiiiaai"),
    Entry("split_stream", split, "aia"),
    Entry("draw_below", below, "ai"),
    Entry("draw_world", draw_world, "gaaaiiaa"),
    Entry("write_step", write_step, "gaaaiaaai"),
    Entry("tell", tell, "gaaaaaaaaaaiiiiaa"),
    Entry("is_offered", is_offered, "gaaaaai"),
    Entry("merge_tree", merge_tree, "aaaaai"),
    Entry("best_row", best_row, "aii"),
    Entry("main_line", main_line, "aaaaia"),
    Entry("pick", heaviest, "aiaa"),
    Entry("tidy_line", reading.tidy, "ai"),
    Entry("plain_words", reading.plain_words, "ai"),
    Entry("read_number", reading.number, "aiii"),
    Entry("read_field", reading.next_field, "aiiai"),
    Entry("read_verb", reading.verb_of, "aaa"),
    Entry("read_pairs", reading.pairs, "aiiaia"),
    Entry("read_list", reading.listed_number, "aiiii"),
    Entry("draw_by_visits", draw_by_visits, "aiiiia"),
    Entry("read_prior", read_prior, "gaaiaaaa"),
    Entry("write_prior", write_prior, "iiaaaaa"),
    Entry("believe", believe, "gaaaiiiiiiaaa"),
    Entry("write_beliefs", write_beliefs, "iiaaaa"),
    Entry("next_leg", next_leg, "aaiiii"),
    Entry("estimated", estimated, "aiiii"),
    Entry("share", share, "aiii"),
    Entry("limited", limited, "aii"),
    Entry("answered", answered, "ai"),
    Entry("took", took, "aii"),
)


def entries(game: Game) -> tuple[Entry, ...]:
    """The entries of the engine's own object; `InvalidError` if the game has no notation in compiled code."""
    if game.written is None:
        raise InvalidError(f"game {game.name}: it has no notation in compiled code (Game.written), which an export needs")
    own = Entry("spell", game.written.spell, "aaaia"), Entry("begin", game.written.begin, "aaaaaaa")
    return (*own, *ENTRIES)


def faced(game: Game, function: Callable[[str], Any]) -> Game:
    """`game` with a `Face` in place of its rules; `function(name)` gives those that are of the rules."""
    assert game.written is not None
    face: Any = Face(**{name: function(name) for name in OF_RULES}, spell=game.written.spell, begin=game.written.begin)
    return dataclasses.replace(game, rules=face)


def in_other_object(game: Game) -> Game:
    """`game` with a `Face` that calls the object of the rules by its symbols; only where code is lowered."""
    from mutapa.core.outside import outside

    return faced(game, lambda name: outside(symbol(game.name, name), RULES[name]))
