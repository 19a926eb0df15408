"""GodZ: rules, state, notation, pictures."""
