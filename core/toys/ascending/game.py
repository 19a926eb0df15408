"""`ascending` as a `Game`: the toy of hidden bid timing."""

from mutapa.core.game import Game, Rules, flat_prefer, open_see, sample_legal
from mutapa.core.toys.ascending.apply import apply
from mutapa.core.toys.ascending.auction import bid, bid_prior, bid_traits, bid_types, bidder, forced, likelihood
from mutapa.core.toys.ascending.chance import chance, odds
from mutapa.core.toys.ascending.features import FEATURES, action_parts, bid_class, features
from mutapa.core.toys.ascending.hidden import determinize, observe
from mutapa.core.toys.ascending.layout import BOARD_WORDS, LAYOUT, SEATS_MAX
from mutapa.core.toys.ascending.legal import legal, turn
from mutapa.core.toys.ascending.score import judge, outcome
from mutapa.core.toys.ascending.setup import OPTIONS, deal, describe
from mutapa.core.toys.ascending.spell import LEXICON, spell
from mutapa.core.toys.ascending.text import parse, phase, score, text
from mutapa.core.toys.hashing import key_of
from mutapa.core.written import Written

RULES = Rules(
    legal=legal,
    apply=apply,
    turn=turn,
    outcome=outcome,
    observe=observe,
    determinize=determinize,
    see=open_see,
    key=key_of(LAYOUT.words),
    sample=sample_legal(legal),
    judge=judge,
    prefer=flat_prefer,
    chance=chance,
    odds=odds,
    forced=forced,
    bid_types=bid_types,
    bid=bid,
    likelihood=likelihood,
    bid_traits=bid_traits,
    bid_prior=bid_prior,
    features=features,
    action_parts=action_parts,
    bid_class=bid_class,
)

GAME = Game(
    name="ascending",
    title="Ascending auction",
    version=1,
    seats=(2, SEATS_MAX),
    layout=LAYOUT,
    rules=RULES,
    board_words=BOARD_WORDS,
    work_words=64,
    actions_max=64,
    describe=describe,
    deal=deal,
    text=text,
    parse=parse,
    options=OPTIONS,
    phase=phase,
    score=score,
    bidder=bidder,
    features=FEATURES,
    written=Written(LEXICON, spell),
)
