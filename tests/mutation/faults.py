"""The faults by what they are put into: a game's rules, or the search."""

from tests.mutation import search, stone_age, zimbabwe

FAULTS = {"zimbabwe": zimbabwe.FAULTS, "stone_age": stone_age.FAULTS, "search": search.FAULTS}
