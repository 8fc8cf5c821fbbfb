"""Whose turn it is on a pull request: one workflow at a time writes there, and who had to wait follows.

The queues' partitions do the same in the ordinary case, each for its own kind; after a crash a resumed workflow is
outside of its partition, and runs and commands have queues of their own. So the lease is what counts.
"""

from dataclasses import dataclass

import sqlalchemy as sa

from bot.store import commands, leases, runs
from bot.store.leases import Lease
from bot.vocabulary import CommandState, RunState
from bot.workflows.services import Services


@dataclass(frozen=True, slots=True)
class Turns:
    """Sync; called in threads. `holder` is the id of a workflow; numbers of issues count like those of pulls."""

    services: Services

    def alive_holder(self, repository_id: int, pull: int, holder: str) -> str | None:
        """Who else holds the lease, if that workflow will still end by itself; asked outside of a transaction."""
        with self.services.database.read() as connection:
            held = leases.lease(connection, repository_id, pull)
        if held is None or held.holder == holder:
            return None
        return held.holder if self.services.enqueuer.is_alive(held.holder) else None

    def is_free(self, connection: sa.Connection, repository_id: int, pull: int) -> bool:
        """Whether nobody has the lease, or only a workflow that ended without giving it up."""
        held = leases.lease(connection, repository_id, pull)
        return held is None or not self.services.enqueuer.is_alive(held.holder)

    def take(self, connection: sa.Connection, repository_id: int, pull: int, holder: str, alive: str | None) -> bool:
        """Take the lease, also from a workflow that ended without giving it up; whether it is the holder's now."""
        held = leases.lease(connection, repository_id, pull)
        if held is not None and held.holder not in {holder, alive}:
            leases.release(connection, repository_id, pull, held.holder)
        executor = self.services.runtime.executor_id
        wanted = Lease(repository_id, pull, holder, executor, self.services.now())
        return leases.take(connection, wanted).holder == holder

    def give_up(self, connection: sa.Connection, repository_id: int, pull: int, holder: str) -> None:
        """Give the lease up, if it is the holder's, and enqueue who waited for it."""
        if leases.release(connection, repository_id, pull, holder):
            self._enqueue_newest_head(connection, repository_id, pull)
            self._enqueue_commands(connection, repository_id, pull)

    def _enqueue_newest_head(self, connection: sa.Connection, repository_id: int, pull: int) -> None:
        """The newest head that had to wait gets its next attempt; older ones are overtaken by it."""
        waiting = [run for run in runs.of_pull(connection, repository_id, pull) if run.state is RunState.DEFERRED]
        if not waiting:
            return
        *older, newest = waiting
        for run in older:
            runs.change(connection, run.key, state=RunState.SUPERSEDED, reason="A newer head took over.")
        next_key = runs.next_attempt(connection, newest, self.services.now())
        if next_key is not None:
            self.services.enqueuer.run(connection, next_key)

    def _enqueue_commands(self, connection: sa.Connection, repository_id: int, pull: int) -> None:
        for given in commands.of_pull(connection, repository_id, pull):
            if given.state is CommandState.DEFERRED:
                following = commands.next_attempt(connection, given, self.services.now())
                if following is not None:
                    self.services.enqueuer.command(connection, following)
