"""Notation in compiled code (see ``text.py``)."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.lexicon import NUMBER, Lexicon
from mutapa.core.stone_age import actions as a
from mutapa.core.stone_age.figures import PLACES, RESOURCES, RIVER
from mutapa.core.stone_age.setup import CARD_NAMES, TILE_NAMES

LEXICON = Lexicon(
    verbs=("choose", "starve", "place", "use", "buy", "done", "add", "once", "none", "pay", "take", "pick", "roll", "dice", "?"),
    faces=(*RESOURCES, "tool", "field"), places=PLACES, nature=("turn", "draw", "card"), tiles=TILE_NAMES, cards=CARD_NAMES,
)  # fmt: skip
CHOOSE, STARVE, PUT, USE, BUY, DONE, ADD, ONCE, NOTHING, PAY, TAKE, PICK, ROLL, DICE, UNKNOWN = range(15)
FACE, PLACE, NATURE = LEXICON.first("faces"), LEXICON.first("places"), LEXICON.first("nature")
TILE, CARD = LEXICON.first("tiles"), LEXICON.first("cards")


@compiled
def spell_tools(argument, out):  # type: ignore[no-untyped-def]
    """Tools added: their values in ascending order, then those for one use."""
    out[0] = ADD
    n = 1
    if argument == 0:
        out[1] = NOTHING
        return 2
    for value in range(4):
        for _ in range((argument >> (2 * value)) & 3):
            out[n] = NUMBER + value + 1
            n += 1
    if argument >> 8:
        out[n] = ONCE
        n += 1
        for i in range(3):
            if (argument >> (8 + i)) & 1:
                out[n] = NUMBER + i + 2
                n += 1
    return n


@compiled
def spell(board, work, state, action, out):  # type: ignore[no-untyped-def]
    """The tokens of a step."""
    kind = a.kind_of_action(action)
    argument = a.argument_of(action)
    n = 2
    if kind == a.CHOOSE_TWO or kind == a.STARVE:
        out[0] = CHOOSE if kind == a.CHOOSE_TWO else STARVE
        n = 1
    elif kind == a.PUT:
        out[0] = PUT
        out[1] = PLACE + (argument >> 4)
        if argument >> 4 <= RIVER:
            out[2] = NUMBER + (argument & 15)
            n = 3
    elif kind == a.USE or kind == a.BUY:
        out[0] = USE if kind == a.USE else BUY
        out[1] = PLACE + argument
    elif kind == a.FINISH or kind == a.PAY_END:
        out[0] = DONE
        n = 1
    elif kind == a.ADD:
        n = spell_tools(argument, out)
    elif kind == a.PAY_ONE:
        out[0] = PAY
        out[1] = FACE + argument
    elif kind == a.TAKE:
        out[0] = TAKE
        out[1] = FACE + (argument >> 2)
        out[2] = FACE + (argument & 3)
        n = 3
    elif kind == a.CLAIM:
        out[0] = PICK
        out[1] = FACE + argument - 1
    elif kind == a.ROLLED:
        out[0] = ROLL
        out[1] = NUMBER + argument
    elif kind == a.DICE_FACES:
        out[0] = DICE
        n = 1
        for face in range(6):
            for _ in range((argument >> (3 * face)) & 7):
                out[n] = NUMBER + face + 1
                n += 1
    else:
        out[0] = NATURE + kind - a.TURNED
        out[1] = UNKNOWN
        if argument > 0:
            out[1] = (TILE if kind == a.TURNED else CARD) + argument - 1
    return n
