"""`createCommitOnBranch`: GITHUB.md §6.1, §6.4 and §6.5, each refusal beside what is taken."""

import asyncio
import base64
from typing import Any

import pytest

from bot.playground.playground import Playground
from bot.playground.world.pulls import PullRequest
from tests.playground.clients import Client, Hook, Reply, TokenMaker

COMMIT = """
mutation($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) {
    commit { oid url signature { isValid wasSignedByGitHub } }
    ref { name }
  }
}
"""


async def commit(client: Client, pull: PullRequest, *, head: str = "", **files: Any) -> Reply:
    """A commit on the pull request's head branch; `files` as {"add": {path: bytes}, "delete": [path]}."""
    assert pull.head_repository is not None
    additions = [
        {"path": path, "contents": base64.b64encode(content).decode()} for path, content in files.get("add", {}).items()
    ]
    deletions = [{"path": path} for path in files.get("delete", ())]
    given = {
        "branch": {
            "repositoryNameWithOwner": files.get("repository", pull.head_repository.full_name),
            "branchName": files.get("branch", pull.head_ref),
        },
        "expectedHeadOid": head or pull.head_sha,
        "message": {"headline": "Rewrite", "body": "Why.\n\nCo-authored-by: A <a@example.com>"},
        "fileChanges": {"additions": additions, "deletions": deletions},
    }
    return await client.graphql(COMMIT, input=given)


def refusal(answer: Reply) -> tuple[str, str]:
    """Kind and message of the one error, beside a null."""
    assert answer.status == 200
    assert answer.json["data"] == {"createCommitOnBranch": None}
    (error,) = answer.json["errors"]
    assert error["path"] == ["createCommitOnBranch"]
    return error["type"], error["message"]


async def test_it_makes_one_signed_commit_by_the_bot_and_moves_the_branch(
    playground: Playground, with_token: TokenMaker, pull: PullRequest
) -> None:
    """`contents: write` alone is enough; bytes are stored as they are."""
    client, before = await with_token(contents="write"), pull.head_sha
    answer = await commit(
        client, pull, add={"app.py": b"import pypdf\r\n", "new/x": b"\xff"}, delete=["docs/readme.md"]
    )
    made = answer.json["data"]["createCommitOnBranch"]
    sha = made["commit"]["oid"]
    assert made["commit"]["signature"] == {"isValid": True, "wasSignedByGitHub": True}
    assert made["ref"] == {"name": "bump"}
    git = pull.repository.git
    assert pull.head_sha == sha == await git.resolve("refs/heads/bump") == await git.resolve("refs/pull/1/head")
    written = await git.commit(sha)
    assert written.parents == (before,)
    assert written.message == "Rewrite\n\nWhy.\n\nCo-authored-by: A <a@example.com>"
    bot = playground.app.bot
    assert (written.author.name, written.author.email) == (
        "obelize[bot]",
        f"{bot.id}+obelize[bot]@users.noreply.github.com",
    )
    assert (written.committer.name, written.committer.email) == ("GitHub", "noreply@github.com")
    entry, new = await git.entry(sha, "app.py"), await git.entry(sha, "new/x")
    assert entry is not None
    assert new is not None
    assert await git.blob(entry.sha) == b"import pypdf\r\n"
    assert (new.mode, await git.blob(new.sha)) == ("100644", b"\xff")
    assert await git.entry(sha, "docs/readme.md") is None


async def test_what_a_push_sends_follows(playground: Playground, hook: Hook, client: Client, pull: PullRequest) -> None:
    """GITHUB.md §6.5: commits made with an App token do start what a push starts."""
    start = len(hook.received)
    await commit(client, pull, add={"a": b"1"})
    await playground.settle()
    assert hook.events()[start:] == ["push", "check_suite", "pull_request"]
    newest = playground.world.deliveries.newest_first()[0]
    assert newest.payload is not None
    assert (newest.action, newest.payload["after"]) == ("synchronize", pull.head_sha)
    assert newest.payload["sender"]["login"] == "obelize[bot]"


