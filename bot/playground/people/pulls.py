"""Pull requests: opened, pushed to, closed, reopened, drafted, edited, locked."""

from collections.abc import Mapping

from bot.playground.git.writing import Change, write_commit
from bot.playground.hooks.payloads import pull_request as payloads
from bot.playground.people.branches import BranchActs
from bot.playground.world.accounts import Account
from bot.playground.world.clock import now
from bot.playground.world.pulls import PullRequest
from bot.playground.world.repositories import Repository


class PullActs(BranchActs):
    """Whoever works on a pull request."""

    async def open_pull_request(
        self,
        base_ref: str,
        head_ref: str,
        *,
        repository: Repository | None = None,
        title: str = "",
        body: str | None = None,
        author: Account | None = None,
        draft: bool = False,
        fork: Repository | None = None,
    ) -> PullRequest:
        """Opens one between two branches and announces it.

        `repository` is the newest one unless given. With `fork` (see `fork_repository`) the head counts as a branch of
        that fork. Raises LookupError when a branch is missing.
        """
        where = repository or list(self.world.repositories.by_id.values())[-1]
        pull = await self.make_pull_request(
            where, base_ref, head_ref, title=title, body=body, author=author, draft=draft, fork=fork
        )
        await self.announce(pull)
        return pull

    async def make_pull_request(
        self,
        where: Repository,
        base_ref: str,
        head_ref: str,
        *,
        title: str,
        body: str | None,
        author: Account | None = None,
        draft: bool = False,
        fork: Repository | None = None,
    ) -> PullRequest:
        """The same without a word to anybody; `tell_of_opening` sends the event."""
        base_sha, head_sha = await self._tip(where, base_ref), await self._tip(where, head_ref)
        pull = PullRequest(
            id=self.world.pulls.next_id(),
            number=where.next_number(),
            repository=where,
            author=author or self.somebody,
            title=title or (await where.git.commit(head_sha)).message.partition("\n")[0],
            body=body,
            base_ref=base_ref,
            base_sha=base_sha,
            head_ref=head_ref,
            head_sha=head_sha,
            head_owner=(fork or where).owner,
            head_repository=fork or where,
            draft=draft,
            # Nobody is offered the box in a fork that an organisation owns (GITHUB.md §6.4).
            maintainer_can_modify=fork is not None and fork.owner.type == "User",
        )
        await where.git.set_ref(pull.hidden_ref, head_sha)
        self.world.pulls.add(pull)
        return pull

    async def announce(self, pull: PullRequest) -> None:
        """Sends what opening sends: the suite of the push, then `pull_request.opened`; and CI looks at the head."""
        if pull.head_repository is not None:
            await self.request_suite(pull.head_repository, pull.head_ref, None, pull.head_sha, pull.author)
        await self.tell_of_opening(pull)

    async def tell_of_opening(self, pull: PullRequest) -> None:
        """`pull_request.opened` alone: the push was told of when it happened."""
        await self._tell_of(pull, await payloads.pull_request("opened", pull, pull.author, self.world))
        await self.let_ci_see(pull.repository, None if pull.from_fork else pull.head_ref, None, pull.head_sha)

    async def push(self, pull: PullRequest, sha: str, by: Account | None = None) -> None:
        """Moves the head to a commit that is in the repository. Raises LookupError when the fork is gone."""
        if pull.head_repository is None:
            raise LookupError(f"the head repository of #{pull.number} is gone")
        async with self.moving:
            push = await self.move_branch(pull.head_repository, pull.head_ref, pull.head_sha, sha, by or pull.author)
        await self.tell_of_push(push)

    async def push_files(
        self, pull: PullRequest, files: Mapping[str, bytes | None], message: str = "Change files"
    ) -> str:
        """Pushes one more commit that writes (or, with null, deletes) these files; its sha."""
        sha = await write_commit(pull.repository.git, pull.head_sha, Change(files, message))
        await self.push(pull, sha)
        return sha

    async def close(self, pull: PullRequest, by: Account | None = None) -> None:
        """Closes it without merging."""
        pull.state, pull.closed_at, pull.updated_at = "closed", now(), now()
        await self._act("closed", pull, by)

    async def reopen(self, pull: PullRequest, by: Account | None = None) -> None:
        """Opens it again."""
        pull.state, pull.closed_at, pull.updated_at = "open", None, now()
        await self._act("reopened", pull, by)

    async def convert_to_draft(self, pull: PullRequest, by: Account | None = None) -> None:
        """Not ready any more."""
        pull.draft, pull.updated_at = True, now()
        await self._act("converted_to_draft", pull, by)

    async def mark_ready(self, pull: PullRequest, by: Account | None = None) -> None:
        """A draft no longer."""
        pull.draft, pull.updated_at = False, now()
        await self._act("ready_for_review", pull, by)

    async def change_base(self, pull: PullRequest, base_ref: str, by: Account | None = None) -> None:
        """Another base branch, and so another diff."""
        old_ref, old_sha = pull.base_ref, pull.base_sha
        pull.base_ref, pull.base_sha = base_ref, await self._tip(pull.repository, base_ref)
        pull.mergeable, pull.updated_at = None, now()
        await self.follow_threads(pull)
        await self._tell_of(pull, await payloads.base_changed(pull, old_ref, old_sha, by or self.somebody, self.world))

    async def retitle(self, pull: PullRequest, title: str, by: Account | None = None) -> None:
        """Another title: `edited` without a change of the base."""
        old, pull.title, pull.updated_at = pull.title, title, now()
        await self._tell_of(pull, await payloads.retitled(pull, old, by or self.somebody, self.world))

    async def lock(self, pull: PullRequest, by: Account | None = None) -> None:
        """Only those with write access may comment from now on, and no App."""
        pull.locked = True
        await self._act("locked", pull, by)

    async def unlock(self, pull: PullRequest, by: Account | None = None) -> None:
        """Everybody may comment again."""
        pull.locked = False
        await self._act("unlocked", pull, by)

    async def _act(self, action: str, pull: PullRequest, by: Account | None) -> None:
        await self._tell_of(pull, await payloads.pull_request(action, pull, by or self.somebody, self.world))

    async def _tell_of(self, pull: PullRequest, payload: dict[str, object]) -> None:
        await self.tell("pull_request", payload, pull.repository)

    async def _tip(self, repository: Repository, branch: str) -> str:
        found = await repository.git.resolve(branch)
        if found is None:
            raise LookupError(f"{repository.full_name} has no branch {branch!r}")
        return found
