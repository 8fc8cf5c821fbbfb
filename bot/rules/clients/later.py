"""What a file needs for a client that is made when it is asked for the first time."""

from bot.models.struct import Frozen

PREFIX = "get_"
"""What stands before a client's name in that of the function that gives it."""


class Later(Frozen):
    """How the file calls what keeps the answer of a function, and what keeps its arguments."""

    cache: str
    partial: str
