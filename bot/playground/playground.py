"""The playground as one object: start it, load a repository, let people act, look at what GitHub would hold."""

import shutil
import socket
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

from aiohttp import web

from bot.playground.git.command import Git, isolated_git
from bot.playground.git.load import clone_bare, keep_only_branches_and_tags, new_bare, take_branch
from bot.playground.graphql.endpoint import GraphQlApi
from bot.playground.hooks.sender import HookSender
from bot.playground.interception import Interceptor
from bot.playground.oauth import OAuth
from bot.playground.pages.site import Site
from bot.playground.people.people import People
from bot.playground.rest.dispatch import rest_api
from bot.playground.rest.injections import Injections
from bot.playground.rest.journal import Journal
from bot.playground.rest.limits import RateLimits
from bot.playground.server import LARGEST_BODY, REST_ROOT, Server
from bot.playground.shapes import Json
from bot.playground.snapshot import snapshot
from bot.playground.world.apps import (
    DEFAULT_EVENTS,
    DEFAULT_PERMISSIONS,
    App,
    KeyPair,
    Permissions,
    Registration,
    new_key_pair,
)
from bot.playground.world.deliveries import Delivery
from bot.playground.world.pulls import PullRequest
from bot.playground.world.repositories import Repository
from bot.playground.world.world import Addresses, World

HOST = "127.0.0.1"
DEFAULT_SECRET = "known to the playground only"  # noqa: S105  it guards nothing beyond loopback


