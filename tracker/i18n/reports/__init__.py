"""Reports said in a language: as lines of text, as Markdown, as a page."""
