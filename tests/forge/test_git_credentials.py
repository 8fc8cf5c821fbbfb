"""The real git sends the token to the one host, and it is in no argument and no file."""

import asyncio
import base64
from collections.abc import Mapping
from pathlib import Path

from bot.forge.git_credentials import fetch_environment
from bot.forge.token import Token
from tests.forge.scripted_github import Reply, ScriptedGitHub

TOKEN = Token("ghs_12_eyJ.a-b_c", 0.0)


async def git(environment: Mapping[str, str], *arguments: str, home: Path) -> tuple[int, str]:
    """Run git with nothing of this machine's configuration; its exit code and what it printed."""
    base = {"PATH": "/usr/bin:/bin", "HOME": str(home), "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C"}
    process = await asyncio.create_subprocess_exec(
        "git",
        *arguments,
        env={**base, **environment},
        cwd=home,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    output, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, output.decode()


async def test_git_shows_the_token_to_the_host_as_github_wants_it(tmp_path: Path) -> None:
    """GITHUB.md §10: user x-access-token, and an extra header through the environment."""
    github = ScriptedGitHub()
    await github.start()
    origin = github.root.removesuffix("/api/v3")
    github.respond = lambda _: Reply(404, {})
    (tmp_path / ".gitconfig").write_text(f'[http "{origin}/"]\n\textraHeader = Authorization: Basic aW5oZXJpdGVk\n')
    code, output = await git(fetch_environment(f"{origin}/", TOKEN), "ls-remote", f"{origin}/o/r.git", home=tmp_path)
    assert code != 0
    sent = [request.headers["authorization"] for request in github.requests]
    assert sent
    assert {base64.b64decode(value.removeprefix("Basic ")) for value in sent} == {b"x-access-token:ghs_12_eyJ.a-b_c"}
    assert "ghs_" not in output
    await github.stop()


async def test_another_host_does_not_see_it(tmp_path: Path) -> None:
    github, other = ScriptedGitHub(), ScriptedGitHub()
    await github.start()
    await other.start()
    origin, elsewhere = (server.root.removesuffix("/api/v3") for server in (github, other))
    github.respond = lambda seen: Reply(302, {}, {"location": f"{elsewhere}{seen.path}"})
    other.respond = lambda _: Reply(404, {})
    environment = fetch_environment(origin, TOKEN)
    assert (await git(environment, "ls-remote", f"{origin}/o/r.git", home=tmp_path))[0] != 0
    assert other.requests == [], "a redirect is not followed"
    assert (await git(environment, "ls-remote", f"{elsewhere}/o/r.git", home=tmp_path))[0] != 0
    assert other.requests
    assert all("authorization" not in request.headers for request in other.requests)
    await github.stop()
    await other.stop()


async def test_without_credentials_that_work_git_asks_nobody(tmp_path: Path) -> None:
    github = ScriptedGitHub()
    await github.start()
    origin = github.root.removesuffix("/api/v3")
    github.respond = lambda _: Reply(401, {}, {"www-authenticate": 'Basic realm="GitHub"'})
    mark = tmp_path / "asked"
    (tmp_path / ".gitconfig").write_text(f"[credential]\n\thelper = !touch {mark}\n")
    code, output = await git(fetch_environment(origin, TOKEN), "ls-remote", f"{origin}/o/r.git", home=tmp_path)
    assert code != 0
    assert not mark.exists()
    assert "terminal prompts disabled" in output
    await github.stop()
