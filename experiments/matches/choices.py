"""Steps on offer as a person reads and types them: listed by kind with squares and numbers drawn together, found by what a word
begins with, completed word by word, explained.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from mutapa.core import notation
from mutapa.core.errors import AmbiguousError, IllegalError, MutapaError
from mutapa.core.state import State

_SQUARE = re.compile(r"([a-z])([1-9]\d?)")
_MARKS = {"square": "\0", "number": "\1"}


def grouped(texts: Sequence[str]) -> list[tuple[str, int, str]]:
    """(first word, how many, the rest drawn together) of steps on offer, in their order.

    >>> grouped(["bid 1", "bid 2", "bid 3", "pass", "at a1 h", "at b1 h", "at d1 h", "at b1 v"])
    [('bid', 3, '1-3'), ('pass', 1, ''), ('at', 4, 'a1-b1 d1 h; b1 v')]
    """
    verbs: dict[str, dict[tuple[str, ...], list[str]]] = {}
    for text in texts:
        verb, *words = text.split()
        shape, varying = _shape(words)
        verbs.setdefault(verb, {}).setdefault(shape, []).append(varying)
    rows = []
    for verb, shapes in verbs.items():
        parts = [_written(shape, varying) for shape, varying in shapes.items()]
        between = "; " if any(_MARKS["square"] in shape for shape in shapes) else ", "
        rows.append((verb, sum(map(len, shapes.values())), between.join(parts)))
    return rows


def _shape(words: Sequence[str]) -> tuple[tuple[str, ...], str]:
    """The words with the last square, or else the last number, taken out; and what was taken out."""
    for kind, fits in (("square", lambda word: bool(_SQUARE.fullmatch(word))), ("number", str.isdecimal)):
        for i in reversed(range(len(words))):
            if fits(words[i]):
                return (*words[:i], _MARKS[kind], *words[i + 1 :]), words[i]
    return tuple(words), ""


def _written(shape: tuple[str, ...], varying: list[str]) -> str:
    drawn = runs(varying) if _MARKS["number"] in shape else squares(varying)
    return " ".join(drawn if word in _MARKS.values() else word for word in shape)


def runs(numbers: Iterable[str]) -> str:
    """Numbers drawn together.

    >>> runs(["4", "1", "2", "3", "7"])
    '1-4 7'
    """
    return " ".join(f"{first}-{last}" if last > first else f"{first}" for first, last in _stretches(sorted(map(int, numbers))))


def squares(names: Iterable[str]) -> str:
    """Squares drawn together along the rows.

    >>> squares(["b1", "a1", "c1", "f10", "a2"])
    'a1-c1 a2 f10'
    """
    rows: dict[int, list[int]] = {}
    for found in filter(None, map(_SQUARE.fullmatch, names)):
        rows.setdefault(int(found[2]), []).append(ord(found[1]))
    parts = []
    for row in sorted(rows):
        for first, last in _stretches(sorted(rows[row])):
            parts.append(f"{chr(first)}{row}-{chr(last)}{row}" if last > first else f"{chr(first)}{row}")
    return " ".join(parts)


def _stretches(numbers: Sequence[int]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for number in numbers:
        if found and number == found[-1][1] + 1:
            found[-1] = found[-1][0], number
        else:
            found.append((number, number))
    return found


def begins(typed: Sequence[str], whole: Sequence[str]) -> bool:
    """Whether each word typed begins the word at its place; words with digits count whole, since f1 is not f10.

    >>> begins(["g", "xa"], ["god", "xango"]), begins(["at", "f1"], ["at", "f10"])
    (True, False)
    """
    return len(typed) <= len(whole) and all(
        word == right or (word.isalpha() and right.startswith(word)) for word, right in zip(typed, whole, strict=False)
    )


def fitting(state: State, words: str) -> list[int]:
    """The steps on offer that `words` begin, word by word."""
    typed = words.split()
    return [action for action, text in zip(state.legal_actions, state.legal_texts, strict=True) if begins(typed, text.split())]


def read(state: State, words: str) -> int:
    """The one step on offer that `words` mean: in full, or by beginnings of its words where only one fits."""
    try:
        return state.parse(words)
    except MutapaError as error:
        found = fitting(state, notation.normal(words))
        if len(found) == 1:
            return found[0]
        if not found and (near := _nearest(state, notation.normal(words).split())):
            raise IllegalError(f"{words!r}: no step on offer begins so; {near}") from None
        if not found or isinstance(error, AmbiguousError):
            raise
        shown = ", ".join(repr(state.text(action)) for action in found[:4]) + (", ..." if len(found) > 4 else "")
        raise AmbiguousError(f"{words!r} fits {len(found)} steps: {shown}") from None


def _nearest(state: State, typed: Sequence[str]) -> str:
    """What the beginning of a verb could have meant, up to the word that fits nothing; empty if the verb is written out."""
    verbs = {text.split()[0] for text in state.legal_texts}
    if not typed or typed[0] in verbs:
        return ""
    for n in range(len(typed) - 1, 0, -1):
        found = fitting(state, " ".join(typed[:n]))
        if found:
            shown = ", ".join(repr(state.text(action)) for action in found[:6]) + (", ..." if len(found) > 6 else "")
            return f"with {' '.join(typed[:n])!r} begin {shown}"
    return ""


def read_line(state: State, line: str) -> list[int]:
    """The steps of one turn that `line` means; nothing is played. The first step that can't be read is named in the error."""
    trial, seat, found = state.clone(), state.turn, []
    parts = notation.steps(line)
    for n, words in enumerate(parts, 1):
        where = f"step {n} of {len(parts)}: " if len(parts) > 1 else ""
        if trial.turn != seat:
            raise IllegalError(f"{where}{words!r} comes after the end of your turn ({trial.phase})")
        try:
            action = read(trial, words)
        except MutapaError as error:
            raise type(error)(f"{where}{error}") from None
        trial.apply(action)
        found.append(action)
    return found


