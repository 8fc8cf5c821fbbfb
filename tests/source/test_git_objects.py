"""A tree at one commit, out of git objects that a stranger made."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bot.models.limitation import Limitation
from bot.models.names import CommitSha
from bot.source.git_failed import GitFailed, GitTimedOut, OverLimit
from bot.source.git_objects import GitObjects, TreeBounds
from bot.vocabulary import LimitationCode
from tests.source.git_repositories import EXECUTABLE, FILE, FOLDER, LINK, SUBMODULE, Repo, Trap

LIMIT = 1_000_000


@contextmanager
def tree_at(repo: Repo, commit: str, bounds: TreeBounds | None = None) -> Iterator[GitObjects]:
    with closing(GitObjects(repo.git_dir, CommitSha(commit), bounds=bounds)) as tree:
        yield tree


def told(tree: GitObjects) -> list[tuple[str | None, LimitationCode]]:
    return [(limitation.path, limitation.code) for limitation in tree.listing().limitations]


def listed(tree: GitObjects) -> list[str]:
    return [entry.path for entry in tree.listing().entries]


def test_what_was_committed_is_read_whatever_the_work_tree_says_now(repo: Repo) -> None:
    commit = repo.commit(app__py=b"old\r\n")
    repo.commit(app__py=b"new\n", more__py=b"")
    repo.write("app.py", b"not committed\n")
    with tree_at(repo, commit) as tree:
        assert list(tree.read(listed(tree), LIMIT)) == [("app.py", b"old\r\n")]


def test_what_is_no_regular_file_is_told_once_and_never_followed(repo: Repo) -> None:
    blob = repo.blob(b"code\n")
    passwd = repo.blob(b"/etc/passwd")
    entries = [
        (EXECUTABLE, b"run.py", blob),
        ("100664", b"shared.py", blob),
        (LINK, b"secrets.py", passwd),
        (SUBMODULE, b"vendored", "a" * 40),
    ]
    with tree_at(repo, repo.commit_of(repo.tree(entries))) as tree:
        assert [(entry.path, entry.executable) for entry in tree.listing().entries] == [
            ("run.py", True),
            ("shared.py", False),
        ]
        assert told(tree) == [
            ("secrets.py", LimitationCode.SYMLINK_NOT_FOLLOWED),
            ("vendored", LimitationCode.SUBMODULE_NOT_FOLLOWED),
        ]
        [(_, link), (_, file)] = tree.read(["secrets.py", "run.py"], LIMIT)
        assert isinstance(link, Limitation)
        assert file == b"code\n"


def test_names_that_git_allows_and_we_do_not_are_told_and_the_others_are_read(repo: Repo) -> None:
    """The names go in as raw tree objects: git's own commands would refuse half of them."""
    blob = repo.blob(b"x\n")
    up = repo.tree([(FILE, b"passwd", blob)])
    names = [b"caf\xe9.py", b"line\nfeed.py", b"carriage\r\n.py", b"back\\slash.py", b"a/b.py", b"ok.py", b"n" * 255]
    inside = [(FILE, name, blob) for name in names] + [(FOLDER, b"..", up), (FOLDER, b".git", up)]
    with tree_at(repo, repo.commit_of(repo.tree(inside))) as tree:
        assert listed(tree) == ["a/b.py", "n" * 255, "ok.py"]
        assert told(tree) == [
            ("../passwd", LimitationCode.PATH_UNSAFE),
            (".git/passwd", LimitationCode.PATH_UNSAFE),
            (r"back\x5cslash.py", LimitationCode.PATH_NOT_PORTABLE),
            (r"caf\xe9.py", LimitationCode.PATH_NOT_UTF8),
            (r"carriage\x0d\x0a.py", LimitationCode.PATH_NOT_PORTABLE),
            (r"line\x0afeed.py", LimitationCode.PATH_NOT_PORTABLE),
        ]
        assert list(tree.read(["n" * 255], LIMIT)) == [("n" * 255, b"x\n")]


