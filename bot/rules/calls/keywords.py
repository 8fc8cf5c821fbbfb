"""Which keyword arguments a call passes, where `**name` hides them: read off the dict or the callers that fill it."""

import ast
from collections import Counter
from collections.abc import Iterator

from bot.models.struct import Frozen, altered
from bot.rules.answers.decorators import hands_on
from bot.rules.answers.names import Names
from bot.scan.binder import Anatomy
from bot.scan.facts import Takes
from bot.scan.scopes import Scope, ScopeKind

_READS = frozenset({"get", "items", "keys", "values", "copy"})


class Key(Frozen):
    """One key of a dict that is passed as `**name`, and its value where that is known. `spelt` is where it is written;
    `certain` tells that it is there whatever happens before the call.
    """

    name: str
    value: ast.expr | None
    spelt: ast.Constant | ast.keyword | None = None
    certain: bool = False


class Unpacked(Frozen):
    """All keys that `**name` may bring. `within_file`: names that no other file may use for it; `passed_to`: the calls
    that the dict goes into, None where it is read in other ways as well. `by_callers`: the keys are keywords of the
    calls of a function. `open_to`: functions whose calls in other files bring more, each with its own parameters.
    """

    keys: tuple[Key, ...]
    within_file: frozenset[str] = frozenset()
    passed_to: frozenset[ast.AST] | None = None
    by_callers: bool = False
    open_to: tuple[Takes, ...] = ()


def unpacked(
    anatomy: Anatomy, names: Names, node: ast.expr, passed_as: frozenset[str] = frozenset()
) -> Unpacked | None:
    """The keys that `**node` may bring; None where they cannot all be seen. `passed_as`: keywords under which the dict
    itself is passed to calls that leave it as it is.
    """
    match node:
        case ast.Dict() | ast.Call(func=ast.Name(id="dict")):
            keys = _of_display(node)
            return Unpacked(tuple(keys), passed_to=frozenset()) if keys is not None else None
        case ast.Name():
            home = names.home(node)
            if home is None:
                return None
            function = home.node
            arguments = function.args if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) else None
            if arguments is not None and arguments.kwarg is not None and arguments.kwarg.arg == node.id:
                return _of_callers(anatomy, names, home, node.id)
            return _of_name(anatomy, names, node.id, home, passed_as)
        case _:
            return None


def _of_display(node: ast.expr) -> list[Key] | None:
    if isinstance(node, ast.Dict):
        keys = [key.value if isinstance(key, ast.Constant) else None for key in node.keys]
        if all(isinstance(key, str) for key in keys):
            spelt = zip(node.keys, node.values, strict=True)
            return [Key(str(k.value), v, k, certain=True) for k, v in spelt if isinstance(k, ast.Constant)]
    if isinstance(node, ast.Call) and not node.args and all(keyword.arg is not None for keyword in node.keywords):
        return [Key(str(keyword.arg), keyword.value, keyword, certain=True) for keyword in node.keywords]
    return None


def _of_name(anatomy: Anatomy, names: Names, name: str, home: Scope, passed_as: frozenset[str]) -> Unpacked | None:
    """The keys of a dict that is made in this scope, and filled key by key."""
    keys: list[Key] = []
    reads = names.reads(name, home)
    stores = [node for node, scope in anatomy.names.get(name, ()) if scope.home(name) is home]
    stores = [node for node in stores if not isinstance(node.ctx, ast.Load)]
    if len(stores) != len(home.bindings[name]):
        return None
    for store in stores:
        statement = anatomy.parents.get(store)
        value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else None
        found = _of_display(value) if value is not None else None
        if found is None:
            return None
        keys += found if len(stores) == 1 else [altered(key, certain=False) for key in found]
    for read in reads:
        found = _of_use(anatomy, read.node, passed_as)
        if found is None:
            return None
        keys += found
    within = frozenset({name}) if home.kind is ScopeKind.MODULE else frozenset[str]()
    return Unpacked(tuple(keys), within, _passed_to(anatomy, [read.node for read in reads]))


def _passed_to(anatomy: Anatomy, reads: list[ast.Name]) -> frozenset[ast.AST] | None:
    """The calls that take the dict apart; None where it is read in another way than to be filled."""
    calls: set[ast.AST] = set()
    for read in reads:
        parent = anatomy.parents[read]
        if isinstance(parent, ast.keyword):
            calls.add(anatomy.parents[parent])
        elif not (isinstance(parent, ast.Subscript) and isinstance(parent.ctx, ast.Store)):
            return None
    return frozenset(calls)


def _of_use(anatomy: Anatomy, read: ast.Name, passed_as: frozenset[str] = frozenset()) -> list[Key] | None:
    """The keys that a use of the dict adds; None for a use that may add others."""
    parent = anatomy.parents[read]
    match parent:
        case ast.keyword(arg=name) if name is None or name in passed_as:
            return []
        case ast.Subscript(value=value, slice=ast.Constant(value=str(key))) if value is read:
            if isinstance(parent.ctx, ast.Load):
                return []
            statement = anatomy.parents.get(parent)
            spelt = parent.slice if isinstance(parent.slice, ast.Constant) else None
            given = statement.value if isinstance(statement, ast.Assign) else None
            return [Key(key, given, spelt)] if isinstance(parent.ctx, ast.Store) else None
        case ast.Attribute(attr="update"):
            call = anatomy.parents.get(parent)
            if isinstance(call, ast.Call) and call.func is parent:
                return list(_of_update(call))
            return None
        case ast.Attribute(attr=method) if method in _READS:
            return []
        case ast.Compare():
            return []
        case ast.Call(func=ast.Name(id="print")):
            return []
        case _:
            return None


def _of_update(call: ast.Call) -> Iterator[Key]:
    for argument in call.args:
        yield from (altered(key, certain=False, spelt=None) for key in _of_display(argument) or [Key("", None)])
    for keyword in call.keywords:
        yield Key(keyword.arg or "", keyword.value)


def _of_callers(anatomy: Anatomy, names: Names, inner: Scope, gathered: str) -> Unpacked | None:
    """What the calls of a function pass beyond its own parameters."""
    function = inner.node
    assert isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
    home = inner.parent
    changed = [node for node, scope in anatomy.names.get(gathered, ()) if scope.home(gathered) is inner]
    if home is None or len(home.bindings.get(function.name, ())) != 1 or anatomy.functions[function].owner is not None:
        return None
    if not hands_on(anatomy, names, function):
        return None
    own = {one.arg for one in (*function.args.args, *function.args.kwonlyargs)}
    keys: list[Key] = []
    for node in changed:
        found = _of_use(anatomy, node) if isinstance(node.ctx, ast.Load) else None
        if found is None:
            return None
        keys += found
    reads = names.reads(function.name, home)
    for read in reads:
        call = anatomy.parents[read.node]
        if not isinstance(call, ast.Call) or call.func is not read.node:
            return None
        if any(keyword.arg is None for keyword in call.keywords):
            return None
        keys += [Key(str(one.arg), one.value, one) for one in call.keywords if one.arg not in own]
    passed = Counter(key.name for key in keys)
    keys = [altered(key, certain=passed[key.name] == len(reads)) for key in keys]
    passed_to = _passed_to(anatomy, changed)
    return Unpacked(tuple(keys), frozenset({function.name}), passed_to, by_callers=True) if reads else None
