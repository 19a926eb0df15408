"""A game at the terminal: what a person is shown and asked, the commands between the steps, words completed by Tab."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich import box
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from mutapa.core import files, notation
from mutapa.core.errors import IllegalError, InvalidError, MutapaError
from mutapa.core.state import State
from mutapa.experiments.console import console
from mutapa.experiments.matches import choices
from mutapa.experiments.matches.match import uninterrupted
from mutapa.experiments.matches.session import Session
from mutapa.search.ask import for_the_win

COMMANDS = {
    "?": "what can be done here; `? words` explains the steps that begin so",
    "hint": "what a bot would do, and why",
    "undo": "take back your last choice of this turn",
    "board": "show the position again",
    "log": "the steps made so far",
    "save": "keep the game in its file; `save FILE` in another one",
    "quit": "keep the game and leave",
}
MOST_EXPLAINED = 14
"""Steps explained one by one; of more, the first stands for all."""
SHOWN = 5
"""Steps that a hint shows."""


class Left(Exception):
    """The person has left the game."""


class Desk:
    """A session at a terminal: shows, asks, and keeps the game in the file `path`."""

    def __init__(self, session: Session, path: Path, adviser: str) -> None:
        self.session, self.path, self.adviser = session, path, adviser
        self.console = console()
        self.shown = 0
        """Steps that have been printed."""

    def run(self) -> None:
        """Play to the end."""
        session = self.session
        self._greet()
        with self._completion():
            looked: object = None
            while not session.state.is_over:
                if not session.mine:
                    self._others()
                    continue
                now = session.moment
                if now != looked:
                    looked = now
                    self._report()
                    self._print(session.picture())
                    self._keep_quietly()
                only = session.forced()
                if only is not None:
                    self._say(f"your only step: {session.state.text(only)}")
                    session.push(only, chosen=False)
                    self.shown = len(session.steps)
                    continue
                self._ask()
        self._report()
        self._end()

    def keep(self) -> Path:
        """Write the game to its file."""
        with uninterrupted():
            return self.session.record().save(self.path)

    def leave(self) -> str:
        """Keep the game; what to say of it."""
        if not self.session.steps:
            return "nothing was played, nothing is kept"
        self.keep()
        return f"the game is kept; go on with: mutapa play --resume {self.path}"

    def _keep_quietly(self) -> None:
        """Keep what others have played before the person is asked; a full disk is no reason to stop the game."""
        if self.session.steps:
            try:
                self.keep()
            except MutapaError as error:
                self._say(f"not kept: {error}; `save FILE` tries another place", "red")

    # --- showing ------------------------------------------------------------------------------------------------------

    def _print(self, what: Any) -> None:
        self.console.print(what)

    def _say(self, line: str, style: str = "") -> None:
        self.console.print(line, style=style or None, markup=False)

    def _name(self, seat: int) -> str:
        if seat < 0:
            return "nature"
        return f"seat {seat} (you)" if seat == self.session.seat else f"seat {seat} ({self.session.specs[seat]})"

    def _greet(self) -> None:
        names = ", ".join(self._name(seat) for seat in range(self.session.state.seats))
        self._say(f"{self.session.game.title}: {names}. ? for help.")
        if self.session.steps:
            self._say(f"taken up after {len(self.session.steps)} steps")
            self.shown = max(0, len(self.session.steps) - 2 * self.session.state.seats)

    def _others(self) -> None:
        """Steps of bots and nature, until it is the person's turn or the turn passes."""
        session = self.session
        turn = session.state.turn
        if turn >= 0 and self.console.is_terminal:
            with self.console.status(f"{self._name(turn)} is thinking"):
                session.others()
        else:
            session.others()

    def _report(self) -> None:
        """Print the steps not shown yet, a turn a line."""
        session = self.session
        n = self.shown
        while n < len(session.steps):
            turn, words = session.turn_of(n), []
            while n < len(session.steps) and session.turn_of(n) == turn:
                words.append(session.words(n))
                n += 1
            seat = turn[0]
            self._say(f"{self._name(seat)}: {notation.join(words)}", "dim" if seat == session.seat else "")
        self.shown = n

    def _choices(self, texts: Sequence[str]) -> None:
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(no_wrap=True, style="bold")
        grid.add_column(overflow="fold")
        for verb, count, rest in choices.grouped(texts):
            grid.add_row(Text(f"  {verb}"), Text(f"{rest}  ({count})" if count > SHOWN else rest))
        self._print(grid)

    def _end(self) -> None:
        session = self.session
        outcome = session.state.outcome
        assert outcome is not None
        self._print(session.state.picture())
        game = session.game
        score = game.score(session.state.board, session.state.words) if game.score else [{} for _ in session.specs]
        grid = Table(box=box.SIMPLE, padding=(0, 1, 0, 0))
        for name in ("rank", "seat", *(score[0] or ["margin"]), "player"):
            grid.add_column(name, justify="right" if name != "player" else "left")
        for seat in sorted(range(session.state.seats), key=lambda seat: (outcome.ranks[seat], seat)):
            figures = score[seat].values() or [outcome.margins[seat]]
            player = "you" if seat == session.seat else session.specs[seat]
            grid.add_row(str(outcome.ranks[seat]), str(seat), *map(str, figures), Text(player))
        self._print(grid)
        rank = outcome.ranks[session.seat]
        self._say(f"You are number {rank}." if rank > 1 else "You win." if len(outcome.winners) == 1 else "You share the win.")
        self._say(f"record: {self.keep()}; `mutapa annotate` comments it")

    # --- asking -------------------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        """One line of the person's: steps or a command. Mistakes are said and change nothing."""
        state = self.session.view()
        n = len(state.legal_actions)
        self._say(f"{state.phase}; {n} choices:" if n > 1 else f"{state.phase}; 1 choice:")
        self._choices(state.legal_texts)
        while True:
            try:
                line = input(f"seat {self.session.seat}> ").strip()
            except EOFError:
                print()
                raise Left from None
            try:
                if line and self._obey(line, state):
                    return
            except MutapaError as error:
                self._say(shortened(str(error)), "red")

    def _obey(self, line: str, state: State) -> bool:
        """Do what the line says; whether the position has changed."""
        session = self.session
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        commands: dict[str, Callable[[], Any]] = {
            "?": lambda: self._explain(rest, state),
            "hint": lambda: self._hint(rest or self.adviser),
            "board": lambda: self._print(session.picture()),
            "log": self._log,
            "save": lambda: self._save(rest),
            "undo": lambda: self._say(f"taken back: {_steps(session.undo())}"),
        }
        if word.startswith("?") and word != "?":
            word, rest = "?", line[1:].strip()
        # A step of the game comes before a command of the same name; the command may be written with a colon, as :hint.
        word = word.removeprefix(":").lower() if word.startswith(":") or not choices.fitting(state, word.lower()) else ""
        if rest and word in ("board", "log", "undo", "quit", "exit"):
            raise InvalidError(f"{word}: {rest!r} is too much; {word} stands alone")
        if word in ("quit", "exit"):
            if session.steps:
                self.keep()  # if that can't be done, the person stays
            raise Left
        if word == "help":
            word = "?"
        if word in commands:
            commands[word]()
            if word == "undo":
                self.shown = min(self.shown, len(session.steps))
            return word == "undo"
        first = len(session.steps)
        for action in choices.read_line(state, line):
            session.push(action, len(session.state.legal_actions) > 1)
        self.shown = len(session.steps)
        whole = notation.join([session.words(n) for n in range(first, self.shown)])
        if whole != line:
            self._say(f"= {whole}")
        return True

    def _explain(self, words: str, state: State) -> None:
        if not words:
            for name, said in COMMANDS.items():
                self._say(f"  {name:6} {said}")
            self._say(
                "  A step is typed as it stands in the list, or by beginnings of its words; several on a line with / between. "
                "Tab completes."
            )
            for verb, _, _ in choices.grouped(state.legal_texts):
                self._explain_one(state, choices.fitting(state, verb)[0])
            return
        found = choices.fitting(state, notation.normal(words))
        if not found:
            raise IllegalError(f"? {words}: no step on offer begins so; on offer: {', '.join(_verbs(state))}")
        if len(found) <= MOST_EXPLAINED:
            for action in found:
                self._explain_one(state, action)
            return
        self._choices([state.text(action) for action in found])
        self._say("for one:")
        self._explain_one(state, found[0])

    def _explain_one(self, state: State, action: int) -> None:
        text, *meant, follows = choices.explained(state, action)
        self._say(f"  {text}", "bold")
        for line in (*meant, f"({follows})"):
            self._print(Padding(Text(line), (0, 0, 0, 6)))

    def _hint(self, spec: str) -> None:
        session = self.session
        try:
            answer, state = session.advise(spec), session.state
        except KeyboardInterrupt:  # who waits too long for advice doesn't want to leave the table
            self._say("hint: stopped; a smaller search is quicker, as in `hint uct:sims=200`")
            return
        self._say(f"{answer.bot.spec} would play: {answer.text}", "bold")
        result = answer.result
        if result is None:
            return
        named = ("you" if seat == session.seat else f"seat {seat}" for seat in range(session.state.seats))
        seats = ", ".join(f"{name} {value:.0%}" for name, value in zip(named, result.values, strict=True))
        what = "win chances" if for_the_win(answer.bot) else "values"
        self._say(f"  {what} after {result.simulations:,} simulations: {seats}")
        visits = sum(row.visits for row in result.rows)
        for row in sorted(result.rows, key=lambda row: (-row.visits, row.action))[:SHOWN]:
            share = f"{row.visits / visits:5.0%} of them  {row.value(session.seat):4.0%} for you"
            self._say(f"  {share}  {state.text(row.action)}")

    def _log(self) -> None:
        shown, self.shown = self.shown, 0
        self._report()
        self.shown = shown

    def _save(self, name: str) -> None:
        if name:
            path = Path(name)
            check_new(path, self.path, "save")
            files.check_folder(path.parent)
            self.path, before = path, self.path
            try:
                self.keep()
            except MutapaError:
                self.path = before  # so that the game can still be kept on leaving
                raise
        else:
            self.keep()
        self._say(f"kept in {self.path}")

    # --- completion ---------------------------------------------------------------------------------------------------

    def _completion(self) -> Any:
        return Completion(lambda typed: choices.completions(self.session.view(), typed, list(COMMANDS)))


