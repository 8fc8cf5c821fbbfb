"""The frozen records that pass between rooms; every object closed, every field present.

Lines are 1-based and inclusive, a line ends at LF as in git; columns are 0-based in code points; paths are
repository-relative with forward slashes.
"""
