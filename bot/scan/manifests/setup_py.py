"""setup.py: what a literal call of `setup` declares. The file is never run; whatever it computes is left to a person.

Source: setuptools, "Keywords": `install_requires`, `setup_requires` and `tests_require` are a string or a list of
strings, `extras_require` is a dictionary of them, `python_requires` a specifier. A keyword may also name a list that
the module writes down once and uses nowhere else.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator

from bot.models.struct import altered
from bot.scan.examine import parse
from bot.scan.manifests.declaration import Declaration
from bot.scan.manifests.reading import Promise, Reading, UnreadableManifest
from bot.scan.manifests.requirement import declaration_of, parsed
from bot.scan.plain_string import plain_string, value_place
from bot.scan.source_text import SourceText, text_source
from bot.vocabulary import Bail

_LISTS = frozenset({"install_requires", "setup_requires", "tests_require"})
_DICTIONARY = "extras_require"
_PYTHON = "python_requires"
_BEGUN = re.compile(r"[A-Za-z0-9._-]+(?:\[[\w,. -]*\])?\s*[=<>!~]=?")
"""How a requirement begins whose version is put in by code."""


def read(text: str, wanted: frozenset[str]) -> Reading:
    """The declarations of the wanted distributions; strings that are put together by code are withheld."""
    source = text_source(text)
    tree = parse(source)
    if isinstance(tree, Bail):
        raise UnreadableManifest(tree)
    module = SetupModule(tree)
    literal = [constant for value in module.keywords(*_LISTS, _DICTIONARY) for constant in module.strings(value)]
    taken = {id(constant) for constant in literal}
    found = [one for constant in literal for one in _declared(source, constant, wanted)]
    found += [
        altered(one, bail=Bail.DECLARATION_COMPUTED)
        for constant in module.loose_strings(taken)
        for one in _declared(source, constant, wanted)
        if parsed(one.text) is not None or _BEGUN.match(one.text)
    ]
    pythons = (c.value for value in module.keywords(_PYTHON) for c in module.strings(value))
    return Reading(
        tuple(sorted(found, key=lambda one: one.start)),
        tuple(Promise(python, python) for python in pythons if isinstance(python, str)),
    )


class SetupModule:
    """The literals of a module that its call of `setup` is given."""

    def __init__(self, tree: ast.Module) -> None:
        self._nodes = list(ast.walk(tree))
        self._calls = [node for node in self._nodes if isinstance(node, ast.Call) and _called(node) == "setup"]
        uses = Counter(node.id for node in self._nodes if isinstance(node, ast.Name))
        self._names = {
            target.id: statement.value
            for statement in tree.body
            if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None
            for target in (statement.targets if isinstance(statement, ast.Assign) else [statement.target])
            if isinstance(target, ast.Name) and uses[target.id] == 2  # bound here, read there
        }

    def keywords(self, *names: str) -> Iterator[ast.expr]:
        """What the call is given under the names."""
        return (keyword.value for call in self._calls for keyword in call.keywords if keyword.arg in names)

    def written(self, value: ast.expr) -> ast.expr:
        """The literal itself, where the value is the name of one."""
        return self._names.get(value.id, value) if isinstance(value, ast.Name) else value

    def strings(self, value: ast.expr, depth: int = 0) -> Iterator[ast.Constant]:
        """The strings of a literal string, list or dictionary, or of the name of one."""
        match value:
            case ast.Constant(value=str()):
                yield value
            case ast.Name(id=name) if depth == 0 and name in self._names:
                yield from self.strings(self._names[name], 1)
            case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements) if depth < 3:
                for element in elements:
                    yield from self.strings(element, max(depth, 1) + 1)
            case ast.Dict(values=values) if depth < 2:
                for element in values:
                    yield from self.strings(element, max(depth, 1))
            case _:
                return

    def loose_strings(self, taken: set[int]) -> Iterator[ast.Constant]:
        """Every other string that may be a dependency: no docstring, and none in another keyword of the call."""
        passed = taken | {id(node.value) for node in self._nodes if isinstance(node, ast.Expr)}
        for call in self._calls:
            others = [k.value for k in call.keywords if k.arg and k.arg not in {*_LISTS, _DICTIONARY}]
            others += [
                self._names[value.id] for value in others if isinstance(value, ast.Name) and value.id in self._names
            ]
            passed |= {id(node) for value in others for node in ast.walk(value)}
        for node in self._nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in passed:
                yield node


def _called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def _declared(source: SourceText, constant: ast.Constant, wanted: frozenset[str]) -> Iterator[Declaration]:
    """The wanted requirements of a string, one a line; rewritable where the text between the quotes is the value."""
    assert isinstance(constant.value, str)
    for line in constant.value.split("\n"):
        core = line.strip()
        found = declaration_of(core, 0, wanted)
        if found is not None:
            yield _placed(source, constant, core, found)


def _placed(source: SourceText, constant: ast.Constant, core: str, declaration: Declaration) -> Declaration:
    assert isinstance(constant.value, str)
    start, inner = value_place(source, constant)
    begin = (inner if inner >= 0 else start) + max(constant.value.find(core), 0)
    plain = plain_string(source, constant) is not None
    bail = declaration.bail or (None if plain else Bail.DECLARATION_NOT_REWRITABLE)
    return altered(declaration, start=begin + declaration.start, end=begin + declaration.end, bail=bail)
