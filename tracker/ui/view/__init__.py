"""The players' screen: large, read-only, and made from nothing but what the players may see."""
