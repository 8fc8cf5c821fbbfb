"""Commits on a head branch: what goes out, and what each refusal of GitHub means."""

import base64

import pytest

from bot.forge.commit_refusals import LARGEST_COMMIT
from bot.forge.commits import Commits
from bot.forge.errors import Unavailable
from bot.forge.permissions import WRITE_CONTENTS
from bot.models.commit import CommitDraft, FileBytes
from bot.models.conversation import Refused
from bot.vocabulary import CommandRefusal
from tests.forge.scripted_github import Bench, Reply

HEAD, MADE, TREE = "a" * 40, "b" * 40, "c" * 40
AT = {"owner": "octo-org", "name": "app"}


def draft(*files: FileBytes, from_fork: bool = False) -> CommitDraft:
    return CommitDraft(
        full_name="octo-org/app",
        branch="bump/pypdf#1",
        from_fork=from_fork,
        head_sha=HEAD,
        headline="Migrate from PyPDF2 to pypdf",
        body="Obelize-Run: x\n",
        files=files or (FileBytes(path="app/read.py", mode="100644", content=b"import pypdf\r\n\xff"),),
    )


def commits(bench: Bench) -> Commits:
    return Commits(bench.client(purpose=WRITE_CONTENTS), bench.client(), AT)


def graphql_error(kind: str, message: str) -> Reply:
    error = {"type": kind, "path": ["createCommitOnBranch"], "message": message}
    return Reply(200, {"data": {"createCommitOnBranch": None}, "errors": [error]})


async def test_whole_files_go_out_with_the_head_that_is_expected(bench: Bench) -> None:
    bench.github.will_answer(Reply(200, {"data": {"createCommitOnBranch": {"commit": {"oid": MADE}}}}))
    assert await commits(bench).make(draft()) == MADE
    (sent,) = bench.github.requests
    given = sent.json["variables"]["input"]
    assert given["expectedHeadOid"] == HEAD
    assert given["branch"] == {"repositoryNameWithOwner": "octo-org/app", "branchName": "bump/pypdf#1"}
    (addition,) = given["fileChanges"]["additions"]
    assert base64.b64decode(addition["contents"]) == b"import pypdf\r\n\xff"
    assert "deletions" not in given["fileChanges"]
    (minted,) = bench.github.minted
    assert minted.json == {"permissions": {"contents": "write", "metadata": "read"}, "repository_ids": [11]}


STALE = f'Expected branch to point to "{HEAD}" but it did not.  Pull and try again.'
QUEUED = "A pull request for this branch has been added to a merge queue. Branches that are queued for merging cannot be updated."
RULES = "Repository rule violations found\n\nChanges must be made through the merge queue\n\n"
WORKFLOW = "refusing to allow a GitHub App to create or update workflow `x` without `workflows` permission"


@pytest.mark.parametrize(
    ("kind", "message", "from_fork", "word"),
    [
        pytest.param("STALE_DATA", STALE, False, CommandRefusal.HEAD_MOVED, id="the branch moved (planetscale/ghcommit#153)"),
        pytest.param("FORBIDDEN", "Resource not accessible by integration", True, CommandRefusal.FORK_NOT_WRITABLE, id="a fork without maintainer edits"),
        pytest.param("NOT_FOUND", "Could not resolve to a Repository with the name 'x/y'.", True, CommandRefusal.FORK_NOT_WRITABLE, id="a private fork"),
        pytest.param("FORBIDDEN", "Resource not accessible by integration", False, CommandRefusal.GITHUB_REFUSED, id="the repository itself"),
        pytest.param("UNPROCESSABLE", RULES, False, CommandRefusal.BRANCH_PROTECTED, id="a ruleset"),
        pytest.param("UNPROCESSABLE", "protected branch 'main' check failed:\n  x", True, CommandRefusal.BRANCH_PROTECTED, id="classic protection"),
        pytest.param("UNPROCESSABLE", QUEUED, False, CommandRefusal.IN_MERGE_QUEUE, id="a merge queue (SharezoneApp/sharezone-app#605)"),
        pytest.param("FORBIDDEN", WORKFLOW, False, CommandRefusal.PATH_NEVER_WRITTEN, id="a workflow (peter-evans/create-pull-request#1713)"),
        pytest.param("UNPROCESSABLE", "Something new", False, CommandRefusal.GITHUB_REFUSED, id="anything else"),
    ],
)  # fmt: skip
async def test_a_refusal_is_a_word_and_is_not_tried_again(
    bench: Bench, kind: str, message: str, from_fork: bool, word: CommandRefusal
) -> None:
    bench.github.will_answer(graphql_error(kind, message))
    assert await commits(bench).make(draft(from_fork=from_fork)) == Refused(refusal=word)
    assert len(bench.github.requests) == 1


