"""The dice systems and the protocol they meet."""
