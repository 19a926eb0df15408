"""A line of the engine protocol read by compiled code: its verb, its words, its numbers (`mutapa.core.protocol` in Python).

A line is its bytes, one in each word. The grammar is a table: for each verb how many words its row has, its letters, and the keys
whose values it takes; a key unknown is passed over with its value.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled

VERBS: dict[str, tuple[str, ...]] = {
    "mep": (), "set": (), "ready": (), "stop": (), "quit": (), "result": (), "log": (),
    "new": ("game", "rules", "seats", "you", "id"),
    "go": ("n", "sims", "movetime", "clock", "inc"),
    "legal": ("n",), "check": ("n", "hash", "legal"), "undo": ("n",),
}  # fmt: skip
"""Verbs, and the keys of those that take pairs of a key and a value."""
FIRST, SIZE, NUMBER = 0, 1, 2
FIELD = 3
"""A field: where its letters begin, how many there are (0: it isn't there), and what they are as a number."""
FIELDS = 5
NO_NUMBER = -1
TWICE, EMPTY = 1, 2
"""What may be wrong with a pair; the key's place, times 4, is added."""
MOST_DIGITS = 16
MOST_NUMBER = 10**MOST_DIGITS
BLANK, TAB, RETURN, DELETE, ZERO = 32, 9, 13, 127, 48


def grammar() -> list[int]:
    """The table of the grammar."""
    found = []
    for verb, keys in VERBS.items():
        words = [word for name in (verb, *keys) for word in (len(name), *name.encode())]
        found += [1 + len(words), *words]
    return found


@compiled
def tidy(text, n):  # type: ignore[no-untyped-def]
    """Put blanks for tabs, leave out those at the end; the letters left, or -1: control characters, or no UTF-8."""
    if n > 0 and text[n - 1] == RETURN:
        n -= 1
    more = 0
    for i in range(n):
        letter = text[i]
        if more > 0:
            if letter >> 6 != 2:
                return -1
            more -= 1
        elif letter >> 5 == 6:
            more = 1
        elif letter >> 4 == 14:
            more = 2
        elif letter >> 3 == 30:
            more = 3
        elif letter >= DELETE or (letter < BLANK and letter != TAB):
            return -1
        elif letter == TAB:
            text[i] = BLANK
    if more > 0:
        return -1
    while n > 0 and text[n - 1] == BLANK:
        n -= 1
    return n


@compiled
def plain_words(text, n):  # type: ignore[no-untyped-def]
    """Write words in lower case, with single blanks and none at the ends; the letters left."""
    found = 0
    for i in range(n):
        letter = text[i]
        if letter == BLANK and (found == 0 or text[found - 1] == BLANK):
            continue
        text[found] = letter + 32 if 65 <= letter <= 90 else letter
        found += 1
    if found > 0 and text[found - 1] == BLANK:
        found -= 1
    return found


@compiled
def number(text, first, size, most):  # type: ignore[no-untyped-def]
    """Digits as a number up to `most`; -1 if it is none."""
    if size < 1 or size > MOST_DIGITS:
        return NO_NUMBER
    found = 0
    for i in range(first, first + size):
        if text[i] < ZERO or text[i] > ZERO + 9:
            return NO_NUMBER
        found = 10 * found + text[i] - ZERO
    return found if found <= most else NO_NUMBER


@compiled
def next_field(text, at, n, out, place):  # type: ignore[no-untyped-def]
    """Take the word at or behind `at` in as field `place`; where the next one begins."""
    while at < n and text[at] == BLANK:
        at += 1
    here = FIELD * place
    out[here + FIRST] = at
    while at < n and text[at] != BLANK:
        at += 1
    out[here + SIZE] = at - out[here + FIRST]
    out[here + NUMBER] = number(text, out[here + FIRST], out[here + SIZE], MOST_NUMBER)
    while at < n and text[at] == BLANK:
        at += 1
    return at


@compiled
def is_word(text, first, size, table, at):  # type: ignore[no-untyped-def]
    """1 if the letters are those of the word at table[at..], its size first."""
    if table[at] != size:
        return 0
    for i in range(size):
        if text[first + i] != table[at + 1 + i]:
            return 0
    return 1


@compiled
def verb_of(text, out, table):  # type: ignore[no-untyped-def]
    """The place among `VERBS` of the word in field 0; -1 if it is none of them."""
    at = 0
    verb = 0
    while at < len(table):
        if is_word(text, out[FIRST], out[SIZE], table, at + 1):
            return verb
        at += table[at]
        verb += 1
    return -1


@compiled
def pairs(text, at, n, table, verb, out):  # type: ignore[no-untyped-def]
    """Take in pairs of a key and a value from `at` on, as fields by the keys of `verb`; 0, or what is wrong with which key.

    ``out[FIELD * FIELDS ..]`` is scratch, for two fields.
    """
    for i in range(FIELD * FIELDS):
        out[i] = 0
    row = 0
    for _ in range(verb):
        row += table[row]
    while at < n:
        at = next_field(text, at, n, out, FIELDS)
        at = next_field(text, at, n, out, FIELDS + 1)
        key = row + 2 + table[row + 1]
        place = 0
        while key < row + table[row]:
            if is_word(text, out[FIELD * FIELDS + FIRST], out[FIELD * FIELDS + SIZE], table, key):
                if out[FIELD * (FIELDS + 1) + SIZE] == 0:
                    return EMPTY + 4 * place
                if out[FIELD * place + SIZE] > 0:
                    return TWICE + 4 * place
                for i in range(FIELD):
                    out[FIELD * place + i] = out[FIELD * (FIELDS + 1) + i]
            key += 1 + table[key]
            place += 1
    return 0


@compiled
def listed_number(text, first, size, which, most):  # type: ignore[no-untyped-def]
    """Number `which` of a list with commas; for -1 how many there are, and -1 if one of them is no number up to `most`."""
    count = 0
    begin = first
    for i in range(first, first + size + 1):
        if i == first + size or text[i] == 44:
            found = number(text, begin, i - begin, most)
            if found < 0:
                return NO_NUMBER
            if count == which:
                return found
            count += 1
            begin = i + 1
    return count if which < 0 else NO_NUMBER