def test_a_path_that_stands_twice_is_no_file(repo: Repo) -> None:
    """Which of the two GitHub would show, nobody says; an edit of one could be taken for an edit of the other."""
    one, two = repo.blob(b"one\n"), repo.blob(b"two\n")
    tree_sha = repo.tree([(FILE, b"app.py", one), (FILE, b"app.py", two), (FILE, b"z.py", one)])
    with tree_at(repo, repo.commit_of(tree_sha)) as tree:
        assert listed(tree) == ["z.py"]
        assert told(tree) == [("app.py", LimitationCode.PATH_UNSAFE)]


def test_a_file_over_the_limit_is_known_by_its_size_and_not_read(repo: Repo) -> None:
    """Its object is taken away first: only a reader that never asks for it can tell its size."""
    commit = repo.commit(huge__py=b"#" * 3_000_000, small__py=b"x\n")
    with tree_at(repo, commit) as tree:
        tree.listing()
        object_file(repo, "huge.py", commit).unlink()
        [(_, huge), (_, small)] = tree.read(["huge.py", "small.py"], LIMIT)
    assert isinstance(huge, Limitation)
    assert (huge.code, huge.detail) == (LimitationCode.FILE_TOO_LARGE, "3,000,000 bytes, the limit is 1,000,000")
    assert small == b"x\n"


def test_git_that_died_ahead_of_the_reader_costs_the_file_that_killed_it(repo: Repo) -> None:
    """Its answers so far still lie in the pipe when the next questions cannot be put any more."""
    files = {f"f{number:03}__py": b"# %d\n" % number for number in range(200)}
    commit = repo.commit(**files)
    harmed = object_file(repo, "f050.py", commit)
    whole = harmed.read_bytes()
    harmed.unlink()
    harmed.write_bytes(whole[:-9])
    with tree_at(repo, commit) as tree:
        contents = tree.read(sorted(name.replace("__", ".") for name in files), LIMIT)
        read = [next(contents)]
        tree._readers[0]._git._process.wait(timeout=60)
        read += contents
    assert [path for path, content in read if isinstance(content, Limitation)] == ["f050.py"]


def object_file(repo: Repo, path: str, commit: str) -> Path:
    name = repo.git("rev-parse", f"{commit}:{path}")
    return repo.git_dir / "objects" / name[:2] / name[2:]


@pytest.mark.parametrize("harm", ["gone before it is listed", "gone after it is listed", "broken", "cut short"])
def test_a_missing_or_broken_object_costs_its_own_file_only(repo: Repo, harm: str) -> None:
    files = {f"f{number:03}__py": b"# %d\n" % number * 50 for number in range(200)}
    commit = repo.commit(**files)
    harmed = [object_file(repo, f"f{number:03}.py", commit) for number in (7, 8, 150)]
    with tree_at(repo, commit) as tree:
        if harm != "gone before it is listed":
            tree.listing()
        for file in harmed:
            whole = file.read_bytes()
            file.unlink()
            if harm == "broken":
                file.write_bytes(b"nothing that zlib knows")
            if harm == "cut short":
                file.write_bytes(whole[:-9])
        contents = dict(tree.read(sorted(name.replace("__", ".") for name in files), LIMIT))
    lost = {path: content for path, content in contents.items() if isinstance(content, Limitation)}
    assert {content.code for content in lost.values()} == {LimitationCode.FILE_VANISHED}
    assert sorted(lost) == ["f007.py", "f008.py", "f150.py"]
    assert contents["f009.py"] == files["f009__py"]


def test_thousands_of_blobs_and_large_ones_do_not_block_each_other(repo: Repo) -> None:
    """More questions and more answers than any pipe holds are under way at once."""
    files = {f"f{number:04}__py": b"%d\n" % number for number in range(1_500)}
    files |= {f"g{number}__py": os.urandom(400_000) for number in range(5)}
    commit = repo.commit(**files)
    order = sorted(name.replace("__", ".") for name in files)
    order = [path for pair in zip(order, reversed(order), strict=True) for path in pair]
    with tree_at(repo, commit) as tree:
        for path, content in tree.read(order, LIMIT):
            assert content == files[path.replace(".", "__")]


