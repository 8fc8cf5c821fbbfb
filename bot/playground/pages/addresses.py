"""What a page's address names. Raises HTTPNotFound for what is not there."""

from dataclasses import dataclass

from aiohttp import web

from bot.playground.world.checks import CheckRun
from bot.playground.world.issues import Issue
from bot.playground.world.pulls import PullRequest
from bot.playground.world.repositories import Repository
from bot.playground.world.world import World


@dataclass(frozen=True, slots=True)
class Addressed:
    """Looks up the repository, pull request or check of a request's address."""

    world: World

    def repository(self, request: web.Request) -> Repository:
        """By its name or a former one."""
        full_name = f"{request.match_info['owner']}/{request.match_info['repo']}"
        found = self.world.repositories.named(full_name) or self.world.repositories.formerly_named(full_name)
        if found is None:
            raise web.HTTPNotFound
        return found

    def pull(self, request: web.Request) -> PullRequest:
        """By its number."""
        found = self.world.pulls.numbered(self.repository(request), int(request.match_info["number"]))
        if found is None:
            raise web.HTTPNotFound
        return found

    def issue(self, request: web.Request) -> Issue:
        """By its number; a pull request's leads to its own page."""
        repository, number = self.repository(request), int(request.match_info["number"])
        found = self.world.issues.numbered(repository, number)
        if found is None and self.world.pulls.numbered(repository, number) is not None:
            raise web.HTTPFound(f"/{repository.full_name}/pull/{number}")
        if found is None:
            raise web.HTTPNotFound
        return found

    def run(self, request: web.Request) -> CheckRun:
        """By its id, in the repository that the address names."""
        run = self.world.checks.runs.get(int(request.match_info["run_id"]))
        if run is None or run.suite.repository is not self.repository(request):
            raise web.HTTPNotFound
        return run
