"""Which paths of a tree a run looks at: what the configuration leaves, less folders of installed packages."""

from collections.abc import Iterable
from dataclasses import dataclass

from pathspec import GitIgnoreSpec

from bot.models.limitation import Limitation, limitation
from bot.models.run import RunConfig
from bot.vocabulary import LimitationCode

_INSTALLED = GitIgnoreSpec.from_lines(["site-packages/", "dist-packages/", "node_modules/", ".venv/", "venv/"])


@dataclass(frozen=True, slots=True)
class SelectedPaths:
    """The paths, in the order given, and one limitation for each folder of installed packages."""

    paths: tuple[str, ...]
    limitations: tuple[Limitation, ...]


def select_paths(paths: Iterable[str], config: RunConfig) -> SelectedPaths:
    """Apply `include` and `exclude` (gitignore patterns; no include means everything)."""
    include = GitIgnoreSpec.from_lines(config.include) if config.include else None
    exclude = GitIgnoreSpec.from_lines(config.exclude)
    kept: list[str] = []
    folders: set[str] = set()
    for path in paths:
        if (include is not None and not include.match_file(path)) or exclude.match_file(path):
            continue
        if _INSTALLED.match_file(path):
            folders.add(_installed_folder(path))
        else:
            kept.append(path)
    skipped = (limitation(LimitationCode.FOLDER_NOT_READ, folder) for folder in sorted(folders))
    return SelectedPaths(tuple(kept), tuple(skipped))


def _installed_folder(path: str) -> str:
    parts = path.split("/")
    prefixes = ("/".join(parts[:length]) for length in range(1, len(parts)))
    return next((prefix for prefix in prefixes if _INSTALLED.match_file(f"{prefix}/")), path)
