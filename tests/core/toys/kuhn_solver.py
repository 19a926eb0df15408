"""Kuhn poker solved by enumeration: values of policies, best responses, the known equilibria."""

from __future__ import annotations

from fractions import Fraction

from mutapa.core.game import OVER, SEATS
from mutapa.core.toys.kuhn.game import RULES

J, Q, K = 1, 2, 3
PASS, BET = 0, 1
Policy = dict[tuple[int, int, tuple[int, ...]], Fraction]
"""Probability of BET by (seat, card, history)."""


def play(cards: tuple[int, int], history: tuple[int, ...]) -> list[int]:
    state = [0]
    for action in (*cards, *history):
        RULES.apply([0], [0] * 4, state, action)
    return state


def turn(state: list[int]) -> int:
    return int(RULES.turn([0], [0] * 4, state))


def coins(state: list[int]) -> int:
    out = [0] * (2 * SEATS)
    RULES.outcome([0], [0] * 4, state, out)
    assert out[SEATS] == -out[SEATS + 1]
    assert out[:2] == ([1, 2] if out[SEATS] > 0 else [2, 1])
    return out[SEATS]


def expected(policy: Policy, cards: tuple[int, int], history: tuple[int, ...]) -> Fraction:
    """Coins of seat 0 when both follow `policy`."""
    state = play(cards, history)
    seat = turn(state)
    if seat == OVER:
        return Fraction(coins(state))
    bet = policy[seat, cards[seat], history]
    return bet * expected(policy, cards, (*history, BET)) + (1 - bet) * expected(policy, cards, (*history, PASS))


def best_response(policy: Policy, seat: int) -> Fraction:
    """The most coins that `seat` can win on average against `policy`: every pure plan is tried, card by card."""
    nodes = [(), (0, 1)] if seat == 0 else [(0,), (1,)]
    total = Fraction(0)
    for card in (J, Q, K):
        rivals = [c for c in (J, Q, K) if c != card]
        plans = []
        for plan in range(4):
            mixed = dict(policy)
            for i, node in enumerate(nodes):
                mixed[seat, card, node] = Fraction((plan >> i) & 1)
            deals = [(card, rival) if seat == 0 else (rival, card) for rival in rivals]
            plans.append(sum(expected(mixed, deal, ()) for deal in deals) * (1 if seat == 0 else -1))
        total += max(plans) / 6
    return total


def equilibrium(alpha: Fraction) -> Policy:
    third = Fraction(1, 3)
    return {
        (0, J, ()): alpha, (0, Q, ()): Fraction(0), (0, K, ()): 3 * alpha,
        (0, J, (0, 1)): Fraction(0), (0, Q, (0, 1)): alpha + third, (0, K, (0, 1)): Fraction(1),
        (1, J, (0,)): third, (1, Q, (0,)): Fraction(0), (1, K, (0,)): Fraction(1),
        (1, J, (1,)): Fraction(0), (1, Q, (1,)): third, (1, K, (1,)): Fraction(1),
    }  # fmt: skip
