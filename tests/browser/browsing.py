"""A real Chromium over our pages: `async with browsing() as tab: await tab.open(address)`.

The browser is Debian's (`.ci/services` installs it); OBELIZE_TEST_CHROMIUM names another. Whatever a page complains of
(an error on the console, a script that broke, a request to another host or one that failed) is in `Tab.complaints`.
"""

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import axe_playwright_python
from playwright.async_api import Browser, Page, Request, Response, ViewportSize, async_playwright

DESKTOP = ViewportSize(width=1280, height=900)
PHONE = ViewportSize(width=390, height=844)
Colours = Literal["light", "dark"]

_AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js")
_JUDGED = "async () => (await axe.run()).violations.map(v => `${v.id}: ${v.nodes.map(n => n.html).join(' | ')}`)"
_OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@dataclass(slots=True)
class Tab:
    """One page of the browser, and what it complained of."""

    page: Page
    complaints: list[str] = field(default_factory=list)
    answers: list[Response] = field(default_factory=list)
    """What the last address brought, all that it loads included."""

    async def open(self, address: str) -> None:
        """Go there and wait until it has loaded."""
        self.answers.clear()
        await self.page.goto(address, wait_until="load")

    async def violations(self) -> list[str]:
        """What axe-core finds wrong with the page as it is shown now."""
        await self.page.evaluate(_AXE.read_text())
        found: list[str] = await self.page.evaluate(_JUDGED)
        return found

    async def overflow(self) -> int:
        """By how many pixels the page is wider than the window."""
        pixels: int = await self.page.evaluate(_OVERFLOW)
        return pixels

    async def weight(self) -> int:
        """Bytes of everything that the last address brought."""
        return sum([len(await answer.body()) for answer in self.answers])

    def _watch(self, own: frozenset[str]) -> None:
        def asked(request: Request) -> None:
            host = urlsplit(request.url).hostname
            if host not in own:
                self.complaints.append(f"asked {host}")

        self.page.on("console", lambda line: self.complaints.append(line.text) if line.type == "error" else None)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("requestfailed", lambda request: self.complaints.append(f"{request.url}: {request.failure}"))
        self.page.on("request", asked)
        self.page.on("response", lambda answer: self.answers.append(answer))  # noqa: PLW0108 (playwright marks it)


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """The browser, without a window."""
    path = os.environ.get("OBELIZE_TEST_CHROMIUM") or shutil.which("chromium")
    assert path, "No Chromium was found. `sh .ci/services` installs it; OBELIZE_TEST_CHROMIUM names another."
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
        )
        yield browser
        await browser.close()


@asynccontextmanager
async def tab_of(
    browser: Browser, window: ViewportSize = DESKTOP, colours: Colours = "light", scale: float = 1
) -> AsyncIterator[Tab]:
    """A tab that shares nothing with others; every server of a test is on this machine."""
    context = await browser.new_context(viewport=window, color_scheme=colours, device_scale_factor=scale)
    tab = Tab(await context.new_page())
    tab._watch(frozenset({"127.0.0.1", "localhost"}))
    yield tab
    await context.close()


@asynccontextmanager
async def browsing(window: ViewportSize = DESKTOP) -> AsyncIterator[Tab]:
    """A browser with one tab."""
    async with chromium() as browser, tab_of(browser, window) as tab:
        yield tab
