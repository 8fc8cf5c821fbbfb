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

    async def click(self, run: CheckRun, identifier: str, by: Account | None = None) -> None:
        """A button of the App's own, which stands under a completed run. Raises LookupError when there is none.

        Who may click is not documented (GITHUB.md §14); here everybody may, and the App has to ask who it was.
        """
        offered = {action["identifier"] for action in run.actions} if run.status == "completed" else set()
        if identifier not in offered:
            raise LookupError(f"{run.name} has no button {identifier!r}")
        if run.app is self.world.app:
            payload = payloads.requested_action(identifier, run, by or self.somebody, self.world)
            await self.tell("check_run", payload, run.suite.repository)

    async def finish_other_check(
        self, repository: Repository, sha: str, name: str = "tests", conclusion: str = "success"
    ) -> CheckRun:
        """A run of GitHub Actions starts and ends on a commit, and with it the suite when no other run is left."""
        suite = self.world.checks.suite(repository, self.world.actions, sha)
        run = await self.start_check(suite, name)
        await self.finish_check(run, conclusion)
        if self.world.checks.state_of(suite)[0] == "completed":
            await self.tell_of_suite(suite)
        return run

    async def start_check(self, suite: CheckSuite, name: str) -> CheckRun:
        """Another App's run begins: `check_run.created` reaches ours too (GITHUB.md §3.2)."""
        page = f"{self.world.addresses.web}/{suite.repository.full_name}/actions"
        run = self.world.checks.start_run(suite, name, page)
        run.status, suite.updated_at = "in_progress", now()
        await self._tell_of_run("created", run)
        return run

    async def finish_check(self, run: CheckRun, conclusion: str) -> None:
        """Another App's run ends."""
        run.status, run.conclusion, run.completed_at = "completed", conclusion, now()
        run.suite.updated_at = now()
        await self._tell_of_run("completed", run)

    async def tell_of_suite(self, suite: CheckSuite) -> None:
        """`check_suite.completed`, once all of its runs are."""
        payload = await payloads.check_suite("completed", suite, suite.app.bot, self.world)
        await self.tell("check_suite", payload, suite.repository)

    async def _tell_of_run(self, action: str, run: CheckRun) -> None:
        payload = payloads.check_run(action, run, run.app.bot, self.world)
        await self.tell("check_run", payload, run.suite.repository)
