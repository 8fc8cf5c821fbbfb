"""Artifacts in a bucket, kept by a process that speaks S3."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.models.bucket import Bucket
from bot.models.names import CommitSha, RepositoryId, RunId
from bot.models.run_key import RunKey
from bot.store.artifacts import Artifacts, RunFolder, StoredFile
from bot.store.database import StoreError
from tests.store.s3_server import BUCKET, s3_server
from tests.webhooks.serving import free_port

FOLDER = RunFolder(7, RunId("20261130T142530Z-3f9a1c72"))
NEIGHBOUR = replace(FOLDER, repository_id=70)
KEY = RunKey.of(RepositoryId(7), 3, CommitSha("a" * 40), 1)
FILES = {"run.json": b"{}\n", "patch.diff": bytes(range(256)), "packs/py-pdf/x/pack.yaml": b"", "empty": b""}
LARGE = bytes(range(256)) * 25_000
"""Above 5 MiB obstore sends parts."""


@pytest.fixture(scope="module")
def bucket() -> Iterator[Bucket]:
    with s3_server(free_port()) as reached:
        yield reached


def test_a_bucket_keeps_and_forgets_as_a_folder_does(bucket: Bucket) -> None:
    """Exact bytes come back, below the prefix; forgetting a run or a repository leaves its neighbour whole, twice."""
    artifacts = Artifacts(f"s3://{BUCKET}/some/where", bucket)
    assert artifacts.check()
    for folder in (FOLDER, NEIGHBOUR):
        artifacts.put_run(folder, FILES, LARGE)
    artifacts.put_offering(FOLDER, b"{}", [b"new"])
    sha256 = artifacts.put_blob(KEY, b"abc")
    assert artifacts.files_of(FOLDER) == tuple(StoredFile(path, len(FILES[path])) for path in sorted(FILES))
    assert {path: artifacts.read_file(FOLDER, path) for path in FILES} == FILES
    assert artifacts.read_archive(FOLDER) == LARGE
    assert artifacts.read_blob(KEY, sha256) == b"abc"
    assert artifacts.read_file(FOLDER, "none") is None
    assert Artifacts(f"s3://{BUCKET}/some", bucket).files_of(FOLDER) == ()
    for _ in range(2):
        artifacts.delete_run(FOLDER)
    assert artifacts.files_of(FOLDER) == ()
    assert artifacts.read_archive(FOLDER) is None
    assert artifacts.read_offering(FOLDER) is None
    assert artifacts.read_blob(KEY, sha256) == b"abc"
    for _ in range(2):
        artifacts.delete_repository(7)
    assert artifacts.read_blob(KEY, sha256) is None
    assert len(artifacts.files_of(NEIGHBOUR)) == len(FILES)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        pytest.param({}, "has no such bucket", id="the bucket is missing"),
        pytest.param({"endpoint": "http://127.0.0.1:9"}, "cannot be reached", id="nobody listens there"),
        pytest.param({"allow_http": False}, "without encryption", id="http where https is wanted"),
    ],
)
def test_a_bucket_that_cannot_be_used_is_one_sentence(
    bucket: Bucket, changes: dict[str, object], sentence: str
) -> None:
    """Said when it is first used, in our words: no address, no key and no name is in it."""
    artifacts = Artifacts("s3://another", replace(bucket, **changes))  # type: ignore[arg-type]
    with pytest.raises(StoreError) as caught:
        artifacts.check()
    said = str(caught.value)
    assert sentence in said
    assert not any(word in said for word in ("another", "127.0.0.1", "AKIDEXAMPLE", "hush", "\n"))
