/* An exported bot as a library (mutapa.h); a part of engine.c. Nothing is global but constants. */

#include "mutapa.h"

struct mutapa { Engine engine; };

static void begin_engine(Engine *e, int seats) {
    clear(e);
    e->seats = seats;
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
        else if (!LEVELS) bad = wrong(e, "option", "level: games have rated no levels of this bot at %s", GAME);
        else if (m > 9 || value[strspn(value, "0123456789")] || !(chosen = mutapa_level(atoi(value), 0)))
            bad = wrong(e, "option", "level=%.20s; right would be 1 to %d", value, LEVELS);
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
    if (!setup || !id) bad = wrong(e, "syntax", "setup or id is 0; right would be JSON and a word");
    else if (!known_seats(seats)) bad = wrong(e, "game", "%s takes %d to %d seats", GAME, LEAST_SEATS, MOST_SEATS);
    else if (seat < 0 || seat >= seats) bad = wrong(e, "game", "seat %d; right would be 0 to %d", seat, seats - 1);
    else if (strlen(id) >= sizeof e->id) bad = wrong(e, "game", "id is longer than %zu bytes", sizeof e->id - 1);
    else if (!(bad = read_options(e, options))) bad = lay_memory(e);
    if (!bad && (!memory || size < sizeof *m || ((uintptr_t)memory & 15)))
        bad = wrong(e, "memory", "memory: none, too little, or not at a multiple of 16 bytes");
    if (!bad) {
        m->engine = checked;
        e = &m->engine;
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

void mutapa_free(mutapa *m) { (void)m; /* all there is lies in the caller's memory */ }
