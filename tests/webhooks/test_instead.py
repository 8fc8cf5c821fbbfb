"""What a browser is shown where aiohttp would answer with a line of text; everybody else keeps the line."""

import logging

import pytest
from aiohttp import hdrs, web
from pytest_aiohttp.plugin import AiohttpClient

from webhooks.pages.instead import pages_instead
from webhooks.pages.shell import Shell

BROWSER = {hdrs.ACCEPT: "text/html,application/xhtml+xml,*/*;q=0.8"}


async def _broken(request: web.Request) -> web.Response:
    raise RuntimeError(request.path)


def _app() -> web.Application:
    app = web.Application(middlewares=[pages_instead(Shell())])
    app.router.add_get("/broken", _broken)
    return app


async def test_an_address_that_is_none_leads_on(aiohttp_client: AiohttpClient) -> None:
    client = await aiohttp_client(_app())
    answer, plain = await client.get("/nowhere", headers=BROWSER), await client.get("/nowhere")
    assert (answer.status, "There is nothing at this address" in await answer.text()) == (404, True)
    assert (plain.status, await plain.text()) == (404, "404: Not Found")


async def test_a_fault_names_its_line_in_the_log_and_nothing_else(
    aiohttp_client: AiohttpClient, caplog: pytest.LogCaptureFixture
) -> None:
    client = await aiohttp_client(_app())
    with caplog.at_level(logging.ERROR):
        answer = await client.get("/broken", headers=BROWSER)
    text = await answer.text()
    (line,) = [record.getMessage() for record in caplog.records if record.name == "webhooks.pages.instead"]
    assert answer.status == 500
    assert line.removeprefix("page failed: reference=") in text
    assert "RuntimeError" not in text


async def test_a_method_that_is_not_served_still_says_which_are(aiohttp_client: AiohttpClient) -> None:
    answer = await (await aiohttp_client(_app())).post("/broken", headers=BROWSER)
    assert (answer.status, answer.headers[hdrs.ALLOW]) == (405, "GET,HEAD")
