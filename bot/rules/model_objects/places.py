"""Where model objects go: from each place that makes one to every place that asks one for something.

The old object is an object, and afterwards a text stands in its place: whatever chooses, keeps, passes or tests it goes
on as before, but nobody may look at it in another way.
"""

import ast
from collections.abc import Collection
from functools import cached_property

from bot.rules.answers import functions
from bot.rules.answers.flow import Flow, Followed
from bot.rules.answers.shapes import Answer, Many, Paired, Plain, Shapes, Stream, Type
from bot.rules.model_objects import dataclass_fields
from bot.rules.model_objects.containers import changed, fill, is_mapping
from bot.scan.facts import HandedOn
from bot.scan.rows import FileView
from bot.scan.scopes import Assigned, Scope, ScopeKind
from bot.scan.usage_index import last_name
from bot.vocabulary import Bail

_PROPERTIES = (["property"], ["cached_property"])
_TAKES_KEYS = frozenset({"list", "tuple", "set", "sorted"})
_DECLARES = frozenset({"PrivateAttr", "Field", "field"})
"""What stands in a class for a value that each object gets later."""


class ModelFlow(Flow):
    """Follows models, and streams of answers. `asked` are the members that are read from a model, with the model's
    type; `iterated` the places at which a stream is read, `whole` those where a member of `read_whole` is. Members of
    `set_of_chats` may be assigned to.
    """

    def __init__(self, view: FileView, read_whole: Collection[str] = (), set_of_chats: Collection[str] = ()) -> None:
        super().__init__(view, Shapes(shapes={}))
        self._set_of_chats = set_of_chats
        self._read_whole = read_whole
        self.whole: dict[Answer, list[ast.Attribute]] = {}
        self.asked: dict[ast.Attribute, Answer] = {}
        self.held_models: set[ast.expr] = set()
        self.read_of_answers: list[ast.Attribute] = []
        self.iterated: dict[Answer, list[ast.AST]] = {}
        self._kept_places: set[tuple[ast.AST, Type]] = set()

    def follow_import(self, statement: ast.ImportFrom, name: str, home: Scope, held: Answer) -> Followed:
        """Follow what an import binds a name to."""
        self._current = Followed()
        self.bind(statement, name, home, held)
        return self._current

    def stays_within_file(self, name: str) -> None:
        """A function that gives or takes a model is called in this file alone. Of names of models, and of attributes,
        other files have rows of their own, which are judged there.
        """
        if any(getattr(one, "name", None) == name.lstrip(".") for one in self._defined):
            super().stays_within_file(name)

    @cached_property
    def _defined(self) -> list[ast.AST]:
        return [*self.anatomy.functions, *self.anatomy.classes]

    def hand_on(self, handed: HandedOn) -> bool:
        """Only what the file's own calls give is followed; others must not call the function, unless it is offered."""
        self.stays_within_file(handed.name)
        return not handed.is_passed

    def target(self, target: ast.expr, held: Type) -> None:
        """An attribute is followed by its name alone: whoever reads one that is called so may get the model."""
        match target:
            case ast.Attribute(attr=name) if not isinstance(held, Stream):
                self._seen[target] = held
                self.keep(name, self._class_of(target), held)
            case ast.Subscript(value=container) if not isinstance(held, Stream) and fill(self, container, held):
                return
            case _:
                super().target(target, held)

    def bind(self, bound: ast.AST, name: str, home: Scope | None, held: Type) -> None:
        """What a class binds is read as an attribute, and by its name alone in the class itself."""
        if home is None or home.kind is not ScopeKind.CLASS or isinstance(held, Plain | Stream):
            super().bind(bound, name, home, held)
        elif self._bound.setdefault((bound, name), held) != held:
            self.problem(Bail.ANSWER_MIXED, bound)
        else:
            for read in self.names.reads(name, home):
                self.use(read.node, held)
            self.keep(name, home.node if isinstance(home.node, ast.ClassDef) else None, held)

    def keep(self, name: str, owner: ast.ClassDef | None, held: Type) -> None:
        """Follow an attribute of objects of a class, or of any where none is known. Where it is read of an object of
        which nothing is known, no class of the file may have anything else that is called so.
        """
        places = [node for node, _ in self.anatomy.attributes[name] if not self._is_of_arguments(node)]
        of_any = owner is None or any(isinstance(one.ctx, ast.Load) and not self._class_of(one) for one in places)
        for cls, scope in self.anatomy.classes.items():
            if of_any or owner is None or _are_related(owner, cls):
                bound = (self.names.bound(one) for one in scope.bindings.get(name, ()))
                for each in filter(None, bound):
                    self.promise(dataclass_fields.made_for_field(getattr(each, "value", each)) or each, held, name)
        for node in places:
            other = self._class_of(node)
            apart = owner is not None and other is not None and not _are_related(owner, other)
            if (node, held) in self._kept_places or (apart and (not of_any or isinstance(node.ctx, ast.Load))):
                continue
            self._kept_places.add((node, held))
            statement = self.anatomy.parents[node]
            if isinstance(node.ctx, ast.Load):
                self.use(node, held)
            elif isinstance(node.ctx, ast.Store) and isinstance(statement, ast.Assign | ast.AnnAssign):
                if statement.value is not None:
                    self.promise(statement.value, held)
            else:
                self.promise(node, held)

    def _is_nothing(self, node: ast.AST) -> bool:
        value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else node
        if isinstance(value, ast.Call) and last_name(value) in _DECLARES and not value.args:
            given = [one.value for one in value.keywords if one.arg == "default"]
            return len(given) == len(value.keywords) and all(super(ModelFlow, self)._is_nothing(one) for one in given)
        return super()._is_nothing(node)

    def _is_of_arguments(self, node: ast.Attribute) -> bool:
        """Whether it is an argument of the command line."""
        home = self.names.home(node.value) if isinstance(node.value, ast.Name) else None
        bound = home.bindings[node.value.id] if home is not None and isinstance(node.value, ast.Name) else []
        values = [one.value for one in bound if isinstance(one, Assigned)]
        return len(values) == len(bound) > 0 and all(last_name(one) == "parse_args" for one in values)

    def follow_container(self, container: ast.expr, held: Many) -> None:
        """Follow every use of a container that is called so."""
        match container:
            case ast.Attribute(attr=name):
                owner = self._class_of(container)
                for node, _ in self.anatomy.attributes[name]:
                    other = self._class_of(node)
                    if isinstance(node.ctx, ast.Load) and not (owner and other and not _are_related(owner, other)):
                        self.use(node, held)
            case ast.Name(id=name):
                home = self.names.home(container)
                for read in self.names.reads(name, home) if home is not None else ():
                    self.use(read.node, held)

    def _class_of(self, node: ast.Attribute) -> ast.ClassDef | None:
        return self.view.resolver.class_of_self(node.value, self.anatomy.scope_of[node])

    # ---- by what is held

    def _answer(self, node: ast.expr, held: Answer, parent: ast.AST) -> bool:
        match parent:
            case ast.Attribute(value=value) if value is node and isinstance(parent.ctx, ast.Load):
                self.asked[parent] = held
                if held.shape.startswith(MODEL):
                    self.held_models.add(node)
                elif held.shape == ANSWER:
                    self.read_of_answers.append(parent)
                return True
            case ast.Attribute(value=value, attr=name) if value is node and held.shape.startswith(CHAT):
                return isinstance(parent.ctx, ast.Store) and name in self._set_of_chats
            case _:
                return self.is_tested(node)

    def _stream(self, node: ast.expr, held: Stream, parent: ast.AST) -> bool:
        if isinstance(parent, ast.Attribute) and isinstance(parent.ctx, ast.Load) and isinstance(held.of, Answer):
            self.whole.setdefault(held.of, []).append(parent)
            return parent.attr in self._read_whole
        understood = super()._stream(node, held, parent)
        if understood and isinstance(held.of, Answer):
            self.iterated.setdefault(held.of, []).append(parent)
        return understood

    def _many(self, node: ast.expr, held: Many, parent: ast.AST) -> bool:
        match parent:
            case ast.Attribute(value=value, attr="get" | "values" | "items" as method) if value is node:
                call = self.anatomy.parents[parent]
                if isinstance(call, ast.Call) and call.func is parent and len(call.args) < 2:
                    by_method = {"get": held.of, "values": held, "items": Many(Paired(held.of, 1))}
                    self.use(call, by_method[method])
                    return True
                return False
            case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[right]) if right is node:
                return True
            case ast.Subscript() | ast.Attribute() if changed(self, node, parent, held):
                return True
            case ast.Call(args=[one]) if one is node and last_name(parent) in _TAKES_KEYS and is_mapping(self, node):
                return True
            case ast.For(iter=iterable) | ast.comprehension(iter=iterable) if iterable is node:
                return is_mapping(self, node) or super()._many(node, held, parent)
            case _:
                return super()._many(node, held, parent)

    def _anything(self, node: ast.expr, held: Type, parent: ast.AST) -> bool:
        if isinstance(held, Answer) and held.shape.startswith(RESPONSE):
            return True
        match parent:
            case ast.IfExp(body=body, orelse=orelse) if node in (body, orelse):
                other = orelse if node is body else body
                self.promise(other, held)
                self.use(parent, held)
                return True
            case ast.BoolOp(op=ast.Or(), values=operands) if not self.is_tested(node):
                for other in operands:
                    if other is not node:
                        self.promise(other, held)
                self.use(parent, held)
                return True
            case ast.Tuple(elts=elements) if node in elements and self._is_taken_apart(parent):
                return self._placed(parent, elements.index(node), held)
            case ast.Return() if self._is_property(node):
                return self._read_as_attribute(node, held)
            case _:
                return self._collected(node, held, parent) or super()._anything(node, held, parent)

    def _collected(self, node: ast.expr, held: Type, parent: ast.AST) -> bool:
        """Whether it is put into a list or a mapping, which is followed then."""
        match parent:
            case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Dict(values=elements) if node in elements:
                return self._displayed(parent, elements, held)
            case ast.DictComp(value=value) if value is node:
                self.use(parent, Many(held))
                return True
            case ast.Call(func=ast.Attribute(attr="append", value=ast.Attribute() as container), args=[one]):
                return one is node and fill(self, container, held)
            case ast.Call() | ast.keyword() | ast.Lambda():
                return dataclass_fields.given(self, node, parent, held)
            case _:
                return False

    def _is_property(self, node: ast.expr) -> bool:
        function = self.anatomy.nearest(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        return isinstance(function, ast.FunctionDef) and [*map(last_name, function.decorator_list)] in _PROPERTIES

    def _read_as_attribute(self, node: ast.expr, held: Type) -> bool:
        """What a property gives: whoever reads an attribute that is called so may get it."""
        function = self.anatomy.nearest(node, ast.FunctionDef)
        assert function is not None
        facts = self.anatomy.functions[function]
        for other in facts.returns:
            if other is not node:
                self.promise(other, held)
        if facts.owner is None or facts.yields:
            return False
        self._bound[function, function.name] = held
        self.keep(function.name, facts.owner, held)
        return True

    def _is_taken_apart(self, display: ast.Tuple) -> bool:
        """Whether every tuple that a function returns is unpacked, or read by its positions."""
        if not isinstance(self.anatomy.parents[display], ast.Return):
            return False
        found = functions.returned_to(self, display)
        return (
            found is not None
            and not isinstance(found[0], ast.AsyncFunctionDef)
            and all(self._unpacked(call, 0) is not None for call in found[1])
        )

    def _unpacked(self, call: ast.Call, index: int) -> ast.expr | None:
        """Where a call puts, or reads, the part `index` of what it gives."""
        match self.anatomy.parents[call]:
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=value) if value is call and index < len(targets):
                return None if any(isinstance(one, ast.Starred) for one in targets) else targets[index]
            case ast.Subscript(value=value, slice=ast.Constant(value=int())) as read if value is call:
                return read
            case _:
                return None

    def _placed(self, display: ast.Tuple, index: int, held: Type) -> bool:
        """A part of a tuple that a function returns: it is where each call puts it, and every tuple has one there."""
        found = functions.returned_to(self, display)
        assert found is not None
        self.stays_within_file(functions.named_elsewhere(self, found[0]))
        for other in self.anatomy.functions[found[0]].returns:
            if isinstance(other, ast.Tuple) and index < len(other.elts):
                self.promise(other.elts[index], held)
            elif not self._is_nothing(other):
                return False
        for call in found[1]:
            place = self._unpacked(call, index)
            if isinstance(place, ast.Subscript) and isinstance(place.ctx, ast.Load):
                if isinstance(place.slice, ast.Constant) and place.slice.value in (index, index - len(display.elts)):
                    self.use(place, held)
            elif place is not None:
                self.target(place, held)
            else:
                return False
        return True

    def _displayed(self, display: ast.expr, elements: list[ast.expr], held: Type) -> bool:
        for element in elements:
            self.promise(element, held)
        self.use(display, Many(held))
        return True


def _are_related(one: ast.ClassDef, other: ast.ClassDef) -> bool:
    """Whether one class may derive from the other: only of two that derive from nothing this is ruled out."""
    return one is other or bool(one.bases or other.bases)


MODEL = "model:"
"""What the shapes of models begin with; their kind follows."""
CHAT = "chat:"
"""What the shapes of chats begin with; the kind of their model follows."""
ANSWER = "answer"
"""The shape of an answer that is followed to what is read of it."""
RESPONSE = "response"
"""What the shapes of pieces of answers begin with: they are followed no further."""
