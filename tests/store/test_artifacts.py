"""Artifacts: the bytes that were stored, under keys that no text can bend."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.models.names import CommitSha, RepositoryId, RunId
from bot.models.run_key import RunKey
from bot.store.artifacts import Artifacts, RunFolder, StoredFile, is_folder_path
from bot.store.database import StoreError

RUN = RunId("20261130T142530Z-3f9a1c72")
FOLDER = RunFolder(7, RUN)
KEY = RunKey.of(RepositoryId(7), 3, CommitSha("a" * 40), 1)
FILES = {
    "run.json": b"{}\n",
    "patch.diff": bytes(range(256)),
    "packs/py-pdf/pypdf2-to-pypdf/pack.yaml": b"schema: 1\n",
    "empty": b"",
}


@pytest.fixture
def artifacts(tmp_path: Path) -> Artifacts:
    return Artifacts((tmp_path / "some where" / "artifacts").as_uri())


def on_disk(tmp_path: Path) -> set[str]:
    return {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}


def test_a_run_folder_comes_back_as_it_was_stored(artifacts: Artifacts) -> None:
    artifacts.put_run(FOLDER, FILES, b"PK")
    assert artifacts.files_of(FOLDER) == tuple(StoredFile(path, len(FILES[path])) for path in sorted(FILES))
    assert {path: artifacts.read_file(FOLDER, path) for path in FILES} == FILES
    assert artifacts.read_archive(FOLDER) == b"PK"


def test_what_is_not_there_is_null(artifacts: Artifacts) -> None:
    assert artifacts.files_of(FOLDER) == ()
    assert artifacts.read_file(FOLDER, "run.json") is None
    assert artifacts.read_archive(FOLDER) is None
    assert artifacts.read_blob(KEY, "0" * 64) is None


@pytest.mark.parametrize(
    "path",
    [
        "../../../secret",
        "/etc/passwd",
        "a/../../b",
        "./a",
        "a//b",
        "a/",
        "",
        ".hidden",
        "a/.git/config",
        "a\\b",
        "%2e%2e/secret",
        "a b",
        "é",
        "a\x00b",
        "a\n",
        "x" * 200,
        "/".join("abcdefghij"),
    ],
)
def test_a_path_of_another_form_reaches_nothing(artifacts: Artifacts, tmp_path: Path, path: str) -> None:
    """Neither reading nor writing: a file beside the storage stays out of reach and nothing is left behind."""
    (tmp_path / "secret").write_bytes(b"secret")
    assert artifacts.read_file(FOLDER, path) is None
    with pytest.raises(ValueError, match="file of this name"):
        artifacts.put_run(FOLDER, {path: b"x"}, b"PK")
    assert on_disk(tmp_path) == {"secret"}


@given(st.text(max_size=40))
def test_what_passes_as_a_path_stays_below_its_folder(text: str) -> None:
    """Whatever the text is: joined to a folder it is below that folder, and is spelled as it was given."""
    if is_folder_path(text):
        joined = Path("/folder") / text
        assert str(joined) == f"/folder/{text}"
        assert ".." not in joined.parts


@pytest.mark.parametrize("run_id", ["", "..", "../20261130T142530Z-3f9a1c72", "20261130T142530Z-3F9A1C72", f"{RUN}\n"])
def test_a_folder_of_another_name_is_no_folder(run_id: str) -> None:
    with pytest.raises(ValueError, match="run id"):
        RunFolder(7, RunId(run_id))


def test_blobs_are_named_by_their_bytes(artifacts: Artifacts) -> None:
    """SHA-256 of "abc" is FIPS 180-2's own example."""
    sha256 = artifacts.put_blob(KEY, b"abc")
    assert sha256 == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert artifacts.put_blob(KEY, b"abc") == sha256
    assert artifacts.read_blob(KEY, sha256) == b"abc"
    assert artifacts.read_blob(KEY.next_attempt(), sha256) is None
    assert artifacts.read_blob(KEY, "../" + sha256) is None


def test_a_blob_that_was_changed_is_refused(artifacts: Artifacts, tmp_path: Path) -> None:
    """Bytes handed on are the bytes that were hashed, or nothing."""
    sha256 = artifacts.put_blob(KEY, b"abc")
    next(tmp_path.rglob(sha256)).write_bytes(b"abd")
    with pytest.raises(StoreError, match="hash"):
        artifacts.read_blob(KEY, sha256)


def test_the_end_of_a_run_takes_its_blobs_and_no_others(artifacts: Artifacts) -> None:
    sha256 = artifacts.put_blob(KEY, b"abc")
    artifacts.put_blob(KEY.next_attempt(), b"abc")
    artifacts.delete_blobs(KEY)
    artifacts.delete_blobs(KEY)
    assert artifacts.read_blob(KEY, sha256) is None
    assert artifacts.read_blob(KEY.next_attempt(), sha256) == b"abc"


def test_forgetting_a_repository_leaves_nothing_of_it_and_all_of_its_neighbour(
    artifacts: Artifacts, tmp_path: Path
) -> None:
    """The neighbour's number begins with the same digit."""
    neighbour = RunFolder(70, RUN)
    for folder in (FOLDER, neighbour):
        artifacts.put_run(folder, FILES, b"PK")
    artifacts.put_blob(KEY, b"abc")
    artifacts.delete_repository(7)
    assert not any("/repositories/7/" in f"/{path}" for path in on_disk(tmp_path))
    assert artifacts.files_of(neighbour) != ()
    assert artifacts.read_archive(neighbour) == b"PK"
    artifacts.delete_repository(7)


def test_a_run_can_be_deleted_alone(artifacts: Artifacts, tmp_path: Path) -> None:
    artifacts.put_run(FOLDER, FILES, b"PK")
    artifacts.delete_run(FOLDER)
    artifacts.delete_run(FOLDER)
    assert on_disk(tmp_path) == set()


def test_storage_that_cannot_be_written_is_told_without_its_paths(artifacts: Artifacts, tmp_path: Path) -> None:
    """The folder was replaced by a file; the machine's paths stay out of the message."""
    assert artifacts.check()
    folder = tmp_path / "some where" / "artifacts"
    (folder / "ready").unlink()
    folder.rmdir()
    folder.write_bytes(b"")
    with pytest.raises(StoreError) as caught:
        artifacts.check()
    assert str(tmp_path) not in str(caught.value)


def test_an_address_that_nothing_stores_at_is_refused() -> None:
    with pytest.raises(StoreError, match="expected a URL"):
        Artifacts("gopher://example.org/x")
