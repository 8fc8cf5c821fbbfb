"""Other Apps' CI: it looks at every push, by a rule that a story gives, and is heard of as on GitHub (GITHUB.md §4)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bot.playground.hooks.payloads.status import status as status_payload
from bot.playground.hooks.sender import HookSender
from bot.playground.people.checks import CheckActs
from bot.playground.world.accounts import Account
from bot.playground.world.apps import App, Registration
from bot.playground.world.checks import CheckRun, CheckSuite
from bot.playground.world.clock import now
from bot.playground.world.repositories import Repository
from bot.playground.world.statuses import CommitStatus
from bot.playground.world.world import World

ACTION_REQUIRED = "action_required"
"""As a rule's word for a whole suite: it waits for somebody's approval and has no run (GITHUB.md §4)."""

Result = str | Mapping[str, str] | None
"""A conclusion for the one run `tests`, conclusions by the names of several runs, or null: the suite never begins."""

Rule = Callable[[Mapping[str, bytes]], Result]
"""What CI makes of a commit's files, path to bytes."""


@dataclass(slots=True)
class Ci:
    """One App that checks every push. While `held` its runs are in progress until `let_ci_finish`."""

    app: App
    rule: Rule
    held: bool = False
    waiting: list[tuple[CheckSuite, dict[CheckRun, str]]] = field(default_factory=list)


class OtherCiActs(CheckActs):
    """The repository's own CI, and people who set it up."""

    def __init__(self, world: World, hooks: HookSender) -> None:
        super().__init__(world, hooks)
        self._ci: list[Ci] = []

    def watch_with_ci(self, rule: Rule, *, slug: str = "github-actions", held: bool = False) -> Ci:
        """Sets CI up for every repository: it sees each push from now on, and each pull request that is opened."""
        ci = Ci(self.ci_app(slug), rule, held)
        self._ci.append(ci)
        return ci

    def ci_app(self, slug: str) -> App:
        """The App of that slug; GitHub Actions, or one that is registered here when it is new."""
        known = self.world.apps.by_slug(slug)
        return known or self.world.apps.register(Registration(slug, slug.title(), "others", {"checks": "write"}))

    async def let_ci_finish(self, ci: Ci) -> None:
        """Ends the runs that wait, and holds none back from now on."""
        ci.held, waiting = False, ci.waiting
        ci.waiting = []
        for suite, conclusions in waiting:
            await self._finish(suite, conclusions)

    async def let_ci_see(self, repository: Repository, branch: str | None, before: str | None, sha: str) -> None:
        """Every CI looks at a commit; a second look at the same one is not taken."""
        for ci in self._ci:
            suite = self.world.checks.suite(repository, ci.app, sha, branch, before)
            if suite.blocked_by is None and not self.world.checks.runs_in(suite):
                await self._look(ci, suite)

    async def post_status(
        self,
        repository: Repository,
        sha: str,
        state: str,
        context: str = "ci/other",
        *,
        description: str | None = None,
        target_url: str | None = None,
        by: Account | None = None,
    ) -> CommitStatus:
        """CI of the older kind speaks: error, failure, pending or success."""
        who = by or self.somebody
        made = self.world.statuses.post(repository, sha, who, state, context, description, target_url)
        await self.tell("status", await status_payload(made, self.world), repository)
        return made

    async def _look(self, ci: Ci, suite: CheckSuite) -> None:
        result = ci.rule(await suite.repository.git.files(suite.head_sha))
        if result is None:
            return
        if result == ACTION_REQUIRED:
            suite.blocked_by, suite.updated_at = ACTION_REQUIRED, now()
            await self.tell_of_suite(suite)
            return
        conclusions = {"tests": result} if isinstance(result, str) else result
        runs = {await self.start_check(suite, name): conclusion for name, conclusion in conclusions.items()}
        if ci.held:
            ci.waiting.append((suite, runs))
        else:
            await self._finish(suite, runs)

    async def _finish(self, suite: CheckSuite, conclusions: Mapping[CheckRun, str]) -> None:
        for run, conclusion in conclusions.items():
            await self.finish_check(run, conclusion)
        await self.tell_of_suite(suite)
