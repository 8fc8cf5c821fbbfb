"""Installations: made, suspended, taken back, changed. These events always reach the App (GITHUB.md §2.2)."""

from collections.abc import Sequence

from bot.playground.hooks.payloads import installation as payloads
from bot.playground.hooks.payloads.ping import ping
from bot.playground.people.stage import Stage
from bot.playground.world.accounts import Account
from bot.playground.world.apps import Installation
from bot.playground.world.clock import now
from bot.playground.world.deliveries import Delivery
from bot.playground.world.repositories import Repository


class InstallationActs(Stage):
    """Owners of the accounts that the App is installed on."""

    def installation_of(self, repository: Repository) -> Installation:
        """The installation through which the App reaches the repository. Raises LookupError."""
        found = self.world.apps.holding(self.world.app, repository.id)
        if found is None:
            raise LookupError(f"the App is not installed on {repository.full_name}")
        return found

    async def ping(self) -> Delivery | None:
        """What GitHub sends when the hook is made."""
        return await self.hooks.send("ping", ping(self.world))

    async def install(self, repository: Repository, by: Account | None = None) -> Installation:
        """Installs the App on the repository's owner, or adds the repository to the installation that is there."""
        who, app = by or self.somebody, self.world.app
        known = {each.id for each in self.world.apps.of_app(app)}
        found = self.world.apps.install(app, repository.owner)
        found.repository_ids.add(repository.id)
        found.updated_at = now()
        if found.id in known:
            payload = payloads.repositories_added(found, [repository], who, self.world)
            await self.hooks.send("installation_repositories", payload)
        else:
            await self.hooks.send("installation", payloads.installation("created", found, who, self.world))
        return found

    async def install_chosen(
        self, account: Account, chosen: Sequence[Repository], *, every: bool, by: Account | None = None
    ) -> Installation:
        """What the installation page does: the App on an account, with these repositories or all of them.

        Raises PermissionError where an App that is not public is to leave its owner's account.
        """
        app = self.world.app
        if not app.public and account is not app.owner:
            raise PermissionError(f"{app.name} is private: it can be installed on {app.owner.login} only.")
        made = self.world.apps.install(app, account)
        made.selection = "all" if every else "selected"
        made.repository_ids = {each.id for each in chosen}
        payload = payloads.installation("created", made, by or self.somebody, self.world)
        self.hooks.in_background(self.hooks.send("installation", payload))
        return made

    async def choose_again(self, installation: Installation, chosen: Sequence[Repository], *, every: bool) -> None:
        """The owner takes repositories in and away; the App hears of each kind once."""
        before, wanted = set(installation.repository_ids), {each.id: each for each in chosen}
        gone = [self.world.repositories.by_id[number] for number in sorted(before - wanted.keys())]
        new = [each for number, each in wanted.items() if number not in before]
        installation.selection = "all" if every else "selected"
        installation.repository_ids, installation.updated_at = set(wanted), now()
        for made, changed in ((payloads.repositories_added, new), (payloads.repositories_removed, gone)):
            if changed:
                payload = made(installation, changed, self.somebody, self.world)
                self.hooks.in_background(self.hooks.send("installation_repositories", payload))

    async def announce_installation(self, repository: Repository) -> None:
        """Sends `installation.created` once more, to a hook that was not there when the App was installed."""
        await self._tell("created", self.installation_of(repository), None)

    async def remove_from_installation(self, repository: Repository, by: Account | None = None) -> None:
        """Takes one repository away from the App."""
        found = self.installation_of(repository)
        found.repository_ids.discard(repository.id)
        found.updated_at = now()
        payload = payloads.repositories_removed(found, [repository], by or self.somebody, self.world)
        await self.hooks.send("installation_repositories", payload)

    async def suspend(self, installation: Installation, by: Account | None = None) -> None:
        """The App may do nothing there; its tokens are refused."""
        installation.suspended_at, installation.suspended_by = now(), by or self.somebody
        await self._tell("suspend", installation, by)

    async def unsuspend(self, installation: Installation, by: Account | None = None) -> None:
        """The App may work there again."""
        installation.suspended_at, installation.suspended_by = None, None
        await self._tell("unsuspend", installation, by)

    async def uninstall(self, installation: Installation, by: Account | None = None) -> None:
        """The installation and its tokens are gone."""
        del self.world.apps.installations[installation.id]
        self.world.tokens.revoke_installation(installation)
        await self._tell("deleted", installation, by)

    async def _tell(self, action: str, which: Installation, by: Account | None) -> None:
        await self.hooks.send("installation", payloads.installation(action, which, by or self.somebody, self.world))
