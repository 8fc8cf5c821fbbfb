"""Poetry's version constraints as specifiers of PEP 440.

Source: Poetry's documentation, "Dependency specification", Version constraints: caret, tilde, wildcard, inequality
and exact requirements; clauses joined by a comma or a space; alternatives joined by `||`.
"""

import re

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version

from bot.scan.manifests.specifiers import ALTERNATIVE

_SPACED = re.compile(r"(\^|~=?|===?|[<>!]=|[<>=])\s+")
_ALTERNATIVES = re.compile(r"\s*\|\|?\s*")
_CLAUSE = re.compile(r"(\^|~=|~|===|==|!=|<=|>=|<|>|=)?(.+)")
_LONGEST = 500


def poetry_specifier(text: str) -> str | None:
    """The specifier that a constraint means, alternatives separated by `||`; None where it is no constraint."""
    if len(text) > _LONGEST:
        return None
    alternatives = [_conjunction(part) for part in _ALTERNATIVES.split(text.strip())]
    kept = [part for part in alternatives if part is not None]
    return ALTERNATIVE.join(kept) if len(kept) == len(alternatives) else None


def _conjunction(text: str) -> str | None:
    clauses = [part for part in re.split(r"[,\s]+", _SPACED.sub(r"\1", text)) if part]
    try:
        return str(SpecifierSet(",".join(filter(None, map(_clause, clauses))))) if clauses else None
    except (InvalidSpecifier, InvalidVersion):
        return None


def _clause(text: str) -> str:
    match = _CLAUSE.fullmatch(text)
    assert match is not None
    operator, version = match.group(1), match.group(2)
    if version in {"*", "x"} and operator is None:
        return ""
    if operator == "^":
        return _range(version, _caret_end(Version(version).release))
    if operator == "~":
        release = Version(version).release
        return _range(version, (*release[:-1], release[-1] + 1) if len(release) < 3 else (release[0], release[1] + 1))
    if operator in {None, "="}:
        return f"=={version}"
    return text


def _caret_end(release: tuple[int, ...]) -> tuple[int, ...]:
    """The first release that a caret leaves out: the first component that is not zero, counted up."""
    index = next((place for place, number in enumerate(release) if number), len(release) - 1)
    return (*release[:index], release[index] + 1)


def _range(version: str, end: tuple[int, ...]) -> str:
    return f">={version},<{'.'.join(map(str, end))}"
