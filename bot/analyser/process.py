"""One child as the worker sees it: start it, exchange one frame for another under a deadline, end it.

Nothing that a child sends is trusted, and whatever is not a well-formed answer in time ends it. The child gets an
empty environment, `/` as its working directory, a session of its own, no standard error, and no descriptor but its
two pipes.
"""

import os
import selectors
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

from bot.analyser.frames import FrameLimits, FrameReader, MalformedFrameError, Parts
from bot.analyser.limits import Limits
from bot.analyser.outcomes import Died, Failure, Refused, TimedOut
from bot.analyser.protocol import OUT_OF_MEMORY

_ROOT = str(Path(__file__).parents[2])
_START = (
    # No garbage is looked for while modules are imported: there is none. An installed package is found already; put
    # first, its folder would come before the standard library.
    "import gc, sys; gc.disable(); root = sys.argv[1]; root in sys.path or sys.path.insert(0, root); "
    "from bot.analyser.child import main; main()"
)
_CHUNK = 64 * 1024  # what a pipe holds


def started(registry: str, limits: Limits) -> "Child":
    """A child that starts; OSError where none can."""
    return Child(registry, FrameLimits(document=limits.document_bytes, payloads=limits.payload_bytes))


class Child:
    """A running child. Used by one thread at a time, but for `kill`.

    `asked` counts the exchanges and `busy` sums their seconds. The thread that makes the child has to live as long as
    the child (see `kernel.die_with_parent`).
    """

    def __init__(self, registry: str, limits: FrameLimits) -> None:
        self.asked = 0
        self.busy = 0.0
        self._limits = limits
        self._lock = threading.Lock()
        self._ended = False
        self._answers, self._both_ways = selectors.DefaultSelector(), selectors.DefaultSelector()
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-c", _START, _ROOT, registry],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            cwd="/",
            env={},
            start_new_session=True,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._into, self._from = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._into, False)
        os.set_blocking(self._from, False)
        self._answers.register(self._from, selectors.EVENT_READ)
        self._both_ways.register(self._from, selectors.EVENT_READ)
        self._both_ways.register(self._into, selectors.EVENT_WRITE)

    def is_waiting(self) -> bool:
        """Whether the child lives and has said nothing unasked."""
        return not self._ended and self._received() is None

    def exchange(self, message: bytes, seconds: float) -> Parts | Failure:
        """Send a frame and wait for the one that answers it; any failure ends the child."""
        began = time.monotonic()
        self.asked += 1
        answer = self._exchange(memoryview(message), seconds)
        self.busy += time.monotonic() - began
        if not isinstance(answer, tuple):
            self.end()
        return answer

    def kill(self) -> None:
        """Kill the child and what it may have started; may be called from any thread, at any time."""
        with self._lock:
            if not self._ended:
                self._kill_group()

    def end(self) -> int:
        """Kill the child, take its exit status (negative for a signal) and close the pipes."""
        with self._lock:
            if not self._ended:
                self._kill_group()
                self._process.wait()
                self._ended = True
                self._close()
            return self._process.returncode

    def _exchange(self, unsent: memoryview, seconds: float) -> Parts | Failure:
        deadline = time.monotonic() + seconds
        reader = FrameReader(self._limits)
        while True:
            unsent = self._send(unsent)
            left = deadline - time.monotonic()
            if left <= 0 or not (self._both_ways if unsent else self._answers).select(left):
                return TimedOut(seconds)
            data = self._received()
            if data is None:
                continue
            if not data:
                return _death(self.end())
            try:
                parts = reader.feed(data)
            except MalformedFrameError as error:
                return Refused(str(error))
            if parts is not None:
                return parts if not unsent else Refused("an answer before the question")

    def _send(self, unsent: memoryview) -> memoryview:
        """What is still unsent; a child that no longer reads shows itself when it is read from."""
        if not unsent:
            return unsent
        try:
            return unsent[os.write(self._into, unsent[:_CHUNK]) :]
        except BlockingIOError:
            return unsent
        except BrokenPipeError:
            return unsent[:0]

    def _received(self) -> bytes | None:
        """What can be read at once: None when nothing waits, empty at the end of the stream."""
        try:
            return os.read(self._from, _CHUNK)
        except BlockingIOError:
            return None

    def _kill_group(self) -> None:
        # The child is reaped under the same lock, so the number still is its own; a dead one refuses on some systems.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def _close(self) -> None:
        self._answers.close()
        self._both_ways.close()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()


def _death(status: int) -> Died:
    if status < 0:
        return Died(signal=-status, exit_code=None, memory=False)
    return Died(signal=None, exit_code=status, memory=status == OUT_OF_MEMORY)
