"""Changes between two commits, as GitHub's compare answer and the page of a pull request show them."""

import re
from dataclasses import dataclass

from bot.playground.git.bare import BareRepository

_HARMLESS = ("--no-ext-diff", "--no-textconv", "--no-color", "-M")
_HUNK = re.compile(rb"^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@", re.MULTILINE)
_STATUS = {"A": "added", "D": "removed", "M": "modified", "R": "renamed", "C": "copied", "T": "changed"}
_NULL_SHA = "0" * 40


@dataclass(frozen=True, slots=True)
class FileChange:
    """One changed file. `patch` holds the hunks alone and is null for a binary file."""

    path: str
    previous_path: str | None
    status: str
    blob_sha: str
    additions: int
    deletions: int
    patch: str | None


async def changes_between(repository: BareRepository, base: str, head: str) -> list[FileChange]:
    """What differs from tree `base` to tree `head`, in git's order, renames found."""
    facts = await repository.run("diff-tree", "-r", "-z", "--raw", "--numstat", "--no-abbrev", *_HARMLESS, base, head)
    text = await repository.run("diff", "-U3", "--full-index", *_HARMLESS, base, head, "--")
    patches = _split(text)
    raw, counts = _read_facts(facts)
    return [_change(one, counts[index], patches[index]) for index, one in enumerate(raw)]


@dataclass(frozen=True, slots=True)
class _Raw:
    letter: str
    before: str
    after: str
    paths: tuple[str, ...]


def _read_facts(output: bytes) -> tuple[list[_Raw], list[tuple[str, str]]]:
    fields = iter(output.decode("utf-8", "surrogateescape").split("\0"))
    raw: list[_Raw] = []
    counts: list[tuple[str, str]] = []
    for field in fields:
        if field.startswith(":"):
            _, _, before, after, status = field.split()
            paths = (next(fields), next(fields)) if status[0] in "RC" else (next(fields),)
            raw.append(_Raw(status[0], before, after, paths))
        elif field:
            added, deleted, path = field.split("\t")
            counts.append((added, deleted))
            if not path:  # a rename: both paths follow
                next(fields)
                next(fields)
    return raw, counts


def _split(text: bytes) -> list[bytes]:
    """A diff cut at its file headers; inside hunks no line begins with a letter."""
    parts = re.split(rb"^diff --git ", text, flags=re.MULTILINE)
    return parts[1:]


def _change(raw: _Raw, counts: tuple[str, str], part: bytes) -> FileChange:
    hunks = _HUNK.search(part)
    patch = part[hunks.start() :].decode("utf-8", "replace").rstrip("\n") if hunks else None
    added, deleted = (0 if count == "-" else int(count) for count in counts)
    return FileChange(
        path=raw.paths[-1],
        previous_path=raw.paths[0] if len(raw.paths) == 2 else None,
        status=_STATUS[raw.letter],
        blob_sha=raw.before if raw.after == _NULL_SHA else raw.after,
        additions=added,
        deletions=deleted,
        patch=patch,
    )
