"""Tournaments: killed anywhere they go on to the same end; the seed and the plan decide everything; nonsense is one line."""

from __future__ import annotations

import hashlib
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Generator
from pathlib import Path

import pytest
from rich.console import Console

from mutapa.core.errors import InvalidError
from mutapa.core.record import Record
from mutapa.experiments import config
from mutapa.experiments.tournaments import live, schedule, standings, tournament
from mutapa.experiments.tournaments.arena import Arena
from mutapa.experiments.tournaments.schedule import Fixture, Plan
from mutapa.experiments.tournaments.store import EntrantRow, Result, Store
from mutapa.experiments.tournaments.table import Account, Entrant, Outcome, Table
from mutapa.experiments.tournaments.tournament import Ended, Setting, Tournament
from mutapa.experiments.workers import workers

NAMES = [f"bot{n}" for n in range(9)]
PLANS = [Plan(NAMES, 2, rounds=4), Plan(NAMES, 3, kind="swiss", rounds=30, seed=3)]


def chance(fixture: Fixture) -> random.Random:
    return random.Random(str(fixture))


def ended(fixture: Fixture) -> Ended:
    """A game without a game: what it comes to follows from its number and who sits where."""
    order = chance(fixture).sample(range(1, len(fixture.seats) + 1), len(fixture.seats))
    accounts = [Account(name, steps=3) for name in fixture.seats]
    return Ended(fixture, Outcome(order, order, f"record {fixture.number}".encode(), "normal", accounts, 5, 0.01), "2026")


def one_by_one(games: list[Fixture]) -> Generator[Ended, None, None]:
    for fixture in games:
        yield ended(fixture)


def slowly(games: list[Fixture]) -> Generator[Ended, None, None]:
    """As several workers would: not in order."""
    while games:
        time.sleep(0.0005)
        yield ended(games.pop(random.randrange(min(4, len(games)))))


def play(path: Path, plan: Plan, played: tournament.Played) -> bool:
    entrants = [EntrantRow(name, "", "random", "") for name in plan.names]
    facts = {"games_per_block": plan.games_per_block}
    with Store.write(path, {"plan": plan.kind}, entrants, facts) as store, live.Screen(plan, quiet=True) as screen:
        return tournament.play_all(plan, store, played, screen)


def found(path: Path) -> list[Result]:
    with Store.read(path) as store:
        return list(store.results())


def forked(path: Path, plan: Plan) -> int:
    """A process that plays: as quick to start as to kill."""
    process = os.fork()
    if process == 0:
        code = 2
        try:
            code = 0 if play(path, plan, slowly) else 1
        finally:
            os._exit(code)
    return process


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.kind)
def test_killed_at_25_random_moments_it_ends_the_same(tmp_path: Path, plan: Plan) -> None:
    undisturbed, path = tmp_path / "undisturbed.db", tmp_path / "killed.db"
    began = time.monotonic()
    assert play(undisturbed, plan, slowly)
    between = time.monotonic()
    assert play(undisturbed, plan, slowly), "nothing is left to be done"
    opening, playing = time.monotonic() - between, (between - began) / 8
    moments, killed, whole = random.Random(7), 0, False
    counts, seen = [0], set[int]()
    for _ in range(200):
        process = forked(path, plan)
        if killed < 25:
            late = killed % 2 * playing  # by turns while it opens the store and while it plays
            time.sleep(moments.uniform(opening, opening + late) if late else moments.uniform(0, opening))
            os.kill(process, signal.SIGKILL)
        _, status = os.waitpid(process, 0)
        if killed < 25 and not os.WIFSIGNALED(status):  # it was quicker: the machine was slow when it was measured
            opening, playing = opening * 0.8, playing * 0.8
        killed += os.WIFSIGNALED(status)
        assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0
        whole = whole or not os.WIFSIGNALED(status)
        if path.exists():
            try:
                now = len(found(path))
            except InvalidError:  # killed before anything was in it
                now = 0
            assert now >= counts[-1], "no game is lost"
            counts.append(now)
        if whole and killed >= 25:
            break
        if whole:  # done before it was killed so often: another store, for the moments still to come
            assert found(path) == found(undisturbed)
            for each in path.parent.glob(f"{path.name}*"):
                each.unlink()
            seen, counts, whole = seen | set(counts), [0], False
    assert killed >= 25
    assert whole
    assert len(seen | set(counts)) > 3, "it was killed along the way"
    assert found(path) == found(undisturbed)
    assert [each.number for each in found(path)] == list(range(1, plan.games + 1)), "none twice, none missing"
    with Store.read(path) as store:
        assert store.connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_rounds_wait_for_their_results_and_time_may_run_out(tmp_path: Path) -> None:
    plan = Plan(NAMES[:5], 2, kind="swiss", rounds=4)
    asked: list[int] = []

    def some(games: list[Fixture]) -> Generator[Ended, None, None]:
        asked.append(len({each.round for each in games}))
        yield from one_by_one(games[:3])

    path, runs = tmp_path / "t.db", 1
    while not play(path, plan, some):
        runs += 1
    assert runs > plan.rounds
    assert set(asked) <= {0, 1}
    assert play(tmp_path / "u.db", plan, one_by_one)
    assert found(path) == found(tmp_path / "u.db")


