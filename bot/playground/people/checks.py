"""Buttons of the Checks page, and other people's CI beside the App's own runs."""

from bot.playground.hooks.payloads import checks as payloads
from bot.playground.people.stage import Stage
from bot.playground.world.accounts import Account
from bot.playground.world.checks import CheckRun, CheckSuite
from bot.playground.world.clock import now
from bot.playground.world.repositories import Repository


class CheckActs(Stage):
    """Whoever looks at the checks."""

    async def rerun(self, run: CheckRun, by: Account | None = None) -> None:
        """The button "Re-run": the suite reads queued, the run stays, its own App is told (GITHUB.md §4)."""
        run.suite.rerequested = True
        if run.app is self.world.app:
            payload = payloads.check_run("rerequested", run, by or self.somebody, self.world)
            await self.tell("check_run", payload, run.suite.repository)

    async def rerun_all(self, suite: CheckSuite, by: Account | None = None) -> None:
        """The button "Re-run all checks"."""
        suite.rerequested = True
        if suite.app is self.world.app:
            payload = await payloads.check_suite("rerequested", suite, by or self.somebody, self.world)
            await self.tell("check_suite", payload, suite.repository)

    async def finish_other_check(
        self, repository: Repository, sha: str, name: str = "tests", conclusion: str = "success"
    ) -> CheckRun:
        """The repository's own CI (GitHub Actions) ends on a commit; the App hears of it, as it does on GitHub."""
        suite = self.world.checks.suite(repository, self.world.actions, sha)
        run = self.world.checks.start_run(suite, name, f"{self.world.addresses.web}/{repository.full_name}/actions")
        run.status, run.conclusion, run.completed_at = "completed", conclusion, now()
        payload = payloads.check_run("completed", run, self.world.actions.bot, self.world)
        await self.tell("check_run", payload, repository)
        return run
