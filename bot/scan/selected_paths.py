"""Which paths of a tree a run looks at: what the configuration leaves, less folders of installed packages."""

from collections.abc import Iterable

from bot.models.limitation import Limitation, limitation
from bot.models.run import RunConfig
from bot.models.struct import Frozen
from bot.vocabulary import LimitationCode

_INSTALLED = frozenset({"site-packages", "dist-packages", "node_modules", ".venv", "venv"})


class SelectedPaths(Frozen):
    """The paths, in the order given, and one limitation for each folder of installed packages."""

    paths: tuple[str, ...]
    limitations: tuple[Limitation, ...]


def select_paths(paths: Iterable[str], config: RunConfig) -> SelectedPaths:
    """Apply `include` and `exclude` (gitignore patterns; no include means everything)."""
    kept: list[str] = []
    folders: set[str] = set()
    for path in _wanted(paths, config):
        folder = _installed_folder(path)
        if folder is None:
            kept.append(path)
        else:
            folders.add(folder)
    skipped = (limitation(LimitationCode.FOLDER_NOT_READ, folder) for folder in sorted(folders))
    return SelectedPaths(tuple(kept), tuple(skipped))


def _wanted(paths: Iterable[str], config: RunConfig) -> Iterable[str]:
    if not (config.include or config.exclude):
        return paths
    from pathspec import GitIgnoreSpec  # slow to load, and most repositories narrow nothing

    include = GitIgnoreSpec.from_lines(config.include or ["*"])
    exclude = GitIgnoreSpec.from_lines(config.exclude)
    return (path for path in paths if include.match_file(path) and not exclude.match_file(path))


def _installed_folder(path: str) -> str | None:
    """The outermost folder of installed packages in which the file lies."""
    folders = path.split("/")[:-1]
    if _INSTALLED.isdisjoint(folders):
        return None
    first = next(depth for depth, folder in enumerate(folders) if folder in _INSTALLED)
    return "/".join(folders[: first + 1])