def test_the_repositorys_configuration_is_not_obeyed(repo: Repo, trap: Trap) -> None:
    repo.write(".gitattributes", b"*.py filter=evil diff=evil text eol=crlf\n")
    commit = repo.commit(app__py=b"x = 1\n")
    trap.named_by(repo)
    repo.git_dir.joinpath("info", "attributes").write_text("*.py filter=evil\n")
    with tree_at(repo, commit) as tree:
        assert dict(tree.read(["app.py"], LIMIT)) == {"app.py": b"x = 1\n"}
    assert not trap.sprung


@pytest.fixture
def partial_clone(repo: Repo, trap: Trap, tmp_path: Path) -> tuple[Repo, CommitSha]:
    """A clone without blobs, whose configuration says how to fetch them: by running the trap."""
    commit = repo.commit(app__py=b"x = 1\n")
    repo.git("config", "uploadpack.allowFilter", "true")
    repo.git(
        "clone", "--quiet", "--no-checkout", "--filter=blob:none", f"file://{repo.path}", str(tmp_path / "partial")
    )
    clone = Repo(tmp_path / "partial")
    clone.git("config", "remote.origin.uploadpack", str(trap.script))
    return clone, commit


def test_a_missing_object_is_not_fetched(partial_clone: tuple[Repo, CommitSha], trap: Trap) -> None:
    clone, commit = partial_clone
    with tree_at(clone, commit) as tree:
        [(_, content)] = tree.read(["app.py"], LIMIT)
    assert isinstance(content, Limitation)
    assert content.code is LimitationCode.FILE_VANISHED
    assert not trap.sprung


def test_the_same_clone_makes_plain_git_run_the_program(partial_clone: tuple[Repo, CommitSha], trap: Trap) -> None:
    """The guard above bites: reading through the clone's own configuration is an execution path."""
    clone, commit = partial_clone
    with pytest.raises(Exception, match="cat-file"):
        clone.git("cat-file", "blob", f"{commit}:app.py")
    assert trap.sprung


def test_a_replacement_of_an_object_is_not_taken_for_it(repo: Repo) -> None:
    commit = repo.commit(app__py=b"true\n")
    repo.git("replace", repo.blob(b"true\n"), repo.blob(b"false\n"))
    assert repo.git("show", f"{commit}:app.py") == "false"
    with tree_at(repo, commit) as tree:
        assert dict(tree.read(["app.py"], LIMIT)) == {"app.py": b"true\n"}


def test_trees_nested_to_name_a_million_files_are_refused(repo: Repo) -> None:
    tree_sha = repo.tree([(FILE, b"%d" % number, repo.blob(b"")) for number in range(10)])
    for _ in range(5):
        tree_sha = repo.tree([(FOLDER, b"%d" % number, tree_sha) for number in range(10)])
    with (
        tree_at(repo, repo.commit_of(tree_sha), TreeBounds(files=1_000)) as tree,
        pytest.raises(OverLimit, match=r"1,000 files"),
    ):
        tree.listing()


def test_names_without_end_are_refused_one_by_one_and_all_together(repo: Repo) -> None:
    """Folders with long names in one another: git passes a kilobyte on, and we get ten megabytes."""
    tree_sha = repo.tree([(FILE, b"%03d" % number, repo.blob(b"")) for number in range(100)])
    commits = [repo.commit_of(tree_sha := repo.tree([(FOLDER, b"n" * 10_000, tree_sha)])) for _ in range(10)]
    with tree_at(repo, commits[0]) as tree:
        (name,) = {limitation.path for limitation in tree.listing().limitations}
        assert name == f"{'n' * 200}…"
        assert told(tree) == [(name, LimitationCode.PATH_TOO_LONG)]
    with tree_at(repo, commits[-1], TreeBounds(files=10_000)) as tree, pytest.raises(OverLimit, match="names"):
        tree.listing()


