"""What a network reads of `ascending`: coins, bids and places of each seat, the price, the classes of bids."""

from mutapa.core.compiled import compiled, popcount
from mutapa.core.features import SEATS_ASIDE, Features, Vocabulary, capped, numbers
from mutapa.core.game import UNIT
from mutapa.core.toys.ascending.auction import forced
from mutapa.core.toys.ascending.layout import (
    BOARD_LAST,
    BOARD_PLACES,
    BOARD_ROUNDS,
    BOARD_SEATS,
    SEATS_MAX,
    cash,
    mover,
    out_of,
    over,
    paid,
    paused,
    price,
    rounds,
    stake,
    won,
)
from mutapa.core.toys.ascending.legal import most

_SCALE = 32
_ASIDE = SEATS_ASIDE[:SEATS_MAX]
_PHASES = ("bidding", "income", "over")

_sparse, _dense = Vocabulary(), Vocabulary()
_SEATS = _sparse.add("seats: {}", numbers(SEATS_MAX - 1, 2))
_PHASE = _sparse.add("{}", _PHASES)
_LEFT = _sparse.add("auctions left after this one: {}", numbers(4))
_PAY = _sparse.add("pays {}", ("each bid", "the last bid"))
_PRICE = _sparse.add("price: {}", capped(_SCALE))
_MOVER = _sparse.add("to bid: {}", _ASIDE)
_GAP = _sparse.add("places between passing now and bidding on: {}, worth {}", numbers(SEATS_MAX), capped(_SCALE))
_IN = _sparse.add("{} {}", _ASIDE, ("still bids", "has passed"))
_CASH = _sparse.add("coins of {}: {}", _ASIDE, capped(_SCALE))
_STAKE = _sparse.add("bid of {}: {}", _ASIDE, capped(_SCALE))
_AHEAD = _sparse.add("places won less coins paid, of {}: {}", _ASIDE, numbers(_SCALE, -_SCALE // 2))
_dense.add("price, 16 is 1")
_dense.add("worth of the place {}, 16 is 1", ("to win", "that passing now gives"))
_dense.add("{} of {}, 16 is 1", ("coins", "bid", "places won less coins paid", "most it can bid above the price"), _ASIDE)
DENSE = len(_dense)

_kinds, _arguments, _cells, _bids = Vocabulary(), Vocabulary(), Vocabulary(), Vocabulary()
_kinds.add("{}", ("pass", "raise"))
_arguments.add("by {}", capped(_SCALE))
_cells.add("-")
BIDS_MOST = 6
_bids.add("{}", ("pass", *(f"raise by {by}" for by in capped(BIDS_MOST, 1))))

FEATURES = Features(1, _sparse, _dense, _kinds, _arguments, _cells, active=7 + 4 * SEATS_MAX, bids=_bids)


@compiled
def _fixed(value):  # type: ignore[no-untyped-def]
    """A number of coins: 16 are 1; never beyond 4."""
    return min(64, max(-64, value)) * UNIT // 16


@compiled
def features(board, work, seen, seat, sparse, dense):  # type: ignore[no-untyped-def]
    """The auction, then every seat from `seat` on."""
    seats = board[BOARD_SEATS]
    for i in range(DENSE):
        dense[i] = 0
    still = seats - popcount(out_of(seen))
    best = board[BOARD_PLACES]
    worst = board[BOARD_PLACES + max(0, still - 1)]
    sparse[0] = _SEATS + seats - 2
    sparse[1] = _PHASE + (2 if over(seen) else paused(seen))
    sparse[2] = _LEFT + max(0, board[BOARD_ROUNDS] - 1 - rounds(seen))
    sparse[3] = _PAY + (1 if board[BOARD_LAST] != 0 else 0)
    sparse[4] = _PRICE + min(price(seen), _SCALE - 1)
    sparse[5] = _MOVER + (mover(seen) - seat + seats) % seats
    sparse[6] = _GAP + max(0, still - 1) * _SCALE + min(max(0, best - worst), _SCALE - 1)
    n = 7
    dense[0] = _fixed(price(seen))
    dense[1] = _fixed(best)
    dense[2] = _fixed(worst)
    for aside in range(seats):
        s = (seat + aside) % seats
        ahead = won(seen, s) - paid(seen, s)
        sparse[n] = _IN + aside * 2 + ((out_of(seen) >> s) & 1)
        sparse[n + 1] = _CASH + aside * _SCALE + min(cash(seen, s), _SCALE - 1)
        sparse[n + 2] = _STAKE + aside * _SCALE + min(stake(seen, s), _SCALE - 1)
        sparse[n + 3] = _AHEAD + aside * _SCALE + min(max(0, ahead + _SCALE // 2), _SCALE - 1)
        n += 4
        dense[3 + aside] = _fixed(cash(seen, s))
        dense[3 + SEATS_MAX + aside] = _fixed(stake(seen, s))
        dense[3 + 2 * SEATS_MAX + aside] = _fixed(ahead)
        dense[3 + 3 * SEATS_MAX + aside] = _fixed(most(board, seen, s) - price(seen))
    return n


@compiled
def action_parts(board, work, seen, action, parts):  # type: ignore[no-untyped-def]
    """Pass, or by how much a bid is above the price."""
    parts[0] = 1 if action > 0 else 0
    parts[1] = min(action - price(seen), _SCALE) - 1 if action > 0 else 0
    parts[2] = 0
    return 0


@compiled
def bid_class(board, work, seen, action):  # type: ignore[no-untyped-def]
    """0 to pass; the raise, from `BIDS_MOST` on alike; -1 where the bidder has no choice."""
    if forced(board, work, seen) != 1:
        return -1
    return min(action - price(seen), BIDS_MOST) if action > 0 else 0
