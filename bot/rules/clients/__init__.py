"""Clients in place of a library's global configuration: where each lives, what it is called, and who can reach it."""
