"""What a step means, in the words of the rules: what it is, what it brings, what it costs.

For a person at the table; nothing here decides anything. Gains are asked from the rules' own functions, so that the two agree.
"""

from __future__ import annotations

from mutapa.core.stone_age import actions as a
from mutapa.core.stone_age import layout as field
from mutapa.core.stone_age.board import VILLAGE
from mutapa.core.stone_age.figures import (
    BUILDING,
    CARD,
    DICE,
    DRAW,
    FARM,
    FOOD,
    GAINS,
    HUNGER,
    HUT,
    MOST_PEOPLE,
    MOST_TOOLS,
    MOST_TRACK,
    ONCE,
    PLACES,
    POINTS,
    RESOURCE,
    RESOURCES,
    RIVER,
    ROLL,
    SYMBOLS,
    TILES,
    TOOL,
    TOOLS,
    bottom_of,
    price_of,
    top_of,
)
from mutapa.core.stone_age.gains import gain_rolled, gain_stock
from mutapa.core.stone_age.paying import may_buy, wealth
from mutapa.core.stone_age.rounds import deck
from mutapa.core.stone_age.setup import CARD_NAMES
from mutapa.core.stone_age.toolbox import use_up
from mutapa.core.streams import Array

Words = list[int]

DIVISORS = (2, 3, 4, 5, 6)
NAMES = ("the hunt", "the forest", "the clay pit", "the quarry", "the river", "the tool maker", "the hut", "the field")
BEARERS = ("hut builder", "farmer", "tool maker", "shaman")
COUNTED = ("building you own", "step of your food track", "point of your tools' value", "of your people")


def explain(board: Array, state: Array, action: int) -> str:
    """What `action`, legal at `state`, means."""
    words, table = [int(word) for word in state], [int(word) for word in board]
    seat = int(field.mover(words))
    kind, argument = a.kind_of_action(action), a.argument_of(action)
    if kind == a.PUT:
        return _put(table, words, seat, argument >> 4, argument & 15)
    if kind == a.USE:
        return _use(words, seat, argument)
    if kind == a.BUY:
        return _buy(table, words, seat, argument)
    if kind == a.ADD:
        return _add(table, words, seat, argument)
    if kind == a.PAY_ONE:
        return _pay(words, seat, argument)
    if kind == a.TAKE:
        pair = [RESOURCES[argument >> 2], RESOURCES[argument & 3]]
        taken = f"2 {pair[0]}" if pair[0] == pair[1] else f"1 {pair[0]} and 1 {pair[1]}"
        return f"Take {taken}; with that the card's upper half is used up."
    if kind == a.CLAIM:
        return _claim(table, words, seat, argument)
    if kind == a.FINISH:
        return _finish(table, words, seat)
    if kind == a.PAY_END:
        return "Pay no more: the building is yours for what was paid, and its points are counted already."
    if kind == a.CHOOSE_TWO:
        where = " now, to feed with" if field.phase(words) == field.FEED else " now"
        return f"Take the two resources of choice of your card{where}, once in the game; which ones is asked next."
    if kind == a.STARVE:
        return f"Pay no resources for the {field.left(words)} food that is short: {HUNGER} points lost, however many go hungry."
    return _nature(table, words, kind, argument)


def _people(n: int) -> str:
    return "1 person" if n == 1 else f"{n} people"


def _kinds(n: int) -> str:
    return "1 kind" if n == 1 else f"{n} kinds"


def _put(board: Words, state: Words, seat: int, where: int, n: int) -> str:
    at_home = f"{field.hand(state, seat) - n} left at home"
    if where <= RIVER:
        dice = "1 die" if n == 1 else f"{n} dice"
        there = field.hunters(state, seat) if where == 0 else 0
        more = f" beside the {there} there" if there else ""
        rolled = f"{dice} will be rolled, {there + n} in all" if there else f"{dice} will be rolled"
        return (f"{_people(n)} to {NAMES[where]}{more}: {rolled}, 1 {GAINS[where]} for each {DIVISORS[where]} of the sum "
                f"with tools; {at_home}.")
    if where < CARD:
        said = {
            TOOLS: "1 person to the tool maker: a new tool, or the lowest one grows by 1",
            HUT: "2 people to the hut: one more person, from the next round on",
        }.get(where, "1 person to the field: one step up the food track, 1 food more in every round")
        full = {TOOLS: field.tools(state, seat) == MOST_TOOLS, HUT: field.people(state, seat) == MOST_PEOPLE}
        if full.get(where, where > HUT and field.track(state, seat) == MOST_TRACK):
            said += " (yours is at its maximum: no effect)"
        if board[VILLAGE] < 3 and _village(state) == board[VILLAGE] - 1:
            said += "; the third place of the village closes for this round"
        return f"{said}; {at_home}."
    if where < BUILDING:
        name = CARD_NAMES[field.cards(state, where - CARD) - 1]
        can = "" if wealth(state, seat) >= where - CARD + 1 else " (more than you have now)"
        price = where - CARD + 1
        return f"1 person to the card that costs {price} of any resources{can}: {card_in_words(name)}. Buying is decided later."
    kind = field.tops(state, where - BUILDING) - 1
    can = "" if may_buy(board, state, seat, where) else " (you can't pay it now)"
    return f"1 person to stack {where - BUILDING + 1}{can}: {tile_in_words(kind)}. Building is decided later."


