"""The one place that decides how rules and search code is run.

The environment variable ``MUTAPA_RUN`` is read once, before anything is compiled:

==========  ==============================================================================================
``object``  (default) functions stay plain Python; ``core/native.py`` runs the native object instead
``jit``     Numba compiles on first use (notebooks; the fallback where no object can be built)
``lower``   used by ``core/build.py`` alone: lowered unoptimised, to be linked into an object
==========  ==============================================================================================

Code under ``@compiled`` sees ints and one-dimensional arrays of int64 only, uses at most 54 bits of a word, allocates
nothing and raises nothing; so it means the same in every way of running. Networks have arrays of float32 besides: their elements
are ``np.float32`` in plain Python, so sums and products of two of them round alike everywhere, as long as no other number comes
in but through `single`. Nobody else calls ``numba.njit``, but for ``core/jit.py``, which makes compiled twins of plain
functions where no object can be had.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

RUN = os.environ.get("MUTAPA_RUN", "object")
WORD_BITS = 54
WORD = (1 << WORD_BITS) - 1

F = TypeVar("F", bound=Callable[..., Any])

asked: dict[int, Callable[..., int]] = {}
"""In plain Python: the function that stands for the one at an address of native code."""

if RUN == "object":

    def compiled(function: F) -> F:
        """Mark `function` as compiled code; here it stays plain Python."""
        return function

    def popcount(x: int) -> int:
        """Number of one bits of a non-negative word."""
        return x.bit_count()

    def lowest(x: int) -> int:
        """Index of the lowest one bit of a positive word."""
        return (x & -x).bit_length() - 1

    def double(x: Any) -> float:
        """A number as a float of 64 bits."""
        return float(x)

    def consult(address: int, sparse: Any, n: int, dense: Any, layers: Any, row: int) -> int:
        """Have a function outside fill a row of `layers` (`mutapa.nets.served`)."""
        return int(asked[address](sparse, n, dense, layers, row))

elif RUN in ("jit", "lower"):
    if RUN == "lower":
        # The object's optimiser runs once over the whole program; anything done earlier is work done twice.
        os.environ["NUMBA_OPT"] = "0"
        os.environ["NUMBA_DEBUGINFO"] = "0"
    import numba
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    # An object is called by its own wrappers, and its arrays belong to the caller: nothing to count references of.
    OPTIONS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False} if RUN == "lower" else {}

    def compiled(function: F) -> F:
        """Compile `function` with the project's options."""
        return numba.njit(error_model="numpy", nogil=True, **OPTIONS)(function)

    @intrinsic
    def _ctpop(typingctx, x):  # type: ignore[no-untyped-def]
        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            return builder.ctpop(args[0])

        return types.int64(types.int64), codegen

    @intrinsic
    def _cttz(typingctx, x):  # type: ignore[no-untyped-def]
        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), codegen

    @intrinsic
    def _call(typingctx, address, sparse, n, dense, layers, row):  # type: ignore[no-untyped-def]
        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            # Arrays go as pointers of their own: what is called writes through one, which the optimiser must see.
            kinds = zip(signature.args[1:], args[1:], strict=True)
            passed = [
                context.make_array(kind)(context, builder, value).data if isinstance(kind, types.Array)
                else context.cast(builder, value, kind, types.int64)
                for kind, value in kinds
            ]  # fmt: skip
            function = ir.FunctionType(ir.IntType(64), [each.type for each in passed])
            return builder.call(builder.inttoptr(args[0], function.as_pointer()), passed)

        return types.int64(types.int64, sparse, n, dense, layers, row), codegen

    @compiled
    def consult(address: int, sparse: Any, n: int, dense: Any, layers: Any, row: int) -> int:
        """Have the function at `address`, of native code, fill a row of `layers` (`mutapa.nets.served`)."""
        return _call(address, sparse, n, dense, layers, row)

    @compiled
    def popcount(x: int) -> int:
        """Number of one bits of a non-negative word."""
        return _ctpop(x)

    @compiled
    def lowest(x: int) -> int:
        """Index of the lowest one bit of a positive word."""
        return _cttz(x)

    @compiled
    def double(x: Any) -> float:
        """A number as a float of 64 bits."""
        return np.float64(x)

else:
    raise SystemExit(f"mutapa: MUTAPA_RUN is {RUN!r}; it must be object or jit")


@compiled
def single(x: Any) -> Any:
    """A number rounded to a float of 32 bits: what alone goes into an array of these."""
    return np.float32(x)
