"""What an expression of a file stands for: evaluated over the file's bindings, never executed.

A name stands for everything that is bound to it in its scope, but for what the order of statements rules out
(`bot/scan/flow.py`). That errs towards finding more, which is the safe side, since an object that *may* be the
library's decides what may be rewritten.
"""

import ast
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property
from typing import Any, TypeAlias

from bot.packs.surface import Gone, Same, SurfaceIndex, Unknown
from bot.scan.annotations import annotated_types
from bot.scan.arguments import Arguments, default_of
from bot.scan.binder import Anatomy
from bot.scan.containers import Containers, handing_of
from bot.scan.doubts import Doubts
from bot.scan.fixpoint import Fixpoint
from bot.scan.flow import Flow
from bot.scan.handed_on import BUILTINS, IMPORTED, IMPORTERS, OUTCOMES, RUNNERS, TAKES_OUT, Handing
from bot.scan.imports import Imports
from bot.scan.interest import Interest
from bot.scan.reach import Reach
from bot.scan.reaching import FIXTURES
from bot.scan.scopes import (
    Assigned,
    Binding,
    Declared,
    Defined,
    ModuleImported,
    NameImported,
    Parameter,
    Scope,
)
from bot.scan.strangers import Strangers
from bot.scan.usage_index import UsageIndex, decorator_names, fixture_name, last_name
from bot.scan.values import (
    NOTHING,
    Container,
    Filled,
    Fixed,
    Future,
    Gathered,
    LibraryMember,
    LibraryModule,
    LibraryName,
    LibraryObject,
    Listed,
    LocalClass,
    LocalFunction,
    LocalObject,
    Made,
    Namespace,
    RepositoryModule,
    RepositoryName,
    Site,
    Value,
    Values,
    View,
    as_object,
    joined,
    type_value,
)

Question: TypeAlias = tuple[Callable[..., Values], *tuple[Any, ...]]
"""A method and its arguments: two that are equal have the same answer."""


