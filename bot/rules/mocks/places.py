"""The ways in which a test replaces something: `patch`, `patch.object`, `monkeypatch.setattr`, with or without a path.

Sources: Python's `unittest.mock`, "The patchers" (a target is imported and its attribute exchanged; a decorated
function gets a mock as an argument, innermost decorator first, unless `new` is given); pytest, `monkeypatch.setattr`.
"""

import ast

from bot.models.struct import Frozen
from bot.scan.binder import Anatomy
from bot.scan.scopes import ModuleImported, NameImported, Parameter, Scope
from bot.scan.usage_index import last_name

_OF_MOCK = frozenset({"unittest", "unittest.mock", "mock"})
_FIXTURES = frozenset({"mocker", "class_mocker", "module_mocker", "package_mocker", "session_mocker", "monkeypatch"})
_ADD_NOTHING = frozenset(
    {"dict", "skip", "skipIf", "skipUnless", "expectedFailure", "override_settings", "tag", "freeze_time", "asyncio"}
)
_ENDS = frozenset({"start", "stop"})
_UNDERSTOOD = frozenset({"target", "new", "return_value", "side_effect"})


class Place(Frozen):
    """One call that replaces something. `owner` is the object whose attribute is exchanged, None where `path` names it
    by a dotted text. `fake` stands in for it where the test says what; `gives` and `raises` are the keywords
    `return_value` and `side_effect`.
    """

    call: ast.Call
    path: ast.Constant | None
    owner: ast.expr | None
    name: ast.Constant | None
    fake: ast.expr | None
    gives: ast.expr | None
    raises: ast.expr | None


def place_of(call: ast.Call, scope: Scope) -> Place | None:
    """How the call replaces something; None where it does so in a way that is not understood."""
    last, root = last_name(call.func), _root(call.func)
    if root is None or any(keyword.arg is None or keyword.arg not in _UNDERSTOOD for keyword in call.keywords):
        return None
    if not _is_known(root, scope) or any(isinstance(one, ast.Starred) for one in call.args):
        return None
    named = {str(keyword.arg): keyword.value for keyword in call.keywords}
    arguments = list(call.args)
    if last == "patch" and not arguments and "target" in named:
        arguments = [named["target"]]
    by_object = last == "object" or (last == "setattr" and not _is_text(arguments[:1]))
    wanted = 2 if by_object else 1
    if last not in {"patch", "object", "setattr"} or not wanted <= len(arguments) <= wanted + 1:
        return None
    target, name = arguments[0], arguments[1] if by_object else None
    fake = arguments[wanted] if len(arguments) > wanted else named.get("new")
    if (last == "setattr") != (fake is not None) and last == "setattr":
        return None
    if isinstance(target, ast.Constant) != (not by_object) or (by_object and not isinstance(name, ast.Constant)):
        return None
    return Place(
        call,
        target if isinstance(target, ast.Constant) else None,
        target if by_object else None,
        name if isinstance(name, ast.Constant) else None,
        fake,
        named.get("return_value"),
        named.get("side_effect"),
    )


def _is_text(arguments: list[ast.expr]) -> bool:
    return bool(arguments) and isinstance(arguments[0], ast.Constant) and isinstance(arguments[0].value, str)


def _root(function: ast.expr) -> ast.Name | None:
    while isinstance(function, ast.Attribute):
        function = function.value
    return function if isinstance(function, ast.Name) else None


def _is_known(root: ast.Name, scope: Scope) -> bool:
    """Whether the name is the mocking library, or one of pytest's fixtures."""
    return is_of(root, scope, _OF_MOCK)


def is_of(root: ast.Name, scope: Scope, modules: frozenset[str]) -> bool:
    """Whether the name is of one of the modules, whatever binds it, or one of pytest's fixtures that mock."""
    home = scope.home(root.id)
    if home is None:
        return False
    for binding in home.bindings[root.id]:
        match binding:
            case NameImported(module=module, level=0) if module in modules:
                continue
            case ModuleImported(module=module) if module in modules:
                continue
            case Parameter() if root.id in _FIXTURES:
                continue
            case _:
                return False
    return True


