"""What seats see: with the open auction, everything; the field of the sealed one is the owner's alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from mutapa.core.streams import derive
from mutapa.core.zimbabwe.layout import LAYOUT
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


def test_a_sealed_amount_would_be_its_owners_alone(scene: Any) -> None:
    """The field is in the layout; its play comes later."""
    s = scene("....", seats=3).set("sealed", 5, 0).set("sealed", 8, 2)
    assert [LAYOUT.read(s.state.observe(seat), "sealed") for seat in range(3)] == [
        [5, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 8, 0, 0]]
