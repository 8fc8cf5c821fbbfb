"""No secret is printed, logged, stored or shown: one conversation with every kind of secret, and a look everywhere after it.

GitHub fails in it and refuses a token, a stranger forges a delivery, and the model says its key: what goes wrong is where
secrets get out.
"""

import asyncio
import base64
import json
import logging
import secrets
import zipfile
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest

from bot.playground.rest.injections import Injection
from bot.playground.rest.limits import broken
from bot.playground.rest.refusals import bad_credentials
from bot.playground.world.tokens import Token, Tokens
from bot.settings import ConfigurationError, given_settings
from bot.store.database import Database, StoreError
from tests.consult.endpoint import endpoint
from tests.conversation.offered_scenes import BASE, BUMP
from tests.conversation.talk import Talk
from tests.webhooks.serving import settings_in
from tests.workflows.stage import pull_with, stage
from tests.workflows.test_consulting import proposing, settings_for

MODEL_KEY, CLIENT_SECRET, DATABASE_PASSWORD, BUCKET_SECRET = (secrets.token_hex(20) for _ in range(4))
OWN_FILES = {"link.key", "session.key"}
"""Where the server keeps keys of its own, for its owner alone."""


def telling(message: str) -> str:
    """A model that answers well, and says the key that it was sent in every text of its answer."""
    answer = json.loads(proposing(message))
    answer["proposal"]["rationale"] = f"I was sent {MODEL_KEY}."
    return json.dumps(answer)


def forms(secret: str | bytes) -> Iterator[bytes]:
    """The secret as text, and as it goes over the wire and into files."""
    raw = secret.encode() if isinstance(secret, str) else secret
    yield from (raw, base64.b64encode(raw).rstrip(b"="), base64.urlsafe_b64encode(raw).rstrip(b"="), raw.hex().encode())
    yield base64.b64encode(b"x-access-token:" + raw).rstrip(b"=")


def everything_below(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Every file with its bytes; what is packed is unpacked. The database is a file among them."""
    for path in folder.rglob("*"):
        if path.is_file() and path.name not in OWN_FILES:
            yield str(path), path.read_bytes()
            if zipfile.is_zipfile(path):
                with zipfile.ZipFile(path) as packed:
                    yield from ((f"{path}!{name}", packed.read(name)) for name in packed.namelist())


async def every_page(there: Talk) -> list[tuple[str, bytes]]:
    """What the server shows of the runs and of itself, faults among it, and what GitHub shows of the pull request."""
    on_stage = there.on_stage
    run = on_stage.runs()[0]
    repository = there.pull.repository.id
    paths = ["/", "/setup/status", "/healthz", "/readyz", "/metrics", "/nowhere", f"/repositories/{repository}"]
    paths += [f"/runs/{run.run_id}{part}" for part in ("", "/places", "/changes", "/questions", "/files/run.json")]
    shown: list[tuple[str, bytes]] = []
    async with aiohttp.ClientSession() as session:
        for path in paths:
            async with session.get(f"{on_stage.settings.public_url}{path}") as answer:
                shown.append((path, await answer.read()))
        forged = {"X-GitHub-Event": "push", "X-GitHub-Delivery": "a" * 36, "Content-Type": "application/json"}
        forged["X-Hub-Signature-256"] = f"sha256={'0' * 64}"
        async with session.post(
            f"{on_stage.settings.public_url}/webhooks/github", data=b"{}", headers=forged
        ) as answer:
            assert answer.status == 401
            shown.append(("a forged delivery", await answer.read()))
    snapshot = await on_stage.playground.snapshot(there.pull)
    return [*shown, ("the pull request", json.dumps(snapshot, default=str).encode())]


async def test_no_secret_is_printed_logged_stored_or_shown(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    tokens: list[str] = []
    issue = Tokens.issue

    def issued(self: Tokens, *given: object, **more: object) -> Token:
        token = issue(self, *given, **more)  # type: ignore[arg-type]
        tokens.append(token.value)
        return token

    monkeypatch.setattr(Tokens, "issue", issued)
    monkeypatch.setenv("OBELIZE_MODEL_API_KEY", MODEL_KEY)
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.INFO, "markdown_it")
    more: dict[str, object] = {"OBELIZE_LINK_SECONDS": 3_600, "OBELIZE_LOG_PROMPTS": True}
    more |= {"GITHUB_CLIENT_ID": "Iv23liX", "GITHUB_CLIENT_SECRET": CLIENT_SECRET}
    with endpoint(telling) as served:
        async with stage(tmp_path, **settings_for(served, **more)) as on_stage:
            on_stage.playground.injections += [
                Injection(bad_credentials(), method="POST", path="check-runs", times=1),
                Injection(broken(502), method="GET", path="compare", times=1),
            ]
            there = Talk(on_stage, await pull_with(on_stage.playground, BASE, BUMP))
            await on_stage.playground.announce(there.pull)
            await on_stage.settled()
            await there.say("/obelize accept 1")
            await there.say("/obelize explain 2")
            assert b"reader.pages[0]" in (await there.file("tools/first.py") or b""), "a proposal was committed"
            pages = await every_page(there)
            settings = on_stage.settings
            secret = settings.webhook_secret.get_secret_value()
            key = settings.private_key.get_secret_value()
            texts = [("the settings", f"{settings!r} {settings}".encode())]
    assert served.headers[0]["Authorization"] == f"Bearer {MODEL_KEY}", "it was sent where it belongs"
    assert len(there.answers()) == 1
    assert tokens
    said = capfd.readouterr()
    texts += [("what was logged", caplog.text.encode()), ("what was printed", f"{said.out}{said.err}".encode())]
    own = [(tmp_path / name).read_bytes() for name in OWN_FILES]
    lines = [line for line in key.splitlines() if len(line) == 64]
    every: list[str | bytes] = [secret, MODEL_KEY, CLIENT_SECRET, *tokens, *own, *lines]
    looked_for = [form for one in every for form in forms(one)]
    files = await asyncio.to_thread(lambda: list(everything_below(tmp_path)))
    assert any(b"I was sent" in data for _, data in files), "what it said was kept"
    assert {"run.json", "obelize.sqlite3", "config"} <= {Path(name.rpartition("!")[2]).name for name, _ in files}
    found = {(name, form) for name, data in (*texts, *pages, *files) for form in looked_for if form in data}
    assert found == set()


def test_what_cannot_be_reached_or_read_is_told_without_its_secret(tmp_path: Path) -> None:
    address = f"postgresql+psycopg://bot:{DATABASE_PASSWORD}@127.0.0.1:9/bot"
    settings = settings_in(
        tmp_path,
        OBELIZE_DATABASE_URL=address,
        OBELIZE_ARTIFACTS_URL="s3://bucket/prefix",
        OBELIZE_ARTIFACTS_KEY_ID="id",
        OBELIZE_ARTIFACTS_SECRET=BUCKET_SECRET,
    )
    with pytest.raises(StoreError) as unreachable:
        Database(settings.database_address).open()
    with pytest.raises(ConfigurationError) as wrong:
        given_settings({"GITHUB_PRIVATE_KEY": MODEL_KEY, "OBELIZE_MODEL_BASE_URL": f"https://me:{CLIENT_SECRET}@host"})
    causes = [unreachable.value, unreachable.value.__cause__, wrong.value]
    told = " ".join([repr(settings), str(settings), *(f"{one} {one!r}" for one in causes)])
    assert not [secret for secret in (DATABASE_PASSWORD, BUCKET_SECRET, MODEL_KEY, CLIENT_SECRET) if secret in told]
