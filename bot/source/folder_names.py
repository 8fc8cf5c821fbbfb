"""Which files of a folder are looked at: what git would list, or, outside a work tree, what a walk meets.

Names come as git and the system have them, in bytes; they are judged elsewhere. Installed packages and caches are
left out unless they are committed: they are nobody's to migrate.
"""

from collections.abc import Iterator
from pathlib import Path

from bot.models.limitation import Limitation, limitation
from bot.models.struct import Mutable, anew
from bot.source.beneath import Beneath
from bot.source.git_command import GitProcess
from bot.source.git_output import GitOutput
from bot.source.repository import excludes_setting
from bot.source.tree_path import printable
from bot.vocabulary import LimitationCode

_OWN_FOLDERS = frozenset({b".git", b".obelize", b"__pycache__"})
"""Git's, ours and Python's: passed over without a word."""
_PACKAGES = b"node_modules"
_ENVIRONMENT_MARKER = b"pyvenv.cfg"
_UNTRACKED = b"? "
_TAG = len(_UNTRACKED)
"""What `ls-files -t` puts before each name: for a tracked one its state, which may be any."""
_SUBMODULE_MODE = b"160000"


class FolderNames(Mutable):
    """Names to look at, and the folders and other repositories that were passed over."""

    names: set[bytes] = anew(set)
    limitations: set[Limitation] = anew(set)


def names_by_git(folder: Path, user_excludes: Path | None) -> FolderNames:
    """What git tracks under the folder, and what it does not ignore."""
    found = FolderNames()
    untracked = []
    listed = ["ls-files", "-z", "-t", "--stage", "--cached", "--others", "--exclude-standard"]
    for record in _git_records(folder, listed, excludes_setting(user_excludes)):
        if record.startswith(_UNTRACKED):
            untracked.append(record.removeprefix(_UNTRACKED))
            continue
        meta, _, name = record.partition(b"\t")
        if meta[_TAG:].startswith(_SUBMODULE_MODE):
            found.limitations.add(limitation(LimitationCode.SUBMODULE_NOT_FOLLOWED, printable(name)))
        else:
            found.names.add(name)
    _add_untracked(found, untracked)
    return found


def names_by_walk(beneath: Beneath) -> FolderNames:
    """Every name under the folder, but for what lies in a virtual environment, a cache or git's own folder."""
    found = FolderNames()
    waiting = [b""]
    while waiting:
        folder = waiting.pop()
        inside = beneath.inside(folder)
        if isinstance(inside, Limitation):
            found.limitations.add(inside)
        elif folder and (_base(folder) == _PACKAGES or (_ENVIRONMENT_MARKER, False) in inside):
            found.limitations.add(_not_read(folder))
        else:
            mine = [(_joined(folder, name), is_folder) for name, is_folder in inside if name not in _OWN_FOLDERS]
            waiting += (path for path, is_folder in mine if is_folder)
            found.names.update(path for path, is_folder in mine if not is_folder)
    return found


def _add_untracked(found: FolderNames, untracked: list[bytes]) -> None:
    environments = {_parent(name) for name in untracked if _base(name) == _ENVIRONMENT_MARKER} - {b""}
    for name in untracked:
        if name.endswith(b"/"):
            # Git lists another repository inside this one as its folder's name.
            found.limitations.add(limitation(LimitationCode.SUBMODULE_NOT_FOLLOWED, printable(name.rstrip(b"/"))))
            continue
        parents = list(_parents(name))
        packages = [parent for parent in parents if parent in environments or _base(parent) == _PACKAGES]
        if packages:
            found.limitations.add(_not_read(packages[0]))
        elif not any(_base(parent) in _OWN_FOLDERS for parent in parents):
            found.names.add(name)


def _git_records(folder: Path, arguments: list[str], settings: tuple[str, ...]) -> Iterator[bytes]:
    with GitProcess(arguments, folder=folder, settings=settings) as git:
        yield from GitOutput(git).records(b"\0")
        git.finish()


def _parents(name: bytes) -> Iterator[bytes]:
    """The folders that hold the name, outermost first."""
    at = name.find(b"/")
    while at >= 0:
        yield name[:at]
        at = name.find(b"/", at + 1)


def _not_read(folder: bytes) -> Limitation:
    return limitation(LimitationCode.FOLDER_NOT_READ, printable(folder))


def _parent(name: bytes) -> bytes:
    return name.rpartition(b"/")[0]


def _base(name: bytes) -> bytes:
    return name.rpartition(b"/")[2]


def _joined(folder: bytes, name: bytes) -> bytes:
    return folder + b"/" + name if folder else name
