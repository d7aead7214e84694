"""The campaign file, the dice that are thrown, the settings, and the session that ties them to the rules."""
