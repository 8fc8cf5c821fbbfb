"""Git over smart HTTP with the real program on both ends: GITHUB.md §10."""

import asyncio
import contextlib
import gzip
import os
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from bot.playground.git.command import Git, isolated_git
from bot.playground.git.writing import Change, write_commit
from bot.playground.interception import Channel
from bot.playground.playground import Playground
from bot.playground.world.pulls import PullRequest
from bot.playground.world.repositories import Repository
from tests.playground.clients import Client, TokenMaker, basic

UPLOAD = "application/x-git-upload-pack-request"


class Fetcher:
    """A bare repository of the bot's kind that fetches over HTTP."""

    def __init__(self, git: Git, path: Path) -> None:
        self._git = git
        self.path = path

    async def __call__(self, *arguments: str, token: str = "") -> tuple[int, str, str]:
        """Exit code, stdout and stderr."""
        settings = {"protocol.allow": "always", "http.proactiveAuth": "basic"}
        if token:
            settings["http.extraHeader"] = f"Authorization: {basic(token)['Authorization']}"
        extra = {"GIT_CONFIG_COUNT": str(len(settings))}
        for index, (key, value) in enumerate(settings.items()):
            extra |= {f"GIT_CONFIG_KEY_{index}": key, f"GIT_CONFIG_VALUE_{index}": value}
        code, output, error = await self._git.attempt(*arguments, cwd=self.path, extra=extra)
        return code, output.decode(), error.decode()


@pytest.fixture
async def fetcher(tmp_path: Path) -> Fetcher:
    home, path = tmp_path / "home", tmp_path / "cache.git"
    home.mkdir()
    git = isolated_git(home)
    await git.run("init", "-q", "--bare", str(path), cwd=tmp_path)
    return Fetcher(git, path)


def address(playground: Playground, repository: Repository) -> str:
    return f"{playground.web_url}/{repository.full_name}.git"


async def test_a_commit_is_fetched_by_its_exact_sha(
    playground: Playground, client: Client, fetcher: Fetcher, pull: PullRequest
) -> None:
    url = address(playground, pull.repository)
    code, _, error = await fetcher(
        "fetch", "-q", "--depth=1", "--filter=blob:none", url, pull.head_sha, token=client.token
    )
    assert (code, error) == (0, "")
    _, shown, _ = await fetcher("log", "-1", "--format=%s", pull.head_sha)
    assert shown == "Replace PyPDF2\n"


async def test_the_head_of_a_pull_request_has_a_ref(
    playground: Playground, client: Client, fetcher: Fetcher, pull: PullRequest
) -> None:
    url = address(playground, pull.repository)
    _, listed, _ = await fetcher("ls-remote", url, token=client.token)
    assert f"{pull.head_sha}\trefs/pull/1/head" in listed.splitlines()
    code, _, _ = await fetcher("fetch", "-q", url, "refs/pull/1/head:refs/heads/x", token=client.token)
    assert code == 0


@pytest.mark.parametrize("version", ["0", "1", "2"])
async def test_every_version_of_the_protocol_is_spoken(
    playground: Playground, client: Client, fetcher: Fetcher, pull: PullRequest, version: str
) -> None:
    url = address(playground, pull.repository)
    setting = f"protocol.version={version}"
    code, _, error = await fetcher("-c", setting, "fetch", "-q", url, pull.head_sha, token=client.token)
    assert (code, error) == (0, "")


async def test_a_long_list_of_haves_is_understood(
    playground: Playground, client: Client, fetcher: Fetcher, pull: PullRequest
) -> None:
    """A body over 1,024 bytes is gzipped by git itself."""
    git, url = pull.repository.git, address(playground, pull.repository)
    sha = pull.base_sha
    for number in range(30):
        sha = await write_commit(git, sha, Change({"n": str(number).encode()}, f"{number}\n"))
    await git.set_ref("refs/heads/long", sha)
    assert (await fetcher("fetch", "-q", url, "long:refs/heads/long", token=client.token))[0] == 0
    code, _, error = await fetcher("-c", "protocol.version=0", "fetch", "-q", url, pull.head_sha, token=client.token)
    assert (code, error) == (0, "")


@pytest.mark.parametrize("encoding", ["plain", "gzip", "chunks"])
async def test_a_body_is_understood_in_every_encoding(
    playground: Playground, client: Client, pull: PullRequest, encoding: str
) -> None:
    url = f"{address(playground, pull.repository)}/git-upload-pack"
    body = b"0032want " + pull.head_sha.encode() + b"\n00000009done\n"

    async def chunks() -> AsyncIterator[bytes]:
        for start in range(0, len(body), 7):
            yield body[start : start + 7]

    data = {"plain": body, "gzip": gzip.compress(body), "chunks": chunks()}[encoding]
    headers = {"Content-Type": UPLOAD, **basic(client.token)}
    if encoding == "gzip":
        headers["Content-Encoding"] = "gzip"
    async with client.session.post(url, data=data, headers=headers) as answer:
        assert answer.content_type == "application/x-git-upload-pack-result"
        assert (await answer.read()).startswith(b"0008NAK\nPACK")


