"""Files of samples: equal after a round trip, equal bytes for equal games, and damaged or foreign ones refused by one line."""

from __future__ import annotations

import io
import random

import numpy as np
import pytest

from mutapa.core import registry
from mutapa.core.errors import InvalidError
from mutapa.nets.samples import NONE, Builder, Chunk, Sample, join

GAME = registry.get("ascending")


def chunk(first: int = 1) -> Chunk:
    builder = Builder(GAME)
    for number in (first, first + 1):
        samples = [
            Sample([number, 2, 3, 4], 1, 3, 5, True, [0.25, 0.5, 0.25], [7, 9], [0.75, 0.25]),
            Sample([5, 6, 7, 8], 0, 3, 6, False, None, [], []),
        ]
        builder.add([number] * GAME.board_words, number, 3, [0, 0.5, 0.5], [-3, 2, 2], samples, [[1, NONE, 2], [0, 0, NONE]])
    return builder.chunk({"bot": "uct"})


def test_a_file_holds_what_was_added() -> None:
    made = chunk()
    read = Chunk.from_bytes(made.to_bytes(), GAME, "here")
    for name in Chunk.__dataclass_fields__:
        if name != "head":
            assert np.array_equal(getattr(read, name), getattr(made, name), equal_nan=name == "value"), name
    assert read.head["bot"] == "uct"
    assert read.to_bytes() == made.to_bytes() == chunk().to_bytes()
    assert read.outcome[1, :4].tolist() == [0, 0.5, 0.5, 0]
    assert read.bids[0, :4].tolist() == [1, NONE, 2, NONE]
    assert np.isnan(read.value[1]).all()


def test_selected_samples_keep_their_actions() -> None:
    made = chunk()
    some = made.select(made.number[made.game] == 2)
    assert len(some) == 2
    assert some.seen[:, 0].tolist() == [2, 5]
    assert some.actions.tolist() == [7, 9]
    assert some.boards[some.game[0], 0] == 2


def test_joined_chunks_keep_their_games() -> None:
    whole = join([chunk(1), chunk(3)])
    assert whole.number[whole.game].tolist() == [1, 1, 2, 2, 3, 3, 4, 4]
    assert whole.boards[whole.game, 0].tolist() == [1, 1, 2, 2, 3, 3, 4, 4]
    with pytest.raises(InvalidError, match="none are there"):
        join([])


def test_a_foreign_file_is_refused() -> None:
    data = chunk().to_bytes()
    with pytest.raises(InvalidError, match="samples of another game; right would be 'kuhn'"):
        Chunk.from_bytes(data, registry.get("kuhn"), "here")
    for junk in (b"", b"PK", b"\x93NUMPY" + data[:40]):
        with pytest.raises(InvalidError, match="right would be a file that self-play wrote"):
            Chunk.from_bytes(junk, GAME, "here")
    wrong = chunk()
    wrong.game[0] = 9
    with pytest.raises(InvalidError, match="a game that isn't there"):
        Chunk.from_bytes(wrong.to_bytes(), GAME, "here")


def test_nothing_is_unpickled() -> None:
    buffer = io.BytesIO()
    np.savez(buffer, head=np.array([{"a": 1}], dtype=object), allow_pickle=True)
    with pytest.raises(InvalidError, match="no file of samples"):
        Chunk.from_bytes(buffer.getvalue(), GAME, "here")


def test_mutated_files_are_refused_or_whole() -> None:
    data, rng = chunk().to_bytes(), random.Random(1)
    refused = 0
    for _ in range(300):
        bad = bytearray(data)
        for _ in range(rng.randint(1, 3)):
            bad[rng.randrange(len(bad))] = rng.randrange(256)
        if rng.random() < 0.2:
            bad = bad[: rng.randrange(len(bad))]
        try:
            Chunk.from_bytes(bytes(bad), GAME, "here")
        except InvalidError:
            refused += 1
    assert refused > 150
