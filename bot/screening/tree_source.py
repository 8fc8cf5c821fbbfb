"""A tree as evidence is looked up in it: the files that the run may look at, and their bytes."""

from bot.models.run import RunConfig
from bot.scan.selected_paths import select_paths
from bot.screening.amendments import Source
from bot.source.tree import SourceTree


def source_of(tree: SourceTree, config: RunConfig) -> Source:
    """What the configuration leaves of the tree, which stays open as long as it is read."""
    paths = select_paths((entry.path for entry in tree.listing().entries), config).paths

    def read(path: str) -> bytes | None:
        ((_, content),) = tree.read([path], config.max_file_bytes)
        return content if isinstance(content, bytes) else None

    return Source(frozenset(paths), read)
