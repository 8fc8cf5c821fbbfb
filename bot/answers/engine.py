"""Which engine this is: a name that changes with every byte of code on which an answer of the analyser may depend."""

import hashlib
import os
import sys
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

_BOT = Path(__file__).resolve().parents[1]
_ROOMS = ("analyser", "models", "packs", "rules", "scan")
_MODULES = ("vocabulary.py",)
_PASSED_OVER = frozenset({"bundled", "__pycache__"})
"""Packs are named by their own hash."""
_LIBRARIES = ("packaging", "yaml", "tomlkit")
"""What reads dependency files; Python's own parts are named by its version. A module each, by which it is known."""


@cache
def engine_version() -> str | None:
    """64 hexadecimal digits; null where our own sources cannot be read, and then nothing can be remembered."""
    return engine_of(_BOT)


def engine_of(bot: Path) -> str | None:
    """The same for the sources in a folder."""
    digest = hashlib.sha256(repr((sys.implementation.name, sys.version)).encode())
    try:
        digest.update(repr([_installed(name) for name in _LIBRARIES]).encode())
        for name in (*_MODULES, *(name for room in _ROOMS for name in sorted(_sources(bot, room)))):
            with open(f"{bot}{os.sep}{name}", "rb", buffering=0) as file:  # noqa: PTH123 - as many as these add up
                data = file.readall()
            digest.update(repr((name, len(data))).encode() + data)
    except OSError:
        return None
    return digest.hexdigest()


def _sources(bot: Path, folder: str) -> Iterator[str]:
    """The paths of the modules below a folder, with forward slashes. A walk with `pathlib` takes ten times as long."""
    with os.scandir(f"{bot}{os.sep}{folder}") as entries:
        for entry in entries:
            if entry.name.endswith(".py"):
                yield f"{folder}/{entry.name}"
            elif entry.name not in _PASSED_OVER and entry.is_dir():
                yield from _sources(bot, f"{folder}/{entry.name}")


def _installed(name: str) -> tuple[str, int, int]:
    """What another release of the library has otherwise: to ask for its version takes as long as all of our sources."""
    found = find_spec(name)
    if found is None or found.origin is None:
        raise FileNotFoundError(name)
    status = Path(found.origin).stat()
    return name, status.st_size, status.st_mtime_ns
