"""Any of our bots behind the engine protocol (docs/protocol.md): ``mutapa engine BOT``.

The thread that reads lines never searches: answers are looked for in a thread of their own, so that ``stop`` and ``ready`` are
heard. It is one thread for all answers: a controller on a busy machine can see how long it waited for a core. What the bot knows
comes from the seat's log and nothing else.
"""

from __future__ import annotations

import queue
import re
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

from mutapa.core import protocol, registry
from mutapa.core.compiled import WORD
from mutapa.core.errors import IllegalError, InvalidError, MutapaError, unknown
from mutapa.core.game import CHANCE
from mutapa.core.protocol import Line, Setting, number, numbers, printable
from mutapa.core.state import State
from mutapa.core.streams import derive
from mutapa.search.bots import Bot, Seating, make
from mutapa.search.budget import Budget
from mutapa.search.follow import Follower
from mutapa.search.specs import Knob

MARGIN = 0.002
"""Seconds of a time limit kept for the way of the answer."""
SEED = Setting("seed", "spin", "0", limits=(0, 10**9 - 1))
AUTHOR = "the authors of Mutapa"
KINDS: dict[type, str] = {int: "spin", float: "number", str: "string"}


def setting_of(knob: Knob) -> Setting:
    """A bot's option as the protocol announces it."""
    default = "" if knob.default is None else str(knob.default)
    kind = "combo" if knob.choices else KINDS[knob.kind]
    return Setting(knob.name, kind, default, knob.choices, None if kind in ("combo", "string") else knob.limits)


def shown(bot: Bot) -> str:
    """The spec of `bot` as strangers are told it: of a file its name, not where it lies."""
    return re.sub(r"(?<=[=:;,])[^=:;,]*[/\\]", "", bot.spec)


