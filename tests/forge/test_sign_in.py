"""Signing in against the playground and against a GitHub that fails: what a person may read, and no token left over."""

from collections.abc import AsyncIterator, Callable

import pytest

from bot.forge.errors import Refused, Unavailable, Unexpected
from bot.forge.sign_in import CodeGrant, SignIn, challenge_of
from bot.models.names import InstallationId, RepositoryId
from bot.playground.world.accounts import Account
from tests.forge.github_stage import GitHubStage
from tests.forge.scripted_github import FrozenClock, Reply, ScriptedGitHub

CALLBACK = "https://bot.example.org/login/callback"
VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

GrantFor = Callable[[Account, RepositoryId | None], CodeGrant]


@pytest.fixture
async def sign_in(stage: GitHubStage) -> AsyncIterator[SignIn]:
    stage.playground.callback_urls = (CALLBACK,)
    app, playground = stage.playground.app, stage.playground
    async with SignIn(
        client_id=app.client_id,
        client_secret=app.client_secret,
        api_url=playground.api_url,
        web_url=playground.web_url,
    ) as opened:
        yield opened


@pytest.fixture
def granted(stage: GitHubStage, sign_in: SignIn) -> GrantFor:
    """What the browser of a person brings back who says yes."""

    def grant(person: Account, repository: RepositoryId | None = None) -> CodeGrant:
        address = sign_in.address(redirect_uri=CALLBACK, state="s", verifier=VERIFIER)
        code = stage.playground.authorize_at(address, person).partition("code=")[2].partition("&")[0]
        return CodeGrant(code, VERIFIER, CALLBACK, repository)

    return grant


def test_the_challenge_is_that_of_the_standard() -> None:
    """The example of RFC 7636, appendix B."""
    assert challenge_of(VERIFIER) == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"


async def test_github_says_what_a_person_may_read(stage: GitHubStage, sign_in: SignIn, granted: GrantFor) -> None:
    """A private repository; and when the block ends the token is worth nothing."""
    reader, stranger = stage.playground.reader, stage.playground.person("stranger")
    async with sign_in.visit(granted(reader, stage.repository_id)) as visitor:
        person = await visitor.person()
        assert (person.id, person.login) == (reader.id, "reader")
        assert await visitor.may_read(stage.repository_id)
        assert not await visitor.may_read(RepositoryId(2**52))
        assert await visitor.repositories(stage.installation) == {stage.repository_id}
        assert await visitor.repositories(InstallationId(999_999)) == frozenset()
        assert stage.playground.world.sign_ins.live == 1
    async with sign_in.visit(granted(stranger, None)) as visitor:
        assert not await visitor.may_read(stage.repository_id)
        assert await visitor.repositories(stage.installation) == frozenset()
    assert stage.playground.world.sign_ins.live == 0


async def test_a_code_that_github_does_not_take_is_refused(
    stage: GitHubStage, sign_in: SignIn, granted: GrantFor
) -> None:
    """Used before, or with another verifier; GitHub's text is not repeated."""
    grant = granted(stage.playground.reader, None)
    async with sign_in.visit(grant):
        pass
    for wrong in (grant, CodeGrant(granted(stage.playground.reader, None).code, "x" * 43, CALLBACK, None)):
        with pytest.raises(Refused, match="bad_verification_code"):
            async with sign_in.visit(wrong):
                pass


async def test_the_token_is_given_back_when_the_block_breaks(
    stage: GitHubStage, sign_in: SignIn, granted: GrantFor
) -> None:
    with pytest.raises(ZeroDivisionError):
        async with sign_in.visit(granted(stage.playground.reader, None)):
            raise ZeroDivisionError
    assert stage.playground.world.sign_ins.live == 0


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (Reply(raw=b"<html>"), Unexpected),
        (Reply(body={"token_type": "bearer"}), Unexpected),
        (Reply(body={"access_token": "ghu_\n"}), Unexpected),
        (Reply(503), Unavailable),
        (Reply(drops=True), Unavailable),
        (Reply(302, headers={"Location": "https://evil.example.org/"}), Unexpected),
    ],
)
async def test_what_is_no_answer_of_github_is_an_error(reply: Reply, error: type[Exception]) -> None:
    github = ScriptedGitHub()
    await github.start()
    github.script = [reply]
    options = {"client_id": "Iv1", "client_secret": "s", "api_url": github.root, "web_url": github.root}
    async with SignIn(**options, clock=FrozenClock()) as opened:
        with pytest.raises(error):
            async with opened.visit(CodeGrant("c", "v", CALLBACK, None)):
                pass
    await github.stop()