class Resolver:
    """Answers `values(expression, scope)` for one file and one pack."""

    def __init__(self, anatomy: Anatomy, surface: SurfaceIndex, reach: Reach, package: str = "") -> None:
        self._anatomy = anatomy
        self._surface = surface
        self.imports = Imports(anatomy, surface, reach, package)
        self._usage = UsageIndex(anatomy)
        self._containers = Containers(self, self._usage)
        self._arguments = Arguments(self, anatomy, self._usage, reach)
        self._flow = Flow(anatomy)
        self._doubts = Doubts(self, anatomy, self._usage)
        self._strangers = Strangers(self, anatomy, self._usage, surface)
        self._answers: Fixpoint[Question, Value] = Fixpoint(lambda question: question[0](*question[1:]))
        self._evaluators: dict[type[ast.AST], Callable[[Any, Scope], Values]] = {
            ast.Attribute: self._attribute,
            ast.Call: self._call,
            ast.Subscript: self._subscript,
            ast.IfExp: lambda node, scope: self._union((node.body, node.orelse), scope),
            ast.BoolOp: lambda node, scope: self._union(node.values, scope),
            ast.BinOp: lambda node, scope: self._union((node.left, node.right), scope),
            ast.NamedExpr: lambda node, scope: self.values(node.value, scope),
            ast.Await: lambda node, scope: self.outcomes(self.values(node.value, scope)),
            ast.Starred: lambda node, scope: self.values(node.value, scope),
            ast.Lambda: lambda node, _: frozenset({LocalFunction(node)}),
            ast.Tuple: self._tuple,
            **dict.fromkeys((ast.List, ast.Set, ast.ListComp, ast.SetComp, ast.GeneratorExp), self._container),
            **dict.fromkeys((ast.Dict, ast.DictComp), self._mapping),
        }

    @cached_property
    def interest(self) -> Interest:
        """Which expressions are worth a question."""
        importers = [call for call, _ in self._anatomy.calls if last_name(call) in IMPORTERS]
        tables = [node for node, _ in self._anatomy.subscripts if last_name(node.value) == "modules"]
        untraced = [node for name in self._surface.searched_names for node, _ in self._anatomy.attributes.get(name, ())]
        names = set(self._leading_names())
        return Interest(self._anatomy, self._usage, names, [*importers, *tables, *untraced])

    def _leading_names(self) -> Iterator[str]:
        """The names to which imports, or calls in other files, give something of the library."""
        for scope in self._anatomy.scopes():
            for name, bindings in scope.bindings.items():
                for binding in bindings:
                    match binding:
                        case ModuleImported() | NameImported() if self.of_binding(binding, scope):
                            yield name
                        case Parameter() if self._arguments.given(binding) or self._fixture_elsewhere(binding):
                            yield name
        yield from self.imports.provided
        if self.imports.has_stars:
            yield from (name for name in self._anatomy.names if self._answers.ask((self.imports.starred, name)))

    # ---- the questions

    def values(self, expression: ast.AST, scope: Scope) -> Values:
        """Everything of the library (or leading to it) that the expression may stand for; empty when unknown."""
        if isinstance(expression, ast.Name):
            caught = self.caught(expression) if expression.id in self._anatomy.caught else None
            return self._read(expression, scope) if caught is None else self._annotated(caught, scope)
        evaluator = self._evaluators.get(type(expression))
        return self._answers.ask((evaluator, expression, scope)) if evaluator is not None else NOTHING

    def caught(self, name: ast.Name) -> ast.expr | None:
        """What the handler around a name catches under that name; there it stands for nothing else."""
        node: ast.AST | None = name
        while node is not None and not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if isinstance(node, ast.ExceptHandler) and node.name == name.id:
                return node.type
            node = self._anatomy.parents.get(node)
        return None

    def _read(self, name: ast.Name, scope: Scope) -> Values:
        """What a name stands for at one place where it is read."""
        every = self.bound_values(name.id, scope)
        home = scope.home(name.id) if every else None
        if home is None or len(home.bindings[name.id]) == 1:
            return every
        seen = self.visible(name, scope)
        if len(seen) == len(home.bindings[name.id]):
            return every
        return self._answers.ask((self._bound_by, name.id, home, tuple(seen)))

    def visible(self, name: ast.Name, scope: Scope) -> Sequence[Binding]:
        """The bindings that a name may stand for where it is read; those of a star import are none of them."""
        home = scope.home(name.id)
        if home is None:
            return ()
        starred = self.imports.has_stars and home is self._anatomy.root
        return home.bindings[name.id] if starred else self._flow.visible(name, scope, home)

    def bound_values(self, name: str, scope: Scope) -> Values:
        """Everything that a name may stand for where it is read in `scope`."""
        home = scope.home(name)
        found = self._answers.ask((self._bound, name, home)) if home is not None else self.imports.unbound(name)
        if self.imports.has_stars and (home is None or home is self._anatomy.root):
            found |= self._answers.ask((self.imports.starred, name))
        return found

    def may_be_another(self, expression: ast.expr, scope: Scope) -> bool:
        """Whether the expression may be something that nothing of the library is in, besides what `values` tells."""
        return self._doubts.about(expression, scope)

    def stored(self, owner: ast.ClassDef, name: str) -> Sequence[Binding]:
        """What the file puts under an attribute of a class of its own, in the class body or through `self`."""
        return [*self._anatomy.classes[owner].bindings.get(name, ()), *self._usage.attributes.get((owner, name), ())]

    def contents(self, site: Site) -> Values:
        """What a container made at `site` holds."""
        return self._answers.ask((self._containers.contents, site))

    def gathered(self, function: ast.AST, *, mapping: bool) -> Values:
        """What this file's calls pass for `*arguments`, or for `**keywords`, of a function."""
        return self._arguments.gathered(function, mapping=mapping)

    def elements(self, values: Values) -> Values:
        """What iterating over any of the values gives."""
        return self._containers.elements(values)

    def positions(self, site: Site) -> tuple[Values, ...]:
        """What stands at each position of a tuple of known length."""
        return self._containers.positions(site)

    def position(self, module: str, path: str, index: int) -> Values:
        """What stands at a position of a tuple in another module of the repository."""
        return self.imports.reach.at(module, f"{path}[{index}]")

    def held(self, value: Value) -> Values:
        """What is directly inside a value: the contents of a container, the items of a tuple; else nothing."""
        match value:
            case Container(site):
                return self.contents(site)
            case Fixed(site):
                return joined(self._containers.positions(site))
            case Future():
                return self.outcomes(frozenset({value}))
            case _:
                return NOTHING

    def outcomes(self, values: Values) -> Values:
        """What awaiting any of the values gives: what runs later is had, everything else stays what it is."""
        return joined(self._outcome(one) if isinstance(one, Future) else frozenset({one}) for one in values)

    def _outcome(self, future: Future) -> Values:
        given = (self.values(argument, future.scope) for argument in future.node.args)
        if handing_of(future.node) is Handing.TASK:
            return self.outcomes(next(given, NOTHING))
        return joined(self.called(value) for values in given for value in values)

    def class_of_self(self, base: ast.expr, scope: Scope) -> ast.ClassDef | None:
        """The class of this file whose method's first parameter `base` is."""
        return self._usage.class_of_self(base, scope)

    def classes_of(self, expression: ast.expr, scope: Scope) -> frozenset[str]:
        """The library's classes of which the expression may be an instance."""
        found = map(as_object, self.values(expression, scope))
        return frozenset(value.cls for value in found if isinstance(value, LibraryObject) and not value.assumed)

    # ---- expressions

    def _union(self, nodes: Sequence[ast.expr], scope: Scope) -> Values:
        return joined(self.values(node, scope) for node in nodes)

    def inside(self, comprehension: ast.AST, element: ast.expr) -> Values:
        """What the element of a comprehension may stand for."""
        return self.values(element, self._anatomy.comprehensions[comprehension])

    def _tuple(self, node: ast.Tuple, scope: Scope) -> Values:
        if all(isinstance(element, ast.Constant) for element in node.elts):
            return NOTHING
        if any(isinstance(element, ast.Starred) for element in node.elts):
            return self._container(node, scope)
        return frozenset({Fixed(Made(node, scope))})

    def _container(self, node: ast.AST, scope: Scope) -> Values:
        return frozenset({Container(Made(node, scope))})

    def _mapping(self, node: ast.AST, scope: Scope) -> Values:
        return frozenset({Container(Made(node, scope), View.MAPPING)})

    def _attribute(self, node: ast.Attribute, scope: Scope) -> Values:
        bases = self.values(node.value, scope)
        found = self._members(bases, node.attr) | self._put_there(node.value, scope, node.attr)
        untraced = not found and not bases and node.attr in self._surface.searched_names
        if untraced and all(origin.startswith(".") for origin in self.origins(node.value, scope)):
            owner = self._surface.owner_of_searched(node.attr).rpartition(".")[0]
            return self._class_member(owner, node.attr, assumed=True)
        return found

    def origins(self, expression: ast.expr, scope: Scope) -> tuple[str, ...]:
        """The other modules out of which an expression certainly comes; empty where that is not known."""
        return self._strangers.origins(expression, scope)

    def _put_there(self, base: ast.expr, scope: Scope, last: str) -> Values:
        """What the file puts under the same spelling, in an object that nothing is known about."""
        place = self._usage.place(base, scope, last) if self._usage.places else None
        stored = self._usage.places.get(place, ()) if place is not None else ()
        return joined(self.of_binding(one, scope) for one in stored)

    def _members(self, bases: Values, name: str) -> Values:
        return joined(self.member(base, name) for base in bases)

    def member(self, base: Value, name: str) -> Values:
        """What `base.name` may stand for."""
        match base:
            case LibraryModule(module):
                return self.imports.attribute(module, name)
            case Namespace(module):
                return self.imports.module(f"{module}.{name}")
            case LibraryName(symbol):
                return self._name_member(symbol, name)
            case LibraryObject(cls, assumed):
                return self._class_member(cls, name, assumed=assumed)
            case LibraryMember(gives=given):
                return self.member(given, name) if given is not None else NOTHING
            case LocalObject(cls) | LocalClass(cls):
                return self._answers.ask((self._local_member, cls, name))
            case RepositoryModule(module):
                return self.imports.name(module, name)
            case RepositoryName(module, path):
                return self.imports.reach.at(module, f"{path}.{name}")
            case _:
                return NOTHING

    def _name_member(self, symbol: str, name: str) -> Values:
        if self._surface.has_class(symbol):
            return self._class_member(symbol, name)
        # By Python's style guide: a constant is not in lower case, and what is holds classes only where it is a module.
        if _last(symbol).islower():
            return self.imports.attribute(symbol, name) if name[:1].isupper() else NOTHING
        return self._members(self._given_by(symbol), name)

    def _class_member(self, cls: str, name: str, *, assumed: bool = False) -> Values:
        known = self._surface.class_member(cls, name)
        if isinstance(known, Unknown) and self._surface.is_open(cls):
            return NOTHING
        given = known.gives if isinstance(known, Same | Gone) else None
        return frozenset({LibraryMember(cls, name, type_value(given, assumed=assumed) if given else None)})

    def _local_member(self, cls: ast.ClassDef, name: str) -> Values:
        scope = self._anatomy.classes[cls]
        bindings = self._kept(cls, name)
        if bindings or scope.parent is None:
            found = joined(self.of_binding(binding, scope) for binding in bindings)
            return self._with_fillings(found | self._arguments.field(cls, name), name, cls)
        return joined(self._inherited_member(parent, name) for parent in self._union(cls.bases, scope.parent))

    def _kept(self, cls: ast.ClassDef, name: str) -> list[Binding]:
        """What the file keeps in an attribute of a class of its own, or of its instances."""
        foreign = (
            store.assigned
            for store in self._usage.foreign.get(name, ())
            if LocalObject(cls) in self.values(store.base, store.assigned.scope)
        )
        own = self._anatomy.classes[cls].bindings.get(name, ())
        return [*own, *self._usage.attributes.get((cls, name), ()), *foreign]

    def _inherited_member(self, parent: Value, name: str) -> Values:
        match parent:
            case LocalClass():
                return self.member(parent, name)
            case LibraryName(symbol):
                return self._class_member(symbol, name)
            case RepositoryName(module, path):
                return self.imports.reach.at(module, f"{path}().{name}")
            case _:
                return NOTHING

    def is_own(self, cls: ast.ClassDef, name: str) -> bool:
        """Whether the file itself gives a class of its own the attribute, so that it is not one of the library's."""
        return any(
            name in self._anatomy.classes[one].bindings or (one, name) in self._usage.attributes
            for one in self._lineage(cls)
        ) or bool(self._kept(cls, name))

    def _lineage(self, cls: ast.ClassDef) -> set[ast.ClassDef]:
        """The class, and those of the file that it inherits from."""
        classes, open_ones = set[ast.ClassDef](), [cls]
        while open_ones:
            one = open_ones.pop()
            if one not in classes:
                classes.add(one)
                bases = self._union(one.bases, self._anatomy.classes[one].parent or self._anatomy.root)
                open_ones += [base.node for base in bases if isinstance(base, LocalClass)]
        return classes

    def member_names(self, value: LocalClass | LocalObject) -> list[str]:
        """The attributes that the file gives to a class of its own, inherited ones too; sorted."""
        classes = self._lineage(value.node)
        own = {name for cls in classes for name in self._anatomy.classes[cls].bindings}
        return sorted(own | {name for cls, name in self._usage.attributes if cls in classes})

    def _call(self, node: ast.Call, scope: Scope) -> Values:
        handed_on = self._handed_on(node, scope)
        if handed_on is not None:
            return handed_on
        found = joined(self.called(function) for function in self.values(node.func, scope))
        if isinstance(node.func, ast.Attribute):
            name = node.func.attr
            bases = self.values(node.func.value, scope)
            if name in TAKES_OUT and node.args and bases and all(self._holds_plain(one, node.args[0]) for one in bases):
                return self._union(node.args[1:], scope)
            found |= joined(self._containers.method(as_object(base), name) for base in bases)
            if name in OUTCOMES:
                found |= joined(self._outcome(base) for base in bases if isinstance(base, Future))
            if name in TAKES_OUT and len(node.args) > 1:  # what it gives where the key is missing
                found |= self.values(node.args[1], scope)
        return found

    def _holds_plain(self, base: Value, key: ast.expr) -> bool:
        one = as_object(base)
        return isinstance(one, LibraryObject) and self.is_plain(one, key)

    def _handed_on(self, node: ast.Call, scope: Scope) -> Values | None:
        """What a builtin or library function that hands on its arguments gives; None when the call is none of them."""
        name = last_name(node)
        if any(isinstance(argument, ast.Starred) for argument in node.args):
            return self._container(node, scope) if IMPORTED.get(name) is Handing.GATHERED else None
        builtin = isinstance(node.func, ast.Name) and scope.home(name) is None
        handing = BUILTINS.get(name) if builtin else None
        if handing is None and name in IMPORTED and not self.values(node.func, scope):
            handing = IMPORTED[name]
        if handing is not None and (node.args or not handing.needs_argument):
            return self._handed(handing, node, scope)
        if name in IMPORTERS and node.args:
            return self._imported_by_string(node.args[0], top=name == "__import__" and not node.keywords)
        if (
            name == "run"
            and node.args
            and isinstance(node.func, ast.Attribute)
            and last_name(node.func.value) in RUNNERS
        ):
            return self.values(node.args[0], scope)
        if name == "field" and (made := [word.value for word in node.keywords if word.arg == "default_factory"]):
            return joined(self.called(value) for value in self.values(made[0], scope))
        if len(node.args) > 1 and name == "cast":
            return self._annotated(node.args[0], scope) | self.values(node.args[1], scope)
        member = _spelt_name(node.args[1]) if len(node.args) > 1 and builtin and name == "getattr" else None
        if member is not None:
            return self._members(self.values(node.args[0], scope), member)
        return None

    def _imported_by_string(self, argument: ast.expr, *, top: bool) -> Values | None:
        """The module that a call such as `importlib.import_module("a.b")` gives; `__import__("a.b")` gives a."""
        if not isinstance(argument, ast.Constant) or not isinstance(argument.value, str):
            return None
        module = argument.value.split(".")[0] if top else argument.value
        return self.imports.module(module) or None

    def _handed(self, handing: Handing, node: ast.Call, scope: Scope) -> Values:
        match handing:
            case Handing.ITSELF:
                return self.values(node.args[0], scope)
            case Handing.ELEMENT:
                return self._containers.elements(self.values(node.args[0], scope))
            case Handing.MAPPING:
                return self._mapping(node, scope)
            case Handing.TASK | Handing.SUBMITTED:
                return frozenset({Future(node, scope)})
            case Handing.GATHERED | Handing.WAITED:
                return frozenset({Fixed(Made(node, scope))})
            case Handing.CALLED:
                return joined(self.called(value) for argument in node.args for value in self.values(argument, scope))
            case _:
                return self._container(node, scope)

    def called(self, function: Value) -> Values:
        """What calling a value gives."""
        match function:
            case LibraryName(symbol):
                return frozenset({LibraryObject(symbol)}) if self._surface.has_class(symbol) else self._given_by(symbol)
            case LibraryMember(gives=given):
                return frozenset({given}) if given is not None else NOTHING
            case LocalClass(cls):
                return frozenset({LocalObject(cls)})
            case LocalFunction(node):
                return self._answers.ask((self._returned, node))
            case Future():
                return self._outcome(function)
            case RepositoryName(module, path):
                return self.imports.reach.at(module, f"{path}()")
            case _:
                return NOTHING

    def _given_by(self, symbol: str) -> Values:
        """What a function of the library returns, or a constant of it is."""
        module, _, name = symbol.rpartition(".")
        known = self._surface.module_name(module, name)
        given = known.gives if isinstance(known, Same | Gone) else None
        return frozenset({type_value(given)}) if given else NOTHING

    def _returned(self, node: ast.AST) -> Values:
        facts = self._anatomy.functions[node]
        found = self._union(facts.returns, facts.scope)
        annotation = getattr(node, "returns", None)
        if annotation is not None:
            found |= self._annotated(annotation, facts.scope.parent or facts.scope)
        if facts.yields or facts.yields_from:
            found |= self._container(node, facts.scope)
            if decorator_names(node) & {"contextmanager", "asynccontextmanager"}:
                found |= self.yielded(node)
        return found

    def yielded(self, function: ast.AST) -> Values:
        """What iterating over the call of a generator gives."""
        facts = self._anatomy.functions[function]
        handed_on = joined(self._containers.elements(self.values(one, facts.scope)) for one in facts.yields_from)
        return self._union(facts.yields, facts.scope) | handed_on

    def _subscript(self, node: ast.Subscript, scope: Scope) -> Values:
        if isinstance(node.slice, ast.Constant) and last_name(node.value) == "modules":  # of sys
            return self._imported_by_string(node.slice, top=False) or NOTHING
        found = joined(self._containers.indexed(base, node.slice) for base in self.values(node.value, scope))
        if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
            found |= self._put_there(node.value, scope, node.slice.value)
        return found

    def items_of(self, indexed: LibraryObject) -> Values:
        """What iterating over, or indexing, an object of the library gives."""
        named = self._surface.items(indexed.cls)
        return frozenset({type_value(named, assumed=indexed.assumed)}) if named else NOTHING

    def is_plain(self, indexed: LibraryObject, key: ast.expr) -> bool:
        """Whether what stands under a key of an object of the library is of no library."""
        text = key.value if isinstance(key, ast.Constant) else None
        return isinstance(text, str) and self._surface.is_plain(indexed.cls, text)

    # ---- bindings

    def _bound(self, name: str, home: Scope) -> Values:
        return self._bound_by(name, home, home.bindings[name])

    def _bound_by(self, name: str, home: Scope, bindings: Sequence[Binding]) -> Values:
        """What a name stands for after these bindings, tests of its type and fillings."""
        found = joined(self.of_binding(binding, home) for binding in bindings)
        for narrowed, kinds, scope in self._usage.narrowed.get(name, ()):
            if scope.home(narrowed.id) is home:
                found |= self._annotated(kinds, scope)
        return self._with_fillings(found, name, home)

    def of_binding(self, binding: Binding, home: Scope) -> Values:
        """What a name of `home` stands for after one of its bindings."""
        match binding:
            case ModuleImported(module):
                return self.imports.module(module)
            case NameImported(module, name, level):
                return self.imports.name(module, name, level)
            case Assigned(value, scope, steps):
                return self._containers.after_steps(value, scope, steps)
            case Declared(annotation, scope):
                return self._annotated(annotation, scope)
            case Parameter():
                return self._parameter(binding, home)
            case Defined(node):
                return self._defined(node)
            case _:
                return NOTHING

    def _defined(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> Values:
        if isinstance(node, ast.ClassDef):
            return frozenset({LocalClass(node)})
        if decorator_names(node) & {"property", "cached_property"}:
            return self._returned(node)
        return frozenset({LocalFunction(node)})

    def _parameter(self, parameter: Parameter, home: Scope) -> Values:
        facts = self._anatomy.functions[parameter.function]
        found = NOTHING
        if parameter.argument.annotation is not None and not parameter.starred:
            found = self._annotated(parameter.argument.annotation, home.parent or home)
        if facts.owner is not None and parameter.index == 0 and "staticmethod" not in decorator_names(facts.node):
            return found | frozenset({LocalObject(facts.owner)})
        if parameter.starred:
            mapping = facts.node.args.kwarg is parameter.argument
            site = Gathered(parameter.function, mapping=mapping)
            return found | {Container(site, View.MAPPING if mapping else View.ELEMENTS)}
        return found | self._arguments.passed(parameter) | self._injected(parameter, home)

    def _injected(self, parameter: Parameter, home: Scope) -> Values:
        """What a framework passes: the fixture of the parameter's name, or what `Depends(function)` names."""
        function = self._usage.fixtures.get(parameter.argument.arg)
        if function is None:
            found = self._fixture_elsewhere(parameter)
        else:
            found = self._answers.ask((self._returned, function))
        default = default_of(parameter)
        if isinstance(default, ast.Call) and last_name(default) == "Depends" and default.args:
            given = self.values(default.args[0], home.parent or home)
            found |= joined(self.called(value) for value in given)
        return self._containers.elements(found) | found if found else found

    def _fixture_elsewhere(self, parameter: Parameter) -> Values:
        """What pytest passes to a test, or to a fixture, from another file."""
        name = getattr(parameter.function, "name", "")
        if not self.imports.reach.knows(FIXTURES):
            return NOTHING
        takes = name.startswith("test") or fixture_name(parameter.function) is not None
        return self.imports.reach.at(FIXTURES, f"{parameter.argument.arg}()") if takes else NOTHING

    @property
    def fixtures(self) -> Collection[str]:
        """The names by which pytest passes what functions of the file give."""
        return self._usage.fixtures.keys()

    def _annotated(self, annotation: ast.expr, scope: Scope) -> Values:
        found = frozenset[Value]()
        for expression, held in annotated_types(annotation):
            instances = joined(map(self._instance, self.values(expression, scope)))
            found |= {Container(Listed(one), held) for one in instances} if held is not None else instances
        return found

    def _instance(self, value: Value) -> Values:
        match value:
            case LibraryName(symbol) if self._surface.has_class(symbol):
                return frozenset({LibraryObject(symbol)})
            case LocalClass(cls):
                return frozenset({LocalObject(cls)})
            case RepositoryName(module, path):
                return self.imports.reach.at(module, f"{path}()")
            case _:
                return NOTHING

    def _with_fillings(self, found: Values, name: str, owner: Scope | ast.ClassDef) -> Values:
        """`found`, and where it is a container also what the file puts into it under this name."""
        if name not in self._usage.fillings:
            return found
        views = {value.view for value in found if isinstance(value, Container)}
        if not found:  # a container of a kind that is not known
            views = {View.ELEMENTS, View.MAPPING}
        return found | {Container(Filled(name, owner), view) for view in views}


def _spelt_name(node: ast.expr) -> str | None:
    """The identifier that a string spells."""
    name = node.value if isinstance(node, ast.Constant) else None
    return name if isinstance(name, str) and name.isidentifier() else None


def _last(symbol: str) -> str:
    return symbol.rpartition(".")[2]
