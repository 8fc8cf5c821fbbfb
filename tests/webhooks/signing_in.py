"""A published server that people sign in to with the playground as its GitHub, and the browsers that they sit at.

The public address leads to nobody here: browsers ask on loopback, as a proxy in front would.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import aiohttp

from bot.models.decision import RepositoryFacts
from bot.models.names import DeliveryId, RunId
from bot.playground.playground import Playground
from bot.playground.world.accounts import Account
from bot.playground.world.apps import KeyPair
from bot.playground.world.repositories import Repository
from bot.store import installations, page_answers, runs
from bot.store.artifacts import RunFolder
from bot.vocabulary import Conclusion, RunState
from tests.webhooks.runs import FILES, RUN_ID
from tests.webhooks.serving import Served, served, until

PUBLIC = "https://bot.example.org"
UNKNOWN = RunId("20000101T000000Z-00000000")


@dataclass
class Answered:
    """What a browser was answered."""

    status: int
    text: str
    headers: Mapping[str, str]

    @property
    def location(self) -> str:
        return self.headers["Location"]


@dataclass
class Browser:
    """Keeps cookies and follows nothing by itself."""

    bot: Served
    session: aiohttp.ClientSession
    cookies: dict[str, str] = field(default_factory=dict)

    async def get(self, path: str) -> Answered:
        """Ask for a page."""
        return await self._ask("GET", path)

    async def post(self, path: str, form: Mapping[str, str], headers: Mapping[str, str] | None = None) -> Answered:
        """Send a form."""
        return await self._ask("POST", path, form, headers)

    async def _ask(
        self, method: str, path: str, form: Mapping[str, str] | None = None, more: Mapping[str, str] | None = None
    ) -> Answered:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()), **(more or {})}
        url = f"http://127.0.0.1:{self.bot.settings.port}{path}"
        async with self.session.request(method, url, data=form, headers=headers, allow_redirects=False) as answer:
            for line in answer.headers.getall("Set-Cookie", []):
                self._keep(line)
            return Answered(answer.status, await answer.text("utf-8", "replace"), answer.headers)

    def _keep(self, line: str) -> None:
        """As a browser does with a cookie of that prefix (RFC 6265bis, 4.1.3.2)."""
        for name, morsel in SimpleCookie(line).items():
            assert name.startswith("__Host-")
            assert (morsel["secure"], morsel["path"], morsel["domain"]) == (True, "/", "")
            assert (morsel["httponly"], morsel["samesite"]) == (True, "Lax")
            if morsel["max-age"] == "0":
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = morsel.value


@dataclass
class Scene:
    """The server, its GitHub, and a run of a private repository there."""

    bot: Served
    github: Playground
    repository: Repository
    session: aiohttp.ClientSession

    @property
    def installation(self) -> int:
        return self.github.installation_of(self.repository).id

    def browser(self) -> Browser:
        """A new one, at which nobody signed in."""
        return Browser(self.bot, self.session)

    def keep(self, repository: Repository) -> None:
        """The repository's rows, as deliveries leave them."""
        facts = RepositoryFacts(
            id=repository.id, full_name=repository.full_name, private=repository.private, default_branch="main"
        )
        with self.bot.services.database.write() as connection:
            installations.put_installation(connection, self.installation, repository.owner.login)
            installations.put_repository(connection, self.installation, facts)

    async def show(self, *, private: bool) -> None:
        """The owner lets fewer people see the repository, or everybody; the bot is told."""
        await (self.github.make_private if private else self.github.make_public)(self.repository)
        await until(lambda: self._is_private() is private)

    def forget_answers(self) -> None:
        """Minutes go by."""
        with self.bot.services.database.write() as connection:
            page_answers.drop_old(connection, self.bot.services.now() + timedelta(hours=1))

    def _is_private(self) -> bool:
        with self.bot.services.database.read() as connection:
            known = installations.repository(connection, self.repository.id)
        assert known is not None
        return known.private

    async def way_back(self, browser: Browser, person: Account, path: str) -> str:
        """Begin to sign in for a page and say yes at GitHub: the address that the browser is sent back to."""
        begun = await browser.get(f"/login?next={path}")
        assert begun.status == 303
        back = urlsplit(self.github.authorize_at(begun.location, person))
        return f"{back.path}?{back.query}"

    async def sign_in(self, browser: Browser, person: Account, path: str) -> Answered:
        """The whole way; what the browser was answered when it came back."""
        return await browser.get(await self.way_back(browser, person, path))


@asynccontextmanager
async def scene(folder: Path, key: KeyPair, **settings: object) -> AsyncIterator[Scene]:
    """Settings go by variable name."""
    async with await Playground.start(key=key) as github:
        repository = await github.add_repository(None)
        own: dict[str, Any] = {
            "GITHUB_APP_ID": github.app.id,
            "GITHUB_WEBHOOK_SECRET": github.app.webhook_secret,
            "GITHUB_URL": github.web_url,
            "GITHUB_API_URL": github.api_url,
            "GITHUB_CLIENT_ID": github.app.client_id,
            "GITHUB_CLIENT_SECRET": github.app.client_secret,
            "OBELIZE_PUBLIC_URL": PUBLIC,
        }
        async with served(folder, **(own | settings)) as bot:
            made = Scene(bot, github, repository, bot.http)
            github.callback_urls = (f"{bot.settings.public_url}/login/callback",)
            github.hook_url = f"http://127.0.0.1:{bot.settings.port}/webhooks/github"
            keep_run(made)
            yield made
        assert github.faults_found == []
        assert github.unknown_routes == []


def keep_run(scene: Scene) -> None:
    """A finished run and its folder."""
    scene.keep(scene.repository)
    number, services = scene.repository.id, scene.bot.services
    with services.database.write() as connection:
        head = runs.Head(number, 3, "a" * 40, "b" * 40)
        made = runs.insert(connection, head, 1, DeliveryId("guid"), services.now())
        runs.change(connection, made, run_id=RUN_ID, state=RunState.FINISHED, conclusion=Conclusion.ROWS_LEFT)
    services.artifacts.put_run(RunFolder(number, RUN_ID), FILES, b"PK\x05\x06" + b"\0" * 18)
