"""Whether a pull request has to do with the migration (DESIGN, "On the forge"): its diff changes a dependency line of
a used pack's library, or a file that holds an actionable row.
"""

import re
from collections.abc import Iterable, Mapping

from bot.models.struct import Frozen
from bot.packs.schema import Pack
from bot.scan.manifests.selection import is_unread_form, manifest_form


class PullChanges(Frozen):
    """What a pull request changes, three-dot: every path, and for dependency files the lines it takes away or adds.

    `known` is False where the diff could not be determined; then nothing counts as the pull request's own.
    """

    known: bool
    paths: frozenset[str]
    dependency_lines: Mapping[str, tuple[str, ...]]


UNKNOWN_CHANGES = PullChanges(known=False, paths=frozenset(), dependency_lines={})


class Relevance(Frozen):
    """`own_files` are the changed files that hold an actionable row; `moved_pins` the dependency files whose line of a
    used library the pull request changes.
    """

    own_files: frozenset[str]
    moved_pins: frozenset[str]

    @property
    def relevant(self) -> bool:
        """Whether the bot has anything to say beside its check."""
        return bool(self.own_files or self.moved_pins)


def is_dependency_file(path: str) -> bool:
    """Whether the lines that a pull request changes in this file matter here."""
    return manifest_form(path) is not None or is_unread_form(path)


def relevance(changes: PullChanges, actionable_paths: Iterable[str], packs: Iterable[Pack]) -> Relevance:
    """What of the pull request has to do with the packs that the run used."""
    names = [_named(pack.old.distribution) for pack in packs]
    pins = (
        path for path, lines in changes.dependency_lines.items() if any(n.search(line) for n in names for line in lines)
    )
    return Relevance(own_files=changes.paths & frozenset(actionable_paths), moved_pins=frozenset(pins))


def _named(distribution: str) -> re.Pattern[str]:
    """The distribution's name in any spelling that PEP 503 takes for the same, standing by itself."""
    name = r"[-_.]+".join(re.escape(part) for part in re.split(r"[-_.]+", distribution))
    return re.compile(rf"(?<![\w.-]){name}(?![\w.-])", re.IGNORECASE)
