"""GodZ as a `Game`."""

from __future__ import annotations

from mutapa.core.game import Game, Rules, no_bid, no_bid_types, no_forced, no_likelihood
from mutapa.core.godz.apply import apply
from mutapa.core.godz.begin import ENTRIES, bare, begin
from mutapa.core.godz.chance import chance, odds
from mutapa.core.godz.expert import prefer
from mutapa.core.godz.explain import explain
from mutapa.core.godz.features import FEATURES, action_parts, features
from mutapa.core.godz.hidden import determinize, observe, see
from mutapa.core.godz.judge import judge
from mutapa.core.godz.layout import LAYOUT
from mutapa.core.godz.legal import legal
from mutapa.core.godz.picture import picture
from mutapa.core.godz.sample import sample
from mutapa.core.godz.score import key, outcome, turn
from mutapa.core.godz.setup import ALL_WORDS, OPTIONS, deal, describe
from mutapa.core.godz.spell import LEXICON, spell
from mutapa.core.godz.svg import svg
from mutapa.core.godz.text import capped, parse, phase, score, text
from mutapa.core.godz.weights import WEIGHTS
from mutapa.core.godz.work import WORK_WORDS
from mutapa.core.written import Written

RULES = Rules(
    legal=legal, apply=apply, turn=turn, outcome=outcome, observe=observe, determinize=determinize, see=see, key=key,
    sample=sample, judge=judge, prefer=prefer, chance=chance, odds=odds, forced=no_forced, bid_types=no_bid_types,
    bid=no_bid, likelihood=no_likelihood, features=features, action_parts=action_parts,
)

GAME = Game(
    name="godz", title="GodZ", version=1, seats=(2, 5), layout=LAYOUT, rules=RULES, board_words=ALL_WORDS,
    work_words=WORK_WORDS, actions_max=256, describe=describe, deal=deal, text=text, parse=parse, options=OPTIONS, phase=phase,
    score=score, picture=picture, explain=explain, svg=svg, match_rounds=60, capped=capped, weights=WEIGHTS,
    written=Written(LEXICON, spell, ENTRIES, begin, (), bare),
    features=FEATURES,
)
