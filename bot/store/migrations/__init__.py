"""The database's revisions, in order; each is a module of `versions` and changes the tables once."""
