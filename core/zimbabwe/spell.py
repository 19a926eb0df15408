"""Notation in compiled code (see ``text.py``)."""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.lexicon import GLUED, NUMBER, Lexicon
from mutapa.core.words import pack
from mutapa.core.zimbabwe import actions as a
from mutapa.core.zimbabwe.figures import CRAFTSMEN, GODS, HERD, RESOURCES, SPECIALISTS
from mutapa.core.zimbabwe.grid import SIDE
from mutapa.core.zimbabwe.text import PLAIN, SQUARES

VERBS = {
    **{kind: word for word, kind in (*PLAIN.items(), *SQUARES.items())},
    a.BID: "bid", a.SEAL: "seal", a.REVEAL: "reveal", a.CHOOSE_GOD: "god", a.HIRE: "hire", a.USE: "use", a.PLACE: "place",
    a.AT: "at", a.SUPPLY: "supply", a.PRICE: "price", a.BUY: "good", a.RESOURCE: "use", a.FROM: "from",
}  # fmt: skip
LEXICON = Lexicon(
    verbs=["?", *(VERBS[kind] for kind in range(1, 22))], columns=[chr(ord("a") + i) for i in range(SIDE)], gods=GODS,
    specialists=SPECIALISTS, craftsmen=CRAFTSMEN, resources=RESOURCES, ways=("h", "v"),
)  # fmt: skip
UNKNOWN = 0
COLUMN, GOD, SPECIALIST = LEXICON.first("columns"), LEXICON.first("gods"), LEXICON.first("specialists")
CRAFTSMAN, RESOURCE, WAY = LEXICON.first("craftsmen"), LEXICON.first("resources"), LEXICON.first("ways")
SHORT = pack([int(kind in PLAIN.values()) for kind in range(22)], 1)
"""Bit k: a step of kind k is its verb alone."""


@compiled
def spell_square(code, out, n):  # type: ignore[no-untyped-def]
    """The two tokens of a square, from out[n] on; return where they end."""
    within = code & 63
    out[n] = COLUMN + within % SIDE
    out[n + 1] = GLUED + NUMBER + (code >> 6) * 3 + within // SIDE + 1
    return n + 2


@compiled
def spell(board, work, state, action, out):  # type: ignore[no-untyped-def]
    """The tokens of a step: a verb for each kind, then what it takes."""
    kind = a.kind_of_action(action)
    argument = a.argument_of(action)
    out[0] = kind
    if (SHORT >> kind) & 1:
        return 1
    n = 2
    if kind == a.FIRST_MONUMENT or kind == a.RAISE or kind == a.RESOURCE:
        n = spell_square(argument, out, 1)
    elif kind == a.SEAL:
        out[1] = NUMBER + argument - 1 if argument else UNKNOWN
    elif kind == a.CHOOSE_GOD:
        out[1] = GOD + argument
    elif kind == a.HIRE or kind == a.USE:
        out[1] = SPECIALIST + (argument >> 2)
        if argument >> 2 == HERD:
            out[2] = NUMBER + 2 * (argument & 3)
            n = 3
    elif kind == a.PLACE:
        out[1] = CRAFTSMAN + argument
    elif kind == a.AT:
        n = spell_square(argument >> 2, out, 1)
        if argument & 3:
            out[n] = WAY + (argument & 3) - 1
            n += 1
    elif kind == a.SUPPLY:
        out[1] = RESOURCE + argument
    elif kind == a.PRICE:
        out[1] = CRAFTSMAN + (argument >> 2)
        out[2] = NUMBER + (argument & 3)
        n = 3
    elif kind == a.BUY or kind == a.FROM:
        out[1] = CRAFTSMAN + (argument >> 9)
        n = spell_square(argument & 511, out, 2)
    else:
        out[1] = NUMBER + argument
    return n
