/* A bot of Mutapa as one program: the engine protocol on stdin and stdout, without Python.

   Rules, notation, set-ups, the search and what is made of it are compiled Python in two objects (rules.o, face.o). What is left to
   C is what compiled Python can't do: the program's start, lines in and out, memory, the clock, and threads; and the order in which
   it all is called. engine.h, written by mutapa.search.export.program, has the game's tables and the entries' prototypes.

   With -DMUTAPA_LIBRARY this is a library (mutapa.h) in place of a program: nothing is global but constants. */

#include <ctype.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#endif

#include "engine.h" /* after all others: it gives short names to the entries */

typedef int64_t word;

enum { LINE = 8192, LETTERS = LINE + 64, SHORT = 512, TOKENS = 64, THINGS = 3 * (LINE + 8), DIGEST = 8 };
enum { CHANCE = -1, OVER = -2, WRONG_TURN = -3 };
enum { FIRST_CHUNK = 8, LONG_GAME = 1 << 14, GAMES = 8, STEPS_KEPT = 1 << 14 };
static const word GUARD = 0x5EED0F600D5;
static const double SLICE = 0.002, MARGIN = 0.002, PLANNING = 0.01, NEVER = 1e18;

typedef struct { word *at; word n; } Array;
#define A(x) (x).at, (x).n
#define T(x) (word *)(x), (word)(sizeof(x) / sizeof *(x))
typedef struct { float *at; word n; } Floats;

typedef struct {
    Array head, nodes, edges, table, path, world, view, live, actions, weights, bracket, luck, types, values, guesses, marks;
    Array habits, rng, work, known, moved;
    Floats layers; /* with a network: what it thinks with */
    Array sight, sparse, dense, parts, keys;
} Tree;

typedef struct { word turn, action; word *seen; } Event;

typedef struct {
    double sims, seconds, left, increment; /* below 0: no such limit */
    int stop;
    double extend;
} Budget;

typedef struct Engine {
    double knobs[KNOBS + 1]; /* NAN: not set */
    word seed;
    /* the game under way */
    int announced, dealt, seats, you, perfect, events, room;
    char id[256];
    Event *log;
    Array board, seen, world, trial, work, actions, weights, chosen, things, text, words, tokens, bytes, scratch;
    Array follow, spare, luck, values, marks;
    /* the bot */
    Floats net;
    Array prior, rivals, rivals_state, bigs; /* what is believed of bidders */
    Array base, rng, settings, belief, rows, steps, line, course, plan, way;
    Tree *trees;
    int tree_count, thread_count, step_count, lost;
    word searches, row_count, sims_done;
    int has_result, timed;
    word lead; /* the search's own choice */
    double values_found[8];
    /* who is asked */
    atomic_int halt;
    int thinking, asking, started; /* an answer is due; a question waits for the thinker; there is one */
    pthread_t thinker;
    pthread_mutex_t mouth, desk;
    pthread_cond_t turn_over;
    Budget asked;
    double asked_at;
    int has_asked;
    void (*say)(void *, const char *);
    void *listener;
    char *block; /* memory of the game under way, and how much of it */
    size_t needed;
#ifdef MUTAPA_GUARDS
    word *guards[2048];
    size_t guarded;
#endif
    char complaint[256];
} Engine;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

/* --- lines out ----------------------------------------------------------------------------------------------------------- */

