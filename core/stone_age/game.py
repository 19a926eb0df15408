"""Stone Age as a `Game`."""

from __future__ import annotations

from mutapa.core.game import Game, Rules, no_bid, no_bid_types, no_forced, no_likelihood
from mutapa.core.stone_age.apply import apply
from mutapa.core.stone_age.begin import ENTRIES, FACTS, bare, begin
from mutapa.core.stone_age.chance import chance, odds
from mutapa.core.stone_age.expert import prefer
from mutapa.core.stone_age.explain import explain
from mutapa.core.stone_age.features import FEATURES, action_parts, features
from mutapa.core.stone_age.hidden import determinize, observe, see
from mutapa.core.stone_age.judge import judge
from mutapa.core.stone_age.layout import LAYOUT
from mutapa.core.stone_age.legal import legal
from mutapa.core.stone_age.picture import picture
from mutapa.core.stone_age.sample import sample
from mutapa.core.stone_age.score import key, outcome, turn
from mutapa.core.stone_age.setup import ALL_WORDS, OPTIONS, deal, describe
from mutapa.core.stone_age.spell import LEXICON, spell
from mutapa.core.stone_age.svg import svg
from mutapa.core.stone_age.text import capped, parse, phase, score, text
from mutapa.core.stone_age.weights import WEIGHTS
from mutapa.core.stone_age.work import WORK_WORDS
from mutapa.core.written import Written

RULES = Rules(
    legal=legal, apply=apply, turn=turn, outcome=outcome, observe=observe, determinize=determinize, see=see, key=key,
    sample=sample, judge=judge, prefer=prefer, chance=chance, odds=odds, forced=no_forced, bid_types=no_bid_types,
    bid=no_bid, likelihood=no_likelihood, features=features, action_parts=action_parts,
)

GAME = Game(
    name="stone_age", title="Stone Age", version=1, seats=(2, 4), layout=LAYOUT, rules=RULES, board_words=ALL_WORDS,
    work_words=WORK_WORDS, actions_max=128, describe=describe, deal=deal, text=text, parse=parse, options=OPTIONS, phase=phase,
    score=score, picture=picture, explain=explain, svg=svg, match_rounds=100, capped=capped, weights=WEIGHTS,
    features=FEATURES,
    written=Written(LEXICON, spell, ENTRIES, begin, FACTS, bare),
)