def test_games_of_another_schedule_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    play(path, PLANS[0], lambda games: one_by_one(games[:40]))
    other = Plan(NAMES[::-1], 2, rounds=4)
    with pytest.raises(InvalidError, match=r"game 1 was bot0, bot1 in block 1; by the schedule it is bot8, bot7"):
        play(path, other, one_by_one)


def test_fifty_time_losses_are_fifty_everywhere(tmp_path: Path) -> None:
    plan = Plan(NAMES[:2], 2, rounds=100)
    late = set(random.Random(3).sample(range(1, 201), 50))

    def played(games: list[Fixture]) -> Generator[Ended, None, None]:
        for fixture in games:
            one = ended(fixture)
            if fixture.number in late:
                seat = fixture.seats.index("bot1")
                one.outcome.accounts[seat].verdict = "time"
                one.outcome.accounts[seat].words = "its answer took 2.000 s of 1.000 s"
                one.outcome.ranks[:] = [2, 1] if seat == 0 else [1, 2]
                one.outcome.reason = "forfeit"
            yield one

    assert play(tmp_path / "t.db", plan, played)
    with Store.read(tmp_path / "t.db") as store:
        shown = standings.standings(plan, list(store.results()))
        assert store.connection.execute("SELECT count(*) FROM games WHERE reason = 'forfeit'").fetchone() == (50,)
        assert store.connection.execute("SELECT count(*) FROM seats WHERE verdict = 'time'").fetchone() == (50,)
    assert shown.data()["verdicts"] == {"time": 50}
    assert [row["forfeits"] for row in shown.data()["rows"] if row["name"] == "bot1"] == [{"time": 50}]
    screen = Console(record=True, width=120, file=open(os.devnull, "w"))  # noqa: SIM115
    live.show(shown, screen, plan)
    text = screen.export_text()
    assert "50 time" in text
    assert "forfeits in all 200 games: 50 time" in text


def test_the_live_table_says_what_is_counted_and_what_runs() -> None:
    plan = Plan(NAMES[:3], 2, rounds=2)
    games = schedule.fixtures(plan)
    screen = live.Screen(plan, quiet=False, screen=Console(record=True, width=150, file=open(os.devnull, "w")))  # noqa: SIM115
    screen.begin([])
    for n in (1, 2, 5, 4):
        screen.started(games[n - 1])
        if n != 5:
            one = ended(games[n - 1])
            screen.ended(Result(n, one.fixture.block, 1, "ended", one.fixture.seats, (1, 2), (None, None), 5, 0.1), one.outcome)
    screen.console.print(screen.render())
    text = screen.console.export_text()
    assert "3 of 12 games; counted: the first 2, in whole blocks" in text
    assert "under way: 5 (" in text
    assert "left" in text


# --- what is played ---------------------------------------------------------------------------------------------------


def inside(name: str, bot: str) -> Entrant:
    return Entrant(name, bot=bot, inside=True)


