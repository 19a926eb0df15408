"""The three actions of a turn of GodZ (Believers, Avatar, Build), for the reference engine, from the rules alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any

from tests.reference.godz_map import DIRECTIONS, Hex, beyond, name, named
from tests.reference.godz_table import FIGURES

if TYPE_CHECKING:
    from tests.reference.godz import Position

NATURE = "nature"
Script = Generator[tuple[int | str, Any], str, None]
Step = Generator[tuple[int | str, Any], str, str]


def points_left(points: int) -> dict[str, int] | None:
    return {"points": points} if points else None


def owner_of(game: Position, deity: str) -> int:
    return next(n for n, seat in enumerate(game.seats) if seat.deity == deity)


# ---- Believers -------------------------------------------------------------------------------------------------------


def believers(game: Position, seat: int) -> Script:
    """Each step costs 1 Faith; movement is bought in lots of Steps points."""
    mine, points = game.seats[seat], 0
    while mine.levels["faith"] or points:
        options = _believers_options(game, seat) if mine.levels["faith"] else []
        options += moves(game, seat) if points else []
        text = yield from game.ask(seat, "believers", points_left(points), [*options, "done"])
        word, *rest = text.split()
        if word == "done":
            return
        if word in ("move", "leave", "enter"):
            move(game, seat, text)
            points -= 1
            continue
        mine.levels["faith"] -= 1
        if word == "deploy":
            mine.reserve -= 1
            game.table.put(game.palace(seat), seat)
        elif word == "war":
            game.table.to_reserve(named(rest[0]), owner_of(game, rest[1]))
            yield from game.draw(seat, "war")
        elif word == "siege":
            del game.table.villages[named(rest[0])]
            yield from game.draw(seat, "war")
        elif game.on("interleave"):
            points += mine.levels["steps"]
        else:
            yield from _march(game, seat, mine.levels["steps"])


def _believers_options(game: Position, seat: int) -> list[str]:
    mine, table = game.seats[seat], game.table
    column = mine.column - 1
    own = {*table.loose_hexes(seat), *table.inside_hexes(seat)}
    found = ["deploy"] if mine.reserve else []
    found += ["march"] if own else []
    for here in own:
        strong = table.believers_at(here, seat)
        if 0 < game.path["war"][column] <= strong:
            victims = [owner for owner in range(len(game.seats)) if owner != seat and table.loose_at(here, owner)]
            found += [f"war {name(here)} {game.seats[owner].deity}" for owner in victims]
        if 0 < game.path["siege"][column] <= strong and empty_village(game, seat, here):
            found.append(f"siege {name(here)}")
    return found


def empty_village(game: Position, seat: int, here: Hex) -> bool:
    """An opponent's Village with no Believer inside."""
    return here in game.table.villages and game.table.villages[here][0] != seat and not game.table.inside.get(here)


def _march(game: Position, seat: int, points: int) -> Script:
    while points:
        text = yield from game.ask(seat, "march", points_left(points), [*moves(game, seat), "done"])
        if text == "done":
            return
        move(game, seat, text)
        points -= 1


def moves(game: Position, seat: int) -> list[str]:
    table, found = game.table, []
    for direction in DIRECTIONS:
        for here in table.loose_hexes(seat):
            there = beyond(here, direction)
            if game.world.on_map(there):
                found.append(f"move {name(here)} {direction}")
            if game.on("enter_village") and table.villages.get(there, (None, 0))[0] == seat:
                found.append(f"enter {name(here)} {direction}")
        for here in table.inside_hexes(seat):
            if game.world.on_map(beyond(here, direction)):
                found.append(f"leave {name(here)} {direction}")
    return found


def move(game: Position, seat: int, text: str) -> None:
    word, place, direction = text.split()
    here, there = named(place), beyond(named(place), direction)
    if word == "move":
        game.table.move(here, seat, there)
    elif word == "leave":
        game.table.leave(here, there)
    else:
        game.table.enter(here, seat, there)


# ---- the Avatar ------------------------------------------------------------------------------------------------------


