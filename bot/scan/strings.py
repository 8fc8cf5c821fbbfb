"""The library's name in strings and comments: reached by a string that code acts on, or merely mentioned."""

import ast
import re
from collections.abc import Iterable, Iterator

from bot.scan.annotations import annotated_types
from bot.scan.interest import may_be_annotation
from bot.scan.library_names import names_in
from bot.scan.rows import FileView, Sighting, counts, make_row, symbol_bail
from bot.scan.scopes import Scope
from bot.scan.usage_index import last_name
from bot.scan.values import LibraryName, joined, symbol_of
from bot.vocabulary import Bail, ConfidenceReason, FindingKind, ScanStatus

ACTING_CALLABLES = frozenset(
    {
        # imports by name
        "import_module", "__import__", "importorskip", "find_spec", "find_loader", "reload", "run_module",
        "resolve_name", "import_string", "get_loader",
        # patching by name
        "patch", "setattr", "delattr", "setitem", "delitem", "dict",
        # whatever else takes a module's or distribution's name and acts on it
        "getLogger", "filterwarnings", "version", "distribution", "get_distribution", "requires", "metadata",
        "globals", "locals", "vars", "eval", "exec", "compile", "getattr", "hasattr", "attrgetter",
        # installing by name
        "run", "call", "check_call", "check_output", "Popen", "system", "popen", "main", "install",
    }
)  # fmt: skip
"""Last names of callables that act on a module, attribute or distribution that a string names."""

_INSTALLERS = frozenset({"run", "call", "check_call", "check_output", "Popen", "system", "popen", "main", "install"})
_PATH = re.compile(r"[\w.:]+")
_LONGEST_PATH = 400


def string_sightings(view: FileView) -> Iterator[Sighting]:
    """Strings through which code reaches the library: patch targets, importlib, `__all__`, quoted annotations."""
    modules = view.surface.pack.old.modules
    for node, scope in view.anatomy.strings:
        text = str(node.value)
        if any(module in text for module in modules):
            if _acts(node, text, view, modules):
                yield from _sighting(view, node, scope, _named_symbol(text, modules), Bail.REACHED_BY_STRING)
            continue
        if view.resolver.interest.matters(node) and may_be_annotation(node, view.anatomy):
            for symbol in sorted(_annotated(view, node, scope)):
                yield from _sighting(view, node, scope, symbol, None)
        elif "." in text:
            for symbol in sorted(_behind_module(view, node, text)):
                yield from _sighting(view, node, scope, symbol, None)


def _sighting(view: FileView, node: ast.Constant, scope: Scope, symbol: str, bail: Bail | None) -> Iterator[Sighting]:
    of_module = Bail.REACHED_BY_STRING if view.surface.is_old_module(symbol) else None
    word = bail or of_module or symbol_bail(view.surface, symbol)
    if counts(view.surface, symbol, word if bail is None else None):
        kind, confidence = FindingKind.DYNAMIC, ConfidenceReason.STRING_TARGET
        yield Sighting(make_row(view, view.start(node), scope, kind, confidence, symbol, word), node, scope)


def _annotated(view: FileView, node: ast.Constant, scope: Scope) -> set[str]:
    """The library's names in a string that is an annotation, or a part of one."""
    named = (view.resolver.values(expression, scope) for expression, _ in annotated_types(node))
    return {value.symbol for values in named for value in values if isinstance(value, LibraryName)}


def _behind_module(view: FileView, node: ast.Constant, text: str) -> set[str]:
    """The library's names behind a path that begins with a module of the repository: `app.client.Reader.pages`."""
    parts = dotted_parts(text)
    if len(parts) < 2 or not all(parts) or not any(_is_acting(call) for call in _enclosing(node, view)):
        return set()
    found = set[str]()
    for index in range(1, len(parts)):
        values = view.resolver.imports.reach.at(".".join(parts[:index]), parts[index])
        for name in parts[index + 1 :]:
            values = joined(view.resolver.member(value, name) for value in values)
        found |= {symbol for value in values if (symbol := symbol_of(value)) is not None}
    return found


def _is_acting(enclosing: ast.AST) -> bool:
    return not isinstance(enclosing, ast.Call) or last_name(enclosing.func) in ACTING_CALLABLES


