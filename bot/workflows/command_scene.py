"""All that deciding upon a command looks at, read from our own rows and files. Sync; called in threads."""

import sqlalchemy as sa

from bot.models.conversation import OfferStanding, OurCommit, Scene
from bot.models.names import RepositoryId, RunId
from bot.store import commits, offers, pulls, runs
from bot.store.commands import Given
from bot.vocabulary import RunState
from bot.workflows.offer_keeping import OfferKeeper
from bot.workflows.services import Services


def scene_of(services: Services, given: Given, head_sha: str | None) -> Scene:
    """The state that stands for the command now; `head_sha` is the head that GitHub has, null on an issue."""
    if head_sha is None:
        return _EMPTY
    repository_id, pull = given.repository_id, given.pull
    keeper = OfferKeeper(services, repository_id, pull)
    with services.database.read() as connection:
        newest = _newest_result(connection, repository_id, pull, head_sha)
        standing = [
            OfferStanding(fingerprint=one.fingerprint, state=one.state, decided_by=one.decided_by)
            for one in offers.of_pull(connection, repository_id, pull).values()
        ]
        made = [
            OurCommit(sha=one.sha, kind=one.kind, run_id=one.run_id, parent_run_id=one.parent_run_id)
            for one in commits.of_pull(connection, repository_id, pull)
        ]
        paused = pulls.is_paused(connection, repository_id, pull)
    return Scene(
        is_pull=True,
        head_sha=head_sha,
        paused=paused,
        shown=keeper.offering(given.shown_run_id) if given.shown_run_id is not None else None,
        newest=keeper.offering(newest) if newest is not None else None,
        offers=tuple(standing),
        commits=tuple(made),
        again=given.finished_at is not None,
    )


_EMPTY = Scene(is_pull=False, head_sha=None, paused=False, shown=None, newest=None, offers=(), commits=(), again=False)


def _newest_result(connection: sa.Connection, repository_id: RepositoryId, pull: int, head_sha: str) -> RunId | None:
    attempts = runs.attempts_on(connection, repository_id, pull, head_sha)
    return next((run.run_id for run in reversed(attempts) if run.state is RunState.FINISHED), None)
