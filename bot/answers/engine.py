"""Which engine this is: a name that changes with every byte of code on which an answer of the analyser may depend."""

import hashlib
import platform
from functools import cache
from importlib.util import find_spec
from pathlib import Path

_BOT = Path(__file__).resolve().parents[1]
_ROOMS = ("analyser", "models", "packs", "rules", "scan")
_MODULES = ("vocabulary.py",)
_DATA = "bundled"
"""Packs are named by their own hash."""
_LIBRARIES = ("packaging", "yaml", "tomlkit")
"""What reads dependency files; Python's own parts are named by its version. A module each, by which it is known."""


@cache
def engine_version() -> str | None:
    """64 hexadecimal digits; null where our own sources cannot be read, and then nothing can be remembered."""
    return engine_of(_BOT)


def engine_of(bot: Path) -> str | None:
    """The same for the sources in a folder."""
    digest = hashlib.sha256(repr((platform.python_implementation(), platform.python_version())).encode())
    found = [bot / name for name in _MODULES]
    found += [path for room in _ROOMS for path in sorted((bot / room).rglob("*.py")) if _DATA not in path.parts]
    try:
        digest.update(repr([_installed(name) for name in _LIBRARIES]).encode())
        for path in found:
            data = path.read_bytes()
            digest.update(repr((path.relative_to(bot).as_posix(), len(data))).encode() + data)
    except OSError:
        return None
    return digest.hexdigest()


def _installed(name: str) -> tuple[str, int, int]:
    """What another release of the library has otherwise: to ask for its version takes as long as all of our sources."""
    found = find_spec(name)
    if found is None or found.origin is None:
        raise FileNotFoundError(name)
    status = Path(found.origin).stat()
    return name, status.st_size, status.st_mtime_ns
