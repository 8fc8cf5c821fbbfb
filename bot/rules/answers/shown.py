"""Answers that are shown as text or dumped as JSON: of a dict in the order of the service both come out as before.

What is written anew here has to be certain: something else that a name may hold besides would look different.
"""

import ast
import re
from collections.abc import Iterator
from string import Formatter
from typing import TYPE_CHECKING

from bot.rules.answers import functions
from bot.rules.answers.decorators import hands_on
from bot.rules.answers.shapes import AsDict, Type, as_dicts, is_in_order
from bot.rules.engine.call_text import edit
from bot.rules.engine.same_tree import is_misplaced
from bot.scan.facts import Replacement
from bot.scan.passes import dotted_names
from bot.scan.rows import FileView
from bot.scan.scopes import ModuleImported
from bot.scan.usage_index import last_name

if TYPE_CHECKING:
    from bot.rules.answers.flow import Flow

_JSON = "json"
_DUMPED_BY = frozenset({"json.dump", "json.dumps", "flask.jsonify"})
_LOGGED_BY = frozenset({"critical", "debug", "error", "exception", "info", "warning"})
_GETS_LOGGER = "logging.getLogger"
_AS_STR = (-1, ord("s"))
_FIELDS = re.compile(r"(?:[^%]|%%|%d)*%s(?:[^%]|%%|%d|%s)*")
"""A template in which everything is written as `str` writes it."""
_DEEPEST = 20
_NEXT_LITERAL = re.compile(r"[\"']\s+[a-zA-Z]{0,2}[\"']")


def is_dumped(flow: "Flow", node: ast.expr, held: Type, parent: ast.AST) -> bool:
    """Whether the place writes JSON of dicts: what it writes is the same without any edit."""
    match parent:
        case ast.Call(args=[one, *_], keywords=keywords) if one is node and is_in_order(held):
            return _called(flow, parent) in _DUMPED_BY and all(keyword.arg not in {None, "cls"} for keyword in keywords)
        case _:
            return False


def read_in_order(flow: "Flow", node: ast.expr, held: AsDict, parent: ast.AST) -> bool:
    """A place where an answer stands that is a dict in the order of the service: shown, or read in a way that no dict
    has, which is written anew then.
    """
    match parent:
        case ast.Attribute(value=value, attr="keys") if value is node:
            return _keys(flow, parent)
        case ast.Attribute(value=value, attr="to_dict_recursive") if value is node:
            return _taken_apart(flow, node, parent)
        case ast.Attribute(value=value, attr=name, ctx=ast.Load()) if value is node:
            return _attribute(flow, node, parent, held, name)
        case _:
            return is_written_out(flow, node, parent) and _written(flow, node, held, parent)


# ---- reads


def _keys(flow: "Flow", method: ast.Attribute) -> bool:
    call = flow.anatomy.parents[method]
    if not isinstance(call, ast.Call) or call.func is not method or call.args or call.keywords:
        return False
    flow.members |= {call, method}
    return True


def _taken_apart(flow: "Flow", node: ast.expr, method: ast.Attribute) -> bool:
    """`.to_dict_recursive()` gave a copy of what the dict is, which is written out here and not kept."""
    call = flow.anatomy.parents[method]
    if not isinstance(call, ast.Call) or call.func is not method or call.args or call.keywords:
        return False
    outer = flow.anatomy.parents[call]
    if not isinstance(outer, ast.Call) or call not in outer.args or _called(flow, outer) not in _DUMPED_BY:
        return False
    if not is_certain(flow, node) or not flow.exchange_tail(node, call, ""):
        return False
    flow.members |= {call, method}
    return True


def _attribute(flow: "Flow", node: ast.expr, read: ast.Attribute, held: AsDict, name: str) -> bool:
    part = flow.shapes.part(held.shape, name)
    quote = _quote(flow, read)
    if part is None or part.may_be_missing or quote is None or not is_certain(flow, node):
        return False
    if not flow.exchange_tail(node, read, f"[{quote}{name}{quote}]"):
        return False
    flow.members.add(read)
    flow.use(read, as_dicts(part.type, in_order=True))
    return True


def _quote(flow: "Flow", node: ast.AST) -> str | None:
    """Which quotes a key may have at a place: inside of an f-string those that are not around it."""
    literal = flow.anatomy.nearest(node, ast.JoinedStr | ast.stmt)
    if not isinstance(literal, ast.JoinedStr):
        return '"'
    text = flow.text[flow.view.start(literal) : flow.view.end(literal)]
    around = re.search("[\"']", text)
    if around is None or _NEXT_LITERAL.search(text):
        return None
    return "'" if around.group() == '"' else '"'


