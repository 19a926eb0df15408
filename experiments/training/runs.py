"""The folder of a training run, and ``mutapa runs``, which lists them.

==========================  ==========================================================================================
``config.yaml``             the config with everything spelled out; ``plan.json`` is what a resumed run must agree in
``games/01/000001.npz``     samples of stage 1's games, and some of the games as records
``nets/01.safetensors``     the network that stage 1 made
``stages/01.json``          how stage 1 ended: which network stands, the gate's verdict, ratings
``net.safetensors``         the network that stands after the last stage that ended
``checkpoint.safetensors``  the learner at its last checkpoint
``metrics.jsonl``           numbers over time, a JSON object a line
``log.txt``                 what happened when; what a resumed run did again
``sessions/0001.json``      each start of the program: revision, machine, load
``*.svg``                   the curves
==========================  ==========================================================================================
"""

from __future__ import annotations

import datetime
import fcntl
import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.table import Table

from mutapa.core import files
from mutapa.core.errors import InvalidError
from mutapa.experiments.console import console
from mutapa.experiments.parameters import Json, check_target, emit

MOST_BYTES = 1 << 28


class Folder:
    """Where things of a run lie."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def games(self, stage: int) -> Path:
        """Folder of a stage's games."""
        return self.path / "games" / f"{stage:02}"

    def chunks(self, stage: int) -> list[Path]:
        """Files of samples of a stage, in the order of its games."""
        return sorted(self.games(stage).glob("[0-9]*.npz"))

    def records(self) -> list[Path]:
        """The games that were kept as records, of all stages."""
        return sorted(self.path.glob("games/[0-9]*/[0-9]*.record"))

    def net(self, stage: int) -> Path:
        """The network that a stage made."""
        return self.path / "nets" / f"{stage:02}.safetensors"

    @property
    def begun(self) -> bool:
        """Whether a run lies here."""
        return (self.path / "plan.json").exists()

    def plan(self) -> dict[str, Any]:
        """What the run was begun with, by dotted names."""
        return _map(self.path / "plan.json")

    @property
    def checkpoint(self) -> Path:
        return self.path / "checkpoint.safetensors"

    @property
    def start(self) -> Path:
        """The run's own copy of the network that it began with, if it was told one."""
        return self.path / "start.safetensors"

    def ended(self, stage: int) -> dict[str, Any] | None:
        """How a stage ended; None while it hasn't."""
        path = self.path / "stages" / f"{stage:02}.json"
        return _map(path) if path.exists() else None

    def end(self, stage: int, told: dict[str, Any]) -> None:
        """Note how a stage ended."""
        files.write(self.path / "stages" / f"{stage:02}.json", json.dumps(told, indent=1).encode() + b"\n")

    def standing(self, stage: int) -> Path:
        """The network that stands after `stage`."""
        told = self.ended(stage)
        if told is None:
            raise InvalidError(f"{self.path}: stage {stage} has not ended; right would be to let the run go on")
        return self.net(int(told["standing"]))

    @property
    def best(self) -> Path:
        """The network that stands now: of those that the gate let through, the last."""
        return self.path / "net.safetensors"

    def stand(self, stage: int) -> int:
        """Have `best` be the network that stands after `stage`; return the stage that made it."""
        standing = self.standing(stage)
        data = files.read(standing, MOST_BYTES)
        if not self.best.exists() or self.best.read_bytes() != data:
            files.write(self.best, data)
        return int(standing.stem)

    # --- metrics ------------------------------------------------------------------------------------------------------

    def metrics(self) -> list[dict[str, Any]]:
        """All rows of the metrics."""
        path = self.path / "metrics.jsonl"
        if not path.exists():
            return []
        rows = []
        for n, line in enumerate(files.read(path, MOST_BYTES).splitlines(), 1):
            try:
                rows.append(json.loads(line))
            except ValueError as error:
                raise InvalidError(f"{path}: line {n} is damaged; right would be to delete that line") from error
        return rows

    def write_metrics(self, rows: list[dict[str, Any]]) -> None:
        """Write all rows, whole or not at all."""
        files.write(self.path / "metrics.jsonl", "".join(f"{json.dumps(row)}\n" for row in rows).encode())

    # --- what happens -------------------------------------------------------------------------------------------------

    def log(self, line: str) -> None:
        """Note a line with the time, and show it."""
        now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        with open(self.path / "log.txt", "a") as file:
            file.write(f"{now} {line}\n")
        typer.echo(f"{self.path.name}: {line}", err=True)

    @property
    def is_busy(self) -> bool:
        """Whether a program works here now."""
        try:
            with open(self.path / ".lock", "rb") as lock:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except FileNotFoundError:
            return False
        except OSError:
            return True
        return False


