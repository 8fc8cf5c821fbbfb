"""A commit at somebody's word: made at most once, and only on the head that was shown.

One durable step carries it out, and may do so again after a crash: then it finds what it left, by its row or by the
trailer of a commit that changes exactly its files to exactly its bytes. Whether the pull request can be written is
asked of GitHub just before.
"""

import asyncio
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from bot.forge.errors import Unavailable
from bot.forge.forge import Forge
from bot.forge.repository_forge import RepositoryForge
from bot.models.commit import EXECUTABLE, PLAIN, CommitDraft, CommitSeen, FileBytes, is_never_written
from bot.models.conversation import CommandPlace, Committed, Refused, TakeBack, WriteCommit
from bot.models.forge import PullState
from bot.models.names import CommitSha, RunId
from bot.models.run_ids import made_run_id
from bot.publish.commit_message import body, run_named_in, subject
from bot.settings import SUBJECT
from bot.store import commits
from bot.store.commits import Made
from bot.vocabulary import CommandRefusal
from bot.workflows.commit_order import CommitOrders, Order, holds_exactly
from bot.workflows.commit_record import CommitRecord, told
from bot.workflows.reaching import fetch_all_commits, within_budget
from bot.workflows.services import Services


def commit_run_id(at: CommandPlace) -> RunId:
    """The run that a command makes: the same whenever it is tried again."""
    return made_run_id(at.given_at, sha256(f"{at.command_id}/{at.line}".encode()).hexdigest()[:8])


@dataclass(frozen=True, slots=True)
class Committing:
    """Carries acts that write out. ForgeError, StoreError and GitFailed leave it where what became of it is unknown."""

    services: Services
    forge: Forge

    async def carry_out(self, act: WriteCommit | TakeBack, at: CommandPlace) -> Committed | Refused:
        """Make the commit, or find the one that an earlier try made; keep its folder, its row and its offers."""
        forge = within_budget(self.services, self.forge, at.installation_id, at.repository_id, at.full_name)
        record = CommitRecord(self.services, at, commit_run_id(at), self.services.now())
        return await _Commit(self.services, forge, act, at, record).carry_out()


