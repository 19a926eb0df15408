"""``mutapa eval-net``: a network on games it never learnt from: log-loss, calibration, agreement, bids foretold.

Of a training run, the games held out are looked at: their samples have the search's policy for target; bids are those of the
games kept as records. Of records, every step with a choice is a sample, and the step made is the target of the policy. Beside the
network stand an even guess and the game's own: its judge for values, its preferences for policies, both asked about a world that
agrees with what the seat saw; beliefs about bidder types for bids. Intervals take games as the independent units.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer
from rich import box
from rich.table import Table

from mutapa.core import native, registry
from mutapa.core.errors import InvalidError
from mutapa.core.game import SEATS, UNIT, Game
from mutapa.core.record import Record
from mutapa.core.streams import derive
from mutapa.experiments.auctions import auctions
from mutapa.experiments.console import console
from mutapa.experiments.extras import need
from mutapa.experiments.parameters import Backend, Json, check_target, emit
from mutapa.experiments.statistics import student, win_shares
from mutapa.experiments.training.runs import Folder
from mutapa.nets import metrics, score, targets
from mutapa.nets.encode import Encoded, encode
from mutapa.nets.replay import held_out
from mutapa.nets.samples import NONE, Builder, Chunk, Sample, join
from mutapa.search.beliefs import Belief
from mutapa.search.expectations import Expectation, expectation

BELIEFS = ("limits-uniform", "limits-heuristic")
ONLOOKER = -1


class Sources(NamedTuple):
    """What a network is tried on."""

    chunk: Chunk
    records: list[Path]
    """Games whose bids are foretold."""
    policy: str
    """What the policy is compared with, in words."""


def of_run(folder: Folder, game: Game, most: int) -> Sources:
    """The newest `most` positions of the games that a run held out."""
    every = int(folder.plan().get("learner.held_out", 0))
    if not every:
        raise InvalidError(f"{folder.path}: this run held out no games; right would be records of other games")
    chunks: list[Chunk] = []
    for path in sorted(folder.path.glob("games/[0-9]*/[0-9]*.npz"), reverse=True):
        chunk = Chunk.load(path, game)
        chunks.append(chunk.select(held_out(chunk, every)))
        if sum(map(len, chunks)) >= most:
            break
    return Sources(join(chunks[::-1]), folder.records(), "the search's policy")


def of_records(paths: Sequence[Path], game: Game, most: int, backend: str) -> Sources:
    """Every step with a choice of recorded games, the first `most` of them, whole games."""
    builder, total = Builder(game), 0
    for number, path in enumerate(paths, 1):
        record = Record.load(path)
        if record.game != game.name:
            raise InvalidError(f"{path}: a game of {record.game}; the network plays {game.name}")
        samples, marks = list(_steps(record, game, backend, str(path)))
        if record.outcome is None:
            continue
        seats = len(record.bots)
        shares = win_shares(record.outcome["ranks"])
        following = targets.next_bids([each.step for each in samples], marks, seats)
        board = record.replay(0, game=game, backend=backend).board
        builder.add(board, number, seats, shares, record.outcome["margins"], samples, following)
        total += len(samples)
        if total >= most:
            break
    return Sources(builder.chunk({}), list(paths), "the step made")


def _steps(record: Record, game: Game, backend: str, where: str) -> Iterator[Any]:
    """First the samples of a game, then its bidding steps as `targets.next_bids` takes them."""
    samples: list[Sample] = []
    marks: list[tuple[int, int, int, int]] = []
    before: Any = None
    run, bidding = 0, False
    for n, state in enumerate(record.positions(game=game, backend=backend, where=where)):
        if before is not None:
            turn, seen, legal, round_, mark, engine, board, work = before
            action = record.actions[n - 1]
            if record.layout != game.layout.hash:
                raise InvalidError(f"{where}: recorded under another layout; right would be a record of this version")
            if mark:
                marks.append((n - 1, run, turn, int(engine.bid_class(board, work, seen, action)) if mark == 1 else NONE))
            if len(legal) > 1:
                policy = [float(each == action) for each in legal]
                samples.append(Sample(seen, turn, round_, n - 1, True, None, legal, policy))
        before = None
        if state.turn >= 0:
            mark = state.forced
            run, bidding = run + (bool(mark) and not bidding), bool(mark)
            fields = state.game.layout.fields
            round_ = state.game.layout.read(state.words, "round") if "round" in fields else n // state.seats
            seen = state.observe(state.turn)
            before = state.turn, seen, state.legal_actions, round_, mark, state.engine, state.board, state.scratch[0]
    yield samples
    yield marks


# --- the game's own guesses -------------------------------------------------------------------------------------------


def own(chunk: Chunk, engine: Any) -> Any:
    """What the game's judge says: shares of the win by relative seat [n, SEATS]."""
    game = engine.game
    work, world, out = engine.work(), np.zeros(game.layout.words, np.int64), np.zeros(2 * SEATS, np.int64)
    shares = np.zeros((len(chunk), SEATS))
    boards = [np.ascontiguousarray(board) for board in chunk.boards]
    for i in range(len(chunk)):
        board, seat = boards[chunk.game[i]], int(chunk.seat[i])
        rng = derive(0, "eval-net", i)
        engine.determinize(board, work, chunk.seen[i], seat, rng, world)
        engine.judge(board, work, world, out)
        shares[i] = out[:SEATS]
    return targets.turned(shares / UNIT, chunk.seat, chunk.seats[chunk.game])