async def test_a_head_that_moved_is_stale(client: Client, playground: Playground, pull: PullRequest) -> None:
    shown = pull.head_sha
    moved = await playground.push_files(pull, {"a": b"1"})
    kind, message = refusal(await commit(client, pull, head=shown, add={"b": b"2"}))
    assert (kind, message) == (
        "STALE_DATA",
        f'Expected branch to point to "{shown}" but it did not.  Pull and try again.',
    )
    assert pull.head_sha == moved


async def test_of_two_commits_at_once_one_is_stale(client: Client, pull: PullRequest) -> None:
    answers = await asyncio.gather(*(commit(client, pull, add={name: b"1"}) for name in ("a", "b")))
    assert sorted("errors" in answer.json for answer in answers) == [False, True]


@pytest.mark.parametrize(
    ("files", "said"),
    [
        pytest.param({"delete": ["nothing.py"]}, "A path was requested for deletion which does not", id="not there"),
        pytest.param({"add": {"a": b"1"}, "delete": ["a"]}, "A path may only be specified once", id="twice"),
        pytest.param({"add": {"/a": b"1"}}, "`/a` is not a valid path.", id="absolute"),
        pytest.param({"add": {"a/../b": b"1"}}, "`a/../b` is not a valid path.", id="climbing"),
    ],
)
async def test_changes_that_make_no_sense_are_refused(
    client: Client, pull: PullRequest, files: dict[str, Any], said: str
) -> None:
    head = pull.head_sha
    kind, message = refusal(await commit(client, pull, **files))
    assert (kind, pull.head_sha) == ("UNPROCESSABLE", head)
    assert message.startswith(said)


async def test_branches_are_not_made(client: Client, pull: PullRequest) -> None:
    assert refusal(await commit(client, pull, branch="new", add={"a": b"1"})) == ("NOT_FOUND", "Branch not found")


@pytest.mark.parametrize("permissions", [{"contents": "read"}, {"pull_requests": "write", "issues": "write"}])
async def test_it_takes_contents_write(with_token: TokenMaker, pull: PullRequest, permissions: dict[str, str]) -> None:
    client = await with_token(**permissions)
    assert refusal(await commit(client, pull, add={"a": b"1"}))[0] == "FORBIDDEN"


async def test_a_token_for_another_repository_finds_nothing(
    playground: Playground, client: Client, pull: PullRequest
) -> None:
    """A token narrowed to one repository; the other is private too, and the App is installed on both."""
    other = await playground.add_repository(None, name="other")
    narrowed = client.playground.world.tokens.find(client.token)
    assert narrowed is not None
    narrowed.repository_ids = frozenset({other.id})
    assert refusal(await commit(client, pull, add={"a": b"1"}))[0] == "NOT_FOUND"


async def test_workflows_take_a_permission_that_nobody_should_ask_for(client: Client, pull: PullRequest) -> None:
    """GITHUB.md §2.1: without it "a commit that touches `.github/workflows/**` is refused"."""
    kind, message = refusal(await commit(client, pull, add={".github/workflows/ci.yml": b"on: push\n"}))
    assert (kind, "workflows" in message) == ("FORBIDDEN", True)


async def test_protection_and_rulesets_refuse(playground: Playground, client: Client, pull: PullRequest) -> None:
    playground.add_rule(pull.repository, "bump", "required_signatures")
    assert "errors" not in (await commit(client, pull, add={"a": b"1"})).json
    playground.add_rule(pull.repository, "bump", "pull_request")
    kind, message = refusal(await commit(client, pull, add={"a": b"2"}))
    assert kind == "UNPROCESSABLE"
    assert message == "Repository rule violations found\n\nChanges must be made through a pull request.\n\n"


