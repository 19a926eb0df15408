"""Builds native objects: the entries of a game, and all they call, as one optimised object that needs no Numba to run.

``python -m mutapa.core.build GAME --to FILE`` runs in a process of its own with ``MUTAPA_RUN=lower``. Numba types and lowers each
function once; its own linking, optimising and emitting is left out, since it would do the work of the whole program again for
every function. The modules are linked into one, everything but the entries is made internal, and LLVM optimises the
whole at O3, twice. In the object an array is a pointer and a length: ``int64 mutapa_GAME_ENTRY(int64 *a, int64 n, ...)``;
one of float32 is ``float *f, int64 n``.

Two gates, before a byte is written: the object's undefined symbols are functions of libm and ``mem*`` (nothing of Python or
Numba), and no use of a ``numba.dynamic.globals`` is left (an address of the building process, meaningless elsewhere).
Each entry has a thunk beside it that takes ndarrays (`mutapa.core.load.thunk`).
"""

from __future__ import annotations

import functools
import gc
import json
import os
import re
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mutapa.core import compiled
from mutapa.core.entries import Entry, entries, fingerprint, resolve
from mutapa.core.errors import MutapaError
from mutapa.core.game import Game
from mutapa.core.load import ITEMS, TEACH, THUNK, teacher, thunk
from mutapa.core.targets import TARGETS

ALLOWED = re.compile(r"(mem(set|cpy|move|cmp)|(log|log2|exp|exp2|sqrt|pow|tanh|floor|ceil|round|fmod|sin|cos|atan|atan2)f?)")
"""Symbols that any process has."""
DYNAMIC = "numba.dynamic.globals"
BASELINE = {"x86_64": "x86-64-v2", "aarch64": "generic", "arm64": "generic"}
"""CPU of an object that goes to other machines: has popcnt, lacks AVX."""
RAISED = "mutapa_raised"

Report = Callable[[str, int, int], None]


class BuildError(MutapaError):
    """Code that can't become an object: it raises, allocates, or doesn't return an int."""


def silent(stage: str, done: int, of: int) -> None:
    """Report nothing."""


def symbol(game: str, entry: str) -> str:
    """The name of an entry in the object."""
    return f"mutapa_{re.sub('[^A-Za-z0-9_]', '_', game)}_{entry}"


def build(game: Game, found: tuple[Entry, ...], cpu: str = "native", report: Report = silent) -> tuple[dict[str, Any], bytes]:
    """The object of `found` and its head (CPU, features, stages' seconds). Only where ``MUTAPA_RUN=lower``."""
    if compiled.RUN != "lower":
        raise MutapaError(f"build: needs a process started with MUTAPA_RUN=lower, not {compiled.RUN}")
    from llvmlite import binding as llvm

    clock = [time.perf_counter()]
    seconds: dict[str, float] = {}

    def stage(name: str) -> None:
        clock.append(time.perf_counter())
        seconds[name] = round(clock[-1] - clock[-2], 2)

    modules = _collect()
    wrappers = []
    for i, entry in enumerate(found):
        report(f"lowering {entry.name}", i, len(found))
        wrappers.append(_wrapper(symbol(game.name, entry.name), _lower(game, entry), entry.kinds, entry.apart))
    stage("lower")

    report("linking", 0, 1)
    triple, name, features = _target(cpu)
    # Typing and lowering know 64-bit words and nothing else of a machine: code for another one differs from here on.
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(triple)
    machine = target.create_target_machine(cpu=name, features=features, opt=3, reloc="pic", codemodel="default")
    names = [symbol(game.name, entry.name) for entry in found]
    wrappers += [teacher(), *[thunk(name, entry.kinds) for name, entry in zip(names, found, strict=True)]]
    whole = _link(modules, wrappers, {TEACH, *names, *[name + THUNK for name in names]}, machine)
    stage("link")
    for turn in range(2):
        report("optimising", turn, 3)
        passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
        passes.getModulePassManager().run(whole, passes)
        stage(f"optimise {turn + 1}")
    report("writing", 2, 3)
    _check(whole)
    payload = machine.emit_object(whole)
    stage("emit")
    return {"cpu": name, "features": features, "triple": machine.triple, "seconds": seconds}, payload


def _target(cpu: str) -> tuple[str, str, str]:
    """Triple, CPU and features for ``native``, ``baseline`` or the name of a target (`mutapa.core.targets`)."""
    import platform

    from llvmlite import binding as llvm

    if cpu in TARGETS:
        return TARGETS[cpu].triple, TARGETS[cpu].cpu, ""
    here = llvm.get_default_triple()
    if cpu == "native":
        return here, llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    if cpu != "baseline":
        raise MutapaError(f"build: cpu {cpu!r}; it must be native, baseline or one of {', '.join(TARGETS)}")
    return here, BASELINE.get(platform.machine().lower(), "generic"), ""


