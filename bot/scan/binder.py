"""One walk over a syntax tree that builds its scopes and gathers what the resolver and the rows are made from.

Blocks are walked outermost first, a function's body only after the block around it is complete, so that `nonlocal`
finds names that are bound further down.
"""

import ast
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from types import UnionType
from typing import TypeAlias, TypeVar, overload

from bot.models.struct import Frozen, Mutable, anew
from bot.scan.scopes import (
    Assigned,
    ComprehensionNode,
    Declared,
    Defined,
    FunctionNode,
    Item,
    ModuleImported,
    NameImported,
    Opaque,
    Parameter,
    Scope,
    ScopeKind,
    Step,
)

Node = TypeVar("Node", bound=ast.AST)
Kinds: TypeAlias = type[ast.AST] | UnionType | tuple[type[ast.AST], ...]
"""Classes of syntax nodes, as `isinstance` takes them."""

_NO_PLACES = frozenset({"ctx", "op", "ops"})
"""Fields whose nodes say how another one is meant, and are shared by all that are meant so."""
_FILLING_METHODS = frozenset({"append", "add", "appendleft", "insert", "extend", "update", "setdefault"})
_FILLED_BY_MANY = frozenset({"extend", "update"})


class FunctionFacts(Mutable):
    """What a function gives back: each returned or yielded expression."""

    node: FunctionNode
    scope: Scope
    owner: ast.ClassDef | None
    returns: list[ast.expr] = anew(list)
    yields: list[ast.expr] = anew(list)
    yields_from: list[ast.expr] = anew(list)


class AttributeStore(Frozen):
    """`base.attribute = …`, or `base["attribute"] = …`, wherever it stands."""

    base: ast.expr
    attribute: str
    assigned: Assigned | Declared


class Filling(Frozen):
    """Something put into a container: `base.append(value)`, `base[key] = value`."""

    base: ast.expr
    value: ast.expr
    scope: Scope
    many: bool


class Anatomy(Mutable):
    """A file taken apart: names and attributes by what they are called. Lists are in no particular order; rows are
    sorted at the end.
    """

    tree: ast.Module
    root: Scope
    names: dict[str, list[tuple[ast.Name, Scope]]] = anew(lambda: defaultdict(list))
    attributes: dict[str, list[tuple[ast.Attribute, Scope]]] = anew(lambda: defaultdict(list))
    calls: list[tuple[ast.Call, Scope]] = anew(list)
    strings: list[tuple[ast.Constant, Scope]] = anew(list)
    imports: list[tuple[ast.Import | ast.ImportFrom, Scope]] = anew(list)
    subscripts: list[tuple[ast.Subscript, Scope]] = anew(list)
    functions: dict[ast.AST, FunctionFacts] = anew(dict)
    classes: dict[ast.ClassDef, Scope] = anew(dict)
    comprehensions: dict[ast.AST, Scope] = anew(dict)
    stores: list[AttributeStore] = anew(list)
    item_stores: list[AttributeStore] = anew(list)
    fillings: list[Filling] = anew(list)
    declared: set[str] = anew(set)
    caught: set[str] = anew(set)
    parents: dict[ast.AST, ast.AST] = anew(dict)
    scope_of: dict[ast.AST, Scope] = anew(dict)
    statement_of: dict[ast.alias, ast.Import | ast.ImportFrom] = anew(dict)

    @overload
    def nearest(self, node: ast.AST | None, kinds: type[Node]) -> Node | None: ...

    @overload
    def nearest(self, node: ast.AST | None, kinds: Kinds) -> ast.AST | None: ...

    def nearest(self, node: ast.AST | None, kinds: Kinds) -> ast.AST | None:
        """The node itself if it is of one of the kinds, else the innermost of them around it; null for none."""
        while node is not None and not isinstance(node, kinds):
            node = self.parents.get(node)
        return node

    def scopes(self) -> Iterator[Scope]:
        """Every scope of the file."""
        yield self.root
        yield from self.classes.values()
        yield from (facts.scope for facts in self.functions.values())
        yield from self.comprehensions.values()


def take_apart(tree: ast.Module) -> Anatomy:
    """The file's scopes and occurrences. RecursionError on trees deeper than the interpreter's limit."""
    return _Binder(tree).run()


