"""Comparisons and files, read from a real repository: GITHUB.md §0, §10."""

import base64

import pytest

from bot.playground.git.writing import Change, write_commit
from bot.playground.world.pulls import PullRequest
from bot.playground.world.repositories import Repository
from tests.playground.clients import PROGRAM, Client

REPO = "/repos/octo-org/example"


async def test_a_comparison_starts_at_the_merge_base(client: Client, pull: PullRequest) -> None:
    git = pull.repository.git
    ahead = await write_commit(git, pull.base_sha, Change({"new.py": b"x = 1\n"}, "Meanwhile\n"))
    await git.set_ref("refs/heads/main", ahead)
    answer = await client.get(f"{REPO}/compare/main...bump")
    assert answer.status == 200
    shape = answer.json
    assert shape["merge_base_commit"]["sha"] == pull.base_sha
    assert (shape["status"], shape["ahead_by"], shape["behind_by"]) == ("diverged", 1, 1)
    assert [each["sha"] for each in shape["commits"]] == [pull.head_sha]
    assert [each["filename"] for each in shape["files"]] == ["requirements.txt"]
    assert shape["files"][0]["patch"] == "@@ -1 +1 @@\n-PyPDF2==3.0.1\n+pypdf==7.1.1"


async def test_every_kind_of_change_is_named(client: Client, pull: PullRequest) -> None:
    files = {
        "app.py": None,
        "renamed.py": PROGRAM,
        "added.py": b"x = 1\n",
        "docs/readme.md": None,
        "logo.bin": b"\x00\x01\x02",
    }
    sha = await write_commit(pull.repository.git, pull.head_sha, Change(files, "Everything\n"))
    answer = await client.get(f"{REPO}/compare/{pull.head_sha}...{sha}")
    found = {each["filename"]: each for each in answer.json["files"]}
    assert {name: each["status"] for name, each in found.items()} == {
        "added.py": "added",
        "docs/readme.md": "removed",
        "logo.bin": "added",
        "renamed.py": "renamed",
    }
    assert found["renamed.py"]["previous_filename"] == "app.py"
    assert "patch" not in found["logo.bin"]  # "missing for binary and large diffs"
    assert found["added.py"]["additions"] == 1


async def test_files_stand_on_the_first_page_only(client: Client, pull: PullRequest) -> None:
    answer = await client.get(f"{REPO}/compare/main...bump?page=2")
    assert answer.json["files"] == []


@pytest.mark.parametrize(
    ("basehead", "status"),
    [("main...main", "identical"), ("bump...main", "behind"), ("main...octo-org:bump", "ahead")],
)
async def test_the_status_of_a_comparison(client: Client, pull: PullRequest, basehead: str, status: str) -> None:
    assert (await client.get(f"{REPO}/compare/{basehead}")).json["status"] == status


@pytest.mark.parametrize(
    "basehead", [f"main...{'0' * 40}", "main", "main..bump", "nothing...bump", "main...--all", "..."]
)
async def test_an_unknown_commit_is_not_found(client: Client, pull: PullRequest, basehead: str) -> None:
    assert (await client.get(f"{REPO}/compare/{basehead}")).status == 404


async def test_a_file_comes_as_base64(client: Client, repository: Repository) -> None:
    answer = await client.get(f"{REPO}/contents/app.py")
    assert answer.json["type"] == "file"
    assert answer.json["encoding"] == "base64"
    assert base64.b64decode(answer.json["content"]) == PROGRAM


async def test_a_file_comes_raw_when_asked_so(client: Client, repository: Repository) -> None:
    for accept in ("application/vnd.github.raw+json", "application/vnd.github.v3.raw", "application/vnd.github.raw"):
        answer = await client.get(f"{REPO}/contents/app.py", headers={"Accept": accept})
        assert answer.raw == PROGRAM


