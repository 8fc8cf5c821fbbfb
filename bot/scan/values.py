"""What an expression may stand for, as far as a legacy library is concerned.

A name that is bound more than once stands for several things at once, so the resolver answers with a set of these.
The empty set means: nothing is known.
"""

import ast
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class LibraryModule:
    """A module of the legacy library, by its full name."""

    name: str


@dataclass(frozen=True, slots=True)
class LibraryName:
    """A class, function or constant of the legacy library, by its full name."""

    symbol: str


@dataclass(frozen=True, slots=True)
class LibraryObject:
    """An instance of a class of the legacy library."""

    cls: str


@dataclass(frozen=True, slots=True)
class LibraryMember:
    """A method or property of an object; `gives` is what it holds or returns, None when that is a plain value."""

    cls: str
    member: str
    gives: "Value | None"


@dataclass(frozen=True, slots=True)
class Many:
    """A container; `of` is what indexing it gives, and iterating it too unless it is keyed."""

    of: frozenset["Value"]
    keyed: bool = False


@dataclass(frozen=True, slots=True)
class Several:
    """A tuple of known length."""

    items: tuple[frozenset["Value"], ...]


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
class Returns:
    """A function of another module of the repository, by what it gives back."""

    values: frozenset["Value"]


@dataclass(frozen=True, slots=True)
class RepositoryModule:
    """Another module of the repository that is known to hold something of the library; its dotted name as imported."""

    name: str


Value: TypeAlias = (
    LibraryModule
    | LibraryName
    | LibraryObject
    | LibraryMember
    | Many
    | Several
    | LocalFunction
    | LocalClass
    | LocalObject
    | Returns
    | RepositoryModule
)
Values: TypeAlias = frozenset[Value]

NOTHING: Values = frozenset()