# ---- texts


def is_written_out(flow: "Flow", node: ast.expr, parent: ast.AST) -> bool:
    """Whether the place writes what `str` gives."""
    match parent:
        case ast.FormattedValue(conversion=conversion, format_spec=None):
            named = flow.text[flow.view.end(node) :].lstrip().startswith("=")  # `{answer=!s}` writes its own text
            return conversion in _AS_STR and not named
        case ast.BinOp(op=ast.Mod(), left=ast.Constant(value=str(template)), right=right) if right is node:
            return _FIELDS.fullmatch(template) is not None and template.count("%s") == 1 and "%d" not in template
        case ast.Call(func=ast.Name(id="print"), args=arguments) if node in arguments:
            return _is_builtin(flow, parent)
        case ast.Call(func=ast.Name(id="str"), args=[one], keywords=[]) if one is node:
            return _is_builtin(flow, parent)
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(template)), attr="format"), args=arguments) if (
            node in arguments
        ):
            return _is_plain(template)
        case ast.Call(func=ast.Attribute(attr=level), args=[message, *rest], keywords=[]) if level in _LOGGED_BY:
            told = not rest if message is node else node in rest and _is_told(message)
            return told and _is_logger(flow, parent)
        case _:
            return False


def _is_builtin(flow: "Flow", call: ast.Call) -> bool:
    assert isinstance(call.func, ast.Name)
    return flow.names.home(call.func) is None


def _is_plain(template: str) -> bool:
    """Whether each field of `str.format` is written as `str` writes it."""
    try:
        fields = list(Formatter().parse(template))
    except ValueError:
        return False
    return all(not spec and how in {None, "s"} and (name or "0").isdigit() for _, name, spec, how in fields)


def _is_told(message: ast.expr) -> bool:
    return (
        isinstance(message, ast.Constant)
        and isinstance(message.value, str)
        and _FIELDS.fullmatch(message.value) is not None
    )


def _is_logger(flow: "Flow", call: ast.Call) -> bool:
    """Whether what is called is a method of a logger of Python's own, or the module's function."""
    assert isinstance(call.func, ast.Attribute)
    if _called(flow, call) == f"logging.{call.func.attr}":
        return True
    logger = call.func.value
    binder = flow.names.binder_of_read(logger) if isinstance(logger, ast.Name) else None
    made = binder.value if isinstance(binder, ast.Assign) else None
    return isinstance(made, ast.Call) and _called(flow, made) == _GETS_LOGGER


def _called(flow: "Flow", call: ast.Call) -> str | None:
    """The one function that a call certainly calls, as it is imported."""
    first: ast.expr = call.func
    while isinstance(first, ast.Attribute):
        first = first.value
    if not isinstance(first, ast.Name):
        return None
    home = flow.names.home(first)
    names = list(dotted_names(flow.view, call.func, flow.names.scope_of(first)))
    return names[0] if home is not None and len(names) == len(home.bindings[first.id]) == 1 else None


def _written(flow: "Flow", node: ast.expr, held: AsDict, parent: ast.AST) -> bool:
    """The text written anew; False where that cannot be done."""
    told = flow.in_order
    line = json_line(flow.view, node)
    if told is None or held.shape not in told.shapes or line is None or not is_certain(flow, node):
        return False
    if is_misplaced(flow.anatomy, node) or isinstance(node, ast.Await):
        return False
    start, end = flow.view.start(node), flow.view.end(node)
    if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name) and parent.func.id == "str":
        flow.edit(flow.view.start(parent.func), flow.view.end(parent.func), told.before.removesuffix("("))
    else:
        flow.edit(start, start, told.before)
    after = told.after.removesuffix(")") if _is_str(parent) else told.after
    if node in flow.made_in_order:
        flow.made_in_order[node] += after  # what makes the dict is put in at the same place
    else:
        flow.edit(end, end, after)
    flow.shows(line)
    return True


def _is_str(parent: ast.AST) -> bool:
    return isinstance(parent, ast.Call) and last_name(parent) == "str"


