"""Beginning and ending a run: the lease that keeps the runs of a pull request one after another, and what follows.

Both ends are one transaction each.
"""

import secrets
from dataclasses import dataclass

import sqlalchemy as sa

from bot.metrics.families import RUN_SECONDS
from bot.models.names import InstallationId
from bot.models.run_ids import made_run_id
from bot.models.run_key import RunKey
from bot.models.run_steps import Begun, Ending
from bot.store import amendments, given_answers, installations, pulls, runs
from bot.store.amendments import HeldAmendment, Revision
from bot.store.runs import Head
from bot.store.standing import reason_to_stop
from bot.vocabulary import Conclusion, RunDemand, RunState
from bot.workflows.asked_by import asked_by
from bot.workflows.services import Services
from bot.workflows.turns import Turns


@dataclass(frozen=True, slots=True)
class LeaseKeeper:
    """Sync; called in threads."""

    services: Services

    def begin(self, key: RunKey) -> Begun | Ending:
        """Take the lease and mark the run as running, or say why it ends here."""
        alive = self._turns.alive_holder(key.repository_id, key.pull, key.text)
        with self.services.database.write() as connection:
            stop = reason_to_stop(connection, key)
            if stop is not None:
                return _dropped(stop)
            if not self._turns.take(connection, key.repository_id, key.pull, key.text, alive):
                return self._deferred(connection, key)
            run = runs.find(connection, key)
            repository = installations.repository(connection, key.repository_id)
            assert run is not None
            assert repository is not None
            now = self.services.now()
            run_id = run.run_id or made_run_id(now, secrets.token_hex(4))
            runs.change(connection, key, state=RunState.RUNNING, started_at=now, run_id=run_id)
            asked = asked_by(connection, key.repository_id, run.trigger)
            return Begun(
                run_id=run_id,
                installation_id=InstallationId(repository.installation_id),
                full_name=repository.full_name,
                started_at=now.isoformat(),
                trigger=asked.delivery,
                command=asked.command,
                given_by=asked.given_by,
            )

    def end(self, key: RunKey, ending: Ending, api_calls: int) -> bool:
        """Keep how the run ended, give the lease up, and enqueue the head that waited for it.

        False when the run's row is gone: the repository was removed meanwhile, and nothing may be kept about it.
        """
        with self.services.database.write() as connection:
            run = runs.find(connection, key)
            if ending.state is RunState.DEFERRED:
                return run is not None  # kept when it was decided; by now its next attempt may be on the way
            # Since when its result can be seen, where it has one.
            told_at = run.finished_at if run is not None and ending.conclusion is not None else None
            # What was noted when the check was published stands, as does what other CI has made of it since.
            noted = run.conclusion if run is not None and ending.state is RunState.FINISHED else None
            known = runs.change(
                connection,
                key,
                state=ending.state,
                conclusion=noted or ending.conclusion,
                reason=ending.reason,
                api_calls=api_calls,
                finished_at=told_at or self.services.now(),
            )
            self._turns.give_up(connection, key.repository_id, key.pull, key.text)
        if run is not None and run.state is not ending.state:  # not again, where a torn step is done again
            RUN_SECONDS.labels(ending.state).observe((self.services.now() - run.created_at).total_seconds())
        return known

    def standing(self, key: RunKey) -> Ending | None:
        """Whether the run still has somebody to work for: asked at each step, of what deliveries have said so far."""
        with self.services.database.read() as connection:
            stop = reason_to_stop(connection, key)
        return None if stop is None else _dropped(stop)

    def is_paused(self, key: RunKey) -> bool:
        """Whether somebody asked by comment not to read the pull request."""
        with self.services.database.read() as connection:
            return pulls.is_paused(connection, key.repository_id, key.pull)

    def answers(self, key: RunKey) -> dict[str, str]:
        """What people answered by comment, by the key of the question."""
        with self.services.database.read() as connection:
            return given_answers.of_pull(connection, key.repository_id, key.pull)

    def wishes(self, key: RunKey) -> tuple[tuple[HeldAmendment, ...], Revision | None]:
        """The amendments that hold for the plan, and what somebody wants of the plan of this head."""
        with self.services.database.read() as connection:
            at = (key.repository_id, key.pull)
            return amendments.held(connection, *at), amendments.wanted(connection, *at, key.head_sha)

    def note_asked(self, key: RunKey) -> None:
        """Before the check is asked for: from here on it may be there, even if no answer ever says so."""
        with self.services.database.write() as connection:
            runs.change(connection, key, check_asked=True)

    def note_check(self, key: RunKey, check_run_id: int) -> None:
        """Remember the check, so that a restart does not depend on GitHub's list showing it already."""
        with self.services.database.write() as connection:
            runs.change(connection, key, check_asked=False, check_run_id=check_run_id)

    def forget_check(self, key: RunKey) -> None:
        """The check is closed: where a run ended without a word of its own, one that is remembered is still open."""
        with self.services.database.write() as connection:
            runs.change(connection, key, check_asked=False, check_run_id=None)

    def note_published(self, key: RunKey, check_run_id: int, conclusion: Conclusion) -> None:
        """The check tells the result from now on: it is what a person sees who speaks before the run is over."""
        with self.services.database.write() as connection:
            now = self.services.now()
            runs.change(connection, key, check_run_id=check_run_id, conclusion=conclusion, finished_at=now)

    def admit_head(self, key: RunKey, head_sha: str, base_sha: str) -> None:
        """The pull request has another head now: have it looked at, in case its own delivery was lost."""
        with self.services.database.write() as connection:
            if runs.find(connection, key) is None:
                return
            head = Head(key.repository_id, key.pull, head_sha, base_sha)
            admitted = runs.admit(connection, head, RunDemand.ONCE, None, self.services.now())
            if admitted is not None:
                self.services.enqueuer.run(connection, admitted)

    def _deferred(self, connection: sa.Connection, key: RunKey) -> Ending:
        """Kept in the transaction that saw the lease taken: whoever gives it up next finds the run waiting."""
        reason = "Something else was at work on it."
        runs.change(connection, key, state=RunState.DEFERRED, reason=reason, finished_at=self.services.now())
        return Ending(state=RunState.DEFERRED, conclusion=None, reason=reason)

    @property
    def _turns(self) -> Turns:
        return Turns(self.services)


def _dropped(reason: str) -> Ending:
    return Ending(state=RunState.DROPPED, conclusion=None, reason=reason)
