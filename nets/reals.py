"""The exponential function by ``+ - *`` alone: the same bits in every way of running, where a libm's last bit differs."""

from __future__ import annotations

from mutapa.core.compiled import compiled

PER_LN2 = 1.4426950408889634
LN2_HIGH = 0.693147180369123816490
LN2_LOW = 1.90821492927058770002e-10
"""ln 2 in two parts: small multiples of the first are exact."""
MOST = 700.0


@compiled
def exp(x):  # type: ignore[no-untyped-def]
    """e^x of a float of 64 bits, held to e^700; 0 below e^-700. Brought near 0 by multiples of ln 2,
    then Taylor's series; relative error below 1e-15."""
    if x < -MOST:
        return 0.0
    x = min(x, MOST)
    whole = int(x * PER_LN2 + (0.5 if x > 0.0 else -0.5))
    x = x - whole * LN2_HIGH - whole * LN2_LOW
    total = 1.0 / 87178291200.0
    total = total * x + 1.0 / 6227020800.0
    total = total * x + 1.0 / 479001600.0
    total = total * x + 1.0 / 39916800.0
    total = total * x + 1.0 / 3628800.0
    total = total * x + 1.0 / 362880.0
    total = total * x + 1.0 / 40320.0
    total = total * x + 1.0 / 5040.0
    total = total * x + 1.0 / 720.0
    total = total * x + 1.0 / 120.0
    total = total * x + 1.0 / 24.0
    total = total * x + 1.0 / 6.0
    total = total * x + 0.5
    total = total * x + 1.0
    total = total * x + 1.0
    step = 2.0 if whole > 0 else 0.5
    left = whole if whole > 0 else -whole
    while left > 0:
        if left & 1:
            total *= step
        step *= step
        left >>= 1
    return total
