"""To which files pytest passes what fixtures of others give: from a `conftest.py` to tests in and below its folder."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath

from bot.scan.facts import Export, FileFacts


def offered_fixtures(facts: Mapping[str, FileFacts]) -> dict[str, tuple[Export, ...]]:
    """The path of each `conftest.py` of which a fixture gives something of the library, with what its fixtures give."""
    offered = {}
    for path, found in sorted(facts.items()):
        given = tuple(one for one in found.exports if one.path.startswith(f"{one.first_name}()"))
        given = tuple(one for one in given if one.first_name in found.fixtures)
        if given and PurePosixPath(path).name == "conftest.py":
            offered[path] = given
    return offered


def takers(conftest: str, paths: Iterable[str]) -> Iterator[str]:
    """The files whose tests and fixtures can have fixtures of a `conftest.py` passed to them."""
    folder = conftest.removesuffix("conftest.py")
    return (path for path in paths if path.startswith(folder) and path != conftest and _holds_tests(path))


def _holds_tests(path: str) -> bool:
    name = PurePosixPath(path).name  # pytest's defaults of python_files
    return name.endswith(".py") and (name.startswith("test_") or name.endswith("_test.py") or name == "conftest.py")
