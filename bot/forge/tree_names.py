"""The name that git gives to a tree of files: what GitHub must answer, if it took the bytes as they are."""

import hashlib
from collections.abc import Mapping

_FILE_MODE = b"100644"
_FOLDER_MODE = b"40000"


def tree_name(files: Mapping[str, bytes]) -> str:
    """The SHA-1 of a tree of plain files by path; a path never goes through another one."""
    return _tree(files).hex()


def _tree(files: Mapping[str, bytes]) -> bytes:
    entries: list[tuple[bytes, bytes]] = []
    folders: dict[str, dict[str, bytes]] = {}
    for path, data in files.items():
        first, slash, rest = path.partition("/")
        if slash:
            folders.setdefault(first, {})[rest] = data
        else:
            name = first.encode()
            entries.append((name, _FILE_MODE + b" " + name + b"\0" + _object(b"blob", data)))
    for folder, inside in folders.items():
        name = folder.encode()
        # Git sorts a folder as if its name ended with a slash.
        entries.append((name + b"/", _FOLDER_MODE + b" " + name + b"\0" + _tree(inside)))
    return _object(b"tree", b"".join(entry for _, entry in sorted(entries)))


def _object(kind: bytes, data: bytes) -> bytes:
    return hashlib.sha1(kind + b" %d\0" % len(data) + data, usedforsecurity=False).digest()
