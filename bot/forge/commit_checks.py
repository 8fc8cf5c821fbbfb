"""What other Apps' checks and statuses say of a commit (GITHUB.md §4, "Verdict of the other CI")."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from bot.forge import words
from bot.forge.client import GitHubClient
from bot.forge.reading import understood
from bot.models.commit_checks import CheckSeen, CommitChecks
from bot.models.forge import AppIdentity
from bot.vocabulary import CheckState

STATUS = "status"
"""What stands for the App of a commit status, which has none."""
_LONGEST_NAME = 255


class OtherChecks:
    """The checks of other Apps in one repository; our own say nothing about a commit of ours."""

    def __init__(
        self, client: GitHubClient, repository: dict[str, str], app: Callable[[], Awaitable[AppIdentity]]
    ) -> None:
        self._client = client
        self._repository = repository
        self._app = app

    async def on(self, sha: str) -> CommitChecks:
        """All of them, as they stand now, by App and name; a check that ran several times counts as its newest run."""
        own = (await self._app()).id
        with understood("checks"):
            suites = [s for s in await self._listed(sha, "check-suites", "check_suites") if _app(s).get("id") != own]
            runs = await self._listed(sha, "check-runs", "check_runs")
            statuses = await self._listed(sha, "status", "statuses")
            found = [_check_run(run) for run in runs if _app(run).get("id") != own]
            found += [_status(status) for status in statuses]
            found += [_unapproved(suite) for suite in suites if _is_unapproved(suite)]
            # Every App that may write checks gets a suite, and many never fill theirs.
            unfinished = any(not words.is_finished(s["status"]) and s["latest_check_runs_count"] for s in suites)
        return CommitChecks(checks=tuple(sorted(found, key=lambda one: (one.app, one.name))), unfinished=unfinished)

    async def _listed(self, sha: str, what: str, key: str) -> list[Mapping[str, Any]]:
        url = f"/repos/{{owner}}/{{name}}/commits/{{ref}}/{what}{{?per_page}}"
        variables = {**self._repository, "ref": sha, "per_page": "100"}
        return [one async for one in self._client.getiter(url, variables, iterable_key=key)]


def _check_run(run: Mapping[str, Any]) -> CheckSeen:
    state = words.check_state(run["status"], run["conclusion"])
    return CheckSeen(_slug(run), run["name"][:_LONGEST_NAME], state, run["html_url"])


def _status(status: Mapping[str, Any]) -> CheckSeen:
    state = words.status_state(status["state"])
    return CheckSeen(STATUS, status["context"][:_LONGEST_NAME], state, status["target_url"])


def _is_unapproved(suite: Mapping[str, Any]) -> bool:
    """Workflows of a first-time author: the suite ends without a run in it."""
    state = words.check_state(suite["status"], suite["conclusion"])
    return state is CheckState.UNAPPROVED and not suite["latest_check_runs_count"]


def _unapproved(suite: Mapping[str, Any]) -> CheckSeen:
    return CheckSeen(_slug(suite), _slug(suite), CheckState.UNAPPROVED, None)


def _slug(one: Mapping[str, Any]) -> str:
    return str(_app(one).get("slug") or "")[:_LONGEST_NAME]


def _app(one: Mapping[str, Any]) -> Mapping[str, Any]:
    """Null where the App is gone."""
    return one["app"] or {}