# --- bids -------------------------------------------------------------------------------------------------------------


def bids(model: Any, records: Sequence[Path], backend: str) -> dict[str, Any] | None:
    """Log-loss of every voluntary step of the auctions in `records`, foretold by the network and by beliefs; None: no auctions.

    The network foretells a bid from what each rival of the bidder sees; its loss is the mean over these. It shares a class's
    probability among the legal steps of that class, and what it gives to classes that are not legal among those that are.
    """
    losses: dict[str, list[float]] = {name: [] for name in ("network", *BELIEFS, "even")}
    games: list[int] = []
    for number, game in enumerate(auctions.read(records, backend)):
        seats = len(game.record.bots)
        beliefs = [Belief(game.engine, game.board, seats, ONLOOKER, _expectation(name)) for name in BELIEFS]
        steps: list[auctions.Step] = []
        for run in game.runs:
            for belief in beliefs:
                belief.reset()
            for step in run.steps:
                if step.voluntary:
                    steps.append(step)
                    losses["even"].append(float(np.log(len(game.legal(step)))))
                    for name, belief in zip(BELIEFS, beliefs, strict=True):
                        losses[name].append(-float(np.log(belief.predict(step.seat, step.before, [step.action])[0])))
                for belief in beliefs:
                    belief.observe(step.seat, step.action, step.before)
        losses["network"] += _foretold(model, game, steps)
        games += [number] * len(steps)
    if not games:
        return None
    named = {name: np.array(values) for name, values in losses.items()}
    found: dict[str, Any] = {name: metrics.mean(values, games).data() for name, values in named.items()}
    for name in (*BELIEFS, "even"):
        found[f"network - {name}"] = compared(named["network"] - named[name], games)
    return found


def compared(differences: Any, games: Sequence[int]) -> dict[str, Any]:
    """The mean difference of two losses, and its 95 % interval by Student's t over games: bids of one game aren't independent."""
    found = metrics.mean(differences, games)
    count = len(set(games))
    if count < 2:
        return {**found.data(), "games": count, "low": None, "high": None, "verdict": "too few games"}
    reach = student(0.975, count - 1) * found.error
    low, high = found.mean - reach, found.mean + reach
    verdict = "better" if high < 0 else "worse" if low > 0 else "open"
    return {**found.data(), "games": count, "low": metrics.rounded(low), "high": metrics.rounded(high), "verdict": verdict}


def _expectation(name: str) -> Expectation:
    found = expectation(name, None)
    assert found is not None
    return found


def _foretold(model: Any, game: auctions.Auctions, steps: Sequence[auctions.Step]) -> list[float]:
    """The network's loss of each step."""
    from mutapa.nets.batch import predict

    if not steps:
        return []
    engine, seats = game.engine, len(game.record.bots)
    builder, work = Builder(engine.game), engine.work()
    samples = []
    for n, step in enumerate(steps):
        for k in range(1, seats):
            seen = np.zeros(engine.game.layout.words, np.int64)
            seat = (step.seat + k) % seats
            engine.observe(game.board, work, step.before, seat, seen)
            samples.append(Sample(seen, seat, 0, n, False, None, [], []))
    builder.add(game.board, 1, seats, [1 / seats] * seats, [0] * seats, samples, [[NONE] * seats] * len(samples))
    chances = predict(model, encode(builder.chunk({}), engine)).bids
    losses = []
    for n, step in enumerate(steps):
        seen = np.zeros(engine.game.layout.words, np.int64)
        engine.observe(game.board, work, step.before, step.seat, seen)
        classes = [int(engine.bid_class(game.board, work, seen, action)) for action in game.legal(step)]
        made = int(engine.bid_class(game.board, work, seen, step.action))
        each = []
        for k in range(1, seats):
            row = chances[n * (seats - 1) + k - 1, seats - k - 1]  # who looks on has the bidder as relative seat seats - k
            chance = row[made] / max(metrics.LEAST, float(row[sorted(set(classes))].sum())) / classes.count(made)
            each.append(-float(np.log(max(metrics.LEAST, chance))))
        losses.append(sum(each) / len(each))
    return losses


# --- the command ------------------------------------------------------------------------------------------------------


