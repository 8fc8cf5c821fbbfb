"""Payloads in GitHub's shapes, cut down to what GITHUB.md §3.2 lists; each call makes a new one to bend."""

from typing import Any

from tests.webhooks.serving import APP_ID

Payload = dict[str, Any]

HEAD = "a" * 40
BASE = "b" * 40
INSTALLATION_ID = 5
REPOSITORY_ID = 7


def repository(number: int = REPOSITORY_ID, full_name: str = "octo/app") -> Payload:
    return {
        "id": number,
        "node_id": "R_kgDOA",
        "name": full_name.partition("/")[2],
        "full_name": full_name,
        "private": True,
        "owner": {"login": "octo", "id": 1, "type": "Organization"},
        "default_branch": "main",
    }


def short_repository(number: int, full_name: str) -> Payload:
    """As the installation events name one."""
    return {
        "id": number,
        "node_id": "R_kgDOA",
        "name": full_name.partition("/")[2],
        "full_name": full_name,
        "private": False,
    }


def in_repository(action: str | None) -> Payload:
    return {
        "action": action,
        "installation": {"id": INSTALLATION_ID, "node_id": "MDIzOkludGVncmF0aW9uSW5zdGFsbGF0aW9uNQ=="},
        "repository": repository(),
        "sender": {"login": "octocat", "id": 2, "type": "User"},
    }


def pull_request(
    action: str, number: int = 3, head: str = HEAD, state: str = "open", updated_at: str = "2026-11-30T12:00:00Z"
) -> Payload:
    return in_repository(action) | {
        "number": number,
        "pull_request": {
            "id": 1_000 + number,
            "number": number,
            "state": state,
            "draft": False,
            "title": "Bump the library",
            "updated_at": updated_at,
            "head": {"ref": "bump", "sha": head, "repo": None},
            "base": {"ref": "main", "sha": BASE, "repo": repository()},
        },
    }


def check_run(action: str, external_id: str = "", app_id: int = APP_ID) -> Payload:
    return in_repository(action) | {
        "check_run": {
            "id": 9,
            "name": "obelize",
            "head_sha": HEAD,
            "external_id": external_id,
            "app": {"id": app_id, "slug": "obelize"},
            "pull_requests": [],
        }
    }


def issue_comment(action: str, body: str = "/obelize help", *, is_pull: bool = True, state: str = "open") -> Payload:
    user = {"login": "octocat", "id": 2, "type": "User"}
    return in_repository(action) | {
        "issue": {
            "number": 3,
            "state": state,
            "pull_request": {"url": "https://api.github.com/repos/octo/app/pulls/3"} if is_pull else None,
        },
        "comment": {
            "id": 11,
            "body": body,
            "user": user,
            "created_at": "2026-11-30T12:00:00Z",
            "updated_at": "2026-11-30T12:00:00Z",
            "performed_via_github_app": None,
        },
        "sender": user,
    }


def pressed(identifier: str, external_id: str = "", app_id: int = APP_ID) -> Payload:
    return check_run("requested_action", external_id, app_id) | {"requested_action": {"identifier": identifier}}


def check_suite(action: str, app_id: int = APP_ID) -> Payload:
    return in_repository(action) | {
        "check_suite": {"id": 10, "head_sha": HEAD, "head_branch": None, "app": {"id": app_id}, "pull_requests": []}
    }


def installation(action: str, repositories: list[Payload] | None = None) -> Payload:
    return {
        "action": action,
        "installation": {
            "id": INSTALLATION_ID,
            "account": {"login": "octo", "id": 1, "type": "Organization"},
            "repository_selection": "selected",
            "suspended_at": None,
        },
        "repositories": repositories if repositories is not None else [short_repository(REPOSITORY_ID, "octo/app")],
        "sender": {"login": "octocat", "id": 2, "type": "User"},
    }


def installation_repositories(action: str, added: list[Payload], removed: list[Payload]) -> Payload:
    made = installation(action, [])
    del made["repositories"]
    return made | {
        "repository_selection": "selected",
        "repositories_added": added,
        "repositories_removed": removed,
    }


def push(ref: str = "refs/heads/main", after: str = HEAD, *, deleted: bool = False) -> Payload:
    """An event without an action."""
    payload = in_repository(None) | {"ref": ref, "before": BASE, "after": after, "deleted": deleted}
    del payload["action"]
    return payload


def status(state: str = "success") -> Payload:
    """An event without an action: CI that uses commit statuses."""
    payload = in_repository(None) | {"id": 11, "sha": HEAD, "state": state, "context": "ci/tests", "branches": []}
    del payload["action"]
    return payload
