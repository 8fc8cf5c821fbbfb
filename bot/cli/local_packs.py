"""Which packs a command runs: those that were named, or all that travel with Obelize."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from bot.answers.cache import NO_ANSWERS, Answers
from bot.answers.packs import remembered_packs
from bot.cli.errors import CommandError
from bot.models.struct import Frozen
from bot.packs.loaded import LoadedPack, PackError, bundled_files, sha256_of
from bot.packs.schema import pack_id
from bot.vocabulary import ExitCode, PackSource


class WantedPacks(Frozen):
    """`bundled` are ids of packs that travel with Obelize, `own` are the user's; `hashes` is the SHA-256 of each."""

    bundled: frozenset[str]
    own: tuple[LoadedPack, ...]
    hashes: Mapping[str, str]

    def read(self, answers: Answers = NO_ANSWERS) -> tuple[LoadedPack, ...]:
        """The packs in id order; where an own one has the id of a bundled one, that one."""
        mine = {loaded.id: loaded for loaded in self.own}
        bundled = (loaded for loaded in remembered_packs(answers) if loaded.id in self.bundled)
        found = {**{loaded.id: loaded for loaded in bundled}, **mine}
        return tuple(found[pack] for pack in sorted(found))


def wanted_packs(names: Sequence[str]) -> WantedPacks:
    """The packs of the names, each an id or a path to a pack.yaml; all bundled ones without a name.

    Raises CommandError for a name that is neither, and for a pack that cannot be used.
    """
    files = bundled_files()
    own = tuple(_from_file(name, list(files)) for name in names if name not in files)
    bundled = frozenset(files).intersection(names) if names else frozenset(files)
    hashes = {pack: sha256_of(files[pack]) for pack in bundled}
    return WantedPacks(bundled, own, {**hashes, **{str(loaded.id): loaded.sha256 for loaded in own}})


def chosen_packs(names: Sequence[str]) -> tuple[LoadedPack, ...]:
    """The packs of the names, read anew."""
    return wanted_packs(names).read()


def _from_file(name: str, bundled: list[str]) -> LoadedPack:
    path = _file_of(name)
    if path is None:
        raise CommandError(f"There is no pack {name!r}. Known packs: {', '.join(bundled)}; or name a pack.yaml.")
    from bot.packs.loader import load_pack_file
    from bot.rules.engine.kinds import parameter_models

    try:
        return load_pack_file(path, PackSource.LOCAL, parameter_models())
    except PackError as error:
        raise CommandError(f"{path} cannot be used:\n{error}", ExitCode.INVALID_PACK) from error


def _file_of(name: str) -> Path | None:
    """The pack.yaml of a path, else that of an id in one of the folders which the user's own file names."""
    from bot.cli.user_file import user_file

    path = Path(name)
    if path.is_dir():
        path /= "pack.yaml"
    if path.is_file():
        return path
    try:
        below = pack_id(name)
    except ValueError:
        return None
    candidates = (Path(folder).expanduser() / below / "pack.yaml" for folder in user_file().pack_dirs)
    return next((candidate for candidate in candidates if candidate.is_file()), None)
