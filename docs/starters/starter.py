"""A whole engine for any game: it plays a step at random. Put your own choice into `choose` (docs/protocol.md)."""

import random
import sys


def choose(game, log, choices):
    """One of `choices`. `game`: the words of `new` as a dict; `log`: the items so far, as this seat is told them."""
    return random.choice(choices)


def say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main():
    game, log, choices = {}, [], []
    for data in sys.stdin.buffer:
        try:
            if len(data) > 8192:
                raise ValueError("the line is too long")
            verb, _, rest = data.decode().strip().partition(" ")
            words = rest.split()
            if verb == "mep":
                say("id name Starter")
                say("id author you")
                say("game *")
                say("feature choices")
                say("mepok")
            elif verb == "ready":
                say("readyok")
            elif verb == "new":
                game, log, choices = dict(zip(words[::2], words[1::2], strict=False)), [], []
            elif verb == "log":
                if int(words[0]) != len(log):
                    raise LookupError(f"the next item is {len(log)}")
                log.append(rest.partition(" ")[2])
            elif verb == "choices":  # choices n 12 of 3 pass / bid 4 / bid 5, on as many lines as it takes
                if int(words[1]) != len(log):
                    raise LookupError(f"the next item is {len(log)}")
                choices += rest.split(" ", 4)[4].split(" / ")
            elif verb == "go":
                if int(words[1]) != len(log) or not choices:
                    raise LookupError(f"the next item is {len(log)}, with {len(choices)} choices")
                say(f"move n {len(log)} {choose(game, log, choices)}")
                choices = []
            elif verb == "quit":
                return
            elif verb not in ("", "set", "stop", "result"):
                raise ValueError("unknown verb")
        except LookupError as error:
            say(f"error state {error}")
        except ValueError as error:
            say(f"error syntax {type(error).__name__}")


if __name__ == "__main__":
    main()
