"""One rule changed on one side: the lock-step of Stone Age must stop at each. Here the reference is the side that errs; faults of
the engine are those of tests/mutation.
"""

import types
from pathlib import Path

import pytest

from tests.mutation.fault import Fault, faulty
from tests.reference import stone_age, stone_age_differential, stone_age_seat
from tests.reference.differential import DifferenceError
from tests.reference.stone_age_differential import compare
from tests.reference.stone_age_play import VARIANTS

FAULTS = {
    "third place of the village open": ("stone_age", "in VILLAGE) == 2", "in VILLAGE) == 3"),
    "one more player at a resource place": ("stone_age", "== len(self.seats) - 1)", "== len(self.seats))"),
    "eight rings": ("stone_age", "RINGS = 7", "RINGS = 8"),
    "one person in the hut": ("stone_age", 'people = 2 if place == "hut"', 'people = 1 if place == "hut"'),
    "the hunt again": ("stone_age", 'or self.options["hunt_repeat"] == "on"', "or True"),
    "food from each three": ("stone_age", '"food": 2', '"food": 3'),
    "a new tool is turned": ("stone_age_seat", "append([1, False])", "append([1, True])"),
    "the highest tool grows": ("stone_age_seat", "min(self.tools)[0] += 1", "max(self.tools)[0] += 1"),
    "tools for one use stay": ("stone_age_seat", "self.once.remove(value)", "pass"),
    "no tools for two-dice cards": (
        "stone_age",
        'if len(options) > 1:\n            text = yield from self._ask(seat, "tools"',
        'if dice != 2 and len(options) > 1:\n            text = yield from self._ask(seat, "tools"',
    ),
    "dice for all from the start player on": ("stone_age", "self._clockwise(buyer)", "self._clockwise(self.start)"),
    "a six is food": (
        "stone_age",
        "elif face == 6:\n                self.seats[seat].add_track()",
        "elif face == 6:\n                self.seats[seat].food += 1",
    ),
    "the blind card is worth nothing": ("stone_age_seat", ", *([self.blind] if self.blind else [])]", "]"),
    "at least so many of a price": ("stone_age_score", "fits = total == rest[0]", "fits = total >= rest[0]"),
    "at most so many kinds": ("stone_age_score", "fits = [total, kinds] == rest", "fits = total == rest[0] and kinds <= rest[1]"),
    "from one to six": ("stone_age_score", "rest[0] <= total <= rest[1]", "rest[0] <= total < rest[1]"),
    "tiles that exist twice turn up as others do": (
        "stone_age",
        "k for tile, k in self.unseen_tiles.items()",
        "1 for tile, k in self.unseen_tiles.items()",
    ),
    "surplus food is lost": ("stone_age", "max(mine.food - mine.people, 0)", "min(max(mine.food - mine.people, 0), 12)"),
    "ten points for each unfed": ("stone_age", "mine.score -= 10", "mine.score -= 10 * short"),
    "no refusing to pay for food": ("stone_age", '[*options, "starve"]', "[*options]"),
    "cards do not slide": ("stone_age", "self.cards = left + [None] * (4 - len(left))", "pass"),
    "exactly enough cards end it": ("stone_age", "self.deck.total() < 4", "self.deck.total() <= 4"),
    "tools stay turned": (
        "stone_age",
        "[[value, False] for value, _ in each.tools]",
        "[[value, turned] for value, turned in each.tools]",
    ),
    "the start player stays": ("stone_age", "self.start = (self.start + 1)", "self.start = (self.start + 0)"),
    "sets without squares": ("stone_age_score", "len(left) ** 2", "len(left) * 2"),
    "resources left are worth nothing": ("stone_age_seat", "+ self.total()\n", "\n"),
    "ties by the track alone": ("stone_age_seat", "return self.track + self.tool_value() + self.people", "return self.track"),
}

# Seeds of games in which the rule matters soon, with the number of the options; one game shows all others.
GAMES = {
    "the hunt again": (510, 0),
    "the highest tool grows": (582, 0),
    "the blind card is worth nothing": (515, 5),
    "at most so many kinds": (606, 0),
    "from one to six": (592, 2),
    "tiles that exist twice turn up as others do": (614, 2),
    "exactly enough cards end it": (579, 3),
    "sets without squares": (563, 5),
    "resources left are worth nothing": (502, 4),
    "ties by the track alone": (511, 5),
}


def err(monkeypatch, words, file, right, wrong):
    """Put the reference's source with one text changed in the place of what lock-step uses."""
    path = Path(__file__).parent / f"{file}.py"
    changed = types.ModuleType(f"tests.reference.{file}_faulty")
    changed.__file__ = str(path)
    source = faulty(path.read_text(encoding="utf-8"), Fault(words, path.name, ((right, wrong),), ""))
    exec(compile(source, str(path), "exec"), changed.__dict__)
    for user in (stone_age, stone_age_seat, stone_age_differential):
        for name, value in vars(changed).items():
            if getattr(value, "__module__", None) == changed.__name__ and hasattr(user, name):
                monkeypatch.setattr(user, name, value)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_changed_rule_is_noticed(monkeypatch, fault):
    seed, variant = GAMES.get(fault, (400, 4))
    err(monkeypatch, fault, *FAULTS[fault])
    with pytest.raises(DifferenceError):
        compare(seed, 2 + seed % 3, True, VARIANTS[variant], backend="plain")


@pytest.mark.parametrize(("seed", "variant"), sorted({*GAMES.values(), (400, 4)}))
def test_without_a_fault_the_same_games_agree(seed, variant):
    assert compare(seed, 2 + seed % 3, True, VARIANTS[variant], backend="plain", snapshots=0) > 20
