"""What is made of a pack's data once, however many files it is asked about."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

Given = TypeVar("Given")
Made = TypeVar("Made")


def once(make: Callable[[Given], Made]) -> Callable[[Given], Made]:
    """Remember what was made of each object, by the object itself: records that hold dicts have no hash.

    What was given is held as well, so that no other object can come to its identity. Packs live as long as the process.
    """
    known: dict[int, tuple[Given, Made]] = {}

    @wraps(make)
    def remembered(given: Given) -> Made:
        found = known.get(id(given))
        if found is None:
            found = known[id(given)] = (given, make(given))
        return found[1]

    return remembered
