"""A client of its own for a file that configures nothing, where nothing else can have configured the library for it:
the key is then that of the environment.
"""

import ast
from collections.abc import Sequence
from itertools import takewhile

from bot.models.struct import Frozen
from bot.rules.clients.homes import Needed
from bot.rules.clients.imports import LibraryImports
from bot.rules.clients.later import PREFIX, function_text
from bot.rules.clients.tables import ClientTables
from bot.rules.engine.call_text import edit, line_behind
from bot.scan.facts import Replacement
from bot.scan.reaching import APART
from bot.scan.rows import FileView

_LOAD_ENVIRONMENT = frozenset({"environ", "putenv", "load_dotenv", "dotenv"})
_HARMLESS = frozenset({"print", "input", "len", "str", "open", "range"})
_RUNS_PAGES = "streamlit"
"""It runs several files in one process, which do not import one another."""


class OwnClient(Frozen):
    """`made` puts the client into the file, beside the import of the library in `statement`."""

    statement: ast.stmt
    made: Replacement
    expression: str


def own_client(
    view: FileView, imports: LibraryImports, needed: Sequence[Needed], names: Sequence[str], tables: ClientTables
) -> OwnClient | None:
    """The client of a file that has none, where it can be shown that it may have one of its own."""
    alone = view.resolver.imports.reach.alone
    statement, module = imports.own_statement, imports.spelt(view.anatomy.root)
    functions = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    at_once = any(view.anatomy.nearest(one.place, functions) is None for one in needed)
    if alone is None or statement is None or module is None or _imports(view, tables.configured_by):
        return None
    if alone == APART and (not at_once or _imports(view, (_RUNS_PAGES,))):
        return None
    places = [one.place for one in needed]
    at_once = at_once and not _changes_environment(view, _anchor(view, statement), places)
    usual = names if at_once else [f"{PREFIX}{name}" for name in names]
    name = next((one for one in usual if imports.is_free(one)), None)
    later = None if at_once else imports.later()
    if name is None or (later is None and not at_once):
        return None
    made = f"{name} = {module}.{tables.client}({tables.added})"
    if later is not None:
        made = function_text(view, statement, name, later, f"{module}.{tables.client}, {tables.added}")
    line = _put_in(view, _anchor(view, statement), made, apart=1 if later is None else 2)
    return OwnClient(statement, line, name if at_once else f"{name}()") if line is not None else None


def _put_in(view: FileView, anchor: ast.stmt, made: str, *, apart: int) -> Replacement | None:
    """What puts the client in behind a statement, with so many blank lines around it."""
    text, end = view.source.text, view.end(anchor)
    at = text.find("\n", end) + 1
    rest = text[at:] if at else ""
    if "\r" in text or not rest.strip():
        return line_behind(view, anchor, made)
    if not rest.startswith("\n"):
        return line_behind(view, anchor, f"{chr(10) * apart}{made}{chr(10) * apart}")
    at += len(rest) - len(rest.lstrip("\n"))
    return edit(view, at, at, f"{made}\n{chr(10) * (apart if apart > 1 else 0)}")


def _anchor(view: FileView, statement: ast.stmt) -> ast.stmt:
    """The last of the imports that the module begins with, if the library is one of them."""
    body = view.anatomy.tree.body
    first = body[1:] if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant) else body
    leading = list(takewhile(lambda one: isinstance(one, ast.Import | ast.ImportFrom), first))
    return leading[-1] if statement in leading else statement


def _changes_environment(view: FileView, anchor: ast.stmt, places: Sequence[ast.expr]) -> bool:
    """Whether the key may only come into the environment between the imports and the first place that asks."""
    if _LOAD_ENVIRONMENT & {*view.anatomy.names, *view.anatomy.attributes}:
        return True
    body = view.anatomy.tree.body
    nodes = (node for one in body[body.index(anchor) + 1 :] for node in ast.walk(one))
    for node in sorted((node for node in nodes if isinstance(node, ast.Call)), key=view.start):
        if node in places:
            return False
        if not isinstance(node.func, ast.Attribute) and getattr(node.func, "id", "") not in _HARMLESS:
            return True
    return False


def _imports(view: FileView, modules: Sequence[str]) -> bool:
    """Whether the file imports something of one of the modules."""
    names = (alias.name for one, _ in view.anatomy.imports if isinstance(one, ast.Import) for alias in one.names)
    taken = (one.module or "" for one, _ in view.anatomy.imports if isinstance(one, ast.ImportFrom))
    return not {name.partition(".")[0] for name in (*names, *taken)}.isdisjoint(modules)