def _village(state: Words) -> int:
    """How many places of the village are taken."""
    taken = 0
    for seat in range(4):
        taken |= field.stands(state, seat) & 7
    return taken.bit_count()


def card_in_words(name: str) -> str:
    """What a card does at once, and what it counts in the end."""
    kind, n, resource = top_of(name)
    top = {
        DICE: "a die for each player is rolled, you pick first", FOOD: f"{n} food", RESOURCE: f"{n} {RESOURCES[resource]}",
        ROLL: f"{n} dice for {RESOURCES[resource]}, tools may be added", POINTS: f"{n} points",
        TOOL: "a tool", FARM: "one step up the food track", DRAW: "a card from the deck that only you see, for its lower half",
        ONCE: f"a tool worth {n} for one use",
    }.get(kind, "two resources of choice, now or later")
    return f"at once {top}; in the end {_bottom(name)}"


def _bottom(name: str) -> str:
    """The lower half of a card."""
    bottom, people = bottom_of(name)
    if not people:
        return f"the symbol {SYMBOLS[bottom]}"
    bearers = BEARERS[bottom - len(SYMBOLS)] + "s" * (people > 1)
    return f"{people} {bearers}, {people} for each {COUNTED[bottom - len(SYMBOLS)]}"


def tile_in_words(kind: int) -> str:
    """What a tile asks and brings."""
    name = TILES[kind][0]
    total, kinds, each = price_of(name)
    if name == "1to7":
        return "1 to 7 resources of any kinds, for 3 points a wood, 4 a brick, 5 a stone, 6 a gold"
    if kinds:
        return f"{total} resources of exactly {_kinds(kinds)}, for 3 points a wood, 4 a brick, 5 a stone, 6 a gold"
    needed = ", ".join(f"{n} {RESOURCES[k]}" for k, n in enumerate(each) if n)
    return f"{sum(n * (3 + k) for k, n in enumerate(each))} points for {needed}"


def _use(state: Words, seat: int, where: int) -> str:
    if where <= RIVER:
        n = field.hunters(state, seat) if where == 0 else field.gather(state, 4 * seat + where - 1)
        dice = "a die" if n == 1 else f"{n} dice"
        return (f"Your {_people(n)} at {NAMES[where]} roll{'s' * (n == 1)} {dice}: 1 {GAINS[where]} for each {DIVISORS[where]} "
                "of the sum; tools may be added once it is known.")
    if where == TOOLS:
        value = field.tools(state, seat)
        if value == MOST_TOOLS:
            return "The tool maker: your tools are all worth 4, no effect."
        new = "a tool worth 1" if value < 3 else f"your lowest tool grows to {value // 3 + 1}"
        return f"The tool maker: {new}; one that is not turned can be used in this round."
    if where == HUT:
        if field.people(state, seat) == MOST_PEOPLE:
            return f"The hut: you have all {MOST_PEOPLE} people, no effect."
        number = field.people(state, seat) + 1
        return f"The hut: your person number {number}; it eats from this round on and is placed from the next."
    if field.track(state, seat) == MOST_TRACK:
        return f"The field: your food track is at {MOST_TRACK}, no effect."
    return f"The field: your food track goes to {field.track(state, seat) + 1}, so much food comes in before each feeding."


def _buy(board: Words, state: Words, seat: int, where: int) -> str:
    if where < BUILDING:
        name, price = CARD_NAMES[field.cards(state, where - CARD) - 1], where - CARD + 1
        asked = "" if wealth(state, seat) == price else "; which ones is asked where there is a choice"
        return f"Buy the card for {price} of any resources{asked}: {card_in_words(name)}."
    stack = where - BUILDING
    kind, left = field.tops(state, stack) - 1, field.sizes(state, stack) - 1
    next_ = "the next tile of the stack is turned up" if left else "the stack is empty, and the game ends after this round"
    return f"Build: {tile_in_words(kind)}. Then {next_}."


