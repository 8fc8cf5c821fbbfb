"""setup.cfg: setuptools' declarative configuration.

Source: setuptools, "Configuring setuptools using setup.cfg files": `install_requires`, `setup_requires` and
`tests_require` of `[options]` and every key of `[options.extras_require]` are lists, one entry a line, or separated
by semicolons where the value is one line; lines that begin with `#` are comments. `python_requires` is a specifier.
"""

from collections.abc import Iterator
from configparser import Error, RawConfigParser

from bot.scan.manifests.declaration import Declaration
from bot.scan.manifests.ini_lines import IniLine, ini_lines
from bot.scan.manifests.reading import Promise, Reading, UnreadableManifest
from bot.scan.manifests.requirement import declaration_of

_LISTS = frozenset({"install_requires", "setup_requires", "tests_require"})
_EXTRAS = "options.extras_require"
_SAYS_WHAT_IT_IS = frozenset({"metadata"})


def read(text: str, wanted: frozenset[str]) -> Reading:
    """The declarations of the wanted distributions."""
    parser = parsed_ini(text)
    lines = list(ini_lines(text))
    found = (one for line in lines if _is_list(line) for one in _requirements(line, wanted))
    return Reading(
        tuple(found),
        tuple(_pythons(parser)),
        tuple(line.text for line in lines if line.section not in _SAYS_WHAT_IT_IS),
    )


def parsed_ini(text: str) -> RawConfigParser:
    """The document as setuptools reads it; raises `UnreadableManifest` where it cannot."""
    parser = RawConfigParser()
    try:
        parser.read_string(text)
    except (Error, ValueError) as error:
        raise UnreadableManifest(type(error).__name__) from error
    return parser


def _is_list(line: IniLine) -> bool:
    return line.section == _EXTRAS or (line.section == "options" and line.option in _LISTS)


def _requirements(line: IniLine, wanted: frozenset[str]) -> Iterator[Declaration]:
    parts = line.text.split(";") if line.is_whole_value else [line.text]
    offset = line.start
    for part in parts:
        body = part.partition(" #")[0]
        core = body.strip()
        start = offset + len(body) - len(body.lstrip())
        found = declaration_of(core, start, wanted)
        if found is not None:
            yield found
        offset += len(part) + 1


def _pythons(parser: RawConfigParser) -> Iterator[Promise]:
    promised = parser.get("options", "python_requires", fallback=None)
    if promised:
        yield Promise(promised.strip(), promised.strip())
