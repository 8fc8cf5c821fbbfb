"""Reads of answers that tell the same in another way in the new library."""
