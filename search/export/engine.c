/* A bot of Mutapa in a game, without Python: the part of an exported engine that a program (protocol.c) and a library (library.c)
   have in common.

   Rules, notation, set-ups, the search, what is made of it and the reading of lines are compiled Python in two objects (rules.o,
   face.o). What is left to C is what compiled Python can't do: memory, the clock, threads, lines in and out, floating-point
   budgets; and the order in which it all is called. engine.h, written by mutapa.search.export.program, has the game's tables and
   the entries' prototypes. */

#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __x86_64__
#include <cpuid.h>
#endif
#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#endif

#include "engine.h" /* after all others: it gives short names to the entries */

typedef int64_t word;

enum { LINE = 8192, LETTERS = LINE + 64, SHORT = 512, TOKENS = 64, THINGS = 3 * (LINE + 8), DIGEST = 8 };
enum { CHANCE = -1, OVER = -2, WRONG_TURN = -3 };
enum { FIRST_CHUNK = 8, LONG_GAME = 1 << 14, GAMES = 8, STEPS_KEPT = 1 << 14 };
#ifdef MUTAPA_GUARDS
static const word GUARD = 0x5EED0F600D5;
#endif
static const double SLICE = 0.002, PLANNING = 0.01, NEVER = 1e18;

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
    atomic_int halt; /* answer as soon as you can */
#ifndef MUTAPA_LIBRARY
    /* who is asked */
    int thinking, asking, started; /* an answer is due; a question waits for the thinker; there is one */
    pthread_t thinker;
    pthread_mutex_t mouth, desk;
    pthread_cond_t turn_over;
    Budget asked;
    double asked_at;
    int has_asked;
    void (*say)(void *, const char *);
    void *listener;
    char *heard; /* the line that is read: as letters, as words, how many, and its fields */
    word letters[LINE + 2], size, fields[FIELD * (FIELDS + 2)];
#endif
    char *block; /* memory of the game under way, and how much of it */
    size_t needed;
#ifdef MUTAPA_GUARDS
    word *guards[2048];
    size_t guarded;
#endif
    char complaint[256];
} Engine;

/* An engine with the options that it was made with, and no game. */
static void clear(Engine *e) {
    memset(e, 0, sizeof *e);
    for (int i = 0; i < KNOBS; i++) e->knobs[i] = KNOB[i].otherwise;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

/* --- mistakes ------------------------------------------------------------------------------------------------------------- */

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

static word capacity(word words, int keyed, int told, int seats, word most_nodes, word *edges) {
    word edge_words = SUM + seats + 1, node = NODE + (told ? seats : 0);
    word fit = words / (node + EDGES_PER_NODE * edge_words + (keyed ? KEY_WORDS : 0));
    word count = most_nodes && most_nodes < fit ? most_nodes : fit;
    *edges = EDGES_PER_NODE * count;
    if (most_nodes && *edges < ACTIONS_MAX) *edges = ACTIONS_MAX;
    if (count < 2 || *edges < ACTIONS_MAX || count * node + *edges * edge_words > words) return 0;
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

/* A number as a bot's spec has it, with a point: strtod wants that of the locale which the program that loaded a library has set. */
static int read_real(const char *text, double *found) {
    char local[LINE + 16], *end;
    const char *point = localeconv()->decimal_point, *dot = strchr(text, '.');
    size_t before = dot ? (size_t)(dot - text) : strlen(text);
    if (!*text || strpbrk(text, "xXnN,")) return 0;
    int n = snprintf(local, sizeof local, "%.*s%s%s", (int)before, text, dot ? point : "", dot ? dot + 1 : "");
    if (n < 0 || (size_t)n >= sizeof local) return 0;
    *found = strtod(local, &end);
    return !*end && isfinite(*found);
}

static const char *set_knob(Engine *e, const char *name, const char *rest) {
    double value;
    for (int i = 0; i < KNOBS; i++) {
        if (strcmp(name, KNOB[i].name)) continue;
        if (!read_real(rest, &value) || (KNOB[i].whole && rest[strspn(rest, "-0123456789")]))
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

static void plant_anew(Tree *t) {
    plant(A(t->head), A(t->nodes), A(t->table));
    memset(t->habits.at, 0, (size_t)t->habits.n * sizeof(word));
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
    for (int i = 0; i < e->tree_count; i++) plant_anew(&e->trees[i]);
    e->lost = 0;
    if (BELIEFS) write_prior(e->seats, e->settings.at[SET_TYPES], A(e->prior), A(e->rivals), A(e->rivals_state), A(e->bigs), A(e->belief));
    for (int i = 0; e->log && i < e->events; i++) {
        note_belief(e, e->log[i].turn, e->log[i].action, (Array){e->log[i].seen, STATE_WORDS});
        note_step(e, e->log[i].action);
    }
}

/* All settings but the sizes of a tree, which lay_memory has set. */
static void set_settings(Engine *e) {
    for (int i = 0; i < SETTINGS_LENGTH; i++)
        if (i != SET_NODES && i != SET_EDGES && i != SET_SLOTS) e->settings.at[i] = SETTINGS[i];
    e->settings.at[SET_HORIZON] = HORIZONS[e->seats];
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
    return pick(A(e->actions), n, A(e->weights), A(e->rng));
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
            plant_anew(t);
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
        else plant_anew(t);
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
        return pick(A(e->actions), n, A(e->weights), A(e->rng));
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
    int keyed = SETTINGS[SET_KEYED] != 0, told = SETTINGS[SET_AFTER] != 0, mast = SETTINGS[SET_ROLLOUT] == MAST;
    word nodes = capacity(words, keyed, told, seats, (word)knob(e, K_NODES, 0), &edges);
    if (!nodes) return wrong(e, "memory", "memory: too little for a root of %d actions", ACTIONS_MAX);
    size_t at = e->needed;
    e->trees = e->block ? (Tree *)(e->block + at) : 0;
    e->needed += ((size_t)trees * sizeof(Tree) + 7) / 8 * 8;
    for (int i = 0; i < trees; i++) {
        Tree t;
        t.head = array(e, HEAD);
        t.nodes = array(e, nodes * (NODE + (told ? seats : 0)));
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

#if NET_BYTES /* weights in a file: read, and made sure of, when the program starts */
static const unsigned char *mutapa_weights;
#elif NET_NUMBERS /* weights as the file had them, put in by the linker */
#if defined(__APPLE__)
#define WEIGHTS_IN ".section __TEXT,__const\n.balign 16\n.private_extern "
#define WEIGHTS "_mutapa_weights"
#define WEIGHTS_BACK ".text"
#elif defined(_WIN32)
#define WEIGHTS_IN ".section .rdata,\"dr\"\n.balign 16\n# "
#define WEIGHTS "mutapa_weights"
#define WEIGHTS_BACK ".text"
#else
#define WEIGHTS_IN ".section .rodata,\"a\"\n.balign 16\n.hidden "
#define WEIGHTS "mutapa_weights"
#define WEIGHTS_BACK ".previous"
#endif
__asm__(WEIGHTS_IN WEIGHTS "\n.globl " WEIGHTS "\n" WEIGHTS ":\n.incbin \"" NET_FILE "\"\n.byte 0\n" WEIGHTS_BACK "\n");
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
    set_settings(e);
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
    for (; words[n] && n < LINE; n++) e->text.at[n] = (unsigned char)words[n];
    return plain_words(A(e->text), n);
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

#ifdef MUTAPA_LIBRARY
#include "library.c"
#else
#include "protocol.c"
#endif
