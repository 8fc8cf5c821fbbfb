"""Which keyword arguments `**something` brings, where they come together from several places.

Dicts within dicts, copies, parameters, attributes of an object, what functions of the file give back, and what callers
pass on. Sound where it answers: every place that may put a key in has been seen, but for calls in other files, whose
functions are named (`Unpacked.open_to`).
"""

import ast
from collections.abc import Iterator, Sequence

from bot.models.struct import altered
from bot.rules.answers.decorators import hands_on
from bot.rules.answers.names import Names
from bot.rules.calls.keywords import Key, Unpacked
from bot.scan.facts import Takes
from bot.scan.rows import FileView
from bot.scan.scopes import Assigned, Binding, Declared, Parameter, Scope, ScopeKind
from bot.scan.usage_index import last_name
from bot.scan.values import LocalFunction

_MANY = 40
_READS = frozenset({"get", "items", "keys", "values"})
_LEAVES = frozenset({"print", "len", "str", "repr", "sorted", "list", "isinstance", "bool", "dict"})
_LEAVES_OF_MODULES = frozenset(
    {"dumps", "pprint", "deepcopy", "copy", "debug", "info", "warning", "error", "exception", "log"}
)

Function = ast.FunctionDef | ast.AsyncFunctionDef


class _UnseenError(Exception):
    """A place was met that may put in any key; caught by `Gathering.of` alone."""


