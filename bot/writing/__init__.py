"""Writing to a folder at the terminal, and taking it back: the only place where a file of a repository is changed."""
