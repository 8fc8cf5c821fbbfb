"""The git cache of this machine is kept within its bounds: what was not used for long goes, then the least used.

What somebody is at work in stays, and so does what was used within the hour: work reads what it has just fetched.
Whatever goes is fetched again when it is needed.
"""

import datetime as dt
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from bot.models.names import RepositoryId
from bot.source.bare_cache import Held
from bot.store import branch_scans, commands, expiry, runs
from bot.store.runs import ON_THE_WAY
from bot.vocabulary import CommandState
from bot.workflows.services import Services

_IN_USE = dt.timedelta(hours=1)
_MEGABYTE = 1_000_000
_WAITING = (CommandState.ENQUEUED, CommandState.DEFERRED, CommandState.BROKEN)


@dataclass(frozen=True, slots=True)
class Bounds:
    """`size` is in bytes; `idle_before` and `used_after` are seconds of the epoch."""

    size: int
    idle_before: float
    used_after: float


def make_room(services: Services) -> int:
    """Evict what has to go; how many repositories."""
    with services.database.read() as connection:
        known = set(expiry.every_repository(connection))
        at_work = _at_work(connection)
    cache, now, limits = services.cache, services.now(), services.settings.limits
    bounds = Bounds(
        size=limits.cache_mb * _MEGABYTE,
        idle_before=(now - dt.timedelta(days=limits.cache_days)).timestamp(),
        used_after=(now - _IN_USE).timestamp(),
    )
    return sum(cache.evict(one) for one in doomed(cache.held(), known, at_work, bounds))


def doomed(
    held: Sequence[Held], known: Collection[RepositoryId], at_work: Collection[RepositoryId], bounds: Bounds
) -> Iterator[Held]:
    """What has to go of `held`, which is sorted by last use: unknown, idle for too long, or too much."""
    size = sum(one.size for one in held)
    for one in held:
        spared = one.repository in at_work or one.used_at > bounds.used_after
        if one.repository not in known or (not spared and (size > bounds.size or one.used_at < bounds.idle_before)):
            size -= one.size
            yield one


def _at_work(connection: sa.Connection) -> set[RepositoryId]:
    at_work = {run.repository_id for run in runs.in_state(connection, *ON_THE_WAY)}
    at_work |= {scan.repository_id for scan in branch_scans.in_state(connection, *ON_THE_WAY)}
    return at_work | {given.repository_id for given in commands.in_state(connection, _WAITING)}