class Gathering:
    """Asked once for one `**` of a call."""

    def __init__(self, view: FileView, names: Names) -> None:
        self._view = view
        self._anatomy = view.anatomy
        self._names = names
        self._seen: set[ast.AST] = set()
        self._within: set[str] = set()
        self._open: list[Takes] = []

    def of(self, node: ast.expr) -> Unpacked | None:
        """The keys that `**node` may bring; None where they cannot all be seen."""
        try:
            keys = tuple(altered(key, spelt=None, certain=False) for key in self._keys(node))
        except _UnseenError:
            return None
        return Unpacked(keys, frozenset(self._within), open_to=tuple(self._open))

    # ---- expressions

    def _keys(self, node: ast.expr | None) -> Iterator[Key]:
        """What a dict may hold; nothing for one that is looked at already."""
        if node is None or len(self._seen) > _MANY:
            raise _UnseenError
        if node in self._seen:
            return
        self._seen.add(node)
        match node:
            case ast.Dict(keys=keys, values=values):
                for key, value in zip(keys, values, strict=True):
                    yield from self._keys(value) if key is None else [Key(_text(key), value)]
            case ast.Call():
                yield from self._called(node)
            case ast.Name():
                yield from self._named(node)
            case ast.Attribute():
                yield from self._kept(node)
            case ast.Constant(value=None):
                return
            case _:
                for one in _either(node):
                    yield from self._keys(one)

    def _called(self, call: ast.Call) -> Iterator[Key]:
        match call:
            case ast.Call(func=ast.Name(id="dict"), args=arguments) if len(arguments) < 2:
                for argument in arguments:
                    yield from self._keys(argument)
                for keyword in call.keywords:
                    yield from self._keys(keyword.value) if keyword.arg is None else [Key(keyword.arg, keyword.value)]
            case ast.Call(func=ast.Attribute(value=value, attr="copy"), args=[], keywords=[]):
                yield from self._keys(value)
            case ast.Call(args=[value], keywords=[]) if last_name(call) in {"copy", "deepcopy"}:
                yield from self._keys(value)
            case _:
                for function in self._functions(call):
                    yield from self._given_back(function)

    def _functions(self, call: ast.Call) -> list[Function]:
        """The functions of the file that a call certainly calls."""
        scope = self._anatomy.scope_of.get(call.func) or self._scope_of(call.func)
        values = self._view.resolver.values(call.func, scope) if scope is not None else frozenset()
        found = [one.node for one in values if isinstance(one, LocalFunction)]
        functions = [one for one in found if isinstance(one, Function)]
        base = call.func.value if isinstance(call.func, ast.Attribute) else None
        another = base is not None and scope is not None and self._view.resolver.may_be_another(base, scope)
        if not functions or len(functions) != len(values) or another:
            raise _UnseenError
        return functions

    def _scope_of(self, node: ast.expr) -> Scope | None:
        first: ast.expr = node
        while isinstance(first, ast.Attribute):
            first = first.value
        return self._names.scope_of(first) if isinstance(first, ast.Name) else None

    def _given_back(self, function: Function) -> Iterator[Key]:
        facts = self._anatomy.functions[function]
        later = isinstance(function, ast.AsyncFunctionDef) or facts.yields or facts.yields_from
        if later or not facts.returns or not hands_on(self._anatomy, self._names, function):
            raise _UnseenError
        if facts.owner is not None:
            self._within.add(f".{function.name}")
        for value in facts.returns:
            yield from self._keys(value)

    # ---- names

    def _named(self, node: ast.Name) -> Iterator[Key]:
        home = self._names.home(node)
        if home is None or home.kind is ScopeKind.CLASS:
            raise _UnseenError
        reads = self._names.reads(node.id, home)
        bound_by = next((read.bound_by for read in reads if read.node is node), frozenset[ast.AST]())
        bindings = [one for one in home.bindings[node.id] if self._names.bound(one) in bound_by]
        if home.kind is ScopeKind.MODULE:
            self._within.add(node.id)
        for binding in bindings:
            yield from self._of_binding(binding)
        fresh = home.kind is ScopeKind.FUNCTION and all(map(_is_fresh, bindings))
        for read in reads:
            if read.bound_by & bound_by:
                yield from self._added(read.node, may_be_returned=fresh)

    def _of_binding(self, binding: Binding) -> Iterator[Key]:
        match binding:
            case Assigned(value=value, steps=(), node=ast.Assign() | ast.AnnAssign()):
                yield from self._keys(value)
            case Declared():
                return
            case Parameter(function=ast.FunctionDef() | ast.AsyncFunctionDef() as function, argument=argument):
                if function.args.kwarg is argument:
                    yield from self._of_callers(function)
                elif binding.index is not None and not binding.starred:
                    yield from self._of_arguments(function, argument, binding.index)
                else:
                    raise _UnseenError
            case _:
                raise _UnseenError

    # ---- callers

    def _of_callers(self, function: Function) -> Iterator[Key]:
        """What is passed to a function beyond its own parameters."""
        own = frozenset(one.arg for one in (*function.args.args, *function.args.kwonlyargs))
        calls = self._calls(function)
        self._open.append(Takes(name=self._spelt(function), keywords=tuple(sorted(own)), called=bool(calls)))
        for call in calls:
            for keyword in call.keywords:
                if keyword.arg is None:
                    yield from self._keys(keyword.value)
                elif keyword.arg not in own:
                    yield Key(keyword.arg, keyword.value)

    def _of_arguments(self, function: Function, argument: ast.arg, index: int) -> Iterator[Key]:
        """The dicts that are passed for a parameter, and its default."""
        calls = self._calls(function)
        if not calls:
            raise _UnseenError
        self._within.add(self._spelt(function))
        defaults = function.args.defaults
        positional = [*function.args.posonlyargs, *function.args.args]
        default = defaults[index - len(positional)] if index >= len(positional) - len(defaults) else None
        if default is not None:
            yield from self._keys(default)
        for call in calls:
            yield from self._keys(_passed(call, argument, index, has_default=default is not None))

    def _calls(self, function: Function) -> list[ast.Call]:
        """Every call in the file of a function, or of a method of the name."""
        facts = self._anatomy.functions[function]
        home = facts.scope.parent
        if home is None or function.name.startswith("__") or not hands_on(self._anatomy, self._names, function):
            raise _UnseenError
        reads: Sequence[ast.expr]
        if facts.owner is None:
            if len(home.bindings.get(function.name, ())) != 1:
                raise _UnseenError
            reads = [read.node for read in self._names.reads(function.name, home)]
        else:
            reads = [node for node, _ in self._anatomy.attributes.get(function.name, ())]
        calls = []
        for read in reads:
            call = self._anatomy.parents[read]
            if not isinstance(call, ast.Call) or call.func is not read:
                raise _UnseenError
            calls.append(call)
        return calls

    def _spelt(self, function: Function) -> str:
        """How another file would spell a call; what it is read from comes before a method's name."""
        return function.name if self._anatomy.functions[function].owner is None else f".{function.name}"

    # ---- attributes

    def _kept(self, node: ast.Attribute) -> Iterator[Key]:
        """`self.options`: every use in the file of an attribute that is called so."""
        first = node.value
        cls = None
        if isinstance(first, ast.Name):
            cls = self._view.resolver.class_of_self(first, self._names.scope_of(first))
        if cls is None:
            raise _UnseenError
        self._within.add(f".{node.attr}")
        for binding in self._anatomy.classes[cls].bindings.get(node.attr, ()):
            yield from self._of_binding(binding)
        for place, _ in self._anatomy.attributes[node.attr]:
            statement = self._anatomy.parents[place]
            if not isinstance(place.ctx, ast.Store):
                yield from self._added(place, may_be_returned=False)
            elif isinstance(statement, ast.Assign | ast.AnnAssign) and place in _targets(statement):
                yield from self._keys(statement.value)
            else:
                raise _UnseenError

    # ---- uses

    def _added(self, read: ast.expr, *, may_be_returned: bool) -> Iterator[Key]:
        """The keys that a use of the dict puts in."""
        parent = self._anatomy.parents[read]
        match parent:
            case ast.Subscript(value=value) if value is read:
                yield from self._at_item(parent)
            case ast.Attribute(value=value) if value is read:
                yield from self._by_method(parent)
            case ast.Call(args=arguments) if read in arguments and self._leaves(parent):
                return
            case ast.keyword(arg=None) | ast.Compare() | ast.FormattedValue() | ast.BinOp(op=ast.BitOr()) | ast.Expr():
                return
            case ast.Dict() if read in _spread(parent):
                return
            case ast.If(test=test) | ast.IfExp(test=test) if test is read:
                return
            case ast.For(iter=iterable) | ast.comprehension(iter=iterable) if iterable is read:
                return
            case ast.BoolOp():
                yield from self._added(parent, may_be_returned=False)
            case ast.Return() if may_be_returned:
                return
            case _:
                raise _UnseenError

    def _at_item(self, item: ast.Subscript) -> Iterator[Key]:
        if isinstance(item.ctx, ast.Store):
            statement = self._anatomy.parents.get(item)
            yield Key(_text(item.slice), statement.value if isinstance(statement, ast.Assign) else None)

    def _by_method(self, method: ast.Attribute) -> Iterator[Key]:
        call = self._anatomy.parents.get(method)
        if not isinstance(call, ast.Call) or call.func is not method:
            raise _UnseenError
        match method.attr, call.args:
            case "update", arguments:
                for argument in arguments:
                    yield from self._keys(argument)
                for keyword in call.keywords:
                    yield from self._keys(keyword.value) if keyword.arg is None else [Key(keyword.arg, keyword.value)]
            case "setdefault", [key, value]:
                yield Key(_text(key), value)
            case "copy" | "pop" | "clear", _:
                return
            case name, _ if name in _READS:
                return
            case _:
                raise _UnseenError

    def _leaves(self, call: ast.Call) -> bool:
        """Whether a function leaves a dict that it is given as it is, and keeps it nowhere."""
        if isinstance(call.func, ast.Name):
            return call.func.id in _LEAVES
        return last_name(call) in _LEAVES_OF_MODULES