def test_a_game_is_a_function_of_its_number(tmp_path: Path) -> None:
    """The sixth game, played after five others by the same engines, and alone by new ones."""
    table = Table("ascending", seed=1, backend="plain", patience=60)
    entrants = [inside("A", "uct:sims=15"), inside("B", "random"), Entrant("C", bot="uct:sims=10")]
    games = schedule.fixtures(Plan([each.name for each in entrants], 2))
    with Arena(table, entrants) as arena:
        together = [arena.play(fixture).record for fixture in games]
    with Arena(table, entrants) as arena:
        alone = arena.play(games[5]).record
    assert alone == together[5]
    steps = {tuple(Record.from_bytes(data).texts) for data in together}
    assert len(steps) > 2


def deal_hash(block: int) -> str:
    """As a worker has it."""
    table = Table("zimbabwe", seed=11, backend="plain")
    return hashlib.sha256(repr(table.deal(table.check(), 4, block)).encode()).hexdigest()


def test_400_blocks_have_400_set_ups_whatever_the_workers() -> None:
    blocks = [fixture.setup for fixture in schedule.fixtures(Plan(NAMES[:4], 4, blocks=400))][::4]
    assert blocks == list(range(1, 401))
    one = [deal_hash(block) for block in blocks]
    assert len(set(one)) == 400
    with workers.Pool(deal_hash, 4) as pool:
        assert sorted(pool.run(blocks)) == sorted(one)


def test_set_ups_favour_nothing() -> None:
    """Chi-square, about three deviations: where a tile of the first place came from, gods, the first craftsmen of the stack."""
    table = Table("zimbabwe", seed=5, backend="plain")
    game, n = table.check(), 1500
    deals = [table.deal(game, 4, block) for block in range(1, n + 1)]
    counts = [
        Counter(deal["stack"][0] for deal in deals),
        Counter(str(deal["tiles"][0][0])[0] for deal in deals),
        Counter(god for deal in deals for god in deal["gods"]),
    ]
    for counted in counts:
        even = sum(counted.values()) / len(counted)
        chi = sum((count - even) ** 2 / even for count in counted.values())
        freedom = len(counted) - 1
        assert chi < freedom + 4 * (2 * freedom) ** 0.5, counted


# --- what is refused --------------------------------------------------------------------------------------------------

CONFIG = """
table: {game: kuhn, backend: plain}
entrants:
  - {name: Ada, bot: random, inside: true}
  - {name: Bob, bot: greedy, inside: true}
rounds: 2
seed: 1
"""


def setting(folder: Path, text: str) -> Setting:
    path = folder / "t.yaml"
    path.write_text(text)
    return Setting(config.load(path, Tournament), str(path))