class Completion:
    """Completes words at the Tab key while it is entered, where the terminal has a line editor."""

    def __init__(self, find: Callable[[str], list[str]]) -> None:
        self.find = find
        try:
            import readline
        except ImportError:
            readline = None  # type: ignore[assignment]
        self.readline: Any = readline
        self.words: list[str] = []

    def complete(self, word: str, n: int) -> str | None:
        """Answer number `n` for what is typed; asked by the editor until it is None."""
        if n == 0:
            typed = self.readline.get_line_buffer()[: self.readline.get_endidx()]
            self.words = self.find(typed.lstrip(" ?"))
        return self.words[n] + " " if n < len(self.words) else None

    def __enter__(self) -> Completion:
        if self.readline is not None:
            self.before = self.readline.get_completer(), self.readline.get_completer_delims()
            self.readline.set_completer(self.complete)
            self.readline.set_completer_delims(" /?")
            self.readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (self.readline.__doc__ or "") else "tab: complete")
        return self

    def __exit__(self, *_: object) -> None:
        if self.readline is not None:
            completer, delims = self.before
            self.readline.set_completer(completer)
            self.readline.set_completer_delims(delims)


def _steps(n: int) -> str:
    return "a step" if n == 1 else f"{n} steps"


def shortened(said: str) -> str:
    """A message that quotes a line of any length, with no more of it than one reads.

    >>> len(shortened("x" * 5000)), shortened("no step 'x'")
    (505, "no step 'x'")
    """
    return said if len(said) <= 505 else f"{said[:250]} ... {said[-250:]}"


def _verbs(state: State) -> list[str]:
    return [verb for verb, _, _ in choices.grouped(state.legal_texts)]


def check_new(path: Path, own: Path | None, where: str) -> None:
    """Refuse to write over a file that isn't this game's."""
    if path.exists() and not (own is not None and own.exists() and path.samefile(own)):
        raise InvalidError(f"{where}: {path} exists; right would be another name, or --resume {path} to go on with that game")
