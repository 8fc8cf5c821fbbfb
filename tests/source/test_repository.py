"""Where a folder stands in git, asked without starting anything that the repository names."""

import os
from contextlib import suppress
from pathlib import Path
from subprocess import CalledProcessError

import pytest

from bot.models.names import CommitSha
from bot.models.run import GitState
from bot.source.git_failed import GitFailed
from bot.source.repository import (
    WorkTree,
    find_bare,
    find_work_tree,
    git_state,
    merge_base,
    origin_address,
    resolve_commit,
    user_excludes_file,
)
from tests.source.git_repositories import Repo, Trap


def test_a_clean_checkout_has_commit_and_branch(repo: Repo) -> None:
    commit = repo.commit(app__py=b"x\n")
    assert git_state(repo.path) == GitState(sha=commit, branch="main", dirty=False)


def test_a_detached_head_has_no_branch(repo: Repo) -> None:
    commit = repo.commit(app__py=b"x\n")
    repo.git("checkout", "--quiet", "--detach")
    assert git_state(repo.path) == GitState(sha=commit, branch=None, dirty=False)


def test_a_repository_without_a_commit_has_a_branch_only(repo: Repo) -> None:
    assert git_state(repo.path) == GitState(sha=None, branch="main", dirty=False)
    repo.write("app.py")
    assert git_state(repo.path).dirty


def test_outside_of_git_there_is_nothing_to_say(tmp_path: Path) -> None:
    assert find_work_tree(tmp_path) is None
    assert git_state(tmp_path) == GitState(sha=None, branch=None, dirty=False)


def test_inside_git_s_own_folder_there_is_no_work_tree(repo: Repo) -> None:
    assert find_work_tree(repo.git_dir) is None


@pytest.mark.parametrize("change", ["edited", "same size, same second", "staged", "deleted", "untracked", "mode"])
def test_a_file_that_differs_from_the_commit_makes_it_dirty(repo: Repo, change: str) -> None:
    repo.commit(app__py=b"one\n")
    app = repo.path / "app.py"
    match change:
        case "edited":
            app.write_bytes(b"other\n")
        case "same size, same second":
            before = app.stat()
            app.write_bytes(b"two\n")
            os.utime(app, ns=(before.st_atime_ns, before.st_mtime_ns))
        case "staged":
            app.write_bytes(b"other\n")
            repo.git("add", "app.py")
        case "deleted":
            app.unlink()
        case "untracked":
            repo.write("new.py")
        case "mode":
            app.chmod(0o755)
    assert git_state(repo.path).dirty


def test_ignored_files_and_other_folders_do_not_make_it_dirty(repo: Repo, tmp_path: Path) -> None:
    repo.write("sub/app.py")
    repo.commit(__gitignore=b"*.log\n")
    repo.write("noise.log")
    repo.write("elsewhere.py")
    assert git_state(repo.path).dirty
    assert not git_state(repo.path / "sub").dirty
    (tmp_path / "ignore").write_text("elsewhere.py\n")
    assert not git_state(repo.path, tmp_path / "ignore").dirty


def test_a_folder_of_the_work_tree_is_found_by_its_prefix(repo: Repo) -> None:
    """A line feed in the name is part of it."""
    repo.write("packages/o\nne/app.py")
    assert find_work_tree(repo.path) == WorkTree(git_dir=repo.git_dir, prefix="")
    assert find_work_tree(repo.path / "packages" / "o\nne") == WorkTree(git_dir=repo.git_dir, prefix="packages/o\nne/")


def test_the_state_is_read_without_starting_what_the_configuration_names(repo: Repo, trap: Trap) -> None:
    repo.write(".gitattributes", b"*.py filter=evil\n*.b filter=a=b\n*.c filter=served\n")
    repo.commit(app__py=b"one\n", app__b=b"one\n", app__c=b"one\n")
    trap.named_by(repo)
    repo.git("config", "filter.evil.required", "true")
    # Changed back, so that git can only tell by looking at the bytes, through the filter if it may.
    for name in ("app.py", "app.b", "app.c"):
        repo.write(name, b"two\n")
        repo.write(name, b"one\n")
    assert git_state(repo.path) == GitState(sha=CommitSha(_head(repo)), branch="main", dirty=False)
    assert not trap.sprung
    with suppress(CalledProcessError):
        repo.git("status")
    assert trap.sprung, "plain git does start it"


def _head(repo: Repo) -> str:
    return (repo.git_dir / "refs" / "heads" / "main").read_text().strip()


def test_a_filter_alone_springs_the_trap_in_plain_git(repo: Repo, trap: Trap) -> None:
    """The guard above bites for the filters as well, whose names no fixed list of settings knows."""
    repo.write(".gitattributes", b"*.b filter=a=b\n")
    repo.commit(app__b=b"one\n")
    repo.git("config", "filter.a=b.clean", str(trap.script))
    repo.write("app.b", b"two\n")
    assert git_state(repo.path).dirty
    assert not trap.sprung
    repo.git("status")
    assert trap.sprung