def _map(path: Path) -> dict[str, Any]:
    try:
        read = json.loads(files.read(path, MOST_BYTES))
    except ValueError as error:
        raise InvalidError(f"{path}: damaged; right would be to delete the file: its work is done again") from error
    if not isinstance(read, dict):
        raise InvalidError(f"{path}: no map; right would be to delete the file: its work is done again")
    return read


def found(folder: Path) -> list[Folder]:
    """The runs in `folder`, by name: folders with a plan of training."""
    return [Folder(path.parent) for path in sorted(folder.glob("*/plan.json")) if "stages" in _map(path)]


def row(run: Folder) -> dict[str, Any]:
    """A run in a few words and numbers."""
    plan, rows = run.plan(), run.metrics()
    stages = int(plan["stages"])
    ended = [told for stage in range(stages) if (told := run.ended(stage)) is not None]
    last: dict[str, dict[str, Any]] = {str(each["kind"]): each for each in rows}
    ratings = ended[-1].get("ratings", []) if ended else []
    return {
        "run": run.path.name,
        "game": plan["game"],
        "state": "at work" if run.is_busy else "done" if len(ended) == stages else "stopped",
        "stages": f"{len(ended)} of {stages}",
        "games": sum(each["games"] for each in rows if each["kind"] == "games"),
        "step": last.get("learn", {}).get("step", 0),
        "loss": last.get("learn", {}).get("loss"),
        "held_out_value": last.get("test", {}).get("value"),
        "agreement": last.get("test", {}).get("top_1"),
        "standing": ended[-1]["standing"] if ended else None,
        "net": str(run.best) if run.best.exists() else None,
        "refused": [told["stage"] for told in ended if not told["gate"]["accepted"]],
        "elo": {f"{each['opponent']} ({each['seats']})": each["elo"] for each in ratings},
    }


def command(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where runs lie.")] = Path("runs"),
    json_out: Json = None,
) -> None:
    """List training runs: how far, how good. `mutapa train --resume RUN` goes on with one."""
    if not folder.is_dir():
        raise InvalidError(f"{folder}: no such folder; right would be one where `mutapa train` has written runs")
    runs = found(folder)
    check_target(json_out, *(each.path for each in runs))
    rows = [row(each) for each in runs]
    if json_out != "-":
        grid = Table(box=box.SIMPLE, padding=(0, 1, 0, 0))
        heads = ("run", "game", "state", "stages", "stands", "games", "step", "loss", "held-out value", "agreement", "Elo")
        for name in heads:
            grid.add_column(name, justify="left" if name in ("run", "game", "state", "stands", "Elo") else "right")
        for each in rows:
            elo = ", ".join(f"{name} {_number(value, 0)}" for name, value in each["elo"].items())
            numbers = (_number(each["loss"], 3), _number(each["held_out_value"], 4), _number(each["agreement"], 3))
            run = each["run"], each["game"], each["state"], each["stages"], _stands(each)
            grid.add_row(*run, f"{each['games']:,}", f"{each['step']:,}", *numbers, elo)
        console().print(grid)
    emit(json_out, rows)


def _stands(each: dict[str, Any]) -> str:
    """Which stage's network ``net.safetensors`` is, and which stages' the gate refused."""
    if each["standing"] is None:
        return "-"
    refused = ", ".join(map(str, each["refused"]))
    return f"stage {each['standing']}" + (f" (not {refused})" if refused else "")


def _number(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:.{digits}f}"
