"""app.yml asks an owner for what the handlers and the calls need, and for nothing else."""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml

from bot.forge.permissions import needed
from webhooks import receiver
from webhooks.events.handlers import HANDLERS
from webhooks.pages import installed
from webhooks.setup import pages as setup
from webhooks.signing_in.pages import CALLBACK

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "app.yml").read_text()

SENT_UNASKED = {"check_run", "check_suite", "installation", "installation_repositories", "ping"}
"""GITHUB.md §2.2: given with checks:write, or to every App."""

FEEDS = {
    "check_run": ("checks", "write"),
    "check_suite": ("checks", "write"),
    "issue_comment": ("issues", "read"),
    "pull_request": ("pull_requests", "read"),
    "push": ("contents", "read"),
    "repository": ("metadata", "read"),
    "status": ("statuses", "read"),
}
"""GITHUB.md §3.2: the permission that an event needs; the other events need none."""

RANK = ("read", "write")


@pytest.fixture
def manifest() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load(TEXT)
    return loaded


def test_the_events_are_those_that_are_handled(manifest: dict[str, Any]) -> None:
    """Less those that GitHub sends unasked; one listed too much would be delivered for nothing."""
    handled = {handler.event for handler in HANDLERS}
    assert manifest["default_events"] == sorted(handled - SENT_UNASKED)


def test_the_permissions_are_those_that_events_and_calls_need(manifest: dict[str, Any]) -> None:
    wanted = needed()
    for event in {handler.event for handler in HANDLERS} & set(FEEDS):
        name, level = FEEDS[event]
        wanted[name] = max(wanted.get(name, level), level, key=RANK.index)
    assert manifest["default_permissions"] == wanted


def test_nothing_is_asked_for_that_would_frighten(manifest: dict[str, Any]) -> None:
    """Without `workflows` GitHub itself refuses a commit that touches them (GITHUB.md §2.1)."""
    permissions = manifest["default_permissions"]
    assert not {"workflows", "administration", "members", "secrets", "actions"} & set(permissions)


def test_deliveries_go_where_they_are_received(manifest: dict[str, Any]) -> None:
    assert manifest["hook_attributes"]["url"].endswith(receiver.PATH)
    assert manifest["hook_attributes"]["active"] is True


def test_browsers_are_led_to_pages_that_are_there(manifest: dict[str, Any]) -> None:
    addresses = [manifest["redirect_url"], manifest["setup_url"], *manifest["callback_urls"]]
    assert [urlsplit(each).path for each in addresses] == [setup.REGISTERED, installed.PATH, CALLBACK]


def test_every_event_and_permission_says_why() -> None:
    """A comment stands right above each line."""
    lines = TEXT.partition("default_events:")[2].splitlines()
    for above, line in pairwise(lines):
        if re.match(r"  (- )?[a-z_]+", line):
            assert above.lstrip().startswith("#"), line


def test_the_keys_are_githubs(manifest: dict[str, Any]) -> None:
    """GITHUB.md §2: an unknown key would be ignored, or fail the whole form."""
    known = {"name", "url", "hook_attributes", "redirect_url", "callback_urls", "setup_url", "description", "public"}
    assert set(manifest) <= known | {"default_events", "default_permissions"}


def test_the_processes_are_named() -> None:
    assert (ROOT / "Procfile").read_text() == "web: obelize serve\nworker: obelize worker\n"
