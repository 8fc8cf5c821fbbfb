"""`obelize mcp` as a coding agent sees it: a real process, spoken to by the protocol's own client."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters, stdio_client

from tests.cli.test_relay import ASKED, DECLARED, RIGHT
from tests.source.git_repositories import Repo

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def shop(tmp_path: Path) -> Repo:
    """A place to ask about, and an open question."""
    repo = Repo.new(tmp_path / "shop")
    repo.write("tools/first.py", ASKED)
    repo.write("requirements.txt", b"requests\n")
    repo.commit()
    return repo


def server(repo: Repo, tmp_path: Path) -> StdioServerParameters:
    code = f"import sys; sys.argv = ['obelize', 'mcp', {str(repo.path)!r}]; from bot.cli.start import main; main()"
    environment = {"XDG_CONFIG_HOME": str(tmp_path / "config"), "XDG_CACHE_HOME": str(tmp_path / "cache"), "HOME": str(tmp_path)}  # fmt: skip
    return StdioServerParameters(command=sys.executable, args=["-c", code], cwd=str(ROOT), env=environment)


async def called(agent: Client, name: str, **given: Any) -> dict[str, Any]:
    result = await agent.call_tool(name, given)
    (block,) = result.content
    text = str(getattr(block, "text", ""))
    if result.is_error:
        return {"error": text}
    found: dict[str, Any] = json.loads(text)
    return found


async def test_an_agent_reads_turns_and_replies_until_a_person_decides(shop: Repo, tmp_path: Path) -> None:
    async with Client(stdio_client(server(shop, tmp_path))) as agent:
        tools = {tool.name: tool.input_schema.get("properties", {}) for tool in (await agent.list_tools()).tools}
        assert {name: set(properties) for name, properties in tools.items()} == {"turn": set(), "reply": {"text"}}

        async def reply(**said: Any) -> dict[str, Any]:
            turn = (await called(agent, "turn"))["turn"]
            return await called(agent, "reply", text=json.dumps({"turn": turn, **said}))

        first = await called(agent, "turn")
        assert (first["kind"], first["stage"]) == ("awaiting", "strategy")
        assert await called(agent, "turn") == first
        wrong = await called(agent, "reply", text="I would rather delete the repository.")
        assert "It holds no JSON object." in wrong["error"]
        assert await called(agent, "turn") == first
        assert (await reply(amendments=[DECLARED]))["stage"] == "execution"
        assert (await reply(answers={"1": {"proposal": RIGHT}}))["stage"] == "critic"
        assert (await reply(findings=[]))["stage"] == "evaluation"
        assert (await called(agent, "turn"))["stage"] == "accept"
    assert shop.git("status", "--porcelain") == ""
    assert [path.name for path in (shop.path / ".obelize").iterdir() if path.is_dir()] == ["relay"], "and no run"
