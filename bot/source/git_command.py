"""The one place that starts git: a deadline, a cap on its output, and one exception for all that goes wrong.

Sync on purpose: it runs in the worker's threads and at the terminal. Arguments that a stranger can choose come after
`--` or `--end-of-options`; secrets come in `extra_env`, never in an argument.
"""

import os
import resource
import select
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Self

from bot.source.git_environment import clean_environment, git_program, hardened, redacted
from bot.source.git_failed import GitFailed, GitTimedOut
from bot.source.tree_path import printable

NOTHING: Mapping[str, str] = MappingProxyType({})
SECONDS = 120.0
"""How long a local command may take; a fetch sets its own time."""
MEMORY_BYTES = 2_000_000_000
"""What a git may allocate: a crafted pack holds differences that unfold to a thousand times their size."""
_DYING_SECONDS = 10.0
"""How long a killed process may take to be gone; longer only where the kernel itself is stuck."""
_CHUNK = 1 << 18
_STDERR_KEPT = 1 << 14
_MESSAGE_LENGTH = 500


class GitProcess:
    """One running git. Leaving the `with` block ends it and all that it started, whatever state it is in.

    `settings` are `key=value` of git's configuration. `environment` is added to the clean environment and may be
    shown; `extra_env` likewise, but its values are secrets. `keep_open` are descriptors that git inherits. With
    `asks`, `write` reaches its standard input. `memory` and `largest_file` are bytes: what it and whatever it starts
    may each allocate, and how large a file may become that they write; null for as large as it gets.
    """

    def __init__(  # noqa: PLR0913 - everything that a process can be given
        self,
        arguments: Sequence[str],
        *,
        folder: Path,
        settings: Sequence[str] = (),
        environment: Mapping[str, str] = NOTHING,
        extra_env: Mapping[str, str] = NOTHING,
        seconds: float = SECONDS,
        asks: bool = False,
        keep_open: Sequence[int] = (),
        memory: int = MEMORY_BYTES,
        largest_file: int | None = None,
    ) -> None:
        self._name = f"git {arguments[0]}"
        self._extra_env = extra_env
        self._seconds = seconds
        self._deadline = time.monotonic() + seconds
        self._stderr = b""
        self._stderr_open = True
        try:
            self._process = subprocess.Popen(
                hardened(arguments, settings),
                cwd=folder,
                env={**clean_environment(), **environment, **extra_env},
                stdin=subprocess.PIPE if asks else subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                # A session of its own: no terminal to prompt on, and one signal reaches the helpers that git starts.
                start_new_session=True,
                pass_fds=keep_open,
            )
        except (OSError, ValueError) as error:
            raise GitFailed(f"{self._name} could not start: {type(error).__name__}") from error
        _bound(self._process.pid, memory, largest_file)
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._stdout_fd = self._process.stdout.fileno()
        self._stderr_fd = self._process.stderr.fileno()
        self._poll = select.poll()
        self._poll.register(self._stdout_fd, select.POLLIN)
        self._poll.register(self._stderr_fd, select.POLLIN)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def write(self, question: bytes) -> None:
        """Send bytes to git and start its time anew; with under 4,096 bytes unanswered this cannot block."""
        assert self._process.stdin is not None
        self._deadline = time.monotonic() + self._seconds
        try:
            self._process.stdin.write(question)
        except OSError as error:
            raise GitFailed(f"{self._name} went away") from error

    def read(self) -> bytes:
        """The next bytes of its output, none at the end; GitFailed when its time is over."""
        while True:
            ready = self._ready()
            if self._stderr_fd in ready:
                self._keep_stderr()
            if self._stdout_fd in ready:
                return os.read(self._stdout_fd, _CHUNK)

    def finish(self) -> None:
        """Wait for its end; GitFailed unless it ended well."""
        self._poll.unregister(self._stdout_fd)
        while self._stderr_open:
            self._ready()
            self._keep_stderr()
        try:
            status = self._process.wait(timeout=max(0.0, self._deadline - time.monotonic()))
        except subprocess.TimeoutExpired as error:
            raise self._too_slow() from error
        if status != 0:
            raise self._ended_badly(status)

    def close(self) -> None:
        """End it and whatever it started, wait for them, and close the pipes."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._await_helpers()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()

    def _await_helpers(self) -> None:
        """Wait until all that were killed are gone, which closes the last copy of the pipes that git gave them.

        Only git is a child of ours to wait for; a helper that is still dying would hold the lock of the folder.
        """
        deadline = time.monotonic() + _DYING_SECONDS
        for pipe in (self._process.stdout, self._process.stderr):
            assert pipe is not None
            poll = select.poll()
            poll.register(pipe, select.POLLIN)
            while poll.poll(max(0.0, deadline - time.monotonic()) * 1000) and os.read(pipe.fileno(), _CHUNK):
                pass

    def _ready(self) -> set[int]:
        remaining = self._deadline - time.monotonic()
        ready = {descriptor for descriptor, _ in self._poll.poll(max(0.0, remaining) * 1000)}
        if not ready:
            raise self._too_slow()
        return ready

    def _keep_stderr(self) -> None:
        """Take what git says, so that it never waits for us; whole lines of the last 16 KiB are kept."""
        said = os.read(self._stderr_fd, _CHUNK)
        if not said:
            self._stderr_open = False
            self._poll.unregister(self._stderr_fd)
        self._stderr += said
        if len(self._stderr) > _STDERR_KEPT:
            # Half a line could hold half a secret, which nothing would recognise.
            self._stderr = self._stderr[-_STDERR_KEPT:].partition(b"\n")[2]

    def _said(self) -> str:
        return redacted(self._stderr.decode("utf-8", "surrogateescape"), self._extra_env)

    def _too_slow(self) -> GitFailed:
        return GitTimedOut(f"{self._name} took longer than {self._seconds:g} s", None, self._said())

    def _ended_badly(self, status: int) -> GitFailed:
        said = self._said()
        return GitFailed(f"{self._name} ended with status {status}: {_one_line(said)}", status, said)


def run_git(  # noqa: PLR0913 - the same, and what it may say
    arguments: Sequence[str],
    *,
    folder: Path,
    environment: Mapping[str, str] = NOTHING,
    extra_env: Mapping[str, str] = NOTHING,
    seconds: float = SECONDS,
    max_output: int = 1 << 20,
    keep_open: Sequence[int] = (),
    settings: Sequence[str] = (),
    memory: int = MEMORY_BYTES,
    largest_file: int | None = None,
) -> bytes:
    """What git printed, whole; GitFailed if it ended badly, too late, or after more than `max_output` bytes."""
    output = bytearray()
    with GitProcess(
        arguments,
        folder=folder,
        settings=settings,
        environment=environment,
        extra_env=extra_env,
        seconds=seconds,
        keep_open=keep_open,
        memory=memory,
        largest_file=largest_file,
    ) as git:
        while said := git.read():
            output += said
            if len(output) > max_output:
                raise GitFailed(f"git {arguments[0]} said more than {max_output:,} bytes")
        git.finish()
    return bytes(output)


def _bound(pid: int, memory: int, largest_file: int | None) -> None:
    """Set from outside, since nothing of ours can run in a child between fork and exec while threads hold locks.

    Git has not read a byte of the repository by then, and what it starts later inherits the bounds.
    """
    if hasattr(resource, "prlimit"):  # Linux, as every server is; a terminal on macOS reads its user's own repository
        with suppress(ProcessLookupError):
            resource.prlimit(pid, resource.RLIMIT_DATA, (memory, memory))
            if largest_file is not None:
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (largest_file, largest_file))


def user_path_setting(key: str, default: str) -> Path | None:
    """A path from the configuration of the user at the terminal, who is trusted; null where none can be read.

    This is the one command that sees the environment of this process: it asks where the user's own files are. It runs
    outside any repository and starts nothing.
    """
    command = [git_program(), "config", "--global", "--type=path", "--default", default, "--get", key]
    try:
        answer = subprocess.run(command, cwd="/", stdin=subprocess.DEVNULL, capture_output=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return Path(os.fsdecode(answer.stdout.removesuffix(b"\n")))


def _one_line(stderr: str) -> str:
    """The last words of git, in which the reason stands, on one printable line."""
    words = " ".join(stderr.split())
    return printable(words[-_MESSAGE_LENGTH:].encode("utf-8", "surrogateescape"))