async def test_classic_protection_refuses_in_its_own_words(
    playground: Playground, client: Client, pull: PullRequest
) -> None:
    """The words of microsoft/vscode-remote-repositories-github#252."""
    playground.protect_branch(pull.repository, "bump")
    kind, message = refusal(await commit(client, pull, add={"a": b"1"}))
    assert kind == "UNPROCESSABLE"
    assert message == (
        "protected branch 'bump' check failed:\n"
        "  At least 1 approving review is required by reviewers with write access."
    )


async def test_a_queued_branch_is_not_written(playground: Playground, client: Client, pull: PullRequest) -> None:
    await playground.enter_merge_queue(pull)
    kind, message = refusal(await commit(client, pull, add={"a": b"1"}))
    assert kind == "UNPROCESSABLE"
    assert message.startswith("A pull request for this branch has been added to a merge queue.")
    await playground.leave_merge_queue(pull)
    assert "errors" not in (await commit(client, pull, add={"a": b"1"})).json


async def forked(playground: Playground, pull: PullRequest, owner: str, kind: Any = "User") -> PullRequest:
    """A pull request from a fork's branch of the same name."""
    fork = playground.fork_repository(pull.repository, owner, kind)
    return await playground.open_pull_request("main", "bump", repository=pull.repository, fork=fork)


async def test_a_users_fork_is_written_while_edits_are_allowed(
    playground: Playground, client: Client, pull: PullRequest
) -> None:
    """And only its branch moves, not the base's of the same name (GITHUB.md §6.4)."""
    theirs, ours = await forked(playground, pull, "author"), pull.head_sha
    answer = await commit(client, theirs, add={"a": b"1"})
    sha = answer.json["data"]["createCommitOnBranch"]["commit"]["oid"]
    assert (theirs.head_sha, pull.head_sha) == (sha, ours)
    assert await pull.repository.git.resolve("refs/heads/bump") == ours
    playground.allow_edits(theirs, allowed=False)
    assert refusal(await commit(client, theirs, add={"b": b"1"}))[0] == "FORBIDDEN"


async def test_an_organisations_fork_and_a_closed_pull_request_are_not_written(
    playground: Playground, client: Client, pull: PullRequest
) -> None:
    theirs = await forked(playground, pull, "another-org", "Organization")
    assert theirs.maintainer_can_modify is False
    assert refusal(await commit(client, theirs, add={"a": b"1"}))[0] == "FORBIDDEN"
    closed = await forked(playground, pull, "author")
    await playground.close(closed)
    assert refusal(await commit(client, closed, add={"a": b"1"}))[0] == "FORBIDDEN"


async def test_a_deleted_fork_is_gone(playground: Playground, client: Client, pull: PullRequest) -> None:
    theirs = await forked(playground, pull, "author")
    name = theirs.head_repository.full_name if theirs.head_repository is not None else ""
    playground.delete_fork(theirs)
    answer = await commit(client, pull, repository=name, add={"a": b"1"})
    assert refusal(answer) == ("NOT_FOUND", "Could not resolve to a Repository with the name 'author/example'.")


async def test_an_executable_file_becomes_a_plain_one(client: Client, pull: PullRequest) -> None:
    """GITHUB.md §6.1 knows no field for modes; the worst that was reported is what happens here."""
    git = pull.repository.git
    blob = (await git.run("hash-object", "-w", "--stdin", stdin=b"#!/bin/sh\n")).decode().strip()
    tree = (await git.run("mktree", stdin=f"100755 blob {blob}\trun.sh\n".encode())).decode().strip()
    environment = {f"GIT_{who}_{what}": "x" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    made = await git.run("commit-tree", tree, "-p", pull.head_sha, "-m", "x", extra=environment)
    await client.playground.push(pull, made.decode().strip())
    await commit(client, pull, add={"run.sh": b"#!/bin/bash\n"})
    entry = await git.entry(pull.head_sha, "run.sh")
    assert entry is not None
    assert entry.mode == "100644"
