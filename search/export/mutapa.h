/* A bot of Mutapa as a library: docs/export.md. Made by `mutapa export GAME --library`.

   Nothing is kept outside the memory that the caller gives: any number of seats and games side by side, each used by one thread at
   a time; mutapa_stop may come from any. Words are those of the game's notation; what is hidden from the seat is ?. */

#ifndef MUTAPA_H
#define MUTAPA_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32) && defined(MUTAPA_LIBRARY)
#define MUTAPA_API __declspec(dllexport)
#else
#define MUTAPA_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum { MUTAPA_NATURE = -1, MUTAPA_OVER = -2, MUTAPA_SEATS = 8 };

typedef struct mutapa mutapa;

typedef struct {
    int item;                    /* number of the next item of the log; the set-up is 0 */
    int turn;                    /* the seat to move, MUTAPA_NATURE or MUTAPA_OVER */
    char hash[17];               /* of what the seat sees, as `check` of the engine protocol has it */
    int64_t simulations;         /* of the last search; 0: there was none for the last answer */
    double values[MUTAPA_SEATS]; /* each seat's expected utility by it */
} mutapa_position;

/* Levels of play that games among bots have rated, 1 the weakest; 0: there are none for this game or this bot. */
MUTAPA_API int mutapa_levels(void);

/* What a level is made of, "sims=17,blunder=0.01,temperature=0", and its Elo above level 1 with two seats (NaN: not measured), unless
   `elo` is 0. 0: there is no such level. */
MUTAPA_API const char *mutapa_level(int number, double *elo);

/* Bytes for a seat at a table of `seats`; 0 if options or seats are wrong. Options: "sims=400,memory=16", "level=3,memory=16", or "". */
MUTAPA_API size_t mutapa_size(const char *options, int seats);

/* A game begins, in `memory` (at a multiple of 16 bytes, of at least mutapa_size). `setup`: JSON, as `mutapa setup GAME` writes it.
   The bot's luck follows from seed, id and seat. 0 if something is wrong: `complaint` says what. */
MUTAPA_API mutapa *mutapa_new(void *memory, size_t size, const char *options, const char *setup, int seats, int seat, int64_t seed,
                   const char *id, char *complaint, size_t room);

/* A step of the game, one's own too: of seat `by`, or of MUTAPA_NATURE. 0, or -1 if it can't be. */
MUTAPA_API int mutapa_observe(mutapa *, int by, const char *step);

/* The legal steps of the seat, a line each; how many, or -1 if it is not to move or they don't fit. */
MUTAPA_API int64_t mutapa_legal(mutapa *, char *out, size_t room);

/* What the bot would do: a step. Limits: simulations (0: none) and seconds (below 0: none); without any, those of its options.
   0, or -1: if the step doesn't fit, too. It counts when it is told by mutapa_observe. */
MUTAPA_API int mutapa_think(mutapa *, int64_t sims, double seconds, char *step, size_t room);

/* From any thread: mutapa_think answers within 50 ms. Where nothing is thought about, the next mutapa_think
   answers at once. */
MUTAPA_API void mutapa_stop(mutapa *);

MUTAPA_API int mutapa_describe(mutapa *, mutapa_position *out);

/* What was wrong with the last call that failed. */
MUTAPA_API const char *mutapa_error(const mutapa *);

/* Lets go of all but the memory, which is the caller's. */
MUTAPA_API void mutapa_free(mutapa *);

#ifdef __cplusplus
}
#endif
#endif
