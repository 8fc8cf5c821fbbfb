"""What the world holds, in the words of the GraphQL schema.

A value is a dictionary of fields; a field that takes arguments is a function of info and arguments. Unlike in REST, a
bot's login has no `[bot]` at its end.
"""

from typing import Any

from bot.playground.git.bare import Commit
from bot.playground.graphql.asking import Info, asking
from bot.playground.graphql.connections import connection
from bot.playground.shapes.repositories import html_url
from bot.playground.world.accounts import Account
from bot.playground.world.clock import stamp
from bot.playground.world.comments import IssueComment
from bot.playground.world.pulls import PullRequest
from bot.playground.world.repositories import Repository
from bot.playground.world.reviews import ReviewComment, ReviewThread
from bot.playground.world.world import World

Value = dict[str, Any]


def actor(account: Account, world: World) -> Value:
    """A User, an Organization or a Bot."""
    login = account.login.removesuffix("[bot]")
    page = f"apps/{login}" if account.type == "Bot" else login
    return {
        "__typename": account.type,
        "id": account.node_id,
        "databaseId": account.id,
        "login": login,
        "url": f"{world.addresses.web}/{page}",
    }


def pull_value(pull: PullRequest, world: World) -> Value:
    """A pull request with its threads."""

    def threads(_: Info, **arguments: Any) -> Value:
        found = world.reviews.threads_of(pull)
        return connection("reviewThreads", found, arguments, lambda thread: thread_value(thread, world))

    return {
        "id": pull.node_id,
        "fullDatabaseId": str(pull.id),
        "number": pull.number,
        "title": pull.title,
        "state": "MERGED" if pull.merged_at is not None else pull.state.upper(),
        "isDraft": pull.draft,
        "locked": pull.locked,
        "headRefName": pull.head_ref,
        "headRefOid": pull.head_sha,
        "isCrossRepository": pull.from_fork,
        "isInMergeQueue": pull.in_merge_queue,
        "maintainerCanModify": pull.maintainer_can_modify,
        "reviewThreads": threads,
    }


def thread_value(thread: ReviewThread, world: World) -> Value:
    """A thread with its comments."""

    def comments(_: Info, **arguments: Any) -> Value:
        return connection("comments", thread.comments, arguments, lambda comment: comment_value(comment, world))

    return {
        "id": thread.node_id,
        "path": thread.anchor.path,
        "diffSide": thread.anchor.side,
        "line": thread.line,
        "startLine": thread.start_line,
        "originalLine": thread.anchor.line,
        "originalStartLine": thread.anchor.start_line,
        "subjectType": "FILE" if thread.of_file else "LINE",
        "isOutdated": thread.outdated,
        "isResolved": thread.resolved_by is not None,
        "resolvedBy": _user(thread.resolved_by, world),
        "viewerCanResolve": thread.resolved_by is None,
        "comments": comments,
    }


def comment_value(comment: IssueComment | ReviewComment, world: World) -> Value:
    """A comment of the conversation, or of a thread."""
    if isinstance(comment, IssueComment):
        return _said("IssueComment", comment, world)
    return {
        **_said("PullRequestReviewComment", comment, world),
        "path": comment.thread.anchor.path,
        "outdated": comment.thread.outdated,
    }


def commit_value(commit: Commit, repository: Repository, world: World) -> Value:
    """A commit, with GitHub's signature where GitHub made it."""
    signed = {"__typename": "GpgSignature", "isValid": True, "state": "VALID", "wasSignedByGitHub": True}
    return {
        "id": f"C_{commit.sha[:20]}",
        "oid": commit.sha,
        "message": commit.message,
        "messageHeadline": commit.message.partition("\n")[0],
        "committedDate": stamp(commit.committer.when),
        "url": f"{html_url(repository, world.addresses)}/commit/{commit.sha}",
        "signature": signed if commit.sha in world.signed_commits else None,
    }


def _said(typename: str, comment: IssueComment | ReviewComment, world: World) -> Value:
    return {
        "__typename": typename,
        "id": comment.node_id,
        "databaseId": comment.id if comment.id < 2**31 else None,
        "fullDatabaseId": str(comment.id),
        "author": actor(comment.author, world),
        "body": comment.body,
        "createdAt": stamp(comment.created_at),
        "isMinimized": comment.minimized is not None,
        "minimizedReason": comment.minimized,
        "viewerDidAuthor": lambda info: asking(info).token.installation.app.bot is comment.author,
    }


def _user(account: Account | None, world: World) -> Value | None:
    return None if account is None else actor(account, world)
