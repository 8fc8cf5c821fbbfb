"""The console script as its own process on a pseudo-terminal of a given width, as a person sees it."""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from pathlib import Path

_PLAIN = {"PATH": os.environ["PATH"], "HOME": os.devnull, "TERM": "xterm-256color", "LANG": "C.UTF-8"}
_ROWS = 24


def on_terminal(*arguments: str | Path, columns: int, **environment: str) -> str:
    """What the command writes to standard output, a terminal so many columns wide; lines end in a line feed."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", _ROWS, columns, 0, 0))
    command = [sys.executable, "-m", "bot.cli.start", *map(str, arguments)]
    with subprocess.Popen(command, stdout=theirs, stderr=subprocess.DEVNULL, env={**_PLAIN, **environment}) as process:
        os.close(theirs)
        said = b""
        while part := _read(ours):
            said += part
        os.close(ours)
        assert process.wait() == 0
    return said.decode().replace("\r\n", "\n")


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 1 << 16)
    except OSError:  # EIO: Linux's end of a pseudo-terminal
        return b""