def test_no_more_is_read_than_the_bounds_allow(repo: Repo) -> None:
    commit = repo.commit(a__py=b"a" * 600, b__py=b"b" * 600)
    with tree_at(repo, commit, TreeBounds(read_bytes=1_000)) as tree:
        reading = tree.read(["a.py", "b.py"], LIMIT)
        assert next(reading) == ("a.py", b"a" * 600)
        with pytest.raises(OverLimit, match=r"1,000 bytes.*OBELIZE_LIMIT_READ_MB"):
            next(reading)


def test_an_empty_commit_has_no_files(repo: Repo) -> None:
    with tree_at(repo, repo.commit()) as tree:
        assert tree.listing().entries == ()


@pytest.mark.parametrize("name", ["HEAD", "main", "a" * 39, "A" * 40, "--output=x", "a" * 40 + "\n"])
def test_a_commit_is_taken_by_its_whole_name_only(repo: Repo, name: str) -> None:
    repo.commit()
    with pytest.raises(GitFailed, match="40 hexadecimal digits"):
        GitObjects(repo.git_dir, CommitSha(name))


def test_a_commit_that_is_not_there_is_one_exception(repo: Repo) -> None:
    repo.commit()
    with tree_at(repo, "b" * 40) as tree, pytest.raises(GitFailed, match="ls-tree ended with status 128"):
        tree.listing()


def test_a_sha256_repository_is_refused_with_one_sentence(tmp_path: Path) -> None:
    repo = Repo.new(tmp_path / "sha256", "--object-format=sha256")
    with pytest.raises(GitFailed, match=r"^the repository uses SHA-256 object names, which Obelize does not read$"):
        GitObjects(repo.git_dir, CommitSha("a" * 40))


def test_a_folder_that_is_no_repository_is_one_exception(tmp_path: Path) -> None:
    with pytest.raises(GitFailed):
        GitObjects(tmp_path, CommitSha("a" * 40))
    with pytest.raises(GitFailed):
        GitObjects(tmp_path / "nowhere", CommitSha("a" * 40))


def test_a_linked_work_tree_and_a_detached_head_read_the_same_objects(repo: Repo, tmp_path: Path) -> None:
    commit = repo.commit(app__py=b"x\n")
    repo.git("worktree", "add", "--quiet", "--detach", str(tmp_path / "linked"), commit)
    git_dir = Path(Repo(tmp_path / "linked").git("rev-parse", "--absolute-git-dir"))
    with closing(GitObjects(git_dir, commit)) as tree:
        assert dict(tree.read(["app.py"], LIMIT)) == {"app.py": b"x\n"}


def test_nothing_is_left_running_or_lying_about(repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    with tree_at(repo, repo.commit(app__py=b"x\n", more__py=b"y\n")) as tree:
        unfinished = tree.read(["app.py", "more.py"], LIMIT)
        next(unfinished)
        [process] = [reader._git._process for reader in tree._readers]
        assert process.poll() is None
    assert process.returncode is not None
    assert list((tmp_path / "temporary").iterdir()) == []


def test_a_git_that_hangs_ends_the_read(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    """A FIFO in the place of an object: whoever opens it waits for ever."""
    commit = repo.commit(app__py=b"x\n")
    monkeypatch.setattr("bot.source.blob_reader._SECONDS_FOR_ONE", 0.3)
    with tree_at(repo, commit) as tree:
        tree.listing()
        file = object_file(repo, "app.py", commit)
        file.unlink()
        os.mkfifo(file)
        with pytest.raises(GitTimedOut, match=r"cat-file took longer than 0.3 s"):
            list(tree.read(["app.py"], LIMIT))
