/* An exported bot as a program that speaks the engine protocol on stdin and stdout; a part of engine.c. */

static const double MARGIN = 0.002; /* seconds of a time limit kept for the way of the answer */

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

static void forget(Engine *e) {
    for (int i = 0; i < e->events; i++) free(e->log[i].seen);
    free(e->log);
    free(e->block);
    e->log = 0;
    e->block = 0;
    e->events = e->room = e->dealt = e->announced = 0;
}

/* --- lines in: read by compiled Python (mutapa.search.export.reading), done here ------------------------------------------------ */

/* The letters of a field of the line, cut off from what follows; "" if it isn't there. */
static char *letters_of(Engine *e, int place) {
    word first = e->fields[FIELD * place], size = e->fields[FIELD * place + FIELD_SIZE];
    if (!size) return "";
    e->heard[first + size] = 0;
    return e->heard + first;
}

static int is_given(const Engine *e, int place) { return e->fields[FIELD * place + FIELD_SIZE] > 0; }

/* A field as a number, at most `most`; -1 if it is none. */
static word number_of(const Engine *e, int place, word most) {
    word n = is_given(e, place) ? e->fields[FIELD * place + FIELD_NUMBER] : -1;
    return n <= most ? n : -1;
}

static word take_field(Engine *e, word at, int place) { return read_field(T(e->letters), at, e->size, T(e->fields), place); }

/* KEY VALUE pairs from `at` on, as fields in the order of the verb's keys. */
static const char *take_pairs(Engine *e, const char *name, int verb, word at) {
    word found = read_pairs(T(e->letters), at, e->size, T(GRAMMAR), verb, T(e->fields));
    if (!found) return 0;
    return wrong(e, "syntax", "%s: %.40s %s", name, letters_of(e, FIELDS), found % 4 == TWICE ? "is given twice" : "has no value");
}

static const char *known_game(Engine *e) {
    return e->dealt ? 0 : wrong(e, "state", "no game is under way; right would be new ..., then log 0 setup ...");
}

static const char *do_mep(Engine *e, word at) {
    take_field(e, at, 1);
    if (strcmp(letters_of(e, 1), "1")) return wrong(e, "syntax", "mep: another version; this engine speaks 1");
    say(e, "id name Mutapa %s", SPEC);
    say(e, "id author %s", AUTHOR);
    say(e, "game %s rules %d seats %d-%d options%s", GAME, RULES, LEAST_SEATS, MOST_SEATS, OPTION_NAMES);
    for (size_t i = 0; i < sizeof KNOB_LINES / sizeof *KNOB_LINES; i++) say(e, "%s", KNOB_LINES[i]);
    say(e, "feature legal");
    say(e, "feature undo");
    say(e, "mepok");
    return 0;
}

static const char *do_set(Engine *e, word at) {
    word rest = take_field(e, at, 1);
    char *name = letters_of(e, 1);
    if (e->announced) return wrong(e, "state", "set: a game is under way; options are set before new");
    if (strcmp(name, "seed")) return set_knob(e, name, e->heard + rest);
    word n = read_number(T(e->letters), rest, e->size - rest, 999999999);
    if (n < 0) return wrong(e, "option", "seed is '%.40s'; right would be a number from 0 to 999999999", e->heard + rest);
    e->seed = n;
    return 0;
}

