"""Each route of a repository wants its permission, and says which: GITHUB.md §2.1."""

import pytest

from bot.playground.rest.route import Caller
from bot.playground.rest.routes import all_routes
from bot.playground.world.pulls import PullRequest
from tests.playground.clients import TokenMaker

REPO = "/repos/octo-org/example"
WANTED = [
    ("GET", f"{REPO}/pulls", "pull_requests=read"),
    ("GET", f"{REPO}/pulls/1", "pull_requests=read"),
    ("GET", f"{REPO}/compare/main...bump", "contents=read"),
    ("GET", f"{REPO}/contents/app.py", "contents=read"),
    ("POST", f"{REPO}/pulls", "pull_requests=write"),
    ("PATCH", f"{REPO}/pulls/1", "pull_requests=write"),
    ("POST", f"{REPO}/git/blobs", "contents=write"),
    ("POST", f"{REPO}/git/trees", "contents=write"),
    ("POST", f"{REPO}/git/commits", "contents=write"),
    ("GET", f"{REPO}/git/commits/1", "contents=read"),
    ("GET", f"{REPO}/git/ref/heads/bump", "contents=read"),
    ("POST", f"{REPO}/git/refs", "contents=write"),
    ("PATCH", f"{REPO}/git/refs/heads/bump", "contents=write"),
    ("DELETE", f"{REPO}/git/refs/heads/bump", "contents=write"),
    ("GET", f"{REPO}/commits/bump/check-runs", "checks=read"),
    ("POST", f"{REPO}/check-runs", "checks=write"),
    ("GET", f"{REPO}/check-runs/1", "checks=read"),
    ("PATCH", f"{REPO}/check-runs/1", "checks=write"),
    ("GET", f"{REPO}/check-runs/1/annotations", "checks=read"),
    ("POST", f"{REPO}/check-runs/1/rerequest", "checks=write"),
    ("GET", f"{REPO}/commits/bump/check-suites", "checks=read"),
    ("POST", f"{REPO}/check-suites/1/rerequest", "checks=write"),
    ("GET", f"{REPO}/issues/1/comments", "issues=read; pull_requests=read"),
    ("POST", f"{REPO}/issues/1/comments", "issues=write,pull_requests=write"),
    ("GET", f"{REPO}/issues/comments/1", "issues=read; pull_requests=read"),
    ("PATCH", f"{REPO}/issues/comments/1", "issues=write,pull_requests=write"),
    ("DELETE", f"{REPO}/issues/comments/1", "issues=write,pull_requests=write"),
    ("GET", f"{REPO}/issues/comments/1/reactions", "issues=read"),
    ("POST", f"{REPO}/issues/comments/1/reactions", "issues=write"),
    ("DELETE", f"{REPO}/issues/comments/1/reactions/1", "issues=write"),
    ("GET", f"{REPO}/commits/bump/status", "statuses=read"),
    ("GET", f"{REPO}/commits/bump/statuses", "statuses=read"),
    ("GET", f"{REPO}/pulls/1/reviews", "pull_requests=read"),
    ("POST", f"{REPO}/pulls/1/reviews", "pull_requests=write"),
    ("POST", f"{REPO}/pulls/1/reviews/1/events", "pull_requests=write"),
    ("DELETE", f"{REPO}/pulls/1/reviews/1", "pull_requests=write"),
    ("GET", f"{REPO}/pulls/1/reviews/1/comments", "pull_requests=read"),
    ("GET", f"{REPO}/pulls/1/comments", "pull_requests=read"),
    ("POST", f"{REPO}/pulls/1/comments", "pull_requests=write"),
    ("POST", f"{REPO}/pulls/1/comments/1/replies", "pull_requests=write"),
    ("GET", f"{REPO}/pulls/comments/1", "pull_requests=read"),
    ("PATCH", f"{REPO}/pulls/comments/1", "pull_requests=write"),
    ("DELETE", f"{REPO}/pulls/comments/1", "pull_requests=write"),
    ("GET", f"{REPO}/pulls/comments/1/reactions", "pull_requests=read"),
    ("POST", f"{REPO}/pulls/comments/1/reactions", "pull_requests=write"),
    ("DELETE", f"{REPO}/pulls/comments/1/reactions/1", "pull_requests=write"),
]


@pytest.mark.parametrize(("method", "path", "accepted"), WANTED)
async def test_without_the_permission_it_is_refused(
    with_token: TokenMaker, pull: PullRequest, method: str, path: str, accepted: str
) -> None:
    client = await with_token(metadata="read")
    answer = await client.call(method, path, json={})
    assert answer.status == 403
    assert answer.json["message"] == "Resource not accessible by integration"
    assert answer.headers["X-Accepted-GitHub-Permissions"] == accepted


@pytest.mark.parametrize(("method", "path"), [row[:2] for row in WANTED if "write" in row[2]])
async def test_reading_is_not_writing(with_token: TokenMaker, pull: PullRequest, method: str, path: str) -> None:
    client = await with_token(checks="read", issues="read", pull_requests="read", contents="read")
    assert (await client.call(method, path, json={})).status == 403


async def test_issues_alone_do_not_let_an_app_comment(with_token: TokenMaker, pull: PullRequest) -> None:
    """GITHUB.md §2.1: "an App with issues:write + pull_requests:read got 403"."""
    client = await with_token(issues="write", pull_requests="read")
    assert (await client.post(f"{REPO}/issues/1/comments", {"body": "hello"})).status == 403


async def test_writing_includes_reading(with_token: TokenMaker, pull: PullRequest) -> None:
    client = await with_token(checks="write")
    assert (await client.get(f"{REPO}/commits/bump/check-runs")).status == 200


def test_every_route_of_a_repository_is_in_the_table() -> None:
    """A new route without its row fails here; those that only need metadata are open to every token."""
    open_to_all = {
        "/repos/{owner}/{repo}",
        "/repositories/{repository_id}",
        "/repos/{owner}/{repo}/collaborators/{username}/permission",
        "/repos/{owner}/{repo}/rules/branches/{branch...}",
    }
    of_repositories = [route for route in all_routes() if route.caller is Caller.REPOSITORY]
    untested = {
        (route.method, route.template)
        for route in of_repositories
        if route.template not in open_to_all
        and not any(route.match(method, path) is not None for method, path, _ in WANTED)
    }
    assert untested == set()
