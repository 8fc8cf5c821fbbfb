"""The modules of a repository: which file an import may mean, and which files import one another.

Names are compared by their dotted end, since where a repository's packages begin (`src/`, a sub-project, a script's
own folder) is decided outside of it. That may connect too much, never too little.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from bot.scan.source_kinds import is_module, is_notebook

_QUOTED_ENDS = (re.compile(rb"\.\w++[\"']"), re.compile(rb":\w++[\"']"))
"""How a dotted name in quotes ends; what begins with one letter is found at the speed of `find`."""
_DOTTED = re.compile(rb"[A-Za-z_]\w*(?:[.:]\w+)+")
_LONGEST_QUOTED = 400
_KEYWORD = b"import"
_AFTER_KEYWORD = frozenset([b" ", b"(", b"\\", b"\t", b"\f", b"*"])
_LONGEST_LINE = 300
_FARTHEST_FROM = 500
"""How many bytes before `import` the module of a `from` may begin."""
_LONGEST_INDENT = 200
_BEFORE_A_STATEMENT = b"\n\r:;\xbf"
"""What an import statement follows; the last one ends a byte order mark."""

# Each stops at the first byte that no import statement holds, so that no text is walked twice.
_LETTER = rb"\w\x80-\xff"
_SIMPLE = re.compile(
    rb"[ \t\f]*(?:from[ \t]+([.%b]+)[ \t]+)?import[ \t]+([%b., \t]+|\*[ \t]*)(?:#.*)?\r?" % (_LETTER, _LETTER)
)
_FROM = re.compile(rb"from((?:[ \t\f.%b]++|\\\r?\n)++)\Z" % _LETTER)
_NAMES = re.compile(
    rb"(?:[ \t\f]++|\\\r?\n)*+(?:(\()(?:[\s%b.,*\\]++|#[^\n]{0,500})*+|(?:[ \t\f%b.,*]++|\\\r?\n)*+)"
    % (_LETTER, _LETTER)
)
_COMMENT = re.compile(rb"#[^\n]*")
_NAME = re.compile(rb"(?:\A|,)[\s\\(]*+([%b.]+|\*)" % _LETTER)
_NOT_IN_NAME = re.compile(rb"[\s\\]+")


def module_of(path: str) -> str:
    """The dotted name of the file from the repository's root: `src/app/pdf.py` is `src.app.pdf`."""
    folder, _, name = path.rpartition("/")
    stem = name[: name.rfind(".")] if name.rfind(".") > 0 else name
    if stem == "__init__":
        return folder.replace("/", ".")
    return f"{folder}/{stem}".lstrip("/").replace("/", ".")


class ModuleIndex:
    """Finds the files that a dotted name may mean; stubs and notebooks are none of them."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._by_stem: dict[str, list[tuple[str, str]]] = defaultdict(list)
        self._found: dict[str, tuple[str, ...]] = {}
        for path in filter(is_module, paths):
            module = module_of(path)
            self._by_stem[module.rpartition(".")[2]].append((f".{module}", path))

    def find(self, dotted: str) -> tuple[str, ...]:
        """Every file whose dotted name ends in `dotted`; none for a name that is no module of the repository."""
        found = self._found.get(dotted)
        if found is None:
            end, candidates = f".{dotted}", self._by_stem.get(dotted.rpartition(".")[2], ())
            found = tuple(path for module, path in candidates if module.endswith(end)) if dotted else ()
            self._found[dotted] = found
        return found

    def meant(self, dotted: str, path: str) -> str | None:
        """The one file that the name means in the file at `path`; None where that is not certain. Where several have
        it, it is one below a folder around that file, as it is for a script and for a package.
        """
        found = self.find(dotted)
        if len(found) > 1:
            found = tuple(one for one in found if f"{path.rpartition('/')[0]}/".startswith(root_of(one, dotted)))
        return found[0] if len(found) == 1 else None

    def names(self) -> Iterator[str]:
        """Every name by which `find` finds a file."""
        for candidates in self._by_stem.values():
            for module, _ in candidates:
                at = 0
                while at >= 0:
                    yield module[at + 1 :]
                    at = module.find(".", at + 1)


def root_of(path: str, dotted: str) -> str:
    """The folder below which a file has the dotted name, with a slash behind it; empty for the repository's own."""
    folder = module_of(path).removesuffix(dotted).rstrip(".").replace(".", "/")
    return f"{folder}/" if folder else ""


def import_lines(path: str, data: bytes) -> set[str]:
    r"""The dotted names of modules that import statements and strings of the file may name, without parsing it: too
    many rather than too few. A module of which every name can be reached is there a second time with `.*` behind it.

    Only `import` is searched for, and read around where it stands like a statement: that is as fast as reading. In a
    notebook a line begins after a quotation mark of the JSON, or after a line end that is written as `\n`.
    """
    if is_notebook(path):
        data = data.replace(b'\\"', b"'").replace(b'"', b"\n").replace(b"\\t", b"\t").replace(b"\\n", b"\n")
    found = set[str]()
    for name in _quoted_names(data):
        found.update(_above(name))
    package = path.rpartition("/")[0]
    done, at = 0, data.find(_KEYWORD)
    while at >= 0:
        if data[at + len(_KEYWORD) : at + len(_KEYWORD) + 1] not in _AFTER_KEYWORD:
            at = data.find(_KEYWORD, max(done, at + len(_KEYWORD)))
            continue
        start = data.rfind(b"\n", at - _LONGEST_LINE if at > _LONGEST_LINE else 0, at) + 1
        end = data.find(b"\n", at, at + _LONGEST_LINE)
        is_short = 0 < end - start <= _LONGEST_LINE
        simple = _simple_line(data[start:end]) if is_short else None
        if simple is not None and b"\\" not in data[start - 3 if start > 3 else 0 : start]:
            found.update(simple.names if simple.relative is None else _of_module(*simple.relative, package))
            done = end
        elif _is_keyword(data, at) and not (is_short and _is_prose(data, start, at)):
            names, done = _statement(data, at, done, package)
            found.update(names)
        at = data.find(_KEYWORD, max(done, at + len(_KEYWORD)))
    return found


