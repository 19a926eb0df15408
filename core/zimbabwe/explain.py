"""What a step means, in the words of the rules: what it is, what it costs, where the cattle go.

For a person at the table; nothing here decides anything. Costs are asked from the rules' own functions, so that the two agree.
"""

from __future__ import annotations

from mutapa.core.streams import Array
from mutapa.core.zimbabwe import actions as a
from mutapa.core.zimbabwe import layout as field
from mutapa.core.zimbabwe.auction import last_standing, most_gift, subsidy
from mutapa.core.zimbabwe.buying import slot_at
from mutapa.core.zimbabwe.cards import god_vr, use_cost
from mutapa.core.zimbabwe.feasible import level_at
from mutapa.core.zimbabwe.figures import (
    BUILD_COST,
    BUILDER,
    GODS,
    GU,
    HERD,
    INPUT,
    PRIMARY,
    RESOURCES,
    SPECIALIST_VR,
    SPECIALISTS,
    TILE_VP,
    TSUI_GOAB,
)
from mutapa.core.zimbabwe.hubs import FAR, hub_table, hubs_to, hubs_to_tile
from mutapa.core.zimbabwe.placing import card_vr, next_card, owned_card
from mutapa.core.zimbabwe.raising import least
from mutapa.core.zimbabwe.reach import see_monuments
from mutapa.core.zimbabwe.text import square_name
from mutapa.core.zimbabwe.ways import far_of, price
from mutapa.core.zimbabwe.work import WORK_WORDS

Words = list[int]

PEOPLE = ("wood carver", "potter", "ivory carver", "diamond cutter", "sculptor", "vessel maker", "throne maker")
"""Craftsmen by type, by the name of their trade."""

POWERS = {
    "shadipinyi": "a plaque of its own stands before all others when gifts are handed out, from the next auction on",
    "elegua": "the stock pays up to 3 cattle of your first gift in each auction",
    "dziva": "at the start of each of your turns, and at once, all your prices are set anew, 1 to 3",
    "eshu": "in your turns ranges are 6 instead of 3, for raising, hubs and placing",
    "gu": "each technology raises your requirement by 1 only, those you own and those to come",
    "obatala": "where you build a monument you may build a second one",
    "atete": "you may use a resource that was used once this round already",
    "tsui-goab": "the goods for a monument may be of any kinds, the same craftsman several times",
    "anansi": "you pay 1 for each good, whatever its price",
    "qamata": "cattle that anybody pays for hubs go on this card, and to you with the revenues",
    "engai": "2 cattle more with each revenue",
    "xango": "you win a tie of players who are equally far over their requirement",
}
EFFECTS = {
    "shaman": "put a resource tile of the supply on an empty square",
    "rain": "put a water tile on two empty squares side by side; waters that touch become one",
    "herd": "for every 2 cattle put on the card the stock adds 1; all of it comes back with the revenues",
    "builder": "until the end of the turn the first 2 cattle of each craftsman's cost go on this card, not to the stock",
    "nomads": "until the end of the turn monuments may be built next to monuments",
}


