"""Which releases of the new library are declared, where somebody wants fewer than the pack allows. Pure."""

from packaging.specifiers import InvalidSpecifier, SpecifierSet

from bot.models.screening import Target

_LONGEST = 64


def narrowed(target: Target, wanted: str) -> str | None:
    """The pack's releases narrowed by what is wanted; null where that is no specifier, or leaves no measured one."""
    try:
        clauses, within = SpecifierSet(wanted), SpecifierSet(target.specifier)
    except InvalidSpecifier:
        return None
    both = clauses & within
    if not len(clauses) or not any(both.contains(release) for release in target.measured):
        return None
    exact = [clause.version for clause in clauses if clause.operator == "==" and not clause.version.endswith(".*")]
    # Such a clause leaves one release, so that the others say nothing beside it.
    specifier = f"=={exact[0]}" if exact else f"{target.specifier},{wanted.strip()}"
    return specifier if len(specifier) <= _LONGEST else None
