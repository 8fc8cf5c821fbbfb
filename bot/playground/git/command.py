"""Runs git with nothing of the surrounding machine in it.

The home folder is the playground's own; its configuration forbids every transport but local paths, since a repository
that somebody hands us may name remotes, partial-clone promisors or submodules. No user or system configuration is read.
"""

import asyncio
import contextlib
import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_CONFIGURATION = """\
[safe]
\tdirectory = *
[protocol]
\tallow = never
[protocol "file"]
\tallow = always
[core]
\thooksPath = /dev/null
\tsymlinks = false
[gc]
\tauto = 0
[maintenance]
\tauto = false
[uploadpack]
\tallowReachableSHA1InWant = true
\tallowAnySHA1InWant = true
\tallowFilter = true
"""


class GitError(Exception):
    """Git ended with an error; `message` is what it wrote to stderr."""

    def __init__(self, arguments: Sequence[str], code: int, message: str) -> None:
        super().__init__(f"git {' '.join(arguments[:3])} ended with {code}: {message.strip()}")
        self.code = code
        self.message = message


@dataclass(frozen=True, slots=True)
class Git:
    """The git program and the environment that it gets."""

    program: str
    environment: Mapping[str, str]

    async def run(
        self, *arguments: str, cwd: Path, stdin: bytes = b"", extra: Mapping[str, str] | None = None
    ) -> bytes:
        """What git wrote to stdout. Raises GitError."""
        code, output, error = await self.attempt(*arguments, cwd=cwd, stdin=stdin, extra=extra)
        if code != 0:
            raise GitError(arguments, code, error.decode("utf-8", "replace"))
        return output

    async def attempt(
        self, *arguments: str, cwd: Path, stdin: bytes = b"", extra: Mapping[str, str] | None = None
    ) -> tuple[int, bytes, bytes]:
        """Exit code, stdout and stderr, for questions whose answer is an exit code."""
        process = await asyncio.create_subprocess_exec(
            self.program,
            *arguments,
            cwd=cwd,
            env={**self.environment, **(extra or {})},
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            output, error = await process.communicate(stdin)
        except asyncio.CancelledError:
            with contextlib.suppress(ProcessLookupError):  # it may have ended by itself in the meantime
                process.kill()
            await process.communicate()
            raise
        return process.returncode or 0, output, error


def isolated_git(home: Path) -> Git:
    """Git with `home` (an existing, empty folder) for its home. Raises FileNotFoundError where git is missing."""
    program = shutil.which("git")
    if program is None:
        raise FileNotFoundError("git was not found on the PATH")
    (home / ".gitconfig").write_text(_CONFIGURATION, encoding="utf-8")
    environment = {
        "PATH": os.pathsep.join((str(Path(program).parent), os.defpath)),
        "HOME": str(home),
        "LC_ALL": "C",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_NO_LAZY_FETCH": "1",
    }
    return Git(program, environment)
