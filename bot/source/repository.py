"""Questions about a local repository: where it is, what a revision means, whether its files are as committed.

These commands must read the repository's configuration. They start none of the programs that it can name: the fixed
keys are overridden by `git_environment`, and the filters, whose names a repository makes up, are switched off here.
"""

import os
from pathlib import Path

from bot.models.names import CommitSha
from bot.models.run import GitState
from bot.models.struct import Frozen
from bot.source.git_command import GitProcess, run_git, user_path_setting
from bot.source.git_failed import GitFailed
from bot.source.object_names import require_sha1
from bot.source.remote_address import public_address

_OUTSIDE = "not a git repository (or any"
_NAMES_NO_COMMIT = (1, 128)
_FILTER_KEYS = ("clean", "smudge", "process")
_BRANCHES = "refs/heads/"


class WorkTree(Frozen):
    """A folder inside the work tree of a repository; `prefix` is its path there, "" or ending in a slash."""

    git_dir: Path
    prefix: str


def find_work_tree(folder: Path) -> WorkTree | None:
    """The work tree that `folder` lies in, or null; GitFailed for one that cannot be used, SHA-256 ones included."""
    found = _git_dir(folder)
    if found is None or not found.has_work_tree:
        return None
    prefix = os.fsdecode(run_git(["rev-parse", "--show-prefix"], folder=folder)).removesuffix("\n")
    return WorkTree(git_dir=found.path, prefix=prefix)


def is_in_work_tree(folder: Path) -> bool:
    """Whether `find_work_tree` finds one."""
    found = _git_dir(folder)
    return found is not None and found.has_work_tree


def find_bare(folder: Path) -> Path | None:
    """The bare repository (or the `.git`) that `folder` lies in, or null; GitFailed as in `find_work_tree`."""
    found = _git_dir(folder)
    return found.path if found is not None and not found.has_work_tree else None


class _GitDir(Frozen):
    path: Path
    has_work_tree: bool


def _git_dir(folder: Path) -> _GitDir | None:
    question = ["rev-parse", "--show-object-format", "--is-inside-work-tree", "--absolute-git-dir"]
    try:
        answer = run_git(question, folder=folder)
    except GitFailed as error:
        if _OUTSIDE in error.stderr:
            return None
        raise
    object_format, inside, git_dir = os.fsdecode(answer).removesuffix("\n").split("\n", 2)
    require_sha1(object_format)
    return _GitDir(Path(git_dir), inside == "true")


def resolve_commit(git_dir: Path, revision: str) -> CommitSha | None:
    """The commit that a branch, tag or other revision means, or null if it means none."""
    question = ["rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}"]
    try:
        answer = run_git(question, folder=git_dir, environment={"GIT_DIR": str(git_dir.absolute())})
    except GitFailed as error:
        if error.exit_status in _NAMES_NO_COMMIT or "\0" in revision:
            return None
        raise
    return CommitSha(answer.decode().strip())


def holds_folder(git_dir: Path, commit: CommitSha, prefix: str) -> bool:
    """Whether the commit has something at the path; its top is always there."""
    question = ["rev-parse", "--verify", "--quiet", "--end-of-options", f"{commit}:{prefix.rstrip('/')}"]
    try:
        run_git(question, folder=git_dir, environment={"GIT_DIR": str(git_dir.absolute())})
    except GitFailed as error:
        if error.exit_status in _NAMES_NO_COMMIT:
            return False
        raise
    return True


def origin_address(git_dir: Path) -> str | None:
    """Where the repository says that it comes from, without user and password; null where that is no address."""
    question = ["config", "--get", "remote.origin.url"]
    try:
        answer = run_git(question, folder=git_dir, environment={"GIT_DIR": str(git_dir.absolute())})
    except GitFailed as error:
        if error.exit_status == 1:
            return None
        raise
    return public_address(answer.decode("utf-8", "replace").removesuffix("\n"))


def merge_base(git_dir: Path, one: CommitSha, other: CommitSha) -> CommitSha | None:
    """The best common ancestor, from which a three-dot diff starts; null if there is none."""
    question = ["merge-base", "--end-of-options", one, other]
    try:
        answer = run_git(question, folder=git_dir, environment={"GIT_DIR": str(git_dir.absolute())})
    except GitFailed as error:
        if error.exit_status == 1:
            return None
        raise
    return CommitSha(answer.decode().split()[0])


def git_state(folder: Path, user_excludes: Path | None = None, *, untracked: bool = True) -> GitState:
    """The commit and branch of the folder's work tree, and whether a file under the folder differs from the commit.

    Untracked files count unless they are ignored, since a scan reads them, or the caller leaves them out. Submodules do
    not: a scan reads none.
    """
    work_tree = find_work_tree(folder)
    if work_tree is None:
        return GitState(sha=None, branch=None, dirty=False)
    return GitState(
        sha=resolve_commit(work_tree.git_dir, "HEAD"),
        branch=_branch(work_tree.git_dir),
        dirty=_differs(folder, user_excludes, untracked=untracked),
    )


def user_excludes_file() -> Path | None:
    """Where the user at the terminal keeps patterns that git ignores everywhere."""
    return user_path_setting("core.excludesFile", "~/.config/git/ignore")


def excludes_setting(user_excludes: Path | None) -> tuple[str, ...]:
    """The setting that makes a git command honour the user's own ignore file."""
    return () if user_excludes is None else (f"core.excludesFile={user_excludes}",)


def _branch(git_dir: Path) -> str | None:
    question = ["symbolic-ref", "--quiet", "HEAD"]
    try:
        answer = run_git(question, folder=git_dir, environment={"GIT_DIR": str(git_dir)})
    except GitFailed as error:
        if error.exit_status == 1:
            return None
        raise
    return answer.decode("utf-8", "backslashreplace").removesuffix("\n").removeprefix(_BRANCHES)


def _differs(folder: Path, user_excludes: Path | None, *, untracked: bool) -> bool:
    listed = f"--untracked-files={'normal' if untracked else 'no'}"
    status = ["status", "--porcelain=v1", "-z", listed, "--ignore-submodules=all", "--no-renames"]
    settings = excludes_setting(user_excludes)
    with GitProcess(
        [*status, "--", "."], folder=folder, settings=settings, environment=_without_filters(folder)
    ) as git:
        if git.read():
            return True
        git.finish()
    return False


def _without_filters(folder: Path) -> dict[str, str]:
    """An environment in which the filters that the configuration names are empty: to compare a file, git runs them.

    A file that only its filter would make equal to the commit then counts as changed, which errs on the safe side.
    """
    listed = run_git(["config", "--list", "--name-only", "-z"], folder=folder, max_output=1 << 24)
    keys = {os.fsdecode(key) for key in listed.split(b"\0") if key.startswith(b"filter.")}
    drivers = {name for key in keys for name, dot, last in [key.rpartition(".")] if last in _FILTER_KEYS}
    settings = {f"{driver}.{key}": "" for driver in drivers for key in _FILTER_KEYS}
    settings |= {f"{driver}.required": "false" for driver in drivers}
    environment = {"GIT_CONFIG_COUNT": str(len(settings))}
    for number, (key, value) in enumerate(sorted(settings.items())):
        environment |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    return environment