class Engine:
    """Serves one bot. `say` writes a line; `handle` takes one and returns whether to go on."""

    def __init__(self, spec: str, say: Callable[[str], None], *, backend: str = "object", seed: int = 0) -> None:
        self.bot = self._made(spec, {})
        self.base, self.name = self.bot.spec, shown(self.bot)
        self.backend, self.seed = backend, seed
        self.chosen: dict[str, str] = {}
        self.follower: Follower | None = None
        self.about: dict[str, Any] = {}
        """Of the game under way: game, seats, seat, id."""
        self.thinking: threading.Event | None = None
        """Set when the answer that is looked for has been said; None: none is."""
        self._questions: queue.SimpleQueue[tuple[Follower, Budget | None, threading.Event] | None] = queue.SimpleQueue()
        self._mind: threading.Thread | None = None
        self.halt = threading.Event()
        self._say, self._lock = say, threading.Lock()
        self.verbs: dict[str, Callable[[Line], None]] = {
            "mep": self.mep, "set": self.set, "ready": self.ready, "new": self.new, "log": self.log, "go": self.go,
            "stop": self.stop, "legal": self.legal, "check": self.check, "seen": self.seen, "undo": self.undo,
            "result": self.result,
        }  # fmt: skip

    @staticmethod
    def _made(spec: str, over: dict[str, str]) -> Bot:
        bot = make(spec, over)
        if bot.cheats or bot.asks_types:
            raise InvalidError(f"bot {bot.spec!r}: it asks for what no seat is told; an engine gets a log and nothing else")
        return bot

    def say(self, line: str) -> None:
        with self._lock:
            self._say(line)

    def serve(self, lines: Iterable[bytes]) -> None:
        """Answer `lines` until ``quit`` or their end."""
        for data in lines:
            if not self.handle(data):
                break
        self.end()

    def end(self) -> None:
        """Stop thinking, let go of the bot."""
        self.finish()
        if self._mind is not None:
            self._questions.put(None)
            self._mind.join()
            self._mind = None
        self.bot.close()

    def handle(self, data: bytes) -> bool:
        """One line; whatever is wrong with it is an ``error`` line. False: it was ``quit``."""
        try:
            line = protocol.parse(data)
            if line.verb in ("", "quit"):
                return line.verb != "quit"
            if line.verb not in self.verbs:
                raise unknown("line", "verb", printable(line.verb)[:40], self.verbs)
        except InvalidError as error:
            self.error("syntax", error)
            return True
        if line.verb not in ("stop", "ready", "mep"):
            self.finish()
        try:
            self.verbs[line.verb](line)
        except IllegalError as error:
            self.error("illegal", error)
        except InvalidError as error:
            self.error({"set": "option", "new": "game"}.get(line.verb, "syntax"), error)
        except MutapaError as error:
            self.error("state", error)
        except MemoryError:
            self.error("memory", "there is not enough")
        except Exception as error:  # a fault of ours must not end a game that is not ours
            self.error("state", f"internal: {type(error).__name__}: {error}")
        return True

    def error(self, code: str, what: object) -> None:
        self.say(f"error {code} {printable(' '.join(str(what).split()))}")

    def known(self) -> Follower:
        """The game under way."""
        if self.follower is None:
            raise MutapaError("no game is under way; right would be new ..., then log 0 setup ...")
        return self.follower

    # --- before a game ------------------------------------------------------------------------------------------------

    def mep(self, line: Line) -> None:
        if line.words[:1] != [str(protocol.VERSION)]:
            raise InvalidError(f"mep: version {line.rest[:20]!r}; this engine speaks {protocol.VERSION}")
        self.say(f"id name Mutapa {self.name}")
        self.say(f"id author {AUTHOR}")
        for name in registry.names():
            try:
                game = registry.get(name)
            except MutapaError:  # a game from elsewhere that can't be imported is not offered
                continue
            options = "".join(f" {option}" for option in game.options)
            self.say(f"game {name} rules {game.version} seats {game.seats[0]}-{game.seats[1]} options{options}")
        for setting in (SEED, *(setting_of(knob) for knob in self.bot.knobs)):
            if setting.name in self.bot.values:
                value = self.bot.values[setting.name]
                setting = setting._replace(default="" if value is None else str(value))
            self.say(setting.line())
        for feature in ("legal", "seen", "undo"):
            self.say(f"feature {feature}")
        self.say("mepok")

    def set(self, line: Line) -> None:
        name, _, value = line.rest.partition(" ")
        if self.follower is not None:
            raise MutapaError("set: a game is under way; options are set before new")
        if name == SEED.name:
            self.seed = number(value, "seed", 10**9 - 1)
            return
        if name not in self.bot.values:
            raise unknown("set", "option", name[:40], [SEED.name, *self.bot.values])
        self.bot = self._made(self.base, {**self.chosen, name: value})
        self.chosen[name] = value

    def ready(self, line: Line) -> None:
        self.say("readyok")

    # --- a game -------------------------------------------------------------------------------------------------------

    def new(self, line: Line) -> None:
        self.follower, self.about = None, {}
        given = line.pairs(("game", "rules", "seats", "you", "id"))
        for key in ("game", "seats", "you"):
            if key not in given:
                raise InvalidError(f"new: {key} is missing; right would be new game NAME rules N seats S you K id WORD")
        game = registry.get(given["game"])
        seats = number(given["seats"], "new: seats", game.seats[1])
        seat = number(given["you"], "new: you", max(0, seats - 1))
        if seats < game.seats[0]:
            raise InvalidError(f"new: {seats} seats; {game.name} takes {game.seats[0]} to {game.seats[1]}")
        if number(given.get("rules", str(game.version)), "new: rules") != game.version:
            raise InvalidError(f"new: rules {given['rules']} of {game.name}; here are rules {game.version}")
        self.about = {"game": game, "seats": seats, "you": seat, "id": given.get("id", "")}

    def log(self, line: Line) -> None:
        n, _, rest = line.rest.partition(" ")
        kind, _, words = rest.partition(" ")
        at = number(n, "log: n")
        if kind == "setup":
            self._deal(at, words)
            return
        follower = self.known()
        if at != follower.n:
            raise MutapaError(f"log: item {at}; the next one is {follower.n}")
        if kind == "by":
            who, _, words = words.partition(" ")
            turn = number(who, "log: by", self.about["seats"] - 1)
        elif kind == "chance":
            turn = CHANCE
        else:
            raise InvalidError(f"log: {printable(kind)[:20]!r}; right would be setup, by or chance")
        if not words:
            raise InvalidError(f"log: item {at} has no words")
        event = follower.tell(turn, words)
        self.bot.observe(at - 1, event)

    def _deal(self, n: int, words: str) -> None:
        if not self.about or self.follower is not None:
            raise MutapaError("log: a set-up is item 0 of a new game; right would be new ... before it")
        if n != 0:
            raise MutapaError(f"log: the set-up is item {n}; right would be item 0")
        game = self.about["game"]
        description = protocol.read_setup(words)
        if description.get("seats") != self.about["seats"] or description.get("game") != game.name:
            raise InvalidError("log: the set-up is of another game, or for other seats, than new says")
        follower = Follower(game, description, self.about["you"], self.backend)
        self.follower = follower
        try:
            self._start()
        except BaseException:
            self.follower = None
            raise

    def _start(self) -> None:
        """Begin with the bot afresh, and tell it all that is known."""
        follower = self.known()
        self.bot.halt = self.halt
        stream = derive(self.seed, "engine", str(self.about["id"]), "seat", follower.seat)
        board = follower.state.board
        self.bot.start(self.about["game"], board, follower.seat, Seating(self.about["seats"], stream, self.backend))
        for n, event in enumerate(follower.events):
            self.bot.observe(follower.first - 1 + n, event)

    def go(self, line: Line) -> None:
        follower = self.known()
        given = line.pairs(("n", "sims", "movetime", "clock", "inc"))
        if number(given.get("n", ""), "go: n") != follower.n:
            raise MutapaError(f"go: n {given['n']}; the next item is {follower.n}")
        if follower.state.turn != follower.seat:
            raise MutapaError(f"go: seat {follower.seat} is not to move ({follower.state.phase})")
        budget = self._budget(given)
        self.halt.clear()
        if self._mind is None:
            self._mind = threading.Thread(target=self._answer, name="engine", daemon=True)
            self._mind.start()
        self.thinking = threading.Event()
        self._questions.put((follower, budget, self.thinking))

    def _answer(self) -> None:
        """Answer questions, one after the other; None is the last."""
        while (question := self._questions.get()) is not None:
            follower, budget, answered = question
            try:
                self._think(follower, budget)
            finally:
                answered.set()

    def _budget(self, given: dict[str, str]) -> Budget | None:
        limits: dict[str, Any] = {}
        if "sims" in given:
            limits["sims"] = max(1, number(given["sims"], "go: sims"))
        if "movetime" in given:
            limits["seconds"] = max(0.0, number(given["movetime"], "go: movetime") / 1000 - MARGIN)
        if "clock" in given:
            left = numbers(given["clock"], "go: clock", self.about["seats"])[self.about["you"]]
            limits["left"] = max(0.0, left / 1000 - MARGIN)
            limits["increment"] = number(given.get("inc", "0"), "go: inc") / 1000 * self._share()
        return Budget(**limits) if limits else None

    def _share(self) -> float:
        """Turns of this seat for each of its steps so far: an increment comes once a turn, bots plan by the step."""
        who = [event.seat for event in self.known().events if event.seat != CHANCE]
        mine = [i for i, seat in enumerate(who) if seat == self.about["you"]]
        turns = sum(i == 0 or who[i - 1] != self.about["you"] for i in mine)
        return turns / len(mine) if mine else 0.0

    def _think(self, follower: Follower, budget: Budget | None) -> None:
        begun = time.perf_counter()
        try:
            action = self.bot.choose(follower.seen.copy(), budget)
            words = follower.state.text(action)
            for info in self._info(follower.world(), budget, time.perf_counter() - begun):
                self.say(info)
            self.say(f"move n {follower.n} {words}")
        except MemoryError:
            self.error("memory", "there is not enough")
        except MutapaError as error:
            self.error("state", error)
        except Exception as error:
            self.error("state", f"internal: {type(error).__name__}: {error}")

    def _info(self, world: State, budget: Budget | None, seconds: float) -> Iterable[str]:
        """What the search found. Where simulations alone bound it, no time is told: the same seed says the same."""
        result = self.bot.result
        if result is None:
            return
        parts = [f"info sims {result.simulations}"]
        if not result.reproducible:
            parts.append(f"ms {seconds * 1000:.0f}")
        parts.append("value " + ",".join(f"{value:.4f}" for value in result.values[: world.seats]))
        trial, texts = world.clone(), []
        for action in result.line:
            try:
                words = trial.text(action)
                trial.apply(action)
                texts.append(words)
            except (MutapaError, LookupError):  # the line of a tree that was grown in other worlds ends here
                break
        if texts:
            parts.append("line " + " / ".join(texts))
        line = " ".join(parts)
        if len(line.encode()) < protocol.MOST_BYTES:
            yield line

    def stop(self, line: Line) -> None:
        self.halt.set()

    def finish(self) -> None:
        """End a search under way; its answer is said before anything else is done."""
        if self.thinking is not None:
            self.halt.set()
            self.thinking.wait()
            self.thinking = None

    # --- what may be asked --------------------------------------------------------------------------------------------

    def legal(self, line: Line) -> None:
        follower = self.known()
        self._at(line.pairs(("n",)), "legal")
        for each in protocol.listed("legal", follower.n, follower.legal_texts()):
            self.say(each)

    def _at(self, given: dict[str, str], verb: str) -> None:
        if number(given.get("n", ""), f"{verb}: n") != self.known().n:
            raise MutapaError(f"{verb}: n {given['n']}; the next item is {self.known().n}")

    def check(self, line: Line) -> None:
        follower = self.known()
        given = line.pairs(("n", "hash", "legal"))
        self._at(given, "check")
        mine = {"hash": follower.hash()}
        if "legal" in given:
            mine["legal"] = str(len(follower.legal_texts()))
        differ = [f" {key} {value}" for key, value in mine.items() if given.get(key, value) != value]
        self.say(f"{'differ' if differ else 'same'} n {follower.n}{''.join(differ)}")

    def seen(self, line: Line) -> None:
        follower = self.known()
        given = line.pairs(("n", "layout", "words"))
        layout = self.about["game"].layout
        if given.get("layout") != layout.hash:
            raise InvalidError(f"seen: layout {given.get('layout', '')[:20]!r}; here it is {layout.hash}")
        words, digits = given.get("words", ""), 14
        if len(words) != digits * layout.words or any(letter not in "0123456789abcdef" for letter in words):
            raise InvalidError(f"seen: right would be {layout.words} words of {digits} hexadecimal digits")
        found = [int(words[i : i + digits], 16) for i in range(0, len(words), digits)]
        if max(found) > WORD:
            raise InvalidError("seen: a word has more than 54 bits")
        follower.jump(max(1, number(given.get("n", ""), "seen: n")), found)
        self._start()

    def undo(self, line: Line) -> None:
        given = line.pairs(("n",))
        self.known().back(number(given.get("n", ""), "undo: n"))
        self._start()

    def result(self, line: Line) -> None:
        self.follower, self.about = None, {}
        self.bot.close()
