"""The lowest Python that a project promises to run on."""

from collections.abc import Iterable

from bot.scan.manifests.specifiers import meet

_PYTHONS = ("2.7", *(f"3.{minor}" for minor in range(30)))


def lowest_python(promises: Iterable[str], floor: str) -> str | None:
    """The lowest Python below `floor` that one of the specifiers admits, None where none does or none can be read."""
    below = _PYTHONS[: _PYTHONS.index(floor)] if floor in _PYTHONS else ()
    admitted = (python for python in below for promise in promises if meet(promise, f"=={python}.*"))
    return next(admitted, None)
