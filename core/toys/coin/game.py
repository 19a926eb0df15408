"""`coin` as a `Game`."""

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
from mutapa.core.toys.coin.apply import apply
from mutapa.core.toys.coin.chance import chance, odds
from mutapa.core.toys.coin.features import FEATURES, action_parts, features
from mutapa.core.toys.coin.hidden import determinize, observe, see
from mutapa.core.toys.coin.layout import LAYOUT
from mutapa.core.toys.coin.legal import legal, turn
from mutapa.core.toys.coin.score import judge, outcome
from mutapa.core.toys.coin.setup import OPTIONS, deal, describe
from mutapa.core.toys.coin.spell import LEXICON, spell
from mutapa.core.toys.coin.text import parse, phase, text
from mutapa.core.toys.hashing import key_of
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
    name="coin",
    title="A hidden coin",
    version=1,
    seats=(2, 2),
    layout=LAYOUT,
    rules=RULES,
    board_words=1,
    work_words=4,
    actions_max=2,
    describe=describe,
    deal=deal,
    text=text,
    parse=parse,
    options=OPTIONS,
    phase=phase,
    features=FEATURES,
    written=Written(LEXICON, spell),
)
