"""What an expression may stand for, as far as a legacy library is concerned.

A name that is bound more than once stands for several things at once, so the resolver answers with a set of these.
The empty set means: nothing is known.
"""

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from bot.scan.scopes import Item, Scope, Step


@dataclass(frozen=True, slots=True)
class LibraryModule:
    """A module of the legacy library, by its full name."""

    name: str


@dataclass(frozen=True, slots=True)
class Namespace:
    """A module above the legacy library that other libraries share: `google` of `google.generativeai`."""

    name: str


@dataclass(frozen=True, slots=True)
class LibraryName:
    """A class, function or constant of the legacy library, by its full name."""

    symbol: str


@dataclass(frozen=True, slots=True)
class LibraryObject:
    """An instance of a class of the legacy library. `assumed`: it came out of a member of that name, of something that
    could not be traced.
    """

    cls: str
    assumed: bool = False


@dataclass(frozen=True, slots=True)
class LibraryMember:
    """A method or property of an object; `gives` is what it holds or returns, None when that is a plain value."""

    cls: str
    member: str
    gives: "Value | None"


@dataclass(frozen=True, slots=True)
class Made:
    """A place where a container is made: a display, a comprehension, a call, a function that yields."""

    node: ast.AST
    scope: Scope


@dataclass(frozen=True, slots=True)
class Rest:
    """The list that a starred target gets: what is left of the value after the steps."""

    value: ast.expr
    scope: Scope
    steps: tuple[Step | Item, ...]


@dataclass(frozen=True, slots=True)
class Filled:
    """What the file puts into containers under one name of a scope, or under one attribute of a class."""

    name: str
    owner: Scope | ast.ClassDef


@dataclass(frozen=True, slots=True)
class Listed:
    """A container known by its type only: of what each element is."""

    of: "Value"


@dataclass(frozen=True, slots=True)
class Gathered:
    """What `*arguments` of a function gathers from its calls, or what `**keywords` does."""

    function: ast.AST
    mapping: bool


Site: TypeAlias = Made | Rest | Filled | Listed | Gathered


class View(Enum):
    """What is done with a container's contents: given by iteration, by a key, or by iteration in pairs with the key."""

    ELEMENTS = "elements"
    MAPPING = "mapping"
    ITEMS = "items"


@dataclass(frozen=True, slots=True)
class Container:
    """A container, by where it comes from. It does not hold its contents, so that no value is nested in another: a
    list may well be an element of itself.
    """

    site: Site
    view: View = View.ELEMENTS


@dataclass(frozen=True, slots=True)
class Fixed:
    """A tuple of which each position is known, by where it comes from."""

    site: Site


@dataclass(frozen=True, slots=True)
class Future:
    """What a call gives that has something run later: its outcome is had by awaiting, by `result()`, or by a call."""

    node: ast.Call
    scope: Scope


@dataclass(frozen=True, slots=True)
class LocalFunction:
    """A function of this file."""

    node: ast.AST


@dataclass(frozen=True, slots=True)
class LocalClass:
    """A class of this file."""

    node: ast.ClassDef


@dataclass(frozen=True, slots=True)
class LocalObject:
    """An instance of a class of this file."""

    node: ast.ClassDef


@dataclass(frozen=True, slots=True)
class RepositoryModule:
    """Another module of the repository that is known to hold something of the library; its dotted name as imported."""

    name: str


@dataclass(frozen=True, slots=True)
class RepositoryName:
    """Something in another module of the repository that leads to the library, by how it is reached from there: a path
    such as `Client` (a class), `Client()` (its instance), `client.model` or `make().reader`.
    """

    module: str
    path: str


Value: TypeAlias = (
    LibraryModule
    | Namespace
    | LibraryName
    | LibraryObject
    | LibraryMember
    | Container
    | Fixed
    | Future
    | LocalFunction
    | LocalClass
    | LocalObject
    | RepositoryModule
    | RepositoryName
)
Values: TypeAlias = frozenset[Value]

NOTHING: Values = frozenset()


def joined(sets: Iterable[Values]) -> Values:
    """Everything that is in any of the sets."""
    return frozenset[Value]().union(*sets)


def as_object(value: Value) -> Value:
    """A member that is used as an object is what it gives."""
    return value.gives if isinstance(value, LibraryMember) and value.gives is not None else value


def type_value(named: str, *, assumed: bool = False) -> Value:
    """The value that a pack's type name describes: `[X]` is a container of X."""
    if named.startswith("["):
        return Container(Listed(type_value(named[1:-1], assumed=assumed)))
    return LibraryObject(named, assumed)


def is_assumed(value: Value) -> bool:
    """Whether nothing but the name of a member tells that the value is of the library."""
    return isinstance(value, LibraryObject) and value.assumed


def symbol_of(value: Value) -> str | None:
    """The library's own full name for a value; None where it is not of the library."""
    match value:
        case LibraryModule(name) | LibraryName(name) | LibraryObject(name):
            return name
        case LibraryMember(cls, member):
            return f"{cls}.{member}"
        case _:
            return None


def in_order(values: Values) -> list[Value]:
    """The same order in every run, for what is told of each; containers, which nothing is told of, come as they are."""
    return sorted(values, key=_place)


def _place(value: Value) -> tuple[str, str, int, int]:
    kind = type(value).__name__
    match value:
        case LibraryModule(name) | Namespace(name) | LibraryName(name) | LibraryObject(name) | RepositoryModule(name):
            return kind, name, 0, 0
        case LibraryMember(cls, member):
            return kind, f"{cls}.{member}", 0, 0
        case LocalFunction(node) | LocalClass(node) | LocalObject(node):
            return kind, "", getattr(node, "lineno", 0), getattr(node, "col_offset", 0)
        case RepositoryName(module, path):
            return kind, f"{module}:{path}", 0, 0
        case _:
            return kind, "", 0, 0
