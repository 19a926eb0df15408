"""Programs that speak the engine protocol: run within limits, as bots, checked; ours served and exported."""
