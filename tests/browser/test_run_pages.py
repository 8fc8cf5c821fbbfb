"""What a maintainer sees behind the details link, in a real browser: a run of the whole bot that asked a model."""

import zipfile
from pathlib import Path

from tests.browser.browsing import PHONE, Tab, chromium, tab_of
from tests.conversation.offered_scenes import offered

MOST_BYTES = 100_000
PARTS = ("", "/places", "/changes", "/changes?view=split", "/questions")


async def assert_in_order(tab: Tab) -> None:
    """Nothing to complain of, for axe-core either, and nothing sticks out of the window."""
    assert (tab.complaints, await tab.violations(), await tab.overflow()) == ([], [], 0), tab.page.url
    assert 0 < await tab.weight() < MOST_BYTES, tab.page.url


async def test_a_run_in_a_browser(tmp_path: Path) -> None:
    async with offered(tmp_path) as scene, chromium() as browser:
        (run,) = scene.on_stage.runs()
        public = scene.on_stage.settings.public_url
        address = f"{public}/runs/{run.run_id}"
        pages = [f"{address}{part}" for part in PARTS] + [f"{public}/repositories/{run.repository_id}", public]
        async with tab_of(browser) as tab:
            for page in pages:
                await tab.open(page)
                await assert_in_order(tab)
        async with tab_of(browser, PHONE, "dark") as tab:
            for page in pages:
                await tab.open(page)
                await assert_in_order(tab)
            await _goes_through(tab, address, tmp_path)
            await tab.open(f"{public}/repositories/{run.repository_id}")
            proposals = tab.page.locator("table", has_text="Proposals").locator("tbody tr")
            assert await proposals.all_inner_texts() == [f"#{scene.pull.number}\t{run.run_id}\t3"]


async def _goes_through(tab: Tab, address: str, folder: Path) -> None:
    """By links alone: from the run to the places, a filter on and off, the changes side by side, the zip."""
    page = tab.page
    await tab.open(address)
    await page.get_by_role("link", name="Places").click()
    everything = await page.locator("table.places tbody tr").count()
    await page.locator(".filter a").first.click()
    assert 0 < await page.locator("table.places tbody tr").count() <= everything
    await page.get_by_role("link", name="take off").first.click()
    assert await page.locator("table.places tbody tr").count() == everything
    await tab.open(address)
    assert tab.complaints == []
    async with page.expect_download() as waiting:
        await page.get_by_role("link", name="Download all as one zip").click()
    download = await waiting.value
    await download.save_as(folder / "run.zip")
    with zipfile.ZipFile(folder / "run.zip") as archive:
        assert archive.testzip() is None
        assert {"run.json", "findings.json"} <= {name.split("/")[-1] for name in archive.namelist()}
