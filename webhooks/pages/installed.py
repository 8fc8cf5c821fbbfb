"""`/setup/installed`: where GitHub leads an owner who has just installed the App. It says what happens next.

The number in the address is anybody's to write (GITHUB.md §11), so names of repositories are shown only to whoever may
see them.
"""

from dataclasses import dataclass

from aiohttp import web

from bot.settings import Settings
from bot.word_pages import FOR_OWNERS
from webhooks.access import Access, Shown
from webhooks.pages.shell import Shell
from webhooks.subjects import InstallationSubject, number_in

PATH = "/setup/installed"
_MOST_NAMES = 100
_ASKED = "request"
"""GitHub's `setup_action` where a member asked an owner to install the App."""


@dataclass(frozen=True, slots=True)
class InstalledPage:
    """One for the application."""

    settings: Settings
    access: Access
    shell: Shell

    async def page(self, request: web.Request) -> web.Response:
        """What Obelize does from now on, which repositories it may see, and how to try it."""
        number = number_in(request.query.get("installation_id", ""))
        verdict = await self.access.to_installation(request, InstallationSubject(number))
        names = sorted(each.full_name for each in verdict.repositories) if isinstance(verdict, Shown) else []
        return self.shell.page(
            "page/installed.html.j2",
            session=verdict.session,
            number=number,
            names=names,
            most=_MOST_NAMES,
            waits_for_owner=request.query.get("setup_action") == _ASKED,
            github_url=self.settings.github_url,
            for_owners=FOR_OWNERS,
        )
