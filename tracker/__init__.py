"""A text-mode table tracker for tabletop role-playing games."""

__version__ = "0.1.0"