def mock_names(anatomy: Anatomy, place: Place) -> list[tuple[ast.AST, str]] | None:
    """What binds the mock to which names: a parameter, an item of a `with`, an assignment. None where it goes
    elsewhere, empty where no name holds it.
    """
    call = place.call
    parent = anatomy.parents[call]
    if last_name(call.func) == "setattr":
        return [] if isinstance(parent, ast.Expr) else None
    match parent:
        case ast.FunctionDef() | ast.AsyncFunctionDef() if call in parent.decorator_list:
            return _parameter(anatomy, place, parent)
        case ast.withitem(optional_vars=None):
            return []
        case ast.withitem(optional_vars=ast.Name(id=name)):
            return [(parent, name)]
        case ast.Attribute(attr="start"):
            return _started(anatomy, parent)
        case ast.Assign(targets=[ast.Name() as patcher]) if _root_name(call) not in _FIXTURES:
            return _of_patcher(anatomy, patcher)
        case ast.Expr() if _root_name(call) in _FIXTURES:
            return []
        case ast.Assign(targets=[ast.Name(id=name)]) if _root_name(call) in _FIXTURES:
            return [(parent, name)]
        case _:
            return None


def _started(anatomy: Anatomy, method: ast.Attribute) -> list[tuple[ast.AST, str]] | None:
    """`patch(…).start()`, which gives the mock."""
    call = anatomy.parents[method]
    match anatomy.parents[call]:
        case ast.Expr():
            return []
        case ast.Assign(targets=[ast.Name(id=name)]) as statement:
            return [(statement, name)]
        case _:
            return None


def _of_patcher(anatomy: Anatomy, patcher: ast.Name) -> list[tuple[ast.AST, str]] | None:
    """`patcher = patch(…)`, of which nothing but its start and end is used."""
    scopes = dict(anatomy.names[patcher.id])
    home = scopes[patcher].home(patcher.id)
    found: list[tuple[ast.AST, str]] = []
    for node, scope in scopes.items():
        if node is patcher or scope.home(patcher.id) is not home:
            continue
        method = anatomy.parents[node]
        if not isinstance(node.ctx, ast.Load) or not isinstance(method, ast.Attribute) or method.attr not in _ENDS:
            return None
        names = _started(anatomy, method) if method.attr == "start" else []
        if names is None:
            return None
        found += names
    return found


def _adds_nothing(decorator: ast.expr) -> bool:
    """Whether a decorator is known to pass the function no argument by position."""
    root = _root(decorator.func if isinstance(decorator, ast.Call) else decorator)
    return (root is not None and root.id == "pytest") or last_name(decorator) in _ADD_NOTHING


def _root_name(call: ast.Call) -> str:
    root = _root(call.func)
    return root.id if root is not None else ""


def _parameter(
    anatomy: Anatomy, place: Place, function: ast.FunctionDef | ast.AsyncFunctionDef
) -> list[tuple[ast.AST, str]] | None:
    """The parameter that a decorated function gets the mock as; every decorator has to be understood for that."""
    if place.fake is not None:
        return []
    injecting = []
    for decorator in reversed(function.decorator_list):
        last = last_name(decorator)
        if isinstance(decorator, ast.Call) and last in {"patch", "object"}:
            positional = 2 if last == "object" else 1
            given = len(decorator.args) > positional or any(one.arg == "new" for one in decorator.keywords)
            injecting += [] if given else [decorator]
        elif not _adds_nothing(decorator):
            return None
    facts = anatomy.functions[function]
    index = injecting.index(place.call) + (1 if facts.owner is not None else 0)
    arguments = [*function.args.posonlyargs, *function.args.args]
    return [(arguments[index], arguments[index].arg)] if index < len(arguments) else None
