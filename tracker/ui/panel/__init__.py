"""The docked panel: every question, offer and menu, drawn by one widget over the log."""
