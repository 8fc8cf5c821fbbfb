"""A client that is made when it is asked for the first time: where the configuration may give no key.

The old library took that as it came and missed the key at the first request; a client wants one when it is made. A
small function (`later`) keeps what was said where it was said, and makes the client when it is called. So a module that
others import can be imported without a key, and `if key: configure(api_key=key)` need not be asked again at every call:
without a key both libraries take that of the environment.
"""

import ast

from bot.models.struct import Frozen
from bot.rules.answers.flow import Problem
from bot.rules.clients.configuring import kept_arguments
from bot.rules.clients.homes import Configured, Homes
from bot.rules.clients.later import blank_lines
from bot.rules.clients.order import ends
from bot.rules.clients.tables import ClientTables
from bot.rules.engine.call_text import edit
from bot.scan.facts import Replacement
from bot.scan.rows import FileView
from bot.scan.scopes import Assigned, Scope
from bot.scan.usage_index import last_name
from bot.vocabulary import Bail


class Lazy(Frozen):
    """The one configuration of a file, and the statement that tests whether there is a key, if one does."""

    configured: Configured
    condition: ast.If | None

    @property
    def statement(self) -> ast.stmt:
        """What is run whether there is a key or not."""
        return self.condition or self.configured.statement


def lazy_client(view: FileView, configured: list[Configured], tables: ClientTables, homes: Homes) -> Lazy | None:
    """The client that is to be made later, where a file has one that may have no key. Behind a condition that is only
    needed where the client of `homes`, made at once, does not serve.
    """
    if len(configured) != 1:
        return None
    (one,) = configured
    keys = kept_arguments(one.call, tables)
    if len(keys) != 1:
        return None
    condition = _condition(view, one, keys[0])
    if condition is not None:
        # A later run without a key would go on with what an earlier one said.
        return Lazy(one, condition) if homes.is_made_once and not homes.serves_all else None
    own = one.statement in view.anatomy.tree.body
    later = own and view.resolver.imports.reach.is_imported and _may_be_nothing(view, keys[0], one.scope)
    return Lazy(one, None) if later else None


def _condition(view: FileView, one: Configured, key: ast.expr) -> ast.If | None:
    """The statement around the configuration that asks nothing but whether there is a key."""
    parent = view.anatomy.parents.get(one.statement)
    if not isinstance(parent, ast.If) or not isinstance(key, ast.Name):
        return None
    if not view.source.text.startswith("if", view.start(parent)):
        return None  # one of several conditions
    inside, other = (parent.body, parent.orelse) if one.statement in parent.body else (parent.orelse, parent.body)
    asked = _asked_name(parent.test, negated=one.statement in parent.orelse)
    if asked != key.id or (other and ends(other)) or one.statement not in inside:
        return None
    return parent


def _asked_name(test: ast.expr, *, negated: bool) -> str | None:
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=ast.Name(id=name)) if negated:
            return name
        case ast.Name(id=name) if not negated:
            return name
        case ast.Compare(left=ast.Name(id=name), ops=[operator], comparators=[ast.Constant(value=None | "")]):
            return name if isinstance(operator, ast.Is | ast.Eq if negated else ast.IsNot | ast.NotEq) else None
        case _:
            return None


def _may_be_nothing(view: FileView, key: ast.expr, scope: Scope) -> bool:
    """Whether the key is what the environment may not have."""
    match key:
        case ast.Call(func=ast.Attribute(attr="get", value=owner), args=[_], keywords=[]):
            return last_name(owner) == "environ"
        case ast.Call(func=function, args=[_], keywords=[]):
            return last_name(function) == "getenv"
        case ast.Name(id=name):
            home = scope.home(name)
            bound = home.bindings[name] if home is not None else []
            values = [one.value if isinstance(one, Assigned) and not one.steps else None for one in bound]
            return any(isinstance(value, ast.Call) and _may_be_nothing(view, value, scope) for value in values)
        case _:
            return False


def instead_of_condition(view: FileView, lazy: Lazy, made: str) -> list[Replacement] | Problem:
    """The edits by which `made`, a statement, stands before what is left of the condition, or in its place."""
    condition, statement = lazy.condition, lazy.configured.statement
    assert condition is not None
    inside, other = condition.body, condition.orelse
    negated = statement in other
    inside, other = (other, inside) if negated else (inside, other)
    start, text = view.start(condition), view.source.text
    indent = text[text.rfind("\n", 0, start) + 1 : start]
    problem = Problem(Bail.CLIENT_NOT_CERTAIN, lazy.configured.call, "the condition around it cannot be taken apart")
    if indent.strip() or "\\\n" in text[start : view.end(condition)]:
        return problem
    apart, _ = blank_lines(view, start, start)
    behind = "\n\n" if indent else "\n\n\n"
    before = edit(view, start, start, f"{apart}{made}{behind}{indent}")
    if len(inside) > 1:
        gone = _without_line(view, statement)
        return [before, gone] if gone is not None else problem
    if not other:
        end = view.end(condition)
        apart, behind = ("", "") if indent else blank_lines(view, start, end)
        around = [edit(view, start, start, apart), edit(view, end, end, behind)]
        whole = [edit(view, start, end, made), *(one for one in around if one.new)]
        return whole if "#" not in _beside(view, condition, statement) else problem
    if negated:
        end = view.end(statement)
        left = edit(view, view.end(other[-1]), end, "")
        return [before, left] if "#" not in left.old else problem
    return _turned(view, lazy, before) or problem


def _turned(view: FileView, lazy: Lazy, before: Replacement) -> list[Replacement] | None:
    """`if key:` with nothing left in it, as `if not key:` with what stood behind `else:`."""
    condition, statement = lazy.condition, lazy.configured.statement
    assert condition is not None
    start, text = view.start(condition), view.source.text
    first = condition.orelse[0]
    at = text.find("else", view.end(statement))
    colon = text.find(":", at)
    header = text[start:colon]
    if not isinstance(condition.test, ast.Name) or first.lineno == condition.lineno or "#" in header:
        return None
    if text[view.end(statement) : at].strip() or text[at + 4 : colon].strip() or colon > view.start(first):
        return None  # `elif`
    return [before, edit(view, view.start(condition.test), colon, f"not {condition.test.id}")]


def _without_line(view: FileView, statement: ast.stmt) -> Replacement | None:
    """The text without a statement that has its lines to itself."""
    text, start, end = view.source.text, view.start(statement), view.end(statement)
    begin = text.rfind("\n", 0, start) + 1
    until = text.find("\n", end)
    if text[begin:start].strip() or until < 0 or text[end:until].strip():
        return None
    return edit(view, begin, until + 1, "")


def _beside(view: FileView, condition: ast.If, statement: ast.stmt) -> str:
    """What stands in the condition besides the statement."""
    text = view.source.text
    return text[view.start(condition) : view.start(statement)] + text[view.end(statement) : view.end(condition)]
