"""What is reported from the log, in rows that any surface can draw."""
