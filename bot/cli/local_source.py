"""What a command at the terminal reads: a folder as it stands, or one commit of the repository around it."""

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from bot.cli.errors import CommandError
from bot.models.run import GitState
from bot.models.struct import Frozen
from bot.safe_text import one_line
from bot.source.git_failed import GitFailed
from bot.source.repository import (
    find_bare,
    find_work_tree,
    git_state,
    holds_folder,
    origin_address,
    resolve_commit,
    user_excludes_file,
)
from bot.source.tree import SourceTree
from bot.source.working_tree import WorkingTree


class LocalSource(Frozen):
    """A tree that is open, and the state of git that it shows; null where nobody asked for it."""

    tree: SourceTree
    git: GitState | None


@contextmanager
def opened(root: Path, revision: str | None, *, told: bool = True) -> Iterator[LocalSource]:
    """The tree at `root`, or at `revision` of the repository around it; then nothing is checked out or written.

    `told` tells the state of git as well, for which git looks at every file.

    Raises CommandError for anything that the person can put right, also for what git says while the tree is read.
    """
    if not root.is_dir():
        raise CommandError(f"{root} is not a folder. Name a folder that holds a repository.")
    with _git_errors(root, revision):
        source = _working_tree(root, told=told) if revision is None else _commit(root, revision)
        with closing(source.tree):
            yield source


def _working_tree(root: Path, *, told: bool) -> LocalSource:
    excludes = user_excludes_file()
    with ExitStack() as unless_git_fails:
        tree = unless_git_fails.enter_context(closing(WorkingTree(root, excludes)))
        git = git_state(root, excludes) if told else None
        unless_git_fails.pop_all()
    return LocalSource(tree, git)


def _commit(root: Path, revision: str) -> LocalSource:
    from bot.source.git_objects import GitObjects

    git_dir, prefix = _repository(root)
    sha = resolve_commit(git_dir, revision)
    if sha is None:
        raise CommandError(
            f"The repository at {root} has no commit {revision!a}. Name a branch, a tag or a commit; fetch it first."
        )
    if not holds_folder(git_dir, sha, prefix):
        raise CommandError(f"The commit {revision!a} has no folder {one_line(prefix.rstrip('/'))}.")
    return LocalSource(GitObjects(git_dir, sha, prefix), GitState(sha=sha, branch=None, dirty=False))


def _repository(root: Path) -> tuple[Path, str]:
    """Where the objects are, and the path of `root` inside of a commit."""
    work_tree = find_work_tree(root)
    if work_tree is not None:
        return work_tree.git_dir, work_tree.prefix
    bare = find_bare(root)
    if bare is None:
        raise CommandError(f"{root} lies in no git repository, so it has no commits; leave out --rev.")
    return bare, ""


class Origin(Frozen):
    """Where the folder stands: its path in the repository, "" or ending in a slash, and the remote's address."""

    prefix: str
    address: str | None


def origin_of(root: Path) -> Origin:
    """What git knows of the folder; nothing where it lies in no repository."""
    with _git_errors(root):
        work_tree = find_work_tree(root)
        git_dir = work_tree.git_dir if work_tree is not None else find_bare(root)
        address = origin_address(git_dir) if git_dir is not None else None
    return Origin(work_tree.prefix if work_tree is not None else "", address)


def is_bare(root: Path) -> bool:
    """Whether the folder is a repository without a work tree."""
    with _git_errors(root):
        return root.is_dir() and find_bare(root) is not None


@contextmanager
def _git_errors(root: Path, revision: str | None = None) -> Iterator[None]:
    at = f" at {revision!a}" if revision is not None else ""
    try:
        yield
    except GitFailed as error:
        raise CommandError(f"git could not read {root}{at}: {error}") from error
    except PermissionError as error:
        raise CommandError(f"{root} cannot be read: {error.strerror}.") from error
