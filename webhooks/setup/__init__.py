"""What a server without an App answers: the pages that register one, and nothing else."""
