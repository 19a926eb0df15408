"""The controller's side of one engine process (docs/protocol.md): lines out, lines in, the clock, and what went wrong.

Whatever an engine does, a call ends: with an answer, or with a `Fault` that says which of the five verdicts it is.
"""

from __future__ import annotations

import collections
import contextlib
import json
import os
import select
import shlex
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mutapa.core import protocol
from mutapa.core.errors import InvalidError, MutapaError
from mutapa.core.game import Game
from mutapa.core.protocol import Line, Setting
from mutapa.experiments.engines.delays import Waits, deepest
from mutapa.experiments.engines.limits import Cage

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
OFFERED = 2000
"""Games, options and features that an engine may announce."""
REMARKS = 40
"""Kinds of `info` that are kept of an answer."""
FLOOD = 50_000
"""Lines for one answer at which an engine counts as printing garbage."""
PIECE = 1 << 16
"""Bytes read at once."""
COMPLAINTS = 4000
"""Bytes of an engine's stderr that are kept."""
SHOWN = 200
"""Letters of a line that are kept."""
SWEEP = 10.0
"""Seconds that a guard has for ending all that an engine started."""
UNREAD = 1 << 20
"""Bytes written to an engine and not taken in at which it counts as not reading."""
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


class CalledOff(Exception):
    """An answer isn't waited for any longer, since the engine `by` has gone meanwhile. It may still come; `settle` drops it."""

    def __init__(self, by: Client) -> None:
        self.by = by


