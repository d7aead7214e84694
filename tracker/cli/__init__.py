"""The commands: one short module each, imported when it is asked for."""
