"""The command `mutapa`: one module a command, and one line for whatever goes wrong.

Exit codes: 0 done, 1 a check failed, 2 bad input, 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import errno
import os
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated, Any

import typer

from mutapa.core.errors import MutapaError
from mutapa.experiments.auctions import bidders, forecast, solve
from mutapa.experiments.clusters import nodes
from mutapa.experiments.engines import compliance, export, serve
from mutapa.experiments.games import bench, build, check, features, listing, perft, setup
from mutapa.experiments.laboratory import ablate, analyse, exploit, ladder, sprt, tune
from mutapa.experiments.matches import annotate, human, match, redact, replay, show
from mutapa.experiments.tournaments import host, pages, rate, results, tournament, verify
from mutapa.experiments.training import ablate_training, eval_net, net, runs, selfplay, train

app = typer.Typer(
    name="mutapa",
    help="Engines, search and experiments for complex board games.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.command("match")(match.command)
app.command("arena")(host.command)
app.command("play")(human.command)
app.command("ablate")(ablate.command)
app.command("tune")(tune.command)
app.command("sprt")(sprt.command)
app.command("ratings")(rate.command)
app.command("report")(pages.command)
app.command("ladder")(ladder.command)
app.command("train")(train.command)
app.command("ablate-training")(ablate_training.command)
app.command("eval-net")(eval_net.command)
app.command("runs")(runs.command)
app.command("selfplay")(selfplay.command)
app.command("tournament")(tournament.command)
app.command("verify-tournament")(verify.command)
app.command("export-results")(results.export)
app.command("extract-records")(results.extract)
app.command("exploit")(exploit.command)
app.command("show")(show.command)
app.command("annotate")(annotate.command)
app.command("analyse")(analyse.command)
app.command("replay")(replay.command)
app.command("setup")(setup.command)
app.command("perft")(perft.command)
app.command("check")(check.command)
app.command("bench")(bench.command)
app.command("build")(build.command)
app.command("fit-bidders")(bidders.command)
app.command("forecast-bids")(forecast.command)
app.command("solve-auction")(solve.command)
app.command("engine")(serve.command)
app.command("check-engine")(compliance.command)
app.command("export")(export.command)
app.command("redact")(redact.command)
app.command("net")(net.command)
app.add_typer(nodes.app, name="cluster")
app.command("games")(listing.games)
app.command("bots")(listing.bots)
app.command("weights")(listing.weights)
app.command("features")(features.command)

ClickException: Any = typer.BadParameter.__mro__[2]
"""Base of the parser's errors; Typer brings its own copy of click, or uses the installed one, by version."""


def _version(wanted: bool) -> None:
    if wanted:
        try:
            typer.echo(f"mutapa {version('mutapa')}")
        except PackageNotFoundError:
            typer.echo("mutapa, not installed")
        raise typer.Exit


@app.callback()
def _all(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    """Engines, search and experiments for complex board games."""


def main(arguments: list[str] | None = None) -> None:
    """Run a command and exit; every mistake of the user's is one line on stderr."""
    code: Any = 0
    try:
        command = typer.main.get_command(app)
        # Not `command.main`: some versions of Typer turn Ctrl-C into a silent exit there.
        with command.make_context("mutapa", sys.argv[1:] if arguments is None else list(arguments)) as context:
            code = command.invoke(context)
        sys.stdout.flush()  # a full disk must show while it can still be said
    except typer.Exit as error:
        code = error.exit_code
    except ClickException as error:
        at = getattr(error, "ctx", None)
        if type(error).__name__ == "NoArgsIsHelpError":  # its message is the whole help
            print(at.get_help() if at else error.format_message(), file=sys.stderr)
            sys.exit(2)
        name = at.command_path if at else "mutapa"
        said = " ".join(error.format_message().split())
        _fail(f"{name}: {said}", 2)
    except MutapaError as error:
        _fail(f"mutapa: {error}", 2)
    except (typer.Abort, EOFError, KeyboardInterrupt):
        _fail("mutapa: stopped", 130)
    except BrokenPipeError:
        _hush()  # whoever read our output has gone
        sys.exit(1)
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        _hush()
        _fail(f"mutapa: {error.filename or 'output'}: can't be written: {str(error.strerror).lower()}", 1)
    sys.exit(code if isinstance(code, int) else 0)


def _hush() -> None:
    """What was not written goes nowhere: at exit it would only complain once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(line: str, code: int) -> None:
    print(line, file=sys.stderr)
    sys.exit(code)


if __name__ == "__main__":
    main()
