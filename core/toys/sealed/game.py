"""`sealed` as a `Game`."""

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
from mutapa.core.toys.sealed.apply import apply
from mutapa.core.toys.sealed.chance import chance, odds
from mutapa.core.toys.sealed.features import FEATURES, action_parts, features
from mutapa.core.toys.sealed.hidden import determinize, observe, see
from mutapa.core.toys.sealed.layout import LAYOUT
from mutapa.core.toys.sealed.legal import legal, turn
from mutapa.core.toys.sealed.score import judge, outcome
from mutapa.core.toys.sealed.setup import deal, describe
from mutapa.core.toys.sealed.spell import LEXICON, spell
from mutapa.core.toys.sealed.text import parse, phase, text
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
    name="sealed",
    title="Sealed bids",
    version=1,
    seats=(3, 3),
    layout=LAYOUT,
    rules=RULES,
    board_words=1,
    work_words=8,
    actions_max=7,
    describe=describe,
    deal=deal,
    text=text,
    parse=parse,
    phase=phase,
    features=FEATURES,
    written=Written(LEXICON, spell),
)
