"""The pictures of the README: `python -m tests.browser.pictures` makes them from the example as the pages are now."""

import asyncio
import tempfile
from pathlib import Path

from bot.cli.bot_application import bot_application
from bot.playground.running import running_playground
from tests.browser.browsing import Tab, chromium, tab_of
from tests.workflows.stage import EVENTS, HURRY, PERMISSIONS, Stage, bot_settings
from webhooks.app import SERVICES
from webhooks.server import serving

FOLDER = Path(__file__).resolve().parents[2] / "docs"
HEIGHT = 1100
"""Pixels; what is below is cut off."""


async def main() -> None:
    """The pull request with the bot's comment and check, and the page of its run."""
    with tempfile.TemporaryDirectory() as folder:
        async with running_playground(None, permissions=PERMISSIONS, events=EVENTS) as running:
            settings = bot_settings(running.playground, Path(folder))
            async with bot_application(settings, HURRY) as app, serving(app, settings.host, settings.port):
                running.playground.hook_url = f"{settings.public_url}/webhooks/github"
                await running.announce()
                stage = Stage(running.playground, settings, app[SERVICES])
                await stage.settled()
                (run,) = stage.runs()
                async with chromium() as browser, tab_of(browser) as tab:
                    await _taken(tab, running.page, "pull-request.png")
                    await _taken(tab, f"{settings.public_url}/runs/{run.run_id}", "run-page.png")


async def _taken(tab: Tab, address: str, name: str) -> None:
    await tab.open(address)
    await tab.page.set_viewport_size({"width": 1280, "height": HEIGHT})
    await tab.page.screenshot(path=FOLDER / name)


if __name__ == "__main__":
    asyncio.run(main())
