"""POT: action and reaction dice, a turn order, talents under attitudes (after the French summary of Cadwallon)."""
