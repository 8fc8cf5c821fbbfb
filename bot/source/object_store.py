"""The objects of a git repository without its configuration, attributes, hooks, references or replacements.

A repository's own configuration can make even a reading command run a program: `cat-file` in a partial clone starts
whatever `remote.<name>.uploadpack` says to fetch a missing object. So git gets an empty repository of ours, made for
the moment, and is told that its objects lie in the other one's folder. That repository's files beside `objects/` are
then never opened, attributes cannot hide a change from a diff, and a missing object is just missing.
"""

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from bot.source.git_command import SECONDS, GitProcess, run_git
from bot.source.object_names import require_sha1


class ObjectStore:
    """Starts git commands that read the objects of one repository; `close` removes the empty repository."""

    def __init__(self, git_dir: Path) -> None:
        """Find the objects of a bare repository, a `.git` folder or that of a linked work tree; GitFailed if none."""
        objects = _objects_of(git_dir)
        self._empty = tempfile.TemporaryDirectory(prefix="obelize-git-")
        empty = Path(self._empty.name)
        for folder in ("refs", "objects"):
            (empty / folder).mkdir()
        (empty / "HEAD").write_text("ref: refs/heads/none\n")
        self._environment = {"GIT_DIR": str(empty), "GIT_OBJECT_DIRECTORY": str(objects)}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def start(
        self, arguments: Sequence[str], *, settings: Sequence[str] = (), seconds: float = SECONDS, asks: bool = False
    ) -> GitProcess:
        """A running git that sees only the objects."""
        return GitProcess(
            arguments,
            folder=Path(self._empty.name),
            settings=settings,
            environment=self._environment,
            seconds=seconds,
            asks=asks,
        )

    def close(self) -> None:
        """Remove the empty repository; safe to call twice."""
        self._empty.cleanup()


def _objects_of(git_dir: Path) -> Path:
    folder = git_dir.absolute()
    question = ["rev-parse", "--show-object-format", "--git-common-dir"]
    answer = os.fsdecode(run_git(question, folder=folder, environment={"GIT_DIR": str(folder)}))
    object_format, _, common = answer.removesuffix("\n").partition("\n")
    require_sha1(object_format)
    return (folder / common / "objects").resolve()
