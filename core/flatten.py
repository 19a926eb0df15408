"""JSON read by compiled code, into a flat list: set-ups come as JSON, and a native engine has no library for it.

Each thing is three numbers: its kind, its value (of a string or key its number in a lexicon, -1 if it isn't there; of a number
that number), and where its letters begin. Whole numbers only; what else may stand in JSON (fractions, escapes) is read and named
`OTHER`, or a word that no lexicon has.
"""

from __future__ import annotations

from mutapa.core.compiled import compiled
from mutapa.core.lexicon import look_up

END, OPEN, CLOSE, LIST, LIST_END, KEY, STRING, WHOLE, NULL, TRUE, FALSE, OTHER = range(12)
KIND, VALUE, PLACE = 0, 1, 2
ITEM = 3
"""Numbers of each thing."""
DEEPEST = 8
LONGEST = 15
"""Digits of a whole number."""
QUOTE, COMMA, COLON, BACKSLASH, MINUS, POINT = 34, 44, 58, 92, 45, 46


@compiled
def is_blank(letter):  # type: ignore[no-untyped-def]
    """1 for what may stand between things."""
    if letter == 32 or letter == 9 or letter == 10 or letter == 13:
        return 1
    return 0


@compiled
def is_digit(letter):  # type: ignore[no-untyped-def]
    """1 for 0-9."""
    if letter >= 48 and letter <= 57:
        return 1
    return 0


@compiled
def literal(letters, at, n):  # type: ignore[no-untyped-def]
    """The kind of ``null``, ``true`` or ``false`` at letters[at..], 0 if it is none of them."""
    if at + 4 <= n and letters[at] == 110 and letters[at + 1] == 117 and letters[at + 2] == 108 and letters[at + 3] == 108:
        return NULL
    if at + 4 <= n and letters[at] == 116 and letters[at + 1] == 114 and letters[at + 2] == 117 and letters[at + 3] == 101:
        return TRUE
    if (
        at + 5 <= n and letters[at] == 102 and letters[at + 1] == 97 and letters[at + 2] == 108 and letters[at + 3] == 115
        and letters[at + 4] == 101
    ):  # fmt: skip
        return FALSE
    return 0


@compiled
def end_of_string(letters, at, n):  # type: ignore[no-untyped-def]
    """Where the closing quote of the string is whose first letter is at `at`; -1 if it has none."""
    while at < n:
        if letters[at] == QUOTE:
            return at
        if letters[at] == BACKSLASH:
            at += 1
        at += 1
    return -1


@compiled
def end_of_number(letters, at, n):  # type: ignore[no-untyped-def]
    """Where the number that begins at `at` ends; digits, signs, points and exponents are its letters."""
    while at < n and (
        is_digit(letters[at]) or letters[at] == MINUS or letters[at] == POINT or letters[at] == 43 or letters[at] == 69
        or letters[at] == 101
    ):  # fmt: skip
        at += 1
    return at


@compiled
def whole(letters, start, end, out, at):  # type: ignore[no-untyped-def]
    """Write a number to out[at..] as a thing: `WHOLE`, or `OTHER` if it isn't whole or too long."""
    sign = 1
    i = start
    if i < end and letters[i] == MINUS:
        sign = -1
        i += 1
    out[at + KIND] = WHOLE if i < end and end - i <= LONGEST else OTHER
    total = 0
    while i < end and out[at + KIND] == WHOLE:
        if is_digit(letters[i]):
            total = 10 * total + letters[i] - 48
        else:
            out[at + KIND] = OTHER
        i += 1
    out[at + VALUE] = sign * total
    return 0


