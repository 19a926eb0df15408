"""The laws that every game keeps, each a named check over random games: what tests and ``mutapa check GAME`` run.

A law is a function of a `Trial`. It returns how many cases it looked at and raises `Broken` at the first that fails.
"""

from __future__ import annotations

import itertools
import json
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from mutapa.core import native, notation
from mutapa.core.compiled import WORD
from mutapa.core.errors import MutapaError
from mutapa.core.game import INDEXES, UNIT
from mutapa.core.record import Record
from mutapa.core.state import State, describe, engine_for
from mutapa.core.streams import derive, next32
from mutapa.core.trial import Broken, Trial, answers, demand, determinized, play, read_actions, read_features, same, where


def legal_lists(trial: Trial) -> int:
    """Before the end a seat always has an action; lists are sorted, without duplicates, within the length announced."""
    cases = 0
    for state in trial.deals():
        for at, action in play(state, derive(trial.seed, "legal", cases)):
            legal = at.legal_actions
            demand(at.is_chance == (not legal), at, f"{len(legal)} legal actions")
            demand(all(a < b for a, b in itertools.pairwise(legal)), at, f"legal is not sorted and unique: {legal}")
            demand(len(legal) <= trial.game.actions_max, at, f"{len(legal)} actions; actions_max is {trial.game.actions_max}")
            demand(all(0 <= each <= WORD for each in legal), at, "an action is negative or has more than 54 bits")
            demand(at.is_chance or action in legal, at, f"sample gives {action}, which is not legal")
            cases += 1
        demand(state.legal_actions == [], state, "legal actions after the end")
    return cases


def games_end(trial: Trial) -> int:
    """Random games end; ranks are 1, 2, 2, 4 and the like, and every word stays within 54 bits."""
    for n, state in enumerate(trial.deals()):
        for at, _ in play(state, derive(trial.seed, "end", n)):
            demand(bool(((at.words >= 0) & (at.words <= WORD)).all()), at, "a word has more than 54 bits")
        outcome = state.outcome
        assert outcome is not None
        right = [1 + sum(other < rank for other in outcome.ranks) for rank in outcome.ranks]
        demand(list(outcome.ranks) == right, state, f"ranks {outcome.ranks}; {right} would be right")
    return trial.games


def set_ups(trial: Trial) -> int:
    """A set-up is JSON and deals the same game again; a spoilt one is dealt or refused by a `MutapaError`, never a crash."""
    cases = 0
    junk: list[Any] = [None, -1, 10**12, 1.5, "?", [], [[]], {}, {"?": 1}, [None] * 3, True]
    for state in trial.deals():
        again = State.from_setup(json.loads(json.dumps(state.description)), game=trial.game, backend=trial.backend)
        demand(again == state, state, "its set-up deals another game")
        for key in state.description:
            values, value = list(junk), state.description[key]
            if isinstance(value, list) and value:
                values += value[:-1], [*value, value[0]], [*value[:-1], "?"], [*value[:-1], 99]
            spoilt = [{**state.description, key: each} for each in values]
            for each in [{k: v for k, v in state.description.items() if k != key}, *spoilt]:
                try:
                    State.from_setup(each, game=trial.game, backend=trial.backend)
                except MutapaError as error:
                    demand("\n" not in str(error), state, f"a spoilt {key} is refused by more than one line")
                except Exception as error:
                    said = f"{key} = {each.get(key)!r:.80} raises {type(error).__name__}: {error}"
                    raise Broken(f"{where(state)}: {said}") from error
                cases += 1
    return cases


def options(trial: Trial) -> int:
    """Every value of every option deals a game, or is refused by a `MutapaError`; each default does."""
    cases = 0
    for name, option in trial.game.options.items():
        for value in option.choices or option.limits or ():
            try:
                State.new(trial.game, options={name: value}, backend=trial.backend)
            except MutapaError as error:
                if value == option.default:
                    raise Broken(f"{trial.game.name}: the default of option {name} is refused: {error}") from error
            cases += 1
    return cases


def observations(trial: Trial) -> int:
    """observe(determinize(seen)) == seen, for every seat; an observation is its own observation."""
    cases = 0
    for state in trial.kept:
        for seat in range(state.seats):
            seen = state.observe(seat)
            for n in range(3):
                world = determinized(state, seen, seat, derive(trial.seed, "world", cases, n))
                demand(np.array_equal(world.observe(seat), seen), state, f"seat {seat}: a world of what it sees looks different")
                demand(world.turn == state.turn, state, f"seat {seat}: another seat moves in a world of its observation")
            demand(np.array_equal(state.at(seen).observe(seat), seen), state, f"seat {seat}: observing an observation changes it")
            cases += 1
    return cases