def evaluate(file: Path, paths: Sequence[Path], most: int, backend: str) -> dict[str, Any]:
    """All the numbers, as JSON."""
    from mutapa.nets import batch, model, weights

    loaded = weights.load(file)
    game = registry.get(loaded.header.game)
    loaded.header.fit(game, str(file))
    net = model.model_of(loaded)
    engine = native.engine(game, backend)
    if len(paths) == 1 and Folder(paths[0]).begun:
        sources = of_run(Folder(paths[0]), game, most)
    else:
        sources = of_records(auctions.found(paths), game, most, backend)
    positions = encode(sources.chunk, engine)
    if not len(positions):
        raise InvalidError(f"{paths[0]}: no position with a choice is there; right would be more games")
    said = batch.predict(net, positions)
    judged = own(sources.chunk, engine)
    value, policy = score.value(said.shares, positions), score.policy(said.policy, positions)
    by_judge = score.value(judged[:, : said.shares.shape[1]], positions)
    by_preference = score.policy(np.exp(positions.preferred), positions)
    found = {
        "net": str(file), "seal": loaded.seal, "game": game.name, "positions": len(positions),
        "games": len(np.unique(positions.group)), "policy_target": sources.policy,
        "value": {
            **value, "judge": by_judge["loss"], "judge_miscalibration": by_judge["miscalibration"],
            "network - judge": _edge(said, judged, positions),
        },
        "policy": {**policy, "preferences": by_preference},
        "bids": None,
    }  # fmt: skip
    if sources.records and game.features is not None and len(game.features.bids):
        found["bids"] = bids(net, sources.records, backend)
    return found


def _edge(said: Any, judged: Any, positions: Encoded) -> dict[str, Any]:
    """How much lower the network's loss is than the judge's, game by game."""
    width = said.shares.shape[1]
    came, seats = positions.outcome[:, :width], positions.seats
    losses = [metrics.value_losses(each, came, seats) for each in (said.shares, judged[:, :width])]
    return metrics.mean(losses[0] - losses[1], positions.group).data()


def show(found: dict[str, Any]) -> None:
    """Print the tables."""
    screen = console()
    screen.print(f"{found['net']}: {found['positions']:,} positions of {found['games']:,} games of {found['game']}", markup=False)
    value, policy = found["value"], found["policy"]
    screen.print(
        _grid(
            ("value", "log-loss", "s.e.", "miscalibration"),
            [
                ("network", *_mean(value["loss"]), _digits(value["miscalibration"])),
                ("judge", *_mean(value["judge"]), _digits(value["judge_miscalibration"])),
                ("network - judge", *_mean(value["network - judge"]), ""),
                ("even", _digits(value["even"]), "", ""),
            ],
        )
    )
    cells = [
        (f"{each['from']:.1f}-{each['to']:.1f}", f"{each['n']:,}", _digits(each["said"]), _digits(each["came"]))
        for each in value["calibration"]
    ]
    screen.print(_grid(("chance given", "seats", "mean", "won"), cells))
    spans = [(f"{each['from']}-{each['to']}", f"{each['n']:,}", *_mean(each)) for each in value["by_round"]]
    screen.print(_grid(("rounds", "positions", "log-loss", "s.e."), spans))
    rows = []
    for name, each in (("network", policy), ("preferences", policy["preferences"])):
        rows.append((name, *_mean(each["loss"]), _digits(each["top_1"]["mean"]), _digits(each["top_3"]["mean"])))
    rows += [("even", _digits(policy["even"]), "", "", ""), ("the target itself", _digits(policy["least"]), "", "", "")]
    screen.print(_grid((f"policy against {found['policy_target']}", "cross entropy", "s.e.", "top 1", "top 3"), rows))
    if found["bids"]:
        rows = [(name, *_mean(each), *_interval(each)) for name, each in found["bids"].items()]
        screen.print(_grid(("bids", "log-loss", "s.e.", "95 %, over games", "the network is"), rows))


def _grid(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    table = Table(box=box.SIMPLE, padding=(0, 1, 0, 0))
    for i, name in enumerate(heads):
        table.add_column(name, justify="right" if i else "left")
    for row in rows:
        table.add_row(*row)
    return table


def _mean(each: dict[str, Any]) -> tuple[str, str]:
    return _digits(each["mean"]), _digits(each["error"])


def _interval(each: dict[str, Any]) -> tuple[str, str]:
    if "low" not in each:
        return "", ""
    return f"{_digits(each['low'])} to {_digits(each['high'])}", each["verdict"]


def _digits(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of weights.")],
    paths: Annotated[list[Path], typer.Argument(metavar="RECORDS|RUN", help="Records, folders of them, or a run's folder.")],
    most: Annotated[int, typer.Option("--positions", min=1, help="Look at about so many positions.")] = 20_000,
    backend: Backend = "object",
    json: Json = None,
) -> None:
    """Try a network on games it never learnt from: log-loss, calibration, agreement with the search, bids foretold."""
    check_target(json, file, *(each for path in paths for each in ([path] if Folder(path).begun else auctions.found([path]))))
    for module in ("torch", "safetensors"):
        need(module, "train")
    need("scipy.special", "report")
    found = evaluate(file, paths, most, backend)
    if json != "-":
        show(found)
    emit(json, found)