def avatar(game: Position, seat: int) -> Script:
    """Each step costs 1 Food; movement is bought in lots of Steps points."""
    mine, table, points = game.seats[seat], game.table, 0
    while mine.levels["food"] or points:
        options = _avatar_options(game, seat) if mine.levels["food"] else []
        options += strides(game, seat) if points else []
        text = yield from game.ask(seat, "avatar", points_left(points), [*options, "done"])
        word, *rest = text.split()
        if word == "done":
            return
        if word == "step":
            points -= 1
            yield from stride(game, seat, text)
            continue
        mine.levels["food"] -= 1
        here = table.avatars[seat]
        if word == "stomp":
            victim = owner_of(game, rest[0])
            table.to_reserve(here, victim)
            owed = Counter([victim])
            if mine.deity == "boo" and game.world.terrain(here) == "swamp":
                owed[seat] += 1
            yield from game.compensate(owed)
        elif word == "siege":
            victim, _ = table.villages.pop(here)
            yield from game.draw(seat, "war")
            yield from game.compensate(Counter([victim]))
        elif word == "prophet":
            mine.mat.remove("prophet")
            table.put(here, seat)
        else:
            gained = mine.levels["steps"]
            if seat in table.laid:
                table.laid.remove(seat)
                gained -= 1
            if game.on("interleave"):
                points += gained
            else:
                yield from _walk(game, seat, gained)


def _avatar_options(game: Position, seat: int) -> list[str]:
    mine, table = game.seats[seat], game.table
    here, laid = table.avatars[seat], seat in table.laid
    found = ["walk"] if laid or strides(game, seat) else []
    if laid and not game.on("laid_acts"):
        return found
    victims = [owner for owner in range(len(game.seats)) if owner != seat and table.loose_at(here, owner)]
    found += [f"stomp {game.seats[owner].deity}" for owner in victims]
    if game.path["avatar_siege"][mine.column - 1] and empty_village(game, seat, here):
        found.append(f"siege {name(here)}")
    if mine.column == game.last_column and "prophet" in mine.mat and game.world.on_map(here):
        found.append("prophet")
    return found


def _walk(game: Position, seat: int, points: int) -> Script:
    while points:
        text = yield from game.ask(seat, "walk", points_left(points), [*strides(game, seat), "done"])
        if text == "done":
            return
        points -= 1
        yield from stride(game, seat, text)


def strides(game: Position, seat: int) -> list[str]:
    """Steps of a standing Avatar: to a hex next door, pushing another Avatar one hex on, or two if Torg likes."""
    world, table, found = game.world, game.table, []
    for direction in DIRECTIONS:
        there = beyond(table.avatars[seat], direction)
        if not world.on_map(there):
            continue
        if table.avatar_at(there) is None:
            found.append(f"step {direction}")
            continue
        one, two = beyond(there, direction), beyond(there, direction, 2)
        if world.on_map(one) and table.avatar_at(one) is None:
            found.append(f"step {direction}")
        if game.seats[seat].deity == "tud" and world.on_map(one) and world.on_map(two) and table.avatar_at(two) is None:
            found.append(f"step {direction} 2")
    return found


def stride(game: Position, seat: int, text: str) -> Script:
    table = game.table
    _, direction, *far = text.split()
    there = beyond(table.avatars[seat], direction)
    pushed = table.avatar_at(there)
    table.avatars[seat] = there
    if pushed is not None:
        landing = beyond(there, direction, 2 if far else 1)
        table.avatars[pushed] = landing
        table.laid.add(pushed)
        owed = table.clear(landing)
        if game.on("martin_push") and game.seats[seat].deity == "boo" and game.world.terrain(landing) == "swamp":
            owed[seat] += owed.total() - owed[seat]
        table.settle()
        yield from game.compensate(owed)
    table.settle()


# ---- Build -----------------------------------------------------------------------------------------------------------


def build(game: Position, seat: int) -> Script:
    """The cheapest Village that is not built, on a normal hex without one and with an own Believer (the last needs none)."""
    mine, table = game.seats[seat], game.table
    costs = table.unbuilt(seat)
    bonus = game.path["bonus"][mine.column - 1]
    if not costs or mine.levels["building"] + bonus < costs[0]:
        return
    cost, waived = costs[0], costs[0] == FIGURES["village_costs"][-1]
    free = [here for here in game.world.hexes() if game.world.terrain(here) and here not in table.villages]
    hexes = [here for here in free if waived or table.loose_at(here, seat)]
    if not hexes:
        return
    text = yield from game.ask(seat, "build", None, [*(f"village {name(here)}" for here in hexes), "done"])
    if text == "done":
        return
    here = named(text.split()[1])
    mine.levels["building"] -= max(cost - bonus, 0)
    table.villages[here] = (seat, cost)
    if waived and "nine" in mine.mat:
        mine.mat.remove("nine")
        table.inside[here] = 1
    loose = table.loose_at(here, seat)
    if loose:
        options = [f"inside {n}" for n in range(loose + 1)]
        text = yield from game.ask(seat, "inside", {"village": name(here)}, options)
        for _ in range(int(text.split()[1])):
            table.enter(here, seat, here)


ACTIONS: dict[str, Callable[[Position, int], Script]] = {"believers": believers, "build": build, "avatar": avatar}
