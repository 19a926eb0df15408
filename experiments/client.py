"""The controller's side of one engine process (docs/protocol.md): lines out, lines in, the clock, and what went wrong.

Whatever an engine does, a call ends: with an answer, or with a `Fault` that says which of the five verdicts it is.
"""

from __future__ import annotations

import collections
import contextlib
import os
import queue
import select
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mutapa.core import protocol
from mutapa.core.errors import InvalidError, MutapaError
from mutapa.core.game import Game
from mutapa.core.protocol import Line, Setting

HANDSHAKE = 10.0
"""Seconds for ``mepok``, and for ``readyok`` where nothing has to be loaded."""
LOADING = 600.0
"""Seconds for ``readyok`` after ``new``: a native object may have to be built."""
GRACE = 0.05
"""Seconds that an answer may take beyond its limit: the way of a line, and a busy machine."""
UNBOUNDED = 60.0
"""Seconds for a ``go`` without limits."""
LAST = 40
"""Lines of an engine's output that are kept."""
STRANGE = 20
"""Lines of unknown verbs in a game that are passed over: some programs can't keep quiet."""
FLOOD = 10_000
"""Lines unread at which an engine counts as printing garbage."""
KNOWN = ("id", "game", "option", "feature", "mepok", "readyok", "info", "move", "legal", "same", "differ", "error")


class Fault(MutapaError):
    """An engine has failed: `verdict` is one of `protocol.VERDICTS`."""

    def __init__(self, verdict: str, said: str) -> None:
        super().__init__(f"{verdict}: {said}")
        self.verdict, self.said = verdict, said


@dataclass
class Offer:
    """What an engine says of itself in the handshake."""

    name: str = ""
    author: str = ""
    games: dict[str, tuple[int, tuple[int, int]]] = field(default_factory=dict)
    """Rules version and seats, by game; ``*`` stands for every game."""
    settings: dict[str, Setting] = field(default_factory=dict)
    features: set[str] = field(default_factory=set)

    def plays(self, game: Game) -> bool:
        """Whether it plays `game` under these rules."""
        return "*" in self.games or self.games.get(game.name, (0, (0, 0)))[0] == game.version