def test_a_config_is_read(tmp_path: Path) -> None:
    made = setting(tmp_path, CONFIG)
    assert (made.names, made.plan.seats, made.plan.games) == (["Ada", "Bob"], 2, 4)
    assert made.tournament.table == Table("kuhn", backend="plain")
    plan, table = made.seeded(9, [])
    assert (plan.seed, table.seed) == (9, 9)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("rounds: 2", "round: 2", r"t\.yaml: no key 'round'; did you mean 'rounds'"),
        ("game: kuhn,", "gane: kuhn,", r"t\.yaml: table: no key 'gane'; did you mean 'game'"),
        ("bot: greedy", "bots: greedy", r"t\.yaml: entrants 2: no key 'bots'; did you mean 'bot'"),
        ("name: Bob, ", "", r"t\.yaml: entrants 2: key 'name' is missing"),
        ("- {name: Bob, bot: greedy, inside: true}", "- Bob", r"entrants 2: 'Bob' stands there; a map"),
        ("rounds: 2", "rounds: many", "rounds.*many"),
        ("kuhn", "kuhnn", "did you mean 'kuhn'"),
        ("greedy", "greedi", "did you mean 'greedy'"),
        ("Bob", "Ada", "entrant 'Ada' stands there twice"),
        ("bot: greedy, inside: true", "author: x", "entrant 'Bob': right would be one of bot .* and command"),
        ("rounds: 2", "seats: 5", r"t\.yaml: .*5.*kuhn|t\.yaml: seats: .*5"),
        ("rounds: 2", "schedule: swis", "no kind 'swis'; did you mean 'swiss'"),
        ("seed: 1", "seed: -1", "seed is -1"),
        ("{game: kuhn,", "{game: kuhn, seed: 4,", "right would be seed beside the table"),
        ("{game: kuhn,", "{game: kuhn, options: {must: 1},", "no option of kuhn 'must'"),
        ("{game: kuhn,", "{game: kuhn, setup: nowhere.json,", "nowhere.json: can't be read"),
        ("entrants:", "entrants: []\nchallengers:", r"entrants: 0 for tables of 2|challengers"),
    ],
)
def test_nonsense_is_one_line(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in CONFIG
    with pytest.raises(InvalidError, match=said) as raised:
        setting(tmp_path, CONFIG.replace(old, new))
    assert "\n" not in str(raised.value)
    assert "t.yaml" in str(raised.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("rounds: 2", "rounds: 3", "rounds was 2 when this began, now it is 3"),
        ("{game: kuhn,", "{game: kuhn, clock: 9+1,", r'table\.clock was null when this began, now it is "9\+1"'),
        ("greedy", "uct:sims=3", "entrant 'Bob': bot was \"greedy\""),
        ("Bob", "Cyd", "entrants: 'Bob' was there when this began, now it isn't"),
        ("seed: 1", "seed: 2", "seed was 1 when this began"),
        ("seed: 1", "", "seed was 1 when this began, now it is null"),
    ],
)
def test_another_config_doesnt_go_on(tmp_path: Path, old: str, new: str, said: str) -> None:
    tournament.opened(setting(tmp_path, CONFIG), tmp_path / "t.db").close()
    with pytest.raises(InvalidError, match=said):
        tournament.opened(setting(tmp_path, CONFIG.replace(old, new)), tmp_path / "t.db")


def test_what_says_nothing_of_the_games_may_change(tmp_path: Path) -> None:
    tournament.opened(setting(tmp_path, CONFIG), tmp_path / "t.db").close()
    changed = CONFIG.replace("backend: plain", "backend: strict, hold: 0.5") + "title: Another\n"
    tournament.opened(setting(tmp_path, changed), tmp_path / "t.db").close()


def test_a_changed_program_doesnt_go_on(tmp_path: Path) -> None:
    program = tmp_path / "bob.py"
    program.write_text("print(1)\n")
    text = CONFIG.replace("bot: greedy, inside: true", f"command: python3 {program}")
    tournament.opened(setting(tmp_path, text), tmp_path / "t.db").close()
    program.write_text("print(2)\n")
    with pytest.raises(InvalidError, match="entrant 'Bob': hash was"):
        tournament.opened(setting(tmp_path, text), tmp_path / "t.db")


def test_a_seed_is_drawn_once(tmp_path: Path) -> None:
    made = setting(tmp_path, CONFIG.replace("seed: 1", ""))
    seeds = []
    for name in ("a.db", "b.db", "a.db"):
        with tournament.opened(made, tmp_path / name) as store:
            seeds.append(store.meta["seed"])
            assert store.revealed is None
    assert seeds[0] == seeds[2] != seeds[1]


def always() -> bool:
    return True


@pytest.mark.parametrize("number", [1, 2])
def test_a_tournament_is_played(tmp_path: Path, number: int) -> None:
    made = setting(tmp_path, CONFIG)
    with tournament.opened(made, tmp_path / "t.db") as store:
        with live.Screen(made.plan, quiet=True) as screen:
            assert tournament.run(made, store, number, always, screen)
        results = list(store.results())
        texts = [store.record(each.number).texts for each in results]
    assert [each.number for each in results] == [1, 2, 3, 4]
    assert {each.names for each in results} == {("Ada", "Bob"), ("Bob", "Ada")}
    table = Table("kuhn", seed=1, backend="plain")
    with Arena(table, made.tournament.entrants) as arena:
        assert texts == [Record.from_bytes(arena.play(each).record).texts for each in schedule.fixtures(made.plan)]
