"""What every workflow does with a repository on GitHub: reach it under a budget of calls, bring its commits here."""

import asyncio

from bot.forge.budget import CallBudget
from bot.forge.forge import Forge
from bot.forge.repository_forge import RepositoryForge
from bot.models.names import CommitSha, InstallationId, RepositoryId
from bot.source.bare_cache import Fetched
from bot.source.git_failed import GitFailed
from bot.workflows.services import Services


def within_budget(
    services: Services, forge: Forge, installation: InstallationId, repository: RepositoryId, full_name: str
) -> RepositoryForge:
    """The repository, with the calls that one piece of work may make."""
    budget = CallBudget(services.settings.limits.api_calls)
    return forge.repository(installation, repository, full_name, budget)


async def fetch_commits(
    services: Services, here: RepositoryForge, repository: RepositoryId, *shas: CommitSha
) -> Fetched:
    """Bring the commits into the cache, as far as GitHub hands them out."""
    environment = await here.fetch_environment()
    return await asyncio.to_thread(services.cache.fetch, repository, here.clone_url, shas, environment)


async def fetch_all_commits(
    services: Services, here: RepositoryForge, repository: RepositoryId, *shas: CommitSha
) -> None:
    """The same; raises GitFailed where GitHub does not know one of them, or does not yet."""
    fetched = await fetch_commits(services, here, repository, *shas)
    if fetched.unknown:
        raise GitFailed("GitHub does not hand out a commit yet")
