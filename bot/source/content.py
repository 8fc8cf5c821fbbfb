"""What a file's bytes are worth: content, too much, a pointer to somewhere else, or gone. Pure."""

import hashlib

from bot.models.limitation import Limitation, limitation
from bot.models.names import BlobSha
from bot.source.tree import Content
from bot.source.tree_path import printable
from bot.vocabulary import LimitationCode

# https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md: the version comes first, a pointer is under 1,024 bytes.
_LFS_VERSION = b"version https://git-lfs.github.com/spec/v1\n"
_LFS_OBJECT = b"\noid sha256:"
_LFS_POINTER_LIMIT = 1_024


def too_large(path: str, size: int | None, max_bytes: int) -> Limitation:
    """The limitation for a file over the limit; `size` is null where only "more" is known."""
    measured = "larger" if size is None else f"{size:,} bytes"
    return limitation(LimitationCode.FILE_TOO_LARGE, path, detail=f"{measured}, the limit is {max_bytes:,}")


def vanished(path: str, why: str) -> Limitation:
    """The limitation for a file that cannot be read, for whatever reason."""
    return limitation(LimitationCode.FILE_VANISHED, path, detail=why)


def unlisted(path: str) -> Limitation:
    """The limitation for a path that the listing does not hold; the path may be anything."""
    return vanished(printable(path.encode("utf-8", "surrogatepass")), "not a file of this tree")


def judged_content(path: str, data: bytes, max_bytes: int) -> Content:
    """The bytes, unless they are over the limit or only a Git LFS pointer."""
    if len(data) > max_bytes:
        return too_large(path, len(data), max_bytes)
    if data.startswith(_LFS_VERSION) and len(data) < _LFS_POINTER_LIMIT and _LFS_OBJECT in data:
        return limitation(LimitationCode.LFS_POINTER, path)
    return data


def blob_sha(data: bytes) -> BlobSha:
    """Git's name for these bytes as a file (SHA-1 repositories): https://git-scm.com/book/en/v2/Git-Internals-Git-Objects."""
    return BlobSha(hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest())
