"""From nothing to a pull request that was looked at, through the pages alone, in a real browser.

The server is `obelize serve` as a process of its own with no App configured; GitHub is the playground.
"""

import asyncio
import json
import os
import signal
import stat
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Page

from bot.kept_app import FILE_NAME
from bot.playground.playground import Playground
from bot.playground.running import RunningPlayground, running_playground
from tests.browser.browsing import PHONE, Tab, chromium, tab_of
from tests.webhooks.serving import free_port

PATIENCE = 30_000
"""Milliseconds; a machine with other work takes its time."""


@asynccontextmanager
async def served(github: Playground, folder: Path) -> AsyncIterator[tuple[str, dict[str, str]]]:
    """The server's address and its environment; it ends in order when the block does."""
    here = f"http://127.0.0.1:{(port := free_port())}"
    outside = {name: value for name, value in os.environ.items() if not name.startswith(("GITHUB_", "OBELIZE_"))}
    environment = {**outside, "GITHUB_URL": github.web_url, "OBELIZE_DATA": str(folder), "PORT": str(port)}
    command = [sys.executable, "-m", "bot.cli.start", "serve"]
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        *command, env=environment, stdout=pipe, stderr=pipe, start_new_session=True
    )
    try:
        assert process.stderr is not None
        assert (await process.stderr.readline()).decode() == f"No App is configured. Register one at {here}/setup\n"
        yield here, environment
        process.terminate()
        out, err = await process.communicate()
        assert (process.returncode, out) == (0, b"")
        assert b"Traceback" not in err
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
            await process.wait()


async def assert_in_order(tab: Tab) -> None:
    assert (tab.complaints, await tab.violations(), await tab.overflow()) == ([], [], 0), tab.page.url


async def test_a_newcomer_sets_the_server_up_and_sees_a_pull_request_looked_at(tmp_path: Path) -> None:
    async with running_playground(None, fresh=True) as running, served(running.playground, tmp_path) as (here, outside):
        async with chromium() as browser, tab_of(browser, PHONE, "dark") as tab:
            tab.page.set_default_timeout(PATIENCE)
            await tab.open(f"{here}/setup")
            await assert_in_order(tab)
            await tab.page.get_by_role("button", name="Register at").click()
            await assert_in_order(tab)
            await tab.page.get_by_role("button", name="Create GitHub App for mona").click()

            await tab.page.wait_for_url("**/apps/obelize/installations/new")
            kept = tmp_path / FILE_NAME
            assert stat.S_IMODE(kept.stat().st_mode) == 0o600
            assert json.loads(kept.read_text())["GITHUB_APP_ID"] == str(running.playground.app.id)
            await assert_in_order(tab)
            await tab.page.get_by_label("Only these").check()
            await tab.page.get_by_label("mona/mailroom").check()
            await tab.page.get_by_role("button", name="Install").click()

            await tab.page.wait_for_url(f"{here}/setup/installed?**")
            await running.playground.settle()
            await assert_in_order(tab)
            await _goes_on_to_the_run(tab, running, here)
            await _looks_how_it_stands(tab, here)
        await _asks_the_doctor(outside, tmp_path)


async def _goes_on_to_the_run(tab: Tab, running: RunningPlayground, here: str) -> None:
    """A pull request is opened, the page looks again by itself, and the check leads to the run's page."""
    await running.playground.announce(running.pull)
    page: Page = tab.page
    await page.goto(f"{running.playground.web_url}/mona/mailroom")
    await page.get_by_role("link", name=running.pull.title).click()
    await page.get_by_text("Action required").first.wait_for()
    await page.get_by_role("link", name="Details").first.click()
    assert page.url.startswith(f"{here}/runs/")
    await assert_in_order(tab)


async def _looks_how_it_stands(tab: Tab, here: str) -> None:
    await tab.open(f"{here}/setup")
    assert await tab.page.get_by_role("heading", name="This server has its App").count() == 1
    await tab.page.get_by_role("link", name="How it stands").click()
    await tab.page.get_by_role("heading", name="Everything is in order").wait_for()
    await assert_in_order(tab)


async def _asks_the_doctor(outside: dict[str, str], folder: Path) -> None:
    """At the terminal it says the same."""
    command = [sys.executable, "-m", "bot.cli.start", "doctor", "--json"]
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, env=outside, cwd=folder, stdout=pipe)
    out, _ = await process.communicate()
    assert process.returncode == 0
    assert json.loads(out)["well"] is True
