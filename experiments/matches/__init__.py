"""Games between bots and people: played, shown, replayed, commented."""