def explain(board: Array, state: Array, action: int) -> str:
    """What `action`, legal at `state`, means."""
    words, table = [int(word) for word in state], [int(word) for word in board]
    seat = int(field.mover(words))
    kind, argument = a.kind_of_action(action), a.argument_of(action)
    if kind in (a.SEAL, a.REVEAL):
        return _sealed(words, seat, kind, argument)
    if kind in (a.PASS, a.BID, a.TAKE):
        return _auction(words, seat, kind, argument)
    if kind in (a.HIRE, a.USE):
        return _specialist(kind == a.HIRE, argument >> 2, argument & 3)
    if kind == a.CHOOSE_GOD:
        change = god_vr(words, seat, argument)
        rebate = " (what your technologies asked beyond 1 each is given back)" if argument == GU else ""
        return f"Adore {GODS[argument].title()}, for the whole game: requirement {change:+}{rebate}; {POWERS[GODS[argument]]}."
    if kind == a.PLACE:
        return _craftsman(words, seat, argument)
    if kind == a.AT:
        return _at(words, seat, square_name(argument >> 2), argument & 3)
    if kind == a.PRICE:
        return _price(words, seat, argument >> 2, argument & 3)
    if kind == a.SUPPLY:
        return f"Take {RESOURCES[argument]} from the supply, {field.supply(words, argument)} left, then choose its square."
    if kind == a.FINISH:
        return _finish(words)
    if kind == a.RAISE:
        return _raise(table, words, seat, argument)
    if kind in (a.BUY, a.FROM):
        return _good(table, words, seat, argument >> 9, argument & 511, kind == a.FROM)
    if kind == a.RESOURCE:
        return f"Use the resource on {square_name(argument)}: its marker stays until the end of the round, for everybody."
    return {
        a.FIRST_MONUMENT: f"Your first monument, on the starting area {square_name(argument)}: 1 VP.",
        a.BUILD: "Main action: build a monument, free, 1 VP, on empty land with no monument on the eight squares around it. "
        "Where is asked next.",
        a.PRICES: "Main action: only raise prices, at least one of them; they are asked in turn.",
        a.END: "End your turn" + ("." if field.main_done(words) else " without a main action."),
    }[kind]  # fmt: skip


def _auction(state: Words, seat: int, kind: int, amount: int) -> str:
    if kind == a.TAKE:
        return "All others have passed: take the first place in the order of play, for nothing; then plaques are emptied."
    if kind == a.PASS:
        place = field.active(state).bit_count()
        forced = "" if most_gift(state, seat) > field.gift(state) and not last_standing(state) else " (you can't beat the gift)"
        return f"Bid no more in this auction{forced}: you play as number {place}, and get your plaque's cattle all the same."
    helped = min(subsidy(state, seat), amount)
    stock = f", {helped} of them by Elegua from the stock" if helped else ""
    return f"Give {amount} cattle{stock}, not given back; they go on the plaques one by one. The others must give more or pass."


def _sealed(state: Words, seat: int, kind: int, argument: int) -> str:
    if kind == a.REVEAL:
        return f"Show the amount committed, {argument}, and pay it; when all are shown, the highest goes first."
    amount = argument - 1
    helped = min(subsidy(state, seat), amount)
    stock = f", {helped} of them by Elegua from the stock" if helped else ""
    pays = f"Commit {amount} cattle{stock}" if amount else "Commit nothing"
    return f"{pays}, unseen until all have; the higher amount plays earlier (ties: the earlier plaque), and every amount is paid."


def _specialist(new: bool, which: int, units: int) -> str:
    name, cost = SPECIALISTS[which], use_cost(which, units)
    raised = (SPECIALIST_VR >> (3 * which)) & 7
    taken = f"Take {name.title()} for the whole game, requirement +{raised}, and use it now" if new else f"Use {name.title()}"
    gain = f" The card brings {cost + units}." if which == HERD else ""
    return f"{taken}: {cost} cattle on its card, back with the revenues; {EFFECTS[name]}.{gain}"


def _a(kind: int) -> str:
    return f"an {PEOPLE[kind]}" if PEOPLE[kind][0] in "aeiou" else f"a {PEOPLE[kind]}"


def _craftsman(state: Words, seat: int, kind: int) -> str:
    cost = (BUILD_COST >> (4 * kind)) & 15
    said = f"Place {_a(kind)}, {cost} cattle to the stock, {(TILE_VP >> (2 * kind)) & 3} VP; where is asked next"
    if field.specialist_owner(state, BUILDER) == seat + 1 and field.specialists_used(state) >> BUILDER & 1:
        said = said.replace("to the stock", "the first 2 of them onto Builder")
    if owned_card(state, seat, kind) < 0:
        said += f"; its technology, requirement +{card_vr(state, seat, next_card(state, kind))}, comes with it and gets a price"
    primary = (PRIMARY >> (3 * kind)) & 7
    needs = f"{RESOURCES[(INPUT >> (2 * kind)) & 3]} in range that is in range of no other {PEOPLE[kind]}"
    if primary < 7:
        needs += f", and {_a(primary)} in range or through hubs; from then on a {PEOPLE[primary]}'s good alone raises nothing"
    return f"{said}. It needs {needs}."


