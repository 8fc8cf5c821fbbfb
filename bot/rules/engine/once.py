"""What is made once: of a pack's data, however many files it is asked about; of a file, however many rules ask."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

Given = TypeVar("Given")
Made = TypeVar("Made")
Arguments = ParamSpec("Arguments")


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


def once_in_a_row(make: Callable[Arguments, Made]) -> Callable[Arguments, Made]:
    """Remember what was made last, and give it to whoever asks for the same again: by the very same arguments."""
    last: list[tuple[tuple[object, ...], Made]] = []

    @wraps(make)
    def remembered(*given: Arguments.args, **named: Arguments.kwargs) -> Made:
        if not last or named or any(one is not other for one, other in zip(given, last[0][0], strict=True)):
            last[:] = [(given, make(*given, **named))]
        return last[0][1]

    return remembered
