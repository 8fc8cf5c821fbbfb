"""A commit that is to be made: whole files on top of one head, and what is said of it. No file is ever taken out."""

from bot.models.forge import FullName, Sha
from bot.models.record import Record

PLAIN, EXECUTABLE = "100644", "100755"
"""Git's modes of a regular file."""

_NEVER_BELOW = ".github/"


def file_mode(*, executable: bool) -> str:
    """Git's mode of a regular file, in octal."""
    return EXECUTABLE if executable else PLAIN


def is_never_written(path: str) -> bool:
    """Whether no command of anybody has Obelize write there: what lies below `.github/` decides what CI may do."""
    return path.lower().startswith(_NEVER_BELOW)


class FileBytes(Record):
    """A file as it is to be; `mode` is git's, in octal."""

    path: str
    mode: str
    content: bytes


class CommitDraft(Record):
    """`full_name` is the repository of the head branch, a fork's where it lies there. The files are in order of path.

    `head_sha` is the commit that the branch has to point to, or nothing is written.
    """

    full_name: FullName
    branch: str
    from_fork: bool
    head_sha: Sha
    headline: str
    body: str
    files: tuple[FileBytes, ...]


class CommitSeen(Record):
    """A commit as GitHub lists it."""

    sha: Sha
    parents: tuple[Sha, ...]
    message: str
