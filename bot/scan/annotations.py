"""Which classes a type annotation names, and whether the value is one of them or a container of them."""

import ast
from collections.abc import Iterator

from bot.scan.usage_index import last_name
from bot.scan.values import View

_CONTAINERS = frozenset(
    {
        "list", "List", "tuple", "Tuple", "set", "Set", "frozenset", "Sequence", "Iterable", "Iterator", "Generator",
        "Collection", "deque", "Deque", "AsyncIterator", "AsyncIterable", "AsyncGenerator",
    }
)  # fmt: skip
_MAPPINGS = frozenset({"dict", "Dict", "Mapping", "MutableMapping", "defaultdict", "DefaultDict", "OrderedDict"})
_TRANSPARENT = frozenset({"Optional", "Union", "Annotated", "Final", "ClassVar", "Awaitable", "Coroutine"})


def annotated_types(annotation: ast.expr) -> Iterator[tuple[ast.expr, View | None]]:
    """Pairs of an expression that names a class, and how a container holds it; None where the value is one itself."""
    yield from _types(annotation, None)


def _types(node: ast.expr, held: View | None) -> Iterator[tuple[ast.expr, View | None]]:
    match node:
        case ast.Constant(value=str(text)):
            parsed = _parsed(text)
            if parsed is not None:
                yield from _types(parsed, held)
        case ast.BinOp(op=ast.BitOr()):
            yield from _types(node.left, held)
            yield from _types(node.right, held)
        case ast.Tuple(elts=kinds):  # of isinstance
            for kind in kinds:
                yield from _types(kind, held)
        case ast.Subscript():
            yield from _arguments(node, held)
        case ast.Name() | ast.Attribute():
            yield node, held


def _arguments(node: ast.Subscript, held: View | None) -> Iterator[tuple[ast.expr, View | None]]:
    arguments = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    name = last_name(node.value)
    if name in _MAPPINGS:
        yield from _types(arguments[-1], held or View.MAPPING)
    elif name in _CONTAINERS or name in _TRANSPARENT:
        for argument in arguments:
            yield from _types(argument, held or (View.ELEMENTS if name in _CONTAINERS else None))


def _parsed(text: str) -> ast.expr | None:
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
