"""A bot as one executable: objects, tables and the C part put together by a C compiler.

The C part reads ``engine.h``, written here: the game's tables (words of the notation, set-ups), the bot's settings and options,
and the entries of both objects as prototypes. Linked statically, the program needs nothing of the machine but its kernel.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import shutil
import tempfile
from collections.abc import Sequence
from importlib import metadata
from math import isnan
from pathlib import Path
from typing import Any, NamedTuple

from mutapa.core import entries as rules_entries
from mutapa.core import files, obtain, outside
from mutapa.core.blake import SCRATCH
from mutapa.core.build import symbol
from mutapa.core.entries import Entry
from mutapa.core.errors import InvalidError, MutapaError
from mutapa.core.game import INDEXES, SEATS, UNIT, Game
from mutapa.core.streams import derive
from mutapa.core.targets import TARGETS
from mutapa.core.written import Catalogue
from mutapa.search import configs, expectations, halving, mast, threads, tree
from mutapa.search import settings as at
from mutapa.search.engine import AUTHOR, shown
from mutapa.search.export import answering, believing, legs, reading
from mutapa.search.export.entries import entries
from mutapa.search.export.player import KINDS, OWN, Outside, Player, lines
from mutapa.search.export.toolchain import ENDINGS, LEVELS, UNTESTED, compile_, compiler, exporting, libc, system
from mutapa.search.export.vector import answers

HERE = Path(__file__).parent
SOURCE = HERE / "engine.c"
PARTS = ("engine.c", "protocol.c", "library.c")
HEADER = HERE / "mutapa.h"
CALLED = (
    "legal", "apply", "turn", "observe", "determinize", "prefer", "simulate", "look_ahead", "ahead", "plant", "descend",
    "compact", "fade", "survivor",
)  # fmt: skip
"""Entries of the game's object that the C part calls."""


class Made(NamedTuple):
    """An exported file, and what the log says of it."""

    path: Path
    notes: dict[str, Any]


class Objects(NamedTuple):
    """Both objects of an engine, the head of the first one's build, and the weights of a network."""

    rules: bytes
    face: bytes
    head: dict[str, Any]
    network: bytes = b""


def obtain_objects(player: Player, cpu: str) -> Objects:
    """The game's object and the engine's own, for a level or a target, from the cache or built; the bot's network."""
    game = player.game
    if cpu not in (*LEVELS, *TARGETS):
        raise InvalidError(f"export: cpu {cpu!r}; it must be {', '.join(LEVELS)} or one of {', '.join(TARGETS)}")
    rules = rules_entries.entries(game)
    face = entries(game)
    if cpu == "native":
        head, payload, _ = obtain.obtain(game, rules)
    else:
        head, payload = obtain.kept(game, rules, cpu)
    build = HERE.joinpath("build.py").read_bytes() + Path(outside.__file__).read_bytes()
    extra = hashlib.blake2b(build, digest_size=10).hexdigest()
    _, own = obtain.kept(game, face, cpu, "face", "mutapa.search.export.build", extra)
    return Objects(payload, own, head, player.network()[2])


# --- the header -----------------------------------------------------------------------------------------------------------


def _quoted(text: str) -> str:
    return json.dumps(text)


def _numbers(name: str, values: Sequence[int]) -> str:
    rows = [", ".join(f"{value}LL" for value in values[i : i + 12]) for i in range(0, len(values), 12)]
    table = f"static const int64_t {name}[] = {{\n" + ",\n".join(rows or ["0"]) + "\n};"
    return f"{table}\nenum {{ {name}_COUNT = {len(values)} }};"


def _prototype(game: Game, entry: Entry) -> str:
    name = symbol(game.name, entry.name)
    arrays = {"a": "int64_t *, int64_t", "f": "float *, int64_t"}
    takes = ", ".join(arrays.get(kind, "int64_t") for kind in entry.kinds)
    return f"int64_t {name}({takes});\n#define {entry.name} {name}"


def _strings(name: str, values: Sequence[str]) -> str:
    return f"static const char *const {name}[] = {{{', '.join(map(_quoted, values)) or '0'}}};"


def versions(player: Player, objects_: Objects) -> list[tuple[str, str]]:
    """What ``--version`` prints: what the engine was made of."""
    game, bot, spec = player.game, player.bot, shown(player.bot)
    source = b"".join(HERE.joinpath(name).read_bytes() for name in PARTS)
    code = hashlib.blake2b(source + objects_.face, digest_size=8).hexdigest()
    found = [
        ("engine", f"Mutapa {metadata.version('mutapa')} {game.name} {spec}"),
        ("rules", f"{game.name} {game.version}, layout {game.layout.hash}"),
        ("source", code),
        ("object", hashlib.blake2b(objects_.rules, digest_size=8).hexdigest()),
        ("cpu", objects_.head["cpu"]),
        ("config", hashlib.blake2b(spec.encode(), digest_size=8).hexdigest()),
    ]
    if player.weights is not None:
        found.append(("network", player.weights.seal))
    if bot.values.get("weights") is not None:
        data = files.read(configs.weights_file(str(bot.values["weights"])), configs.MOST_BYTES)
        found.append(("weights", hashlib.blake2b(data, digest_size=8).hexdigest()))
    if player.table():
        found.append(("table", hashlib.blake2b(repr(player.table()).encode(), digest_size=8).hexdigest()))
    return found


