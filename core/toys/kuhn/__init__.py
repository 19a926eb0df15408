"""Kuhn poker (Kuhn 1950): two seats, three cards, one coin; the smallest game with hidden cards and bluffing."""