async def test_without_credentials_git_is_asked_for_them(
    playground: Playground, client: Client, fetcher: Fetcher, repository: Repository
) -> None:
    url = f"{address(playground, repository)}/info/refs?service=git-upload-pack"
    async with client.session.get(url) as answer:
        assert answer.status == 401
        assert answer.headers["WWW-Authenticate"] == 'Basic realm="GitHub"'
    code, _, error = await fetcher("ls-remote", address(playground, repository))
    assert code != 0
    assert "could not read Username" in error


@pytest.mark.parametrize(("token", "user"), [("ghs_wrong", "x-access-token"), ("", "x-access-token"), (None, "mona")])
async def test_wrong_credentials_are_refused(
    playground: Playground, client: Client, repository: Repository, token: str | None, user: str
) -> None:
    url = f"{address(playground, repository)}/info/refs?service=git-upload-pack"
    headers = basic(client.token if token is None else token, user)
    async with client.session.get(url, headers=headers) as answer:
        assert answer.status == 401


async def test_an_expired_token_is_refused(playground: Playground, client: Client, repository: Repository) -> None:
    url = f"{address(playground, repository)}/info/refs?service=git-upload-pack"
    playground.expire_tokens()
    async with client.session.get(url, headers=basic(client.token)) as answer:
        assert answer.status == 401


async def test_a_repository_that_the_token_does_not_reach_is_not_found(
    playground: Playground, with_token: TokenMaker, fetcher: Fetcher, repository: Repository
) -> None:
    other = await playground.add_repository(None, name="other")
    narrowed = await with_token(contents="read")
    code, _, error = await fetcher("ls-remote", address(playground, other), token=narrowed.token)
    assert code != 0
    assert "not found" in error
    without = await with_token(metadata="read", checks="write")
    code, _, error = await fetcher("ls-remote", address(playground, repository), token=without.token)
    assert "not found" in error
    code, _, _ = await fetcher("ls-remote", address(playground, repository), token=narrowed.token)
    assert code == 0


async def test_a_public_repository_needs_no_token(playground: Playground, fetcher: Fetcher, pull: PullRequest) -> None:
    await playground.make_public(pull.repository)
    code, _, _ = await fetcher("ls-remote", address(playground, pull.repository))
    assert code == 0


async def test_pushing_and_the_old_protocol_are_refused(
    playground: Playground, client: Client, fetcher: Fetcher, pull: PullRequest
) -> None:
    url = address(playground, pull.repository)
    for path in ("info/refs?service=git-receive-pack", "info/refs", "git-receive-pack"):
        method = "GET" if path.startswith("info") else "POST"
        async with client.session.request(method, f"{url}/{path}", headers=basic(client.token)) as answer:
            assert answer.status == 403
    await fetcher("fetch", "-q", url, f"{pull.head_sha}:refs/heads/x", token=client.token)
    code, _, error = await fetcher("push", url, "x:stolen", token=client.token)
    assert code != 0
    assert "403" in error


async def test_a_renamed_repository_redirects_git(
    playground: Playground, client: Client, fetcher: Fetcher, pull: PullRequest
) -> None:
    old = address(playground, pull.repository)
    await playground.rename(pull.repository, "renamed")
    code, _, _ = await fetcher("fetch", "-q", old, pull.head_sha, token=client.token)
    assert code == 0


async def test_git_requests_are_in_the_journal(
    playground: Playground, client: Client, fetcher: Fetcher, pull: PullRequest
) -> None:
    await fetcher("fetch", "-q", address(playground, pull.repository), pull.head_sha, token=client.token)
    seen = [request for request in playground.journal.requests if request.channel is Channel.GIT]
    assert {request.actor for request in seen if request.status == 200} == {"obelize[bot]"}
    assert not any(request.writes for request in seen)


async def test_a_client_that_goes_away_does_no_harm(playground: Playground, client: Client, pull: PullRequest) -> None:
    url = f"{address(playground, pull.repository)}/git-upload-pack"

    async def half_a_body() -> AsyncIterator[bytes]:
        yield b"0032want "
        raise ConnectionResetError

    headers = {"Content-Type": UPLOAD, **basic(client.token)}
    with pytest.raises((aiohttp.ClientError, OSError)):
        await client.session.post(url, data=half_a_body(), headers=headers)
    assert (await client.get("/repos/octo-org/example")).status == 200


@pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="the processes are found by their folder in /proc")
async def test_a_client_that_stops_reading_leaves_no_process(
    playground: Playground, client: Client, pull: PullRequest
) -> None:
    git, url = pull.repository.git, f"{address(playground, pull.repository)}/git-upload-pack"
    big = await write_commit(git, pull.base_sha, Change({"big.bin": os.urandom(30_000_000)}, "Big\n"))
    body = b"0032want " + big.encode() + b"\n00000009done\n"
    answer = await client.session.post(url, data=body, headers={"Content-Type": UPLOAD, **basic(client.token)})
    await answer.content.readexactly(100_000)
    assert processes_in(git.path) != []
    answer.close()
    for _ in range(100):
        if not processes_in(git.path):
            break
        await asyncio.sleep(0.05)
    assert processes_in(git.path) == []


def processes_in(folder: Path) -> list[str]:
    """The processes whose working folder is this one."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if (process / "cwd").readlink() == folder:
                found.append(process.name)
    return found
