"""Which side of a migration a declaration stands on. Where both libraries are one distribution the releases tell."""

from packaging.utils import canonicalize_name
from packaging.version import Version

from bot.packs.schema import Pack
from bot.scan.manifests.declaration import Declaration
from bot.scan.manifests.specifiers import meet
from bot.vocabulary import Bail


def asks_for_old(declaration: Declaration, pack: Pack) -> bool:
    """Whether the old library is asked for: by its name, or, where both have one name, by leaving out every release
    that came after it.
    """
    old, new = canonicalize_name(pack.old.distribution), canonicalize_name(pack.new.distribution)
    return declaration.name == old and (old != new or not admits_later(declaration, pack))


def holds_old(declaration: Declaration, pack: Pack) -> bool:
    """Whether the declaration is known to admit no release of a later major version than the old library's."""
    named = declaration.name == canonicalize_name(pack.old.distribution)
    return named and not admits_later(declaration, pack)


def admits_later(declaration: Declaration, pack: Pack) -> bool:
    """Whether a release of a later major version than the old library's can satisfy the declaration; of a source of
    its own nobody can say.
    """
    return _admits(declaration, f">={Version(pack.old.measured).major + 1}")


def is_measured(declaration: Declaration, pack: Pack) -> bool:
    """Whether a release of the new range, or one after it, can satisfy the declaration."""
    return any(_admits(declaration, new) for new in (pack.new.specifier, f">={pack.new.measured[0]}"))


def _admits(declaration: Declaration, releases: str) -> bool:
    match declaration.bail:
        case Bail.REQUIREMENT_FROM_URL:
            return True
        case Bail.REQUIREMENT_UNREADABLE:
            return False
        case _:
            return meet(declaration.specifier, releases)