def named_modules(view: FileView) -> Iterator[str]:
    """Every module of the repository that a string which code acts on may name: `app` and `app.client` of
    `app.client.Reader`.
    """
    for node, _ in view.anatomy.strings:
        text = str(node.value)
        parts = dotted_parts(text) if "." in text or ":" in text else []
        if len(parts) > 1 and any(_is_acting(call) for call in _enclosing(node, view)):
            yield from (".".join(parts[:index]) for index in range(1, len(parts)))


def _acts(node: ast.Constant, text: str, view: FileView, modules: Iterable[str]) -> bool:
    """Whether code acts on what the string names."""
    dotted = f".{'.'.join(dotted_parts(text))}."
    names_module = any(f".{module}." in dotted for module in modules)
    for call in _enclosing(node, view):
        if isinstance(call, ast.Call):
            name = last_name(call.func)
            if name in _INSTALLERS and any(re.search(rf"\b{re.escape(module)}\b", text) for module in modules):
                return True
            if names_module and name in ACTING_CALLABLES:
                return True
        elif names_module:
            return True
    return False


def _enclosing(node: ast.AST, view: FileView) -> Iterator[ast.AST]:
    """The calls, subscripts of a module table, `__all__` and annotations that a string is a direct part of."""
    parents = view.anatomy.parents
    child, parent = node, parents.get(node)
    while parent is not None and not isinstance(parent, ast.stmt | ast.Lambda):
        if isinstance(parent, ast.Call) and child is not parent.func:
            yield parent
        if isinstance(parent, ast.Subscript) and child is parent.slice and last_name(parent.value) in _TABLES:
            yield parent
        if isinstance(parent, ast.arg):
            yield parent
        child, parent = parent, parents.get(parent)
    match parent:
        case ast.AnnAssign(annotation=annotation) if annotation is child:
            yield parent
        case ast.FunctionDef(returns=returns) | ast.AsyncFunctionDef(returns=returns) if returns is child:
            yield parent
        case ast.Assign(targets=[ast.Name(id="__all__")]) | ast.AugAssign(target=ast.Name(id="__all__")):
            yield parent


_TABLES = frozenset({"modules", "globals", "locals", "vars", "__dict__"})


def dotted_parts(text: str) -> list[str]:
    """The parts of a string that is a dotted path (`app.pdf.PyPDF2.PdfReader`, `app.pdf:PyPDF2`); else none."""
    return re.split(r"[.:]", text) if len(text) < _LONGEST_PATH and _PATH.fullmatch(text) else []


def _named_symbol(text: str, modules: Iterable[str]) -> str:
    """The library's own name in a dotted path: from its module on."""
    for module in modules:
        match = re.search(rf"\b{re.escape(module)}(?:\.[A-Za-z_]\w*)*", text)
        if match:
            return match.group()[:400]
    return next(iter(modules))


def mention_sightings(view: FileView, taken_lines: frozenset[int]) -> Iterator[Sighting]:
    """One row a line on which a string or comment names the library and no other row stands."""
    seen = set(taken_lines)
    in_code = _offsets_in_code(view, frozenset(view.surface.pack.old_names))
    for offset, name in names_in(view.source.text, view.surface.pack):
        line, _ = view.source.position(offset)
        if line not in seen and offset not in in_code:
            seen.add(line)
            row = make_row(
                view,
                offset,
                view.anatomy.root,
                FindingKind.TEXT_MENTION,
                ConfidenceReason.STRING_OR_COMMENT,
                name,
                None,
                status=ScanStatus.NOT_A_USAGE,
            )
            yield Sighting(row, view.anatomy.tree, view.anatomy.root)


def _offsets_in_code(view: FileView, names: frozenset[str]) -> frozenset[int]:
    """Where an identifier of the code, not a string or a comment, is one of the names."""
    anatomy = view.anatomy
    offsets = {view.start(node) for name in names for node, _ in anatomy.names.get(name, ())}
    offsets |= {view.end(node) - len(name) for name in names for node, _ in anatomy.attributes.get(name, ())}
    for statement, _ in view.anatomy.imports:
        offsets |= set(range(view.start(statement), view.end(statement)))
    return frozenset(offsets)
