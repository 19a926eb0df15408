"""Faults of The Great Zimbabwe's rules."""

from __future__ import annotations

from tests.mutation.fault import Fault


def _fault(words: str, file: str, likely: str, *edits: tuple[str, str]) -> Fault:
    return Fault(words, f"core/zimbabwe/{file}.py", edits, f"tests/core/zimbabwe/test_{likely}.py")


FAULTS = (
    _fault("a range of 4", "figures", "reach", ("\nRANGE = 3\n", "\nRANGE = 4\n")),
    _fault("a hub is not paid", "buying", "reach", ("add_cattle(state, seat, -hubs)", "add_cattle(state, seat, 0)")),
    _fault("used markers stay on the map", "rounds", "raising",
           ("    state[USED_WORD] = 0\n    state[USED_WORD + 1] = 0\n", "")),
    _fault("of two markers on a square, the later one comes first", "auction", "auction",
           ("vr(state, plaques(state, at - 1)) < vr(state, seat)", "vr(state, plaques(state, at - 1)) <= vr(state, seat)")),
    _fault("Elegua's stock helps every time", "auction", "auction",
           ("god(state, seat) == ELEGUA + 1 and elegua_used(state) == 0", "god(state, seat) == ELEGUA + 1")),
    _fault("prices may be lowered", "feasible", "cards",
           ("        if lowers_in_price_step(board, state, seat) == 1:\n            return 1\n        return 0\n",
            "        return 1\n")),
    _fault("a resource claimed by a tile of one's own counts as unclaimed", "placing", "placing",
           ("        if tile(state, 3 * kind + k) != 0:\n            left &=",
            "        if tile(state, 3 * kind + k) != 0 and (tile(state, 3 * kind + k) >> 10) - 1 != mover(state):\n"
            "            left &="),
           ("    god,\n    specialist_owner,", "    god,\n    mover,\n    specialist_owner,")),
    _fault("a secondary doesn't ban its primary before a second one stands", "ways", "raising",
           ("secondary < 7 and tile(state, 3 * secondary) != 0", "secondary < 7 and tile(state, 3 * secondary + 1) != 0")),
    _fault("Gu gives nothing back", "cards", "cards", ("back += ((CARD_VR >> (3 * card)) & 7) - 1", "back += 0")),
    _fault("a forced pass is skipped", "auction", "auction",
           ("        if ((active(state) >> plaques(state, at)) & 1) == 1:\n            going = 0\n",
            "        if ((active(state) >> plaques(state, at)) & 1) == 1:\n"
            "            if popcount(active(state)) == 1 or gift(state) < most_gift(state, plaques(state, at)):\n"
            "                going = 0\n"
            "            else:\n"
            "                set_order(state, popcount(active(state)) - 1, plaques(state, at))\n"
            "                set_active(state, active(state) ^ (1 << plaques(state, at)))\n"),
           ("    elegua_used,\n    god,", "    elegua_used,\n    gift,\n    god,")),
    _fault("two goods may share a piece of wood", "ways", "raising",
           ("        if uses(first | second, twice) < 2:\n            return 0\n        if third",
            "        if third")),
    _fault("one passes through a monument without using it as a hub", "reach", "reach",
           ("work[MONUMENTS + w] & (WORD ^ work[out + w])", "0")),
    _fault("the plaque of Shadipinyi lies behind the others", "auction", "auction",
           ("share(total(state), queue, 0)", "share(total(state), queue, seats)"),
           ("        first = 1\n", "        first = 0\n")),
    _fault("with Atete a resource never runs out", "ways", "raising",
           ("return WORD ^ state[USED + 1]", "return WORD")),
    _fault("the earlier in the order of play wins a tie before the points are looked at", "score", "score",
           ("vp(state, a) != vp(state, b)", "vp(state, a) < 0")),
    _fault("of equal sealed amounts the later plaque plays first", "auction", "sealed",
           ("sealed(state, order(state, at - 1)) < sealed", "sealed(state, order(state, at - 1)) <= sealed")),
    _fault("sealed amounts are paid and vanish", "auction", "sealed",
           ("    add_total(state, amount)\n    set_sealed", "    set_sealed")),
)
