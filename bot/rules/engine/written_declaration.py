"""How a dependency is written down anew, in the way in which its file writes dependencies."""

from bot.models.struct import Frozen
from bot.scan.facts import Replacement
from bot.scan.manifests.declaration import Declaration, Writing


class Target(Frozen):
    """What a declaration shall say: the distribution, its extras in order, and a specifier by PEP 440."""

    distribution: str
    extras: tuple[str, ...]
    specifier: str


def written(declaration: Declaration, target: Target) -> tuple[Replacement, ...] | None:
    """The text that has to be exchanged; None where the file's way of writing cannot say it without more changes."""
    match declaration.writing:
        case Writing.REQUIREMENT:
            return (_requirement(declaration, target),)
        case Writing.NAME:
            return (_name(declaration, target),)
        case Writing.KEYED:
            return _keyed(declaration, target)


def _requirement(declaration: Declaration, target: Target) -> Replacement:
    """Name, extras and specifier change; the marker and the spacing before it stay."""
    from bot.scan.manifests.requirement import marker_text  # which whoever read the declaration has brought in

    kept = len(declaration.text) - len(marker_text(declaration.text))
    extras = f"[{','.join(target.extras)}]" if target.extras else ""
    return Replacement(
        start=declaration.start,
        end=declaration.start + kept,
        old=declaration.text[:kept],
        new=f"{target.distribution}{extras}{target.specifier}",
    )


def _name(declaration: Declaration, target: Target) -> Replacement:
    return Replacement(start=declaration.start, end=declaration.end, old=declaration.text, new=target.distribution)


def _keyed(declaration: Declaration, target: Target) -> tuple[Replacement, ...] | None:
    """The key and the version change; extras that would change stand in a list of their own and are left."""
    version = declaration.version
    if version is None or target.extras != declaration.extras:
        return None
    bare = target.specifier.startswith("==") and version.text[:1].isdigit()
    new = target.specifier.removeprefix("==") if bare else target.specifier
    exchanged = Replacement(start=version.start, end=version.start + len(version.text), old=version.text, new=new)
    return (_name(declaration, target), exchanged)
