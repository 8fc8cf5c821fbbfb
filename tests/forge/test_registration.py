"""The exchange of a code for an App: what is sent, and which answers are no App of ours."""

from typing import Any

import pytest

from bot.forge.errors import Missing, Unexpected
from bot.forge.registration import registered_app
from tests.forge.scripted_github import Bench, Reply
from tests.registration.test_manifest import GOOD

HOME = "https://ghe.example.org"


async def test_it_is_asked_for_once_and_without_credentials(bench: Bench) -> None:
    bench.github.script = [Reply(201, GOOD)]
    app = await registered_app(bench.github.root, HOME, "abc_1-2")
    assert (app.id, app.installation_page) == (7, f"{HOME}/github-apps/obelize/installations/new")
    (asked,) = bench.github.requests
    assert (asked.method, asked.path, asked.body) == ("POST", "/api/v3/app-manifests/abc_1-2/conversions", b"")
    assert "authorization" not in asked.headers


@pytest.mark.parametrize("code", ["", "../../app", "a/b", "a?b=c", "a%2Fb", "é", "a\n", "a" * 201])
async def test_what_is_no_code_is_not_sent(bench: Bench, code: str) -> None:
    with pytest.raises(Missing):
        await registered_app(bench.github.root, HOME, code)
    assert bench.github.requests == []


@pytest.mark.parametrize(
    ("status", "body", "error"),
    [
        pytest.param(404, {"message": "Not Found"}, Missing, id="a code that was used, or is of another GitHub"),
        pytest.param(201, GOOD | {"html_url": "https://github.com/apps/obelize"}, Unexpected, id="an App of another GitHub"),
        pytest.param(201, GOOD | {"webhook_secret": None}, Unexpected, id="an App that signs nothing"),
        pytest.param(201, [], Unexpected, id="no App at all"),
    ],
)  # fmt: skip
async def test_what_is_no_app_of_ours_is_refused_without_a_word_of_it(
    bench: Bench, status: int, body: Any, error: type[Exception]
) -> None:
    bench.github.script = [Reply(status, body)]
    with pytest.raises(error) as caught:
        await registered_app(bench.github.root, HOME, "abc")
    for secret in ("key-5f5f", "hook-secret-7b1c", "client-secret-11aa"):
        assert secret not in str(caught.value)
