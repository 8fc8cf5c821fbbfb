"""The zip of a run folder: what it unpacks stays where it is unpacked."""

import io
import stat
import zipfile

import pytest

from bot.evidence.archive import UnsafeNameError, zip_archive

FILES = {"run.json": b"{}", "packs/a/b/pack.yaml": b"schema: 1\n", "REPORT.md": "ä\n".encode()}


def test_it_holds_the_files_under_one_folder() -> None:
    archive = zipfile.ZipFile(io.BytesIO(zip_archive("run-1", FILES)))
    assert {name: archive.read(name) for name in archive.namelist()} == {f"run-1/{n}": d for n, d in FILES.items()}
    assert archive.testzip() is None


def test_every_entry_is_a_plain_file_that_anybody_may_read() -> None:
    archive = zipfile.ZipFile(io.BytesIO(zip_archive("run-1", FILES)))
    for entry in archive.infolist():
        assert stat.S_ISREG(entry.external_attr >> 16)
        assert stat.S_IMODE(entry.external_attr >> 16) == 0o644


def test_the_same_files_in_any_order_are_the_same_bytes() -> None:
    assert zip_archive("r", FILES) == zip_archive("r", dict(reversed(FILES.items())))


@pytest.mark.parametrize("name", ["/etc/passwd", "../up", "a/../../up", "a//b", "a\\b", "./a", "", "a/"])
def test_a_name_that_would_leave_is_refused(name: str) -> None:
    with pytest.raises(UnsafeNameError):
        zip_archive("r", {name: b""})
