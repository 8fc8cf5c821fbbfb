"""What an expression may stand for, as far as a legacy library is concerned.

A name that is bound more than once stands for several things at once, so the resolver answers with a set of these.
The empty set means: nothing is known.
"""

import ast
from collections.abc import Iterable
from enum import Enum
from typing import TypeAlias

from bot.models.struct import Frozen
from bot.scan.scopes import Item, Scope, Step


class LibraryModule(Frozen):
    """A module of the legacy library, by its full name."""

    name: str


class Namespace(Frozen):
    """A module above the legacy library that other libraries share: `google` of `google.generativeai`."""

    name: str


class LibraryName(Frozen):
    """A class, function or constant of the legacy library, by its full name."""

    symbol: str


class LibraryObject(Frozen):
    """An instance of a class of the legacy library. `assumed`: it came out of a member of that name, of something that
    could not be traced.
    """

    cls: str
    assumed: bool = False


class LibraryMember(Frozen):
    """A method or property of an object; `gives` is what it holds or returns, None when that is a plain value."""

    cls: str
    member: str
    gives: "Value | None"


class Made(Frozen):
    """A place where a container is made: a display, a comprehension, a call, a function that yields."""

    node: ast.AST
    scope: Scope


class Rest(Frozen):
    """The list that a starred target gets: what is left of the value after the steps."""

    value: ast.expr
    scope: Scope
    steps: tuple[Step | Item, ...]


class Filled(Frozen):
    """What the file puts into containers under one name of a scope, or under one attribute of a class."""

    name: str
    owner: Scope | ast.ClassDef


class Listed(Frozen):
    """A container known by its type only: of what each element is."""

    of: "Value"


class Gathered(Frozen):
    """What `*arguments` of a function gathers from its calls, or what `**keywords` does."""

    function: ast.AST
    mapping: bool


Site: TypeAlias = Made | Rest | Filled | Listed | Gathered


class View(Enum):
    """What is done with a container's contents: given by iteration, by a key, or by iteration in pairs with the key."""

    ELEMENTS = "elements"
    MAPPING = "mapping"
    ITEMS = "items"


class Container(Frozen):
    """A container, by where it comes from. It does not hold its contents, so that no value is nested in another: a
    list may well be an element of itself.
    """

    site: Site
    view: View = View.ELEMENTS


class Fixed(Frozen):
    """A tuple of which each position is known, by where it comes from."""

    site: Site


class Future(Frozen):
    """What a call gives that has something run later: its outcome is had by awaiting, by `result()`, or by a call."""

    node: ast.Call
    scope: Scope


class LocalFunction(Frozen):
    """A function of this file."""

    node: ast.AST


class LocalClass(Frozen):
    """A class of this file."""

    node: ast.ClassDef


class LocalObject(Frozen):
    """An instance of a class of this file."""

    node: ast.ClassDef


class RepositoryModule(Frozen):
    """Another module of the repository that is known to hold something of the library; its dotted name as imported."""

    name: str


class RepositoryName(Frozen):
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
