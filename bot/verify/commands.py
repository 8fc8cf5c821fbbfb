"""Runs one verification command: no shell, a process group of its own, a deadline, output that is bounded and redacted.

What a command leaves running in its group is ended with it, and a pipe that something else keeps open is not waited
for. Nothing here decides whether a command may be run.
"""

import contextlib
import os
import select
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from bot.models.struct import Frozen
from bot.verify.bounded_output import BoundedOutput, Secrets

_GRACE_SECONDS = 5.0
"""How long a command may take to end after it was asked to, before it is killed."""
_LAST_WORDS_SECONDS = 0.5
"""How long the pipe of a command that has ended is read on: something that it left behind may hold it open."""
_CHUNK = 1 << 16
_TICK_SECONDS = 0.05


class CannotStartError(Exception):
    """The command could not be started; the message says why, in the system's words."""


class Ended(Frozen):
    """How a command ended: as `Ran` of `bot/models/verification.py`, with its output as text."""

    exit_code: int | None
    timed_out: bool
    milliseconds: int
    output: str


def run_command(
    arguments: Sequence[str], folder: Path, seconds: float, environment: Mapping[str, str], secrets: Secrets
) -> Ended:
    """Run the command in the folder, for at most so many seconds; CannotStartError where there is no such program."""
    started = time.monotonic()
    try:
        process = subprocess.Popen(
            list(arguments),
            cwd=folder,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            bufsize=0,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise CannotStartError(said) from error
    output = BoundedOutput(secrets)
    try:
        in_time = _read_until_ended(process, output, started + seconds)
        if not in_time:
            _end_group(process, signal.SIGTERM)
            _read_until_ended(process, output, time.monotonic() + _GRACE_SECONDS)
    finally:
        _end_group(process, signal.SIGKILL)
        process.wait()
        assert process.stdout is not None
        process.stdout.close()
    return Ended(
        exit_code=process.returncode if in_time else None,
        timed_out=not in_time,
        milliseconds=round((time.monotonic() - started) * 1000),
        output=output.text(),
    )


def _read_until_ended(process: "subprocess.Popen[bytes]", output: BoundedOutput, deadline: float) -> bool:
    """Read what the command writes until it has ended, or until the deadline; whether it ended in time."""
    assert process.stdout is not None
    descriptor = process.stdout.fileno()
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    reading, last_words = True, None
    while True:
        if last_words is None and _has_ended(process):
            last_words = time.monotonic() + _LAST_WORDS_SECONDS
        if last_words is not None and (not reading or time.monotonic() >= last_words):
            return True
        if last_words is None and time.monotonic() >= deadline:
            return False
        if not reading:
            time.sleep(_TICK_SECONDS)
        elif poll.poll(_TICK_SECONDS * 1000):
            data = os.read(descriptor, _CHUNK)
            output.add(data)
            if not data:
                poll.unregister(descriptor)
                reading = False


def _has_ended(process: "subprocess.Popen[bytes]") -> bool:
    """Whether the command has ended; it is not waited for yet, so that its number stays its own."""
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _end_group(process: "subprocess.Popen[bytes]", number: signal.Signals) -> None:
    # The group is named for the command, whose number nothing else can get before it was waited for.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)
