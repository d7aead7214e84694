"""Coin: a made-up system of a stranger. Throw as many d6 as you have luck; one even die is enough."""
