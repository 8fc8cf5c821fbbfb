"""The calls that configure the library, as statements that make a client."""

import ast
import re
from collections.abc import Iterable

from bot.models.struct import altered
from bot.rules.answers.flow import Problem
from bot.rules.clients.homes import Configured, Homes
from bot.rules.clients.later import Later, blank_lines, function_text
from bot.rules.clients.tables import ClientTables
from bot.rules.engine.call_text import CallText, edit
from bot.rules.engine.splice import spliced
from bot.scan.facts import Replacement
from bot.scan.rows import FileView, Sighting
from bot.scan.scopes import Assigned
from bot.vocabulary import Bail


def configured_places(view: FileView, sightings: Iterable[Sighting], tables: ClientTables) -> list[Configured]:
    """The places among the sightings where the library is configured by a statement of its own."""
    found = []
    for one in sightings:
        statement = view.anatomy.parents.get(one.node)
        if one.row.symbol not in tables.configure or not isinstance(one.node, ast.Call):
            continue
        if isinstance(statement, ast.Expr):
            found.append(Configured(one.node, statement, one.scope))
        elif isinstance(statement, ast.Assign) and (unread := _never_read(view, statement)) is not None:
            found.append(Configured(one.node, statement, one.scope, unread))
    return found


def _never_read(view: FileView, statement: ast.Assign) -> str | None:
    """The name, or the attribute with a dot before it, that takes what the call gives, which is nothing, and that no
    place of the file reads.
    """
    match statement.targets:
        case [ast.Name(id=name)] if len(view.anatomy.names[name]) == 1 and name not in view.anatomy.declared:
            return name
        case [ast.Attribute(value=ast.Name(), attr=name)] if len(view.anatomy.attributes[name]) == 1:
            return f".{name}"
        case _:
            return None


def kept_arguments(call: ast.Call, tables: ClientTables) -> list[ast.expr]:
    """The arguments that both libraries take alike."""
    return [keyword.value for keyword in call.keywords if keyword.arg in tables.kept]


def written_client(
    view: FileView,
    one: Configured,
    homes: Homes,
    tables: ClientTables,
    module: str | None,
    later: Later | None = None,
    place: ast.stmt | None = None,
) -> list[Replacement] | Problem:
    """The edits after which the statement makes a client of `module`, the library as the file calls it; or, with the
    names for that, a function that makes it `later`, to stand where `place` begins. The first is that of the statement.
    """
    target, gone = homes.target(one), _gone(view, one.call, tables)
    if isinstance(gone, Problem):
        return gone
    if target is None or module is None:
        return Problem(Bail.NAME_TAKEN if target is None else Bail.MODULE_NOT_NAMED, one.call)
    name, _, value = _added(view, one.call, tables).partition("=")
    if later is not None:
        return _function(view, one, tables, place or one.statement, (target, f"{module}.{tables.client}"), later)
    called = edit(view, view.start(one.statement), view.end(one.call.func), f"{target} = {module}.{tables.client}")
    whole = in_one_piece(view, one.statement, [called, *gone, CallText.of(view, one.call).added_keyword(name, value)])
    if isinstance(whole, Problem):
        return whole
    edits = [whole]
    if homes.is_declared(one):
        declared = declared_global(view, one.scope.node, target)
        if declared is None:
            return Problem(Bail.CLIENT_NOT_CERTAIN, one.call)
        edits.append(declared)
    return edits


def _function(
    view: FileView, one: Configured, tables: ClientTables, place: ast.stmt, names: tuple[str, str], later: Later
) -> list[Replacement] | Problem:
    """The statement as a function that makes the client, with its arguments on one line; `names` are its own and the
    class's.
    """
    call, start, end, text = one.call, view.start(one.statement), view.end(one.call), view.source.text
    kept = [text[view.start(one) : view.end(one)] for one in call.keywords if one.arg in tables.kept]
    if "#" in text[start:end] or any("\n" in one for one in kept):
        return Problem(Bail.USE_NOT_REWRITABLE, call, "an argument is written over several lines")
    made = ", ".join([names[1], *kept, _added(view, call, tables)])
    before, behind = blank_lines(view, start, end) if place is one.statement else ("", "")
    apart = [edit(view, start, start, before), edit(view, end, end, behind)]
    whole = edit(view, start, end, function_text(view, place, names[0], later, made))
    return [whole, *(one for one in apart if one.new)]


def is_key_certain(call: ast.Call, tables: ClientTables) -> bool:
    """Whether every argument that is kept stands there as a text that is not empty."""
    kept = kept_arguments(call, tables)
    return bool(kept) and all(isinstance(one, ast.Constant) and bool(one.value) for one in kept)


