"""Two seats, one hidden coin, one guess: three tiny games, in each of which some way of drawing worlds is known to go wrong."""
