/* A whole engine for any game: it plays a step at random. Put your own choice into choose() (docs/protocol.md).
   Build: cc -O2 -o starter starter.c */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LINE = 8192, CHOICES = 4096 };

static char *choices[CHOICES];
static int count, items; /* choices known; items of the log so far, which is the number of the next one */

/* One of the choices. Keep what the log lines tell you, and decide by it. */
static const char *choose(void) { return choices[rand() % count]; }

static void forget(void) {
    while (count > 0) free(choices[--count]);
}

/* choices n 12 of 3 pass / bid 4 / bid 5, on as many lines as it takes */
static void listed(char *rest) {
    int n, of, at = 0;
    char *step, *end;
    if (sscanf(rest, "n %d of %d %n", &n, &of, &at) < 2 || at == 0) { puts("error syntax choices"); return; }
    if (n != items) { puts("error state another item is next"); return; }
    for (step = rest + at; step != NULL && count < CHOICES; step = end == NULL ? NULL : end + 3) {
        end = strstr(step, " / ");
        size_t length = end == NULL ? strlen(step) : (size_t)(end - step);
        choices[count] = malloc(length + 1);
        memcpy(choices[count], step, length);
        choices[count++][length] = '\0';
    }
}

static void answer(const char *verb, char *rest) {
    int n;
    if (strcmp(verb, "mep") == 0) {
        puts("id name Starter in C\nid author you\ngame *\nfeature choices\nmepok");
    } else if (strcmp(verb, "ready") == 0) {
        puts("readyok");
    } else if (strcmp(verb, "new") == 0) {
        items = 0;
        forget();
    } else if (strcmp(verb, "log") == 0) {
        if (sscanf(rest, "%d", &n) != 1) puts("error syntax log");
        else if (n != items) puts("error state another item is next");
        else items++;
    } else if (strcmp(verb, "choices") == 0) {
        listed(rest);
    } else if (strcmp(verb, "go") == 0) {
        if (sscanf(rest, "n %d", &n) != 1) puts("error syntax go");
        else if (n != items || count == 0) puts("error state another item is next, or no choices are known");
        else {
            printf("move n %d %s\n", n, choose());
            forget();
        }
    } else if (strcmp(verb, "set") != 0 && strcmp(verb, "stop") != 0 && strcmp(verb, "result") != 0) {
        puts("error syntax unknown verb");
    }
}

int main(void) {
    static char line[LINE + 1];
    srand((unsigned)time(NULL));
    while (fgets(line, sizeof line, stdin) != NULL) {
        size_t length = strlen(line);
        if (length == LINE && line[length - 1] != '\n') { /* too long: skip the rest */
            int c;
            while ((c = getchar()) != EOF && c != '\n') {}
            puts("error syntax the line is too long");
        } else {
            line[strcspn(line, "\r\n")] = '\0';
            char *verb = line + strspn(line, " "), *rest = strchr(verb, ' ');
            if (rest != NULL) *rest++ = '\0';
            else rest = verb + strlen(verb);
            if (strcmp(verb, "quit") == 0) return 0;
            if (*verb != '\0') answer(verb, rest);
        }
        fflush(stdout);
    }
    return 0;
}
