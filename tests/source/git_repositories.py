"""Real repositories for the tests, made by the real git, and a script that leaves a sign if anything ever runs it."""

import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.models.names import BlobSha, CommitSha

PLAIN_GIT = {
    "PATH": os.environ["PATH"],
    "HOME": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_AUTHOR_NAME": "Ada",
    "GIT_AUTHOR_EMAIL": "ada@example.com",
    "GIT_AUTHOR_DATE": "2026-01-01T00:00:00Z",
    "GIT_COMMITTER_NAME": "Ada",
    "GIT_COMMITTER_EMAIL": "ada@example.com",
    "GIT_COMMITTER_DATE": "2026-01-01T00:00:00Z",
    "LC_ALL": "C",
}
FILE, EXECUTABLE, LINK, SUBMODULE, FOLDER = "100644", "100755", "120000", "160000", "40000"


@dataclass(frozen=True)
class Repo:
    """A repository with a work tree at `path`."""

    path: Path

    @classmethod
    def new(cls, path: Path, *options: str) -> "Repo":
        path.mkdir(parents=True)
        repo = cls(path)
        repo.git("init", "--quiet", "--initial-branch=main", *options)
        return repo

    @property
    def git_dir(self) -> Path:
        return self.path / ".git"

    def git(self, *arguments: str | bytes, stdin: bytes = b"") -> str:
        """Run plain git, unhardened, as the repository's owner would."""
        done = subprocess.run(
            ["git", *arguments], cwd=self.path, env=PLAIN_GIT, input=stdin, capture_output=True, check=True
        )
        return done.stdout.decode("utf-8", "surrogateescape").removesuffix("\n")

    def write(self, name: str | bytes, data: bytes = b"pass\n") -> None:
        target = os.path.join(os.fsencode(self.path), os.fsencode(name))  # noqa: PTH118 - names that are no text
        os.makedirs(os.path.dirname(target), exist_ok=True)  # noqa: PTH103, PTH120
        with open(target, "wb") as file:  # noqa: PTH123
            file.write(data)

    def commit(self, **files: bytes) -> CommitSha:
        """Commit everything that stands in the work tree, after writing these files (`__` in a name is a dot)."""
        for name, data in files.items():
            self.write(name.replace("__", "."), data)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message=change")
        return CommitSha(self.git("rev-parse", "HEAD"))

    def blob(self, data: bytes) -> BlobSha:
        return BlobSha(self.git("hash-object", "-w", "--stdin", stdin=data))

    def tree(self, entries: Sequence[tuple[str, bytes, str]]) -> str:
        """A tree exactly of these (mode, name, object), however wrong; git's own commands would refuse many."""
        raw = b"".join(mode.encode() + b" " + name + b"\0" + bytes.fromhex(sha) for mode, name, sha in entries)
        return self.git("hash-object", "-w", "-t", "tree", "--literally", "--stdin", stdin=raw)

    def commit_of(self, tree: str, *parents: str) -> CommitSha:
        options = [part for parent in parents for part in ("-p", parent)]
        return CommitSha(self.git("commit-tree", tree, *options, "-m", "made by hand"))


@dataclass(frozen=True)
class Trap:
    """A script that a repository's configuration names; nothing of Obelize may ever start it."""

    script: Path
    sign: Path

    @classmethod
    def set_in(cls, folder: Path) -> "Trap":
        script, sign = folder / "trap.sh", folder / "sprung"
        script.write_text(f"#!/bin/sh\necho \"$@\" >> '{sign}'\n")
        script.chmod(0o755)
        return cls(script, sign)

    @property
    def sprung(self) -> bool:
        return self.sign.exists()

    def named_by(self, repo: Repo) -> None:
        """Let every key of the repository's configuration that can name a program name this one."""
        script = str(self.script)
        hooks = repo.git_dir / "hooks"
        hooks.mkdir(exist_ok=True)
        for hook in (
            "post-index-change",
            "post-checkout",
            "reference-transaction",
            "pre-auto-gc",
            "fsmonitor-watchman",
        ):
            (hooks / hook).write_bytes(self.script.read_bytes())
            (hooks / hook).chmod(0o755)
        for key in (
            "core.fsmonitor",
            "core.sshCommand",
            "core.askPass",
            "core.editor",
            "core.pager",
            "core.gitProxy",
            "core.alternateRefsCommand",
            "pager.status",
            "pager.ls-files",
            "pager.config",
            "diff.external",
            "diff.evil.command",
            "diff.evil.textconv",
            "filter.evil.clean",
            "filter.evil.smudge",
            "filter.a=b.clean",
            "filter.served.process",
            "credential.helper",
            "uploadpack.packObjectsHook",
            "gpg.program",
            "remote.origin.uploadpack",
        ):
            repo.git("config", key, script)
        for alias in ("status", "ls-files", "cat-file", "ls-tree", "diff-tree", "rev-parse"):
            repo.git("config", f"alias.{alias}", f"!{script}")
