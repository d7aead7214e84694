"""The screen: panes drawn from the campaign value."""
