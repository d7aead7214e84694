"""Deeds that every system has: counters, clocks, conditions, characters, notes, sessions, undo."""