def json_line(view: FileView, place: ast.AST) -> tuple[Replacement, ...] | None:
    """What has to be put in so that a place can write `json.dumps`: nothing, or the import; None where that has no
    place.
    """
    anatomy = view.anatomy
    bound = [one for scope in anatomy.scopes() for one in scope.bindings.get(_JSON, ())]
    if bound:
        match bound:
            case [ModuleImported(module="json", statement=statement)] if statement in anatomy.tree.body:
                return () if statement.lineno < getattr(place, "lineno", 0) else None
        return None
    if _JSON in anatomy.names:
        return None
    own = next(_own_imports(view), None)
    if own is None:
        return None
    start = view.start(own)
    if start and view.source.text[start - 1] != "\n":
        return None
    line_end = "\r\n" if view.source.text[: view.source.text.find("\n")].endswith("\r") else "\n"
    return (edit(view, start, start, f"import {_JSON}{line_end}"),)


def _own_imports(view: FileView) -> Iterator[ast.stmt]:
    """The statements of the module's own block that import the library."""
    of_library = view.surface.is_old
    for statement in view.anatomy.tree.body:
        match statement:
            case ast.Import(names=names) if any(of_library(alias.name) for alias in names):
                yield statement
            case ast.ImportFrom(module=str(module), level=0) if of_library(module):
                yield statement


# ---- certainty


def is_certain(flow: "Flow", node: ast.expr, seen: frozenset[ast.AST] = frozenset()) -> bool:
    """Whether an expression holds a part of such an answer, and never anything else."""
    if node in flow.made_in_order:
        return True
    if node in seen or len(seen) > _DEEPEST:
        return node in seen
    seen |= {node}
    match node:
        case ast.Name():
            return _is_certain_name(flow, node, seen)
        case ast.Subscript(value=value) | ast.Attribute(value=value):
            return is_certain(flow, value, seen)
        case ast.Call():
            return _is_certain_call(flow, node, seen)
        case _:
            return False


def _is_certain_name(flow: "Flow", node: ast.Name, seen: frozenset[ast.AST]) -> bool:
    home = flow.names.home(node)
    reads = flow.names.reads(node.id, home) if home is not None else ()
    binders = next((read.bound_by for read in reads if read.node is node), frozenset())
    return bool(binders) and all(_binds_certainly(flow, binder, node.id, seen) for binder in binders)


def _binds_certainly(flow: "Flow", binder: ast.AST, name: str, seen: frozenset[ast.AST]) -> bool:
    match binder:
        case ast.Assign(targets=targets, value=value):
            plain = all(isinstance(target, ast.Name) or not _stores(target, name) for target in targets)
            return plain and is_certain(flow, value, seen)
        case ast.AnnAssign(target=ast.Name(), value=ast.expr() as value):
            return is_certain(flow, value, seen)
        case ast.For(target=ast.Name(), iter=iterable) | ast.comprehension(target=ast.Name(), iter=iterable):
            return is_certain(flow, iterable, seen)
        case _:
            return False


def _stores(target: ast.expr, name: str) -> bool:
    return any(isinstance(one, ast.Name) and one.id == name for one in ast.walk(target))


def _is_certain_call(flow: "Flow", call: ast.Call, seen: frozenset[ast.AST]) -> bool:
    function = functions.called(flow, call)
    if not isinstance(function, ast.FunctionDef):
        return False
    facts = flow.anatomy.functions[function]
    if facts.yields or facts.yields_from or not hands_on(flow.anatomy, flow.names, function):
        return False
    bare = any(isinstance(one, ast.Return) and one.value is None for one in ast.walk(function))
    ends = not bare and _ends(function.body)
    return ends and all(is_certain(flow, one, seen) for one in facts.returns)


def _ends(statements: list[ast.stmt]) -> bool:
    """Whether no way leads behind the statements."""
    last = statements[-1] if statements else None
    match last:
        case ast.Return() | ast.Raise():
            return True
        case ast.If(body=body, orelse=orelse):
            return _ends(body) and _ends(orelse)
        case ast.With(body=body):
            return False if _may_swallow(last) else _ends(body)
        case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=final):
            left = _ends(body) or _ends(orelse)
            return _ends(final) or (left and all(_ends(handler.body) for handler in handlers))
        case ast.While(test=ast.Constant(value=value), body=body):
            return bool(value) and not any(isinstance(one, ast.Break) for each in body for one in ast.walk(each))
        case _:
            return False


def _may_swallow(node: ast.With) -> bool:
    """Whether a `with` may end an exception: all but opened files may."""
    return not all(
        isinstance(one.context_expr, ast.Call) and last_name(one.context_expr) == "open" for one in node.items
    )
