"""Makes single git objects, as GitHub's Git Data API does: blobs, trees on top of a tree, commits. No ref moves."""

import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.playground.git.bare import BareRepository, Signature

GONE = "0" * 40


@dataclass(frozen=True, slots=True)
class Placed:
    """What is to stand at a path: mode and object, or `GONE` for nothing."""

    path: str
    mode: str
    sha: str


async def kind_of(repository: BareRepository, sha: str) -> str | None:
    """`blob`, `tree` or `commit`; null where there is no such object."""
    code, output, _ = await repository.git.attempt("cat-file", "-t", "--end-of-options", sha, cwd=repository.path)
    return output.decode().strip() if code == 0 else None


async def write_blob(repository: BareRepository, content: bytes) -> str:
    """The sha of these bytes."""
    return (await repository.run("hash-object", "-w", "--stdin", stdin=content)).decode().strip()


async def write_tree(repository: BareRepository, base: str | None, entries: Iterable[Placed]) -> str:
    """The sha of the tree `base`, or of an empty one, with these entries in it; folders come and go by themselves.

    Raises GitError, such as for a file where a folder would have to be.
    """
    lines = [f"{'0' if each.sha == GONE else each.mode} {each.sha}\t{each.path}\0".encode() for each in entries]
    with tempfile.TemporaryDirectory() as folder:
        index = {"GIT_INDEX_FILE": str(Path(folder) / "index")}
        await repository.run("read-tree", base or "--empty", extra=index)
        await repository.run("update-index", "-z", "--index-info", stdin=b"".join(lines), extra=index)
        return (await repository.run("write-tree", extra=index)).decode().strip()


async def write_commit_object(
    repository: BareRepository, tree: str, parents: Sequence[str], message: str, author: Signature, committer: Signature
) -> str:
    """The sha of a commit of that tree."""
    people = {
        f"GIT_{role}_{field}": value
        for role, person in (("AUTHOR", author), ("COMMITTER", committer))
        for field, value in (("NAME", person.name), ("EMAIL", person.email), ("DATE", person.when.isoformat()))
    }
    options = [option for parent in parents for option in ("-p", parent)]
    output = await repository.run("commit-tree", *options, "--", tree, stdin=message.encode(), extra=people)
    return output.decode().strip()


async def is_ancestor(repository: BareRepository, older: str, newer: str) -> bool:
    """Whether `newer` holds all that `older` holds."""
    code, _, _ = await repository.git.attempt("merge-base", "--is-ancestor", older, newer, cwd=repository.path)
    return code == 0
