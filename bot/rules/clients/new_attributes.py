"""Whether the objects of a class take an attribute that the class does not speak of."""

import ast
from collections.abc import Iterator

from bot.scan.binder import Anatomy
from bot.scan.scopes import Defined
from bot.scan.usage_index import last_name

_CLOSED_BASES = frozenset(
    {"BaseModel", "BaseSettings", "RootModel", "SQLModel", "NamedTuple", "Enum", "IntEnum", "StrEnum", "TypedDict"}
)
_CLOSING = frozenset({"define", "frozen", "attrs"})
"""Decorators of attrs whose classes have slots."""


def takes_new_attributes(anatomy: Anatomy, cls: ast.ClassDef) -> bool:
    """Whether nothing speaks against it: slots, fields that are checked or frozen, in the class or in one of this file
    that it derives from. A class with declared fields whose base is not of this file may be one of pydantic's.
    """
    return all(_is_open(one) for one in _itself_and_bases(anatomy, cls, set())) and not (
        _declares_fields(cls) and any(not _of_this_file(anatomy, base) for base in cls.bases)
    )


def _itself_and_bases(anatomy: Anatomy, cls: ast.ClassDef, seen: set[ast.ClassDef]) -> Iterator[ast.ClassDef]:
    if cls in seen:
        return
    seen.add(cls)
    yield cls
    for base in cls.bases:
        for one in _of_this_file(anatomy, base):
            yield from _itself_and_bases(anatomy, one, seen)


def _of_this_file(anatomy: Anatomy, base: ast.expr) -> list[ast.ClassDef]:
    bindings = anatomy.root.bindings.get(base.id, ()) if isinstance(base, ast.Name) else ()
    return [one.node for one in bindings if isinstance(one, Defined) and isinstance(one.node, ast.ClassDef)]


def _is_open(cls: ast.ClassDef) -> bool:
    names = {last_name(base) for base in cls.bases}
    closed = not names.isdisjoint(_CLOSED_BASES) or any(map(_closes, cls.decorator_list))
    return not closed and not any(map(_has_slots, cls.body))


def _has_slots(statement: ast.stmt) -> bool:
    match statement:
        case ast.Assign(targets=[ast.Name(id="__slots__")]) | ast.AnnAssign(target=ast.Name(id="__slots__")):
            return True
        case ast.FunctionDef(name="__setattr__"):
            return True
        case _:
            return False


def _closes(decorator: ast.expr) -> bool:
    called = decorator if isinstance(decorator, ast.Call) else None
    kept = {one.arg for one in called.keywords if getattr(one.value, "value", None) is True} if called else set()
    return not kept.isdisjoint({"frozen", "slots"}) or last_name(decorator) in _CLOSING


def _declares_fields(cls: ast.ClassDef) -> bool:
    return any(isinstance(one, ast.AnnAssign) for one in cls.body)
