"""Operations on 54-bit words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mutapa.core.compiled import WORD
from mutapa.core.words import nth_bit, pack


@given(st.integers(1, WORD), st.data())
def test_nth_bit(x: int, data: st.DataObject) -> None:
    ones = [i for i in range(54) if x >> i & 1]
    k = data.draw(st.integers(0, len(ones) - 1))
    assert nth_bit(x, k) == ones[k]


@given(st.integers(1, 18), st.data())
def test_a_packed_table_reads_back(width: int, data: st.DataObject) -> None:
    values = data.draw(st.lists(st.integers(0, (1 << width) - 1), max_size=54 // width))
    word = pack(values, width)
    assert 0 <= word <= WORD
    assert [(word >> (width * i)) & ((1 << width) - 1) for i in range(len(values))] == values


@pytest.mark.parametrize(("values", "width"), [([4], 2), ([-1], 3), ([0] * 28, 2)])
def test_a_table_that_does_not_fit_is_refused(values: list[int], width: int) -> None:
    with pytest.raises(ValueError, match="does not fit 54 bits"):
        pack(values, width)
