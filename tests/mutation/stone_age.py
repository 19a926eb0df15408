"""Faults of Stone Age's rules, many of them found in some program of this game."""

from __future__ import annotations

from tests.mutation.fault import Fault


def _fault(words: str, file: str, likely: str, *edits: tuple[str, str]) -> Fault:
    return Fault(words, f"core/stone_age/{file}.py", edits, f"tests/core/stone_age/test_{likely}.py")


FAULTS = (
    _fault("the third village place stays open", "setup", "placing", ("= 3 if seats == 4 else 2", "= 3 if seats > 0 else 2")),
    _fault("one more player at a resource place", "setup", "placing", ("{2: 1, 3: 2, 4: 4}[seats]", "{2: 2, 3: 4, 4: 4}[seats]")),
    _fault("six rings", "figures", "placing", ("\nRINGS = 7\n", "\nRINGS = 6\n")),
    _fault("one person goes to the hut", "legal", "placing", ("(2 if where == HUT else 1)", "(1 if where == HUT else 1)")),
    _fault("one person at home may go to the hut", "placing", "placing",
           ("        free &= ~0b10\n    if board", "        free &= ~0\n    if board")),
    _fault("the hunt again in the same round", "placing", "placing", ("board[HUNT_REPEAT] == 0:", "board[HUNT_REPEAT] == 2:")),
    _fault("the hut adds nobody", "apply", "actions",
           ("people(state, seat) + 1)\n            n = 3", "people(state, seat))\n            n = 3")),
    _fault("a fresh tool is turned", "toolbox", "actions",
           ("    set_tools(state, seat, t + 1)\n",
            "    set_tools(state, seat, t + 1)\n    set_high(state, seat, high(state, seat) + 1)\n")),
    _fault("a turned tool grows before an unturned one", "toolbox", "actions",
           ("if t >= SLOTS and low_unturned(state, seat) == 0:", "if t >= SLOTS and low(state, seat) > 0:")),
    _fault("tools for one use are kept", "toolbox", "actions", ("    set_once(state, seat, once(state, seat) & ~ones)\n", "")),
    _fault("tools stay turned", "rounds", "rounds", ("        set_low(state, seat, 0)\n", "")),
    _fault("no tools with a card's two dice", "apply", "actions",
           ("    set_dice(state, 0)\n    if has_tool(state, seat) == 1:",
            "    many = dice(state)\n    set_dice(state, 0)\n    if has_tool(state, seat) == 1 and many != 2:"),
           ("    cards,\n", "    cards,\n    dice,\n")),
    _fault("a food for each three", "gains", "actions", ("for divisor in (2, 3, 4, 5, 6)", "for divisor in (3, 3, 4, 5, 6)")),
    _fault("a gold for each five", "gains", "actions", ("for divisor in (2, 3, 4, 5, 6)", "for divisor in (2, 3, 4, 5, 5)")),
    _fault("the sixth face is a food", "gains", "actions",
           ("        return grow(state, seat)\n    return gain_track(state, seat)",
            "        return grow(state, seat)\n    return add_food(state, seat, 1)")),
    _fault("dice are picked the other way round", "apply", "actions",
           ("    return set_mover(state, after(board, mover(state)))",
            "    return set_mover(state, (mover(state) + board[SEAT_COUNT] - 1) % board[SEAT_COUNT])"),
           ("    CARD_FACE,\n", "    CARD_FACE,\n    SEAT_COUNT,\n")),
    _fault("at most so many kinds", "apply", "actions", ("        set_kinds(state, (price >> 3) & 7)\n", "")),
    _fault("from one to six", "figures", "actions", ("\nMOST_ANY = 7\n", "\nMOST_ANY = 6\n")),
    _fault("a tile's points are wrong", "setup", "actions", ("n * (3 + k) for k, n", "n * (2 + k) for k, n")),
    _fault("two equal hidden tiles come as seldom as one", "chance", "chance",
           ("                weights[n - 1] += 1\n", "                weights[n - 1] += 0\n")),
    _fault("food above what the people eat is lost", "rounds", "rounds",
           ("set_food(state, seat, -short)", "set_food(state, seat, 0)")),
    _fault("ten points for each one hungry", "apply", "rounds",
           ("    add_score(state, seat, -HUNGER)\n", "    add_score(state, seat, -HUNGER * left(state))\n")),
    _fault("no refusing to pay for food", "legal", "rounds",
           ("    out[n] = make(STARVE, 0)\n    return n + 1", "    return n")),
    _fault("cards do not slide", "rounds", "rounds",
           ("            set_cards(state, i, 0)\n            set_cards(state, n, card)\n", "")),
    _fault("exactly enough cards end the game", "rounds", "rounds",
           ("if deck(state) < SPACES - n:", "if deck(state) <= SPACES - n:")),
    _fault("the start player stays", "rounds", "rounds",
           ("set_start(state, after(board, start(state)))", "set_start(state, start(state))")),
    _fault("a second set of symbols counts nothing", "score", "score",
           ("return first * first + second * second", "return first * first")),
    _fault("the people of a blind card count nothing", "score", "score",
           ("    if blind(state, seat) > 0:\n        face", "    if blind(state, seat) > 63:\n        face")),
    _fault("resources left are worth nothing", "score", "score", (" - ZERO + wealth(state, seat)", " - ZERO")),
    _fault("ties by the track alone", "score", "score",
           ("* 64 + track(state, seat) + tools(state, seat) + people(state, seat)", "* 64 + track(state, seat)"),
           ("* 64 + track(state, other) + tools(state, other) + people(state, other)", "* 64 + track(state, other)")),
)
