"""Options of the search: each changes something, and nonsense is refused at the start in one line that says why."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mutapa.core.errors import InvalidError
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.core.toys.ascending.game import GAME as ASCENDING
from mutapa.core.toys.sealed.game import GAME as SEALED
from mutapa.search import driver, variants
from mutapa.search.bots import make, view
from mutapa.search.budget import Budget
from mutapa.search.uct import UctBot
from mutapa.search.variants import KNOBS
from tests.search.seats import PLAIN, generators, play, record, search, uct, whole
from tests.search.tables import at, table_game

TOP = Path(__file__).parent.parent.parent
BASES = {
    "ucb1": "select=ucb1,c=0.7,rollout=sample,horizon=60,mix=0",
    "puct": "select=puct,c=0.7,rollout=sample,horizon=60,mix=0",
    "gumbel": "select=gumbel,sims=200,c=0.7,rollout=sample,horizon=60,mix=0",
    "widened": "select=ucb1,widen=1,c=0.7,rollout=sample,horizon=60,mix=0",
    "preferred": "select=ucb1,rollout=prefer,epsilon=0.3,horizon=60,c=0.7,mix=0",
    "mast": "select=ucb1,rollout=mast,horizon=60,c=0.7,mix=0",
    "graph": "select=ucb1,c=0.7,rollout=sample,horizon=60,mix=0,graph=transpositions",
}
HIDDEN = ("worlds=mo", "worlds=redetermine", "worlds=pimc", "worlds=cheat", "worlds=pimc,threads=3", "chance=explicit,worlds=mo")
CHANGES = [
    ("ucb1", "c=0.2"), ("ucb1", "select=puct"), ("ucb1", "widen=1"), ("ucb1", "horizon=1"), ("ucb1", "horizon=0,rollout=prefer"),
    ("ucb1", "mix=0.5"), ("ucb1", "paranoia=1"), ("ucb1", "rollout=prefer"), ("puct", "c=2"), ("puct", "urgency=0.7"),
    ("puct", "power=2"), ("puct", "flat=0.9"), ("puct", "widen=0.3"), ("puct", "paranoia=0.5"),
    ("puct", "select=gumbel,sims=200"), ("gumbel", "trust=0.1"), ("gumbel", "considered=2"), ("gumbel", "power=2"),
    ("gumbel", "c=2"), ("widened", "widen=2"), ("widened", "widen_a=0.75"), ("widened", "power=0"),
    ("preferred", "epsilon=0.8"), ("preferred", "horizon=2"),
    ("mast", "epsilon=0"), ("mast", "rollout=sample"), ("mast", "horizon=4"),
]  # fmt: skip


def weighed() -> Any:
    """The auction, with a game that prefers low bids."""

    def prefer(board: Any, work: Any, state: Any, actions: Any, n: int, out: Any) -> int:
        for i in range(n):
            out[i] = 1 + 20 // (1 + (actions[i] - 2) ** 2)
        return 0

    return dataclasses.replace(ASCENDING, rules=ASCENDING.rules._replace(prefer=prefer))


def laid(base: str, change: str) -> str:
    parts = dict(part.split("=") for part in f"{BASES[base]},{change}".split(",") if part)
    return "uct:" + ",".join(f"{name}={value}" for name, value in {"sims": "200", **parts}.items())


@pytest.mark.parametrize(("base", "change"), CHANGES)
def test_every_option_changes_the_tree(base: str, change: str) -> None:
    """Trial A6."""
    state = State.new(ASCENDING, 3, options={"budget": 9, "rounds": 3})
    trees = []
    for spec in (laid(base, ""), laid(base, ""), laid(base, change)):
        bot = uct(spec, weighed(), state.board, 3, backend="plain")
        bot.choose(state.observe(0))
        trees.append(record(bot.search.trees[0], 3))
    assert trees[0] == trees[1]
    assert trees[2] != trees[0]


ELSEWHERE = [
    ("kuhn", "", "worlds=mo"), ("kuhn", "", "worlds=redetermine"), ("kuhn", "", "worlds=pimc"), ("kuhn", "", "worlds=cheat"),
    ("kuhn", "worlds=mo", "worlds=redetermine"), ("kuhn", "worlds=pimc", "worlds=pimc,determinizations=3"),
    ("sealed", "", "chance=explicit"), ("tictactoe", "", "graph=transpositions"),
    ("tictactoe", "sims=1500", "sims=1500,proven=1"),
    ("tictactoe", "sims=1500,graph=transpositions", "sims=1500,graph=transpositions,proven=1"),
]  # fmt: skip
"""Options that need something hidden, nature, or two seats with nothing hidden."""


@pytest.mark.parametrize(("name", "base", "change"), ELSEWHERE)
def test_every_option_changes_the_tree_where_it_has_a_meaning(name: str, base: str, change: str) -> None:
    """Trial A6."""
    state = State.new(name, seed=1)
    while state.is_chance:
        state.draw(derive(1, "luck"))
    trees = []
    for options in (base, base, change):
        bot = uct(f"{laid('ucb1', options)}", state.game, state.board, state.seats, seat=state.turn, backend="plain")
        bot.choose(view(bot, state))
        trees.append(whole(bot.search.trees))
    assert trees[0] == trees[1]
    assert trees[2] != trees[0]


def test_no_option_is_left_out() -> None:
    tried = {part.split("=")[0] for *_, change in CHANGES + ELSEWHERE for part in change.split(",")}
    networks = {"net", "lean", "batch", "after", "advice"}  # test_neural.py, test_advice.py, tests/nets/test_served.py
    assert {knob.name for knob in KNOBS} - networks == tried - {"sims"}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("select=gumbel", "gumbel shares out a known number of simulations; right would be sims=400"),
        ("select=gumbel,seconds=1", "gumbel shares out a known number of simulations"),
        ("select=gumbel,sims=9,trees=2", "gumbel's root is one bracket, and trees have a root each; right would be trees=1"),
        ("select=gumbel,sims=9,reuse=1", "gumbel's bracket begins with a root that has no visits; right would be reuse=0"),
        ("horizon=0,mix=0.5", "mix with horizon=0 mixes the judge with itself; right would be horizon=30"),
        ("mix=1", "mix=1 makes rollouts that count for nothing; right would be horizon=0"),
        ("horizon=0,rollout=mast", "rollout=mast has no effect without horizon=30"),
        ("horizon=0,rollout=sample", "rollout=sample has no effect without horizon=30"),
        ("net=x,rollout=sample", "rollout=sample has no effect without horizon=30"),
        ("flat=1,power=2", "power=2 has no effect without flat=0.05"),
        ("flat=1,net=x,lean=0.2", "lean=0.2 has no effect without flat=0.05"),
        ("select=ucb1,net=x,after=4,advice=0", "a network asked late has no effect with advice=0 and select=ucb1"),
        ("extend=1e308", "extend=1e308 is out of range; right would be a number from 0 to 100"),
        ("scale=5", "scale=5 has no effect without margin=1 or points=1"),
        ("win=0", "win, place, margin and points are all 0; right would be win=1"),
        ("win=99999999999999999999999", "is out of range; right would be a whole number from 0 to 65536"),
        ("margin=65537", "margin=65537 is out of range"),
        ("horizon=0,epsilon=0.2", "epsilon=0.2 has no effect without horizon=30"),
        ("rollout=prefer,epsilon=1", "rollout=prefer with epsilon=1 is rollout=sample"),
        ("rollout=mast,epsilon=1", "rollout=mast with epsilon=1 is rollout=sample"),
        ("rollout=sample,epsilon=0.77", "epsilon=0.77 has no effect without rollout=prefer"),
        ("select=ucb1,urgency=0.77", "urgency=0.77 has no effect without select=puct"),
        ("select=ucb1,flat=0.77", "flat=0.77 has no effect without select=puct"),
        ("select=puct,considered=77", "considered=77 has no effect without select=gumbel"),
        ("select=puct,trust=0.77", "trust=0.77 has no effect without select=gumbel"),
        ("widen=0,widen_a=0.25", "widen_a=0.25 has no effect without widen=1"),
        ("worlds=pimc,trees=2", "pimc grows a tree for each of its determinizations; right would be trees=1"),
        ("worlds=pimc,threads=21", "threads=21 but determinizations=20, and a tree is grown by one thread"),
        ("worlds=pimc,select=gumbel,sims=9", "gumbel's root is one bracket, and pimc's trees have a root each"),
        ("worlds=pimc,proven=1", "what is proven in one world may be wrong in another; right would be proven=0"),
        ("determinizations=3", "determinizations=3 has no effect without worlds=pimc"),
        ("worlds=mo,reuse=1", "worlds=mo has no tree that a step as seen could be followed in; right would be reuse=0"),
        ("graph=transpositions,reuse=1", "a graph has no subtree to keep; right would be reuse=0"),
        ("proven=1,select=gumbel,sims=9", "gumbel's halving shares out all its simulations beforehand; right would be proven=0"),
        ("proven=1,auction=limits-uniform", "steps of drawn bidders are no choices, so nothing is proven"),
        ("proven=1,paranoia=0.5", "proofs take it that every seat maximises its own utility"),
        ("proven=1,stop=1", "what may yet be proven can change the choice, however far the leader is; right would be stop=0"),
        ("worlds=som", "worlds=som; right would be so or mo or redetermine or pimc or cheat"),
        ("threads=2", "a tree is grown by one thread; right would be trees=2"),
        ("select=pcut", "select=pcut; right would be ucb1 or puct or gumbel"),
    ],
)
def test_nonsense_is_refused(options: str, said: str) -> None:
    with pytest.raises(InvalidError) as error:
        make(f"uct:{options}")
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_widening_by_hardly_anything_is_not_off() -> None:
    """Two of a hundred millionths round to nothing, which would open every action at once."""
    state = State.new(ASCENDING, 3, options={"budget": 9, "rounds": 3})
    bot = uct(laid("ucb1", "widen=0.00000002"), ASCENDING, state.board, 3, backend="plain")
    bot.choose(state.observe(0))
    assert sorted(bot.result.visits.values())[-2:] == [0, 200]


def test_more_memory_than_there_is_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> Any:
        raise MemoryError

    monkeypatch.setattr(driver, "Tree", full)
    state = State.new(ASCENDING, 2)
    with pytest.raises(InvalidError, match="memory=300 MB are more than are free; right would be less"):
        uct("uct:sims=5,memory=300", ASCENDING, state.board, 2, backend="plain")


@pytest.mark.parametrize(
    ("game", "seats", "options", "said"),
    [
        ("tictactoe", 2, "worlds=mo", "nothing is hidden in tictactoe, so worlds=mo draws nothing; right would be worlds=so"),
        ("ascending", 3, "worlds=cheat", "nothing is hidden in ascending, so worlds=cheat draws nothing"),
        ("kuhn", 2, "graph=transpositions", "transpositions are of positions, and in kuhn something is hidden"),
        ("kuhn", 2, "proven=1", "what is hidden in kuhn can't be proven; right would be proven=0"),
        ("ascending", 3, "proven=1", "proofs are for 2 seats, and 3 play; right would be proven=0"),
        ("tictactoe", 2, "chance=explicit", "nature never moves in tictactoe, so chance=explicit has no effect"),
    ],
)
def test_nonsense_in_a_game_is_refused_at_its_start(game: str, seats: int, options: str, said: str) -> None:
    state = State.new(game, seats)
    with pytest.raises(InvalidError) as error:
        uct(f"uct:{options}", state.game, state.board, seats, backend="plain")
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_gumbel_and_graphs_plant_their_root_anew_and_all_others_keep_theirs() -> None:
    for base, reused in (("puct", True), ("gumbel", False), ("graph", False)):
        state = State.new(ASCENDING, 2, options={"budget": 12, "first": 20})
        bot = uct(laid(base, ""), ASCENDING, state.board, 2)
        bot.choose(state.observe(0))
        for n, action in enumerate((1, 2)):
            bot.observe(n, make_event(state, action))
            state.apply(action)
        bot.choose(state.observe(0))
        assert bot.result is not None
        assert (bot.result.reused > 0) is reused


def make_event(state: State, action: int) -> Any:
    from mutapa.search.bots import Event

    return Event(state.turn, action, state.observe(0))


@pytest.mark.parametrize("base", BASES)
def test_the_same_seed_gives_the_same_game(base: str) -> None:
    games = [play(ASCENDING, [laid(base, "sims=40,memory=1")] * 3, seed=seed)[0] for seed in (1, 1)]
    assert games[0] == games[1]


@pytest.mark.parametrize("options", HIDDEN)
def test_the_same_seed_gives_the_same_game_where_something_is_hidden(options: str) -> None:
    games = [play(SEALED, [f"uct:sims=40,memory=1,{options}"] * 3, seed=seed)[0] for seed in (1, 1, 2, 3, 4)]
    assert games[0] == games[1]
    assert any(other != games[0] for other in games[2:])


@pytest.mark.parametrize("base", [*BASES, "proven=1", "proven=1,graph=transpositions"])
def test_twice_the_simulations_keep_what_is_right(base: str) -> None:
    """SEARCH G: a trap two steps deep; seat 1 answers 0 with 1, which leaves action 1 as the best."""
    table: dict[int, Any] = {0: (0, {0: 1, 1: 2, 2: 3}), 1: (1, {0: 4, 1: 5}), 2: (3, -3), 3: (1, -1), 4: (9, -9), 5: (-9, 9)}
    values = dict(part.split("=") for part in BASES.get(base, f"{BASES['ucb1']},{base}").split(","))
    variant = ",".join(f"{name}={value}" for name, value in values.items() if str(PLAIN.get(name)) not in (value, f"{value}.0"))
    found = search(table_game(table, 2), np.zeros(1, np.int64), 2, variant=variant)
    for seed in range(20):
        right = []
        for sims in (50, 100, 200, 400):
            result = found.run(at(0), Budget(sims), generators(seed))
            assert result is not None
            right.append(result.action == 1)
        assert right == sorted(right)
        assert right[-1]


def test_bots_from_files() -> None:
    for path in sorted((TOP / "configs" / "searches").glob("*.yaml")):
        bot = make(f"@{path}")
        assert isinstance(bot, UctBot)
        assert make(bot.spec).spec == bot.spec
        assert make(f"@{path}:sims=77").values == {**bot.values, "sims": 77}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bot: uct\nselct: puct\n", "no option 'selct'; did you mean 'select'?"),
        ("select: puct\n", "key 'bot' is missing or no name; right would be 'bot: uct'"),
        ("- 3\n", "a list stands there"),
        ("bot: utc\n", "no bot 'utc'; did you mean 'uct'?"),
        ("bot: uct\nc: [1]\n", "key 'c' is [1]; right would be a number or a name"),
        ("bot: uct\nreuse: true\n", "key 'reuse' is True; right would be a number or a name"),
        ("bot: uct\nc: 1\nc: 2\n", "line 3, column 1: found duplicate key c"),
        ("bot: uct\nc: lots\n", "c=lots is no number; right would be a number from 0 to 100"),
        ("a: [\n", "line 2, column 1"),
        ("bot: uct\nselect: gumbel\n", "gumbel shares out a known number"),
        ("c: ${nothing}\nbot: uct\n", "nothing"),
    ],
)
def test_a_bad_file_says_what_would_be_right(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "bot.yaml"
    path.write_text(text)
    with pytest.raises(InvalidError) as error:
        make(f"@{path}")
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_a_missing_file_and_what_is_laid_over_one(tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match=r"none\.yaml: can't be read"):
        make(f"@{tmp_path / 'none.yaml'}")
    path = tmp_path / "bot.yaml"
    path.write_bytes(b"bot: uct\nc: \xff\n")
    with pytest.raises(InvalidError, match="no text"):
        make(f"@{path}")
    path.write_text("bot: uct\nselect: puct\nc: 2\n")
    assert make(f"@{path}: c = 3").values["c"] == 3
    with pytest.raises(InvalidError, match="no option 'd'"):
        make(f"@{path}:d=3")


def test_rollouts_are_longer_with_more_rivals() -> None:
    """30 steps a rival unless told otherwise; none where a network values every leaf."""
    asked, late, told = make("uct:net=a").values, make("uct:net=a,after=4").values, make("uct:horizon=7").values
    for seats, steps in ((2, 30), (3, 60), (4, 90), (5, 120)):
        assert variants.settings_of(make("uct").values, seats)["HORIZON"] == steps
        assert [variants.horizon(values, seats) for values in (asked, late, told)] == [0, steps, 7]
