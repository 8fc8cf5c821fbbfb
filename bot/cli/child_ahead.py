"""Starts the analyser's first child before the rest of a scan is imported, where one will likely be needed.

A child takes as long to start as the scan takes to be imported. That a library is used is likely where a dependency
file at the top names it; the names are looked for in the bytes, and nothing is parsed. A child that was started in vain
has read nothing of the repository.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from bot.analyser.jobs import REGISTRY
from bot.analyser.limits import Limits
from bot.analyser.process import Child, started
from bot.scan.manifests.selection import manifest_form

_BUNDLED = Path(__file__).resolve().parents[1] / "packs" / "bundled"
_TOKENS = b"\ntokens: ["
_MOST_BYTES = 256 * 1024
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def child_ahead(root: Path) -> Child | None:
    """A child that starts, where a dependency file at the top of the folder names a library; its caller ends it."""
    try:
        names = tuple(bundled_tokens())
        if any(name in text for text in _dependency_files(root) for name in names):
            return started(REGISTRY, Limits())
    except OSError:
        pass  # who needs the folder or a child says what is wrong with it
    return None


def bundled_tokens() -> Iterator[bytes]:
    """The tokens of the packs that travel with Obelize, in lower case: they stand on one line of each, as written."""
    for path in _BUNDLED.glob("*/*/pack.yaml"):
        after = path.read_bytes().partition(_TOKENS)[2]
        yield from (token.strip().lower() for token in after.partition(b"]")[0].split(b","))


def _dependency_files(root: Path) -> Iterator[bytes]:
    with os.scandir(root) as entries:
        for entry in entries:
            if manifest_form(entry.name) is not None and entry.is_file(follow_symlinks=False):
                descriptor = os.open(entry.path, _READ)
                try:
                    yield os.read(descriptor, _MOST_BYTES).lower()
                finally:
                    os.close(descriptor)
