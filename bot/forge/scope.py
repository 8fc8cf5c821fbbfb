"""What one token is good for."""

from dataclasses import dataclass

from bot.forge.permissions import Purpose
from bot.models.names import InstallationId, RepositoryId


@dataclass(frozen=True, slots=True)
class Scope:
    """An installation, one of its repositories and a purpose; without a repository only the list of them is read."""

    installation: InstallationId
    repository: RepositoryId | None
    purpose: Purpose
