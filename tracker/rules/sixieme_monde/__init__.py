"""Sixième Monde, as the text of January 2015 plays it: a d20, signed scores, calls, karma and the common pot."""
