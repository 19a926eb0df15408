"""The natural logarithm by ``+ - * /`` alone: the same bits in every way of running, where a libm's last bit differs."""

from __future__ import annotations

from mutapa.core.compiled import compiled

LN2 = 0.6931471805599453


@compiled
def ln(x):  # type: ignore[no-untyped-def]
    """ln x, x > 0: brought near 1 by powers of two, then 2 artanh((x - 1) / (x + 1)) to the 17th power; error below 1e-14."""
    whole = 0
    while x > 1.4142135623730951:
        x *= 0.5
        whole += 1
    while x < 0.7071067811865476:
        x *= 2.0
        whole -= 1
    s = (x - 1.0) / (x + 1.0)
    square = s * s
    total = 1.0 / 17.0
    for k in range(8):
        total = total * square + 1.0 / (15.0 - 2.0 * k)
    return 2.0 * s * total + whole * LN2
