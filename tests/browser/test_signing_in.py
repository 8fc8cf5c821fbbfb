"""A maintainer signs in with GitHub to see a run and signs out; another person who signs in sees nothing of it."""

from pathlib import Path

from bot.playground.world.apps import new_key_pair
from tests.browser.browsing import PHONE, Tab, chromium, tab_of
from tests.webhooks.runs import RUN_ID
from tests.webhooks.serving import free_port
from tests.webhooks.signing_in import scene

CLOSED = "This page is not shown to you"


async def in_order(tab: Tab) -> None:
    """But for the console's line about the status that a closed page has."""
    complaints = [line for line in tab.complaints if "status of 403" not in line]
    assert (complaints, await tab.violations(), await tab.overflow()) == ([], [], 0), tab.page.url


async def sign_in(tab: Tab, address: str, login: str) -> None:
    """From the closed page by the playground's page for it."""
    await tab.open(address)
    await in_order(tab)
    await tab.page.get_by_role("link", name="Sign in with GitHub").click()
    await tab.page.get_by_role("button", name=f"Authorize as {login}").click()
    await tab.page.wait_for_url(address)


async def test_a_run_is_seen_by_whoever_may_read_the_repository(tmp_path: Path) -> None:
    """Bound to all addresses, so that being on this machine opens nothing."""
    port = free_port()
    public = {"OBELIZE_HOST": "0.0.0.0", "OBELIZE_PUBLIC_URL": f"http://127.0.0.1:{port}", "PORT": port}  # noqa: S104
    async with scene(tmp_path, new_key_pair(), **public) as there, chromium() as browser:
        there.github.set_role(there.repository, there.github.author, "none")
        address = f"{there.bot.settings.public_url}/runs/{RUN_ID}"
        async with tab_of(browser) as tab, tab_of(browser, PHONE, "dark") as other:
            await sign_in(tab, address, "reader")
            assert await tab.page.locator("form.who b").inner_text() == "reader"
            await in_order(tab)
            # An answer that ran out is asked for again without a word.
            there.forget_answers()
            await tab.open(address)
            assert (tab.page.url, await tab.page.get_by_text(CLOSED).count()) == (address, 0)
            await tab.page.get_by_role("link", name="what is left in this repository").click()
            await in_order(tab)
            await tab.page.get_by_role("link", name="Its neighbours here").click()
            await tab.page.get_by_role("link", name="octo-org/example").wait_for()
            await in_order(tab)
            await tab.page.get_by_role("button", name="Sign out").click()
            await tab.open(address)
            assert await tab.page.get_by_text(CLOSED).count() == 1

            await sign_in(other, address, "author")
            assert await other.page.get_by_text(CLOSED).count() == 1
            assert await other.page.get_by_text("octo-org/example").count() == 0
            await in_order(other)
