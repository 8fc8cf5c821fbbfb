from collections.abc import AsyncIterator

import pytest

from bot.forge.app_auth import AppCredential
from bot.forge.connections import Connections
from bot.forge.transport import open_session
from bot.playground.world.apps import KeyPair, new_key_pair
from tests.forge.github_stage import GitHubStage, open_stage
from tests.forge.scripted_github import Bench, FrozenClock, ScriptedGitHub


@pytest.fixture(scope="session")
def key() -> KeyPair:
    """One RSA key for all tests, since making one takes a while."""
    return new_key_pair()


@pytest.fixture(scope="session")
def private_key(key: KeyPair) -> str:
    """An App's private key, as GitHub hands it out: PEM, RSA."""
    return key.private


@pytest.fixture
async def stage(key: KeyPair) -> AsyncIterator[GitHubStage]:
    """The real forge against the playground."""
    async with open_stage(key) as opened:
        yield opened


@pytest.fixture
async def bench(private_key: str) -> AsyncIterator[Bench]:
    """The real client against a server that follows a script; no second is really waited."""
    github, clock = ScriptedGitHub(), FrozenClock()
    await github.start()
    credential = AppCredential("Iv23liExample", private_key, clock)
    async with open_session() as session:
        connections = Connections(session, github.root, credential, clock, spacing=1.0, longest_sleep=30.0)
        yield Bench(github, clock, connections, credential)
    await github.stop()
