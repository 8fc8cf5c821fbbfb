"""Where people act: the world, and the hook that is told."""

from bot.playground.hooks.sender import HookSender
from bot.playground.shapes import Json
from bot.playground.world.accounts import Account
from bot.playground.world.deliveries import Delivery
from bot.playground.world.repositories import Repository
from bot.playground.world.world import World

_WITH_CHECKS_WRITE = frozenset({"check_run", "check_suite"})
"""Given with `checks: write`, without asking (GITHUB.md §2.2)."""


class Stage:
    """The world and its hook. `somebody` acts where nobody is named."""

    def __init__(self, world: World, hooks: HookSender) -> None:
        self.world = world
        self.hooks = hooks
        self.somebody: Account = world.accounts.ensure("mona")

    async def tell(self, event: str, payload: Json, repository: Repository) -> Delivery | None:
        """Sends an event about a repository, if the App is installed there, not suspended, and gets such events."""
        installation = self.world.apps.holding(self.world.app, repository.id)
        if installation is None or installation.suspended_at is not None:
            return None
        if event in _WITH_CHECKS_WRITE:
            wanted = installation.permissions.get("checks") == "write"
        else:
            wanted = event in installation.events
        return await self.hooks.send(event, payload) if wanted else None
