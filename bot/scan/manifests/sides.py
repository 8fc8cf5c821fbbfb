"""Which side of a migration a declaration stands on. Where both libraries are one distribution the releases tell."""

from packaging.utils import canonicalize_name
from packaging.version import Version

from bot.packs.schema import Pack
from bot.scan.manifests.requirement import Declaration
from bot.scan.manifests.specifiers import meet
from bot.vocabulary import Bail


def asks_for_old(declaration: Declaration, pack: Pack) -> bool:
    """Whether the old library is asked for: by its name, or, where both have one name, by leaving the new one out."""
    old, new = canonicalize_name(pack.old.distribution), canonicalize_name(pack.new.distribution)
    return declaration.name == old and (old != new or not may_be_new(declaration, pack))


def holds_old(declaration: Declaration, pack: Pack) -> bool:
    """Whether the declaration admits no release of a later major version than the old library's."""
    named = declaration.name == canonicalize_name(pack.old.distribution)
    of_release = declaration.bail is not Bail.REQUIREMENT_FROM_URL
    return named and of_release and not meet(declaration.specifier, f">={Version(pack.old.measured).major + 1}")


def may_be_new(declaration: Declaration, pack: Pack) -> bool:
    """Whether a release of the new range, or one after it, can satisfy the declaration; of a source of its own nobody
    can say.
    """
    if declaration.bail is Bail.REQUIREMENT_FROM_URL:
        return True
    if declaration.bail is Bail.REQUIREMENT_UNREADABLE:
        return False
    ranges = (pack.new.specifier, f">={pack.new.measured[0]}")
    return any(meet(declaration.specifier, new) for new in ranges)