class _Binder:
    def __init__(self, tree: ast.Module) -> None:
        root = Scope(ScopeKind.MODULE, "", None, tree)
        self.anatomy = Anatomy(tree, root)
        self._pending: deque[Callable[[], None]] = deque()
        self._handlers: dict[type[ast.AST], Callable[..., None]] = {
            ast.Name: self._name,
            ast.Attribute: self._attribute,
            ast.Call: self._call,
            ast.Constant: self._constant,
            ast.Subscript: self._subscript,
            ast.Import: self._import,
            ast.ImportFrom: self._import_from,
            ast.FunctionDef: self._function,
            ast.AsyncFunctionDef: self._function,
            ast.Lambda: self._lambda,
            ast.ClassDef: self._class,
            ast.ListComp: self._comprehension,
            ast.SetComp: self._comprehension,
            ast.GeneratorExp: self._comprehension,
            ast.DictComp: self._comprehension,
            ast.Assign: self._assign,
            ast.AnnAssign: self._annotated_assign,
            ast.AugAssign: self._augmented_assign,
            ast.NamedExpr: self._named_expression,
            ast.For: self._for,
            ast.AsyncFor: self._for,
            ast.With: self._with,
            ast.AsyncWith: self._with,
            ast.ExceptHandler: self._except,
            ast.MatchAs: self._capture,
            ast.MatchStar: self._capture,
            ast.MatchMapping: self._capture,
            ast.Global: self._global,
            ast.Nonlocal: self._nonlocal,
            ast.Delete: self._delete,
            ast.Return: self._return,
            ast.Yield: self._yield,
            ast.YieldFrom: self._yield,
        }
        self._owners: dict[Scope, FunctionFacts] = {}

    def run(self) -> Anatomy:
        self._all(self.anatomy.tree.body, self.anatomy.root, self.anatomy.tree)
        while self._pending:
            self._pending.popleft()()
        return self.anatomy

    # ---- walking

    def _visit(self, node: ast.AST, scope: Scope, parent: ast.AST) -> None:
        self.anatomy.parents[node] = parent
        handler = self._handlers.get(type(node))
        if handler is not None:
            handler(node, scope)
        else:
            self._children(node, scope)

    def _children(self, node: ast.AST, scope: Scope) -> None:
        for name in node._fields:
            if name not in _NO_PLACES:
                held = getattr(node, name, None)
                if isinstance(held, ast.AST):
                    self._visit(held, scope, node)
                elif isinstance(held, list):
                    for each in held:
                        if isinstance(each, ast.AST):
                            self._visit(each, scope, node)

    def _all(self, nodes: Iterable[ast.AST], scope: Scope, parent: ast.AST) -> None:
        for node in nodes:
            self._visit(node, scope, parent)

    # ---- occurrences

    def _name(self, node: ast.Name, scope: Scope) -> None:
        self.anatomy.names[node.id].append((node, scope))
        if isinstance(node.ctx, ast.Store) and node not in self.anatomy.scope_of:
            scope.bind(node.id, Opaque(node))

    def _attribute(self, node: ast.Attribute, scope: Scope) -> None:
        self.anatomy.attributes[node.attr].append((node, scope))
        self.anatomy.scope_of[node] = scope
        self._visit(node.value, scope, node)

    def _call(self, node: ast.Call, scope: Scope) -> None:
        self.anatomy.calls.append((node, scope))
        if isinstance(node.func, ast.Attribute) and node.func.attr in _FILLING_METHODS and node.args:
            many = node.func.attr in _FILLED_BY_MANY
            self.anatomy.fillings.append(Filling(node.func.value, node.args[-1], scope, many))
        match node:
            case ast.Call(func=ast.Name(id="setattr"), args=[base, ast.Constant(value=str(name)), value]):
                self.anatomy.stores.append(AttributeStore(base, name, Assigned(value, scope, (), node)))
        self._children(node, scope)

    def _constant(self, node: ast.Constant, scope: Scope) -> None:
        if isinstance(node.value, str):
            self.anatomy.strings.append((node, scope))

    def _subscript(self, node: ast.Subscript, scope: Scope) -> None:
        self.anatomy.subscripts.append((node, scope))
        self._children(node, scope)

    # ---- imports

    def _import(self, node: ast.Import, scope: Scope) -> None:
        self.anatomy.imports.append((node, scope))
        self.anatomy.statement_of.update(dict.fromkeys(node.names, node))
        for alias in node.names:
            bound = alias.asname or alias.name.split(".")[0]
            module = alias.name if alias.asname else bound
            scope.bind(bound, ModuleImported(module, alias, node))

    def _import_from(self, node: ast.ImportFrom, scope: Scope) -> None:
        self.anatomy.imports.append((node, scope))
        self.anatomy.statement_of.update(dict.fromkeys(node.names, node))
        for alias in node.names:
            if alias.name == "*":
                scope.bind("*", Opaque(node))
                continue
            bound = NameImported(node.module or "", alias.name, node.level, alias, node)
            scope.bind(alias.asname or alias.name, bound)

    # ---- blocks

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef, scope: Scope) -> None:
        scope.bind(node.name, Defined(node))
        self._all(node.decorator_list, scope, node)
        inner = self._function_scope(node, node.name, scope)
        if node.returns is not None:
            self._visit(node.returns, scope, node)
        self._type_parameters(node, inner)
        self._pending.append(lambda: self._all(node.body, inner, node))

    def _lambda(self, node: ast.Lambda, scope: Scope) -> None:
        inner = self._function_scope(node, "<lambda>", scope)
        self._owners[inner].returns.append(node.body)
        self._pending.append(lambda: self._visit(node.body, inner, node))

    def _function_scope(self, node: FunctionNode, name: str, scope: Scope) -> Scope:
        owner = scope.node if isinstance(scope.node, ast.ClassDef) and scope.kind is ScopeKind.CLASS else None
        inner = Scope(ScopeKind.FUNCTION, name, scope, node)
        facts = FunctionFacts(node, inner, owner)
        self.anatomy.functions[node] = facts
        self._owners[inner] = facts
        arguments = node.args
        self.anatomy.parents[arguments] = node
        positional = [*arguments.posonlyargs, *arguments.args]
        for index, argument in enumerate(positional):
            self._parameter(node, argument, index, inner, scope)
        for argument in arguments.kwonlyargs:
            self._parameter(node, argument, None, inner, scope)
        for gathered in (arguments.vararg, arguments.kwarg):
            if gathered is not None:
                self._parameter(node, gathered, None, inner, scope, starred=True)
        for default in (*arguments.defaults, *(d for d in arguments.kw_defaults if d is not None)):
            self._visit(default, scope, arguments)
        return inner

    def _parameter(
        self,
        function: FunctionNode,
        argument: ast.arg,
        index: int | None,
        inner: Scope,
        outer: Scope,
        *,
        starred: bool = False,
    ) -> None:
        inner.bind(argument.arg, Parameter(function, argument, index, starred))
        if argument.annotation is not None:
            self._visit(argument.annotation, outer, argument)
        self.anatomy.parents[argument] = function.args

    def _class(self, node: ast.ClassDef, scope: Scope) -> None:
        scope.bind(node.name, Defined(node))
        self._all(node.decorator_list, scope, node)
        self._all(node.bases, scope, node)
        self._all(node.keywords, scope, node)
        inner = Scope(ScopeKind.CLASS, node.name, scope, node)
        self.anatomy.classes[node] = inner
        self._type_parameters(node, inner)
        self._all(node.body, inner, node)

    def _type_parameters(self, node: ast.AST, inner: Scope) -> None:
        for parameter in getattr(node, "type_params", ()):
            inner.bind(parameter.name, Opaque(parameter))
            self._children(parameter, inner)

    def _comprehension(self, node: ComprehensionNode, scope: Scope) -> None:
        first, *others = node.generators
        self.anatomy.parents[first] = node
        self._visit(first.iter, scope, first)
        inner = Scope(ScopeKind.COMPREHENSION, "<comprehension>", scope, node)
        self.anatomy.comprehensions[node] = inner
        self._target(first.target, first.iter, scope, inner, (Step.ITERATE,), first)
        self._all(first.ifs, inner, first)
        for generator in others:
            self.anatomy.parents[generator] = node
            self._visit(generator.iter, inner, generator)
            self._target(generator.target, generator.iter, inner, inner, (Step.ITERATE,), generator)
            self._all(generator.ifs, inner, generator)
        parts = (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,)
        self._all(parts, inner, node)

    # ---- binding statements

    def _assign(self, node: ast.Assign, scope: Scope) -> None:
        self._visit(node.value, scope, node)
        for target in node.targets:
            self._target(target, node.value, scope, scope, (), node)

    def _annotated_assign(self, node: ast.AnnAssign, scope: Scope) -> None:
        self._visit(node.annotation, scope, node)
        if node.value is not None:
            self._visit(node.value, scope, node)
            self._target(node.target, node.value, scope, scope, (), node)
        elif isinstance(node.target, ast.Name):
            self.anatomy.names[node.target.id].append((node.target, scope))
            self.anatomy.parents[node.target] = node
        else:
            self._visit(node.target, scope, node)
        declared = Declared(node.annotation, scope)
        if isinstance(node.target, ast.Name):
            scope.bind(node.target.id, declared)
        elif isinstance(node.target, ast.Attribute):
            self.anatomy.stores.append(AttributeStore(node.target.value, node.target.attr, declared))

    def _augmented_assign(self, node: ast.AugAssign, scope: Scope) -> None:
        self._visit(node.value, scope, node)
        if isinstance(node.target, ast.Name):
            self._target(node.target, node.value, scope, scope, (), node)
            self.anatomy.fillings.append(Filling(node.target, node.value, scope, many=True))
        else:
            self._visit(node.target, scope, node)

    def _named_expression(self, node: ast.NamedExpr, scope: Scope) -> None:
        self._visit(node.value, scope, node)
        home = scope
        while home.kind is ScopeKind.COMPREHENSION and home.parent is not None:
            home = home.parent
        self._target(node.target, node.value, scope, home, (), node)

    def _for(self, node: ast.For | ast.AsyncFor, scope: Scope) -> None:
        self._visit(node.iter, scope, node)
        self._target(node.target, node.iter, scope, scope, (Step.ITERATE,), node)
        self._all(node.body, scope, node)
        self._all(node.orelse, scope, node)

    def _with(self, node: ast.With | ast.AsyncWith, scope: Scope) -> None:
        for item in node.items:
            self.anatomy.parents[item] = node
            self._visit(item.context_expr, scope, item)
            if item.optional_vars is not None:
                self._target(item.optional_vars, item.context_expr, scope, scope, (Step.ENTER,), item)
        self._all(node.body, scope, node)

    def _except(self, node: ast.ExceptHandler, scope: Scope) -> None:
        if node.name is not None:
            scope.bind(node.name, Opaque(node) if node.type is None else Declared(node.type, scope))
            self.anatomy.caught.add(node.name)
        self._children(node, scope)

    def _capture(self, node: ast.MatchAs | ast.MatchStar | ast.MatchMapping, scope: Scope) -> None:
        name = node.rest if isinstance(node, ast.MatchMapping) else node.name
        if name is not None:
            scope.bind(name, Opaque(node))
        self._children(node, scope)

    def _global(self, node: ast.Global, scope: Scope) -> None:
        scope.global_names.update(node.names)
        self.anatomy.declared.update(node.names)

    def _nonlocal(self, node: ast.Nonlocal, scope: Scope) -> None:
        scope.nonlocal_names.update(node.names)
        self.anatomy.declared.update(node.names)

    def _delete(self, node: ast.Delete, scope: Scope) -> None:
        self._children(node, scope)

    def _return(self, node: ast.Return, scope: Scope) -> None:
        facts = self._owners.get(scope)
        if node.value is not None:
            if facts is not None:
                facts.returns.append(node.value)
            self._visit(node.value, scope, node)

    def _yield(self, node: ast.Yield | ast.YieldFrom, scope: Scope) -> None:
        facts = self._owners.get(scope)
        if node.value is not None:
            if facts is not None:
                (facts.yields if isinstance(node, ast.Yield) else facts.yields_from).append(node.value)
            self._visit(node.value, scope, node)

    # ---- targets

    def _target(
        self,
        target: ast.expr,
        value: ast.expr,
        value_scope: Scope,
        scope: Scope,
        steps: tuple[Step | Item, ...],
        node: ast.AST,
    ) -> None:
        self.anatomy.parents.setdefault(target, node)
        if isinstance(target, ast.Name):
            self.anatomy.scope_of[target] = scope
            self.anatomy.names[target.id].append((target, scope))
            scope.bind(target.id, Assigned(value, value_scope, steps, node))
        elif isinstance(target, ast.Tuple | ast.List):
            self._unpack(target, value, value_scope, scope, steps, node)
        elif isinstance(target, ast.Starred):
            self._target(target.value, value, value_scope, scope, steps, node)
        elif isinstance(target, ast.Attribute):
            self._visit(target, scope, node)
            assigned = Assigned(value, value_scope, steps, node)
            self.anatomy.stores.append(AttributeStore(target.value, target.attr, assigned))
        elif isinstance(target, ast.Subscript):
            self._visit(target, scope, node)
            self.anatomy.fillings.append(Filling(target.value, value, value_scope, many=bool(steps)))
            if isinstance(target.slice, ast.Constant) and isinstance(target.slice.value, str):
                assigned = Assigned(value, value_scope, steps, node)
                self.anatomy.item_stores.append(AttributeStore(target.value, target.slice.value, assigned))

    def _unpack(
        self,
        target: ast.Tuple | ast.List,
        value: ast.expr,
        value_scope: Scope,
        scope: Scope,
        steps: tuple[Step | Item, ...],
        node: ast.AST,
    ) -> None:
        starred = False
        for index, element in enumerate(target.elts):
            self.anatomy.parents[element] = target
            # Behind a starred target positions are counted from the end.
            step = Step.REST if isinstance(element, ast.Starred) else Item(index - len(target.elts) * starred)
            starred = starred or isinstance(element, ast.Starred)
            self._target(element, value, value_scope, scope, (*steps, step), node)