LOOKED_AT = {
    "sse4.2": (1, "c", 20), "popcnt": (1, "c", 23), "avx": (1, "c", 28), "avx2": (7, "b", 5), "fma": (1, "c", 12),
    "bmi": (7, "b", 3), "bmi2": (7, "b", 8), "avx512f": (7, "b", 16), "avx512vl": (7, "b", 31), "avx512bw": (7, "b", 30),
    "avx512dq": (7, "b", 17), "avx512vbmi": (7, "c", 1), "avx512vbmi2": (7, "c", 6), "avx512ifma": (7, "b", 21),
    "avx512vnni": (7, "c", 11), "avx512bitalg": (7, "c", 12), "avx512vpopcntdq": (7, "c", 14), "gfni": (7, "c", 8),
    "vpclmulqdq": (7, "c", 10),
}  # fmt: skip
"""Features of x86 CPUs that are looked at when a program starts, and where ``cpuid`` has them: leaf, register, bit."""
PLAIN = ("sse4.2", "popcnt")
"""Those of them that the baseline has."""


def needs(head: dict[str, Any]) -> list[str]:
    """Which of these an object needs: a program says so, and ends, where the CPU lacks one."""
    having = head["features"].split(",")
    return [name for name in LOOKED_AT if f"+{name}" in having or (head["cpu"] == "x86-64-v2" and name in PLAIN)]


