"""A playground with a small private repository and one open pull request, and clients that talk to it."""

from collections.abc import AsyncIterator

import aiohttp
import pytest
from aiohttp import web

from bot.playground.git.writing import Change, write_commit
from bot.playground.playground import Playground
from bot.playground.world.apps import KeyPair, new_key_pair
from bot.playground.world.pulls import PullRequest
from bot.playground.world.repositories import Repository
from tests.playground.clients import PROGRAM, Client, Hook, TokenMaker, app_jwt


@pytest.fixture(scope="session")
def key() -> KeyPair:
    """One RSA key for all tests, since making one takes a while."""
    return new_key_pair()


@pytest.fixture
async def playground(key: KeyPair) -> AsyncIterator[Playground]:
    """A running playground; a test in which it found itself at fault fails."""
    async with await Playground.start(key=key) as running:
        yield running
        assert running.faults_found == []


@pytest.fixture
async def repository(playground: Playground) -> Repository:
    """octo-org/example, private: `main`, and `bump` one commit ahead of it."""
    made = await playground.add_repository(None)
    files = {"app.py": PROGRAM, "docs/readme.md": b"# Example\n", "requirements.txt": b"PyPDF2==3.0.1\n"}
    base = await write_commit(made.git, None, Change(files, "First\n"))
    head = await write_commit(made.git, base, Change({"requirements.txt": b"pypdf==7.1.1\n"}, "Replace PyPDF2\n"))
    await made.git.set_ref("refs/heads/main", base)
    await made.git.set_ref("refs/heads/bump", head)
    return made


@pytest.fixture
async def pull(playground: Playground, repository: Repository) -> PullRequest:
    """The open pull request from `bump` into `main`."""
    return await playground.open_pull_request("main", "bump")


@pytest.fixture
async def anonymous(playground: Playground) -> AsyncIterator[Client]:
    """A client without credentials."""
    async with aiohttp.ClientSession() as session:
        yield Client(playground, session)


@pytest.fixture
async def app_client(playground: Playground, anonymous: Client) -> Client:
    """A client that signs as the App (GITHUB.md §1.1)."""
    return Client(playground, anonymous.session, app_jwt(playground))


@pytest.fixture
async def with_token(playground: Playground, app_client: Client, repository: Repository) -> TokenMaker:
    """Makes clients with a token for the repository, narrowed to the permissions given."""

    async def make(**permissions: str) -> Client:
        installation = playground.installation_of(repository)
        body = {"repository_ids": [repository.id], "permissions": permissions} if permissions else {}
        answer = await app_client.post(f"/app/installations/{installation.id}/access_tokens", body)
        assert answer.status == 201
        return Client(playground, app_client.session, answer.json["token"])

    return make


@pytest.fixture
async def client(with_token: TokenMaker) -> Client:
    """A client with everything that the installation grants."""
    return await with_token()


@pytest.fixture
async def hook(playground: Playground) -> AsyncIterator[Hook]:
    """A receiver that the playground's hook points at."""
    receiver = Hook("")
    application = web.Application()
    application.router.add_post("/webhooks/github", receiver.handle)
    runner = web.AppRunner(application)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    receiver.url = f"http://127.0.0.1:{runner.addresses[0][1]}/webhooks/github"
    playground.hook_url = receiver.url
    yield receiver
    await runner.cleanup()
