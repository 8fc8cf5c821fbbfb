"""Whether what stands before a dot may also be something that is not of the library.

The scan finds everything of the library that an expression may be. A rule that writes another member must know the
opposite as well: that nothing else can stand there.
"""

import ast
from collections.abc import Iterator

from bot.scan.rows import FileView
from bot.scan.scopes import Assigned, Binding, Declared, Parameter, Scope
from bot.scan.values import LibraryMember, LibraryName, LocalFunction, LocalObject

_GIVES_PLAIN = frozenset(
    {
        "str", "int", "float", "bool", "bytes", "len", "range", "open", "input", "print", "repr", "sum", "abs", "round",
        "format", "chr", "ord", "hex", "isinstance", "hasattr",
    }
)  # fmt: skip
_PLAIN = (
    ast.Constant | ast.JoinedStr | ast.Compare | ast.List | ast.Dict | ast.Set | ast.Tuple | ast.ListComp
    | ast.DictComp | ast.SetComp | ast.GeneratorExp | ast.Lambda
)  # fmt: skip
_DEPTH = 20
_MANY = 100
"""With more bindings than these nobody looks whether one is of something else."""


def may_be_foreign(view: FileView, expression: ast.expr, scope: Scope) -> bool:
    """Whether the expression may be an object that has nothing to do with the library.

    What is plainly of Python's own (None, numbers, texts, lists) is not counted: no member of the library is read
    from that on any way that works.
    """
    return _Question(view).foreign(expression, scope, _DEPTH)


class _Question:
    def __init__(self, view: FileView) -> None:
        self._view = view
        self._resolver = view.resolver

    def foreign(self, node: ast.expr, scope: Scope, depth: int) -> bool:
        if not self._resolver.values(node, scope):
            return not self._plain(node, scope) and not self._is_passed(node, scope)
        if not depth:
            return True
        match node:
            case ast.Name(id=name):
                home, bindings = scope.home(name), self._resolver.visible(node, scope)
                return len(bindings) > _MANY or (
                    home is not None and any(self._foreign_binding(one, home, depth) for one in bindings)
                )
            case ast.IfExp(body=body, orelse=orelse):
                return self.foreign(body, scope, depth - 1) or self.foreign(orelse, scope, depth - 1)
            case ast.BoolOp(values=operands):
                return any(self.foreign(operand, scope, depth - 1) for operand in operands)
            case ast.NamedExpr(value=value) | ast.Await(value=value) | ast.Subscript(value=value):
                return self.foreign(value, scope, depth - 1)
            case ast.Attribute(value=value, attr=name):
                stored = list(self._stored(value, scope, name))
                return any(self._foreign_binding(one, scope, depth) for one in stored) or (
                    not stored and self.foreign(value, scope, depth - 1)
                )
            case ast.Call(func=function):
                return self._foreign_call(function, scope, depth)
            case _:
                return False

    def _is_passed(self, node: ast.expr, scope: Scope) -> bool:
        """Whether it is a parameter: whoever passes it expects the same of it as of what else stands there."""
        bindings = self._resolver.visible(node, scope) if isinstance(node, ast.Name) else ()
        return bool(bindings) and all(isinstance(one, Parameter) for one in bindings)

    def _foreign_call(self, function: ast.expr, scope: Scope, depth: int) -> bool:
        for value in self._resolver.values(function, scope):
            if isinstance(value, LocalFunction):
                facts = self._view.anatomy.functions[value.node]
                return any(self.foreign(one, facts.scope, depth - 1) for one in facts.returns)
        return isinstance(function, ast.Attribute) and self.foreign(function.value, scope, depth - 1)

    def _stored(self, value: ast.expr, scope: Scope, name: str) -> Iterator[Binding]:
        for one in self._resolver.values(value, scope):
            if isinstance(one, LocalObject):
                yield from self._resolver.stored(one.node, name)

    def _foreign_binding(self, binding: Binding, home: Scope, depth: int) -> bool:
        if isinstance(binding, Assigned):
            if self._resolver.of_binding(binding, home):
                return not binding.steps and self.foreign(binding.value, binding.scope, depth - 1)
            return not self._plain(binding.value, binding.scope)
        if isinstance(binding, Declared | Parameter):
            return False
        return not self._resolver.of_binding(binding, home)

    def _plain(self, node: ast.expr, scope: Scope) -> bool:
        """Whether the expression is a value of Python's own types, or plain data that the library gave."""
        match node:
            case ast.Call(func=ast.Name(id=name)) if scope.home(name) is None:
                return name in _GIVES_PLAIN
            case ast.Call(func=function):
                of_library = self._resolver.values(function, scope)
                given = any(isinstance(value, LibraryMember | LibraryName) for value in of_library)
                return given or (isinstance(function, ast.Attribute) and self._plain(function.value, scope))
            case ast.Attribute(value=value) | ast.Subscript(value=value):
                of_library = self._resolver.values(node, scope)
                return any(isinstance(one, LibraryMember) for one in of_library) or self._plain(value, scope)
            case ast.BinOp(left=left, right=right):
                return self._plain(left, scope) or self._plain(right, scope)
            case ast.UnaryOp():
                return True
            case _:
                return isinstance(node, _PLAIN)
