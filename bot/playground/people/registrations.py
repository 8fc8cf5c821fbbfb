"""People who register Apps: what becomes of a manifest once its owner confirms it (GITHUB.md §2)."""

import re
import secrets
from urllib.parse import urlencode

from bot.playground.hooks.payloads.ping import ping
from bot.playground.manifest_form import ManifestError, wrong_name
from bot.playground.people.stage import Stage
from bot.playground.world.apps import App, Registration, new_key_pair
from bot.playground.world.manifests import Waiting


class RegistrationActs(Stage):
    """Owners of Apps."""

    def register(self, key: str, name: str) -> str:
        """Makes the App of a manifest that waits, and gives the address to which the browser goes with the code.

        The playground knows one App under test: the first one that is registered where there was none. Raises
        LookupError for a manifest that does not wait (any more), ManifestError where GitHub's form would.
        """
        waiting = self.world.manifests.look_up(key)
        if waiting is None:
            raise LookupError("no such manifest waits")
        slug = "-".join(re.findall(r"[a-z0-9]+", name.lower()))
        refused = wrong_name(name)
        if refused is not None:
            raise ManifestError(refused)
        if self.world.apps.by_slug(slug) is not None:
            raise ManifestError("Name is already taken")
        if not self.world.awaits_app:
            raise ManifestError("This playground has its App already: start it with --fresh to register one.")
        app = self._made(waiting, name.strip(), slug)
        self.world.take(app)
        code = self.world.manifests.confirm(key, app)
        self.hooks.in_background(self.hooks.send("ping", ping(self.world)))
        given = {"code": code, **({"state": waiting.state} if waiting.state else {})}
        return f"{waiting.manifest.redirect_url}?{urlencode(given)}"

    def _made(self, waiting: Waiting, name: str, slug: str) -> App:
        manifest = waiting.manifest
        filled_in = Registration(
            slug=slug,
            name=name,
            owner=waiting.owner.login,
            permissions=manifest.permissions,
            events=manifest.events,
            webhook_secret=secrets.token_hex(20),
            key=new_key_pair(),
            url=manifest.url,
            description=manifest.description,
            public=manifest.public,
            hook_url=manifest.hook_url,
            callback_urls=manifest.callback_urls,
            setup_url=manifest.setup_url,
        )
        return self.world.apps.register(filled_in)
