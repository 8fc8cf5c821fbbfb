"""The lowest Python that a project promises, raised: the same Pythons as before without those below a floor.

Sources: PyPA, "pyproject.toml specification" (`requires-python`); Poetry, "The pyproject.toml file" (`python`);
setuptools, "Keywords" (`python_requires`); pipenv, "Pipfile & Pipfile.lock" (`[requires] python_version`, which names
one Python). Each is written where it stands, in its own form, and read back.
"""

import ast
import re
from collections.abc import Callable, Iterator
from configparser import RawConfigParser

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import Version

from bot.scan.examine import parse
from bot.scan.facts import Replacement
from bot.scan.manifests.declaration import Spot
from bot.scan.manifests.ini_lines import ini_lines
from bot.scan.manifests.poetry_constraints import poetry_specifier
from bot.scan.manifests.python_floor import PYTHONS
from bot.scan.manifests.reading import UnreadableManifest
from bot.scan.manifests.selection import ManifestForm
from bot.scan.manifests.setup_cfg import parsed_ini
from bot.scan.manifests.setup_py import SetupModule
from bot.scan.manifests.specifiers import ALTERNATIVE
from bot.scan.manifests.toml_text import TomlText
from bot.scan.plain_string import plain_string
from bot.scan.source_text import text_source
from bot.vocabulary import Bail

Meaning = Callable[[str], str | None]
"""What a constraint means by PEP 440, alternatives separated by `||`; None where it means nothing."""

_LOWER_BOUND = re.compile(r"(?P<operator>\^|~=|>=|>(?!=))(?P<blank>\s*)(?P<version>[0-9][0-9A-Za-z.]*)")
_CLASSIFIER = re.compile(r"Programming Language :: Python :: (\d+\.\d+)")
_LONGEST = 500
"""Characters: a longer promise is nothing that anybody wrote down, and would be tried on every Python."""

_MICROS = (0, 1, 5, 99)


def raised_python(form: ManifestForm, text: str, floor: str) -> tuple[Replacement, ...] | None:
    """What has to be exchanged so that the file promises no Python below `floor`; None where that cannot be said.

    Empty where it promises none.
    """
    try:
        promises = list(_promises(form, text))
    except (UnreadableManifest, ValueError, RecursionError, MemoryError):
        return None
    replacements = []
    for spot, raise_it in promises:
        new = raise_it(spot.text, floor) if spot is not None else None
        if spot is None or new is None:
            return None
        if new != spot.text:
            end = spot.start + len(spot.text)
            replacements.append(Replacement(start=spot.start, end=end, old=spot.text, new=new))
    return tuple(replacements)


def names_older_pythons(text: str, floor: str) -> bool:
    """Whether a trove classifier of a Python below the floor stands in the text."""
    return any(Version(found) < Version(floor) for found in _CLASSIFIER.findall(text))


def raised_constraint(text: str, floor: str, meaning: Meaning) -> str | None:
    """The constraint without the Pythons below the floor; None where no small change of its text says that."""
    if len(text) > _LONGEST:
        return None
    if _admits_none_below(text, floor, meaning):
        return text
    candidates = (
        candidate for candidate in _candidates(text, floor, meaning) if _says(candidate, text, floor, meaning)
    )
    return next(candidates, None)


def _candidates(text: str, floor: str, meaning: Meaning) -> Iterator[str]:
    parts = [part.strip() for part in re.split(r"\|\|?", text)]
    kept = [part for part in parts if _admitted(part, floor, meaning)]
    if kept:
        raised = [_LOWER_BOUND.sub(lambda match: _raised_bound(match, floor), part) for part in kept]
        yield (" || ".join(raised) if len(parts) > 1 else raised[0])
    rest = text.strip()
    yield f">={floor}" if rest in {"", "*"} else f">={floor},{rest}"


def _raised_bound(match: re.Match[str], floor: str) -> str:
    if Version(match["version"]) >= Version(floor):
        return match.group()
    operator = ">=" if match["operator"] == ">" else match["operator"]
    return f"{operator}{match['blank']}{floor}"


def _says(candidate: str, text: str, floor: str, meaning: Meaning) -> bool:
    new = _admitted(candidate, "0", meaning)
    return bool(new) and new == _admitted(text, floor, meaning)


def _admits_none_below(text: str, floor: str, meaning: Meaning) -> bool:
    every = _admitted(text, "0", meaning)
    return bool(every) and every == _admitted(text, floor, meaning)


def _admitted(text: str, floor: str, meaning: Meaning) -> frozenset[str]:
    """The Pythons from the floor on, of all that there are, which the constraint admits; none of no constraint."""
    specifier = meaning(text)
    if specifier is None:
        return frozenset()
    sets = [SpecifierSet(alternative) for alternative in specifier.split(ALTERNATIVE)]
    pythons = (f"{python}.{micro}" for python in PYTHONS for micro in _MICROS)
    return frozenset(
        python for python in pythons if Version(python) >= Version(floor) and any(one.contains(python) for one in sets)
    )


# ---- where the promise stands

_Raise = Callable[[str, str], str | None]


def _promises(form: ManifestForm, text: str) -> Iterator[tuple[Spot | None, _Raise]]:
    match form:
        case ManifestForm.PYPROJECT_TOML:
            toml = TomlText(text)
            if isinstance(toml.table("project").get("requires-python"), str):
                yield toml.string(("project", "requires-python")), _by_pep_440
            if isinstance(toml.table("tool", "poetry", "dependencies").get("python"), str):
                yield toml.string(("tool", "poetry", "dependencies", "python")), _as_poetry_does
        case ManifestForm.PIPFILE:
            toml = TomlText(text)
            if "python_full_version" in toml.table("requires"):
                yield None, _other_python
            elif "python_version" in toml.table("requires"):
                yield toml.string(("requires", "python_version")), _other_python
        case ManifestForm.SETUP_CFG:
            yield from _of_setup_cfg(text, parsed_ini(text))
        case ManifestForm.SETUP_PY:
            yield from _of_setup_py(text)
        case _:
            yield None, _other_python


def _of_setup_cfg(text: str, parser: RawConfigParser) -> Iterator[tuple[Spot | None, _Raise]]:
    if parser.get("options", "python_requires", fallback=None):
        lines = [line for line in ini_lines(text) if (line.section, line.option) == ("options", "python_requires")]
        yield (Spot(lines[0].start, lines[0].text) if len(lines) == 1 else None), _by_pep_440


def _of_setup_py(text: str) -> Iterator[tuple[Spot | None, _Raise]]:
    source = text_source(text)
    tree = parse(source)
    if isinstance(tree, Bail):
        raise UnreadableManifest(tree)
    module = SetupModule(tree)
    for value in module.keywords("python_requires"):
        written = module.written(value)
        plain = isinstance(written, ast.Constant) and isinstance(written.value, str)
        yield (plain_string(source, written) if isinstance(written, ast.Constant) and plain else None), _by_pep_440


def _by_pep_440(text: str, floor: str) -> str | None:
    return raised_constraint(text, floor, _pep_440)


def _as_poetry_does(text: str, floor: str) -> str | None:
    return raised_constraint(text, floor, poetry_specifier)


def _other_python(text: str, floor: str) -> str | None:
    """A Pipfile names the one Python of its environment; a later one stays."""
    return floor if re.fullmatch(r"\d+\.\d+", text) and Version(text) < Version(floor) else text


def _pep_440(text: str) -> str | None:
    try:
        return str(SpecifierSet(text))
    except InvalidSpecifier:
        return None
