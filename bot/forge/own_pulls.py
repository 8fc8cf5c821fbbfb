"""Pull requests that Obelize opens: found by their branch, opened once, their words brought up to date."""

from typing import Any

from bot.forge.client import GitHubClient
from bot.forge.own_texts import is_same_text
from bot.forge.pulls import pull_state
from bot.forge.reading import understood
from bot.models.forge import PullState
from bot.safe_text import sendable


class OwnPulls:
    """Those of one repository; their branches lie in the repository itself."""

    def __init__(self, client: GitHubClient, repository: dict[str, str]) -> None:
        self._client = client
        self._repository = repository

    async def open_from(self, branch: str) -> PullState | None:
        """The open pull request that comes from the branch."""
        url = "/repos/{owner}/{name}/pulls{?state,head,per_page}"
        query = {"state": "open", "head": f"{self._repository['owner']}:{branch}", "per_page": "1"}
        with understood("pull requests"):
            found = await self._client.getitem(url, {**self._repository, **query})
            return pull_state(found[0]) if found else None

    async def open(self, branch: str, base: str, title: str, markdown: str) -> PullState:
        """Open one; raises Refused where there is one already, or nothing that differs."""
        body = {"title": title, "head": branch, "base": base, "body": sendable(markdown)}
        with understood("a pull request"):
            return pull_state(await self._client.post("/repos/{owner}/{name}/pulls", self._repository, data=body))

    async def describe(self, number: int, title: str, markdown: str) -> None:
        """Make it say this, unless it does."""
        url = "/repos/{owner}/{name}/pulls/{number}"
        variables = {**self._repository, "number": str(number)}
        wanted = {"title": title, "body": sendable(markdown)}
        with understood("a pull request"):
            standing: Any = await self._client.getitem(url, variables)
            if standing["title"] != title or not is_same_text(standing["body"] or "", wanted["body"]):
                await self._client.patch(url, variables, data=wanted)
