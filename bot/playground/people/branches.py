"""Branches: moved, protected, queued for merging. Whoever moves one, the same events follow."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from bot.playground.anchoring import follow
from bot.playground.git.writing import Change, write_commit
from bot.playground.hooks.payloads import pull_request as pull_payloads
from bot.playground.hooks.payloads.checks import check_suite
from bot.playground.hooks.payloads.push import NO_COMMIT
from bot.playground.hooks.payloads.push import push as push_payload
from bot.playground.hooks.sender import HookSender
from bot.playground.people.other_ci import OtherCiActs
from bot.playground.shapes import Json
from bot.playground.world.accounts import Account
from bot.playground.world.clock import now
from bot.playground.world.pulls import PullRequest
from bot.playground.world.repositories import Repository
from bot.playground.world.world import World


class BranchMovedError(Exception):
    """The branch is not where it was expected to be."""


@dataclass(frozen=True, slots=True)
class Push:
    """A branch moved, and the open pull requests that come from it with it."""

    repository: Repository
    branch: str
    before: str
    after: str
    by: Account
    pulls: tuple[PullRequest, ...]


class BranchActs(OtherCiActs):
    """Whoever pushes, and owners who say where nobody may."""

    def __init__(self, world: World, hooks: HookSender) -> None:
        super().__init__(world, hooks)
        self.moving = asyncio.Lock()
        """Held while a branch is looked at and moved; one at a time."""

    async def tip_of(self, repository: Repository, branch: str) -> str | None:
        """The branch's commit; of a fork only branches with an open pull request are known here."""
        if repository.fork_of is not None:
            pulls = self.world.pulls.open_from(repository, branch)
            return pulls[-1].head_sha if pulls else None
        return await repository.git.resolve(f"refs/heads/{branch}")

    async def push_branch(
        self, repository: Repository, branch: str, files: Mapping[str, bytes | None], by: Account | None = None
    ) -> str:
        """One more commit on a branch, or the first one of a new branch; its sha."""
        person = by or self.somebody
        async with self.moving:
            before = await repository.git.resolve(f"refs/heads/{branch}")
            after = await write_commit(repository.git, before, Change(files, f"Change {branch}"))
            if before is None:
                push = await self.make_branch(repository, branch, after, person)
            else:
                push = await self.move_branch(repository, branch, before, after, person)
        await self.tell_of_push(push)
        return after

    async def make_branch(self, repository: Repository, branch: str, sha: str, by: Account) -> Push:
        """A new branch at a commit that is there; `tell_of_push` sends the events. `moving` has to be held."""
        assert self.moving.locked()
        if await self.tip_of(repository, branch) is not None:
            raise BranchMovedError(f"{branch} is there already")
        await repository.git.set_ref(f"refs/heads/{branch}", sha)
        repository.pushed_at = now()
        return Push(repository, branch, NO_COMMIT, sha, by, ())

    async def move_branch(self, repository: Repository, branch: str, expected: str, sha: str, by: Account) -> Push:
        """Moves a branch and the pull requests from it; `tell_of_push` sends the events.

        `moving` has to be held. Raises BranchMovedError when the branch is not at `expected`.
        """
        assert self.moving.locked()
        if await self.tip_of(repository, branch) != expected:
            raise BranchMovedError(f"{branch} is not at {expected}")
        if repository.fork_of is None:
            await repository.git.set_ref(f"refs/heads/{branch}", sha)
        repository.pushed_at = now()
        pulls = tuple(self.world.pulls.open_from(repository, branch))
        for pull in pulls:
            await pull.repository.git.set_ref(pull.hidden_ref, sha)
            pull.move_head(sha)
            await self.follow_threads(pull)
        return Push(repository, branch, expected, sha, by, pulls)

    async def follow_threads(self, pull: PullRequest) -> None:
        """Moves the threads to where their lines are now; those whose lines changed are outdated."""
        for thread in self.world.reviews.threads.values():
            if thread.pull is pull:
                await follow(thread)

    async def tell_of_push(self, push: Push) -> None:
        """`push`, then the suite of the push, then `synchronize` of each pull request."""
        payload = await push_payload(push.repository, push.branch, push.before, push.after, push.by, self.world)
        await self.tell("push", payload, push.repository)
        await self.request_suite(push.repository, push.branch, push.before, push.after, push.by)
        for pull in push.pulls:
            payload = await pull_payloads.synchronize(pull, push.before, push.by, self.world)
            await self.tell("pull_request", payload, pull.repository)
        if push.repository.fork_of is None:
            await self.let_ci_see(push.repository, push.branch, push.before, push.after)
        for pull in push.pulls:
            if pull.from_fork:
                await self.let_ci_see(pull.repository, None, push.before, push.after)

    async def request_suite(
        self, repository: Repository, branch: str, before: str | None, sha: str, by: Account
    ) -> None:
        """`check_suite.requested`, for a push to the repository itself; one in a fork sends none (GITHUB.md §4)."""
        if repository.fork_of is not None:
            return
        suite = self.world.checks.suite(repository, self.world.app, sha, branch, before)
        await self.tell("check_suite", await check_suite("requested", suite, by, self.world), repository)

    def add_rule(
        self, repository: Repository, branch: str, kind: str, parameters: Mapping[str, object] | None = None
    ) -> None:
        """A ruleset's rule for the branch, such as `pull_request` or `required_signatures`."""
        rule: Json = {
            "type": kind,
            "ruleset_source_type": "Repository",
            "ruleset_source": repository.full_name,
            "ruleset_id": 73,
        }
        given = {} if parameters is None else {"parameters": dict(parameters)}
        self.world.branch_rules.add(repository, branch, {**rule, **given})

    def protect_branch(
        self,
        repository: Repository,
        branch: str,
        because: str = "At least 1 approving review is required by reviewers with write access.",
    ) -> None:
        """Classic protection, which refuses a commit for the reason given and is in no list of rules."""
        self.world.branch_rules.protected[repository.id, branch] = because

    async def enter_merge_queue(self, pull: PullRequest, by: Account | None = None) -> None:
        """Queued for merging: its branch cannot be written any more."""
        pull.in_merge_queue = True
        payload = await pull_payloads.pull_request("enqueued", pull, by or self.somebody, self.world)
        await self.tell("pull_request", payload, pull.repository)

    async def leave_merge_queue(self, pull: PullRequest, by: Account | None = None) -> None:
        """Taken out of the queue by hand."""
        pull.in_merge_queue = False
        payload = await pull_payloads.dequeued(pull, "MANUAL", by or self.somebody, self.world)
        await self.tell("pull_request", payload, pull.repository)

    def allow_edits(self, pull: PullRequest, *, allowed: bool) -> None:
        """The box "Allow edits by maintainers"; switching it sends nothing (GITHUB.md §3.2)."""
        pull.maintainer_can_modify = allowed
