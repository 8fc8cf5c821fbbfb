"""Tokens: no wider than a step, kept no longer than they are good, never shown."""

import asyncio
import logging
import pickle

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from bot.forge.app_auth import AppCredential
from bot.forge.errors import KeyUnusable, Missing, NotGranted, Suspended
from bot.forge.permissions import (
    CLOSE_THREADS,
    POST_CHECK,
    POST_COMMENT,
    PURPOSES,
    READ_CONTENTS,
    WRITE_CONTENTS,
    needed,
)
from bot.forge.scope import Scope
from bot.forge.token import Token
from bot.models.names import InstallationId, RepositoryId
from tests.forge.scripted_github import SCOPE, START, Bench, FrozenClock, Reply


async def test_a_token_is_narrowed_to_one_repository_and_the_permissions_of_its_step(bench: Bench) -> None:
    await bench.connections.tokens.token(SCOPE)
    (request,) = bench.github.minted
    assert request.path == "/api/v3/app/installations/7/access_tokens"
    assert request.json == {"permissions": {"contents": "read", "metadata": "read"}, "repository_ids": [11]}


async def test_a_token_is_kept_until_five_minutes_before_it_expires(bench: Bench) -> None:
    first = await bench.connections.tokens.token(SCOPE)
    bench.clock.time = START + 3600 - 301
    assert await bench.connections.tokens.token(SCOPE) is first
    bench.clock.time = START + 3600 - 300
    assert await bench.connections.tokens.token(SCOPE) is not first


async def test_each_step_repository_and_installation_has_its_own_token(bench: Bench) -> None:
    scopes = [
        SCOPE,
        Scope(SCOPE.installation, SCOPE.repository, POST_CHECK),
        Scope(SCOPE.installation, RepositoryId(12), READ_CONTENTS),
        Scope(InstallationId(8), SCOPE.repository, READ_CONTENTS),
    ]
    tokens = [await bench.connections.tokens.token(scope) for scope in [*scopes, *scopes]]
    assert len({token.reveal() for token in tokens}) == len(bench.github.minted) == 4


async def test_asked_for_twice_at_once_a_token_is_minted_once(bench: Bench) -> None:
    tokens = await asyncio.gather(*(bench.connections.tokens.token(SCOPE) for _ in range(5)))
    assert len({token.reveal() for token in tokens}) == len(bench.github.minted) == 1


async def test_a_dropped_token_does_not_take_its_successor_with_it(bench: Bench) -> None:
    old = await bench.connections.tokens.token(SCOPE)
    bench.connections.tokens.drop(SCOPE, old)
    new = await bench.connections.tokens.token(SCOPE)
    bench.connections.tokens.drop(SCOPE, old)
    assert await bench.connections.tokens.token(SCOPE) is new


async def test_an_installation_that_is_gone_leaves_no_token_behind(bench: Bench) -> None:
    await bench.connections.tokens.token(SCOPE)
    bench.connections.forget(SCOPE.installation)
    await bench.connections.tokens.token(SCOPE)
    assert len(bench.github.minted) == 2


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (Reply(422, {"message": "The permissions requested are not granted to this installation."}), NotGranted),
        (Reply(403, {"message": "This installation has been suspended"}), Suspended),
        (Reply(404, {"message": "Not Found"}), Missing),
    ],
    ids=["what the owner did not grant", "a suspended installation", "an installation that is gone"],
)
async def test_a_token_that_cannot_be_had_says_why(bench: Bench, reply: Reply, error: type[Exception]) -> None:
    bench.github.mint_replies = [reply]
    with pytest.raises(error):
        await bench.client().getitem("/things")
    assert bench.github.requests == []


async def test_minting_does_not_queue_behind_writes(bench: Bench) -> None:
    for number in range(3):
        await bench.connections.tokens.token(Scope(InstallationId(number), None, READ_CONTENTS))
    assert bench.clock.sleeps == []


def test_a_token_does_not_show_itself(caplog: pytest.LogCaptureFixture) -> None:
    token = Token("ghs_secret", 0.0)
    logging.getLogger("test").warning("%s %r", token, {"token": token})
    shown = f"{token} {token!r} {[token]}" + caplog.text
    assert "ghs_secret" not in shown
    assert token.reveal() == "ghs_secret"
    with pytest.raises(TypeError):
        pickle.dumps(token)


async def test_the_app_signs_who_it_is_for_less_than_ten_minutes(private_key: str) -> None:
    """GITHUB.md §1.1: RS256, `iat` a minute back, `exp` at most ten minutes ahead, `iss` the client id."""
    clock = FrozenClock()
    credential = AppCredential("Iv23liExample", private_key, clock)
    token = await credential.token()
    signer = serialization.load_pem_private_key(private_key.encode(), None)
    assert isinstance(signer, rsa.RSAPrivateKey)
    claims = jwt.decode(
        token.reveal(), signer.public_key(), algorithms=["RS256"], options={"require": ["iat", "exp", "iss"]}
    )
    assert claims["iss"] == "Iv23liExample"
    assert claims["exp"] - claims["iat"] == 540
    assert private_key not in repr(credential)


async def test_the_statement_is_signed_anew_before_it_expires(private_key: str) -> None:
    clock = FrozenClock()
    credential = AppCredential("1", private_key, clock)
    first = await credential.token()
    clock.time += 419
    assert await credential.token() is first
    clock.time += 1
    assert await credential.token() is not first


def _pem(key: rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey, password: bytes | None = None) -> str:
    lock = serialization.BestAvailableEncryption(password) if password else serialization.NoEncryption()
    return key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, lock).decode()


@pytest.mark.parametrize("kind", ["empty", "damaged", "elliptic", "locked", "public"])
async def test_a_key_that_cannot_sign_is_said_at_once_and_not_quoted(private_key: str, kind: str) -> None:
    key = serialization.load_pem_private_key(private_key.encode(), None)
    assert isinstance(key, rsa.RSAPrivateKey)
    pem = {
        "empty": "",
        "damaged": private_key.replace("M", "N"),
        "elliptic": _pem(ec.generate_private_key(ec.SECP256R1())),
        "locked": _pem(key, b"password"),
        "public": key.public_key()
        .public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
        .decode(),
    }[kind]
    with pytest.raises(KeyUnusable) as raised:
        await AppCredential("1", pem, FrozenClock()).token()
    assert "-----" not in str(raised.value)


def test_what_the_app_asks_an_owner_for() -> None:
    """GITHUB.md §2.1; contents are written by the token of a commit, and by the one that resolves threads, alone."""
    assert needed() == {
        "checks": "write",
        "contents": "write",
        "issues": "write",
        "metadata": "read",
        "pull_requests": "write",
        "statuses": "read",
    }
    writing = {purpose for purpose in PURPOSES if ("contents", "write") in purpose.permissions}
    assert writing == {CLOSE_THREADS, WRITE_CONTENTS}
    assert len({purpose.name for purpose in PURPOSES}) == len(PURPOSES)
    assert dict(POST_COMMENT.permissions).keys() == {"issues", "metadata", "pull_requests"}
