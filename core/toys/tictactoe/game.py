"""`tictactoe` as a `Game`. Under best play tic-tac-toe is a draw."""

from mutapa.core.game import (
    Game,
    Rules,
    flat_prefer,
    no_bid,
    no_bid_types,
    no_chance,
    no_forced,
    no_likelihood,
    no_odds,
    open_see,
    sample_legal,
)
from mutapa.core.toys.hashing import key_of
from mutapa.core.toys.tictactoe.apply import apply
from mutapa.core.toys.tictactoe.features import FEATURES, action_parts, features
from mutapa.core.toys.tictactoe.hidden import determinize, observe
from mutapa.core.toys.tictactoe.layout import BOARD_WORDS, LAYOUT
from mutapa.core.toys.tictactoe.legal import legal, turn
from mutapa.core.toys.tictactoe.score import judge, outcome
from mutapa.core.toys.tictactoe.setup import OPTIONS, deal, describe
from mutapa.core.toys.tictactoe.spell import LEXICON, spell
from mutapa.core.toys.tictactoe.text import parse, phase, text
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
    chance=no_chance,
    odds=no_odds,
    forced=no_forced,
    bid_types=no_bid_types,
    bid=no_bid,
    likelihood=no_likelihood,
    features=features,
    action_parts=action_parts,
)

GAME = Game(
    name="tictactoe",
    title="Tic-tac-toe and Connect-3",
    version=1,
    seats=(2, 2),
    layout=LAYOUT,
    rules=RULES,
    board_words=BOARD_WORDS,
    work_words=16,
    actions_max=9,
    describe=describe,
    deal=deal,
    text=text,
    parse=parse,
    options=OPTIONS,
    phase=phase,
    features=FEATURES,
    written=Written(LEXICON, spell),
)
