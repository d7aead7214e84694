"""The 3D6 system with kittens (Donjons & Chatons, after the French text)."""