def completions(state: State, typed: str, more: Sequence[str] = ()) -> list[str]:
    """How the last word of `typed` may go on: words, each once, in order. `more`: other words a line may begin with."""
    *before, last = typed.split("/")
    trial = state.clone()
    try:
        for action in read_line(trial, "/".join(before)) if before else ():
            trial.apply(action)
    except MutapaError:
        return []
    if trial.turn != state.turn:
        return []
    words = last.split()
    known, begun = (words, "") if not words or last[-1:].isspace() else (words[:-1], words[-1])
    lines = [text.split() for text in trial.legal_texts]
    found = dict.fromkeys(line[len(known)] for line in lines if len(line) > len(known) and begins(known, line))
    if not known and not before:
        found |= dict.fromkeys(more)
    return [word for word in found if word.startswith(begun)]


def follows(state: State, action: int) -> str:
    """What changes in the players' figures when `action` is taken, and what is decided next."""
    after = state.clone()
    after.apply(action)
    said = []
    if state.game.score:
        before, now = (state.game.score(each.board, each.words) for each in (state, after))
        for seat, (old, new) in enumerate(zip(before, now, strict=True)):
            changed = [f"{name} {_shown(old[name])} > {_shown(new[name])}" for name in new if new[name] != old[name]]
            if changed:
                said.append(f"seat {seat}: {', '.join(changed)}")
    said.append("then the game is over" if after.is_over else f"then {after.phase}")
    return "; ".join(said)


def _shown(value: object) -> object:
    return "none" if value == "" else value


def explained(state: State, action: int) -> list[str]:
    """A step in words: its notation, what it means (if the game says), what follows."""
    meant = [state.game.explain(state.board, state.words, action)] if state.game.explain else []
    return [state.text(action), *meant, follows(state, action)]