async def test_an_app_without_the_permission_says_so(bench: Bench) -> None:
    bench.github.mint_replies = [
        Reply(422, {"message": "The permissions requested are not granted to this installation."})
    ]
    assert await commits(bench).make(draft()) == Refused(refusal=CommandRefusal.NOT_GRANTED)


async def test_what_may_have_been_made_is_not_made_again(bench: Bench) -> None:
    bench.github.will_answer(Reply(502), Reply(200, {}))
    with pytest.raises(Unavailable) as lost:
        await commits(bench).make(draft())
    assert lost.value.may_have_happened
    assert len(bench.github.requests) == 1


async def test_what_is_too_large_is_not_sent(bench: Bench) -> None:
    large = FileBytes(path="a.py", mode="100644", content=b"x" * LARGEST_COMMIT)
    assert await commits(bench).make(draft(large)) == Refused(refusal=CommandRefusal.TOO_LARGE)
    assert bench.github.requests == []


SCRIPT = FileBytes(path="bin/read", mode="100755", content=b"#!/usr/bin/env python\n# caf\xe9\n")


def git_data(standing: str = HEAD, update: Reply | None = None) -> tuple[Reply, ...]:
    return (
        Reply(200, {"sha": HEAD, "tree": {"sha": TREE}}),
        Reply(201, {"sha": "d" * 40}),
        Reply(201, {"sha": "e" * 40}),
        Reply(201, {"sha": MADE}),
        Reply(200, {"ref": "refs/heads/bump", "object": {"sha": standing}}),
        update or Reply(200, {"ref": "refs/heads/bump", "object": {"sha": MADE}}),
    )


async def test_an_executable_keeps_its_mode(bench: Bench) -> None:
    """GITHUB.md §6.1: the mutation would write 100644."""
    bench.github.will_answer(*git_data())
    assert await commits(bench).make(draft(SCRIPT)) == MADE
    _, blob, tree, commit, ref, moved = bench.github.requests
    assert base64.b64decode(blob.json["content"]) == SCRIPT.content
    entry = {"path": "bin/read", "mode": "100755", "type": "blob", "sha": "d" * 40}
    assert tree.json == {"base_tree": TREE, "tree": [entry]}
    assert (commit.json["parents"], "author" in commit.json) == ([HEAD], False)
    assert ref.path == "/api/v3/repos/octo-org/app/git/ref/heads/bump/pypdf%231"
    assert (moved.method, moved.path) == ("PATCH", "/api/v3/repos/octo-org/app/git/refs/heads/bump/pypdf%231")
    assert moved.json == {"sha": MADE, "force": False}


@pytest.mark.parametrize(
    ("replies", "requests"),
    [
        pytest.param(git_data(standing="f" * 40), 5, id="the branch was put back: a fast-forward would go through"),
        pytest.param(git_data(update=Reply(422, {"message": "Update is not a fast forward"})), 6, id="it moved in between"),
        pytest.param(git_data(update=Reply(422, {"message": "Reference does not exist"})), 6, id="it is gone"),
    ],
)  # fmt: skip
async def test_a_branch_that_moved_is_not_written(bench: Bench, replies: tuple[Reply, ...], requests: int) -> None:
    bench.github.will_answer(*replies)
    assert await commits(bench).make(draft(SCRIPT)) == Refused(refusal=CommandRefusal.HEAD_MOVED)
    assert len(bench.github.requests) == requests


async def test_commits_between_two_are_listed_and_an_unknown_one_lists_nothing(bench: Bench) -> None:
    commit = {"sha": MADE, "parents": [{"sha": HEAD}], "commit": {"message": "Hello\n\nObelize-Run: x\n"}}
    bench.github.will_answer(Reply(200, {"commits": [commit]}), Reply(404, {"message": "Not Found"}))
    listing = commits(bench)
    assert [(seen.sha, seen.parents) async for seen in listing.between(HEAD, "f" * 40)] == [(MADE, (HEAD,))]
    assert [seen async for seen in listing.between(HEAD, "f" * 40)] == []
