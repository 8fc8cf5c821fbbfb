"""A folder as it stands on a disk that others write to."""

import os
import socket
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bot.models.limitation import Limitation
from bot.source.git_failed import GitFailed
from bot.source.stamps import stamp_of
from bot.source.working_tree import WorkingTree
from bot.vocabulary import LimitationCode
from tests.source.git_repositories import Repo, Trap

LIMIT = 1_000_000


@contextmanager
def tree_of(folder: Path, user_excludes: Path | None = None) -> Iterator[WorkingTree]:
    with closing(WorkingTree(folder, user_excludes)) as tree:
        yield tree


@contextmanager
def as_somebody_else() -> Iterator[None]:
    """Without root's right to read everything, where the tests run as root."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65_534)
    try:
        yield
    finally:
        os.seteuid(0)


def listed(folder: Path, user_excludes: Path | None = None) -> list[str]:
    with tree_of(folder, user_excludes) as tree:
        return [entry.path for entry in tree.listing().entries]


def told(folder: Path) -> list[tuple[str | None, LimitationCode]]:
    with tree_of(folder) as tree:
        return [(limitation.path, limitation.code) for limitation in tree.listing().limitations]


@pytest.fixture(params=["git", "walk"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Repo:
    """A folder, inside a work tree and outside of any."""
    repo = Repo.new(tmp_path / "work") if request.param == "git" else Repo(tmp_path / "plain")
    repo.path.mkdir(exist_ok=True)
    return repo


def test_tracked_and_new_files_are_listed_ignored_and_deleted_ones_are_not(repo: Repo) -> None:
    repo.write(".gitignore", b"*.log\nbuild/\n")
    repo.commit(tracked__py=b"1\n", deleted__py=b"2\n", forced__log=b"3\n")
    repo.git("add", "--force", "forced.log")
    repo.git("commit", "--quiet", "--message=force")
    (repo.path / "deleted.py").unlink()
    repo.write("new.py")
    repo.write("noise.log")
    repo.write("build/lib.py")
    assert listed(repo.path) == [".gitignore", "forced.log", "new.py", "tracked.py"]


def test_the_users_own_ignore_file_counts_where_it_is_named(repo: Repo, tmp_path: Path) -> None:
    repo.write(".idea/workspace.py")
    repo.write("app.py")
    (tmp_path / "ignore").write_text(".idea/\n")
    assert listed(repo.path) == [".idea/workspace.py", "app.py"]
    assert listed(repo.path, tmp_path / "ignore") == ["app.py"]


def test_the_root_may_be_a_folder_of_the_work_tree(repo: Repo) -> None:
    repo.write("packages/one/app.py", b"one\n")
    repo.write("packages/one/new/more.py")
    repo.commit(outside__py=b"")
    repo.write("packages/one/untracked.py")
    with tree_of(repo.path / "packages" / "one") as tree:
        assert [entry.path for entry in tree.listing().entries] == ["app.py", "new/more.py", "untracked.py"]
        assert dict(tree.read(["app.py"], LIMIT)) == {"app.py": b"one\n"}


def test_a_conflict_lists_its_file_once(repo: Repo) -> None:
    repo.commit(app__py=b"base\n")
    repo.git("checkout", "--quiet", "-b", "side")
    repo.commit(app__py=b"side\n")
    repo.git("checkout", "--quiet", "main")
    repo.commit(app__py=b"main\n")
    with pytest.raises(Exception, match="merge"):
        repo.git("merge", "side")
    assert listed(repo.path) == ["app.py"]


def test_executable_files_say_so(folder: Repo) -> None:
    folder.write("run.py")
    (folder.path / "run.py").chmod(0o755)
    folder.write("read.py")
    with tree_of(folder.path) as tree:
        assert [(entry.path, entry.executable) for entry in tree.listing().entries] == [
            ("read.py", False),
            ("run.py", True),
        ]


@pytest.mark.parametrize("name", [b"caf\xe9.py", b"line\nfeed.py", b"back\\slash.py", b"cr\r\n.py"])
def test_a_name_that_cannot_be_used_is_told_and_its_neighbours_are_read(folder: Repo, name: bytes) -> None:
    folder.write(name)
    folder.write(b"n" * 255)
    assert listed(folder.path) == ["n" * 255]
    [(shown, code)] = told(folder.path)
    assert shown is not None
    assert shown.isprintable()
    assert code in (LimitationCode.PATH_NOT_UTF8, LimitationCode.PATH_NOT_PORTABLE)


def test_links_to_files_and_folders_are_told_and_not_followed(folder: Repo) -> None:
    folder.write("real/app.py")
    (folder.path / "passwd.py").symlink_to("/etc/passwd")
    (folder.path / "alias").symlink_to("real")
    (folder.path / "broken.py").symlink_to("nowhere")
    assert listed(folder.path) == ["real/app.py"]
    assert told(folder.path) == [
        (path, LimitationCode.SYMLINK_NOT_FOLLOWED) for path in ("alias", "broken.py", "passwd.py")
    ]


def test_a_tracked_folder_that_became_a_link_is_told_once_and_nothing_behind_it_is_read(
    repo: Repo, tmp_path: Path
) -> None:
    repo.write("sub/deep/one.py")
    repo.write("sub/deep/two.py")
    repo.commit(app__py=b"")
    (tmp_path / "elsewhere" / "deep").mkdir(parents=True)
    (tmp_path / "elsewhere" / "deep" / "one.py").write_text("secret\n")
    (repo.path / "sub").rename(tmp_path / "moved")
    (repo.path / "sub").symlink_to(tmp_path / "elsewhere")
    assert listed(repo.path) == ["app.py"]
    assert told(repo.path) == [("sub", LimitationCode.SYMLINK_NOT_FOLLOWED)]


@pytest.mark.parametrize("exchanged", ["the file", "its folder"])
def test_what_becomes_a_link_after_the_listing_is_not_followed(folder: Repo, tmp_path: Path, exchanged: str) -> None:
    folder.write("sub/app.py", b"mine\n")
    folder.write("z/other.py", b"other\n")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "app.py").write_text("secret\n")
    with tree_of(folder.path) as tree:
        assert [entry.path for entry in tree.listing().entries] == ["sub/app.py", "z/other.py"]
        if exchanged == "the file":
            (folder.path / "sub" / "app.py").unlink()
            (folder.path / "sub" / "app.py").symlink_to(tmp_path / "elsewhere" / "app.py")
        else:
            (folder.path / "sub").rename(tmp_path / "moved")
            (folder.path / "sub").symlink_to(tmp_path / "elsewhere")
        # Reading elsewhere first makes the tree let go of the folder that the listing opened.
        [(_, other), (_, content)] = tree.read(["z/other.py", "sub/app.py"], LIMIT)
    assert other == b"other\n"
    assert isinstance(content, Limitation)
    assert content.code is LimitationCode.SYMLINK_NOT_FOLLOWED


def test_a_fifo_a_socket_and_a_device_are_told_and_nobody_waits_for_them(tmp_path: Path) -> None:
    folder = Repo(tmp_path / "plain")
    folder.write("app.py")
    os.mkfifo(folder.path / "pipe.py")
    (folder.path / "folder.py").mkdir()
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(folder.path / "socket.py"))
        assert listed(folder.path) == ["app.py"]
        assert told(folder.path) == [(path, LimitationCode.SPECIAL_FILE_NOT_READ) for path in ("pipe.py", "socket.py")]


def test_a_tracked_file_that_became_a_fifo_is_told(repo: Repo) -> None:
    repo.commit(app__py=b"x\n")
    (repo.path / "app.py").unlink()
    os.mkfifo(repo.path / "app.py")
    assert listed(repo.path) == []
    assert told(repo.path) == [("app.py", LimitationCode.SPECIAL_FILE_NOT_READ)]


def test_a_file_that_becomes_a_fifo_after_the_listing_does_not_hang_the_read(folder: Repo) -> None:
    folder.write("app.py")
    with tree_of(folder.path) as tree:
        tree.listing()
        (folder.path / "app.py").unlink()
        os.mkfifo(folder.path / "app.py")
        [(_, content)] = tree.read(["app.py"], LIMIT)
    assert isinstance(content, Limitation)
    assert content.code is LimitationCode.SPECIAL_FILE_NOT_READ


@pytest.mark.parametrize("fate", ["deleted", "a folder now", "its folder deleted", "unreadable"])
def test_a_file_that_vanishes_after_the_listing_is_told_and_the_next_is_read(folder: Repo, fate: str) -> None:
    folder.write("sub/app.py")
    folder.write("sub2/next.py", b"next\n")
    with tree_of(folder.path) as tree:
        tree.listing()
        app = folder.path / "sub" / "app.py"
        if fate == "unreadable":
            app.chmod(0)
        else:
            app.unlink()
        if fate == "a folder now":
            app.mkdir()
        if fate == "its folder deleted":
            app.parent.rmdir()
        with as_somebody_else():
            [(_, content), (_, after)] = tree.read(["sub/app.py", "sub2/next.py"], LIMIT)
    assert isinstance(content, Limitation)
    assert content.code is LimitationCode.FILE_VANISHED
    assert after == b"next\n"


def test_a_file_that_grew_over_the_limit_after_the_listing_is_not_read(folder: Repo) -> None:
    folder.write("app.py", b"x")
    with tree_of(folder.path) as tree:
        tree.listing()
        folder.write("app.py", b"x" * 11)
        [(_, content)] = tree.read(["app.py"], 10)
    assert isinstance(content, Limitation)
    assert content.code is LimitationCode.FILE_TOO_LARGE


def test_submodules_and_repositories_inside_are_told(repo: Repo, tmp_path: Path) -> None:
    other = Repo.new(tmp_path / "other")
    other.commit(lib__py=b"")
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(other.path), "vendored")
    Repo.new(repo.path / "nested").commit(deep__py=b"")
    assert listed(repo.path) == [".gitmodules"]
    assert told(repo.path) == [(path, LimitationCode.SUBMODULE_NOT_FOLLOWED) for path in ("nested", "vendored")]


def test_installed_packages_and_caches_are_left_out_unless_they_are_committed(folder: Repo) -> None:
    folder.write("app.py")
    folder.write("env/pyvenv.cfg")
    folder.write("env/lib/python3.13/site-packages/PyPDF2/__init__.py")
    folder.write("web/node_modules/gyp/gyp.py")
    folder.write("__pycache__/app.py")
    folder.write(".obelize/runs/x/snapshots/y.py")
    assert listed(folder.path) == ["app.py"]
    assert told(folder.path) == [(path, LimitationCode.FOLDER_NOT_READ) for path in ("env", "web/node_modules")]
    if (folder.path / ".git").exists():
        folder.git("add", "--force", "web")
        assert listed(folder.path) == ["app.py", "web/node_modules/gyp/gyp.py"]


def test_a_folder_that_is_itself_a_virtual_environment_may_be_named(tmp_path: Path) -> None:
    folder = Repo(tmp_path / "env")
    folder.write("pyvenv.cfg")
    folder.write("lib/app.py")
    assert listed(folder.path) == ["lib/app.py", "pyvenv.cfg"]


def test_the_root_may_be_reached_through_a_link(folder: Repo, tmp_path: Path) -> None:
    folder.write("app.py")
    (tmp_path / "link").symlink_to(folder.path)
    assert listed(tmp_path / "link") == ["app.py"]


def test_a_repository_without_a_commit_is_listed(repo: Repo) -> None:
    assert listed(repo.path) == []
    repo.write("app.py")
    assert listed(repo.path) == ["app.py"]


def test_git_s_own_folder_is_never_listed_nor_read(folder: Repo) -> None:
    folder.write("app.py")
    folder.write("sub/.git/config.py")
    with tree_of(folder.path) as tree:
        assert not any(".git" in entry.path.split("/") for entry in tree.listing().entries)
        [(_, content)] = tree.read([".git/config"], LIMIT)
    assert isinstance(content, Limitation)


def test_listing_starts_nothing_that_the_configuration_names(repo: Repo, trap: Trap) -> None:
    repo.write(".gitattributes", b"*.py filter=evil\n")
    repo.commit(app__py=b"x\n")
    trap.named_by(repo)
    repo.write("app.py", b"y\n")
    assert listed(repo.path) == [".gitattributes", "app.py"]
    assert not trap.sprung
    repo.git("ls-files", "--others")
    assert trap.sprung, "plain git does start it"


def test_a_work_tree_that_the_configuration_moves_elsewhere_is_not_followed(repo: Repo, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "secret.py").write_text("x\n")
    repo.write("app.py")
    repo.git("config", "core.worktree", str(tmp_path / "elsewhere"))
    assert listed(repo.path) == ["app.py"]


def test_a_sha256_repository_is_refused_with_one_sentence(tmp_path: Path) -> None:
    repo = Repo.new(tmp_path / "sha256", "--object-format=sha256")
    with tree_of(repo.path) as tree, pytest.raises(GitFailed, match="SHA-256 object names"):
        tree.listing()


def test_a_root_that_is_no_folder_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        WorkingTree(tmp_path / "nowhere")


def test_a_file_that_was_just_written_has_no_stamp(folder: Repo) -> None:
    """The clock of the file system may not tell the next change from this one."""
    folder.write("a.py", b"one")
    with tree_of(folder.path) as tree:
        assert [entry.stamp for entry in tree.listing().entries] == [None]


def test_a_stamp_changes_with_the_bytes(tmp_path: Path) -> None:
    """Also where size and time of writing are made the same again: no call sets the time of the last change."""
    file, later = tmp_path / "a.py", time.time_ns() + 10**11
    stamps = set()
    for data in (b"one", b"two"):
        file.write_bytes(data)
        os.utime(file, ns=(1, 1))
        stamps.add(stamp_of(file.stat(), later))
        time.sleep(0.02)
    assert len(stamps - {None}) == 2
    assert stamp_of(file.stat(), later) in stamps
