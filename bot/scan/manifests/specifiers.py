"""What version specifiers (PEP 440) have in common, asked by trying the versions at their edges."""

from collections.abc import Iterator

from packaging.specifiers import InvalidSpecifier, Specifier, SpecifierSet
from packaging.version import InvalidVersion, Version

ALTERNATIVE = "||"
"""Between the alternatives of a `Declaration.specifier`: Poetry and conda have unions, PEP 440 has none."""

_EDGE = 99_999
_MOST_CLAUSES = 20


def exact_pin(specifier: str) -> bool:
    """Whether a specifier admits exactly one release (`==1.2.3`)."""
    if ALTERNATIVE in specifier:
        return False
    parsed = list(SpecifierSet(specifier))
    return len(parsed) == 1 and parsed[0].operator in {"==", "==="} and not parsed[0].version.endswith(".*")


def meet(first: str, second: str) -> bool:
    """Whether some release can satisfy both specifiers; False where one of them cannot be read.

    A range that is not empty holds its own edge, or a version just above or below one: those are tried.
    """
    return any(_meet(one, other) for one in first.split(ALTERNATIVE) for other in second.split(ALTERNATIVE))


def _meet(first: str, second: str) -> bool:
    try:
        both = SpecifierSet(f"{first},{second}".strip(","))
        if len(both) > _MOST_CLAUSES:
            return False
        return any(both.contains(version, prereleases=True) for version in _candidates(both))
    except (InvalidSpecifier, InvalidVersion):
        return False


def _candidates(specifiers: SpecifierSet) -> Iterator[Version]:
    yield Version(str(_EDGE))
    yield Version("0")
    for specifier in specifiers:
        edge = _edge(specifier)
        if edge.is_prerelease and specifier.operator in {"==", "===", ">="}:
            yield edge  # a pre-release is a candidate only where it is asked for by name
        for release in _edges(edge.release):
            yield _version(release)
            yield _version((*release, 0, 1))
            yield from _below(release)
        if edge.local or edge.is_postrelease or edge.epoch:
            yield edge


def _edge(specifier: Specifier) -> Version:
    return Version(specifier.version.removesuffix(".*"))


def _edges(release: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The release itself, and where each of its prefixes (`==1.2.*`, `~=1.2`) ends."""
    yield release
    for length in range(1, min(len(release), 4) + 1):
        yield (*release[: length - 1], release[length - 1] + 1)


def _below(release: tuple[int, ...]) -> Iterator[Version]:
    """A release just below: the last component that is not zero counts one down."""
    for index in reversed(range(len(release))):
        if release[index]:
            yield _version((*release[:index], release[index] - 1, _EDGE, _EDGE))
            return


def _version(release: tuple[int, ...]) -> Version:
    return Version(".".join(map(str, release)))