static const char *do_new(Engine *e, word at) {
    enum { NAME, RULES_OF, SEATS_OF, YOU, ID };
    const char *bad = take_pairs(e, "new", V_NEW, at);
    forget(e);
    if (bad) return "game";
    if (!is_given(e, NAME) || !is_given(e, SEATS_OF) || !is_given(e, YOU))
        return wrong(e, "game", "new: right would be new game NAME rules N seats S you K id WORD");
    if (strcmp(letters_of(e, NAME), GAME)) return wrong(e, "game", "new: this engine plays %s", GAME);
    word seats = number_of(e, SEATS_OF, MOST_SEATS);
    if (seats < LEAST_SEATS) return wrong(e, "game", "new: %s takes %d to %d seats", GAME, LEAST_SEATS, MOST_SEATS);
    word you = number_of(e, YOU, seats - 1);
    if (you < 0)
        return wrong(e, "game", "new: you is '%.20s'; right would be a number from 0 to %lld", letters_of(e, YOU), (long long)seats - 1);
    if (is_given(e, RULES_OF) && number_of(e, RULES_OF, 1 << 30) != RULES) return wrong(e, "game", "new: here are rules %d", RULES);
    const char *id = letters_of(e, ID);
    if (strlen(id) >= sizeof e->id) return wrong(e, "game", "new: id is longer than %zu bytes", sizeof e->id - 1);
    e->announced = 1;
    e->seats = (int)seats;
    e->you = (int)you;
    strcpy(e->id, id);
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

static const char *do_log(Engine *e, word at) {
    at = take_field(e, take_field(e, at, 1), 2);
    word item = number_of(e, 1, 1000000000), turn = CHANCE;
    char *kind = letters_of(e, 2);
    if (item < 0) return wrong(e, "syntax", "log: right would be log N setup, by or chance");
    if (!strcmp(kind, "setup")) return do_setup(e, item, e->heard + at);
    const char *bad = known_game(e);
    if (bad) return bad;
    if (item != e->events + 1) return wrong(e, "state", "log: item %lld; the next one is %d", (long long)item, e->events + 1);
    if (!strcmp(kind, "by")) {
        at = take_field(e, at, 3);
        turn = number_of(e, 3, e->seats - 1);
        if (turn < 0) return wrong(e, "syntax", "log: by whom? right would be a seat from 0 to %d", e->seats - 1);
    } else if (strcmp(kind, "chance"))
        return wrong(e, "syntax", "log: '%.20s'; right would be setup, by or chance", kind);
    if (at >= e->size) return wrong(e, "syntax", "log: item %lld has no words", (long long)item);
    return take(e, (int)turn, normal(e, e->heard + at));
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

/* A known game, pairs whose first is n, and n is the next item. */
static const char *at_next(Engine *e, const char *name, int verb, word at) {
    const char *bad = known_game(e);
    if (bad || (bad = take_pairs(e, name, verb, at))) return bad;
    word n = number_of(e, 0, 1000000000);
    if (n < 0) return wrong(e, "syntax", "%s: n is missing, or no number", name);
    if (n != e->events + 1) return wrong(e, "state", "%s: n %lld; the next item is %d", name, (long long)n, e->events + 1);
    return 0;
}

static double less_margin(word ms) { return ms / 1000.0 > MARGIN ? ms / 1000.0 - MARGIN : 0; }

static const char *do_go(Engine *e, word at) {
    enum { SIMS_OF = 1, MOVETIME, CLOCK, INC };
    static const word MOST = 1000000000;
    e->asked_at = now();
    const char *bad = at_next(e, "go", V_GO, at);
    if (bad) return bad;
    if (turn(A(e->board), A(e->work), A(e->seen)) != e->you) return wrong(e, "state", "go: seat %d is not to move", e->you);
    Budget b = {-1, -1, -1, 0, 0, 0};
    word sims = number_of(e, SIMS_OF, MOST), ms = number_of(e, MOVETIME, MOST), inc = number_of(e, INC, MOST);
    if (is_given(e, SIMS_OF)) {
        if (sims < 0) return wrong(e, "syntax", "go: sims is no number");
        b.sims = sims < 1 ? 1 : (double)sims;
    }
    if (is_given(e, MOVETIME)) {
        if (ms < 0) return wrong(e, "syntax", "go: movetime is no number");
        b.seconds = less_margin(ms);
    }
    if (is_given(e, CLOCK)) {
        word first = e->fields[FIELD * CLOCK], size = e->fields[FIELD * CLOCK + FIELD_SIZE];
        word count = read_list(T(e->letters), first, size, -1, MOST);
        if (count < 0) return wrong(e, "syntax", "go: clock is no list of numbers");
        if (count != e->seats)
            return wrong(e, "syntax", "go: clock has %lld numbers; right would be %d, one a seat", (long long)count, e->seats);
        if (is_given(e, INC) && inc < 0) return wrong(e, "syntax", "go: inc is no number");
        b.left = less_margin(read_list(T(e->letters), first, size, e->you, MOST));
        b.increment = (inc < 0 ? 0 : inc) / 1000.0 * turns_a_step(e);
    }
    e->has_asked = is_given(e, SIMS_OF) || is_given(e, MOVETIME) || is_given(e, CLOCK);
    e->asked = b;
    atomic_store(&e->halt, 0);
    ask(e);
    return 0;
}

static const char *do_legal(Engine *e, word from) {
    char line[LINE], words[SHORT];
    const char *bad = at_next(e, "legal", V_LEGAL, from);
    if (bad) return bad;
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

static const char *do_check(Engine *e, word at) {
    enum { HASH = 1, LEGAL };
    char mine[2 * DIGEST + 1], line[SHORT] = "";
    const char *bad = at_next(e, "check", V_CHECK, at);
    if (bad) return bad;
    hash(e, mine);
    if (is_given(e, HASH) && strcmp(letters_of(e, HASH), mine)) snprintf(line, sizeof line, " hash %s", mine);
    if (is_given(e, LEGAL)) {
        char count[24];
        word n = listed(e);
        if (n < 0) return wrong(e, "illegal", "item %d: seat %d is not to move here", e->events + 1, e->you);
        snprintf(count, sizeof count, "%lld", (long long)n);
        if (strcmp(letters_of(e, LEGAL), count)) snprintf(line + strlen(line), sizeof line - strlen(line), " legal %s", count);
    }
    say(e, "%s n %d%s", *line ? "differ" : "same", e->events + 1, line);
    return 0;
}

static const char *do_undo(Engine *e, word at) {
    const char *bad = known_game(e);
    if (bad || (bad = take_pairs(e, "undo", V_UNDO, at))) return bad;
    word n = number_of(e, 0, 1000000000);
    if (n < 0) return wrong(e, "syntax", "undo: n is missing, or no number");
    if (n < 1 || n > e->events + 1) return wrong(e, "illegal", "undo: items 1 to %d are known; %lld is asked for", e->events, (long long)n);
    if (n <= e->events) memcpy(e->seen.at, e->log[n - 1].seen, (size_t)STATE_WORDS * sizeof(word));
    while (e->events >= n) free(e->log[--e->events].seen);
    start_bot(e);
    return 0;
}

static const char *do_ready(Engine *e, word at) {
    (void)at;
    say(e, "readyok");
    return 0;
}

static const char *do_stop(Engine *e, word at) {
    (void)at;
    atomic_store(&e->halt, 1);
    return 0;
}

static const char *do_result(Engine *e, word at) {
    (void)at;
    forget(e);
    return 0;
}

/* One line, n bytes without its LF; 0: it was quit. */
static int handle(Engine *e, char *line, size_t n) {
    static const char *(*const ACTS[])(Engine *, word) = {
        [V_MEP] = do_mep, [V_SET] = do_set, [V_READY] = do_ready, [V_STOP] = do_stop, [V_RESULT] = do_result, [V_LOG] = do_log,
        [V_NEW] = do_new, [V_GO] = do_go, [V_LEGAL] = do_legal, [V_CHECK] = do_check, [V_UNDO] = do_undo};
    const char *bad = 0;
    for (size_t i = 0; i < n; i++) e->letters[i] = (unsigned char)line[i];
    e->heard = line;
    e->size = tidy_line(T(e->letters), (word)n);
    if (e->size < 0) bad = wrong(e, "syntax", "a line with control characters, or no UTF-8");
    else {
        for (word i = 0; i < e->size; i++) line[i] = (char)e->letters[i];
        line[e->size] = 0;
        word at = take_field(e, 0, 0), verb = read_verb(T(e->letters), T(e->fields), T(GRAMMAR));
        if (!is_given(e, 0)) return 1;
        if (verb == V_QUIT) return 0;
        if (verb < 0) bad = wrong(e, "syntax", "unknown verb '%.40s'", letters_of(e, 0));
        else {
            if (verb != V_MEP && verb != V_READY && verb != V_STOP) finish(e);
            bad = ACTS[verb](e, at);
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
    clear(e);
    pthread_mutex_init(&e->mouth, 0);
    pthread_mutex_init(&e->desk, 0);
    pthread_cond_init(&e->turn_over, 0);
    e->say = tell_line;
    e->listener = listener;
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
        if (ferror(stdout)) break; /* nobody hears it: a full disk */
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

/* What the objects' code needs and this CPU lacks, or the system doesn't keep (wide registers); 0: nothing. Asked of the CPU itself:
   what compilers know of it at run time isn't there on every system. */
static const char *lacking(void) {
#if defined(__x86_64__)
    unsigned a, b = 0, c = 0, d, known[2][2] = {{0}};
    if (__get_cpuid(1, &a, &b, &c, &d)) known[0][1] = c;
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) known[1][0] = b, known[1][1] = c;
    enum { LEAF1, LEAF7, IN_b = 0, IN_c };
#define NEED(feature, leaf, from, bit) \
    if (!(known[LEAF##leaf][IN_##from] >> bit & 1)) return feature;
    CPU_NEEDS
    if (CPU_KEEPS) {
        unsigned kept = 0;
        if (known[0][1] >> 27 & 1) __asm__ volatile("xgetbv" : "=a"(kept), "=d"(d) : "c"(0));
        if ((kept & CPU_KEEPS) != CPU_KEEPS) return "wide registers kept by the system";
    }
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

/* The code to end with; 1 if not all that was said could be written. */
static int ended(const char *program, int code) {
    if (!fflush(stdout) && !ferror(stdout)) return code;
    fprintf(stderr, "%s: standard output can't be written to; right would be a disk with room\n", program);
    return 1;
}

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
        return ended(program, 0);
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
    if (count == 2 && !strcmp(words[1], "selftest")) return ended(program, self_test());
    if (count != 1) {
        fprintf(stderr, "%s: an engine for %s that speaks MEP 1 on standard input and output; right would be no word, selftest or "
                "--version\n", program, GAME);
        return 2;
    }
    begin_engine(&engine, write_line, stdout);
    serve(&engine, stdin);
    return ended(program, 0);
}