async def test_the_ref_is_a_branch_or_a_commit(client: Client, pull: PullRequest) -> None:
    for ref, content in (
        ("bump", b"pypdf==7.1.1\n"),
        (pull.base_sha, b"PyPDF2==3.0.1\n"),
        ("refs/pull/1/head", b"pypdf==7.1.1\n"),
    ):
        answer = await client.get(f"{REPO}/contents/requirements.txt?ref={ref}")
        assert base64.b64decode(answer.json["content"]) == content


async def test_a_folder_is_a_list(client: Client, repository: Repository) -> None:
    root = await client.get(f"{REPO}/contents/")
    assert [(each["name"], each["type"]) for each in root.json] == [
        ("app.py", "file"),
        ("docs", "dir"),
        ("requirements.txt", "file"),
    ]
    assert [each["path"] for each in (await client.get(f"{REPO}/contents/docs")).json] == ["docs/readme.md"]


@pytest.mark.parametrize("path", ["nothing.py", "app.py/x", "docs%2F..%2Fapp.py", "App.py", "%2e%2e/secret", "-r"])
async def test_a_path_that_is_not_there_is_not_found(client: Client, repository: Repository, path: str) -> None:
    assert (await client.get(f"{REPO}/contents/{path}")).status == 404


async def test_a_ref_that_is_not_there_is_not_found(client: Client, repository: Repository) -> None:
    answer = await client.get(f"{REPO}/contents/app.py?ref=nothing")
    assert (answer.status, answer.json["message"]) == (404, "No commit found for the ref nothing")


async def test_a_file_over_one_megabyte_comes_raw_only(client: Client, pull: PullRequest) -> None:
    """GITHUB.md §10: up to 1 MB as JSON, up to 100 MB with the raw media type."""
    big = b"#" * (1024 * 1024 + 1)
    sha = await write_commit(pull.repository.git, pull.head_sha, Change({"big.py": big}, "Big\n"))
    refused = await client.get(f"{REPO}/contents/big.py?ref={sha}")
    assert refused.status == 403
    assert refused.json["errors"] == [{"resource": "Blob", "field": "data", "code": "too_large"}]
    raw = await client.get(f"{REPO}/contents/big.py?ref={sha}", headers={"Accept": "application/vnd.github.raw+json"})
    assert raw.raw == big


async def test_a_link_is_followed_inside_the_repository_and_described_otherwise(
    client: Client, pull: PullRequest
) -> None:
    git = pull.repository.git
    inside = (await git.run("hash-object", "-w", "--stdin", stdin=b"../app.py")).decode().strip()
    outside = (await git.run("hash-object", "-w", "--stdin", stdin=b"/etc/passwd")).decode().strip()
    listing = f"120000 blob {inside}\tin\x00120000 blob {outside}\tout\x00160000 commit {pull.base_sha}\tvendored\x00"
    folder = (await git.run("mktree", "-z", stdin=listing.encode())).decode().strip()
    app = (await git.run("rev-parse", f"{pull.head_sha}:app.py")).decode().strip()
    tree = f"100644 blob {app}\tapp.py\x00040000 tree {folder}\tlinks\x00"
    root = (await git.run("mktree", "-z", stdin=tree.encode())).decode().strip()
    who = {f"GIT_{role}_{part}": "x" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
    sha = (await git.run("commit-tree", root, stdin=b"Links\n", extra=who)).decode().strip()
    followed = (await client.get(f"{REPO}/contents/links/in?ref={sha}")).json
    assert base64.b64decode(followed["content"]) == PROGRAM
    described = (await client.get(f"{REPO}/contents/links/out?ref={sha}")).json
    assert (described["type"], described["target"]) == ("symlink", "/etc/passwd")
    assert (await client.get(f"{REPO}/contents/links/vendored?ref={sha}")).json["type"] == "submodule"
    listed = (await client.get(f"{REPO}/contents/links?ref={sha}")).json
    assert [each["type"] for each in listed] == ["symlink", "symlink", "submodule"]
