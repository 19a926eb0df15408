"""The faults by game."""

from tests.mutation import stone_age, zimbabwe

FAULTS = {"zimbabwe": zimbabwe.FAULTS, "stone_age": stone_age.FAULTS}
