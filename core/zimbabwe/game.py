"""The Great Zimbabwe as a `Game`."""

from __future__ import annotations

from mutapa.core.game import Game, Rules, no_chance, no_odds
from mutapa.core.written import Written
from mutapa.core.zimbabwe.apply import apply
from mutapa.core.zimbabwe.begin import ENTRIES, FACTS, bare, begin
from mutapa.core.zimbabwe.bidding import bid, bid_prior, bid_traits, bid_types, bidder, forced, likelihood
from mutapa.core.zimbabwe.board import SEALED
from mutapa.core.zimbabwe.expert import prefer
from mutapa.core.zimbabwe.explain import explain
from mutapa.core.zimbabwe.features import FEATURES, action_parts, bid_class, features
from mutapa.core.zimbabwe.hidden import determinize, observe, see
from mutapa.core.zimbabwe.judge import judge
from mutapa.core.zimbabwe.layout import LAYOUT
from mutapa.core.zimbabwe.legal import legal
from mutapa.core.zimbabwe.picture import picture
from mutapa.core.zimbabwe.sample import sample
from mutapa.core.zimbabwe.score import key, outcome, turn
from mutapa.core.zimbabwe.setup import ALL_WORDS, OPTIONS, deal, describe
from mutapa.core.zimbabwe.spell import LEXICON, spell
from mutapa.core.zimbabwe.svg import svg
from mutapa.core.zimbabwe.text import capped, parse, phase, score, text
from mutapa.core.zimbabwe.weights import WEIGHTS
from mutapa.core.zimbabwe.work import WORK_WORDS

RULES = Rules(
    legal=legal, apply=apply, turn=turn, outcome=outcome, observe=observe, determinize=determinize, see=see, key=key,
    sample=sample, judge=judge, prefer=prefer, chance=no_chance, odds=no_odds, forced=forced, bid_types=bid_types, bid=bid,
    likelihood=likelihood, bid_traits=bid_traits, bid_prior=bid_prior, features=features,
    action_parts=action_parts, bid_class=bid_class,
)

GAME = Game(
    name="zimbabwe", title="The Great Zimbabwe", version=1, seats=(2, 5), layout=LAYOUT, rules=RULES, board_words=ALL_WORDS,
    work_words=WORK_WORDS, actions_max=4200, describe=describe, deal=deal, text=text, parse=parse, options=OPTIONS, phase=phase,
    score=score, picture=picture, svg=svg, explain=explain, perfect=lambda board: not board[SEALED], capped=capped,
    bidder=bidder, weights=WEIGHTS, features=FEATURES,
    written=Written(LEXICON, spell, ENTRIES, begin, FACTS, bare, hidden=SEALED),
)
