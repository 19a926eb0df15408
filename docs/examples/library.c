/* A game of Kuhn poker between two seats of an exported library (docs/export.md), the cards dealt here:

       mutapa export kuhn --library -o libkuhn.so
       cc library.c -I. ./libkuhn.so -o library && ./library */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mutapa.h"

/* "level=3" plays at one of the levels that games have rated, where there are such (stone_age, zimbabwe). */
static const char *SETUP = "{\"game\":\"kuhn\",\"seats\":2,\"options\":{}}";
static const char *OPTIONS = "sims=200,memory=4";

int main(void) {
    const char *cards[2] = {"q", "k"};
    mutapa *seats[2];
    void *memory[2];
    char said[200], step[100];
    mutapa_position at;
    double elo;
    for (int level = 1; level <= mutapa_levels(); level++) {
        const char *options = mutapa_level(level, &elo);
        printf("level %d, %.0f Elo: %s\n", level, elo, options);
    }
    for (int s = 0; s < 2; s++) {
        size_t size = mutapa_size(OPTIONS, 2);
        memory[s] = aligned_alloc(16, (size + 15) / 16 * 16);
        seats[s] = memory[s] ? mutapa_new(memory[s], size, OPTIONS, SETUP, 2, s, 1, "game1", said, sizeof said) : 0;
        if (!seats[s]) {
            fprintf(stderr, "seat %d: %s\n", s, said);
            return 1;
        }
    }
    for (int card = 0; card < 2; card++)
        for (int s = 0; s < 2; s++) {
            snprintf(step, sizeof step, "deal %s", s == card ? cards[card] : "?");
            if (mutapa_observe(seats[s], MUTAPA_NATURE, step)) return 1;
        }
    for (mutapa_describe(seats[0], &at); at.turn != MUTAPA_OVER; mutapa_describe(seats[0], &at)) {
        int mover = at.turn;
        if (mutapa_think(seats[mover], 0, -1, step, sizeof step)) return 1;
        mutapa_describe(seats[mover], &at);
        printf("seat %d: %s (%lld simulations)\n", mover, step, (long long)at.simulations);
        for (int s = 0; s < 2; s++)
            if (mutapa_observe(seats[s], mover, step)) {
                fprintf(stderr, "seat %d: %s\n", s, mutapa_error(seats[s]));
                return 1;
            }
    }
    for (int s = 0; s < 2; s++) {
        mutapa_free(seats[s]);
        free(memory[s]);
    }
    return 0;
}
