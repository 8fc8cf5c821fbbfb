"""What setup does with an App that came of it, and `obelize doctor` where it cannot look.

The whole way from nothing to a pull request that was looked at is in `tests/browser/test_setting_up.py`.
"""

import asyncio
import json
import os
import re
from functools import partial
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.cli.set_up import keep_or_print, set_up
from bot.kept_app import FILE_NAME, keep_app
from bot.registration.new_app import NewApp
from bot.settings import ConfigurationError, Settings, read_server_settings
from tests.cli.conftest import Run
from tests.registration.test_manifest import GOOD
from tests.webhooks.serving import free_port
from tests.workflows.stage import key_pair
from webhooks.server import listening
from webhooks.setup.door import SetupDoor


@pytest.fixture
def unconfigured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """An empty folder and nothing of ours in the environment."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith(("GITHUB_", "OBELIZE_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PORT", str(free_port()))
    return monkeypatch


def test_the_doctor_says_what_to_do_where_it_cannot_look(unconfigured: pytest.MonkeyPatch, obelize: Run) -> None:
    ran = obelize("doctor")
    assert ran.exit_code == 2
    assert ran.out.startswith("problem  settings     No App is configured.\n")
    unconfigured.setenv("GITHUB_APP_ID", "7")
    ran = obelize("doctor", "--json")
    assert ran.exit_code == 2
    sentences = [each["sentence"] for each in json.loads(ran.out)["parts"]]
    assert sentences == [
        "GITHUB_PRIVATE_KEY: set it or GITHUB_PRIVATE_KEY_PATH, and not both.",
        "GITHUB_WEBHOOK_SECRET: is missing.",
    ]


def new_app() -> tuple[NewApp, dict[str, Any]]:
    app = NewApp.model_validate(GOOD | {"pem": key_pair().private})
    return app, app.variables("https://github.com", "https://api.github.com")


@pytest.mark.parametrize("reason", ["asked for", "file is there", "folder is none"])
def test_what_cannot_or_shall_not_be_kept_is_printed_once(
    reason: str, unconfigured: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """GitHub tells the key once, so it is not lost where the disk is full, and a file of before is left alone."""
    app, variables = new_app()
    data = tmp_path / "data"
    if reason == "asked for":
        unconfigured.setenv("OBELIZE_SETUP_PRINTS", "true")
    elif reason == "file is there":
        keep_app(data, {"GITHUB_APP_ID": "1"})
    else:
        data.write_text("")
    settings = keep_or_print(read_server_settings(), app)
    assert isinstance(settings, Settings)
    assert settings.app_id == app.id
    printed = dict(line.split("=", 1) for line in capsys.readouterr().out.splitlines())
    assert printed.keys() == variables.keys()
    assert printed["GITHUB_WEBHOOK_SECRET"] == '"hook-secret-7b1c"'
    kept = data / FILE_NAME
    assert not kept.exists() or json.loads(kept.read_text()) == {"GITHUB_APP_ID": "1"}


async def test_an_app_that_cannot_be_used_is_kept_and_ends_the_process_with_a_sentence(
    unconfigured: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The owner is not left with a page that fails again and again; the next start says the same."""
    unconfigured.setenv("GITHUB_URL", "http://127.0.0.1:9")
    server, ended = read_server_settings(), asyncio.Event()
    door = SetupDoor(server)

    async def unusable(*_: str) -> NewApp:
        return NewApp.model_validate(GOOD | {"html_url": "http://127.0.0.1:9/apps/obelize"})

    unconfigured.setattr("bot.cli.set_up.registered_app", unusable)
    with listening(server.host, server.port) as sockets:
        setting_up = asyncio.create_task(set_up(server, door, sockets, ended, partial(keep_or_print, server)))
        async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as browser:
            text = await (await browser.get(door.address("/setup"))).text()
            (state,) = re.findall(r"/settings/apps/new[?]state=([^\"]+)", text)
            back = f"{server.public_url}/setup/registered?code=abc&state={state}"
            assert (await browser.get(back, allow_redirects=False)).status == 303
        with pytest.raises(ConfigurationError, match="PEM"):
            await setting_up
    assert json.loads((tmp_path / "data" / FILE_NAME).read_text())["GITHUB_APP_ID"] == "7"