def _is_prose(data: bytes, start: int, at: int) -> bool:
    """Whether the keyword stands in a line, beginning at `start`, in which no statement can begin or go on to it."""
    before = data[start:at].rstrip()
    return (
        before != b""
        and before[-1] not in _BEFORE_A_STATEMENT
        and b"from" not in before
        and b"\\" not in data[start - 3 if start > 3 else 0 : start]
    )


def _quoted_names(data: bytes) -> Iterator[bytes]:
    for ends in _QUOTED_ENDS:
        for match in ends.finditer(data):
            end = match.end() - 1
            start = data.rfind(data[end : end + 1], max(0, end - _LONGEST_QUOTED), end)
            if start >= 0 and _DOTTED.fullmatch(data, start + 1, end):
                yield data[start + 1 : end]


@lru_cache(maxsize=1 << 15)
def _above(quoted: bytes) -> tuple[str, ...]:
    """What a dotted name in quotes may be a part of; a colon stands before an entry point's object."""
    parts = re.split("[.:]", quoted.decode(errors="replace"))
    return tuple(chain.from_iterable(as_whole(".".join(parts[:index])) for index in range(1, len(parts))))


def as_whole(module: str) -> tuple[str, str]:
    """A module that is imported, or named, with all that is in it."""
    return module, f"{module}.*"


def taken(module: str, name: str) -> tuple[str, ...]:
    """A name that is taken from a module: the module, and what the name is if it is a module itself."""
    if name == "*":
        return module, f"{module}.*"
    whole = f"{module}.{name}" if module else name
    return module, whole, f"{whole}.*"


def _is_keyword(data: bytes, at: int) -> bool:
    before, after = data[max(0, at - 1) : at], data[at + len(_KEYWORD) : at + len(_KEYWORD) + 1]
    return after in _AFTER_KEYWORD and not (before.isalnum() or before in (b"_", b"."))


class _Simple(NamedTuple):
    """What a line names; of a relative import the module as it is written, and what is taken from it."""

    names: tuple[str, ...]
    relative: tuple[str, tuple[str, ...]] | None


@lru_cache(maxsize=1 << 15)
def _simple_line(line: bytes) -> _Simple | None:
    """The names of a line that is one whole import statement; None for any other. The same few lines make up most."""
    found = _SIMPLE.fullmatch(line)
    if found is None:
        return None
    parts = (part.split() for part in found.group(2).decode(errors="replace").split(","))
    names = tuple(words[0] for words in parts if words)
    if found.group(1) is None:
        return _Simple(tuple(chain.from_iterable(map(as_whole, names))), None)
    module = found.group(1).decode(errors="replace")
    if module.startswith("."):
        return _Simple((), (module, names))
    return _Simple(tuple(_of_module(module, names, "")), None)


def _of_module(module: str, names: Iterable[str], package: str) -> Iterator[str]:
    """The names of `from module import names` in a file of the package."""
    whole = _absolute(module, package)
    return chain([whole], *(taken(whole, name) for name in names))


def _statement(data: bytes, at: int, done: int, package: str) -> tuple[Iterable[str], int]:
    """The names of the statement whose `import` stands at `at`, if it is one, and how far it was read; what lies
    before `done` belongs to others.
    """
    after = start = at + len(_KEYWORD)
    while (start := data.rfind(b"from", max(done, at - _FARTHEST_FROM), start)) >= 0:
        found = _FROM.match(data, start, at)
        if found is not None and _begins(data, start):
            names, end = _names(data, after)
            return _of_module(_NOT_IN_NAME.sub(b"", found.group(1)).decode(errors="replace"), names, package), end
    if _begins(data, at):
        names, end = _names(data, after)
        return chain.from_iterable(map(as_whole, names)), end
    return (), after


def _begins(data: bytes, at: int) -> bool:
    """Whether a statement may begin here: first on its line, or after a colon or a semicolon."""
    before = data[max(0, at - _LONGEST_INDENT) : at].rstrip(b" \t\f")
    return not before or before[-1] in _BEFORE_A_STATEMENT


def _names(data: bytes, start: int) -> tuple[list[str], int]:
    """What stands first in each part between commas, and where the statement ends; in brackets that is not known."""
    found = _NAMES.match(data, start)
    assert found is not None
    text = found.group()
    names = _NAME.findall(_COMMENT.sub(b"", text) if b"#" in text else text)
    end = found.end() if found.start(1) < 0 else start
    return [name.decode(errors="replace") for name in names], end


def _absolute(module: str, folder: str) -> str:
    level = len(module) - len(module.lstrip("."))
    if level == 0:
        return module
    package = folder.split("/") if folder else []
    kept = package[: len(package) - (level - 1)]
    return ".".join([*kept, *([module[level:]] if module[level:] else [])])
