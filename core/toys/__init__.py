"""Small games on the full contract, with known answers: they prove the search and the engine, and show how a game is written."""