def following(trial: Trial) -> int:
    """Seats can follow by what they are told: the step as seen, applied to what was seen, gives what is then seen; its words are
    the same whether they are read off the true position or off the seat's own, and parse back. A deal hides nothing."""
    cases = 0
    for n, start in enumerate(trial.deals()):
        for seat in range(start.seats):
            only = determinized(start, start.observe(seat), seat, derive(trial.seed, "deal", n, seat))
            demand(only == start, start, f"seat {seat}: the deal, which every seat knows, has other worlds")
        for at, action in play(start, derive(trial.seed, "following", n)):
            after = at.clone()
            after.apply(action)
            for seat in range(at.seats):
                view, told = at.at(at.observe(seat)), at.see(action, seat)
                demand(view.turn == at.turn, at, f"seat {seat} sees another seat to move")
                words = view.text(told)
                demand(words == at.text(told), at, f"seat {seat}: {words!r} is {at.text(told)!r} in the true position")
                back = at.game.parse(view.board, view.words, words)
                demand(back == told, at, f"seat {seat}: {words!r}, the words of {told}, parse to {back}")
                at.engine.apply(at.board, at.scratch[0], view.words, told)
                same_view = np.array_equal(view.words, after.observe(seat))
                demand(same_view, at, f"seat {seat}: {words!r} applied to what it sees gives something else than it sees then")
                cases += 1
    return cases


def information(trial: Trial) -> int:
    """What the mover may do, samples and prefers is the same in every world it can't tell apart: hidden words change nothing."""
    cases = 0
    for state in trial.kept:
        seat = state.turn
        if seat < 0:
            continue
        seen = state.observe(seat)
        rng = derive(trial.seed, "information", cases)
        names = ("legal", "sample", "prefer", "index", "forced", "bid", "action_parts", "bid_class", f"features of {seat}")
        truth = answers(state.engine, state, state.scratch[0], cases)
        for n in range(4):
            world = determinized(state, seen, seat, derive(int(rng[0]), n))
            other = answers(world.engine, world, world.scratch[0], cases)
            same(state, {k: truth[k] for k in names if k in truth}, other, f"seat {seat} in another world")
        cases += 1
    return cases


def clones(trial: Trial) -> int:
    """A clone equals its original and goes the same way; all earlier clones stay unchanged as play goes on."""
    cases = 0
    for n, state in enumerate(trial.deals()):
        twin, earlier = state.clone(), []
        for at, action in play(state, derive(trial.seed, "clones", n)):
            demand(at == twin, at, "a clone that made the same steps differs")
            earlier.append((at.clone(), at.words.copy()))
            twin.apply(action)
        for clone, words in earlier:
            demand(np.array_equal(clone.words, words), clone, "a clone has changed as play went on")
        cases += len(earlier)
    return cases


def whole_turns(trial: Trial) -> int:
    """Every turn can be completed: walking its steps in all orders (each position once, a bounded number) meets no dead end."""
    cases = 0
    for number, start in enumerate(trial.kept):
        seat = start.turn
        if seat < 0:
            continue
        rng, open_ = derive(trial.seed, "turns", number).tolist(), [start.words.copy()]
        seen: set[bytes] = set()
        work, out = start.scratch
        while open_ and len(seen) < trial.walk:
            words = open_.pop()
            mark = words.tobytes()
            if mark in seen:
                continue
            seen.add(mark)
            mover = start.engine.turn(start.board, work, words)
            n = int(start.engine.legal(start.board, work, words, out)) if mover >= 0 else 1
            demand(n > 0, start.at(words), "a dead end inside a turn")
            if mover != seat:  # the turn is over
                continue
            actions = out[:n].tolist()
            first = next32(rng) % n  # begin anywhere: a walk cut short must not see the same corner always
            for action in actions[first:] + actions[:first]:
                after = words.copy()
                start.engine.apply(start.board, work, after, action)
                open_.append(after)
        cases += len(seen)
    return cases


def texts(trial: Trial) -> int:
    """Every action has words of its own, in the common grammar, that parse back to it."""
    cases = 0
    for state in trial.kept:
        actions = state.legal_actions or [action for action, _ in state.chances]
        words = [state.text(action) for action in actions]
        for action, text in zip(actions, words, strict=True):
            demand(notation.steps(text) == [text], state, f"{text!r} is not of the common grammar")
            back = state.game.parse(state.board, state.words, text)
            demand(back == action, state, f"{text!r}, the words of {action}, parse to {back}")
        demand(len(set(words)) == len(words), state, "two actions have the same words")
        cases += len(actions)
        for text in ("?", "zzz a1", *(f"{text} {text}" for text in words[:2]), *(text + " 99" for text in words[:2])):
            try:
                read = state.game.parse(state.board, state.words, text)
            except MutapaError:
                continue
            except Exception as error:
                raise Broken(f"{where(state)}: {text!r} makes parse raise {type(error).__name__}: {error}") from error
            demand(read not in actions or state.text(read) == text, state, f"{text!r} is read as {read}")
    return cases