@functools.cache
def _collect() -> list[str]:
    """Make Numba hand over the modules it lowers, as text, instead of linking and compiling each; return the growing list.

    Once a process: what was lowered for one object isn't lowered again for the next, and what an object doesn't use goes.
    """
    from numba.core import codegen, cpu, types
    from numba.np import arrayobj

    modules: list[str] = []

    class Library(codegen.JITCodeLibrary):  # type: ignore[misc]
        """Keeps nothing: the whole program is linked once, at the end."""

        def add_ir_module(self, ir_module: Any) -> None:
            modules.append(str(ir_module))

        def finalize(self) -> None:
            self._finalized = True

    def no_executable(self: Any, library: Any, fndesc: Any, env: Any) -> Any:
        return [].append  # never called: a builtin, as the dispatcher demands, and unlike any other

    def plain_index(context: Any, builder: Any, idxty: Any, idx: Any, size: Any) -> Any:
        # Negative indexes don't occur (the strict engine refuses them), so none has to be wrapped round.
        return context.cast(builder, idx, idxty, types.intp)

    numbers: dict[tuple[str, ...], int] = {}

    def short(name: str, argtypes: Any, *, abi_tags: Any = (), uid: Any = None) -> str:
        # Numba spells out every type of the rules' tuple in every name, kilobytes each, and addresses among them.
        number = numbers.setdefault((name, str(argtypes), str(abi_tags), str(uid)), len(numbers))
        return re.sub(r"[^A-Za-z0-9_.]", "_", f"{name}.{number}")

    codegen.JITCPUCodegen._library_class = Library
    cpu.CPUContext.mangler = staticmethod(short)
    cpu.CPUContext.get_executable = no_executable
    arrayobj.fix_integer_index = plain_index
    return modules


def _lower(game: Game, entry: Entry) -> str:
    """Lower an entry and all it calls; return the symbol Numba gave it."""
    from numba import types
    from numba.core.errors import NumbaError, UnsupportedBytecodeError

    function, kinds = entry.function, entry.kinds
    if not hasattr(function, "py_func"):
        raise BuildError(f"entry {entry.name} of {game.name}: {function!r} is not marked @compiled")
    if entry.takes_rules:
        function = specialised(game, entry)
    arrays = {"a": types.Array(types.int64, 1, "C"), "f": types.Array(types.float32, 1, "C")}
    signature = tuple(arrays.get(kind, types.int64) for kind in kinds)
    try:
        function.compile(signature)
    except (NumbaError, UnsupportedBytecodeError) as error:
        raise BuildError(f"entry {entry.name} of {game.name} can't be lowered: {_gist(str(error))}") from error
    lowered = function.overloads[signature]
    if types.unliteral(lowered.signature.return_type) != types.int64:
        raise BuildError(f"entry {entry.name} of {game.name} returns {lowered.signature.return_type}; it must return an int")
    return str(lowered.fndesc.llvm_func_name)


def _gist(complaint: str) -> str:
    """One line of Numba's many: what is wrong, and the innermost place."""
    lines = [line.strip() for line in re.sub(r"\x1b\[\d*m", "", complaint).splitlines() if line.strip()]
    wrong = [line for line in lines if not line.startswith(("Failed in", "During", "File", "<source", "^"))]
    said = (wrong or lines)[0]
    if "NRT required" in said:  # Numba's run-time, which counts references
        said = "compiled code may not make lists or other objects; room for what it writes is passed in as an array"
    called = next((line.removeprefix(">>> ") for line in lines if line.startswith(">>> ")), "")
    if said.startswith("No implementation of function") and called:
        said = f"compiled code can't do {called}; ints and one-dimensional int64 arrays are all it has"
    places = re.findall(r'File "([^"]+)", line (\d+)', complaint)[::-1] + re.findall(r" at (\S+) \((\d+)\)", complaint)
    return f"{said} ({places[0][0]}, line {places[0][1]})" if places else said


def specialised(game: Game, entry: Entry) -> Any:
    """The function of an entry with the game's rules put in first, as a constant; compiled in the process's way."""
    names = ", ".join(f"x{i}" for i in range(len(entry.kinds)))
    scope = {"function": entry.function, "rules": game.rules}
    exec(f"def {entry.name}({names}):\n    return function(rules, {names})\n", scope)  # Numba can't take *args apart cheaply
    return compiled.compiled(scope[entry.name])


