"""Options of the tree search: what they are called, how they become settings, and which of them make no sense together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from mutapa.core.errors import InvalidError
from mutapa.core.game import UNIT, Game, no_chance
from mutapa.search import settings as at
from mutapa.search.specs import Knob

RULES = {"ucb1": at.UCB1, "puct": at.PUCT, "gumbel": at.GUMBEL}
EXPLORE = {"ucb1": 0.7, "puct": 1.5, "gumbel": 1.5}
ROLLOUTS = {"sample": at.SAMPLE, "prefer": at.PREFER, "mast": at.MAST}
EPSILON = {"sample": 0.0, "prefer": 0.0, "mast": 0.4}
KNOWN = ("pimc", "cheat")
"""Ways of drawing worlds in whose trees nothing is hidden."""
QUARTERS = {"0.25": 1, "0.5": 2, "0.75": 3}
WORLDS = {"so": at.SINGLE, "mo": at.MULTI, "redetermine": at.REDETERMINE, "pimc": at.SINGLE, "cheat": at.SINGLE}
FEW = 16
"""With ``chance=explicit``: outcomes of a chance node up to which they take turns by their odds; more are sampled."""
HORIZON_A_RIVAL = 30
POWERS = {"0": 0, "0.5": 1, "1": 2, "1.5": 3, "2": 4, "3": 6}

KNOBS = (
    Knob("select", "puct", "how a step is chosen in the tree", str, choices=tuple(RULES)),
    Knob("c", None, "constant of PUCT (default 1.5) or UCB1 (0.7); 0 is greedy", float, (0, 100)),
    Knob("urgency", 0.2, "PUCT: how far an untried action is held below the mean", float, (0, 10)),
    Knob("power", "1", "priors: power of the game's preferences", str, choices=tuple(POWERS)),
    Knob("flat", 0.05, "priors: share that is spread evenly", float, (0, 1)),
    Knob("considered", 16, "gumbel: actions that its root begins with", limits=(1, 1 << 16)),
    Knob("trust", 1, "gumbel: scale of utilities against priors", float, (0, 1000)),
    Knob("widen", 0, "progressive widening: c of c * visits^a actions open; 0: all are", float, (0, 1000)),
    Knob("widen_a", "0.5", "progressive widening: a", str, choices=tuple(QUARTERS)),
    Knob("rollout", "prefer", "who makes a rollout's steps: sample, preferences, MAST", str, choices=tuple(ROLLOUTS)),
    Knob("epsilon", None, "share of steps made by sample (default: 0.4 with mast, else 0)", float, (0, 1)),
    Knob("horizon", None, "steps of a rollout until it is judged, 0: at once (default: 30 a rival; net: 0)", limits=(0, 1 << 20)),
    Knob("mix", 0.3, "weight of the judge's estimate before the rollout, beside the rollout's result", float, (0, 1)),
    Knob("net", None, "file of a network, or default: values at leaves, and priors", str),
    Knob("batch", 0, "net: positions thought at once, by torch, for all searches of a process; 0: alone", limits=(0, 4096)),
    Knob("lean", 0, "net: share of the priors that the game's preferences keep", float, (0, 1)),
    Knob("after", 0, "net: visits of a node before the network is asked of it; 0: it values leaves", limits=(0, 1 << 20)),
    Knob("advice", 0.7, "after: weight of what the network said of the last node on the way, beside the rollout", float, (0, 1)),
    Knob("paranoia", 0, "rivals want, 0: their own utility, 1: this seat's loss (no effect with 2 seats)", float, (0, 1)),
    Knob("worlds", "so", "how what is hidden is drawn, and whose knowledge the tree holds", str, choices=tuple(WORLDS)),
    Knob("determinizations", 20, "worlds=pimc: how many worlds, with a tree each", limits=(1, 64)),
    Knob("chance", "open", "nature in the tree: sampled, or few outcomes by their odds", str, choices=("open", "explicit")),
    Knob("graph", "none", "transpositions: positions share a node however reached", str, choices=("none", "transpositions")),
    Knob("proven", 0, "1: proven wins are played and proven losses avoided (2 seats)", limits=(0, 1)),
)  # fmt: skip


Case = tuple[bool, str, str]
"""Whether it is the case, why that is wrong, what would be right."""


def check(spec: str, values: Mapping[str, Any]) -> None:
    """Refuse what makes no sense together, in one line that says why; `values` by option name."""
    _refuse(spec, _nonsense(values))


def check_game(spec: str, values: Mapping[str, Any], game: Game, seats: int, perfect: bool) -> None:
    """The same for what makes no sense in a game of so many seats; `perfect`: every seat sees everything."""
    worlds, open_ = values["worlds"], perfect or values["worlds"] in KNOWN
    _refuse(
        spec,
        [
            (perfect and worlds != "so", f"nothing is hidden in {game.name}, so worlds={worlds} draws nothing", "worlds=so"),
            (
                values["graph"] != "none" and not open_,
                f"transpositions are of positions, and in {game.name} something is hidden",
                "graph=none",
            ),
            (values["proven"] == 1 and not open_, f"what is hidden in {game.name} can't be proven", "proven=0"),
            (values["proven"] == 1 and seats != 2, f"proofs are for 2 seats, and {seats} play", "proven=0"),
            (
                values["chance"] != "open" and game.rules.chance is no_chance,
                f"nature never moves in {game.name}, so chance=explicit has no effect",
                "chance=open",
            ),
            (
                (values["net"] is not None or values.get("bids") is not None) and game.features is None,
                f"{game.name} has no features, so no network can see it",
                "no net",
            ),
        ],
    )


def _refuse(spec: str, cases: Iterable[Case]) -> None:
    for wrong, why, right in cases:
        if wrong:
            raise InvalidError(f"bot {spec!r}: {why}; right would be {right}")


def _nonsense(values: Mapping[str, Any]) -> list[Case]:
    changed = {knob.name for knob in KNOBS if values[knob.name] != knob.default}
    gumbel, ucb1 = values["select"] == "gumbel", values["select"] == "ucb1"
    pimc, proven = values["worlds"] == "pimc", values["proven"] == 1
    count = "determinizations" if pimc else "trees"
    rules = [
        (
            values["temperature"] > 0 and (gumbel or proven),
            f"temperature draws steps by visits, which {'select=gumbel' if gumbel else 'proven=1'} doesn't go by",
            "temperature=0",
        ),
        (pimc and values["trees"] > 1, "pimc grows a tree for each of its determinizations", "trees=1"),
        (
            values["threads"] > trees(values),
            f"threads={values['threads']} but {count}={trees(values)}, and a tree is grown by one thread",
            f"{count}={values['threads']}",
        ),
        (
            values["actors"] > trees(values),
            f"actors={values['actors']} but {count}={trees(values)}, and a tree is grown by one actor",
            f"{count}={values['actors']}",
        ),
        (values["actors"] > 0 and values["threads"] > 1, "trees grow in actors or on threads, not on both", "threads=1"),
        (values["actors"] > 0 and values["batch"] > 0, "batches are of one process, and trees grow in several", "batch=0"),
        (values["actors"] > 0 and values["reuse"] == 1, "trees are handed out anew, so no subtree is kept", "reuse=0"),
        (values["ray"] is not None and not values["actors"], f"ray={values['ray']} has no effect without actors", "actors=2"),
        (gumbel and pimc, "gumbel's root is one bracket, and pimc's trees have a root each", "worlds=so"),
        (gumbel and proven, "gumbel's halving shares out all its simulations beforehand", "proven=0"),
        (proven and bool(values["stop"]), "what may yet be proven can change the choice, however far the leader is", "stop=0"),
        (pimc and proven, "what is proven in one world may be wrong in another", "proven=0"),
        (proven and values["auction"] != "open", "steps of drawn bidders are no choices, so nothing is proven", "proven=0"),
        (proven and values["paranoia"] > 0, "proofs take it that every seat maximises its own utility", "paranoia=0"),
        (
            values["reuse"] == 1 and values["worlds"] != "so",
            f"worlds={values['worlds']} has no tree that a step as seen could be followed in",
            "reuse=0",
        ),
        (values["reuse"] == 1 and values["graph"] != "none", "a graph has no subtree to keep", "reuse=0"),
        (gumbel and values["sims"] is None, "gumbel shares out a known number of simulations", "sims=400"),
        (gumbel and values["trees"] > 1, "gumbel's root is one bracket, and trees have a root each", "trees=1"),
        (gumbel and bool(values["stop"]), "gumbel's halving shares out all its simulations beforehand", "stop=0"),
        (gumbel and bool(values["extend"]), "gumbel's halving shares out all its simulations beforehand", "extend=0"),
        (gumbel and values["reuse"] == 1, "gumbel's bracket begins with a root that has no visits", "reuse=0"),
        (
            "mix" in changed and values["mix"] > 0 and horizon(values) == 0,
            "mix with horizon=0 mixes the judge with itself",
            "horizon=30",
        ),
        (
            values["after"] > 0 and values["advice"] == 0 and ucb1 and not values["widen"],
            "a network asked late has no effect with advice=0 and select=ucb1, which has no priors",
            "advice=0.7",
        ),
        (values["mix"] == 1, "mix=1 makes rollouts that count for nothing", "horizon=0"),
        (
            values["rollout"] != "sample" and values["epsilon"] == 1,
            f"rollout={values['rollout']} with epsilon=1 is rollout=sample",
            "rollout=sample",
        ),
    ]
    without = [
        (("urgency",), ucb1, "select=puct"),
        (("considered", "trust"), not gumbel, "select=gumbel"),
        (("power", "flat"), ucb1 and not values["widen"], "select=puct"),
        (("widen_a",), not values["widen"], "widen=1"),
        (("epsilon",), values["rollout"] == "sample", "rollout=prefer"),
        (("epsilon", "rollout"), horizon(values) == 0, "horizon=30"),
        (("batch",), values["net"] is None, "net=default"),
        (("lean", "after"), values["net"] is None, "net=default"),
        (("advice",), not values["after"], "after=4"),
        (("lean",), ucb1 and not values["widen"], "select=puct"),
        (("power", "lean"), values["flat"] == 1, "flat=0.05"),
        (("determinizations",), not pimc, "worlds=pimc"),
    ]
    for names, unused, right in without:
        for name in sorted(changed & set(names)):
            rules.append((unused, f"{name}={values[name]} has no effect without {right}", right))
    return rules


def horizon(values: Mapping[str, Any], seats: int = 2) -> int:
    """Steps of a rollout: a network that is asked at every leaf values it as it is, unless it is told otherwise.

    By default longer with more rivals, whose steps come between one's own (docs/search.md: what games showed).
    """
    if values["horizon"] is None:
        return HORIZON_A_RIVAL * max(1, seats - 1) if values["net"] is None or values["after"] else 0
    return int(values["horizon"])


def reuses(values: Mapping[str, Any]) -> bool:
    """Whether the tree below what was played is kept."""
    possible = values["select"] != "gumbel" and values["worlds"] == "so" and values["graph"] == "none" and not values["actors"]
    return bool(possible if values["reuse"] is None else values["reuse"])


def trees(values: Mapping[str, Any]) -> int:
    """How many logical trees there are."""
    return int(values["determinizations"] if values["worlds"] == "pimc" else values["trees"])


def settings_of(values: Mapping[str, Any], seats: int) -> dict[str, int]:
    """Settings by name (`mutapa.search.settings`) of option values that `check` let pass, at a table of so many seats."""
    fixed = {
        "URGENCY": "urgency", "FLAT": "flat", "TRUST": "trust", "PARANOIA": "paranoia",
        "LEAN": "lean", "ADVICE": "advice",
    }  # fmt: skip
    return {
        **{place: round(values[name] * UNIT) for place, name in fixed.items()},
        "WIDEN": max(1, round(values["widen"] * UNIT)) if values["widen"] else 0,  # however little, it isn't off
        "EXPLORE": round((EXPLORE[values["select"]] if values["c"] is None else values["c"]) * UNIT),
        "EPSILON": round((EPSILON[values["rollout"]] if values["epsilon"] is None else values["epsilon"]) * UNIT),
        "SELECT": RULES[values["select"]],
        "PRIORS": int(values["select"] != "ucb1" or values["widen"] > 0),
        "POWER": POWERS[values["power"]],
        "CONSIDERED": values["considered"],
        "WIDEN_POWER": QUARTERS[values["widen_a"]],
        "ROLLOUT": ROLLOUTS[values["rollout"]],
        "HORIZON": horizon(values, seats),
        "MIX": 0 if values["net"] is not None and horizon(values) == 0 else round(values["mix"] * UNIT),
        "WORLDS": WORLDS[values["worlds"]],
        "KEYED": int(WORLDS[values["worlds"]] != at.SINGLE or values["graph"] != "none"),
        "OUTCOMES": FEW if values["chance"] == "explicit" else 0,
        "PROVEN": values["proven"],
        "AFTER": values["after"],
    }