@dataclass(frozen=True, slots=True)
class _Commit:
    services: Services
    forge: RepositoryForge
    act: WriteCommit | TakeBack
    at: CommandPlace
    record: CommitRecord

    async def carry_out(self) -> Committed | Refused:
        known = await asyncio.to_thread(self._made_before)
        if known is not None:
            return told(known)
        pull = await self.forge.pulls.state(self.at.pull)
        return await self._earlier_try(pull) or await self._new_try(pull)

    async def _new_try(self, pull: PullState) -> Committed | Refused:
        order = await self._order_on(CommitSha(pull.head_sha))
        if isinstance(order, Refused):
            return order
        refused = _refusal(order, pull) or await self._queued()
        if refused is not None:
            return refused
        draft = await self._draft(order, pull)
        try:
            made = await self.forge.commits.make(draft)
        except Unavailable as lost:
            return await self._looked_again(pull, lost)
        if isinstance(made, Refused):
            return await self._looked_again(pull, made)
        return await self._keep(order, made, CommitSha(pull.head_sha), pull)

    async def _looked_again(self, pull: PullState, failed: Refused | Unavailable) -> Committed | Refused:
        """After a try that failed: the commit may be there, made by this try or by one before a crash."""
        if isinstance(failed, Refused) and failed.refusal is not CommandRefusal.HEAD_MOVED:
            return failed
        now = await self.forge.pulls.state(self.at.pull)
        made = await self._earlier_try(now)
        if made is not None:
            return made
        if isinstance(failed, Unavailable):
            raise failed
        if now.head_sha == pull.head_sha:
            raise Unavailable("GitHub still shows the head that the branch no longer has", may_have_happened=True)
        return failed

    async def _earlier_try(self, pull: PullState) -> Committed | None:
        """The commit that an earlier try of this command made, if one did: it stands between what was shown and now."""
        since = self.act.head_sha if isinstance(self.act, WriteCommit) else self.act.commit_sha
        if pull.head_sha == since:
            return None
        named = [seen async for seen in self.forge.commits.between(since, pull.head_sha) if self._is_named(seen)]
        for seen in named:
            sha, parent = CommitSha(seen.sha), CommitSha(seen.parents[0])
            await self._fetch(sha, parent)
            order = await self._order_on(parent)
            if not isinstance(order, Refused) and await asyncio.to_thread(
                holds_exactly, self._git_dir, parent, sha, order.files
            ):
                return await self._keep(order, sha, parent, pull)
        return None

    def _is_named(self, seen: CommitSeen) -> bool:
        return len(seen.parents) == 1 and run_named_in(seen.message) == self.record.run_id

    async def _order_on(self, head: CommitSha) -> Order | Refused:
        """What is to be written on top of a head."""
        orders = CommitOrders(self.services.artifacts, self.at.repository_id)
        if isinstance(self.act, WriteCommit):
            if head != self.act.head_sha:
                return Refused(refusal=CommandRefusal.HEAD_MOVED)
            return await asyncio.to_thread(orders.write, self.act)
        made = await asyncio.to_thread(self._taken_back, self.act)
        if made is None:
            return Refused(refusal=CommandRefusal.NOTHING_TO_UNDO)
        await self._fetch(head)
        return await asyncio.to_thread(orders.undo, made, self._git_dir, head)

    async def _queued(self) -> Refused | None:
        queued = await self.forge.pulls.is_queued(self.at.pull)
        return Refused(refusal=CommandRefusal.IN_MERGE_QUEUE) if queued else None

    async def _draft(self, order: Order, pull: PullState) -> CommitDraft:
        text, settings = self.record.text(order), self.services.settings
        signed_off_by = await self.forge.own_address() if settings.sign_off else None
        assert pull.head_full_name is not None
        return CommitDraft(
            full_name=pull.head_full_name,
            branch=pull.head_ref,
            from_fork=pull.from_fork,
            head_sha=pull.head_sha,
            headline=settings.commit_subject.replace(SUBJECT, subject(text)),
            body=body(text, host=self.forge.accounts_host, signed_off_by=signed_off_by),
            files=tuple(FileBytes(path=file.path, mode=file.mode, content=file.after) for file in order.files),
        )

    async def _keep(self, order: Order, sha: CommitSha, before: CommitSha, pull: PullState) -> Committed:
        return await asyncio.to_thread(self.record.keep, order, sha, before, pull.head_ref)

    async def _fetch(self, *shas: CommitSha) -> None:
        await fetch_all_commits(self.services, self.forge, self.at.repository_id, *shas)

    @property
    def _git_dir(self) -> Path:
        return self.services.cache.git_dir(self.at.repository_id)

    def _made_before(self) -> Made | None:
        with self.services.database.read() as connection:
            return commits.find_by_run(connection, self.record.run_id)

    def _taken_back(self, act: TakeBack) -> Made | None:
        with self.services.database.read() as connection:
            return commits.find(connection, self.at.repository_id, act.commit_sha)


def _refusal(order: Order, pull: PullState) -> Refused | None:
    """What keeps the pull request from being written, as far as it tells by itself."""
    if not pull.open:
        return Refused(refusal=CommandRefusal.PULL_CLOSED)
    if pull.head_full_name is None:
        return Refused(refusal=CommandRefusal.FORK_GONE)
    if any(is_never_written(file.path) for file in order.files):
        return Refused(refusal=CommandRefusal.PATH_NEVER_WRITTEN)
    if any(file.mode not in {PLAIN, EXECUTABLE} for file in order.files):
        return Refused(refusal=CommandRefusal.NOT_A_PLAIN_FILE)
    return None