@compiled
def flatten(lexicon, letters, n, out):  # type: ignore[no-untyped-def]
    """Read the JSON letters[0..n-1]; return how many things `out` has, -1 if this is no JSON, too deep or too long.

    The last thing is `END`. `out` needs room for ITEM * (n + 2) numbers to be sure.
    """
    count = 0
    depth = 0
    objects = 0  # bit d: what is open at depth d is an object
    wanted = 0  # 0 a value, 1 a value or the end of a list, 2 a key or the end of an object, 3 a key, 4 a comma or an end
    at = 0
    while at < n:
        letter = letters[at]
        if is_blank(letter):
            at += 1
            continue
        here = ITEM * count
        if here + 2 * ITEM > len(out):
            return -1
        if wanted == 4:
            if depth == 0:
                return -1
            if letter == COMMA:
                wanted = 3 if (objects >> depth) & 1 else 0
                at += 1
                continue
            if letter == (125 if (objects >> depth) & 1 else 93):
                wanted = 1 + ((objects >> depth) & 1)
            else:
                return -1
        out[here + PLACE] = at
        out[here + VALUE] = 0
        if letter == 125 or letter == 93:  # } ]
            if wanted != (2 if letter == 125 else 1):
                return -1
            out[here + KIND] = CLOSE if letter == 125 else LIST_END
            depth -= 1
            at += 1
            wanted = 4
        elif wanted >= 2:
            end = end_of_string(letters, at + 1, n) if letter == QUOTE else -1
            if end < 0:
                return -1
            out[here + KIND] = KEY
            out[here + VALUE] = look_up(lexicon, letters, at + 1, end)
            out[here + PLACE] = at + 1
            at = end + 1
            while at < n and is_blank(letters[at]):
                at += 1
            if at >= n or letters[at] != COLON:
                return -1
            at += 1
            wanted = 0
        elif letter == 123 or letter == 91:  # { [
            depth += 1
            if depth > DEEPEST:
                return -1
            objects &= ~(1 << depth)
            if letter == 123:
                objects |= 1 << depth
            out[here + KIND] = OPEN if letter == 123 else LIST
            at += 1
            wanted = 2 if letter == 123 else 1
        elif letter == QUOTE:
            end = end_of_string(letters, at + 1, n)
            if end < 0:
                return -1
            out[here + KIND] = STRING
            out[here + VALUE] = look_up(lexicon, letters, at + 1, end)
            out[here + PLACE] = at + 1
            at = end + 1
            wanted = 4
        elif is_digit(letter) or letter == MINUS:
            end = end_of_number(letters, at, n)
            whole(letters, at, end, out, here)
            at = end
            wanted = 4
        else:
            kind = literal(letters, at, n)
            if kind == 0:
                return -1
            out[here + KIND] = kind
            at += 5 if kind == FALSE else 4
            wanted = 4
        count += 1
    if depth != 0 or wanted != 4:
        return -1
    out[ITEM * count + KIND] = END
    return count


@compiled
def deeper(kind):  # type: ignore[no-untyped-def]
    """How much deeper one is behind a thing of this kind."""
    if kind == OPEN or kind == LIST:  # noqa: SIM109 (compiled code knows no tuples)
        return 1
    if kind == CLOSE or kind == LIST_END:  # noqa: SIM109
        return -1
    return 0


@compiled
def after(things, at):  # type: ignore[no-untyped-def]
    """The thing after the value that begins at thing number `at`."""
    if deeper(things[ITEM * at + KIND]) != 1:
        return at + 1
    depth = 0
    while things[ITEM * at + KIND] != END:
        depth += deeper(things[ITEM * at + KIND])
        at += 1
        if depth == 0:
            return at
    return at


@compiled
def entry(things, at, key):  # type: ignore[no-untyped-def]
    """Where the value of `key` begins in the object that opens at thing number `at`, the last one; -1 if it isn't there."""
    found = -1
    if things[ITEM * at + KIND] != OPEN:
        return -1
    at += 1
    while things[ITEM * at + KIND] == KEY:
        if things[ITEM * at + VALUE] == key:
            found = at + 1
        at = after(things, at + 1)
    return found


@compiled
def length(things, at):  # type: ignore[no-untyped-def]
    """How many values the list has that opens at thing number `at`; -1 if it is no list."""
    if things[ITEM * at + KIND] != LIST:
        return -1
    n = 0
    at += 1
    while things[ITEM * at + KIND] != LIST_END:
        n += 1
        at = after(things, at)
    return n
