"""Deliveries, their log and redelivery: GITHUB.md §3.1."""

import asyncio
import hashlib
import hmac
import json
import uuid

import pytest
from aiohttp import web

from bot.playground.hooks import sender
from bot.playground.hooks.payloads.ping import ping
from bot.playground.hooks.sender import PayloadError, payload_mismatches
from bot.playground.hooks.signature import sha1_signature, sha256_signature
from bot.playground.playground import Playground
from bot.playground.world.pulls import PullRequest
from tests.playground.clients import Client, Hook

DELIVERIES = "/app/hook/deliveries"


def test_the_signature_is_that_of_githubs_documentation() -> None:
    """The test vector of GITHUB.md §3.1."""
    assert sha256_signature("It's a Secret to Everybody", b"Hello, World!") == (
        "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"
    )


async def test_a_delivery_carries_githubs_headers(playground: Playground, hook: Hook) -> None:
    await playground.ping()
    headers, body = hook.received[0]
    secret = playground.app.webhook_secret.encode()
    assert headers["X-GitHub-Event"] == "ping"
    assert str(uuid.UUID(headers["X-GitHub-Delivery"])) == headers["X-GitHub-Delivery"]
    assert headers["X-Hub-Signature-256"] == "sha256=" + hmac.new(secret, body, hashlib.sha256).hexdigest()
    assert headers["X-Hub-Signature"] == sha1_signature(playground.app.webhook_secret, body)
    assert headers["X-GitHub-Hook-ID"] == str(playground.app.hook_id)
    assert headers["X-GitHub-Hook-Installation-Target-ID"] == str(playground.app.id)
    assert headers["X-GitHub-Hook-Installation-Target-Type"] == "integration"
    assert headers["User-Agent"].startswith("GitHub-Hookshot/")
    assert headers["Content-Type"] == "application/json"
    assert json.loads(body)["hook"]["type"] == "App"
    assert "installation" not in json.loads(body)


async def test_an_inactive_hook_gets_nothing(playground: Playground, pull: PullRequest) -> None:
    assert await playground.ping() is None
    assert playground.world.deliveries.newest_first() == []


async def test_the_log_tells_what_was_sent_and_answered(
    playground: Playground, app_client: Client, hook: Hook, pull: PullRequest
) -> None:
    listed = (await app_client.get(DELIVERIES)).json
    assert [each["event"] for each in listed][:2] == ["pull_request", "check_suite"]
    first = listed[0]
    assert (first["action"], first["status"], first["status_code"]) == ("opened", "Accepted", 202)
    assert first["repository_id"] == pull.repository.id
    assert first["installation_id"] == playground.installation_of(pull.repository).id
    whole = (await app_client.get(f"{DELIVERIES}/{first['id']}")).json
    assert whole["request"]["payload"]["pull_request"]["number"] == 1
    assert whole["request"]["headers"]["X-GitHub-Delivery"] == first["guid"]
    assert whole["response"]["payload"] == "taken"


@pytest.mark.parametrize("path", ["/1", "/x"])
async def test_a_delivery_that_is_not_there_is_not_found(app_client: Client, path: str) -> None:
    assert (await app_client.get(DELIVERIES + path)).status == 404
    assert (await app_client.post(f"{DELIVERIES}{path}/attempts")).status == 404


async def test_failures_are_found_by_status_and_sent_again_under_the_same_guid(
    playground: Playground, app_client: Client, hook: Hook
) -> None:
    hook.answers = [500, 202]
    await playground.ping()
    await playground.ping()
    failed = (await app_client.get(f"{DELIVERIES}?status=failure")).json
    assert [each["status_code"] for each in failed] == [500]
    answer = await app_client.post(f"{DELIVERIES}/{failed[0]['id']}/attempts")
    assert (answer.status, answer.json) == (202, {})
    await playground.settle()
    (first, body), (redelivered, again) = hook.received[0], hook.received[2]
    assert redelivered["X-GitHub-Delivery"] == first["X-GitHub-Delivery"]
    assert redelivered["X-Hub-Signature-256"] == first["X-Hub-Signature-256"]
    assert body == again
    newest = (await app_client.get(DELIVERIES)).json[0]
    assert newest["redelivery"] is True
    assert newest["guid"] == failed[0]["guid"]
    assert newest["id"] != failed[0]["id"]
    assert len((await app_client.get(f"{DELIVERIES}?status=success")).json) == 2


async def test_the_log_is_walked_by_cursor(playground: Playground, app_client: Client, hook: Hook) -> None:
    for _ in range(3):
        await playground.ping()
    first = await app_client.get(f"{DELIVERIES}?per_page=2")
    address, relation = first.headers["Link"].split("; ")
    assert relation == 'rel="next"'
    rest = await app_client.get(address.strip("<>").removeprefix(playground.api_url))
    assert len(first.json) == 2
    assert len(rest.json) == 1
    assert "Link" not in rest.headers
    assert (await app_client.get(f"{DELIVERIES}?cursor=nonsense")).status == 422
    assert (await app_client.get(f"{DELIVERIES}?status=lost")).status == 422


async def test_a_hook_that_is_not_there_fails_with_502(playground: Playground) -> None:
    playground.hook_url = "http://127.0.0.1:1/webhooks/github"
    delivery = await playground.ping()
    assert delivery is not None
    assert (delivery.status, delivery.status_code) == ("failed to connect to host", 502)
    assert delivery.failed


async def test_a_hook_that_is_too_slow_fails_with_504(
    playground: Playground, monkeypatch: pytest.MonkeyPatch, unused_tcp_port: int
) -> None:
    """GitHub waits ten seconds; here it is made to wait a moment."""
    monkeypatch.setattr(sender, "PATIENCE", 0.05)
    ended = asyncio.Event()

    async def too_slow(request: web.BaseRequest) -> web.Response:
        await ended.wait()
        return web.Response()

    runner = web.ServerRunner(web.Server(too_slow))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", unused_tcp_port).start()
    playground.hook_url = f"http://127.0.0.1:{unused_tcp_port}/"
    delivery = await playground.ping()
    ended.set()
    await runner.cleanup()
    assert delivery is not None
    assert (delivery.status, delivery.status_code) == ("timed out", 504)


async def test_a_payload_that_github_does_not_send_is_a_fault(playground: Playground, hook: Hook) -> None:
    payload = {**ping(playground.world), "hook_id": "a text"}
    with pytest.raises(PayloadError):
        await playground.deliver("ping", payload)
    assert hook.received == []
    assert playground.faults_found.pop().startswith("delivery ping: hook_id")


def test_a_payload_is_checked_for_keys_that_do_not_exist(playground: Playground) -> None:
    payload = ping(playground.world)
    payload["hook"]["colour"] = "red"
    assert payload_mismatches("ping", payload) == ["hook/colour: extra_forbidden"]


async def test_bytes_of_any_kind_are_signed_for_tests_of_a_receiver(playground: Playground, hook: Hook) -> None:
    delivery = await playground.hooks.send_bytes("pull_request", b"not json", guid="fixed")
    headers, body = hook.received[0]
    assert body == b"not json"
    assert headers["X-GitHub-Delivery"] == "fixed"
    assert headers["X-Hub-Signature-256"] == sha256_signature(playground.app.webhook_secret, b"not json")
    assert delivery is not None
    assert delivery.payload is None
