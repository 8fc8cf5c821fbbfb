"""Reads `app.yml`, the registration in the keys of GitHub's manifest."""

from functools import cache
from pathlib import Path
from typing import Any

import yaml

_PACKAGE = Path(__file__).parents[1]
# The wheel carries it inside the package; in the repository it stands at the root.
_HOMES = (_PACKAGE / "_app.yml", _PACKAGE.parent / "app.yml")


@cache
def app_file() -> dict[str, Any]:
    """The file's keys and values, with `https://example.org` where the public address belongs."""
    path = next(home for home in _HOMES if home.is_file())
    loaded: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
    return loaded
