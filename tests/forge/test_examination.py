"""What GitHub says of an App, asked as the App; and that a failure is an answer."""

import time

from bot.forge.clock import SystemClock
from bot.forge.examination import examined
from bot.playground.playground import Playground
from bot.playground.world.apps import new_key_pair
from tests.webhooks.serving import free_port
from tests.workflows.stage import EVENTS, PERMISSIONS, key_pair


class Fast(SystemClock):
    """Two minutes ahead."""

    def now(self) -> float:
        return time.time() + 120


async def test_what_is_seen_of_an_app_and_how_it_fails() -> None:
    async with await Playground.start(permissions=PERMISSIONS, events=EVENTS, key=key_pair()) as github:
        github.hook_url = "http://127.0.0.1:9/webhooks/github"
        await github.add_repository(None)
        number, key = str(github.app.id), key_pair().private

        seen = await examined(number, key, github.api_url, Fast())
        assert (seen.status, seen.slug, seen.settings_url) == (
            200,
            "obelize",
            f"{github.web_url}/settings/apps/obelize",
        )
        assert (seen.permissions, seen.events) == (PERMISSIONS, EVENTS)
        assert (seen.hook_url, seen.hook_secret) == (github.hook_url, True)
        assert [(each.event, each.status_code) for each in seen.deliveries or ()] == [("installation", 502)]
        assert [each.account for each in seen.installations or ()] == ["octo-org"]
        assert seen.ahead is not None
        assert 110 < seen.ahead < 130

        revoked = await examined(number, new_key_pair().private, github.api_url)
        assert (revoked.status, revoked.slug, revoked.permissions) == (401, None, None)
        assert revoked.ahead is not None
        assert (await examined("99", key, github.api_url)).status == 404
        assert (await examined(number, "no key", github.api_url)).status is None
        assert github.unknown_routes == []
    gone = await examined(number, key, f"http://127.0.0.1:{free_port()}/api/v3")
    assert (gone.status, gone.ahead) == (None, None)
    assert gone.failure
