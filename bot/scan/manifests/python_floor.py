"""The lowest Python that a project promises to run on."""

from collections.abc import Iterable

from bot.scan.manifests.reading import Promise
from bot.scan.manifests.specifiers import meet

PYTHONS = ("2.7", *(f"3.{minor}" for minor in range(30)))
"""Every Python that a promise may mean."""


def lowest_python(promises: Iterable[Promise], floor: str) -> str | None:
    """The lowest Python below `floor` that one of the promises admits, None where none does or none can be read."""
    below = PYTHONS[: PYTHONS.index(floor)] if floor in PYTHONS else ()
    admitted = (python for python in below for promise in promises if meet(promise.specifier, f"=={python}.*"))
    return next(admitted, None)
