"""The four panes of the table: each draws one frozen value and knows nothing else."""
