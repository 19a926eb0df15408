"""``mutapa verify-tournament``: whether a finished tournament was played as its seed, committed to beforehand, says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from mutapa.core.errors import InvalidError
from mutapa.core.record import Record
from mutapa.core.state import State
from mutapa.experiments import config
from mutapa.experiments.tournaments import commitment, standings
from mutapa.experiments.tournaments.schedule import rounds
from mutapa.experiments.tournaments.store import Result, Store
from mutapa.experiments.tournaments.table import Table, ranked
from mutapa.experiments.tournaments.tournament import Setting, Tournament, check_games


def setting_of(store: Store) -> Setting:
    """The tournament as its store describes it."""
    return Setting(config.checked(store.meta["config"], Tournament, str(store.path)), str(store.path), players=False)


def check(store: Store, published: str | None, replay: bool) -> Iterator[str]:
    """What was found right, a line each; `InvalidError` at the first thing that is wrong."""
    where, meta = str(store.path), store.meta
    revealed = store.revealed
    if revealed is None:
        so_far = f"{len(store.numbers()):,} of {meta['games']:,} games"
        raise InvalidError(f"{where}: not finished, {so_far}; seed and salt come out with the last game")
    seed, salt = revealed
    commitment.check(meta["commitment"], seed, salt, where)
    if published is not None:
        commitment.check(published.strip().lower(), seed, salt, "--commitment")
    yield f"seed {seed} and salt {salt} give the commitment {meta['commitment']}"

    setting = setting_of(store)
    plan, table = setting.seeded(seed, [])
    done = {each.number: each for each in store.results()}
    won = standings.shares(done.values(), plan.games_per_block)
    games = [fixture for batch in rounds(plan, won) for fixture in batch]
    check_games(games, done, where)
    if set(done) != {fixture.number for fixture in games}:
        raise InvalidError(f"{where}: {len(done):,} games were played; the schedule has {len(games):,}")
    yield f"{len(games):,} games are those of the schedule: who met, in which order, on which seats"

    for fixture in games:
        check_record(store.record(fixture.number), setting, table, done[fixture.number], fixture.setup, replay, where)
    yield f"{len(games):,} records begin with the set-ups of the seed and end as the results say" + (
        "; nature's draws follow from it" if replay else ""
    )


def check_record(record: Record, setting: Setting, table: Table, result: Result, setup: int, replay: bool, where: str) -> None:
    """`InvalidError` if the record of a game isn't one of that set-up, luck and result."""
    where = f"{where}: game {result.number}"
    deal = table.deal(setting.game, setting.plan.seats, setup)
    state = State.from_setup(deal, game=setting.game)
    begun = Record.begin(state, result.names, table.seed)
    for name in ("game", "rules", "setup", "bots", "seed"):
        if getattr(record, name) != getattr(begun, name):
            raise InvalidError(f"{where}: {name} of its record is not what the seed gives")
    outcome = record.outcome
    if result.ranks:
        fallen = {seat: item for seat, _, item in record.notes.get("forfeits", [])}
        if outcome is None or tuple(ranked(outcome["ranks"], fallen)) != result.ranks:
            raise InvalidError(f"{where}: its record ends otherwise than its result")
    if replay:
        luck: Any = table.luck(setup)
        before = state
        for n, after in enumerate(record.positions(game=setting.game, where=where)):
            if n and before.is_chance and before.chance(luck) != record.actions[n - 1]:
                raise InvalidError(f"{where}: step {n} ({record.texts[n - 1]!r}) is not what nature draws by the seed")
            before = after.clone()


def command(
    path: Annotated[Path, typer.Argument(metavar="STORE", help="The store of a finished tournament.")],
    published: Annotated[
        str | None, typer.Option("--commitment", metavar="HASH", help="What was published before the first game.")
    ] = None,
    replay: Annotated[bool, typer.Option("--replay", help="Play all records again, and check nature's draws.")] = False,
) -> None:
    """Check a finished tournament: the seed against its commitment, the schedule, set-ups and results against the seed."""
    with Store.read(path) as store:
        try:
            for line in check(store, published, replay):
                typer.echo(line)
        except InvalidError as error:
            if store.revealed is None:
                raise
            typer.echo(f"mutapa: {error}", err=True)
            raise typer.Exit(1) from None
