"""`installation` and `installation_repositories`: where Obelize may work, and where it may not any more."""

from bot.models.decision import (
    ChangeRepositories,
    Decision,
    ForgetInstallation,
    RecordInstallation,
    SuspendInstallation,
)
from webhooks.events.payload import Event, InstallationPayload, RepositoriesPayload


def installation_created(event: Event) -> Decision:
    """Somebody installed the App."""
    return _recorded(InstallationPayload.read(event.payload))


def installation_new_permissions_accepted(event: Event) -> Decision:
    """The owner accepted permissions that were asked for later."""
    return _recorded(InstallationPayload.read(event.payload))


def installation_deleted(event: Event) -> Decision:
    """The App was uninstalled: what is kept about its repositories goes."""
    return ForgetInstallation(installation_id=InstallationPayload.read(event.payload).installation.id)


def installation_suspend(event: Event) -> Decision:
    """Nothing may be done until it is lifted; what is kept stays."""
    return _suspended(InstallationPayload.read(event.payload), suspended=True)


def installation_unsuspend(event: Event) -> Decision:
    """The suspension was lifted."""
    return _suspended(InstallationPayload.read(event.payload), suspended=False)


def installation_repositories_added(event: Event) -> Decision:
    """More repositories can be reached."""
    return _changed(RepositoriesPayload.read(event.payload))


def installation_repositories_removed(event: Event) -> Decision:
    """Repositories were taken away: what is kept about them goes."""
    return _changed(RepositoriesPayload.read(event.payload))


def _recorded(payload: InstallationPayload) -> RecordInstallation:
    return RecordInstallation(
        installation_id=payload.installation.id,
        account=payload.installation.account.name,
        repositories=tuple(repository.facts for repository in payload.repositories or ()),
    )


def _suspended(payload: InstallationPayload, *, suspended: bool) -> SuspendInstallation:
    return SuspendInstallation(
        installation_id=payload.installation.id, account=payload.installation.account.name, suspended=suspended
    )


def _changed(payload: RepositoriesPayload) -> ChangeRepositories:
    return ChangeRepositories(
        installation_id=payload.installation.id,
        account=payload.installation.account.name,
        added=tuple(repository.facts for repository in payload.repositories_added),
        removed=tuple(repository.id for repository in payload.repositories_removed),
    )
