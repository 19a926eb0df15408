"""Three seats, one secret bid each, a roll of nature: the smallest game of simultaneous hidden choice."""
