"""Whether what a test gives in the place of an answer still reads as one by attribute, and what to write for it.

A dict becomes an object of the new library's own class, made without checks; objects with attributes stay. Every use
of the name that holds such a thing is looked at.
"""

import ast
from collections.abc import Mapping

from bot.packs.schema import DottedName
from bot.rules.answers.names import Names
from bot.rules.answers.shapes import Answer, Many, Plain, ShapeName, Shapes, Type
from bot.rules.mocks.made_answers import made_answers
from bot.rules.mocks.places import is_of
from bot.scan.facts import Replacement
from bot.scan.rows import FileView
from bot.scan.scopes import Assigned, Defined, Parameter, Scope, ScopeKind
from bot.scan.usage_index import fixture_name, last_name

_NAMESPACES = frozenset({"SimpleNamespace", "Namespace"})
_MOCKS = frozenset({"Mock", "MagicMock", "NonCallableMock", "NonCallableMagicMock"})
_READS_ITEMS = frozenset({"__getitem__", "__getattr__", "__getattribute__", "get", "keys", "items"})
_TESTS = frozenset(
    {
        *("assert_called", "assert_called_once", "assert_not_called", "assert_called_with", "assert_called_once_with"),
        *("assert_any_call", "assert_has_calls", "called", "call_count", "call_args", "call_args_list", "mock_calls"),
        *("reset_mock", "method_calls"),
    }
)
_MAKERS = frozenset({"unittest", "unittest.mock", "mock", "types", "argparse"})
_SETS_UNSEEN = frozenset({"__dict__", "setattr", "vars", "__setattr__"})
_DEPTH = 20


