"""One module a revision, numbered; a revision that was released is never edited."""