def header(player: Player, objects_: Objects, embed: bool = True) -> str:
    """``engine.h`` for a bot; `embed`: with the weights of its network in the program, not in a file named when it starts."""
    game, bot, levels = player.game, player.bot, player.levels()
    written = game.written
    assert written is not None
    weights = bot.values.get("weights")
    fill = None
    if weights is not None and game.weights is not None:
        given, named = configs.weights(str(weights)), game.weights
        fill = lambda board: named.fill(board, given, str(weights))  # noqa: E731
    catalogue = Catalogue(game, fill)
    sizes, plan, _ = player.network()
    outside_ = Outside(0, 0, "", [0, len(objects_.network)]) if embed or player.weights is None else player.outside()
    follow = derive(0, "follow").tolist()
    public = all(field.seen == "public" for field in game.layout.fields.values())
    numbers = {
        "BOARD_WORDS": game.board_words, "STATE_WORDS": game.layout.words, "WORK_WORDS": game.work_words,
        "ACTIONS_MAX": game.actions_max, "RULES": game.version, "LEAST_SEATS": game.seats[0], "MOST_SEATS": game.seats[1],
        "OPTION_COUNT": len(game.options), "PERFECT": int(public or written.hidden >= 0), "HIDDEN_WORD": written.hidden,
        "FOLLOW_LOW": follow[0], "FOLLOW_HIGH": follow[1], "SEATS_MAX": SEATS, "UNIT": UNIT, "INDEXES": INDEXES,
        "SUM": tree.SUM, "NODE": tree.NODE, "NODE_PROOF": tree.PROOF, "HEAD": tree.HEAD, "HEAD_ROOT": tree.ROOT,
        "STEP": tree.STEP, "EDGES_PER_NODE": threads.EDGES_PER_NODE, "KEY_WORDS": threads.KEY_WORDS, "DEPTH": threads.DEPTH,
        "NOISE": halving.NOISE, "HABITS": mast.MEANS, "GUMBEL": at.GUMBEL, "MAST": at.MAST, "SETTINGS_LENGTH": at.LENGTH,
        "ROW": answering.ROW, "ROW_VISITED": answering.VISITED, "ROW_TOTAL": answering.TOTAL, "BLAKE_SCRATCH": SCRATCH,
        "COURSE_LENGTH": legs.COURSE, "COURSE_SIMS": legs.SIMS, "COURSE_MICROS": legs.MICROS, "COURSE_STOP": legs.STOP,
        "COURSE_EXTEND": legs.EXTEND, "COURSE_EXTENDED": legs.EXTENDED, "COURSE_LEG_SIMS": legs.LEG_SIMS,
        "COURSE_LEG_ENDS": legs.LEG_ENDS, "PLAN_LENGTH": legs.PLAN, "PLAN_DUE": legs.DUE, "PLAN_ANSWER": legs.ANSWER,
        "TYPES_MAX": expectations.TYPES_MAX, "TRAITS_MAX": expectations.TRAITS_MAX, "LIMBS": believing.LIMBS,
        "BIGS": 3 * believing.BIG, "BELIEF_STATE": believing.STATE, "PLAN_STEP": legs.STEP,
        "FIELD": reading.FIELD, "FIELDS": reading.FIELDS, "FIELD_SIZE": reading.SIZE, "FIELD_NUMBER": reading.NUMBER,
        "TWICE": reading.TWICE, "MOST_TREES": 64, "KNOBS": len(player.options), "LEVELS": len(levels),
        "NET_BYTES": outside_.size, "NET_SEAL_AT": outside_.seal_at, **player.constants(), **sizes,
    }  # fmt: skip
    numbers |= {f"BOT_{name.upper()}": i for i, name in enumerate(KINDS)}
    numbers |= {f"V_{verb.upper()}": i for i, verb in enumerate(reading.VERBS)}
    numbers |= {f"K_{name.upper()}": -1 - i for i, name in enumerate(OWN)}
    numbers |= {f"SET_{name}": getattr(at, name) for name in SETTINGS_NAMED}
    knobs = [
        f"{{{_quoted(o.knob.name)}, {o.where}, {o.scale}, {int(o.knob.kind is int)}, {_limit(o.knob.limits[0])}, "
        f"{_limit(o.knob.limits[1])}, {'NAN' if o.value is None else repr(o.value)}}}"
        for o in player.options
    ]
    called = [entry for entry in rules_entries.entries(game) if entry.name in CALLED]
    version = "".join(f"{name} {text}\n" for name, text in versions(player, objects_))
    wanted = {name: LOOKED_AT[name] for name in needs(objects_.head)}
    names = written.entries.words[: written.entries.sizes[0]] if written.entries is not None else []
    parts = [
        "/* Made by mutapa.search.export.program. */",
        "#include <math.h>\n#include <stdint.h>",
        *(f"#define {name} {value}" for name, value in numbers.items()),
        "#define CPU_NEEDS " + " ".join(f'NEED("{name}", {leaf}, {place}, {bit})' for name, (leaf, place, bit) in wanted.items()),
        f"#define CPU_KEEPS {0xE6 if any('avx512' in name for name in wanted) else 6 if 'avx' in wanted else 0}",
        f"#define GAME {_quoted(game.name)}",
        f"#define SPEC {_quoted(shown(bot))}",
        f"#define AUTHOR {_quoted(AUTHOR)}",
        f"#define LAYOUT_HASH {_quoted(game.layout.hash)}",
        f"#define OPTION_NAMES {_quoted(''.join(f' {name}' for name in game.options))}",
        f"#define VERSION_TEXT {_quoted(version)}",
        *(_prototype(game, entry) for entry in (*called, *entries(game))),
        _strings("ENTRY_NAMES", names),
        _strings("KNOB_LINES", lines(player)),
        f"static const double LEVEL_ELO[] = {{{', '.join('NAN' if isnan(elo) else repr(elo) for elo, _ in levels) or '0'}}};",
        _strings("LEVEL_OPTIONS", [options for _, options in levels]),
        "static const struct { const char *name; int where; double scale; int whole; double least, most, otherwise; } KNOB[] = {",
        ",\n".join(knobs or ['{"", 0, 0, 0, 0, 0, 0}']) + "\n};",
        f"#define NET_SEAL {_quoted(outside_.seal)}",
        _numbers("NET_PIECES", outside_.pieces),
        _numbers("NET_PLAN", plan),
        _numbers("PRIOR_TABLE", player.table()),
        _numbers("GRAMMAR", reading.grammar()),
        _numbers("LEXICON", written.lexicon.table()),
        _numbers("SETUP_LEXICON", catalogue.lexicon.table()),
        _numbers("CATALOGUE", catalogue.table),
        _numbers("FACTS", written.facts),
        _numbers("SETTINGS", player.settings()),
        _numbers("HORIZONS", player.horizons()),
        _numbers("LOGARITHMS", at.logarithms()),
    ]
    return "\n".join(parts) + "\n"


SETTINGS_NAMED = (
    "SEAT", "SEATS", "PERFECT", "NODES", "EDGES", "SLOTS", "SELECT", "PLANNED", "PROVEN", "KEYED", "ROLLOUT", "EXPLORE",
    "URGENCY", "FLAT", "TRUST", "MIX", "PARANOIA", "EPSILON", "CONSIDERED", "HORIZON", "WIN", "PLACE", "MARGIN", "POINTS",
    "SCALE", "LEAN", "TYPES", "RUNNING", "AFTER",
)  # fmt: skip


def _limit(value: float) -> str:
    return "INFINITY" if value == float("inf") else repr(float(value))


