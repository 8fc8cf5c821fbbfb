"""Make the libraries open whatever they open late, while the child may still open files.

Many modules import others, or read files, only when a function is first called. After confinement that fails, on an
honest file. So each library that the registry brought in is used once here on a small sample, its error path
included. A library that was not imported is left alone: a child that never rewrites need not pay for LibCST. Of our own
rules and of the codecs the code is kept, since a file needs few of them.
"""

import ast
import encodings
import importlib
import sys
import tokenize
import warnings
from collections.abc import Callable
from contextlib import suppress
from types import ModuleType

from bot.analyser.kept_modules import KeptModules

_OF_CODECS = (
    "_codecs_cn", "_codecs_hk", "_codecs_iso2022", "_codecs_jp", "_codecs_kr", "_codecs_tw", "_multibytecodec",
    "stringprep", "unicodedata",
)  # fmt: skip
"""What those codecs need that are text encodings, and that is no code of Python or not theirs alone."""
_OURS = ("bot.scan", "bot.rules")

_PYTHON = """# coding: utf-8
fü: int = 1_0 + 0x2  # ü
x = "\\N{BULLET} \\d" f"{fü!r:>{9}}"
y = b"\\x00"
""".encode()
_BROKEN = b"def f(:\n"
_TOML = (
    "# c\n[a]\nb = [1, 2.5, true, \"\\u00fc\", 1979-05-27T07:32:00Z, 07:32:00, 1979-05-27]\nc.d = {e = 'f'}\n[[g]]\n"
)
_YAML = "a: [1, 2.5, yes, 2001-12-14, 2001-12-14T21:59:43Z, ~]\nb: &x |\n  text\nc: *x\n"


def kept_modules() -> KeptModules:
    """Every codec, and what is not imported yet of those of our own packages that are."""
    for name in _OF_CODECS:
        with suppress(ImportError):  # a Python that was built without them
            importlib.import_module(name)
    kept = KeptModules()
    for package in (encodings, *(sys.modules[name] for name in _OURS if name in sys.modules)):
        kept.keep(package)
    return kept


def warm_up() -> None:
    """Use the compiler, and each library of the table that is already imported."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        _python()
        for name, sample in _SAMPLES.items():
            if name in sys.modules:
                sample(sys.modules[name])


def _python() -> None:
    ast.unparse(ast.parse(_PYTHON))
    compile(_PYTHON, "<sample>", "exec", dont_inherit=True)
    list(tokenize.tokenize(iter(_PYTHON.splitlines(keepends=True)).__next__))
    with suppress(SyntaxError):
        compile(_BROKEN, "<sample>", "exec", dont_inherit=True)


def _libcst(libcst: ModuleType) -> None:
    metadata = importlib.import_module("libcst.metadata")
    module = libcst.parse_module(_PYTHON).visit(libcst.CSTTransformer())
    wrapper = metadata.MetadataWrapper(module)
    wrapper.resolve_many([metadata.ScopeProvider, metadata.QualifiedNameProvider, metadata.PositionProvider])
    libcst.parse_statement("import a.b as c").deep_clone()
    libcst.parse_expression("f(a, *b)").with_changes()
    _expect(libcst.ParserSyntaxError, lambda: libcst.parse_module(_BROKEN))


def _tomlkit(tomlkit: ModuleType) -> None:
    document = tomlkit.parse(_TOML)
    document["a"]["b"].append("new")
    document["new"] = tomlkit.table()
    tomlkit.dumps(document)
    document.unwrap()
    _expect(tomlkit.exceptions.ParseError, lambda: tomlkit.parse("a = "))


def _tomllib(tomllib: ModuleType) -> None:
    tomllib.loads(_TOML)
    _expect(tomllib.TOMLDecodeError, lambda: tomllib.loads("a = "))


def _yaml(yaml: ModuleType) -> None:
    yaml.safe_dump(yaml.safe_load(_YAML))
    _expect(yaml.YAMLError, lambda: yaml.safe_load("a: [\x00"))


def _packaging(packaging: ModuleType) -> None:
    requirement = packaging.Requirement("a[b]>=1.0,!=1.*; python_version < '3.99' and platform_release != ''")
    str(requirement)
    requirement.marker.evaluate()
    _expect(packaging.InvalidRequirement, lambda: packaging.Requirement("a ="))


def _pathspec(pathspec: ModuleType) -> None:
    pathspec.GitIgnoreSpec.from_lines(["a/*.py", "!b/", "[c-d]?"]).match_file("a/b.py")
    _expect(ValueError, lambda: pathspec.GitIgnoreSpec.from_lines(["!"]))


def _expect(error: type[Exception], act: Callable[[], object]) -> None:
    try:
        act()
    except error as expected:
        str(expected)


_SAMPLES: dict[str, Callable[[ModuleType], None]] = {
    "libcst": _libcst,
    "tomlkit": _tomlkit,
    "tomllib": _tomllib,
    "yaml": _yaml,
    "packaging.requirements": _packaging,
    "pathspec": _pathspec,
}
