"""Dependency files: where a distribution is declared, with the exact text of each declaration."""