def test_submodules_are_not_entered_to_learn_the_state(repo: Repo, trap: Trap, tmp_path: Path) -> None:
    """A submodule has a configuration of its own."""
    other = Repo.new(tmp_path / "other")
    other.commit(lib__py=b"")
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(other.path), "vendored")
    repo.commit()
    Repo(repo.path / "vendored").git("config", "core.fsmonitor", str(trap.script))
    repo.write("vendored/lib.py", b"changed\n")
    assert not git_state(repo.path).dirty
    assert not trap.sprung


def test_looking_writes_nothing(repo: Repo) -> None:
    repo.commit(app__py=b"one\n")
    os.utime(repo.path / "app.py", (1, 1))
    before = {path: path.stat().st_mtime_ns for path in repo.git_dir.rglob("*")}
    assert not git_state(repo.path).dirty
    assert {path: path.stat().st_mtime_ns for path in repo.git_dir.rglob("*")} == before


def test_a_revision_means_its_commit(repo: Repo) -> None:
    commit = repo.commit(app__py=b"x\n")
    repo.git("tag", "--annotate", "--message=v", "v1")
    for revision in ("HEAD", "main", "v1", "refs/heads/main", commit, commit[:10]):
        assert resolve_commit(repo.git_dir, revision) == commit


@pytest.mark.parametrize(
    "revision", ["nowhere", "b" * 40, "HEAD:app.py", "HEAD~9", "--help", "--output=x", "", "a\0b", "-h", "HEAD^{tree}"]
)
def test_a_revision_that_means_no_commit_is_null(repo: Repo, revision: str) -> None:
    repo.commit(app__py=b"x\n")
    assert resolve_commit(repo.git_dir, revision) is None


def test_the_merge_base_is_where_two_branches_part(repo: Repo) -> None:
    base = repo.commit(app__py=b"x\n")
    main = repo.commit(app__py=b"y\n")
    repo.git("checkout", "--quiet", "-b", "side", base)
    side = repo.commit(more__py=b"z\n")
    alone = repo.commit_of(repo.tree([]))
    assert merge_base(repo.git_dir, main, side) == base
    assert merge_base(repo.git_dir, main, alone) is None


def test_a_sha256_repository_is_refused_with_one_sentence(tmp_path: Path) -> None:
    repo = Repo.new(tmp_path / "sha256", "--object-format=sha256")
    with pytest.raises(GitFailed, match=r"^the repository uses SHA-256 object names, which Obelize does not read$"):
        git_state(repo.path)


def test_a_broken_configuration_is_one_exception(repo: Repo) -> None:
    (repo.git_dir / "config").write_text("[core\n")
    with pytest.raises(GitFailed, match="bad config"):
        git_state(repo.path)


def test_the_users_ignore_file_is_where_git_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.delenv("GIT_CONFIG_GLOBAL", raising=False)
    assert user_excludes_file() == tmp_path / ".config" / "git" / "ignore"
    (tmp_path / ".gitconfig").write_text("[core]\n\texcludesFile = ~/my ignores\n")
    assert user_excludes_file() == tmp_path / "my ignores"


def test_this_process_s_git_variables_do_not_reach_git(
    repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a hook, where git sets them for its children."""
    commit = repo.commit(app__py=b"x\n")
    monkeypatch.setenv("GIT_DIR", str(tmp_path))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "index"))
    monkeypatch.setenv("GIT_WORK_TREE", "/")
    assert git_state(repo.path) == GitState(sha=commit, branch="main", dirty=False)


def test_a_bare_repository_and_a_git_folder_are_found_as_such(repo: Repo, tmp_path: Path) -> None:
    repo.commit(app__py=b"x\n")
    repo.git("clone", "--quiet", "--bare", str(repo.path), str(tmp_path / "bare.git"))
    assert find_bare(tmp_path / "bare.git") == tmp_path / "bare.git"
    assert find_bare(repo.git_dir) == repo.git_dir
    assert find_bare(repo.path) is None
    assert find_bare(tmp_path) is None


def test_the_origin_is_told_without_its_password(repo: Repo) -> None:
    assert origin_address(repo.git_dir) is None
    repo.git("config", "remote.origin.url", "https://ada:s3cret@git.example/shop.git")
    assert origin_address(repo.git_dir) == "https://git.example/shop.git"


def test_asking_for_the_origin_starts_nothing(repo: Repo, trap: Trap) -> None:
    trap.named_by(repo)
    repo.git("config", "remote.origin.url", f"ext::{trap.script}")
    assert origin_address(repo.git_dir) is None
    assert not trap.sprung