class Client:
    """One engine process, driven by one thread. `command` as in a shell, or as a list; `cage`: the limits it is started within.

    Nothing is read but while an answer is waited for: whoever prints meanwhile fills a pipe, and nothing of ours.
    """

    def __init__(
        self, command: str | Sequence[str], *, grace: float = GRACE, hold: float = 0.0, cage: Cage | None = None
    ) -> None:
        try:
            self.words = shlex.split(command) if isinstance(command, str) else list(command)
        except ValueError as error:
            raise InvalidError(f"engine {command!r}: no command: {error}") from None
        if not self.words:
            raise InvalidError("engine: no command is given; right would be engine:./my_bot")
        self.grace, self.hold = grace, hold
        self.offer = Offer()
        self.last: collections.deque[str] = collections.deque(maxlen=LAST)
        """The last lines it wrote."""
        self.infos: dict[str, str] = {}
        """What the last ``info`` lines of this answer said, by first key."""
        self._lines: collections.deque[tuple[float, bytes]] = collections.deque()
        self._rest, self._errors = b"", b""
        self._out = bytearray()
        self._ended, self._blocked = False, False
        self._open: set[int] = set()
        """Numbers of questions whose answers are still to come."""
        self._count, self._strange, self._codes = 0, 0, collections.Counter[str]()
        self._heard = 0.0
        self.seconds = 0.0
        """What the last answer took, from writing ``go`` to reading ``move``."""
        self.waited = 0.0
        """If it was late: for how long the engine or this side only waited for a core, by the system's count."""
        self._leash: socket.socket | None = None
        self._report = b""
        """What its guard has said so far."""
        try:
            if shutil.which(self.words[0]) is None:
                raise OSError("there is no such program")
            if cage is None:
                self.process = subprocess.Popen(
                    self.words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
                    start_new_session=True,
                )  # fmt: skip
            else:
                self.process, self._leash = cage.popen(self.words)
        except (OSError, ValueError) as error:
            raise InvalidError(f"engine {self.words[0]!r}: it can't be started: {error}") from error
        streams = self.process.stdin, self.process.stdout, self.process.stderr
        self._in, self._stdout, self._stderr = (stream.fileno() for stream in streams if stream is not None)
        os.set_blocking(self._in, False)
        self._poll = select.poll()
        self._poll.register(self._stdout, select.POLLIN)
        self._poll.register(self._stderr, select.POLLIN)
        self._ours, self._its = Waits(), Waits(0)

    # --- lines --------------------------------------------------------------------------------------------------------

    def _pump(self, seconds: float, others: Sequence[Client] = ()) -> bool:
        """Wait for something to happen, for `seconds` at most; whether something did."""
        for other in others:
            self._poll.register(other._stdout, 0)  # its end alone is reported
        try:
            ready = self._poll.poll(max(0.0, seconds * 1000))
        finally:
            for other in others:
                self._poll.unregister(other._stdout)
        for handle, _ in ready:
            if handle == self._stdout:
                self._read()
            elif handle == self._stderr:
                self._read_errors()
            elif handle == self._in:
                self.flush()
            else:
                raise CalledOff(next(other for other in others if other._stdout == handle))
        return bool(ready)

    def _read(self) -> None:
        """Whole lines into the queue, each with its time. What is no line is let in just long enough to tell."""
        try:
            data = os.read(self._stdout, PIECE)
        except OSError:
            data = b""
        now = self._heard = time.perf_counter()
        if not data:
            self._ended = True
            self._poll.unregister(self._stdout)
            return
        *whole, rest = data.split(b"\n")
        if whole:
            whole[0], self._rest = self._rest + whole[0], b""
        self._rest += rest
        self._count += len(whole)
        self._lines.extend((now, line) for line in whole)
        if len(self._rest) > protocol.MOST_BYTES:
            self._lines.append((now, self._rest[: protocol.MOST_BYTES + 1]))
            self._rest = b""

    def _read_errors(self) -> None:
        try:
            data = os.read(self._stderr, PIECE)
        except OSError:
            data = b""
        if data:
            self._errors = (self._errors + data)[-COMPLAINTS:]
            if len(data) == PIECE:
                time.sleep(0.001)  # who floods it shall not keep this side busy
        else:
            self._poll.unregister(self._stderr)

    @property
    def complaints(self) -> str:
        """The end of what it wrote to stderr."""
        return self._errors.decode(errors="replace")

    def output(self) -> list[str]:
        """The last lines that it wrote, those unread among them; then the last of stderr, each after ``! ``."""
        for _ in range(16):
            if not self._pump(0.0):
                break
        told = [protocol.printable(line.decode(errors="replace"))[:SHOWN] for _, line in list(self._lines)[:LAST]]
        half = [protocol.printable(self._rest.decode(errors="replace"))[:SHOWN]] if self._rest else []
        errors = [f"! {protocol.printable(line)[:SHOWN]}" for line in self.complaints.splitlines()[-LAST:]]
        return [*[protocol.printable(line) for line in self.last], *told, *half][-LAST:] + errors

    def tell(self, line: str) -> None:
        """A line to be written with the next that is sent, or by `flush`."""
        data = line.encode() + b"\n"
        if len(data) > protocol.MOST_BYTES:
            raise InvalidError(f"protocol: a line of {len(data)} bytes; at most {protocol.MOST_BYTES} are allowed")
        self.tell_bytes(data)

    def tell_bytes(self, data: bytes) -> None:
        """The same for bytes as they are, which may be no line of the protocol."""
        self._out += data

    def send(self, line: str) -> None:
        """Write a line, as far as it is taken in; `Fault` if the engine has gone, or doesn't read."""
        self.tell(line)
        self.flush()

    def flush(self) -> None:
        """Write what is to be written, as far as it is taken in: this side never waits for a reader."""
        assert self.process.stdin is not None
        if self.process.stdin.closed:
            raise Fault("crash", "its input has been closed")
        try:
            while self._out:
                del self._out[: os.write(self._in, self._out)]
        except BlockingIOError:
            if len(self._out) > UNREAD:
                raise Fault("stall", "it does not read its input") from None
        except OSError:
            raise self.gone() from None
        if bool(self._out) != self._blocked:
            self._blocked = not self._blocked
            if self._blocked:
                self._poll.register(self._in, select.POLLOUT)
            else:
                self._poll.unregister(self._in)

    def gone(self) -> Fault:
        """Why it doesn't talk any more; it has a moment to end, since its output may close before."""
        if self._leash is not None:
            return self._reported(self._leash)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(0.5)
        code = self.process.poll()
        if code is None:
            return Fault("crash", "it closed its output")
        return Fault("crash", f"it ended by itself, {_ending(code)}")

    def _reported(self, leash: socket.socket) -> Fault:
        """What its guard says of its end."""
        until = time.perf_counter() + 0.5
        while self._report.count(b"\n") < 2 and (left := until - time.perf_counter()) > 0:
            if select.select([leash], [], [], left)[0]:
                more = leash.recv(4096)
                self._report += more
                if not more:
                    break
        told = dict[str, Any]()
        for line in self._report.splitlines():
            told |= json.loads(line)
        if "processes" in told:
            return Fault("crash", f"it was ended: more than {told['processes']} processes")
        code = told.get("code", -told["signal"] if "signal" in told else None)
        if code is not None:
            return Fault("crash", f"it ended by itself, {_ending(code)}")
        if self.process.poll() is not None:
            return Fault("crash", "it ended, and its guard with it")
        return Fault("crash", "it closed its output")

    def receive(self, until: float, others: Sequence[Client] = ()) -> tuple[float, Line] | None:
        """The next line, with its time; None if there is none by `until` (`time.perf_counter`).

        `CalledOff` if one of `others` ends before.
        """
        while True:
            while not self._lines:
                if self._ended:
                    raise self.gone()
                self._pump(until - time.perf_counter(), others)
                if not self._lines and not self._ended and time.perf_counter() >= until:
                    return None
            at, data = self._lines.popleft()
            self.last.append(data[:SHOWN].decode(errors="replace"))
            try:
                line = protocol.parse(data)
            except InvalidError as error:
                raise Fault("garbage", str(error)) from None
            if self._count > FLOOD:
                raise Fault("garbage", f"more than {FLOOD} lines that nobody asked for")
            if line.verb in KNOWN:
                return at, line
            if line.verb:
                self._strange += 1
                if self._strange > STRANGE:
                    raise Fault("garbage", f"more than {STRANGE} lines of no meaning, as {protocol.printable(line.verb)[:40]!r}")

    def _drop(self) -> None:
        """Drop what it said unasked: a ``move`` from before the question is no answer to it."""
        self._count = 0
        for _ in range(64):
            while self._lines:
                self.receive(0.0)
            if self._ended or not self._pump(0.0):
                break
        self._lines.clear()

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
            if len(offer.games) + len(offer.settings) + len(offer.features) > OFFERED:
                raise Fault("garbage", f"it announces more than {OFFERED} games, options and features")
        self._its.close()
        self._its = Waits(deepest(self.process.pid))
        return offer

    @staticmethod
    def _note(offer: Offer, line: Line) -> None:
        key, _, rest = line.rest.partition(" ")
        if line.verb == "id" and key in ("name", "author"):
            setattr(offer, key, protocol.printable(rest)[:200])
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

    def settle(self) -> bool:
        """Call off what is still being thought about, and drop its answer. False: it doesn't come."""
        if self._open:
            self.send("stop")
            until = time.perf_counter() + HANDSHAKE
            while self._open and (found := self.receive(until)) is not None:
                if found[1].verb == "move":
                    self._answer(found[1], -1)
                elif found[1].verb == "error":  # no answer comes after it
                    self._open.clear()
        return not self._open

    def new(self, game: Game, description: Mapping[str, Any], seat: int, name: str, seconds: float = LOADING) -> None:
        """Begin a game; the engine has so many `seconds` to load it. An answer still to come is called off, and dropped."""
        if not self.settle():
            raise Fault("stall", f"no answer to stop within {HANDSHAKE:g} s")
        self._strange, self._codes = 0, collections.Counter()
        seats = description["seats"]
        self.tell(f"new game {game.name} rules {game.version} seats {seats} you {seat} id {name}")
        self.tell(protocol.setup(description))
        self.ready(seconds)

    def go(
        self, n: int, limits: str = "", seconds: float | None = None, choices: Sequence[str] = (), others: Sequence[Client] = ()
    ) -> list[str]:
        """Ask for item `n`: the steps it answers with. `limits` as in the line; `seconds` is what they come to.

        `choices` are sent to an engine with that feature. If one of `others` ends meanwhile the answer is `CalledOff`.
        """
        most = UNBOUNDED if seconds is None else seconds
        self._drop()
        if choices and "choices" in self.offer.features:
            for each in protocol.listed("choices", n, choices):
                self.tell(each)
        self.infos, self.waited = {}, 0.0
        question = f"go n {n} {limits}".rstrip()
        before, used = (self._ours.now(), self._its.now()), self._its.processor()
        begun = time.perf_counter()
        self.send(question)
        self._open.add(n)
        at = None
        try:
            at, steps = self._listen(n, question, begun, most, others)
        finally:
            self.seconds = (at or time.perf_counter()) - begun
            # Who had all its processor time, in threads that wait for each other, was not kept waiting by others.
            if self.seconds > most and self._its.processor() - used <= max(0.0, most) + self.grace:
                self.waited = min(self._ours.since(before[0]) + self._its.since(before[1]), self.seconds)
        if self.seconds - min(self.hold, self.waited) > most + self.grace:
            raise Fault("time", f"its answer took {self.seconds:.3f} s of {max(0.0, most):.3f} s")
        return steps

    def _listen(self, n: int, question: str, begun: float, most: float, others: Sequence[Client]) -> tuple[float, list[str]]:
        """The answer to `question`, and when it came."""
        # The system counts how long a thread waited for a core when it gets one: whether the hold is due shows with the answer.
        until = begun + most + self.grace + self.hold
        while (found := self.receive(until, others)) is not None:
            at, line = found
            if line.verb == "info":
                key = line.rest.partition(" ")[0]
                if key in self.infos or len(self.infos) < REMARKS:
                    self.infos[key] = line.rest
            elif line.verb == "move" and (steps := self._answer(line, n)):
                return at, steps
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
        with contextlib.suppress(Fault):
            self.send("stop")
        until = max(begun + 2 * most, time.perf_counter() + 1.0)
        while (found := self.receive(until)) is not None:
            at, line = found
            if line.verb == "move" and self._answer(line, n):
                return Fault("time", f"its answer took {at - begun:.3f} s of {max(0.0, most):.3f} s")
        if self._heard >= begun:
            return Fault(
                "time", f"no move within {time.perf_counter() - begun:.3f} s, though it talks; it had {max(0.0, most):.3f} s"
            )
        return Fault("stall", f"not a word within {time.perf_counter() - begun:.3f} s; it had {max(0.0, most):.3f} s")

    def close(self, patience: float = 1.0) -> None:
        """Let it end by itself, for `patience` seconds; then end it, and whatever it started."""
        if patience > 0:
            with contextlib.suppress(MutapaError):
                self.send("quit")
            with contextlib.suppress(OSError):
                assert self.process.stdin is not None
                self.process.stdin.close()
            self._end_by_itself(patience)
        if self._leash is not None:
            self._leash.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(SWEEP)
        with contextlib.suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(1.0)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            with contextlib.suppress(OSError):
                assert stream is not None
                stream.close()
        self._ours.close()
        self._its.close()

    def _end_by_itself(self, patience: float) -> None:
        """Wait for its end; what it writes meanwhile is read, so that no full pipe keeps it."""
        until = time.perf_counter() + patience
        while self.process.poll() is None and time.perf_counter() < until:
            self._lines.clear()
            with contextlib.suppress(Fault, OSError):
                if not self._ended:
                    self._pump(0.01)
                    continue
            time.sleep(0.005)


def _ending(code: int) -> str:
    """An exit code as `subprocess` has it, in words."""
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"