def records(trial: Trial) -> int:
    """A record read back replays to the same bytes; the same seed plays the same record."""
    for n, state in enumerate(trial.deals()):
        first, again = _recorded(state, trial.seed, n), _recorded(_dealt_again(state), trial.seed, n)
        demand(first.to_bytes() == again.to_bytes(), state, "the same seed plays another record")
        read = Record.from_bytes(first.to_bytes())
        last = read.verify(game=trial.game, backend=trial.backend)
        demand(last == state, state, "replaying ends at another position")
    return trial.games


def plain_and_object(trial: Trial) -> int:
    """Plain Python, with lists that refuse wrong indexes, and the backend on trial say the same, bit for bit."""
    strict = engine_for(trial.game, "strict")
    used = strict.work()
    for n, state in enumerate(trial.kept):
        mine = answers(state.engine, state, state.scratch[0], n)
        same(state, mine, answers(strict, state, used, n), f"{state.engine.backend} and plain")
    for n, state in enumerate(trial.deals()):
        ends = []
        for engine in (state.engine, strict):
            words, rng = state.words.copy(), derive(trial.seed, "playout", n)
            steps = engine.playout(state.board, engine.work(), words, rng, 400)
            ends.append((steps, words.tolist(), rng.tolist()))
        demand(ends[0] == ends[1], state, f"a playout ends otherwise in plain Python: {ends[0][0]} and {ends[1][0]} steps")
    return len(trial.kept) + trial.games


def work_arrays(trial: Trial) -> int:
    """What stands in the work array changes nothing: fresh, and used for other games, give the same."""
    rng = derive(trial.seed, "order").tolist()
    shuffled = sorted(enumerate(trial.kept), key=lambda _: next32(rng))
    used = trial.kept[0].engine.work() if trial.kept else None
    for n, state in shuffled:
        fresh = answers(state.engine, state, state.engine.work(), n)
        same(state, fresh, answers(state.engine, state, used, n), "with a fresh and with a used work array")
        demand(fresh["unchanged"], state, "a function that only looks has changed the state")
    return len(shuffled)


