"""Notation in compiled code: a step is spelled as tokens, tokens are written as letters, letters are compared.

A game's ``spell`` writes tokens to an array: a word by its number in the game's lexicon, or a number, each after a blank unless
it is `GLUED` to what stands before. It says what `Game.text` says (a law that tests keep), without strings, so that it can
stand in a native engine. Letters are bytes, one in a word of an array.

Reading needs no code of its own: a step is the legal one that is spelled like this (`mutapa.search.export.following`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mutapa.core.compiled import compiled

NUMBER = 1 << 20
"""Token of the number 0; that of n is NUMBER + n."""
WORDS_MAX = 1 << 16
"""Tokens below are words."""
GLUED = 1 << 22
"""Added to a token: no blank before it."""
TOKENS_MAX = 64
"""More than any step has."""
LETTERS_MAX = 512
"""Letters of a step, at most."""
BLANK = 32
MINUS = 45
ZERO = 48


class Lexicon:
    """The words of a game, in named groups; a word's number is its group's first number and its place there."""

    def __init__(self, **groups: Sequence[str]) -> None:
        self.words: list[str] = []
        self.sizes = [len(words) for words in groups.values()]
        self._first: dict[str, int] = {}
        for name, words in groups.items():
            self._first[name] = len(self.words)
            self.words += words

    def first(self, group: str) -> int:
        """The number of the first word of a group."""
        return self._first[group]

    def add(self, word: str) -> int:
        """The number of a word, put at the end if it is new."""
        if word not in self.words:
            self.words.append(word)
        return self.words.index(word)

    def table(self) -> list[int]:
        """What compiled code reads: how many words, where each begins and the last one ends, then their letters."""
        table, at = [len(self.words)], len(self.words) + 2
        letters: list[int] = []
        for word in self.words:
            table.append(at + len(letters))
            letters += word.encode()
        return [*table, at + len(letters), *letters]


@compiled
def put_number(n, out, at):  # type: ignore[no-untyped-def]
    """Write the number `n` to out[at..]; return where it ends."""
    if n < 0:
        out[at] = MINUS
        at += 1
        n = -n
    digits = 1
    rest = n // 10
    while rest > 0:
        digits += 1
        rest //= 10
    for i in range(digits):
        out[at + digits - 1 - i] = ZERO + n % 10
        n //= 10
    return at + digits


@compiled
def put_word(lexicon, word, out, at):  # type: ignore[no-untyped-def]
    """Write a word of the lexicon to out[at..]; return where it ends."""
    start = lexicon[1 + word]
    end = lexicon[2 + word]
    for i in range(start, end):
        out[at + i - start] = lexicon[i]
    return at + end - start


@compiled
def render(lexicon, tokens, n, out, at):  # type: ignore[no-untyped-def]
    """Write `n` tokens to out[at..]; return where they end."""
    for i in range(n):
        token = tokens[i]
        if token & GLUED:
            token -= GLUED
        elif i > 0:
            out[at] = BLANK
            at += 1
        if token < WORDS_MAX:
            at = put_word(lexicon, token, out, at)
        else:
            at = put_number(token - NUMBER, out, at)
    return at


@compiled
def look_up(lexicon, letters, start, end):  # type: ignore[no-untyped-def]
    """The number of the word letters[start..end-1], -1 if the lexicon lacks it."""
    for word in range(lexicon[0]):
        at = lexicon[1 + word]
        if lexicon[2 + word] - at == end - start:
            same = 1
            i = start
            while i < end and same:
                if letters[i] != lexicon[at + i - start]:
                    same = 0
                i += 1
            if same:
                return word
    return -1


def words_of(letters: Any, n: int) -> str:
    """Letters as a string."""
    return bytes(int(letters[i]) for i in range(n)).decode()
