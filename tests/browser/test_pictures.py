"""Golden pictures of the pages, light on a desk and dark on a phone, with blocks for letters (see `block_font`).

`OBELIZE_WRITE_GOLDEN=1` takes them anew; look at them before they are committed.
"""

import base64
import os
from pathlib import Path

import pytest
from playwright.async_api import ViewportSize

from tests.browser.block_font import fonts_configured
from tests.browser.browsing import DESKTOP, PHONE, Colours, Tab, chromium, tab_of
from tests.evidence.test_account import FILES as PROGRAMS
from tests.evidence.test_run_folder import folder
from tests.webhooks.runs import RUN_ID, keep_run
from tests.webhooks.serving import served

PICTURES = Path(__file__).parents[1] / "golden" / "pages"
PAGES = {
    "run": f"/runs/{RUN_ID}",
    "places": f"/runs/{RUN_ID}/places",
    "changes": f"/runs/{RUN_ID}/changes?view=split",
    "nowhere": "/nowhere",
}
LOOKS: dict[str, tuple[ViewportSize, Colours]] = {"desktop-light": (DESKTOP, "light"), "phone-dark": (PHONE, "dark")}
MOST_APART = 0.002
"""Of all pixels. Another Chromium may round an edge otherwise; a line that moved is ten times as much."""

_APART = """async ([one, other]) => {
  const [a, b] = await Promise.all([one, other].map(async data => {
    const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    canvas.drawImage(picture, 0, 0);
    return canvas.getImageData(0, 0, picture.width, picture.height);
  }));
  if (a.width !== b.width || a.height !== b.height) return 1;
  let apart = 0;
  for (let at = 0; at < a.data.length; at += 4)
    apart += [0, 1, 2].some(channel => Math.abs(a.data[at + channel] - b.data[at + channel]) > 24);
  return apart / (a.data.length / 4);
}"""


async def apart(tab: Tab, one: bytes, other: bytes) -> float:
    """The share of pixels that differ; 1 for pictures of two sizes."""
    share: float = await tab.page.evaluate(_APART, [base64.b64encode(each).decode() for each in (one, other)])
    return share


async def test_pages_look_as_they_did(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FONTCONFIG_FILE", str(fonts_configured(tmp_path)))
    taken: dict[str, bytes] = {}
    async with served(tmp_path / "data") as bot, chromium() as browser:
        keep_run(bot, files=folder(PROGRAMS))
        for look, (window, colours) in LOOKS.items():
            async with tab_of(browser, window, colours) as tab:
                for name, path in PAGES.items():
                    await tab.open(f"{bot.address}{path}")
                    taken[f"{name}-{look}"] = await tab.page.screenshot(full_page=True, animations="disabled")
        if os.environ.get("OBELIZE_WRITE_GOLDEN") == "1":
            for name, picture in taken.items():
                (PICTURES / f"{name}.png").write_bytes(picture)
        async with tab_of(browser) as tab:
            kept = {name: (PICTURES / f"{name}.png").read_bytes() for name in taken}
            shares = {name: await apart(tab, picture, kept[name]) for name, picture in taken.items()}
            assert {name: share for name, share in shares.items() if share > MOST_APART} == {}
            # The comparison bites: one page is not another.
            assert await apart(tab, taken["nowhere-desktop-light"], taken["nowhere-phone-dark"]) > MOST_APART
