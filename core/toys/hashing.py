"""The hash of a whole toy state."""

from __future__ import annotations

from typing import Any

from mutapa.core.compiled import compiled
from mutapa.core.streams import mix


def key_of(words: int) -> Any:
    """Compiled ``key(board, work, state)`` over the first `words` words: 54 bits, equal states only by chance alike."""

    @compiled
    def key(board, work, state):  # type: ignore[no-untyped-def]
        high = 0x2545F5
        low = 0x51ED27
        for w in range(words):
            high = mix(high ^ (state[w] & 0xFFFFFFFF), low + w)
            low = mix(low ^ (state[w] >> 32), high)
        return (high & 0x3FFFFF) << 32 | low

    return key
