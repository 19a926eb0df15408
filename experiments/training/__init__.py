"""From games to a network: self-play, the run, its gate, its curves, its tests."""