class Fakes:
    """One file's. Ask `understood` for each, then take `edits`."""

    def __init__(self, view: FileView, shapes: Shapes, models: Mapping[ShapeName, DottedName], root: str) -> None:
        self._view = view
        self._anatomy = view.anatomy
        self._names = Names(view.anatomy)
        self._shapes = shapes
        self._models = models
        self._root = root
        self._seen: set[tuple[ast.AST, Type]] = set()
        self._wrapped: set[ast.Dict] = set()
        self._sinks: set[ast.AST] = set()
        self._depth = 0
        self._said = False
        self._open = False
        self.module_names: set[str] = set()
        """Names of the module through which another file may take what is given."""

    @property
    def all_said(self) -> bool:
        """Whether what is given is written out as dicts, or an exception: no mock answers by itself."""
        return self._said and not self._open

    def within_file(self, *, edited: bool) -> frozenset[str]:
        """Names that no other file may use: of what is changed, and of fixtures that give a mock."""
        return frozenset(name for name in self.module_names if edited or name.startswith("."))

    # ---- the mock itself

    def mock(self, bound: ast.AST, name: str, given: Type) -> bool:
        """Whether each use of a mock that a name holds is understood; `given` is what the mocked call gives."""
        home = self._home(bound, name)
        if home is None:
            return False
        return all(
            self._use(read.node, given) for read in self._names.reads(name, home) if bound in read.bound_by
        ) and all(read.bound_by <= {bound} for read in self._names.reads(name, home) if bound in read.bound_by)

    def _home(self, bound: ast.AST, name: str) -> Scope | None:
        if isinstance(bound, ast.arg):
            return next((f.scope for f in self._anatomy.functions.values() if bound in _arguments(f.node)), None)
        for node, scope in self._anatomy.names.get(name, ()):
            if isinstance(node.ctx, ast.Store) and self._names.binder_of(node) is bound:
                return scope.home(name)
        return None

    def _use(self, read: ast.Name, given: Type) -> bool:
        parent = self._anatomy.parents[read]
        if isinstance(parent, ast.Yield | ast.Return):
            fixture = self._fixture_around(parent)
            return fixture is not None and all(self.mock(one, one.arg, given) for one in self._takers(fixture))
        if not isinstance(parent, ast.Attribute) or parent.value is not read:
            return False
        if parent.attr in _TESTS:
            return True
        if parent.attr == "return_value":
            return self._way(parent, given)
        if parent.attr == "side_effect" and isinstance(parent.ctx, ast.Store):
            statement = self._anatomy.parents[parent]
            return isinstance(statement, ast.Assign) and self.raised(statement.value, given)
        return False

    # ---- what pytest passes by name

    def _fixture_around(self, node: ast.AST) -> str | None:
        """The fixture of which the statement is a part; no other file may take it."""
        found = self._anatomy.nearest(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        name = fixture_name(found) if found is not None else None
        if name is not None:
            self.module_names.add(f".{name}")
        return name

    def _takers(self, fixture: str) -> list[ast.arg]:
        """The parameters of this file that a fixture is passed to."""
        every = (one for facts in self._anatomy.functions.values() for one in _arguments(facts.node))
        return [one for one in every if one.arg == fixture]

    def _passed(self, argument: ast.arg, held: Type) -> bool:
        """A parameter that a fixture of this file fills: whether what it gives, and each use of it, is understood."""
        found = [one for one in self._anatomy.functions if fixture_name(one) == argument.arg]
        if len(found) != 1 or not isinstance(found[0], ast.FunctionDef):
            return False
        facts = self._anatomy.functions[found[0]]
        given = [*facts.returns, *facts.yields]
        self.module_names.add(f".{argument.arg}")
        if not given or facts.yields_from or not all(self.understood(one, held) for one in given):
            return False
        wrapped = any(not isinstance(one, ast.Call) for one in given)
        homes = [(one, self._home(one, one.arg)) for one in self._takers(argument.arg)]
        return all(
            home is not None
            and len(home.bindings[one.arg]) == 1
            and all(self._name_used(read.node, held, wrapped=wrapped) for read in self._names.reads(one.arg, home))
            for one, home in homes
        )

    # ---- by attribute from the mock on

    def _way(self, node: ast.expr, held: Type) -> bool:
        """`mock.return_value`, and what is reached from it by attributes and indexes: stored to, or read."""
        parent = self._anatomy.parents[node]
        context = getattr(node, "ctx", None)
        if isinstance(context, ast.Store):
            single = isinstance(parent, ast.Assign) and parent.targets == [node]
            return single and isinstance(parent, ast.Assign) and self.understood(parent.value, held)
        match parent:
            case ast.Attribute(value=value, attr=name) if value is node and isinstance(held, Answer):
                part = self._shapes.part(held.shape, name)
                self._open = True
                return part is not None and part.attribute == name and self._way(parent, part.type)
            case ast.Subscript(value=value, slice=ast.Constant(value=int())) if value is node and isinstance(
                held, Many
            ):
                return self._way(parent, held.of)
            case _:
                return isinstance(held, Plain)

    # ---- what it gives

    def raised(self, value: ast.expr, given: Type) -> bool:
        """`side_effect`: an exception, a list of what is given one after another, or a function that gives it."""
        match value:
            case ast.List(elts=elements) | ast.Tuple(elts=elements):
                return all(self._is_exception(one) or self.understood(one, given) for one in elements)
            case ast.Constant(value=None):
                return True
            case _:
                return self._is_exception(value) or self.function(value, given)

    def _is_exception(self, value: ast.expr) -> bool:
        name = last_name(value)
        found = isinstance(value, ast.Name | ast.Call | ast.Attribute) and name.endswith(("Error", "Exception"))
        self._said = self._said or found
        return found

    def function(self, value: ast.expr, given: Type) -> bool:
        """What stands in for the call itself: a function of this file, or a mock that says what it gives."""
        match value:
            case ast.Lambda(body=body):
                return self.understood(body, given)
            case ast.Call() if last_name(value) in _MOCKS and not value.args and self._is_known(value.func):
                return all(self._says(keyword, given) for keyword in value.keywords)
            case ast.Name():
                function = self._defined(value)
                if isinstance(function, ast.FunctionDef):
                    self._sinks.add(value)
                    return self._function(function, given)
                return False
            case _:
                return False

    def _says(self, keyword: ast.keyword, given: Type) -> bool:
        if keyword.arg == "return_value":
            return self.understood(keyword.value, given)
        return keyword.arg == "side_effect" and self.raised(keyword.value, given)

    def _function(self, function: ast.FunctionDef, given: Type) -> bool:
        facts = self._anatomy.functions[function]
        if function.decorator_list or facts.yields or facts.yields_from:
            return False
        return all(self.understood(one, given) for one in facts.returns) and self._used_well(function)

    def _used_well(self, function: ast.FunctionDef) -> bool:
        """Whether the function is used nowhere but where such a thing is given."""
        home = self._anatomy.functions[function].scope.parent
        if home is not None:
            self._take_note(function.name, home)
        reads = self._names.reads(function.name, home) if home is not None else ()
        return all(self._is_sink(read.node) for read in reads)

    def _take_note(self, name: str, home: Scope) -> None:
        if home.kind is ScopeKind.MODULE:
            self.module_names.add(name)

    def _is_sink(self, node: ast.expr) -> bool:
        """Whether the expression, called or not, is given in the place of an answer."""
        parent = self._anatomy.parents[node]
        if node in self._sinks:
            return True
        if isinstance(parent, ast.Call) and parent.func is node:
            return self._is_sink(parent)
        match parent:
            case ast.Assign(targets=[ast.Attribute(attr="return_value" | "side_effect")], value=value):
                return value is node
            case ast.keyword(arg="return_value" | "side_effect" | "new"):
                return True
            case ast.Call(args=[*_, last]) if last is node:
                return last_name(parent.func) in {"patch", "object", "setattr"}
            case ast.List() | ast.Tuple():
                return self._is_sink(parent)
            case _:
                return False

    # ---- an expression that is read as an answer

    def understood(self, value: ast.expr, held: Type) -> bool:
        """Whether reading the expression by attribute gives what reading it by key, or by attribute, gave before."""
        if isinstance(held, Plain) or (value, held) in self._seen:
            return True
        self._seen.add((value, held))
        self._sinks.add(value)
        self._depth += 1
        try:
            return self._depth < _DEPTH and self._expression(value, held)
        finally:
            self._depth -= 1

    def _expression(self, value: ast.expr, held: Type) -> bool:
        match value:
            case ast.Constant(value=None):
                return True
            case ast.Name():
                return self._name(value, held)
            case ast.Dict() if isinstance(held, Answer) and held.shape in self._models:
                self._wrapped.add(value)
                self._said = True
                return self._is_plain_dict(value, held)
            case ast.List(elts=elements) | ast.Tuple(elts=elements) if isinstance(held, Many):
                return all(self.understood(one, held.of) for one in elements)
            case ast.ListComp(elt=element) if isinstance(held, Many):
                return self.understood(element, held.of)
            case ast.BinOp(left=left, op=ast.Mult()) if isinstance(held, Many):
                return self.understood(left, held)
            case ast.Call() if isinstance(held, Answer):
                function = self._defined(value.func) if isinstance(value.func, ast.Name) else None
                self._open = self._open or not isinstance(function, ast.FunctionDef)
                return self._made(value, held)
            case _:
                return False

    def _is_plain_dict(self, value: ast.expr, held: Type) -> bool:
        """Whether the new class makes the same of a dict, all the way down: keys are written out, nothing is shared."""
        if isinstance(held, Plain):
            return True
        match value:
            case ast.Dict(keys=keys, values=values) if isinstance(held, Answer):
                for key, one in zip(keys, values, strict=True):
                    if (
                        not isinstance(key, ast.Constant)
                        or not isinstance(key.value, str)
                        or not key.value.isidentifier()
                    ):
                        return False
                    part = self._shapes.part(held.shape, key.value)
                    if part is not None and not self._is_plain_dict(one, part.type):
                        return False
                return bool(keys)
            case ast.List(elts=elements) if isinstance(held, Many):
                return all(self._is_plain_dict(one, held.of) for one in elements)
            case ast.Constant(value=None):
                return True
            case _:
                return False

    def _name(self, value: ast.Name, held: Type) -> bool:
        home = self._names.home(value)
        if home is None:
            return False
        self._take_note(value.id, home)
        given: list[ast.expr] = []
        for binding in home.bindings[value.id]:
            if isinstance(binding, Parameter) and len(home.bindings[value.id]) == 1:
                return self._passed(binding.argument, held)
            if not isinstance(binding, Assigned) or binding.steps:
                return False
            given.append(binding.value)
        if not all(self.understood(one, held) for one in given):
            return False
        wrapped = any(isinstance(one, ast.Dict) for one in given)
        return all(self._name_used(read.node, held, wrapped=wrapped) for read in self._names.reads(value.id, home))

    def _name_used(self, read: ast.Name, held: Type, *, wrapped: bool) -> bool:
        if self._is_sink(read):
            return True
        parent = self._anatomy.parents[read]
        if wrapped or not isinstance(parent, ast.Attribute | ast.Subscript):
            return False
        return self._way(read, held)

    def _made(self, call: ast.Call, held: Answer) -> bool:
        name = last_name(call.func)
        if (name in _NAMESPACES or name in _MOCKS) and self._is_known(call.func):
            return not call.args and all(self._given(one.arg, one.value, held) for one in call.keywords)
        match call.func, call.args, call.keywords:
            case ast.Name(id="type"), [ast.Constant(), bases, ast.Dict() as members], [] if _is_plain(bases):
                return self._class_dict(members, held)
            case ast.Call(func=ast.Name(id="type"), args=[ast.Constant(), bases, ast.Dict() as members]), [], [] if (
                _is_plain(bases)
            ):
                return self._class_dict(members, held)
            case ast.Name() as function, _, _:
                defined = self._defined(function)
                if isinstance(defined, ast.ClassDef):
                    return self._class(defined, held)
                return isinstance(defined, ast.FunctionDef) and self._function(defined, held)
            case _:
                return False

    def _given(self, name: str | None, value: ast.expr, held: Answer) -> bool:
        """One attribute of an object that is made."""
        if name is None or name in {"return_value", "side_effect", "spec", "spec_set", "wraps"}:
            return False
        part = self._shapes.part(held.shape, name)
        return part is None or (part.attribute == name and self.understood(value, part.type))

    def _is_known(self, function: ast.expr) -> bool:
        """Whether the name of what makes an object is that of the standard library, or of pytest-mock."""
        root = function
        while isinstance(root, ast.Attribute):
            root = root.value
        return isinstance(root, ast.Name) and is_of(root, self._names.scope_of(root), _MAKERS)

    def _class_dict(self, members: ast.Dict, held: Answer) -> bool:
        return all(
            isinstance(key, ast.Constant) and isinstance(key.value, str) and self._given(key.value, value, held)
            for key, value in zip(members.keys, members.values, strict=True)
        )

    def _class(self, cls: ast.ClassDef, held: Answer) -> bool:
        """A class of this file: what it, and its methods, give its attributes."""
        bases = [last_name(base) for base in cls.bases]
        bindings = self._anatomy.classes[cls].bindings
        if (
            cls.decorator_list
            or cls.keywords
            or any(base != "object" for base in bases)
            or _READS_ITEMS & bindings.keys()
        ):
            return False
        if any(isinstance(one, ast.Name | ast.Attribute) and last_name(one) in _SETS_UNSEEN for one in ast.walk(cls)):
            return False
        for name, bound in bindings.items():
            for binding in bound:
                plain = isinstance(binding, Assigned) and not binding.steps and self._given(name, binding.value, held)
                if not plain and self._shapes.part(held.shape, name) is not None:
                    return False
        for store in self._anatomy.stores:
            if self._view.resolver.class_of_self(store.base, store.assigned.scope) is cls:
                assigned = store.assigned
                if not isinstance(assigned, Assigned) or not self._given(store.attribute, assigned.value, held):
                    return False
        return True

    def _defined(self, name: ast.Name) -> ast.AST | None:
        home = self._names.home(name)
        match home.bindings[name.id] if home is not None else []:
            case [Defined(node=node)]:
                return node
            case _:
                return None

    def edits(self) -> list[Replacement] | None:
        """What makes answers of the dicts; None where it cannot be written."""
        models: dict[ast.Dict, DottedName] = {}
        for value, held in self._seen:
            if isinstance(value, ast.Dict) and value in self._wrapped and isinstance(held, Answer):
                models[value] = self._models[held.shape]
        return made_answers(self._view, models, self._root)


def _is_plain(bases: ast.expr) -> bool:
    """Whether a class that is made by `type` has no other base than object."""
    return isinstance(bases, ast.Tuple) and all(last_name(base) == "object" for base in bases.elts)


def _arguments(function: ast.AST) -> list[ast.arg]:
    arguments: ast.arguments | None = getattr(function, "args", None)
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs] if arguments is not None else []