# --- the program -----------------------------------------------------------------------------------------------------------


def executable(player: Player, path: Path, cpu: str = "baseline", embed: bool = True) -> Made:
    """Write the program to `path`; `MutapaError` if it can't be made, with nothing written.

    It is linked twice: the first one answers the questions of its own ``selftest``. For another machine that is one made for
    this machine: its self-test then says whether it plays as it would have here. Without `embed` the network stays outside.
    """
    tables, options = player.games()
    found = obtain_objects(player, cpu)
    head = header(player, found, embed)
    with tempfile.TemporaryDirectory(prefix="mutapa-export-") as name:
        made, first = Path(name) / "engine", Path(name) / "first"
        asked = found if cpu in LEVELS else obtain_objects(player, "baseline")
        _linked(asked, head if asked is found else header(player, asked, embed), [], first, cpu if cpu in LEVELS else "baseline")
        words = [] if embed or player.file is None else ["--weights", str(player.file)]
        vector = answers([str(first), *words], player.game, tables, options)
        static = _linked(found, head, vector, made, cpu)
        placed(made, path, 0o755)
    notes = _notes(player, path, found, cpu)
    if player.file is not None:
        notes["weights"] = "in it" if embed else f"not in it: it is started with --weights {player.file.name}"
    what = libc(cpu)
    notes["linked"] = f"statically, {what}" if static else f"dynamically: it needs {what} or newer where it runs"
    return Made(path, notes)


def library(player: Player, path: Path, cpu: str = "baseline") -> Made:
    """Write a shared library to `path`, and beside it ``mutapa.h``, which says what it offers."""
    player.games()
    found = obtain_objects(player, cpu)
    head = header(player, found)
    with tempfile.TemporaryDirectory(prefix="mutapa-export-") as name:
        made = Path(name) / f"library{ENDINGS[system(cpu)][1]}"
        names = re.findall(r"^MUTAPA_API .*?\b(mutapa_[a-z]+)\(", HEADER.read_text(encoding="utf-8"), re.M)
        link(found, head, [], made, ["-DMUTAPA_LIBRARY", *exporting(cpu, names, made.parent)], cpu)
        placed(made, path, 0o755)
        placed(HEADER, path.with_name(HEADER.name), 0o644)
    notes = _notes(player, path, found, cpu, shared=True)
    notes["linked"] = f"as a library: it needs {libc(cpu, shared=True)} or newer where it runs"
    return Made(path, notes)


def _linked(found: Objects, head: str, vector: Sequence[str], made: Path, cpu: str) -> bool:
    """Link a program; whether it could be done statically."""
    if system(cpu) != "linux":  # the C library is that of the machine; ziglang's other parts are linked in
        link(found, head, vector, made, [], cpu)
        return False
    try:
        link(found, head, vector, made, ["-static"], cpu)
    except MutapaError:  # a machine without a static libc: the program then needs that of the machine it runs on
        link(found, head, vector, made, [], cpu)
        return False
    return True


def link(found: Objects, head: str, vector: Sequence[str], made: Path, flags: Sequence[str], cpu: str = "baseline") -> None:
    """Put objects, tables, network and the C part together as `made`."""
    folder = made.parent
    (folder / "rules.o").write_bytes(found.rules)
    (folder / "face.o").write_bytes(found.face)
    (folder / "network.bin").write_bytes(found.network)
    network = str(folder / "network.bin").replace("\\", "\\\\").replace('"', '\\"')  # a string of the assembler in one of C
    head = f"#define NET_FILE {_quoted(network)}\n{head}"
    (folder / "engine.h").write_text(head + _strings("SELF_TEST", vector) + "\n", encoding="utf-8")
    parts = [str(SOURCE), str(folder / "face.o"), str(folder / "rules.o")]
    compile_(cpu, [*flags, f"-I{folder}", f"-I{HERE}", *parts, "-s", "-o", str(made)])


def placed(made: Path, path: Path, mode: int) -> None:
    """Copy `made` to `path`, whole or not at all; `InvalidError` where it can't be."""
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        shutil.copy(made, temporary)
        temporary.chmod(mode)
        temporary.replace(path)
    except OSError as error:
        raise InvalidError(f"-o {path}: can't be written: {(error.strerror or str(error)).lower()}") from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def _notes(player: Player, path: Path, found: Objects, cpu: str, shared: bool = False) -> dict[str, Any]:
    about = {"game": player.game.name, "bot": player.bot.spec, "bytes": path.stat().st_size, "cpu": found.head["cpu"]}
    about["compiler"] = " ".join(compiler(cpu, shared))
    if cpu in TARGETS:
        untested = UNTESTED.get(system(cpu))
        about["target"] = f"{cpu}, {untested}: run its selftest there" if untested else cpu
    return about
