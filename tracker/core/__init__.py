"""The campaign as a value: characters, clocks, log, edits, undo. No files, no clock, no randomness, no language."""
