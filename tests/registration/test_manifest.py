"""What is posted to GitHub, and where to; what of the answer is taken."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from dotenv import dotenv_values
from pydantic import ValidationError

from bot.registration.app_file import app_file
from bot.registration.manifest import PLACEHOLDER, form_address, manifest_for
from bot.registration.new_app import NewApp, as_environment
from bot.registration.reasons import EVENTS, PERMISSIONS

GOOD: dict[str, Any] = {
    "id": 7,
    "slug": "obelize",
    "name": "Obelize <b>",
    "html_url": "https://ghe.example.org/github-apps/obelize",
    "client_id": "Iv1",
    "client_secret": "client-secret-11aa",
    "webhook_secret": "hook-secret-7b1c",
    "pem": "-----BEGIN-----\nkey-5f5f\n-----END-----\n",
}


def test_the_servers_address_stands_everywhere_and_no_secret_anywhere() -> None:
    manifest = manifest_for(app_file(), "https://bot.example.net/obelize")
    assert manifest["url"] == "https://bot.example.net/obelize/"
    assert manifest["hook_attributes"] == {"url": "https://bot.example.net/obelize/webhooks/github", "active": True}
    assert manifest["redirect_url"] == "https://bot.example.net/obelize/setup/registered"
    assert manifest["setup_url"] == "https://bot.example.net/obelize/setup/installed"
    assert manifest["callback_urls"] == ["https://bot.example.net/obelize/login/callback"]
    assert PLACEHOLDER not in json.dumps(manifest)
    assert not {"secret", "pem", "key"} & set(manifest["hook_attributes"]) | {"pem"} & set(manifest)


def test_everything_that_is_asked_for_has_a_reason() -> None:
    assert set(app_file()["default_permissions"]) == set(PERMISSIONS)
    assert set(app_file()["default_events"]) == set(EVENTS)


def test_owners_read_the_same_reasons_and_levels_as_the_page_of_setup_gives() -> None:
    text = (Path(__file__).parents[2] / "docs" / "OWNERS.md").read_text()
    told = re.findall(r"^\| `(\w+)` \| (\w+) \| (.+) \|$", text, re.MULTILINE)
    levels = app_file()["default_permissions"]
    assert told == [(name, levels[name], reason) for name, reason in sorted(PERMISSIONS.items())]


@pytest.mark.parametrize(
    ("organisation", "path"),
    [
        pytest.param("", "/settings/apps/new?state=s", id="a person's own account"),
        pytest.param("Octo-Org", "/organizations/Octo-Org/settings/apps/new?state=s", id="an organisation"),
    ],
)
def test_where_the_form_goes(organisation: str, path: str) -> None:
    """GITHUB.md §2; on an Enterprise server below its own address."""
    assert form_address("https://ghe.example.org", organisation, "s") == f"https://ghe.example.org{path}"


@pytest.mark.parametrize("name", ["../settings", "a b", "x/y", "-a", "a?b", "é", "a" * 101, "a\n"])
def test_no_organisation_has_such_a_name(name: str) -> None:
    with pytest.raises(ValueError, match="organisation"):
        form_address("https://github.com", name, "s")


def test_the_variables_can_be_read_back_from_an_environment_file(tmp_path: Any) -> None:
    app = NewApp.model_validate(GOOD)
    variables = app.variables("https://ghe.example.org", "https://ghe.example.org/api/v3")
    (tmp_path / ".env").write_text(as_environment(variables))
    assert dotenv_values(tmp_path / ".env") == {name: value.strip() for name, value in variables.items()}


def test_no_secret_is_shown() -> None:
    shown = repr(NewApp.model_validate(GOOD))
    with pytest.raises(ValidationError) as caught:
        NewApp.model_validate(GOOD | {"webhook_secret": None})
    for secret in ("client-secret-11aa", "hook-secret-7b1c", "key-5f5f"):
        assert secret not in shown + str(caught.value)


@pytest.mark.parametrize(
    "page",
    ["https://github.com/apps/obelize", "http://ghe.example.org/apps/x", "https://ghe.example.org@evil.example/apps/x", "https://ghe.example.org/apps/x?a=b", "javascript:alert(1)"],
)  # fmt: skip
def test_an_app_of_another_place_is_known_by_its_page(page: str) -> None:
    """Nobody is led there."""
    assert NewApp.model_validate(GOOD).is_of("https://ghe.example.org")
    assert not NewApp.model_validate(GOOD | {"html_url": page}).is_of("https://ghe.example.org")
