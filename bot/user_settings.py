"""What the environment of the person at the terminal says; an operator's settings are `bot/settings.py`'s."""

import os
from pathlib import Path


def user_cache_folder() -> Path | None:
    """Where this user's caches of Obelize go (XDG base directories); null where the system names no home.

    A relative XDG_CACHE_HOME is ignored, as the specification asks for.
    """
    named = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if named.is_absolute():
        return named / "obelize"
    try:
        return Path.home() / ".cache" / "obelize"
    except RuntimeError:
        return None
