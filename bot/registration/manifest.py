"""The manifest that a browser posts to GitHub, and where to: values in, values out; no secret is part of it.

GitHub makes key and secrets up when the owner confirms (GITHUB.md §2).
"""

import re
from collections.abc import Mapping
from typing import Any

PLACEHOLDER = "https://example.org"
"""Stands in `app.yml` for the public address of the server."""

_ORGANISATION = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,98}[A-Za-z0-9])?")


def manifest_for(app: Mapping[str, Any], public_url: str) -> dict[str, Any]:
    """The manifest for the server at that address; `app` is what `app.yml` holds. Its homepage is the server."""
    filled: dict[str, Any] = _filled(app, public_url)
    return {**filled, "url": f"{public_url}/"}


def form_address(github_url: str, organisation: str, state: str) -> str:
    """Where the browser posts the manifest: for the person's own account, or for an organisation.

    Raises ValueError for a name that no organisation can have.
    """
    if organisation and not _ORGANISATION.fullmatch(organisation):
        raise ValueError("not the name of an organisation")
    owner = f"/organizations/{organisation}" if organisation else ""
    return f"{github_url}{owner}/settings/apps/new?state={state}"


def _filled(value: Any, public_url: str) -> Any:
    if isinstance(value, str):
        return public_url + value.removeprefix(PLACEHOLDER) if value.startswith(f"{PLACEHOLDER}/") else value
    if isinstance(value, list):
        return [_filled(each, public_url) for each in value]
    if isinstance(value, Mapping):
        return {key: _filled(each, public_url) for key, each in value.items()}
    return value