static void say(Engine *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(Engine *e, const char *format, ...) {
    char line[LINE];
    va_list given;
    va_start(given, format);
    vsnprintf(line, sizeof line - 1, format, given);
    va_end(given);
    pthread_mutex_lock(&e->mouth);
    e->say(e->listener, line);
    pthread_mutex_unlock(&e->mouth);
}

/* What is wrong, to be said by who called: returned through every level as the code of an `error` line. */
static const char *wrong(Engine *e, const char *code, const char *format, ...) __attribute__((format(printf, 3, 4)));
static const char *wrong(Engine *e, const char *code, const char *format, ...) {
    va_list given;
    va_start(given, format);
    vsnprintf(e->complaint, sizeof e->complaint, format, given);
    va_end(given);
    for (char *c = e->complaint; *c; c++) /* what was given may be no UTF-8, or be cut in the middle of a letter */
        if ((unsigned char)*c < 32 || (unsigned char)*c >= 127) *c = '?';
    return code;
}

/* --- memory: one block for a game, let go as a whole ----------------------------------------------------------------------- */

/* Room for n words, counted only while there is no block yet. With -DMUTAPA_GUARDS a word behind each array tells of writes past
   its end: compiled Python checks no bounds. */
static Array array(Engine *e, word n) {
    Array made = {0, n > 0 ? n : 1};
    if (e->block) made.at = (word *)(e->block + e->needed);
    e->needed += (size_t)made.n * sizeof(word);
#ifdef MUTAPA_GUARDS
    if (e->block) {
        if (e->guarded == sizeof e->guards / sizeof *e->guards) abort();
        e->guards[e->guarded++] = made.at + made.n;
        made.at[made.n] = GUARD;
    }
    e->needed += sizeof(word);
#endif
    return made;
}

static Floats floats(Engine *e, word n) {
    Array words = array(e, (n + 1) / 2);
    return (Floats){(float *)words.at, n > 0 ? n : 1};
}

#ifdef MUTAPA_GUARDS
static void check_guards(const Engine *e) {
    for (size_t i = 0; e->block && i < e->guarded; i++)
        if (*e->guards[i] != GUARD) {
            fprintf(stderr, "array %zu was written past its end\n", i);
            abort();
        }
}
#endif

static word capacity(word words, int keyed, int seats, word most_nodes, word *edges) {
    word edge_words = SUM + seats + 1, fit = words / (NODE + EDGES_PER_NODE * edge_words + (keyed ? KEY_WORDS : 0));
    word count = most_nodes && most_nodes < fit ? most_nodes : fit;
    *edges = EDGES_PER_NODE * count;
    if (most_nodes && *edges < ACTIONS_MAX) *edges = ACTIONS_MAX;
    if (count < 2 || *edges < ACTIONS_MAX || count * NODE + *edges * edge_words > words) return 0;
    return count;
}

static word slots(word nodes) {
    word n = 1;
    while (n < 2 * nodes) n *= 2;
    return n;
}

/* --- knobs ----------------------------------------------------------------------------------------------------------------- */

static double knob(const Engine *e, int which, double otherwise) {
    for (int i = 0; i < KNOBS; i++)
        if (KNOB[i].where == which) return isnan(e->knobs[i]) ? otherwise : e->knobs[i];
    return otherwise;
}

static int tree_total(const Engine *e) { return BOT == BOT_UCT ? (int)knob(e, K_TREES, FIXED_TREES) : 0; }

static word seconds_to_micros(double seconds) { return seconds < 0 ? -1 : (word)(seconds * 1e6); }

static Budget own_budget(const Engine *e) {
    Budget b = {knob(e, K_SIMS, -1), knob(e, K_SECONDS, -1), -1, 0, 0, 0};
    if (b.sims < 0 && b.seconds < 0) b.sims = 800;
    return b;
}

/* `budget` with the options stop and extend. */
static Budget eager(const Engine *e, Budget b) {
    int clocked = b.left >= 0 && SETTINGS[SET_SELECT] != GUMBEL;
    b.stop = knob(e, K_STOP, clocked) != 0;
    b.extend = knob(e, K_EXTEND, clocked);
    if (SETTINGS[SET_PROVEN]) b.stop = 0;
    return b;
}

static const char *set_knob(Engine *e, const char *name, const char *rest) {
    char *end;
    for (int i = 0; i < KNOBS; i++) {
        if (strcmp(name, KNOB[i].name)) continue;
        double value = strtod(rest, &end);
        if (!*rest || *end || !isfinite(value) || (KNOB[i].whole && rest[strspn(rest, "-0123456789")]) || strpbrk(rest, "xXnN"))
            return wrong(e, "option", "%s=%.40s is no %snumber", name, rest, KNOB[i].whole ? "whole " : "");
        if (value < KNOB[i].least || value > KNOB[i].most)
            return wrong(e, "option", "%s=%.40s is out of range; right would be %g to %g", name, rest, KNOB[i].least, KNOB[i].most);
        double before = e->knobs[i];
        e->knobs[i] = value;
        if (knob(e, K_THREADS, FIXED_THREADS) > (tree_total(e) ? tree_total(e) : 1)) {
            e->knobs[i] = before;
            return wrong(e, "option", "%s=%.40s: more threads than trees, and a tree is grown by one thread", name, rest);
        }
        return 0;
    }
    return wrong(e, "option", "set: unknown option '%.40s'", name);
}

/* --- streams and hashes -------------------------------------------------------------------------------------------------- */

static void digest(Engine *e, size_t n, unsigned char out[DIGEST]) {
    blake(A(e->bytes), 0, (word)n, DIGEST, A(e->scratch), A(e->scratch), BLAKE_SCRATCH);
    for (int i = 0; i < DIGEST; i++) out[i] = (unsigned char)e->scratch.at[BLAKE_SCRATCH + i];
}

static void derive(Engine *e, Array out) {
    char path[400];
    unsigned char found[DIGEST];
    int n = snprintf(path, sizeof path, "%lld/s:engine/s:%s/s:seat/i:%d", (long long)e->seed, e->id, e->you);
    for (int i = 0; i < n; i++) e->bytes.at[i] = (unsigned char)path[i];
    digest(e, (size_t)n, found);
    out.at[0] = out.at[1] = 0;
    for (int i = 0; i < 4; i++) {
        out.at[0] |= (word)found[i] << (8 * i);
        out.at[1] |= (word)found[4 + i] << (8 * i);
    }
    if (!out.at[0]) out.at[0] = 1;
}

static void hash(Engine *e, char out[2 * DIGEST + 1]) {
    unsigned char found[DIGEST];
    size_t n = strlen(LAYOUT_HASH);
    for (size_t i = 0; i < n; i++) e->bytes.at[i] = (unsigned char)LAYOUT_HASH[i];
    for (word w = 0; w < e->seen.n; w++)
        for (int i = 0; i < 8; i++) e->bytes.at[n++] = (e->seen.at[w] >> (8 * i)) & 255;
    digest(e, n, found);
    for (int i = 0; i < DIGEST; i++) snprintf(out + 2 * i, 3, "%02x", found[i]);
}

/* --- the bot -------------------------------------------------------------------------------------------------------------- */

static void split_to(Array base, word index, Array out) { split_stream(A(base), index, A(out)); }

static void plant_all(Engine *e) {
    for (int i = 0; i < e->tree_count; i++) {
        Tree *t = &e->trees[i];
        plant(A(t->head), A(t->nodes), A(t->table));
        memset(t->habits.at, 0, (size_t)t->habits.n * sizeof(word));
    }
}

/* The bot is told of a step; of more than it has room for it keeps none, and its trees begin anew. */
static void note_step(Engine *e, word action) {
    if (e->step_count == e->steps.n) e->lost = 1;
    else e->steps.at[e->step_count++] = action;
}

/* The bot is told who made a step where it saw `before`: what it believes of bidders. */
static void note_belief(Engine *e, word who, word action, Array before) {
    if (BELIEFS)
        believe(A(e->board), A(e->work), A(before), who, action, e->you, e->seats, e->settings.at[SET_TYPES], PRIOR != 0, A(e->prior),
                A(e->rivals), A(e->rivals_state));
}

/* Begin with the bot afresh; the steps of the log so far are told to it. */
static void start_bot(Engine *e) {
    Array base = e->base;
    derive(e, base);
    split_to(base, 0, e->rng);
    e->searches = e->row_count = e->has_result = e->step_count = 0;
    memset(e->plan.at, 0, (size_t)e->plan.n * sizeof(word));
    e->plan.at[PLAN_ANSWER] = 200;
    if (BOT == BOT_UCT) plant_all(e);
    e->lost = 0;
    if (BELIEFS) write_prior(e->seats, e->settings.at[SET_TYPES], A(e->prior), A(e->rivals), A(e->rivals_state), A(e->bigs), A(e->belief));
    for (int i = 0; e->log && i < e->events; i++) {
        note_belief(e, e->log[i].turn, e->log[i].action, (Array){e->log[i].seen, STATE_WORDS});
        note_step(e, e->log[i].action);
    }
}

static void set_settings(Engine *e) {
    for (int i = 0; i < SETTINGS_LENGTH; i++) e->settings.at[i] = SETTINGS[i];
    for (int i = 0; i < KNOBS; i++)
        if (KNOB[i].where >= 0 && !isnan(e->knobs[i]))
            e->settings.at[KNOB[i].where] = (word)nearbyint(e->knobs[i] * KNOB[i].scale);
    e->settings.at[SET_SEAT] = e->you;
    e->settings.at[SET_SEATS] = e->seats;
    e->settings.at[SET_PERFECT] = e->perfect || KNOWN_WORLDS;
}

static word look(Engine *e, Array *where) {
    *where = e->seen;
    if (!e->perfect) {
        determinize(A(e->board), A(e->work), A(e->seen), e->you, A(e->rng), A(e->world));
        *where = e->world;
    }
    return legal(A(e->board), A(e->work), A(*where), A(e->actions));
}

static word preferred(Engine *e, Array where, word n) {
    prefer(A(e->board), A(e->work), A(where), A(e->actions), n, A(e->weights));
    return pick(A(e->actions), A(e->weights), n, A(e->rng));
}

/* One thread's part of a leg: trees first, first + threads, ... in turns of small chunks. */
typedef struct {
    Engine *e;
    int first;
    word *grown, *chunk;
    char *proven;
    word sims;
    double deadline;
} Part;

static word share_of(word sims, int index, int trees) { return sims / trees + (index < sims % trees); }

static void *grow_part(void *given) {
    Part *p = given;
    Engine *e = p->e;
    int left = 1;
    while (left && !atomic_load(&e->halt)) {
        left = 0;
        for (int i = p->first; i < e->tree_count; i += e->thread_count) {
            if (p->proven[i]) continue;
            double since = now(), rest = p->deadline >= NEVER ? SLICE : p->deadline - since;
            word want = p->sims < 0 ? p->chunk[i] : share_of(p->sims, i, e->tree_count) - p->grown[i];
            if (want > p->chunk[i]) want = p->chunk[i];
            if (want <= 0 || rest <= 0 || (p->sims < 0 && p->deadline >= NEVER)) continue;
            Tree *t = &e->trees[i];
            Array known = t->known.at ? t->known : e->seen;
            word ran = simulate(A(e->board), A(t->work), A(known), A(e->settings), A(t->head), A(t->nodes), A(t->edges),
                                A(t->table), A(t->path), A(t->world), A(t->view), A(t->live), A(t->actions), A(t->weights),
                                A(t->bracket), A(t->luck), A(t->types), A(t->values), A(t->guesses), A(t->marks), A(t->habits),
                                A(e->belief), T(LOGARITHMS), A(e->net), T(NET_PLAN), A(t->layers), A(t->sight), A(t->sparse),
                                A(t->dense), A(t->parts), A(t->keys), A(t->rng), want);
            p->grown[i] += ran;
            if (ran < want) p->proven[i] = 1;
            else left = 1;
            double ended = now(), slice = p->deadline >= NEVER ? SLICE : p->deadline - ended;
            if (slice > SLICE) slice = SLICE;
            if (slice < SLICE / 16) slice = SLICE / 16;
            double rate = want / (ended - since > 1e-7 ? ended - since : 1e-7), next = rate * slice;
            if (next > 4.0 * p->chunk[i]) next = 4.0 * p->chunk[i];
            p->chunk[i] = next < 1 ? 1 : (word)next;
        }
    }
    return 0;
}

static word merge_all(Engine *e) {
    word n = 0;
    for (int i = 0; i < e->tree_count; i++) {
        Tree *t = &e->trees[i];
        n = merge_tree(A(e->settings), A(t->head), A(t->nodes), A(t->edges), A(e->rows), n);
    }
    return e->row_count = n;
}

/* Grow all trees within a budget; the simulations run. */
static word grow(Engine *e, Budget b, double begun) {
    word grown[MOST_TREES] = {0}, chunk[MOST_TREES], done = 0;
    char proven[MOST_TREES] = {0};
    int open = e->tree_count;
    for (int i = 0; i < e->tree_count; i++) chunk[i] = FIRST_CHUNK;
    word *c = e->course.at;
    c[COURSE_SIMS] = b.sims < 0 ? -1 : (word)b.sims;
    c[COURSE_MICROS] = seconds_to_micros(b.seconds);
    c[COURSE_STOP] = b.stop;
    c[COURSE_EXTEND] = (word)nearbyint(b.extend * UNIT);
    c[COURSE_EXTENDED] = 0;
    while (open > 0 && !atomic_load(&e->halt)) {
        word n = b.stop || b.extend > 0 ? merge_all(e) : 0;
        if (!next_leg(A(e->course), A(e->rows), n, e->you, done, seconds_to_micros(now() - begun))) break;
        double deadline = c[COURSE_LEG_ENDS] < 0 ? NEVER : begun + c[COURSE_LEG_ENDS] * 1e-6;
        Part parts[MOST_TREES];
        pthread_t threads[MOST_TREES];
        int started[MOST_TREES] = {0};
        for (int t = 0; t < e->thread_count; t++)
            parts[t] = (Part){e, t, grown, chunk, proven, c[COURSE_LEG_SIMS], deadline};
        for (int t = 1; t < e->thread_count; t++) started[t] = !pthread_create(&threads[t], 0, grow_part, &parts[t]);
        grow_part(&parts[0]);
        for (int t = 1; t < e->thread_count; t++) {
            if (started[t]) pthread_join(threads[t], 0);
            else grow_part(&parts[t]); /* no thread to be had: its trees are grown here */
        }
        done = 0;
        open = 0;
        for (int i = 0; i < e->tree_count; i++) {
            word part = c[COURSE_LEG_SIMS] < 0 ? 0 : share_of(c[COURSE_LEG_SIMS], i, e->tree_count);
            done += proven[i] && part > grown[i] ? part : grown[i];
            open += !proven[i];
        }
    }
    word ran = 0;
    for (int i = 0; i < e->tree_count; i++) ran += grown[i];
    return ran;
}

static void follow_steps(Engine *e, Tree *t) {
    for (int i = 0; i < e->step_count; i++)
        if (!descend(A(e->settings), A(t->head), A(t->nodes), A(t->edges), e->steps.at[i])) {
            plant(A(t->head), A(t->nodes), A(t->table));
            memset(t->habits.at, 0, (size_t)t->habits.n * sizeof(word));
            return;
        }
    compact(A(e->settings), A(t->head), A(t->nodes), A(t->edges), A(t->moved));
    if (t->habits.n > 1) fade(A(e->settings), A(t->habits));
}

/* A search: its choice, or -1 if there was no time for a single visit. */
static word search(Engine *e, Budget b) {
    double begun = now();
    int reuse = REUSES && knob(e, K_REUSE, 1) != 0 && !e->lost;
    if (SETTINGS[SET_SELECT] == GUMBEL) e->settings.at[SET_PLANNED] = b.sims < 1 ? 1 : (word)b.sims;
    e->searches++;
    if (BELIEFS)
        e->settings.at[SET_RUNNING] = write_beliefs(e->seats, e->settings.at[SET_TYPES], A(e->rivals), A(e->rivals_state), A(e->bigs),
                                                    A(e->belief));
    for (int i = 0; i < e->tree_count; i++) {
        Tree *t = &e->trees[i];
        if (reuse) follow_steps(e, t);
        else {
            plant(A(t->head), A(t->nodes), A(t->table));
            memset(t->habits.at, 0, (size_t)t->habits.n * sizeof(word));
        }
        split_to(e->base, e->searches * 64 + i, t->rng);
        if (t->known.at) determinize(A(e->board), A(t->work), A(e->seen), e->you, A(t->rng), A(t->known));
    }
    e->step_count = e->lost = 0;
    e->sims_done = grow(e, b, begun);
    word n = merge_all(e), visits = 0;
    for (word i = 0; i < n; i++) visits += e->rows.at[ROW * i + ROW_VISITED];
    if (!visits) return -1;
    word at = best_row(A(e->rows), n, e->you), action = e->rows.at[ROW * at];
    if (SETTINGS[SET_SELECT] == GUMBEL) {
        Tree *t = &e->trees[0];
        action = survivor(A(e->settings), A(t->head), A(t->nodes), A(t->edges), A(t->bracket), e->you);
    }
    for (int s = 0; s < e->seats; s++) {
        word total = 0;
        for (word i = 0; i < n; i++) total += e->rows.at[ROW * i + ROW_TOTAL + s];
        e->values_found[s] = (double)total / ((double)visits * UNIT);
    }
    e->timed = b.seconds >= 0 || atomic_load(&e->halt);
    e->has_result = 1;
    return action;
}

static int bits(word n) {
    int found = 0;
    for (; n > 0; n >>= 1) found++;
    return found;
}

/* The clock's share for a choice among n, as seconds; 0: answer at once. */
static Budget timed_share(Engine *e, Budget b, word n, double begun) {
    word *p = e->plan.at;
    if (p[PLAN_DUE] <= 0) {
        word sums[3] = {0}, games = 0;
        double until = begun + PLANNING * b.left;
        while (games == 0 || (games < GAMES && now() < until)) {
            draw_world(A(e->board), A(e->work), A(e->seen), e->you, e->perfect, A(e->rng), A(e->trial));
            ahead(A(e->board), A(e->work), A(e->trial), A(e->settings), A(e->line), A(e->weights), A(e->rng), LONG_GAME, A(e->way));
            games++;
            for (int i = 0; i < 3; i++) sums[i] += e->way.at[i];
        }
        estimated(A(e->plan), sums[0], sums[1], sums[2], games);
    }
    double left = b.left - (now() - begun);
    share(A(e->plan), (word)(left * 1e6), (word)(b.increment * 1e6), bits(n));
    word more = limited(A(e->plan), seconds_to_micros(b.seconds), (word)(b.extend * UNIT));
    b.seconds = p[PLAN_STEP] * 1e-6;
    b.left = -1;
    b.extend = (double)more / UNIT;
    return b;
}

/* `begun`: when it was asked; what has passed since counts. */
static word choose(Engine *e, int given, Budget asked, double begun) {
    Array where;
    Budget b = given ? asked : eager(e, own_budget(e));
    if (given && asked.left >= 0) {
        if (b.sims < 0) b.sims = knob(e, K_SIMS, -1);
        if (b.seconds < 0) b.seconds = knob(e, K_SECONDS, -1);
        b = eager(e, b);
    }
    e->has_result = 0;
    word n = look(e, &where);
    if (n <= 0) return -1;
    if (BOT == BOT_RANDOM) return e->actions.at[draw_below(A(e->rng), n)];
    if (BOT == BOT_EXPERT) return preferred(e, where, n);
    if (n == 1) return e->actions.at[0];
    if (BOT == BOT_GREEDY) {
        look_ahead(A(e->board), A(e->work), A(e->seen), A(e->settings), A(e->world), A(e->actions), A(e->luck), A(e->values),
                   A(e->marks), A(e->rng), A(e->weights), e->perfect ? 1 : (word)knob(e, K_WORLDS, 8));
        return pick(A(e->actions), A(e->weights), n, A(e->rng));
    }
    double blunder = knob(e, K_BLUNDER, 0);
    if (blunder > 0 && draw_below(A(e->rng), UNIT) < blunder * UNIT) return e->actions.at[draw_below(A(e->rng), n)];
    int clocked = b.left >= 0;
    if (clocked) {
        b = timed_share(e, b, n, begun);
        if (b.seconds == 0) {
            word action = preferred(e, where, n);
            answered(A(e->plan), seconds_to_micros(now() - begun));
            return action;
        }
    }
    word action = e->lead = search(e, b);
    if (clocked) took(A(e->plan), seconds_to_micros(now() - begun), seconds_to_micros(b.seconds * (1 + b.extend)));
    if (action < 0) return preferred(e, where, n);
    word most = 0;
    int proved = 0;
    for (word i = 0; i < e->row_count; i++) {
        if (e->rows.at[ROW * i + ROW_VISITED] > most) most = e->rows.at[ROW * i + ROW_VISITED];
    }
    for (int i = 0; i < e->tree_count; i++) {
        Tree *t = &e->trees[i];
        proved |= t->nodes.at[t->head.at[HEAD_ROOT] * NODE + NODE_PROOF] > 0;
    }
    if (e->timed && !proved && most < 2) return preferred(e, where, n); /* visits say nothing yet */
    word heat = (word)nearbyint(knob(e, K_TEMPERATURE, 0) * UNIT);
    if (heat > 0) return e->rows.at[ROW * draw_by_visits(A(e->rows), ROW_VISITED, ROW, e->row_count, heat, A(e->rng))];
    return action;
}

/* --- answers --------------------------------------------------------------------------------------------------------------- */

static int step_words(Engine *e, Array state, word action, char *out, int room) {
    word n = write_step(A(e->board), A(e->work), A(state), action, T(LEXICON), A(e->tokens), A(e->words), 0);
    if (n >= room) n = room - 1;
    for (word i = 0; i < n; i++) out[i] = (char)e->words.at[i];
    out[n] = 0;
    return (int)n;
}

#ifndef MUTAPA_LIBRARY
/* What the search found. Where simulations alone bound it, no time is told: the same seed says the same. */
static void inform(Engine *e, double seconds) {
    char line[LINE], words[SHORT];
    draw_world(A(e->board), A(e->work), A(e->seen), e->you, e->perfect, A(e->follow), A(e->trial));
    if (!e->has_result) return;
    int n = snprintf(line, sizeof line, "info sims %lld", (long long)e->sims_done);
    if (e->timed) n += snprintf(line + n, sizeof line - n, " ms %.0f", seconds * 1000);
    for (int s = 0; s < e->seats; s++) n += snprintf(line + n, sizeof line - n, "%s%.4f", s ? "," : " value ", e->values_found[s]);
    word found = main_line(A(e->settings), A(e->trees[0].head), A(e->trees[0].nodes), A(e->trees[0].edges), e->lead, A(e->line));
    for (word i = 0; i < found; i++) {
        if (!is_offered(A(e->board), A(e->work), A(e->trial), A(e->actions), A(e->weights), e->line.at[i])) break;
        step_words(e, e->trial, e->line.at[i], words, sizeof words);
        if (n + strlen(words) + 16 > sizeof line) return;
        n += snprintf(line + n, sizeof line - n, "%s%s", i ? " / " : " line ", words);
        apply(A(e->board), A(e->work), A(e->trial), e->line.at[i]);
    }
    say(e, "%s", line);
}

static void think(Engine *e) {
    char words[SHORT];
    double begun = e->asked_at;
    word action = choose(e, e->has_asked, e->asked, begun);
    if (action < 0) {
        say(e, "error state internal: no choice was found");
        return;
    }
    inform(e, now() - begun);
    step_words(e, e->seen, action, words, sizeof words);
    say(e, "move n %d %s", e->events + 1, words);
}

/* The thinker: one thread for all answers, so that a controller can see how long it waited for a core. */
static void *keep_thinking(void *given) {
    Engine *e = given;
    pthread_mutex_lock(&e->desk);
    for (;;) {
        while (!e->asking) pthread_cond_wait(&e->turn_over, &e->desk);
        pthread_mutex_unlock(&e->desk);
        think(e);
        pthread_mutex_lock(&e->desk);
        e->asking = 0;
        pthread_cond_broadcast(&e->turn_over);
    }
    return 0;
}

static void ask(Engine *e) {
    if (!e->started) e->started = !pthread_create(&e->thinker, 0, keep_thinking, e);
    if (!e->started) {
        think(e); /* no thread to be had: it is deaf meanwhile */
        return;
    }
    pthread_mutex_lock(&e->desk);
    e->asking = e->thinking = 1;
    pthread_cond_broadcast(&e->turn_over);
    pthread_mutex_unlock(&e->desk);
}

static void wait_for_answer(Engine *e) {
    pthread_mutex_lock(&e->desk);
    while (e->asking) pthread_cond_wait(&e->turn_over, &e->desk);
    pthread_mutex_unlock(&e->desk);
    e->thinking = 0;
}

/* End a search under way; its answer is said before anything else is done. */
static void finish(Engine *e) {
    if (!e->thinking) return;
    atomic_store(&e->halt, 1);
    wait_for_answer(e);
}

#endif

/* --- a game ---------------------------------------------------------------------------------------------------------------- */

static const char *const CONTENT_OF[] = {"the game", "seats", "an entry it doesn't know", "an option it doesn't know",
                                         "the value of an option"};

/* Every array of a game; called twice: to count, and to hand out. */
static const char *lay_memory(Engine *e) {
    int seats = e->seats, trees = tree_total(e);
    e->needed = 0;
#ifdef MUTAPA_GUARDS
    e->guarded = 0;
#endif
    e->board = array(e, BOARD_WORDS);
    e->seen = array(e, STATE_WORDS);
    e->world = array(e, STATE_WORDS);
    e->trial = array(e, STATE_WORDS);
    e->work = array(e, WORK_WORDS);
    e->actions = array(e, ACTIONS_MAX + 1);
    e->weights = array(e, ACTIONS_MAX + 1);
    e->chosen = array(e, OPTION_COUNT + 1);
    e->things = array(e, THINGS);
    e->text = array(e, LETTERS);
    e->words = array(e, LETTERS);
    e->tokens = array(e, TOKENS);
    e->bytes = array(e, LETTERS);
    e->scratch = array(e, BLAKE_SCRATCH + DIGEST);
    e->follow = array(e, 2);
    e->spare = array(e, 2);
    e->luck = array(e, 2);
    e->values = array(e, SEATS_MAX);
    e->marks = array(e, 2 * SEATS_MAX);
    e->base = array(e, 2);
    e->rng = array(e, 2);
    e->settings = array(e, SETTINGS_LENGTH);
    e->belief = array(e, BELIEFS ? TYPES_MAX * (SEATS_MAX + TRAITS_MAX) : 1);
    e->prior = array(e, BELIEFS ? TYPES_MAX * TRAITS_MAX : 1);
    e->rivals = array(e, BELIEFS ? (word)(seats + 1) * TYPES_MAX * LIMBS : 1);
    e->rivals_state = array(e, BELIEF_STATE);
    e->bigs = array(e, BELIEFS ? BIGS : 1);
    e->rows = array(e, BOT == BOT_UCT ? ROW * (ACTIONS_MAX + 64) : 1);
    e->steps = array(e, STEPS_KEPT);
    e->line = array(e, DEPTH > ACTIONS_MAX ? DEPTH : ACTIONS_MAX + 1);
    e->course = array(e, COURSE_LENGTH);
    e->plan = array(e, PLAN_LENGTH);
    e->way = array(e, 3);
    e->net = floats(e, NET_NUMBERS);
    e->tree_count = trees;
    if (!trees) return 0;
    word edges, words = (word)(knob(e, K_MEMORY, 64) / trees * (1 << 20)) / 8;
    int keyed = SETTINGS[SET_KEYED] != 0, mast = SETTINGS[SET_ROLLOUT] == MAST;
    word nodes = capacity(words, keyed, seats, (word)knob(e, K_NODES, 0), &edges);
    if (!nodes) return wrong(e, "memory", "memory: too little for a root of %d actions", ACTIONS_MAX);
    size_t at = e->needed;
    e->trees = e->block ? (Tree *)(e->block + at) : 0;
    e->needed += ((size_t)trees * sizeof(Tree) + 7) / 8 * 8;
    for (int i = 0; i < trees; i++) {
        Tree t;
        t.head = array(e, HEAD);
        t.nodes = array(e, nodes * NODE);
        t.edges = array(e, edges * (SUM + seats));
        t.moved = array(e, edges);
        t.table = array(e, keyed ? slots(nodes) + nodes : 1);
        t.habits = array(e, mast ? HABITS + 2 * (word)seats * INDEXES : 1);
        t.work = array(e, WORK_WORDS);
        t.rng = array(e, 2);
        t.path = array(e, STEP * (DEPTH + 1));
        t.world = array(e, STATE_WORDS);
        t.view = array(e, STATE_WORDS);
        t.live = array(e, ACTIONS_MAX + 1);
        t.actions = array(e, ACTIONS_MAX + 1);
        t.weights = array(e, ACTIONS_MAX + 1);
        t.bracket = array(e, NOISE + ACTIONS_MAX);
        t.luck = array(e, 2);
        t.types = array(e, SEATS_MAX + 1);
        t.values = array(e, SEATS_MAX);
        t.guesses = array(e, SEATS_MAX);
        t.marks = array(e, 2 * SEATS_MAX);
        t.layers = floats(e, NET_LAYERS);
        t.sight = array(e, STATE_WORDS);
        t.sparse = array(e, NET_ACTIVE);
        t.dense = array(e, NET_DENSE);
        t.parts = array(e, 3);
        t.keys = array(e, NET_SLOTS);
        t.known = PIMC ? array(e, STATE_WORDS) : (Array){0, 0};
        if (e->block) e->trees[i] = t;
    }
    if (e->block) {
        e->settings.at[SET_NODES] = nodes;
        e->settings.at[SET_EDGES] = edges;
        e->settings.at[SET_SLOTS] = slots(nodes);
    }
    return 0;
}

#ifndef MUTAPA_LIBRARY
static void forget(Engine *e) {
    for (int i = 0; i < e->events; i++) free(e->log[i].seen);
    free(e->log);
    free(e->block);
    e->log = 0;
    e->block = 0;
    e->events = e->room = e->dealt = e->announced = 0;
}
#endif

#if NET_BYTES /* weights in a file: read, and made sure of, when the program starts */
static const unsigned char *mutapa_weights;
#elif NET_NUMBERS /* weights as the file had them, put in by the linker */
#if defined(__APPLE__)
#define DATA ".section __TEXT,__const\n.balign 16\n.private_extern "
#define NAME "_mutapa_weights"
#define BACK ".text"
#elif defined(_WIN32)
#define DATA ".section .rdata,\"dr\"\n.balign 16\n# "
#define NAME "mutapa_weights"
#define BACK ".text"
#else
#define DATA ".section .rodata,\"a\"\n.balign 16\n.hidden "
#define NAME "mutapa_weights"
#define BACK ".previous"
#endif
__asm__(DATA NAME "\n.globl " NAME "\n" NAME ":\n.incbin \"" NET_FILE "\"\n.byte 0\n" BACK "\n");
extern const unsigned char mutapa_weights[];
#endif

#if NET_NUMBERS
/* A float of 16 bits as one of 32: exact. */
static float widened(unsigned half) {
    unsigned sign = half >> 15, power = half >> 10 & 31, rest = half & 1023;
    float value = power ? ldexpf((float)(rest | 1024), (int)power - 25) : ldexpf((float)rest, -24);
    return sign ? -value : value;
}

/* Pieces of the weights, each a place and its bytes, in the order in which code reads them. */
static void read_network(Engine *e) {
    word n = 0;
    for (int i = 0; i < NET_PIECES_COUNT; i += 2) {
        const unsigned char *from = mutapa_weights + NET_PIECES[i], *end = from + NET_PIECES[i + 1];
        for (; from < end && n < NET_NUMBERS; from += NET_HALF ? 2 : 4, n++) {
            if (NET_HALF) e->net.at[n] = widened(from[0] | (unsigned)from[1] << 8);
            else memcpy(&e->net.at[n], from, sizeof(float));
        }
    }
}
#else
static void read_network(Engine *e) { (void)e; }
#endif

/* Take in the set-up, n letters in e->text. */
static const char *deal(Engine *e, word n) {
    word count = flatten(T(SETUP_LEXICON), A(e->text), n, A(e->things));
    if (count < 0) return wrong(e, "syntax", "setup: no JSON");
    word wrong_at = set_up(T(CATALOGUE), T(FACTS), A(e->things), A(e->text), e->seats, A(e->chosen), A(e->work), A(e->board), A(e->trial));
    if (wrong_at == 1) return wrong(e, "syntax", "setup: no JSON object");
    if (wrong_at > 1 && wrong_at < 7) return wrong(e, "syntax", "setup: %s can't be taken", CONTENT_OF[wrong_at - 2]);
    if (wrong_at > 0) return wrong(e, "syntax", "setup: entry %s is missing or can't be taken", ENTRY_NAMES[wrong_at - 7]);
    e->perfect = PERFECT && (HIDDEN_WORD < 0 || !e->board.at[HIDDEN_WORD]);
    if (NEEDS_HIDDEN && e->perfect) return wrong(e, "game", "nothing is hidden here, so this bot's worlds draw nothing");
    if (NEEDS_OPEN && !e->perfect) return wrong(e, "game", "something is hidden here, which this bot's options don't allow");
    if (NEEDS_TWO && e->seats != 2) return wrong(e, "game", "this bot's proofs are for 2 seats, and %d play", e->seats);
    observe(A(e->board), A(e->work), A(e->trial), e->you, A(e->seen));
    e->follow.at[0] = FOLLOW_LOW;
    e->follow.at[1] = FOLLOW_HIGH;
    word kept[3] = {e->settings.at[SET_NODES], e->settings.at[SET_EDGES], e->settings.at[SET_SLOTS]};
    set_settings(e);
    e->settings.at[SET_NODES] = kept[0];
    e->settings.at[SET_EDGES] = kept[1];
    e->settings.at[SET_SLOTS] = kept[2];
    if (BELIEFS) {
        word types = read_prior(A(e->board), A(e->work), PRIOR, (word *)PRIOR_TABLE, PRIOR_TABLE_COUNT, A(e->rows), A(e->prior),
                                A(e->rivals_state));
        if (!types) return wrong(e, "game", "there is no auction here for the bot's beliefs, or its table doesn't fit");
        e->settings.at[SET_TYPES] = types;
    }
    return 0;
}

/* Room for a game, from the caller or (block 0) of our own; the set-up, in words. */
static const char *begin_game(Engine *e, char *block, size_t room, const char *setup) {
    e->block = 0;
    const char *bad = lay_memory(e);
    if (bad) return bad;
    if (block && room < e->needed) return wrong(e, "memory", "%zu bytes are needed; %zu are given", e->needed, room);
    if (block) memset(block, 0, e->needed);
    else if (!(block = calloc(e->needed, 1))) return wrong(e, "memory", "there is not enough");
    e->block = block;
    lay_memory(e);
    e->thread_count = (int)knob(e, K_THREADS, FIXED_THREADS);
    size_t n = strlen(setup);
    if (n > LINE) return wrong(e, "syntax", "setup: longer than %d bytes", LINE);
    for (size_t i = 0; i < n; i++) e->text.at[i] = (unsigned char)setup[i];
    if ((bad = deal(e, (word)n))) return bad;
    e->dealt = 1;
    read_network(e);
    start_bot(e);
    return 0;
}

/* A step in words, in lower case and with single blanks, into e->text; how many letters. */
static word normal(Engine *e, const char *words) {
    word n = 0;
    for (const char *c = words; *c && n < LINE; c++) {
        if (*c == ' ' && (!n || e->text.at[n - 1] == ' ')) continue;
        e->text.at[n++] = tolower((unsigned char)*c);
    }
    while (n && e->text.at[n - 1] == ' ') n--;
    return n;
}

/* Take in a step of `turn` (a seat, or CHANCE), n letters in e->text. */
static const char *take(Engine *e, int turn, word n) {
    word action = tell(A(e->board), A(e->work), A(e->seen), A(e->world), A(e->actions), A(e->weights), T(LEXICON), A(e->tokens),
                       A(e->words), A(e->text), n, e->you, turn, e->perfect, A(e->follow), A(e->spare));
    if (action == WRONG_TURN) return wrong(e, "illegal", "item %d: it is not its turn to move", e->events + 1);
    if (action < 0) return wrong(e, "illegal", "item %d: it is not among the steps that are legal here", e->events + 1);
#ifdef MUTAPA_LIBRARY
    e->events++; /* there is no going back, so nothing is kept */
#else
    if (e->events == e->room) {
        int room = e->room ? 2 * e->room : 256;
        Event *log = realloc(e->log, (size_t)room * sizeof(Event));
        if (!log) return wrong(e, "memory", "there is not enough");
        e->log = log;
        e->room = room;
    }
    word *seen = malloc((size_t)STATE_WORDS * sizeof(word));
    if (!seen) return wrong(e, "memory", "there is not enough");
    memcpy(seen, e->seen.at, (size_t)STATE_WORDS * sizeof(word));
    e->log[e->events++] = (Event){turn, action, seen};
#endif
    note_belief(e, turn, action, e->seen);
    apply(A(e->board), A(e->work), A(e->seen), action);
    note_step(e, action);
    return 0;
}

/* The legal actions of a world that agrees with the log, in e->actions; how many, or -1: another seat is to move. */
static word listed(Engine *e) {
    if (turn(A(e->board), A(e->work), A(e->seen)) != e->you) return -1;
    draw_world(A(e->board), A(e->work), A(e->seen), e->you, e->perfect, A(e->follow), A(e->trial));
    return legal(A(e->board), A(e->work), A(e->trial), A(e->actions));
}

#ifndef MUTAPA_LIBRARY
/* --- lines in -------------------------------------------------------------------------------------------------------------- */

/* The next word of *rest, cut off; "" at the end. */
static char *next_word(char **rest) {
    while (**rest == ' ') (*rest)++;
    char *found = *rest;
    while (**rest && **rest != ' ') (*rest)++;
    if (**rest) *(*rest)++ = 0;
    while (**rest == ' ') (*rest)++;
    return found;
}

/* A number of up to 16 digits, at most `most`; -1 if it is none. */
static word number(const char *words, word most) {
    word n = 0;
    size_t digits = strlen(words);
    if (!digits || digits > 16) return -1;
    for (size_t i = 0; i < digits; i++) {
        if (!isdigit((unsigned char)words[i])) return -1;
        n = 10 * n + words[i] - '0';
    }
    return n <= most ? n : -1;
}

/* KEY VALUE pairs of which the `known` ones are filled in; an unknown one is passed over with its value. */
static const char *pairs(Engine *e, const char *verb, char *rest, int n, const char *const known[], char *found[]) {
    for (int i = 0; i < n; i++) found[i] = 0;
    while (*rest) {
        char *key = next_word(&rest), *value = next_word(&rest);
        for (int i = 0; i < n; i++)
            if (!strcmp(key, known[i])) {
                if (!*value || found[i]) return wrong(e, "syntax", "%s: %s %s", verb, key, *value ? "is given twice" : "has no value");
                found[i] = value;
            }
    }
    return 0;
}

static const char *known_game(Engine *e) {
    return e->dealt ? 0 : wrong(e, "state", "no game is under way; right would be new ..., then log 0 setup ...");
}

static const char *do_mep(Engine *e, char *rest) {
    if (strcmp(next_word(&rest), "1")) return wrong(e, "syntax", "mep: another version; this engine speaks 1");
    say(e, "id name Mutapa %s", SPEC);
    say(e, "id author %s", AUTHOR);
    say(e, "game %s rules %d seats %d-%d options%s", GAME, RULES, LEAST_SEATS, MOST_SEATS, OPTION_NAMES);
    for (size_t i = 0; i < sizeof KNOB_LINES / sizeof *KNOB_LINES; i++) say(e, "%s", KNOB_LINES[i]);
    say(e, "feature legal");
    say(e, "feature undo");
    say(e, "mepok");
    return 0;
}

static const char *do_set(Engine *e, char *rest) {
    char *name = next_word(&rest);
    if (e->announced) return wrong(e, "state", "set: a game is under way; options are set before new");
    if (!strcmp(name, "seed")) {
        word n = number(rest, 999999999);
        if (n < 0) return wrong(e, "option", "seed is '%.40s'; right would be a number from 0 to 999999999", rest);
        e->seed = n;
        return 0;
    }
    return set_knob(e, name, rest);
}

static const char *do_new(Engine *e, char *rest) {
    static const char *const keys[] = {"game", "rules", "seats", "you", "id"};
    char *given[5];
    const char *bad = pairs(e, "new", rest, 5, keys, given);
    forget(e);
    if (bad) return bad[0] == 's' ? "game" : bad;
    if (!given[0] || !given[2] || !given[3])
        return wrong(e, "game", "new: right would be new game NAME rules N seats S you K id WORD");
    if (strcmp(given[0], GAME)) return wrong(e, "game", "new: this engine plays %s", GAME);
    word seats = number(given[2], MOST_SEATS);
    if (seats < LEAST_SEATS) return wrong(e, "game", "new: %s takes %d to %d seats", GAME, LEAST_SEATS, MOST_SEATS);
    word you = number(given[3], seats - 1);
    if (you < 0) return wrong(e, "game", "new: you is '%.20s'; right would be a number from 0 to %lld", given[3], (long long)seats - 1);
    if (given[1] && number(given[1], 1 << 30) != RULES) return wrong(e, "game", "new: here are rules %d", RULES);
    if (given[4] && strlen(given[4]) >= sizeof e->id) return wrong(e, "game", "new: id is longer than %zu bytes", sizeof e->id - 1);
    e->announced = 1;
    e->seats = (int)seats;
    e->you = (int)you;
    strcpy(e->id, given[4] ? given[4] : "");
    return 0;
}

static const char *do_setup(Engine *e, word at, const char *words) {
    if (!e->announced || e->dealt) return wrong(e, "state", "log: a set-up is item 0 of a new game; right would be new ... before it");
    if (at != 0) return wrong(e, "state", "log: the set-up is item %lld; right would be item 0", (long long)at);
    const char *bad = begin_game(e, 0, 0, words);
    if (bad) {
        free(e->block);
        e->block = 0;
    }
    return bad;
}

static const char *do_log(Engine *e, char *rest) {
    word at = number(next_word(&rest), 1000000000);
    char *kind = next_word(&rest);
    if (at < 0) return wrong(e, "syntax", "log: right would be log N setup, by or chance");
    if (!strcmp(kind, "setup")) return do_setup(e, at, rest);
    const char *bad = known_game(e);
    if (bad) return bad;
    if (at != e->events + 1) return wrong(e, "state", "log: item %lld; the next one is %d", (long long)at, e->events + 1);
    word turn = CHANCE;
    if (!strcmp(kind, "by")) {
        turn = number(next_word(&rest), e->seats - 1);
        if (turn < 0) return wrong(e, "syntax", "log: by whom? right would be a seat from 0 to %d", e->seats - 1);
    } else if (strcmp(kind, "chance"))
        return wrong(e, "syntax", "log: '%.20s'; right would be setup, by or chance", kind);
    if (!*rest) return wrong(e, "syntax", "log: item %lld has no words", (long long)at);
    return take(e, (int)turn, normal(e, rest));
}

/* Turns of this seat for each of its steps so far: an increment comes once a turn, bots plan by the step. */
static double turns_a_step(const Engine *e) {
    int mine = 0, turns = 0;
    word before = CHANCE;
    for (int i = 0; i < e->events; i++) {
        word who = e->log[i].turn;
        if (who == CHANCE) continue;
        if (who == e->you) {
            mine++;
            turns += before != e->you;
        }
        before = who;
    }
    return mine ? (double)turns / mine : 0;
}

static const char *do_go(Engine *e, char *rest) {
    e->asked_at = now();
    static const char *const keys[] = {"n", "sims", "movetime", "clock", "inc"};
    char *given[5];
    const char *bad = known_game(e);
    if (bad || (bad = pairs(e, "go", rest, 5, keys, given))) return bad;
    word n = given[0] ? number(given[0], 1000000000) : -1;
    if (n < 0) return wrong(e, "syntax", "go: n is missing, or no number");
    if (n != e->events + 1) return wrong(e, "state", "go: n %lld; the next item is %d", (long long)n, e->events + 1);
    if (turn(A(e->board), A(e->work), A(e->seen)) != e->you) return wrong(e, "state", "go: seat %d is not to move", e->you);
    Budget b = {-1, -1, -1, 0, 0, 0};
    if (given[1]) {
        word sims = number(given[1], 1000000000);
        if (sims < 0) return wrong(e, "syntax", "go: sims is no number");
        b.sims = sims < 1 ? 1 : (double)sims;
    }
    if (given[2]) {
        word ms = number(given[2], 1000000000);
        if (ms < 0) return wrong(e, "syntax", "go: movetime is no number");
        b.seconds = ms / 1000.0 > MARGIN ? ms / 1000.0 - MARGIN : 0;
    }
    if (given[3]) {
        int seat = 0;
        for (char *each = given[3], *next; each; each = next, seat++) {
            if ((next = strchr(each, ','))) *next++ = 0;
            word ms = number(each, 1000000000);
            if (ms < 0) return wrong(e, "syntax", "go: clock is no list of numbers");
            if (seat == e->you) b.left = ms / 1000.0 > MARGIN ? ms / 1000.0 - MARGIN : 0;
        }
        if (seat != e->seats) return wrong(e, "syntax", "go: clock has %d numbers; right would be %d, one a seat", seat, e->seats);
        word inc = given[4] ? number(given[4], 1000000000) : 0;
        if (inc < 0) return wrong(e, "syntax", "go: inc is no number");
        b.increment = inc / 1000.0 * turns_a_step(e);
    }
    e->has_asked = given[1] || given[2] || given[3];
    e->asked = b;
    atomic_store(&e->halt, 0);
    ask(e);
    return 0;
}

static const char *at_next(Engine *e, const char *verb, const char *given) {
    word n = given ? number(given, 1000000000) : -1;
    if (n < 0) return wrong(e, "syntax", "%s: n is missing, or no number", verb);
    if (n != e->events + 1) return wrong(e, "state", "%s: n %lld; the next item is %d", verb, (long long)n, e->events + 1);
    return 0;
}

static const char *do_legal(Engine *e, char *rest) {
    static const char *const keys[] = {"n"};
    char *given[1], line[LINE], words[SHORT];
    const char *bad = known_game(e);
    if (bad || (bad = pairs(e, "legal", rest, 1, keys, given)) || (bad = at_next(e, "legal", given[0]))) return bad;
    word n = listed(e);
    if (n < 0) return wrong(e, "illegal", "item %d: seat %d is not to move here", e->events + 1, e->you);
    size_t at = 0, head = 0;
    for (word i = 0; i < n; i++) {
        size_t length = (size_t)step_words(e, e->trial, e->actions.at[i], words, sizeof words);
        if (at && at + 3 + length > LINE - 2) {
            say(e, "%s", line);
            at = 0;
        }
        if (!at) head = at = (size_t)snprintf(line, sizeof line, "legal n %d of %lld ", e->events + 1, (long long)n);
        at += (size_t)snprintf(line + at, sizeof line - at, "%s%s", at > head ? " / " : "", words);
    }
    if (at) say(e, "%s", line);
    return 0;
}

static const char *do_check(Engine *e, char *rest) {
    static const char *const keys[] = {"n", "hash", "legal"};
    char *given[3], mine[2 * DIGEST + 1], line[SHORT] = "", count[24];
    const char *bad = known_game(e);
    if (bad || (bad = pairs(e, "check", rest, 3, keys, given)) || (bad = at_next(e, "check", given[0]))) return bad;
    hash(e, mine);
    if (given[1] && strcmp(given[1], mine)) snprintf(line, sizeof line, " hash %s", mine);
    if (given[2]) {
        word n = listed(e);
        if (n < 0) return wrong(e, "illegal", "item %d: seat %d is not to move here", e->events + 1, e->you);
        snprintf(count, sizeof count, "%lld", (long long)n);
        if (strcmp(given[2], count)) snprintf(line + strlen(line), sizeof line - strlen(line), " legal %s", count);
    }
    say(e, "%s n %d%s", *line ? "differ" : "same", e->events + 1, line);
    return 0;
}

static const char *do_undo(Engine *e, char *rest) {
    static const char *const keys[] = {"n"};
    char *given[1];
    const char *bad = known_game(e);
    if (bad || (bad = pairs(e, "undo", rest, 1, keys, given))) return bad;
    word n = given[0] ? number(given[0], 1000000000) : -1;
    if (n < 0) return wrong(e, "syntax", "undo: n is missing, or no number");
    if (n < 1 || n > e->events + 1) return wrong(e, "illegal", "undo: items 1 to %d are known; %lld is asked for", e->events, (long long)n);
    if (n <= e->events) memcpy(e->seen.at, e->log[n - 1].seen, (size_t)STATE_WORDS * sizeof(word));
    while (e->events >= n) free(e->log[--e->events].seen);
    start_bot(e);
    return 0;
}

static int printable(const unsigned char *line, size_t n) {
    for (size_t i = 0; i < n; i++) {
        int more = line[i] < 0x80 ? 0 : line[i] >> 5 == 6 ? 1 : line[i] >> 4 == 14 ? 2 : line[i] >> 3 == 30 ? 3 : -1;
        if (more < 0 || line[i] == 127 || (line[i] < 32 && line[i] != '\t')) return 0;
        for (; more; more--)
            if (++i >= n || line[i] >> 6 != 2) return 0;
    }
    return 1;
}

/* One line, n bytes without its LF; 0: it was quit. */
static int handle(Engine *e, char *line, size_t n) {
    static const struct { const char *verb; const char *(*act)(Engine *, char *); } VERBS[] = {
        {"set", do_set}, {"new", do_new}, {"log", do_log}, {"go", do_go}, {"legal", do_legal}, {"check", do_check}, {"undo", do_undo}};
    const char *bad = 0;
    if (n && line[n - 1] == '\r') n--;
    line[n] = 0;
    if (!printable((unsigned char *)line, n)) bad = wrong(e, "syntax", "a line with control characters, or no UTF-8");
    for (size_t i = 0; i < n; i++)
        if (line[i] == '\t') line[i] = ' ';
    while (n && line[n - 1] == ' ') line[--n] = 0;
    char *rest = line, *verb = bad ? line : next_word(&rest);
    if (!bad) {
        if (!*verb) return 1;
        if (!strcmp(verb, "quit")) return 0;
        if (!strcmp(verb, "stop")) {
            atomic_store(&e->halt, 1);
            return 1;
        }
        if (!strcmp(verb, "ready")) {
            say(e, "readyok");
            return 1;
        }
        if (!strcmp(verb, "mep")) bad = do_mep(e, rest);
        else if (!strcmp(verb, "result")) {
            finish(e);
            forget(e);
        } else {
            bad = wrong(e, "syntax", "unknown verb '%.40s'", verb);
            for (size_t i = 0; i < sizeof VERBS / sizeof *VERBS; i++)
                if (!strcmp(verb, VERBS[i].verb)) {
                    finish(e);
                    bad = VERBS[i].act(e, rest);
                    break;
                }
        }
    }
    if (bad) say(e, "error %s %s", bad, e->complaint);
    return 1;
}

static void write_line(void *listener, const char *line) {
    fputs(line, listener);
    putc('\n', listener);
    fflush(listener);
}

static void begin_engine(Engine *e, void (*tell_line)(void *, const char *), void *listener) {
    memset(e, 0, sizeof *e);
    pthread_mutex_init(&e->mouth, 0);
    pthread_mutex_init(&e->desk, 0);
    pthread_cond_init(&e->turn_over, 0);
    e->say = tell_line;
    e->listener = listener;
    for (int i = 0; i < KNOBS; i++) e->knobs[i] = KNOB[i].otherwise;
}

static void serve(Engine *e, FILE *in) {
    static char line[LINE + 2];
    size_t n = 0, long_line = 0;
    int letter;
    while ((letter = getc(in)) != EOF) {
        if (letter != '\n') {
            if (n < LINE - 1) line[n++] = (char)letter;
            else long_line++;
            continue;
        }
        if (long_line) say(e, "error syntax a line of %zu bytes; at most %d are allowed", n + long_line + 1, LINE);
        else if (!handle(e, line, n)) break;
#ifdef MUTAPA_GUARDS
        if (!e->thinking) check_guards(e);
#endif
        n = long_line = 0;
    }
    if (letter == EOF && n && !long_line) handle(e, line, n);
    finish(e);
    forget(e);
}

static void keep_move(void *listener, const char *line) {
    if (!strncmp(line, "move ", 5) || !strncmp(line, "error ", 6)) snprintf(listener, LINE, "%s", line);
}

/* The questions asked when this engine was made: the same answers must come. */
static int self_test(void) {
    static Engine engine;
    static char said[LINE], line[LINE + 2];
    int wrong_ones = 0, asked = 0;
    begin_engine(&engine, keep_move, said);
    for (size_t i = 0; i + 1 < sizeof SELF_TEST / sizeof *SELF_TEST; i += 2) {
        said[0] = 0;
        snprintf(line, sizeof line, "%s", SELF_TEST[i]);
        handle(&engine, line, strlen(line));
        if (engine.thinking) wait_for_answer(&engine);
        if (!*SELF_TEST[i + 1] && !*said) continue;
        asked++;
        if (strcmp(said, SELF_TEST[i + 1])) {
            wrong_ones++;
            printf("%s: it says '%s'; right would be '%s'\n", SELF_TEST[i], said, SELF_TEST[i + 1]);
        }
    }
    forget(&engine);
    printf("%d of %d answers are right\n", asked - wrong_ones, asked);
    return wrong_ones || !asked ? 1 : 0;
}

/* What the objects' code needs and this CPU lacks; 0: nothing. */
static const char *lacking(void) {
#if defined(__x86_64__) && defined(__GNUC__)
    __builtin_cpu_init();
#define NEED(feature) \
    if (!__builtin_cpu_supports(feature)) return feature;
    CPU_NEEDS
#endif
    return 0;
}

#if NET_BYTES
/* The network's file: the very one that this engine was made with; else what is wrong with it. */
static const char *load_weights(const char *path) {
    enum { SEAL = sizeof NET_SEAL - 1 };
    static word scratch[BLAKE_SCRATCH + SEAL / 2];
    static char found[SEAL + 1];
    FILE *file = fopen(path, "rb");
    if (!file) return "it can't be read";
    unsigned char *bytes = malloc(NET_BYTES + 1);
    word *each = malloc(NET_BYTES * sizeof(word));
    if (!bytes || !each) return "there is not enough memory for it";
    size_t n = fread(bytes, 1, NET_BYTES + 1, file);
    fclose(file);
    if (n != NET_BYTES) return "its length is another than that of the network this engine was made with";
    for (size_t i = 0; i < n; i++) each[i] = i - NET_SEAL_AT < SEAL ? '0' : bytes[i];
    blake(each, (word)n, 0, (word)n, SEAL / 2, scratch, BLAKE_SCRATCH, scratch, sizeof scratch / sizeof *scratch, BLAKE_SCRATCH);
    free(each);
    for (int i = 0; i < SEAL / 2; i++) snprintf(found + 2 * i, 3, "%02x", (unsigned)scratch[BLAKE_SCRATCH + i] & 255);
    if (strcmp(found, NET_SEAL)) return "it is damaged, or another network than the one this engine was made with";
    mutapa_weights = bytes;
    return 0;
}
#endif

int main(int count, char **words) {
    static Engine engine;
    const char *program = words[0];
#ifdef _WIN32
    _setmode(_fileno(stdin), _O_BINARY); /* a line ends with LF everywhere */
    _setmode(_fileno(stdout), _O_BINARY);
#endif
    if (lacking()) {
        fprintf(stderr, "%s: this CPU lacks %s, which the engine was made for; right would be one made with --cpu baseline\n", program,
                lacking());
        return 2;
    }
    if (count == 2 && !strcmp(words[1], "--version")) {
        fputs(VERSION_TEXT, stdout);
        return 0;
    }
#if NET_BYTES
    const char *bad = count > 2 && !strcmp(words[1], "--weights") ? load_weights(words[2]) : "its network is in a file";
    if (bad) {
        fprintf(stderr, "%s: --weights %s: %s; right would be the file with seal %s\n", program, count > 2 ? words[2] : "FILE", bad, NET_SEAL);
        return 2;
    }
    count -= 2;
    words += 2;
#endif
    if (count == 2 && !strcmp(words[1], "selftest")) return self_test();
    if (count != 1) {
        fprintf(stderr, "%s: an engine for %s that speaks MEP 1 on standard input and output; right would be no word, selftest or "
                "--version\n", program, GAME);
        return 2;
    }
    begin_engine(&engine, write_line, stdout);
    serve(&engine, stdin);
    return 0;
}
#endif

#ifdef MUTAPA_LIBRARY
/* --- a library: mutapa.h ------------------------------------------------------------------------------------------------- */

#include "mutapa.h"

struct mutapa { Engine engine; };

static void say_nothing(void *listener, const char *line) {
    (void)listener;
    (void)line;
}

static void begin_engine(Engine *e, int seats) {
    memset(e, 0, sizeof *e);
    e->say = say_nothing;
    e->seats = seats;
    for (int i = 0; i < KNOBS; i++) e->knobs[i] = KNOB[i].otherwise;
}

/* Options as in a bot's spec: sims=400,memory=16; or level=3,memory=16. */
static const char *read_options(Engine *e, const char *options) {
    const char *chosen;
    char name[64], value[64];
    while (options && *options) {
        size_t n = strcspn(options, "="), m;
        if (!options[n] || n >= sizeof name) return wrong(e, "option", "options: right would be name=value,name=value");
        memcpy(name, options, n);
        name[n] = 0;
        options += n + 1;
        m = strcspn(options, ",");
        if (m >= sizeof value) return wrong(e, "option", "%s: too long a value", name);
        memcpy(value, options, m);
        value[m] = 0;
        options += m + (options[m] == ',');
        const char *bad;
        if (strcmp(name, "level")) bad = set_knob(e, name, value);
        else if (!(chosen = mutapa_level(atoi(value), 0))) bad = wrong(e, "option", "level=%.20s; right would be 1 to %d", value, LEVELS);
        else bad = read_options(e, chosen);
        if (bad) return bad;
    }
    return 0;
}

int mutapa_levels(void) { return LEVELS; }

const char *mutapa_level(int number, double *elo) {
    if (number < 1 || number > LEVELS) return 0;
    if (elo) *elo = LEVEL_ELO[number - 1];
    return LEVEL_OPTIONS[number - 1];
}

static int known_seats(int seats) { return seats >= LEAST_SEATS && seats <= MOST_SEATS; }

size_t mutapa_size(const char *options, int seats) {
    Engine e;
    if (!known_seats(seats)) return 0;
    begin_engine(&e, seats);
    return read_options(&e, options) || lay_memory(&e) ? 0 : sizeof(struct mutapa) + e.needed;
}

mutapa *mutapa_new(void *memory, size_t size, const char *options, const char *setup, int seats, int seat, int64_t seed,
                   const char *id, char *complaint, size_t room) {
    mutapa *m = memory;
    Engine checked, *e = &checked; /* what is wrong is said before the memory is looked at */
    const char *bad = 0;
    begin_engine(e, seats);
    if (!known_seats(seats)) bad = wrong(e, "game", "%s takes %d to %d seats", GAME, LEAST_SEATS, MOST_SEATS);
    else if (seat < 0 || seat >= seats) bad = wrong(e, "game", "seat %d; right would be 0 to %d", seat, seats - 1);
    else if (strlen(id) >= sizeof e->id) bad = wrong(e, "game", "id is longer than %zu bytes", sizeof e->id - 1);
    else bad = read_options(e, options);
    if (!bad && (size < sizeof *m || ((uintptr_t)memory & 15))) bad = wrong(e, "memory", "memory: too little, or not at a multiple of 16 bytes");
    if (!bad) {
        m->engine = checked;
        e = &m->engine;
        pthread_mutex_init(&e->mouth, 0);
        e->you = seat;
        e->seed = seed;
        strcpy(e->id, id);
        bad = begin_game(e, (char *)(m + 1), size - sizeof *m, setup);
    }
    if (!bad) return m;
    if (room) snprintf(complaint, room, "%s", e->complaint);
    return 0;
}

int mutapa_observe(mutapa *m, int by, const char *step) {
    Engine *e = &m->engine;
    return take(e, by < 0 ? CHANCE : by, normal(e, step)) ? -1 : 0;
}

int64_t mutapa_legal(mutapa *m, char *out, size_t room) {
    Engine *e = &m->engine;
    char words[SHORT];
    size_t at = 0;
    word n = listed(e);
    if (n < 0) {
        wrong(e, "illegal", "seat %d is not to move", e->you);
        return -1;
    }
    for (word i = 0; i < n; i++) {
        size_t length = (size_t)step_words(e, e->trial, e->actions.at[i], words, sizeof words);
        if (at + length + 2 > room) {
            wrong(e, "memory", "%lld steps don't fit into %zu bytes", (long long)n, room);
            return -1;
        }
        memcpy(out + at, words, length);
        at += length;
        out[at++] = i + 1 < n ? '\n' : 0;
    }
    return n;
}

int mutapa_think(mutapa *m, int64_t sims, double seconds, char *step, size_t room) {
    Engine *e = &m->engine;
    char words[SHORT];
    Budget b = {sims > 0 ? (double)sims : -1, seconds >= 0 ? seconds : -1, -1, 0, 0, 0};
    if (turn(A(e->board), A(e->work), A(e->seen)) != e->you) {
        wrong(e, "state", "seat %d is not to move", e->you);
        return -1;
    }
    word action = choose(e, sims > 0 || seconds >= 0, b, now());
    atomic_store(&e->halt, 0);
    if (action < 0) {
        wrong(e, "state", "no choice was found");
        return -1;
    }
    size_t length = (size_t)step_words(e, e->seen, action, words, sizeof words);
    if (length >= room) {
        wrong(e, "memory", "the step doesn't fit into %zu bytes", room);
        return -1;
    }
    memcpy(step, words, length + 1);
    return 0;
}

void mutapa_stop(mutapa *m) { atomic_store(&m->engine.halt, 1); }

int mutapa_describe(mutapa *m, mutapa_position *out) {
    Engine *e = &m->engine;
    memset(out, 0, sizeof *out);
    out->item = e->events + 1;
    out->turn = (int)turn(A(e->board), A(e->work), A(e->seen));
    hash(e, out->hash);
    out->simulations = e->has_result ? e->sims_done : 0;
    for (int s = 0; e->has_result && s < e->seats; s++) out->values[s] = e->values_found[s];
    return 0;
}

const char *mutapa_error(const mutapa *m) { return m->engine.complaint; }

void mutapa_free(mutapa *m) { pthread_mutex_destroy(&m->engine.mouth); }
#endif
