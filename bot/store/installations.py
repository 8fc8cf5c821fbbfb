"""Where Obelize is installed, and which repositories it reaches: as deliveries said it, for GitHub to confirm.

A deleted installation stays as a bare number, so that a late delivery does not bring it back.
"""

from dataclasses import asdict, dataclass, replace
from datetime import datetime

import sqlalchemy as sa

from bot.models.decision import RepositoryFacts
from bot.store.rows import put_row
from bot.store.tables import installations, repositories


@dataclass(frozen=True, slots=True)
class Installation:
    """An installation; work for it is done only while it is neither suspended nor deleted."""

    id: int
    account: str
    suspended: bool
    deleted: bool

    @property
    def works(self) -> bool:
        """Whether anything may be done for it."""
        return not (self.suspended or self.deleted)


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository that can be reached; `default_branch` is null until a payload named it."""

    id: int
    installation_id: int
    full_name: str
    private: bool
    default_branch: str | None


def installation(connection: sa.Connection, installation_id: int) -> Installation | None:
    """The installation, or null when no delivery named it yet."""
    row = connection.execute(sa.select(installations).where(installations.c.id == installation_id)).one_or_none()
    return None if row is None else Installation(*row)


def put_installation(connection: sa.Connection, installation_id: int, account: str) -> Installation:
    """Make it known, or take its account's new name; what it was marked as before stays."""
    known = installation(connection, installation_id)
    if known is None:
        fresh = Installation(installation_id, account, suspended=False, deleted=False)
        connection.execute(sa.insert(installations).values(**asdict(fresh)))
        return fresh
    if known.deleted or known.account == account:
        return known
    connection.execute(sa.update(installations).where(installations.c.id == installation_id).values(account=account))
    return replace(known, account=account)


def set_suspended(connection: sa.Connection, installation_id: int, *, suspended: bool) -> None:
    """Work for it stops, or may go on."""
    mark = sa.update(installations).where(installations.c.id == installation_id)
    connection.execute(mark.values(suspended=suspended))


def mark_deleted(connection: sa.Connection, installation_id: int) -> None:
    """Keep its number alone."""
    values = {"account": "", "suspended": False, "deleted": True}
    put_row(connection, installations, {"id": installation_id}, values)


def repository(connection: sa.Connection, repository_id: int) -> Repository | None:
    """The repository, or null when it is unknown or was removed."""
    columns = [repositories.c[name] for name in Repository.__slots__]
    row = connection.execute(sa.select(*columns).where(repositories.c.id == repository_id)).one_or_none()
    return None if row is None else Repository(*row)


def known_repositories(connection: sa.Connection, installation_id: int) -> tuple[Repository, ...]:
    """The repositories that are known to belong to the installation, by name."""
    columns = [repositories.c[name] for name in Repository.__slots__]
    query = sa.select(*columns).where(repositories.c.installation_id == installation_id)
    return tuple(Repository(*row) for row in connection.execute(query.order_by(repositories.c.full_name)))


def repositories_of(connection: sa.Connection, installation_id: int) -> tuple[int, ...]:
    """The numbers of the repositories that are known to belong to the installation."""
    query = sa.select(repositories.c.id).where(repositories.c.installation_id == installation_id)
    return tuple(connection.execute(query.order_by(repositories.c.id)).scalars())


def put_repository(connection: sa.Connection, installation_id: int, facts: RepositoryFacts) -> None:
    """Make it known, or take its new name and owner; a null default branch leaves the one that is known.

    What is known as private stays so whatever a payload says in passing: deliveries overtake one another, and one from
    before would show everybody its pages. `set_visibility` is how it becomes public.
    """
    known = repository(connection, facts.id)
    values: dict[str, object] = {
        "installation_id": installation_id,
        "full_name": facts.full_name,
        "private": facts.private or (known is not None and known.private),
    }
    if facts.default_branch is not None:
        values["default_branch"] = facts.default_branch
    put_row(connection, repositories, {"id": facts.id}, values)


def set_visibility(connection: sa.Connection, repository_id: int, *, private: bool, since: datetime) -> None:
    """Who may see it, since when; an earlier word changes nothing any more, and of two at once private counts."""
    query = sa.select(repositories.c.visibility_at).where(repositories.c.id == repository_id)
    known = connection.execute(query).scalar()
    if known is None or since > known or (since == known and private):
        mark = sa.update(repositories).where(repositories.c.id == repository_id)
        connection.execute(mark.values(private=private, visibility_at=since))


def hide_repositories(connection: sa.Connection, installation_id: int) -> None:
    """Nothing is told of the installation for a while, so none of its repositories counts as public."""
    mark = sa.update(repositories).where(repositories.c.installation_id == installation_id)
    connection.execute(mark.values(private=True))


def drop_repository(connection: sa.Connection, repository_id: int) -> None:
    """Take its row away, and with it every row about it."""
    connection.execute(sa.delete(repositories).where(repositories.c.id == repository_id))