def _either(node: ast.expr) -> list[ast.expr]:
    """The dicts that an expression is one of, or is put together from."""
    match node:
        case ast.BinOp(op=ast.BitOr(), left=left, right=right):
            return [left, right]
        case ast.BoolOp(op=ast.Or(), values=values):
            return values
        case ast.IfExp(body=body, orelse=orelse):
            return [body, orelse]
        case _:
            raise _UnseenError


def _is_fresh(binding: Binding) -> bool:
    """Whether the name alone holds the dict when it is bound."""
    value = binding.value if isinstance(binding, Assigned) else None
    return isinstance(value, ast.Dict | ast.DictComp) or (isinstance(value, ast.Call) and last_name(value) == "dict")


def _text(key: ast.expr) -> str:
    if isinstance(key, ast.Constant) and isinstance(key.value, str):
        return key.value
    raise _UnseenError


def _targets(statement: ast.Assign | ast.AnnAssign) -> list[ast.expr]:
    return statement.targets if isinstance(statement, ast.Assign) else [statement.target]


def _spread(node: ast.Dict) -> list[ast.expr]:
    """The dicts that a display takes apart."""
    return [value for key, value in zip(node.keys, node.values, strict=True) if key is None]


def _passed(call: ast.Call, argument: ast.arg, index: int, *, has_default: bool) -> ast.expr | None:
    """What a call passes for a parameter: None where that cannot be seen."""
    if any(isinstance(one, ast.Starred) for one in call.args) or any(one.arg is None for one in call.keywords):
        return None
    named = next((one.value for one in call.keywords if one.arg == argument.arg), None)
    at = index - (1 if isinstance(call.func, ast.Attribute) else 0)
    if named is not None or 0 <= at < len(call.args):
        return named if named is not None else call.args[at]
    return ast.Constant(None) if has_default else None