def _added(view: FileView, call: ast.Call, tables: ClientTables) -> str:
    """What is passed besides, with the address of the service where the call names one."""
    for keyword in call.keywords:
        address = _address(view, keyword, tables)
        if address is not None and tables.address is not None:
            return f"{tables.address.before}{address}{tables.address.behind}"
    return tables.added


def _address(view: FileView, keyword: ast.keyword, tables: ClientTables) -> str | None:
    """The address as an expression, with its scheme; None where that is not certain."""
    table = tables.address
    if table is None or keyword.arg != table.argument:
        return None
    match keyword.value:
        case ast.Dict(keys=[ast.Constant(value=key)], values=[value]) if key == table.key:
            text = view.source.text[view.start(value) : view.end(value)]
        case _:
            return None
    match value:
        case ast.Constant(value=str(spelt)) | ast.JoinedStr(values=[ast.Constant(value=str(spelt)), *_]):
            if "\n" not in text and spelt.startswith(("http://", "https://")):
                return text
    match value:
        case ast.Constant(value=str(spelt)) if re.fullmatch(r"[\w.:-]+", spelt):
            return f'"{table.scheme}{spelt}"'
    return None


def _gone(view: FileView, call: ast.Call, tables: ClientTables) -> list[Replacement] | Problem:
    """The edits by which arguments go that a client does without; a problem where one of them cannot."""
    if call.args:
        return Problem(Bail.ARGUMENTS_NOT_KNOWN, call)
    edits = []
    for keyword in call.keywords:
        if keyword.arg is None:
            if not _is_known(view, keyword, tables):
                return Problem(Bail.ARGUMENTS_NOT_KNOWN, keyword)
        elif keyword.arg not in tables.kept:
            if not _is_done_without(keyword, tables) and _address(view, keyword, tables) is None:
                return Problem(Bail.ARGUMENT_CHANGED, keyword, f"the client takes no argument {keyword.arg}")
            edits.append(CallText.of(view, call).without_keyword(keyword))
    if any("#" in gone.old for gone in edits):
        return Problem(Bail.USE_NOT_REWRITABLE, call, "a comment stands beside an argument that goes")
    return edits


def _is_known(view: FileView, spread: ast.keyword, tables: ClientTables) -> bool:
    """Whether what is spread out is a dictionary of arguments that are kept, which nothing else changes or hands on."""
    value = spread.value
    if isinstance(value, ast.Name):
        home = next(scope for node, scope in view.anatomy.names[value.id] if node is value).home(value.id)
        bound = home.bindings[value.id] if home is not None else []
        reads = [
            node for node, _ in view.anatomy.names[value.id] if isinstance(node.ctx, ast.Load) and node is not value
        ]
        if not all(isinstance(view.anatomy.parents[node], ast.Subscript | ast.Compare) for node in reads):
            return False
        if any(not isinstance(getattr(view.anatomy.parents[node], "ctx", ast.Load()), ast.Load) for node in reads):
            return False
        value = bound[0].value if len(bound) == 1 and isinstance(bound[0], Assigned) and not bound[0].steps else value
    if not isinstance(value, ast.Dict):
        return False
    return all(isinstance(key, ast.Constant) and key.value in tables.kept for key in value.keys)


def _is_done_without(keyword: ast.keyword, tables: ClientTables) -> bool:
    value = keyword.value
    allowed = (None, *tables.dropped.get(keyword.arg or "", ()))
    return isinstance(value, ast.Constant) and value.value in allowed


def in_one_piece(view: FileView, node: ast.expr | ast.stmt, edits: Iterable[Replacement]) -> Replacement | Problem:
    """The edits of an expression as one: of a statement that becomes one of another kind nothing may stand between."""
    start, end = view.start(node), view.end(node)
    moved = [altered(one, start=one.start - start, end=one.end - start) for one in edits]
    text = spliced(view.source.text[start:end], moved)
    return Problem(text, node) if isinstance(text, Bail) else edit(view, start, end, text)


def declared_global(view: FileView, function: ast.AST, name: str) -> Replacement | None:
    """`global name` in front of the function's first statement, or behind its docstring."""
    if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
        return None
    first = function.body[0]
    documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    at = view.start(function.body[1] if documented else first)
    text = view.source.text
    line_start = text.rfind("\n", 0, at) + 1
    indent = text[line_start:at]
    if indent.strip():
        return None
    line_end = "\r\n" if text[:line_start].endswith("\r\n") else "\n"
    return edit(view, line_start, line_start, f"{indent}global {name}{line_end}")
