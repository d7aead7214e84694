"""Pictures made of characters: pies, pips, bars, dice. Pure functions of numbers; no Textual, no language."""
