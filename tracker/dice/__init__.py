"""Pools, faces and exact distributions; integers inside, fractions at the edge."""
