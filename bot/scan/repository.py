"""The modules of a repository: which file an import may mean, and which files import one another.

Names are compared by their dotted end, since where a repository's packages begin (`src/`, a sub-project, a script's
own folder) is decided outside of it. That may connect too much, never too little.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from bot.scan.source_kinds import is_module, is_notebook

_FROM = re.compile(rb"^[ \t]*from[ \t]+([.\w]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]+)", re.MULTILINE)
_IMPORT = re.compile(rb"^[ \t]*import[ \t]+([^\n#]+)", re.MULTILINE)
_QUOTED = re.compile(rb"[\"']([A-Za-z_]\w*(?:[.:]\w+)+)[\"']")
_TAKEN = re.compile(rb"[\w.]+|\*")
_NAME = re.compile(rb"[\w.]+")


def module_of(path: str) -> str:
    """The dotted name of the file from the repository's root: `src/app/pdf.py` is `src.app.pdf`."""
    parts = list(PurePosixPath(path).with_suffix("").parts)
    if parts and parts[-1] == "__init__":
        parts.pop()
    return ".".join(parts)


class ModuleIndex:
    """Finds the files that a dotted name may mean; stubs and notebooks are none of them."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._by_stem: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for path in filter(is_module, paths):
            module = module_of(path)
            self._by_stem[module.rpartition(".")[2]].append((f".{module}", path))

    def find(self, dotted: str) -> tuple[str, ...]:
        """Every file whose dotted name ends in `dotted`; none for a name that is no module of the repository."""
        stem = dotted.rpartition(".")[2]
        return tuple(path for module, path in self._by_stem.get(stem, ()) if stem and module.endswith(f".{dotted}"))


def import_lines(path: str, data: bytes) -> Iterator[str]:
    r"""The dotted names of modules that import lines and strings of the file may name, without parsing it: too many
    rather than too few. A module of which every name can be reached is there a second time with `.*` behind it.

    In a notebook a line begins after a quotation mark of the JSON, or after a line end that is written as `\n`.
    """
    if is_notebook(path):
        data = data.replace(b'\\"', b"'").replace(b'"', b"\n").replace(b"\\t", b"\t").replace(b"\\n", b"\n")
    for match in _QUOTED.finditer(data):
        parts = re.split("[.:]", match.group(1).decode(errors="replace"))
        for index in range(1, len(parts)):
            yield from as_whole(".".join(parts[:index]))
    package = list(PurePosixPath(path).parent.parts)
    for match in _IMPORT.finditer(data):
        for part in match.group(1).split(b","):
            found = _NAME.match(part.strip())
            if found:
                yield from as_whole(found.group().decode(errors="replace"))
    for match in _FROM.finditer(data):
        module = _absolute(match.group(1).decode(errors="replace"), package)
        for name in match.group(2).strip(b"()").split(b","):
            found = _TAKEN.match(name.strip())
            if found:
                yield from taken(module, found.group().decode(errors="replace"))


def as_whole(module: str) -> Iterator[str]:
    """A module that is imported, or named, with all that is in it."""
    yield module
    yield f"{module}.*"


def taken(module: str, name: str) -> Iterator[str]:
    """A name that is taken from a module: the module, and what the name is if it is a module itself."""
    yield module
    if name == "*":
        yield f"{module}.*"
    else:
        yield from as_whole(f"{module}.{name}" if module else name)


def _absolute(module: str, package: list[str]) -> str:
    level = len(module) - len(module.lstrip("."))
    if level == 0:
        return module
    kept = package[: len(package) - (level - 1)]
    return ".".join([*kept, *([module[level:]] if module[level:] else [])])