def _at(state: Words, seat: int, square: str, way: int) -> str:
    step = field.pending(state)
    lies = {0: "", 1: " and the square to the right of it", 2: " and the square below it"}[way]
    if step in (field.AT_MONUMENT, field.AT_SECOND):
        return f"A monument of level 1 on {square}: 1 VP." + (" By Obatala." if step == field.AT_SECOND else "")
    if step == field.AT_TILE:
        kind = field.kind_of(state)
        whole = lies or ", the top left of its four squares"
        cost, points = (BUILD_COST >> (4 * kind)) & 15, (TILE_VP >> (2 * kind)) & 3
        return f"The {PEOPLE[kind]} stands on {square}{whole}: {cost} cattle, {points} VP."
    if step == field.AT_RAIN:
        return f"Water on {square}{lies}: a lake is crossed in one step."
    return f"The {RESOURCES[field.kind_of(state)]} tile lies on {square}, and is there for everybody."


def _price(state: Words, seat: int, kind: int, value: int) -> str:
    now = field.card_price(state, owned_card(state, seat, kind))
    said = f"Who buys a good of your {PEOPLE[kind]} pays {value}, onto your card"
    if value == now:
        return f"{said}: the price stays."
    return f"{said}{f' ({now} until now)' if now else ''}. Only Dziva ever lowers a price."


def _finish(state: Words) -> str:
    step = field.pending(state)
    if step == field.CRAFT:
        return "Place no more craftsmen; then each technology owned before this action may be raised in price."
    if step == field.AT_SECOND:
        return "Build no second monument: the main action is done."
    return "Raise no more monuments: the main action is done."


def _raise(board: Words, state: Words, seat: int, code: int) -> str:
    level = level_at(state, code)
    cost = least(board, [0] * WORK_WORDS, state, seat, code, level)
    goods = "a ritual good" if level == 1 else f"{level} ritual goods"
    if level > 1 and field.god(state, seat) != TSUI_GOAB + 1:
        goods += ", each of another kind"
    said = "Raise one more" if field.pending(state) == field.RAISE_NEXT else "Main action: raise monuments, each by one level"
    return (
        f"{said}. That on {square_name(code)} goes from level {level} to {level + 1}, {2 * level} VP, for {goods}: {cost} cattle "
        "at least. Goods are bought one by one."
    )


def _good(board: Words, state: Words, seat: int, kind: int, anchor: int, primary: bool) -> str:
    slot, far, work = slot_at(state, kind, anchor), far_of(state, seat), [0] * WORK_WORDS
    see_monuments(work, state)
    table = hub_table(board, work, state, slot, far)
    if primary:
        hubs = hubs_to_tile(board, work, state, table, field.good_slot(state) - 1, far, FAR)
    else:
        hubs = hubs_to(board, work, state, table, field.raising(state), far, FAR)
    owner = (field.tile(state, slot) >> 10) - 1
    whose = "your own card (back with the revenues)" if owner == seat else f"the card of seat {owner}"
    said = f"{'The primary good, from' if primary else 'A good of'} the {PEOPLE[kind]} at {square_name(anchor)}: "
    said += f"{price(state, seat, slot)} cattle onto {whose}"
    said += f", {hubs} for {'a hub' if hubs == 1 else 'hubs'}" if hubs else ""
    more = ", then a primary good" if (PRIMARY >> (3 * kind)) & 7 < 7 else ""
    return f"{said}; then choose the {RESOURCES[(INPUT >> (2 * kind)) & 3]} it uses{more}."
