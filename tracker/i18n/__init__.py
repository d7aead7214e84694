"""Sentences in the reader's language: catalogues, numbers, typography."""
