"""What is true of every source, wherever its bytes come from."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path

import pytest

from bot.models.limitation import Limitation
from bot.source.content import blob_sha
from bot.source.git_objects import GitObjects
from bot.source.memory import MemoryTree
from bot.source.tree import SourceTree
from bot.source.working_tree import WorkingTree
from bot.vocabulary import LimitationCode
from tests.source.git_repositories import Repo

Opened = Callable[[Mapping[str, bytes]], SourceTree]
FILES = {
    "b.py": b"import PyPDF2\r\n",
    "a/deep/er.py": b"",
    "a.py": b"\x00\xff" * 40_000,
    "a-b.py": b"no final newline",
    "dev/ünï.py": b"x = 1\n",
    "-n": b"like an option\n",
}


@pytest.fixture(params=["memory", "a folder", "a work tree", "git objects", "a subfolder's objects"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opened]:
    """One kind of source after the other, over the same files."""
    trees: list[SourceTree] = []

    def open_over(files: Mapping[str, bytes]) -> SourceTree:
        trees.append(_source(request.param, tmp_path, files))
        return trees[-1]

    yield open_over
    for tree in trees:
        tree.close()
        tree.close()


def _source(kind: str, folder: Path, files: Mapping[str, bytes]) -> SourceTree:
    if kind == "memory":
        return MemoryTree(files)
    repo = Repo(folder / "plain") if kind == "a folder" else Repo.new(folder / "repo")
    inside = "pack age/" if kind == "a subfolder's objects" else ""
    for path, data in files.items():
        repo.write(inside + path, data)
    if kind in ("a folder", "a work tree"):
        return WorkingTree(repo.path)
    return GitObjects(repo.git_dir, repo.commit(), prefix=inside)


def test_files_are_listed_by_path_with_their_sizes(opened: Opened) -> None:
    listing = opened(FILES).listing()
    assert [(entry.path, entry.size) for entry in listing.entries] == sorted((p, len(d)) for p, d in FILES.items())
    assert listing.limitations == ()


def test_a_blob_name_where_one_is_known_is_the_name_git_gives(opened: Opened, tmp_path: Path) -> None:
    git = Repo.new(tmp_path / "oracle")
    for entry in opened(FILES).listing().entries:
        assert entry.blob in (None, git.blob(FILES[entry.path]))


def test_bytes_come_in_the_order_asked_and_as_often_as_asked(opened: Opened) -> None:
    order = ["b.py", "-n", "a.py", "b.py", "a/deep/er.py", "dev/ünï.py", "a-b.py"]
    assert list(opened(FILES).read(order, 1_000_000)) == [(path, FILES[path]) for path in order]


def test_two_reads_may_go_on_side_by_side_and_one_may_be_left_unfinished(opened: Opened) -> None:
    tree = opened(FILES)
    order = sorted(FILES)
    first, second = tree.read(order, 1_000_000), tree.read(order[::-1], 1_000_000)
    assert next(first) == (order[0], FILES[order[0]])
    assert next(second) == (order[-1], FILES[order[-1]])
    assert next(first) == (order[1], FILES[order[1]])
    del second
    assert list(first) == [(path, FILES[path]) for path in order[2:]]
    assert list(tree.read(["b.py"], 100)) == [("b.py", FILES["b.py"])]


@pytest.mark.parametrize(
    "path",
    ["nothing.py", "a", "../b.py", "/etc/passwd", ".git/config", "a/../b.py", "", "b.py/", "\udcff", "a\nb"],
)
def test_a_path_that_is_not_listed_is_told_as_such_however_it_is_spelled(opened: Opened, path: str) -> None:
    [(asked, content), (_, neighbour)] = opened(FILES).read([path, "b.py"], 1_000_000)
    assert asked == path
    assert isinstance(content, Limitation)
    assert content.code is LimitationCode.FILE_VANISHED
    assert neighbour == FILES["b.py"]


def test_a_file_one_byte_over_the_limit_is_not_read_and_one_at_the_limit_is(opened: Opened) -> None:
    tree = opened({"at.py": b"1234", "over.py": b"12345"})
    [(_, at), (_, over)] = tree.read(["at.py", "over.py"], 4)
    assert at == b"1234"
    assert over == Limitation(
        code=LimitationCode.FILE_TOO_LARGE, path="over.py", line=None, detail="5 bytes, the limit is 4"
    )


# The example of https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md.
POINTER = (
    b"version https://git-lfs.github.com/spec/v1\n"
    b"oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\n"
    b"size 12345\n"
)


def test_a_pointer_to_git_lfs_is_not_content_but_a_text_about_one_is(opened: Opened) -> None:
    about = b"# " + POINTER
    tree = opened({"model.py": POINTER, "about.py": about, "long.py": POINTER + b"#" * 1_024})
    contents = dict(tree.read(["model.py", "about.py", "long.py"], 10_000))
    assert contents["model.py"] == Limitation(code=LimitationCode.LFS_POINTER, path="model.py", line=None, detail=None)
    assert contents["about.py"] == about
    assert contents["long.py"] == POINTER + b"#" * 1_024


def test_an_empty_source_lists_nothing_and_reads_nothing(opened: Opened) -> None:
    tree = opened({"only.py": b""})
    assert list(tree.read([], 10)) == []
    assert [entry.path for entry in tree.listing().entries] == ["only.py"]


def test_memory_judges_its_paths_as_the_others_do() -> None:
    with closing(MemoryTree({"../up.py": b"", "a\\b.py": b"", "ok.py": b"x"}, executable=frozenset({"ok.py"}))) as tree:
        [entry] = tree.listing().entries
        codes = [(told.path, told.code) for told in tree.listing().limitations]
    assert (entry.path, entry.executable, entry.blob) == ("ok.py", True, blob_sha(b"x"))
    assert codes == [("../up.py", LimitationCode.PATH_UNSAFE), (r"a\x5cb.py", LimitationCode.PATH_NOT_PORTABLE)]
