"""Which classes a type annotation names, and whether the value is one of them or a container of them."""

import ast
from collections.abc import Iterator

_CONTAINERS = frozenset(
    {
        "list", "List", "tuple", "Tuple", "set", "Set", "frozenset", "Sequence", "Iterable", "Iterator", "Generator",
        "Collection", "deque", "Deque", "AsyncIterator", "AsyncIterable", "AsyncGenerator",
    }
)  # fmt: skip
_TRANSPARENT = frozenset({"Optional", "Union", "Annotated", "Final", "ClassVar", "Awaitable", "Coroutine"})


def annotated_types(annotation: ast.expr) -> Iterator[tuple[ast.expr, bool]]:
    """Pairs of (expression that names a class, whether it is the element of a container)."""
    yield from _types(annotation, container=False)


def _types(node: ast.expr, *, container: bool) -> Iterator[tuple[ast.expr, bool]]:
    match node:
        case ast.Constant(value=str(text)):
            parsed = _parsed(text)
            if parsed is not None:
                yield from _types(parsed, container=container)
        case ast.BinOp(op=ast.BitOr()):
            yield from _types(node.left, container=container)
            yield from _types(node.right, container=container)
        case ast.Subscript():
            name = node.value.attr if isinstance(node.value, ast.Attribute) else getattr(node.value, "id", "")
            if name in _CONTAINERS or name in _TRANSPARENT:
                arguments = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
                for argument in arguments:
                    yield from _types(argument, container=container or name in _CONTAINERS)
        case ast.Name() | ast.Attribute():
            yield node, container


def _parsed(text: str) -> ast.expr | None:
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
