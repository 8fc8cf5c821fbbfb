"""Reads a posted manifest, and refuses what GitHub refuses."""

import json
from typing import Any
from urllib.parse import urlsplit

from bot.playground.world.apps import LEVELS
from bot.playground.world.manifests import Manifest

LONGEST_NAME = 34
_MOST_CALLBACKS = 10
_KEYS = frozenset(
    {
        "name", "url", "hook_attributes", "redirect_url", "callback_urls", "setup_url", "description", "public",
        "default_events", "default_permissions", "request_oauth_on_install", "setup_on_update",
    }
)  # fmt: skip
_FED_BY = {
    "check_run": "checks",
    "check_suite": "checks",
    "issue_comment": "issues",
    "pull_request": "pull_requests",
    "pull_request_review_comment": "pull_requests",
    "push": "contents",
    "status": "statuses",
}
"""The permission that feeds an event (GITHUB.md §2, §3.2); the other events need none."""


class ManifestError(Exception):
    """GitHub's form refuses it; one sentence each."""

    def __init__(self, *sentences: str) -> None:
        super().__init__(" ".join(sentences))
        self.sentences = sentences


def read_manifest(text: str) -> Manifest:
    """The manifest in a form's field. Raises ManifestError."""
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError):
        raise ManifestError("The manifest is not JSON.") from None
    if not isinstance(raw, dict):
        raise ManifestError("The manifest is not an object.")
    wrong = [*_wrong_keys(raw), *_wrong_addresses(raw), *_wrong_wishes(raw)]
    if wrong:
        raise ManifestError(*wrong)
    hook = raw.get("hook_attributes", {})
    return Manifest(
        url=raw["url"],
        name=str(raw.get("name", "")),
        description=raw.get("description"),
        public=bool(raw.get("public", False)),
        hook_url=hook.get("url") if hook.get("active", True) else None,
        redirect_url=raw["redirect_url"],
        callback_urls=tuple(raw.get("callback_urls", ())),
        setup_url=raw.get("setup_url"),
        permissions={**raw.get("default_permissions", {}), "metadata": "read"},
        events=tuple(raw.get("default_events", ())),
    )


def wrong_name(name: str) -> str | None:
    """Why no App can have that name, whoever has it already."""
    if not name.strip():
        return "Name can't be blank"
    return f"Name is too long (maximum is {LONGEST_NAME} characters)" if len(name) > LONGEST_NAME else None


def _wrong_keys(raw: dict[str, Any]) -> list[str]:
    wrong = [f"Invalid key: {key}" for key in sorted(raw.keys() - _KEYS)]
    kinds = {"hook_attributes": dict, "default_permissions": dict, "default_events": list, "callback_urls": list}
    wrong += [f"{key} has the wrong form" for key, kind in kinds.items() if not isinstance(raw.get(key, kind()), kind)]
    if wrong:
        raise ManifestError(*wrong)
    return []


def _wrong_addresses(raw: dict[str, Any]) -> list[str]:
    hook = raw.get("hook_attributes")
    needed = {"url": raw.get("url"), "redirect_url": raw.get("redirect_url")}
    if hook is not None:
        needed["hook_attributes.url"] = hook.get("url")
    given = {f"callback_urls[{index}]": each for index, each in enumerate(raw.get("callback_urls", []))}
    if "setup_url" in raw:
        given["setup_url"] = raw["setup_url"]
    wrong = [f"{name} wasn't supplied" for name, value in needed.items() if not value]
    wrong += [
        f"{name} must be a valid URL" for name, value in {**needed, **given}.items() if value and not _is_url(value)
    ]
    return [*wrong, "Too many callback URLs"] if len(raw.get("callback_urls", [])) > _MOST_CALLBACKS else wrong


def _is_url(value: object) -> bool:
    parts = urlsplit(value) if isinstance(value, str) else None
    return parts is not None and parts.scheme in ("http", "https") and bool(parts.hostname)


def _wrong_wishes(raw: dict[str, Any]) -> list[str]:
    permissions, events = raw.get("default_permissions", {}), raw.get("default_events", [])
    wrong = [f"Invalid permission: {name}" for name, level in permissions.items() if level not in LEVELS]
    # The words of derive-to/derive#269.
    starved = [event for event in events if _FED_BY.get(event, "metadata") not in {*permissions, "metadata"}]
    return [*wrong, f"Default events are not supported by permissions: {', '.join(starved)}"] if starved else wrong
