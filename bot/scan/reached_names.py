"""Which names of other modules, and which members of their objects, a file may reach.

Told from its syntax tree, so that a comment, a text for people or a variable of the file's own is none.
"""

import ast
import re
from collections.abc import Iterable

from bot.scan.binder import Anatomy, take_apart
from bot.scan.examine import parse
from bot.scan.facts import ReachedNames
from bot.scan.scopes import ModuleImported, NameImported, Opaque, Parameter
from bot.scan.source_text import Undecodable, read_source
from bot.scan.usage_index import decorator_names
from bot.vocabulary import Bail

_RUNS_TEXT = ("exec", "eval")


def reached_names(data: bytes, names: Iterable[str], library: frozenset[str]) -> ReachedNames:
    """Those of the names (members with a dot before) that the file may reach; all of them where it cannot be read.

    What is imported from the modules of `library` is another thing of the name.
    """
    source = read_source(data)
    tree = parse(source) if not isinstance(source, Undecodable) else source.bail
    if isinstance(tree, Bail):
        return ReachedNames(names=tuple(sorted(names)))
    anatomy = take_apart(tree)
    own, strings = _spelt_as_keywords(tree), [one.value for one, _ in anatomy.strings if isinstance(one.value, str)]
    reached = {
        name
        for name in names
        if _is_in_text(anatomy, strings, name.lstrip("."))
        or name.lstrip(".") in anatomy.attributes
        or _is_given_by_pytest(anatomy, name.lstrip("."))
        or (_is_member(anatomy, own, name[1:]) if name.startswith(".") else _is_taken(anatomy, name, library))
    }
    return ReachedNames(names=tuple(sorted(reached)))


def _spelt_as_keywords(tree: ast.Module) -> set[str]:
    """What calls and patterns name, as an object's fields may be."""
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.keyword(arg=str(name)):
                found.add(name)
            case ast.MatchClass(kwd_attrs=named):
                found |= set(named)
    return found


def _is_in_text(anatomy: Anatomy, strings: list[str], name: str) -> bool:
    """Whether a string is the name, or a dotted name or format that ends in it; any mention where strings are run."""
    runs = any(one in anatomy.names for one in _RUNS_TEXT)
    pattern = re.compile(rf"\b{re.escape(name)}\b" if runs else rf"\A{re.escape(name)}\Z|\.{re.escape(name)}\b")
    return any(pattern.search(text) for text in strings)


def _is_member(anatomy: Anatomy, own: set[str], name: str) -> bool:
    """Whether a class of the file has a member of the name, or something is made or taken apart by it."""
    return name in own or any(name in scope.bindings for scope in anatomy.classes.values())


def _is_taken(anatomy: Anatomy, name: str, library: frozenset[str]) -> bool:
    """Whether the name is imported, or read where nothing of the file binds it."""
    for statement, _ in anatomy.imports:
        module = getattr(statement, "module", None) or ""
        of_library = not getattr(statement, "level", 0) and module.partition(".")[0] in library
        if not of_library and any(alias.name == name for alias in statement.names):
            return True
    for _, scope in anatomy.names.get(name, ()):
        home = scope.home(name)
        bindings = home.bindings[name] if home is not None else []
        of_others = [one for one in bindings if isinstance(one, ModuleImported | NameImported | Opaque)]
        if home is None or any(not _is_of_library(one, library) for one in of_others):
            return True
    return False


def _is_given_by_pytest(anatomy: Anatomy, name: str) -> bool:
    """Whether a parameter names a fixture, which may be defined in another file."""
    given = (one for scope in anatomy.scopes() for one in scope.bindings.get(name, ()) if isinstance(one, Parameter))
    functions = (one.function for one in given)
    return any(
        getattr(function, "name", "").startswith("test") or "fixture" in decorator_names(function)
        for function in functions
    )


def _is_of_library(binding: ModuleImported | NameImported | Opaque, library: frozenset[str]) -> bool:
    return (
        isinstance(binding, ModuleImported | NameImported)
        and not getattr(binding, "level", 0)
        and binding.module.partition(".")[0] in library
    )
