"""Games: one contract, packed states, rules compiled into one native object per game."""
