"""Lines for an engine that are nearly right: those of real games, with words, letters and lines changed, dropped, doubled."""

from __future__ import annotations

from collections.abc import Iterator

from mutapa.core import registry
from mutapa.core.streams import Array, below, derive
from mutapa.search.export.vector import questions

WORDS = (
    "", "-1", "0", "1", "3", "99999999999999999999", "?", "n", "by", "chance", "setup", "{}", "[", '"', "{" * 12, "/", "é", "\t",
    "x" * 300,
)  # fmt: skip


def changed(line: str, rng: Array) -> str:
    """A line with one thing wrong, or left as it is in one of three cases."""
    words = line.split(" ")
    which, at = below(rng, 12), below(rng, len(words))
    if which == 0:
        words[at] = WORDS[below(rng, len(WORDS))]
    elif which == 1:
        words.insert(at, WORDS[below(rng, len(WORDS))])
    elif which == 2:
        del words[at]
    elif which == 3 and line:
        place = below(rng, len(line))
        return line[:place] + chr(1 + below(rng, 300)) + line[place + 1 :]
    elif which == 4 and line:
        return line[: below(rng, len(line))]
    elif which == 5:
        words[at] = words[at] * (1 + below(rng, 40))
    elif which == 6 and line.startswith("log 0"):
        place = below(rng, len(line))
        return line[:place] + line[place + 1 + below(rng, 5) :]
    elif which == 7:
        return WORDS[below(rng, len(WORDS))] + line
    return " ".join(words)


def lines(name: str, count: int, seed: int) -> Iterator[str]:
    """`count` lines for an engine of the game `name`."""
    rng = derive(seed, "fuzz", name)
    game = list(questions(registry.get(name)))
    more = [
        "mep 1", "ready", "stop", "set sims 3", "set trees 2", "set threads 2", "set memory 1", "set seed 4", "undo n 1",
        "undo n 3", "legal n 2", "check n 2 hash 0 legal 3", "go n 1 movetime 0",
        "go n 2 clock 100,100 inc 3", "result reason void",
    ]  # fmt: skip
    given = 0
    while given < count:
        for line in game:
            if given >= count:
                return
            if below(rng, 20) == 0:
                yield changed(more[below(rng, len(more))], rng)
                given += 1
            if below(rng, 30) == 0:
                continue
            # A set-up that is refused leaves the rest of the game unread, so most are left whole.
            rare = line.startswith(("log 0", "new")) and below(rng, 3)
            yield line.replace("sims 40", "sims 3") if rare or below(rng, 4) else changed(line.replace("sims 40", "sims 3"), rng)
            given += 1
