"""A pack that declares fewer releases of the new library than it allows, because somebody wants it so for one run."""

from bot.models.struct import altered
from bot.packs.at_hand import PackAtHand
from bot.packs.loaded import LoadedPack


def narrowed_pack(loaded: LoadedPack, specifier: str | None) -> LoadedPack:
    """The pack with that specifier and the measured releases that it leaves; as it was for none, or for one that leaves
    none of them.
    """
    if specifier is None:
        return loaded
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    pack = loaded.pack
    try:
        releases = SpecifierSet(specifier)
    except InvalidSpecifier:
        return loaded
    measured = tuple(release for release in pack.new.measured if releases.contains(release))
    if not measured:
        return loaded
    new = altered(pack.new, specifier=specifier, measured=measured)
    return altered(loaded, at_hand=PackAtHand.of(altered(pack, new=new)))