class Client:
    """One engine process. `command` as in a shell, or as a list; `popen` goes to `subprocess.Popen` (limits, environment)."""

    def __init__(self, command: str | Sequence[str], *, grace: float = GRACE, popen: Mapping[str, Any] | None = None) -> None:
        self.words = shlex.split(command) if isinstance(command, str) else list(command)
        if not self.words:
            raise InvalidError("engine: no command is given; right would be engine:./my_bot")
        self.grace = grace
        self.offer = Offer()
        self.last: collections.deque[str] = collections.deque(maxlen=LAST)
        """The last lines it wrote."""
        self.infos: dict[str, str] = {}
        """What the last ``info`` lines of this answer said, by first key."""
        self._lines: queue.Queue[tuple[float, bytes | None]] = queue.Queue()
        self._errors: collections.deque[bytes] = collections.deque(maxlen=LAST)
        self._open: set[int] = set()
        """Numbers of questions whose answers are still to come."""
        self._strange, self._codes = 0, collections.Counter[str]()
        self._flooded = False
        self._heard = 0.0
        self.seconds = 0.0
        """What the last answer took."""
        try:
            self.process = subprocess.Popen(
                self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
                start_new_session=True, **(popen or {}),
            )  # fmt: skip
        except (OSError, ValueError) as error:
            raise InvalidError(f"engine {self.words[0]!r}: it can't be started: {error}") from error
        assert self.process.stdin is not None
        os.set_blocking(self.process.stdin.fileno(), False)
        for target in (self._read, self._read_errors):
            threading.Thread(target=target, daemon=True).start()

    # --- lines --------------------------------------------------------------------------------------------------------

    def _read(self) -> None:
        """Whole lines into the queue, each with its time; None at the end. What is no line is let in just long enough to tell."""
        assert self.process.stdout is not None
        handle, rest = self.process.stdout.fileno(), b""
        with contextlib.suppress(OSError):
            while data := os.read(handle, 1 << 16):
                now = self._heard = time.perf_counter()
                *whole, rest = (rest + data).split(b"\n")
                for line in whole:
                    self._lines.put((now, line))
                if len(rest) > protocol.MOST_BYTES or self._lines.qsize() > FLOOD:
                    self._flooded = self._lines.qsize() > FLOOD
                    self._lines.put((now, rest))
                    break
        self._lines.put((time.perf_counter(), None))
        with contextlib.suppress(OSError):
            while os.read(handle, 1 << 16):  # its pipe must not fill up while it is being ended
                pass

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        with contextlib.suppress(OSError, ValueError):
            while data := os.read(self.process.stderr.fileno(), 1 << 12):
                self._errors.append(data)

    @property
    def complaints(self) -> str:
        """The end of what it wrote to stderr."""
        return b"".join(self._errors).decode(errors="replace")[-4000:]

    def send(self, line: str) -> None:
        """Write a line; `Fault` if the engine has gone, or doesn't read."""
        data = line.encode() + b"\n"
        if len(data) > protocol.MOST_BYTES:
            raise InvalidError(f"protocol: a line of {len(data)} bytes; at most {protocol.MOST_BYTES} are allowed")
        assert self.process.stdin is not None
        if self.process.stdin.closed:
            raise Fault("crash", "its input has been closed")
        handle, until = self.process.stdin.fileno(), time.perf_counter() + HANDSHAKE
        while data:
            try:
                data = data[os.write(handle, data) :]
            except BlockingIOError:
                if time.perf_counter() > until:
                    raise Fault("stall", "it does not read its input") from None
                select.select([], [handle], [], 0.1)
            except OSError:
                raise self._gone() from None

    def _gone(self) -> Fault:
        if self._flooded:
            return Fault("garbage", f"more than {FLOOD} lines that nobody asked for")
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(0.5)
        code = self.process.poll()
        if code is None:
            return Fault("crash", "it closed its output")
        how = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        return Fault("crash", f"it ended by itself, {how}")

    def receive(self, until: float) -> tuple[float, Line] | None:
        """The next line, with its time; None if there is none by `until` (`time.perf_counter`)."""
        while True:
            try:
                at, data = self._lines.get(timeout=max(0.0, until - time.perf_counter()))
            except queue.Empty:
                return None
            if data is None:
                self._lines.put((at, None))
                raise self._gone()
            self.last.append(data[:200].decode(errors="replace"))
            try:
                line = protocol.parse(data)
            except InvalidError as error:
                raise Fault("garbage", str(error)) from None
            if line.verb in KNOWN:
                return at, line
            if line.verb:
                self._strange += 1
                if self._strange > STRANGE or self._lines.qsize() > FLOOD:
                    raise Fault("garbage", f"more than {STRANGE} lines of no meaning, as {protocol.printable(line.verb)[:40]!r}")

    def await_(self, verbs: Sequence[str], seconds: float) -> Line:
        """The next line with one of `verbs`. Late answers are dropped; an ``error`` that isn't wanted is a `Fault`."""
        until = time.perf_counter() + seconds
        while (found := self.receive(until)) is not None:
            line = found[1]
            if line.verb in verbs:
                return line
            if line.verb == "error":
                self._codes[line.rest.partition(" ")[0]] += 1
                raise Fault("garbage", f"asked for {' or '.join(verbs)}, it says: error {protocol.printable(line.rest)}")
        raise Fault("stall", f"no {' or '.join(verbs)} within {seconds:g} s")

    # --- the conversation ---------------------------------------------------------------------------------------------

    def handshake(self) -> Offer:
        """Greet it; what it plays and what can be set."""
        self.send(f"mep {protocol.VERSION}")
        self.offer = offer = Offer()
        while (line := self.await_(("id", "game", "option", "feature", "mepok"), HANDSHAKE)).verb != "mepok":
            try:
                self._note(offer, line)
            except InvalidError as error:
                raise Fault("garbage", str(error)) from None
        return offer

    @staticmethod
    def _note(offer: Offer, line: Line) -> None:
        key, _, rest = line.rest.partition(" ")
        if line.verb == "id" and key in ("name", "author"):
            setattr(offer, key, rest[:200])
        elif line.verb == "game":
            given = Line("game", rest).pairs(("rules", "seats"))
            low, _, high = given.get("seats", "1-8").partition("-")
            rules = 0 if given.get("rules", "*") == "*" else protocol.number(given["rules"], "game: rules")
            room = (0, 99) if low == "*" else (protocol.number(low, "game: seats"), protocol.number(high or low, "game: seats"))
            offer.games[key] = rules, room
        elif line.verb == "option":
            setting = protocol.setting(line)
            offer.settings[setting.name] = setting
        elif line.verb == "feature":
            offer.features.add(line.rest)

    def ready(self, seconds: float = HANDSHAKE) -> None:
        """Wait until all that was said has been taken in."""
        self.send("ready")
        self.await_(("readyok",), seconds)

    def new(self, game: Game, description: Mapping[str, Any], seat: int, name: str) -> None:
        """Begin a game. An answer still to come from an earlier one is called off, and dropped when it comes."""
        if self._open:
            self.send("stop")
        self._strange, self._codes = 0, collections.Counter()
        seats = description["seats"]
        self.send(f"new game {game.name} rules {game.version} seats {seats} you {seat} id {name}")
        self.send(protocol.setup(description))
        self.ready(LOADING)
        self._open.clear()  # whoever says readyok has answered before

    def go(self, n: int, limits: str = "", seconds: float | None = None, choices: Sequence[str] = ()) -> list[str]:
        """Ask for item `n`: the steps it answers with. `limits` as in the line; `seconds` is what they come to.

        `choices` are sent to an engine with that feature.
        """
        most = UNBOUNDED if seconds is None else seconds
        if choices and "choices" in self.offer.features:
            for each in protocol.listed("choices", n, choices):
                self.send(each)
        self.infos = {}
        question = f"go n {n} {limits}".rstrip()
        begun = time.perf_counter()
        self.send(question)
        self._open.add(n)
        while (found := self.receive(begun + most + self.grace)) is not None:
            at, line = found
            if line.verb == "info":
                self.infos[line.rest.partition(" ")[0]] = line.rest
            elif line.verb == "move" and (steps := self._answer(line, n)):
                self.seconds = at - begun
                if self.seconds > most + self.grace:
                    raise Fault("time", f"its answer took {self.seconds:.3f} s of {most:.3f} s")
                return steps
            elif line.verb == "error":
                code = line.rest.partition(" ")[0]
                self._codes[code] += 1
                if self._codes[code] > 1:
                    raise Fault("garbage", f"it says for the second time: error {protocol.printable(line.rest)}")
                self.send(question)
        raise self._late(n, begun, most)

    def _answer(self, line: Line, n: int) -> list[str]:
        """The steps of a ``move`` line; none if it answers an old question."""
        words = line.rest.split(" ", 2)
        if len(words) < 3 or words[0] != "n":
            raise Fault("garbage", f"a move without n or without a step: {protocol.printable(line.rest)[:80]!r}")
        try:
            number = protocol.number(words[1], "move: n")
        except InvalidError as error:
            raise Fault("garbage", str(error)) from None
        self._open.discard(number)
        return [step.strip() for step in words[2].split("/") if step.strip()] if number == n else []

    def _late(self, n: int, begun: float, most: float) -> Fault:
        """Nothing came in time: told apart by whether anything comes at all in twice the time."""
        self.send("stop")
        until = max(begun + 2 * most, time.perf_counter() + 1.0)
        while (found := self.receive(until)) is not None:
            at, line = found
            if line.verb == "move" and self._answer(line, n):
                return Fault("time", f"its answer took {at - begun:.3f} s of {most:.3f} s")
        if self._heard >= begun:
            return Fault("time", f"no move within {time.perf_counter() - begun:.3f} s, though it talks; it had {most:.3f} s")
        return Fault("stall", f"not a word within {time.perf_counter() - begun:.3f} s; it had {most:.3f} s")

    def close(self) -> None:
        """Let it end by itself, for a second; then end it, and whatever it started."""
        with contextlib.suppress(MutapaError):
            self.send("quit")
        with contextlib.suppress(OSError):
            assert self.process.stdin is not None
            self.process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(1.0)
        with contextlib.suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(1.0)
