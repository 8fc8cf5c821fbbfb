"""The library's name in strings and comments: reached by a string that code acts on, or merely mentioned."""

import ast
import re
from collections.abc import Iterable, Iterator

from bot.scan.rows import FileView, Sighting, counts, make_row, symbol_bail
from bot.scan.scopes import Scope
from bot.scan.usage_index import last_name
from bot.scan.values import LibraryModule, in_order
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
        if any(module in text for module in modules) and _acts(node, text, view, modules):
            symbol = _named_symbol(text, modules)
            if not counts(view.surface, symbol, None):
                continue
            row = make_row(
                view,
                view.start(node),
                scope,
                FindingKind.DYNAMIC,
                ConfidenceReason.STRING_TARGET,
                symbol,
                Bail.REACHED_BY_STRING,
            )
            yield Sighting(row, node, scope)


def dynamic_member_sightings(view: FileView) -> Iterator[Sighting]:
    """`getattr(reader, "getPage")` and the like, where the member is gone or not known."""
    for call, scope in view.anatomy.calls:
        name = getattr(call.func, "id", "")
        if name in {"getattr", "hasattr", "setattr", "delattr"} and len(call.args) > 1:
            yield from _dynamic_member(view, call, scope)


def _dynamic_member(view: FileView, call: ast.Call, scope: Scope) -> Iterator[Sighting]:
    member = call.args[1]
    constant = member.value if isinstance(member, ast.Constant) else None
    classes = sorted(view.resolver.classes_of(call.args[0], scope))
    if isinstance(constant, str) and constant.isidentifier():
        yield from _dynamic_name(view, call, scope, constant)
        if classes:
            for cls in classes:
                bail = symbol_bail(view.surface, f"{cls}.{constant}")
                if bail is not None:
                    yield _dynamic(view, call, scope, f"{cls}.{constant}", bail)
        elif constant in view.surface.searched_names:
            symbol = view.surface.owner_of_searched(constant)
            yield _dynamic(view, call, scope, symbol, Bail.RECEIVER_UNRESOLVED, searched=True)
    elif classes:
        yield _dynamic(view, call, scope, classes[0], Bail.REACHED_BY_STRING)


def _dynamic_name(view: FileView, call: ast.Call, scope: Scope, name: str) -> Iterator[Sighting]:
    """`getattr(oldlib, "Reader")`: a name of the module, which no rule follows into a string."""
    for value in in_order(view.resolver.values(call.args[0], scope)):
        if isinstance(value, LibraryModule):
            symbol = f"{value.name}.{name}"
            bail = symbol_bail(view.surface, symbol) or Bail.REACHED_BY_STRING
            if counts(view.surface, symbol, bail):
                yield _dynamic(view, call, scope, symbol, bail)


def _dynamic(
    view: FileView, call: ast.Call, scope: Scope, symbol: str, bail: Bail, *, searched: bool = False
) -> Sighting:
    confidence = ConfidenceReason.MEMBER_NAME_ONLY if searched else ConfidenceReason.STRING_TARGET
    start = view.start(call)
    row = make_row(view, start, scope, FindingKind.DYNAMIC, confidence, symbol, bail, searched=searched)
    return Sighting(row, call, scope)


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
    names = sorted({*view.surface.pack.old.modules, view.surface.pack.old.distribution})
    in_code = _offsets_in_code(view, frozenset(names))
    for match in re.finditer(rf"\b(?:{'|'.join(map(re.escape, names))})\b", view.source.text):
        line, _ = view.source.position(match.start())
        if line not in seen and match.start() not in in_code:
            seen.add(line)
            row = make_row(
                view,
                match.start(),
                view.anatomy.root,
                FindingKind.TEXT_MENTION,
                ConfidenceReason.STRING_OR_COMMENT,
                match.group(),
                None,
                status=ScanStatus.NOT_A_USAGE,
            )
            yield Sighting(row, view.anatomy.tree, view.anatomy.root)


def _offsets_in_code(view: FileView, names: frozenset[str]) -> frozenset[int]:
    """Where an identifier of the code, not a string or a comment, is one of the names."""
    offsets = {view.start(node) for node, _ in view.anatomy.names if node.id in names}
    offsets |= {view.end(node) - len(node.attr) for node, _ in view.anatomy.attributes if node.attr in names}
    for statement, _ in view.anatomy.imports:
        offsets |= set(range(view.start(statement), view.end(statement)))
    return frozenset(offsets)
