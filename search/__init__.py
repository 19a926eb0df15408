"""Search over any game of the contract: bots by spec string, one loop with named parts."""
