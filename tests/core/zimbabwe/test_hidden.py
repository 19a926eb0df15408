"""What seats see: with the open auction, everything. The sealed one: `test_sealed.py`."""

from __future__ import annotations

from typing import Any

import numpy as np

from mutapa.core.streams import derive
from tests.core.zimbabwe.rulings import ruling


@ruling("2.12 cattle are open")
def test_nothing_is_hidden_after_the_deal(scene: Any) -> None:
    s = scene("T.....", seats=3).cattle(9, 8, 7).play("hire herd 2")
    for seat in range(3):
        seen = s.state.observe(seat)
        assert np.array_equal(seen, s.state.words)
        whole = np.zeros_like(seen)
        s.state.engine.determinize(s.state.board, s.state.scratch[0], seen, seat, derive(1), whole)
        assert np.array_equal(whole, s.state.words)
