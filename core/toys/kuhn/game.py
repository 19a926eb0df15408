"""Kuhn poker as a `Game`. Value to the first seat under best play: -1/18 coin (Kuhn 1950)."""

from mutapa.core.game import (
    Game,
    Rules,
    flat_prefer,
    no_bid,
    no_bid_types,
    no_forced,
    no_likelihood,
    sample_legal,
)
from mutapa.core.toys.hashing import key_of
from mutapa.core.toys.kuhn.apply import apply
from mutapa.core.toys.kuhn.chance import chance, odds
from mutapa.core.toys.kuhn.features import FEATURES, action_parts, features
from mutapa.core.toys.kuhn.hidden import determinize, observe, see
from mutapa.core.toys.kuhn.layout import LAYOUT
from mutapa.core.toys.kuhn.legal import legal, turn
from mutapa.core.toys.kuhn.score import judge, outcome
from mutapa.core.toys.kuhn.setup import deal, describe
from mutapa.core.toys.kuhn.spell import LEXICON, spell
from mutapa.core.toys.kuhn.text import parse, phase, text
from mutapa.core.written import Written

RULES = Rules(
    legal=legal,
    apply=apply,
    turn=turn,
    outcome=outcome,
    observe=observe,
    determinize=determinize,
    see=see,
    key=key_of(LAYOUT.words),
    sample=sample_legal(legal),
    judge=judge,
    prefer=flat_prefer,
    chance=chance,
    odds=odds,
    forced=no_forced,
    bid_types=no_bid_types,
    bid=no_bid,
    likelihood=no_likelihood,
    features=features,
    action_parts=action_parts,
)

GAME = Game(
    name="kuhn",
    title="Kuhn poker",
    version=1,
    seats=(2, 2),
    layout=LAYOUT,
    rules=RULES,
    board_words=1,
    work_words=4,
    actions_max=3,
    describe=describe,
    deal=deal,
    text=text,
    parse=parse,
    phase=phase,
    features=FEATURES,
    written=Written(LEXICON, spell),
)