class Playground(People):
    """A running stand-in for GitHub, and everybody who uses it.

    `limits` and `injections` make trouble on order; `journal` tells what was asked and what went wrong. Made by
    `start`, and ended by `stop` or at the end of an `async with`.
    """

    def __init__(self, world: World, folder: Path, rate_limit: int) -> None:
        self.journal = Journal()
        super().__init__(world, HookSender(world, self.journal.faults))
        self.limits = RateLimits(rate_limit)
        self.injections = Injections()
        self._folder = folder
        self._git = _own_git(folder)
        rest = rest_api(world, self.hooks, self, self.limits, self.injections, self.journal)
        graphql = GraphQlApi(world, self.hooks, self, self.limits, self.injections, self.journal)
        self._server = Server(world, rest, graphql)
        self._runner: web.AppRunner | None = None

    @classmethod
    async def start(
        cls,
        *,
        port: int = 0,
        permissions: Permissions | None = None,
        events: tuple[str, ...] = DEFAULT_EVENTS,
        secret: str = DEFAULT_SECRET,
        key: KeyPair | None = None,
        rate_limit: int = 5_000,
        fresh: bool = False,
    ) -> Self:
        """Listens on 127.0.0.1 (port 0: any free one); owners grant `permissions` and the App gets `events`.

        A fresh one has no App: somebody registers it on its pages. What would make one up is not asked for then.
        Raises OSError when the port is taken, FileNotFoundError without git.
        """
        listening = socket.create_server((HOST, port))
        web_root = f"http://{HOST}:{listening.getsockname()[1]}"
        app = (
            None
            if fresh
            else Registration(
                slug="obelize",
                name="Obelize",
                owner="obelize",
                permissions=permissions or DEFAULT_PERMISSIONS,
                events=events,
                webhook_secret=secret,
                key=key or new_key_pair(),
            )
        )
        world = World(Addresses(web_root, web_root + REST_ROOT), app)
        playground = cls(world, Path(tempfile.mkdtemp(prefix="obelize-playground-")), rate_limit)
        await playground._serve(listening)
        return playground

    async def stop(self) -> None:
        """Stops listening and sending, and removes the repositories."""
        if self._runner is not None:
            await self._runner.cleanup()
        await self.hooks.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    @property
    def app(self) -> App:
        """The App under test, with its key and secret."""
        return self.world.app

    @property
    def web_url(self) -> str:
        """What `GITHUB_URL` has to be."""
        return self.world.addresses.web

    @property
    def api_url(self) -> str:
        """What `GITHUB_API_URL` has to be."""
        return self.world.addresses.api

    @property
    def hook_url(self) -> str | None:
        """Where deliveries go; nothing is sent while it is null."""
        return self.world.app.hook_url

    @hook_url.setter
    def hook_url(self, url: str | None) -> None:
        self.world.app.hook_url = url

    @property
    def callback_urls(self) -> tuple[str, ...]:
        """Where people who sign in to the App may be sent back to; nobody can sign in while there is none."""
        return self.world.app.callback_urls

    @callback_urls.setter
    def callback_urls(self, urls: tuple[str, ...]) -> None:
        self.world.app.callback_urls = urls

    @property
    def intercept(self) -> Interceptor | None:
        """Called before and after each REST, GraphQL and git request; may raise DropConnection."""
        return self._server.intercept

    @intercept.setter
    def intercept(self, interceptor: Interceptor | None) -> None:
        self._server.intercept = interceptor

    @property
    def unknown_routes(self) -> list[str]:
        """Routes that were asked for and are not built; a story should end with none."""
        return self.journal.unknown_routes

    @property
    def faults_found(self) -> list[str]:
        """Where the playground itself was wrong; a story should end with none."""
        return self.journal.faults

    def page_of(self, pull: PullRequest) -> str:
        """The address of the pull request's page."""
        return f"{self.web_url}/{pull.repository.full_name}/pull/{pull.number}"

    async def add_repository(
        self,
        path: Path | None,
        *,
        owner: str = "octo-org",
        name: str = "example",
        default_branch: str = "main",
        private: bool = True,
        installed: bool = True,
    ) -> Repository:
        """A bare copy of a local repository (null: an empty one), with the App installed on it.

        `default_branch` may be any revision of it: what it names becomes the default branch. Raises GitError,
        RevisionError.
        """
        target = self._folder / f"{len(self.world.repositories.by_id)}.git"
        if path is None:
            git, branch = await new_bare(self._git, target), default_branch
        else:
            git = await clone_bare(self._git, path, target)
            branch = (await take_branch(git, path, default_branch, fallback="main")).name
            await keep_only_branches_and_tags(git)
        await git.run("symbolic-ref", "HEAD", f"refs/heads/{branch}")
        account = self.world.accounts.ensure(owner, "Organization")
        repository = self.world.repositories.add(account, name, git, branch, private=private)
        self.people_move_in(repository)
        if installed and not self.world.awaits_app:
            await self.install(repository)
        return repository

    async def take_branch(self, repository: Repository, path: Path, revision: str, fallback: str = "head") -> str:
        """Makes a revision of the local repository a branch of its copy; the branch's name. Raises RevisionError."""
        return (await take_branch(repository.git, path, revision, fallback)).name

    async def deliver(self, event: str, payload: Json) -> Delivery | None:
        """Sends a payload of one's own as GitHub would; it must be one that GitHub's description knows."""
        return await self.hooks.send(event, payload)

    async def settle(self) -> None:
        """Returns when everything is delivered that requests of the bot led to."""
        await self.hooks.settle()

    @property
    def idle(self) -> bool:
        """Whether nothing is being delivered."""
        return self.hooks.idle

    async def snapshot(self, pull: PullRequest) -> Json:
        """What GitHub would hold about the pull request."""
        return await snapshot(pull, self.world)

    def expire_tokens(self) -> None:
        """Ends the hour of every installation token."""
        self.world.tokens.expire_all()

    async def _serve(self, listening: socket.socket) -> None:
        application = web.Application(client_max_size=LARGEST_BODY)
        self._server.add_to(application)
        OAuth(self.world).add_to(application)
        Site(self.world, self).add_to(application)
        self._server.add_unknown_to(application)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        await web.SockSite(self._runner, listening).start()


def _own_git(folder: Path) -> Git:
    home = folder / "home"
    home.mkdir()
    return isolated_git(home)
