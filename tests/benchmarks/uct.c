/* UCT for tic-tac-toe and Connect-3, written by hand: what mutapa's compiled search is measured against.
 *
 * The same search, so that the same seed gives the same visits: UCB1 with untried actions first in an order drawn by the same
 * generator, one node a simulation, uniform rollouts to the end, integer sums of utilities. Written as a C programmer
 * would for this game alone: structures, a node's edges side by side, no options. The rules are the same algorithm.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define UNIT (1 << 20)
#define CELLS 16
#define TABLE 4096
#define LN2 726817 /* ln 2, fixed point */

typedef struct { uint32_t low, high; } rng_t;
typedef struct { uint32_t stones[2]; int plies, winner; } state_t;
typedef struct { int drop, size, lines; uint32_t masks[24]; } board_t;
typedef struct { int32_t action, child; int64_t visits, sum[2]; } edge_t;
typedef struct { int32_t first, n, untried; int64_t offered, visits; } node_t;

static inline uint32_t next32(rng_t *rng) {
    uint32_t low = rng->low, high = rng->high;
    uint32_t result = low * 0x2B7E15u;
    high ^= low;
    rng->low = ((low << 26) | (low >> 6)) ^ high ^ (high << 9);
    rng->high = (high << 13) | (high >> 19);
    return result ^ (result >> 16);
}

static inline int below(rng_t *rng, int n) { return (int)(((uint64_t)next32(rng) * (uint64_t)n) >> 32); }

static inline int over(const board_t *board, const state_t *state) {
    return state->winner || state->plies == board->size * board->size;
}

static inline int legal(const board_t *board, const state_t *state, int *out) {
    uint32_t taken = state->stones[0] | state->stones[1];
    int places = board->drop ? board->size : board->size * board->size, n = 0;
    for (int place = 0; place < places; place++)
        if (!((taken >> place) & 1)) out[n++] = place;
    return n;
}

static inline void apply(const board_t *board, state_t *state, int action) {
    int seat = state->plies & 1, cell = action;
    if (board->drop) {
        uint32_t taken = state->stones[0] | state->stones[1];
        while (cell + board->size < board->size * board->size && !((taken >> (cell + board->size)) & 1)) cell += board->size;
    }
    uint32_t mine = state->stones[seat] | (1u << cell);
    state->stones[seat] = mine;
    state->plies++;
    for (int i = 0; i < board->lines; i++)
        if ((mine & board->masks[i]) == board->masks[i]) state->winner = seat + 1;
}

/* words: drop, size, number of lines, masks. Writes the visits of the root's actions in ascending order; returns how many there
 * are, or -1 where memory is out. `logs`: ln n below TABLE, fixed point. `c`: fixed point. */
int64_t uct(const int64_t *words, const int64_t *seed, const int64_t *logs, int64_t c, int64_t count, int64_t *visits) {
    board_t board = {(int)words[0], (int)words[1], (int)words[2], {0}};
    for (int i = 0; i < board.lines; i++) board.masks[i] = (uint32_t)words[3 + i];
    rng_t rng = {(uint32_t)seed[0], (uint32_t)seed[1]};
    static node_t *nodes = NULL; /* kept from call to call, as our trees are */
    static edge_t *edges = NULL;
    static int64_t room = 0;
    if (count > room) {
        free(nodes);
        free(edges);
        nodes = malloc((size_t)(count + 1) * sizeof *nodes);
        edges = malloc((size_t)(count + 1) * CELLS * sizeof *edges);
        room = nodes && edges ? count : 0;
        if (!room) return -1;
    }
    int32_t nodes_used = 1, edges_used = 0;
    nodes[0] = (node_t){-1, 0, 0, 0, 0};
    for (int64_t s = 0; s < count; s++) {
        next32(&rng); /* the key of nature's draws, which this game doesn't have */
        next32(&rng);
        state_t state;
        memset(&state, 0, sizeof state);
        int32_t path[CELLS + 1], trail[CELLS + 1], node = 0;
        int depth = 0, list[CELLS];
        for (;;) {
            path[depth] = node;
            if (over(&board, &state)) break;
            node_t *at = &nodes[node];
            if (at->first < 0) {
                int n = legal(&board, &state, list);
                at->first = edges_used;
                at->n = at->untried = n;
                for (int i = 0; i < n; i++) edges[edges_used++] = (edge_t){list[i], -1, 0, {0, 0}};
            }
            at->offered++;
            edge_t *from = &edges[at->first];
            int best = -1;
            if (at->untried > 0) {
                int k = below(&rng, at->untried);
                for (int i = 0; i < at->n; i++)
                    if (from[i].visits == 0 && k-- == 0) {
                        best = i;
                        break;
                    }
                at->untried--;
            } else {
                int mover = state.plies & 1;
                int64_t n = at->offered, extra = 0;
                while (n >= TABLE) {
                    n >>= 1;
                    extra += LN2;
                }
                int64_t log = logs[n] + extra;
                double highest = -1.0;
                for (int i = 0; i < at->n; i++) {
                    double once = 1.0 / (double)from[i].visits;
                    double score = (double)from[i].sum[mover] * once + (double)c * sqrt((double)log * once * (1.0 / UNIT));
                    if (score > highest) {
                        highest = score;
                        best = i;
                    }
                }
            }
            edge_t *edge = &from[best];
            trail[depth++] = at->first + best;
            apply(&board, &state, edge->action);
            if (edge->child < 0) {
                edge->child = nodes_used;
                nodes[nodes_used] = (node_t){-1, 0, 0, 0, 0};
                path[depth] = nodes_used++;
                break;
            }
            node = edge->child;
        }
        while (!over(&board, &state)) {
            int n = legal(&board, &state, list);
            apply(&board, &state, list[below(&rng, n)]);
        }
        int64_t value[2] = {UNIT / 2, UNIT / 2};
        if (state.winner) {
            value[state.winner - 1] = UNIT;
            value[2 - state.winner] = 0;
        }
        for (int i = 0; i < depth; i++) {
            nodes[path[i]].visits++;
            edge_t *edge = &edges[trail[i]];
            edge->visits++;
            edge->sum[0] += value[0];
            edge->sum[1] += value[1];
        }
        nodes[path[depth]].visits++;
    }
    int n = nodes[0].n;
    for (int i = 0; i < n; i++) visits[i] = edges[nodes[0].first + i].visits;
    return n;
}
