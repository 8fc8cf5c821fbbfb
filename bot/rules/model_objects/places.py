"""Where model objects go: from each place that makes one to every place that asks one for something.

The old object is an object, and afterwards a text stands in its place: whatever chooses, keeps, passes or tests it goes
on as before, but nobody may look at it in another way.
"""

import ast
from collections.abc import Collection
from functools import cached_property

from bot.rules.answers import functions
from bot.rules.answers.flow import Flow, Followed
from bot.rules.answers.shapes import Answer, Many, Paired, Shapes, Stream, Type
from bot.scan.facts import HandedOn
from bot.scan.rows import FileView
from bot.scan.scopes import Scope


class ModelFlow(Flow):
    """Follows models, and streams of answers. `asked` are the members that are read from a model, with the model's
    type; `iterated` the places at which a stream is read, `whole` those where a member of `read_whole` is.
    """

    def __init__(self, view: FileView, read_whole: Collection[str] = ()) -> None:
        super().__init__(view, Shapes(shapes={}))
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
        """Only what the file's own calls give is followed; others must not call the function."""
        self.stays_within_file(handed.name)
        return handed.called and not handed.is_passed

    def target(self, target: ast.expr, held: Type) -> None:
        """An attribute is followed by its name alone: whoever reads one that is called so may get the model."""
        if isinstance(target, ast.Attribute) and not isinstance(held, Stream):
            self._seen[target] = held
            self._keep(target, held)
        else:
            super().target(target, held)

    def _keep(self, target: ast.Attribute, held: Type) -> None:
        owner = self._class_of(target)
        for node, _ in self.anatomy.attributes[target.attr]:
            other = self._class_of(node)
            if (node, held) in self._kept_places or (owner and other and not _are_related(owner, other)):
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
            case ast.For(iter=iterable) | ast.comprehension(iter=iterable) if iterable is node:
                return self._is_dict(node) or super()._many(node, held, parent)
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
            case ast.List(elts=elements) | ast.Tuple(elts=elements) if node in elements:
                return self._displayed(parent, elements, held)
            case ast.Dict(values=elements) if node in elements:
                return self._displayed(parent, elements, held)
            case _:
                return super()._anything(node, held, parent)

    def _is_dict(self, node: ast.expr) -> bool:
        """Whether the name of a dict is iterated over, which gives its keys."""
        home = self.names.home(node) if isinstance(node, ast.Name) else None
        bindings = home.bindings[node.id] if home is not None and isinstance(node, ast.Name) else []
        return bool(bindings) and all(isinstance(getattr(one, "value", None), ast.Dict) for one in bindings)

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