def streams(trial: Trial) -> int:
    """Deals and luck are functions of their own stream alone: games played in between change nothing; seeds differ."""
    first = list(trial.deals())
    for n, state in enumerate(first[: max(2, trial.games // 4)]):
        for _ in play(state.clone(), derive(trial.seed, "between", n)):
            pass
    again = list(trial.deals())
    for one, other in zip(first, again, strict=True):
        demand(one == other, one, "the same seed has dealt another game")
    lucky = [state for state in trial.kept if state.is_chance]
    for n, state in enumerate(lucky):
        key = derive(trial.seed, "key", n)
        before = key.tolist()
        drawn = [int(state.engine.chance(state.board, state.scratch[0], state.words, key)) for _ in range(2)]
        demand(drawn[0] == drawn[1] and key.tolist() == before, state, "nature's move depends on more than its key")
        demand(drawn[0] in dict(state.chances), state, f"nature's move {drawn[0]} is not among its odds")
    rng = derive(trial.seed)
    trial.game.describe(first[0].seats, first[0].description["options"], rng)
    if rng.tolist() != derive(trial.seed).tolist():  # a deal that draws anything
        deals = {json.dumps(describe(trial.game, seed=seed), sort_keys=True) for seed in range(20)}
        demand(len(deals) > 1, first[0], "twenty seeds deal the same game")
    return len(first) + len(lucky)


def estimates(trial: Trial) -> int:
    """judge shares out exactly one win; a weight of prefer is 1 or more, an index below its bound; keys tell positions apart."""
    keys: dict[int, bytes] = {}
    for state in trial.kept:
        said = answers(state.engine, state, state.scratch[0], 0)
        judged = said["judge"][: state.seats]
        demand(sum(judged) == UNIT and min(judged) >= 0, state, f"judge says {judged}, which is not one win in all ({UNIT})")
        demand(min(said.get("prefer", [1])) >= 1, state, "prefer gives a weight below 1")
        demand(all(0 <= each < INDEXES for each in said.get("index", [])), state, f"index gives a number not in 0..{INDEXES - 1}")
        demand(0 <= said["key"] <= WORD, state, "the key has more than 54 bits")
        mark = state.board.tobytes() + state.words.tobytes()
        if keys.setdefault(said["key"], mark) != mark and keys[said["key"]].startswith(state.board.tobytes()):
            raise Broken(f"{where(state)}: two positions of one game share this key")
    return len(trial.kept)


def bidding(trial: Trial) -> int:
    """Marks of bidding steps are true; every type's bid is legal; its probabilities of the legal actions add up to 1."""
    cases = 0
    for state in trial.kept:
        said = answers(state.engine, state, state.scratch[0], 0)
        mark = said.get("forced", 0)
        demand(mark in (0, 1, 2), state, f"forced says {mark}")
        demand(mark != 2 or len(said["legal"]) == 1, state, "a forced step has a choice")
        demand(mark != 1 or len(said["legal"]) > 1, state, "a voluntary step has no choice")
        demand(all(weight >= 0 for weight in said["bid_types"]), state, "a type has a negative weight")
        for bid in said.get("bid", []):
            demand(bid in said["legal"], state, f"a type bids {bid}, which is not legal")
        if mark == 1:
            for row in said.get("likelihood", []):
                near = abs(sum(row) - UNIT) <= len(row) + 1
                demand(near and min(row) >= 0, state, f"probabilities of a type's actions add up to {sum(row)}, not {UNIT}")
        cases += mark > 0
    return cases


def networks(trial: Trial) -> int:
    """Features are distinct, in range, of what is seen alone; actions' parts are in range; passing is bid class 0. For games that
    have features."""
    features = trial.game.features
    if features is None:
        return 0
    sizes, cases = features.sizes, 0
    for state in trial.kept:
        for seat in range(state.seats):
            seen, work = state.observe(seat), state.scratch[0]
            before = seen.copy()
            sparse, dense = read_features(state.engine, state, work, seen, seat)
            demand(np.array_equal(seen, before), state, "features changes what it reads")
            demand(len(sparse) <= sizes["active"], state, f"{len(sparse)} features hold; active is {sizes['active']}")
            demand(len(set(sparse)) == len(sparse), state, f"a feature stands there twice: {sorted(sparse)}")
            demand(all(0 <= i < sizes["sparse"] for i in sparse), state, f"a feature is not in 0..{sizes['sparse'] - 1}")
            demand(all(abs(value) <= 4 * UNIT for value in dense[:-1]), state, f"a dense feature is beyond 4: {dense[:-1]}")
            demand(dense[-1] == -1, state, f"more than {sizes['dense']} dense features are written")
            cases += 1
        mover = state.turn
        if mover < 0:
            continue
        actions, forced = state.legal_actions, state.forced
        parts, classes = read_actions(state.engine, state, state.scratch[0], state.observe(mover), actions)
        for each in parts:
            bad = [name for name, part in zip(("kinds", "arguments", "cells"), each, strict=True) if not 0 <= part < sizes[name]]
            demand(not bad, state, f"an action's parts {each}: out of range of {', '.join(bad)}")
        if forced != 1 or sizes["bids"] == 0:
            demand(set(classes) == {-1}, state, f"bid classes {sorted(set(classes))} at no voluntary bidding step")
        else:
            demand(all(0 <= each < sizes["bids"] for each in classes), state, f"a bid class of {classes} is out of range")
            demand(classes[0] == 0 and classes.count(0) == 1, state, f"class 0 is to pass, the first action; here {classes}")
    return cases


def _dealt_again(state: State) -> State:
    return State.from_setup(state.description, game=state.game, backend=state.engine.backend)


def _recorded(state: State, seed: int, n: int) -> Record:
    record = Record.begin(state, ["sample"] * state.seats, seed)
    for at, action in play(state, derive(seed, "record", n)):
        record.step(at, action)
    record.finish(state)
    return record


Law = Callable[[Trial], int]
LAWS: dict[str, Law] = {
    law.__name__.replace("_", " "): law
    for law in (
        legal_lists, games_end, set_ups, options, observations, following, information, clones, whole_turns, texts, records,
        plain_and_object, work_arrays, streams, estimates, bidding, networks,
    )
}  # fmt: skip


@dataclass
class Verdict:
    """What one law came to: how many cases, how long, and what broke it (empty if nothing did)."""

    law: str
    cases: int = 0
    seconds: float = 0.0
    broken: str = field(default="")


def check(trial: Trial) -> Iterator[Verdict]:
    """Try every law of `LAWS`, one verdict each; a law that breaks doesn't keep the others from being tried."""
    for name, law in LAWS.items():
        verdict, began = Verdict(name), time.perf_counter()
        try:
            verdict.cases = law(trial)
        except (Broken, MutapaError) as error:
            verdict.broken = str(error)
        except Exception as error:  # the game's own code has failed, or the strict engine has refused what it does
            verdict.broken = f"{trial.game.name}: {type(error).__name__}: {' '.join(str(error).split())} ({_place(error)})"
        yield replace(verdict, seconds=time.perf_counter() - began)


def _place(error: Exception) -> str:
    """Where the code on trial was, not the engine that refused it."""
    frames = traceback.extract_tb(error.__traceback__)
    frame = next((frame for frame in reversed(frames) if frame.filename != native.__file__), frames[-1])
    return f"{Path(frame.filename).name}, line {frame.lineno}, in {frame.name}"