def _brings(board: Words, state: Words, seat: int, total: int) -> int:
    """What a roll with its tools brings, as far as the supply has it."""
    after, gain = list(state), field.gain(state)
    gain_rolled(board, after, seat, gain, total)
    if gain == 0:
        return int(field.food(after, seat) - field.food(state, seat))
    return int(field.stock(after, 4 * seat + gain - 1) - field.stock(state, 4 * seat + gain - 1))


def _add(board: Words, state: Words, seat: int, chosen: int) -> str:
    """The roll with the tools; what the dice alone give, for comparison."""
    gain, rolled = field.gain(state), field.rolled(state)
    alone = _brings(board, state, seat, rolled)
    if not chosen:
        return f"Use no tool: the roll of {rolled} brings {alone} {GAINS[gain]}."
    ones = chosen >> 8
    more = use_up(list(state), seat, chosen)
    total = _brings(board, state, seat, rolled + more)
    turned = [f"tools worth {more - _worth(ones)} are turned until the next round"] if chosen & 255 else []
    spent = [f"{'tools' if ones.bit_count() > 1 else 'a tool'} for one use worth {_worth(ones)} spent for good"] if ones else []
    waste = ", as without tools" if total == alone else f" instead of {alone}"
    return f"{rolled} + {more} = {rolled + more}: {total} {GAINS[gain]}{waste}; {', '.join(turned + spent)}."


def _worth(ones: int) -> int:
    return sum(value for i, value in enumerate((2, 3, 4)) if ones >> i & 1)


def _pay(state: Words, seat: int, kind: int) -> str:
    name, left = RESOURCES[kind], field.left(state) - 1
    if field.phase(state) in (field.FEED, field.FEED_PAY):
        rest = f"{left} more to pay, of {name} or what comes after it" if left else "all are fed then"
        return f"Feed with 1 {name} in place of a food; {rest}."
    where = field.place(state)
    if where < BUILDING:
        rest = f"{left} more to pay, of {name} or what comes after it" if left else "the card is paid then"
        return f"Pay 1 {name} for the card; {rest}."
    if field.tops(state, where - BUILDING) == len(TILES):
        rest = f"up to {left} more" if left else "that is the most"
        return f"Pay 1 {name} for the building, {3 + kind} points; {rest}."
    new = field.kinds(state) - (field.last(state) != kind + 1)
    still = f"{_kinds(new)} still to begin" if new else f"of {name} only"
    rest = f"{left} more to pay, {still}" if left else "it is paid then"
    return f"Pay 1 {name} for the building, {3 + kind} points; {rest}."


def _claim(board: Words, state: Words, seat: int, face: int) -> str:
    if face <= 4:
        after = list(state)
        gain_stock(board, after, seat, face - 1, 1)
        there = field.stock(after, 4 * seat + face - 1) > field.stock(state, 4 * seat + face - 1)
        gain = f"1 {RESOURCES[face - 1]}" if there else f"{RESOURCES[face - 1]}, of which the supply has none"
    elif face == 5:
        gain = "a tool" if field.tools(state, seat) < MOST_TOOLS else "a tool, without effect: yours are all worth 4"
    elif field.track(state, seat) < MOST_TRACK:
        gain = "one step up the food track"
    else:
        gain = f"one step up the food track, without effect at {MOST_TRACK}"
    left = sum(field.faces(state, i) for i in range(6)) - 1
    return f"Take the die that shows {face}: {gain}; {left} left for the others, clockwise."


def _finish(board: Words, state: Words, seat: int) -> str:
    mask = field.stands(state, seat) >> 3
    places = [PLACES[CARD + i] for i in range(8) if mask >> i & 1]
    if not places:
        return "End your actions."
    open_ = [name for name in places if may_buy(board, state, seat, PLACES.index(name))]
    said = f"End your actions: your people come home from {' and '.join(places)}, which you leave"
    return f"{said}{', though you could pay' if open_ else ''}."


def _nature(board: Words, state: Words, kind: int, argument: int) -> str:
    """Dice, cards and tiles: nobody's choice."""
    if kind == a.ROLLED:
        brings = _brings(board, state, field.mover(state), argument)
        return f"The dice show {argument}: {brings} {GAINS[field.gain(state)]} without tools."
    if kind == a.DICE_FACES:
        return "A die for each player; the buyer of the card picks first."
    if kind == a.TURNED:
        return f"The next tile of the stack: {tile_in_words(argument - 1)}."
    if kind == a.DRAWN:
        seen = f": {_bottom(CARD_NAMES[argument - 1])}" if argument else ", seen by its owner alone"
        return f"A card from the deck of {deck(state)}, for its lower half{seen}."
    return f"A card comes to the row: {card_in_words(CARD_NAMES[argument - 1])}."

