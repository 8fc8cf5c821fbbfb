"""Which names of git's objects are understood: whole ones, by SHA-1."""

import re

from bot.source.git_failed import GitFailed

_FULL_NAME = re.compile(r"[0-9a-f]{40}")
_SUPPORTED = "sha1"


def require_full_name(sha: str) -> None:
    """GitFailed unless this is a whole SHA-1 name: a shorter one may come to mean another commit."""
    if _FULL_NAME.fullmatch(sha) is None:
        raise GitFailed("a commit is named by its 40 hexadecimal digits")


def require_sha1(object_format: str) -> None:
    """GitFailed for a repository whose objects have SHA-256 names, which GitHub does not host either."""
    if object_format != _SUPPORTED:
        raise GitFailed("the repository uses SHA-256 object names, which Obelize does not read")
