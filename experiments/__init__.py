"""Commands, matches and benchmarks: what a person runs."""
