"""`createCommitOnBranch`: one signed commit by the App's bot, if the branch is where the caller thinks (GITHUB.md §6).

Files are written whole and become plain files (100644), whatever they were; GitHub's own mutation knows no modes.
"""

import base64
import binascii
from typing import Any

from bot.playground.git.writing import Change, write_commit
from bot.playground.graphql.asking import Asking, Info, asking
from bot.playground.graphql.refusals import FieldRefusalError, forbidden, no_repository
from bot.playground.graphql.values import Value, commit_value
from bot.playground.people.branches import Push
from bot.playground.people.signing import bot_signature, github_signature
from bot.playground.world.repositories import Repository

_WORKFLOWS = ".github/workflows/"
_QUEUED = (
    "A pull request for this branch has been added to a merge queue. Branches that are queued for merging cannot be"
    " updated. To modify this branch, dequeue the associated pull request."
)
"""SharezoneApp/sharezone-app#605."""


async def create_commit_on_branch(info: Info, **arguments: Any) -> Value:
    """Commits, moves the branch, and lets the events of a push follow. Raises FieldRefusalError."""
    asked, given = asking(info), arguments["input"]
    repository, branch = _branch(asked, given["branch"])
    files = _files(given.get("fileChanges") or {})
    _check_writable(asked, repository, branch, files)
    async with asked.people.moving:
        push = await _commit(asked, repository, branch, given, files)
    asked.hooks.in_background(asked.people.tell_of_push(push))
    commit = await repository.git.commit(push.after)
    return {
        "clientMutationId": given.get("clientMutationId"),
        "commit": commit_value(commit, repository, asked.world),
        "ref": {"name": branch, "prefix": "refs/heads/"},
    }


def _branch(asked: Asking, given: dict[str, Any]) -> tuple[Repository, str]:
    full_name, branch = given.get("repositoryNameWithOwner"), given.get("branchName")
    if full_name is None or branch is None:
        raise FieldRefusalError("UNPROCESSABLE", "Both `repositoryNameWithOwner` and `branchName` must be given.")
    found = asked.world.repositories.named(full_name)
    if found is None or not asked.sees(found):
        raise no_repository(full_name)
    return found, branch.removeprefix("refs/heads/")


def _files(given: dict[str, Any]) -> dict[str, bytes | None]:
    """The new bytes of each path, null where it goes."""
    additions = [(each["path"], _decoded(each["contents"])) for each in given.get("additions") or ()]
    deletions = [(each["path"], None) for each in given.get("deletions") or ()]
    paths = [path for path, _ in (*additions, *deletions)]
    if len(set(paths)) < len(paths):
        raise FieldRefusalError("UNPROCESSABLE", "A path may only be specified once in file changes.")
    for path in paths:
        if not path or any(part in ("", ".", "..", ".git") for part in path.split("/")):
            raise FieldRefusalError("UNPROCESSABLE", f"`{path}` is not a valid path.")
    return {**dict(additions), **dict(deletions)}


def _decoded(contents: str) -> bytes:
    try:
        return base64.b64decode(contents, validate=True)
    except (binascii.Error, ValueError) as error:
        raise FieldRefusalError("UNPROCESSABLE", "contents must be a base64-encoded string.") from error


def _check_writable(asked: Asking, repository: Repository, branch: str, files: dict[str, bytes | None]) -> None:
    """Permissions, then what the repository's owners forbid."""
    if not (asked.allows(repository, contents="write") or _is_lent(asked, repository, branch)):
        raise forbidden()
    workflows = [path for path in files if path.startswith(_WORKFLOWS)]
    if workflows and not asked.token.allows("workflows", "write"):
        message = (
            f"refusing to allow a GitHub App to create or update workflow `{workflows[0]}` without `workflows`"
            " permission"
        )
        raise FieldRefusalError("FORBIDDEN", message)
    if any(pull.in_merge_queue for pull in asked.world.pulls.open_from(repository, branch)):
        raise FieldRefusalError("UNPROCESSABLE", _QUEUED)
    refusal = asked.world.branch_rules.refusal(repository, branch)
    if refusal is not None:
        raise FieldRefusalError("UNPROCESSABLE", refusal)


def _is_lent(asked: Asking, repository: Repository, branch: str) -> bool:
    """Whether it is the head of a pull request whose author lets maintainers edit it, in a user's fork."""
    return repository.owner.type == "User" and any(
        pull.maintainer_can_modify and asked.allows(pull.repository, contents="write")
        for pull in asked.world.pulls.open_from(repository, branch)
    )


async def _commit(
    asked: Asking, repository: Repository, branch: str, given: dict[str, Any], files: dict[str, bytes | None]
) -> Push:
    expected, tip = given["expectedHeadOid"], await asked.people.tip_of(repository, branch)
    if tip is None:
        # github/gh-aw#22564: it does not make branches.
        raise FieldRefusalError("NOT_FOUND", "Branch not found")
    if tip != expected:
        # Word for word in ministryofjustice/modernisation-platform#11985.
        message = f'Expected branch to point to "{expected}" but it did not.  Pull and try again.'
        raise FieldRefusalError("STALE_DATA", message)
    for path, content in files.items():
        if content is None and await repository.git.entry(tip, path) is None:
            # Thinkmill/keystatic#1269.
            message = f"A path was requested for deletion which does not exist as of commit oid `{tip}`"
            raise FieldRefusalError("UNPROCESSABLE", message)
    message = "\n\n".join(filter(None, (given["message"]["headline"], given["message"].get("body"))))
    bot = asked.token.installation.app.bot
    sha = await write_commit(repository.git, tip, Change(files, message), bot_signature(bot), github_signature())
    asked.world.signed_commits.add(sha)
    return await asked.people.move_branch(repository, branch, tip, sha, bot)
