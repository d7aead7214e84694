"""Charge: initiative as momentum, position and effect, stress and clocks (Charge DRS, chapter Mécaniques)."""
