"""Functions of another native object, called from compiled code: how a second object uses the rules of the first.

An object holds the rules once; what is built beside it, as the engine of `mutapa export`, calls its entries by their symbols.
"""

from __future__ import annotations

from typing import Any

from mutapa.core import compiled


def outside(symbol: str, kinds: str) -> Any:
    """A compiled function that calls the entry `symbol` of another object; `kinds` of its arguments as in `core.entries.Entry`.

    Only where ``MUTAPA_RUN=lower``; elsewhere the function itself is at hand.
    """
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        values = []
        for kind, value, given in zip(kinds, arguments, signature.args, strict=True):
            if kind == "a":
                array = context.make_array(given)(context, builder, value)
                values += [array.data, array.nitems]
            else:
                values.append(context.cast(builder, value, given, types.int64))
        function = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(ir.IntType(64), [value.type for value in values]), symbol
        )
        return builder.call(function, values)

    names = ", ".join(f"x{i}" for i in range(len(kinds)))
    scope: dict[str, Any] = {"types": types, "code": code, "intrinsic": intrinsic}
    exec(f"@intrinsic\ndef call(typingctx, {names}):\n    return types.int64({names}), code\n", scope)
    exec(f"def {symbol}({names}):\n    return call({names})\n", scope)
    return compiled.compiled(scope[symbol])
