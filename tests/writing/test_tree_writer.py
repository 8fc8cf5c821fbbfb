"""Exchanging files under a folder: whole or not at all, through no link, never over what somebody else wrote."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.vocabulary import WriteRefusal
from bot.writing.tree_writer import Refused, TreeWriter

TEMPORARY = ".obelize-0123456789abcdef.tmp"


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[TreeWriter]:
    with TreeWriter(tmp_path) as opened:
        yield opened


def test_a_file_gets_other_bytes_and_keeps_its_mode(writer: TreeWriter, tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_bytes(b"old\r\n")
    path.chmod(0o754)
    assert writer.replace("a.py", b"old\r\n", b"new\r\n", TEMPORARY) is None
    assert path.read_bytes() == b"new\r\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o754
    assert [one.name for one in tmp_path.iterdir()] == ["a.py"]


def test_a_file_in_a_folder_that_is_reached_by_folders(writer: TreeWriter, tmp_path: Path) -> None:
    (tmp_path / "shop" / "inner").mkdir(parents=True)
    (tmp_path / "shop/inner/a.py").write_bytes(b"old")
    assert writer.replace("shop/inner/a.py", b"old", b"new", TEMPORARY) is None
    assert (tmp_path / "shop/inner/a.py").read_bytes() == b"new"


def _changed(root: Path) -> None:
    (root / "a.py").write_bytes(b"somebody else's")


def _gone(root: Path) -> None:
    (root / "a.py").unlink()


def _link(root: Path) -> None:
    (root / "b.py").write_bytes(b"old")
    (root / "a.py").unlink()
    (root / "a.py").symlink_to(root / "b.py")


def _read_only(root: Path) -> None:
    (root / "a.py").chmod(0o444)


def _named_pipe(root: Path) -> None:
    (root / "a.py").unlink()
    os.mkfifo(root / "a.py")


@pytest.mark.parametrize(
    ("befalls", "reason"),
    [
        pytest.param(_changed, WriteRefusal.CHANGED_SINCE_READ, id="other bytes"),
        pytest.param(_gone, WriteRefusal.GONE, id="gone"),
        pytest.param(_link, WriteRefusal.REACHED_BY_LINK, id="a link to a file with the same bytes"),
        pytest.param(_read_only, WriteRefusal.NOT_WRITABLE, id="nobody may write it, an administrator neither"),
        pytest.param(_named_pipe, WriteRefusal.REACHED_BY_LINK, id="a named pipe, which is not waited for"),
    ],
)
def test_a_file_is_left_alone_that_is(
    befalls: "object", reason: WriteRefusal, writer: TreeWriter, tmp_path: Path
) -> None:
    (tmp_path / "a.py").write_bytes(b"old")
    assert callable(befalls)
    befalls(tmp_path)
    before = {one.name: one.lstat() for one in tmp_path.iterdir()}
    found = writer.replace("a.py", b"old", b"new", TEMPORARY)
    assert found is not None
    assert found.reason is reason
    assert found == writer.check("a.py", b"old")
    after = {one.name: one.lstat() for one in tmp_path.iterdir()}
    assert {name: (one.st_ino, one.st_mtime_ns) for name, one in after.items()} == {
        name: (one.st_ino, one.st_mtime_ns) for name, one in before.items()
    }


def test_no_folder_on_the_way_is_a_link(writer: TreeWriter, tmp_path: Path) -> None:
    elsewhere = tmp_path.parent / f"{tmp_path.name}-elsewhere"
    elsewhere.mkdir()
    (elsewhere / "a.py").write_bytes(b"old")
    (tmp_path / "shop").symlink_to(elsewhere)
    assert writer.replace("shop/a.py", b"old", b"new", TEMPORARY) == Refused(WriteRefusal.REACHED_BY_LINK)
    assert (elsewhere / "a.py").read_bytes() == b"old"


@pytest.mark.parametrize(
    "path", ["../a.py", "/etc/hostname", ".git/config", "a/../../b.py", "sub//a.py", ".GIT/hooks/x"]
)
def test_a_path_that_is_no_file_of_a_repository_is_refused(path: str, tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    (inside / ".git").mkdir(parents=True)
    (inside / ".git/config").write_bytes(b"old")
    (tmp_path / "a.py").write_bytes(b"old")
    with TreeWriter(inside) as writer:
        found = writer.replace(path, b"old", b"new", TEMPORARY)
    assert found is not None
    assert found.reason is WriteRefusal.CANNOT_BE_WRITTEN
    assert (inside / ".git/config").read_bytes() == b"old"


def test_a_file_that_changes_while_it_is_written_is_left_alone(
    writer: TreeWriter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.py"
    path.write_bytes(b"old")
    whole = os.fsync

    def meanwhile(descriptor: int) -> None:
        whole(descriptor)
        path.write_bytes(b"an editor's")

    monkeypatch.setattr(os, "fsync", meanwhile)
    assert writer.replace("a.py", b"old", b"new", TEMPORARY) == Refused(WriteRefusal.CHANGED_SINCE_READ)
    assert path.read_bytes() == b"an editor's"
    assert [one.name for one in tmp_path.iterdir()] == ["a.py"]


def test_a_full_disk_leaves_the_file_and_nothing_beside_it(
    writer: TreeWriter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.py").write_bytes(b"old")

    def full(descriptor: int, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    found = writer.replace("a.py", b"old", b"new", TEMPORARY)
    monkeypatch.undo()
    assert found == Refused(WriteRefusal.CANNOT_BE_WRITTEN, "No space left on device")
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("a.py", b"old")]