def _wrapper(name: str, lowered: str, kinds: str, apart: bool) -> str:
    """The entry's own module: from pointers and lengths to Numba's calling convention.

    Numba's functions return a status, 0 unless something was raised; a call that survives optimisation in
    the other branch shows up as an undefined symbol, so that the gate refuses code that can raise.
    """
    takes, passes, types = [], [], []
    for i, kind in enumerate(kinds):
        if kind == "i":
            takes.append(f"i64 %x{i}")
            passes.append(f"i64 %x{i}")
            types.append("i64")
        else:  # an array: memory manager, owner, items, bytes an item, data, shape, strides
            item, size = ITEMS[kind]
            takes.append(f"{item}* {'noalias ' if apart else ''}%x{i}, i64 %n{i}")
            passes.append(f"i8* null, i8* null, i64 %n{i}, i64 {size}, {item}* %x{i}, i64 %n{i}, i64 {size}")
            types.append(f"i8*, i8*, i64, i64, {item}*, i64, i64")
    head = "i64*, {i8*, i32, i8*, i8*, i32}**"
    return f"""
declare i32 @"{lowered}"({", ".join([head, *types])})
declare void @{RAISED}()
define i64 @"{name}"({", ".join(takes)}) {{
  %result = alloca i64
  %excinfo = alloca {{i8*, i32, i8*, i8*, i32}}*
  store i64 0, i64* %result
  %status = call i32 @"{lowered}"({", ".join(["i64* %result", "{i8*, i32, i8*, i8*, i32}** %excinfo", *passes])})
  %fine = icmp eq i32 %status, 0
  br i1 %fine, label %done, label %raised
raised:
  call void @{RAISED}()
  br label %done
done:
  %value = load i64, i64* %result
  ret i64 %value
}}
"""


def _link(modules: list[str], wrappers: list[str], public: set[str], machine: Any) -> Any:
    """One LLVM module of all, with nothing visible but `public`, and addresses of this process turned into declarations."""
    from llvmlite import binding as llvm

    whole = llvm.parse_assembly("")
    dynamic = re.compile(rf'^(@"?{re.escape(DYNAMIC)}[^ ]*) = .*?(?:global|constant) ([^ ,]+) .*$', re.M)
    for text in (*modules, *wrappers):
        whole.link_in(llvm.parse_assembly(dynamic.sub(r"\1 = external global \2", text)))
    whole.triple, whole.data_layout = machine.triple, str(machine.target_data)
    for value in (*whole.functions, *whole.global_variables):
        if not value.is_declaration and value.name not in public:
            value.linkage = "internal"
    whole.verify()
    return whole


def _check(module: Any) -> None:
    """Both gates: refuse a module that needs what only this process has."""
    undefined = [
        value.name
        for value in (*module.functions, *module.global_variables)
        if value.is_declaration and not value.name.startswith("llvm.")
    ]
    dynamic = [name for name in undefined if name.startswith(DYNAMIC)]
    if dynamic:
        raise BuildError(f"addresses of the building process are left ({', '.join(dynamic)}); is a global array over 1 MB?")
    foreign = sorted(name for name in undefined if not ALLOWED.fullmatch(name))
    if foreign == [RAISED]:
        raise BuildError("compiled code can raise; only arithmetic of ints and access to arrays may stand in it")
    if foreign:
        needed = ", ".join(name for name in foreign if name != RAISED)
        raise BuildError(f"symbols of Python or Numba are needed ({needed}); does compiled code allocate or print?")


def _die_with_parent() -> None:
    """End when standard input closes: a build whose starter was killed is of no use."""

    def wait() -> None:
        while os.read(0, 4096):
            pass
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def main(arguments: list[str]) -> int:
    """Build ``GAME`` (a name, or module:ATTRIBUTE) for a CPU to a file; progress and the result are JSON lines on stdout."""
    where, path, cpu, expected = arguments
    _die_with_parent()
    gc.disable()  # Numba makes objects by the million and this process ends soon: a fifth of the time

    def report(stage: str, done: int, of: int) -> None:
        print(json.dumps({"stage": stage, "done": done, "of": of}), flush=True)

    try:
        report("reading the rules", 0, 1)
        game = resolve(where)
        found = entries(game)
        if expected not in ("", fingerprint(found)):
            raise BuildError(f"game {game.name}: its sources have changed since this process started; start again")
        head, payload = build(game, found, cpu, report)
    except MutapaError as error:
        print(json.dumps({"error": str(error)}), flush=True)
        return 2
    except Exception as error:
        traceback.print_exc()
        print(json.dumps({"error": f"the build failed: {type(error).__name__}: {error}".splitlines()[0]}), flush=True)
        return 3
    Path(path).write_bytes(payload)
    print(json.dumps({"head": head}), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
