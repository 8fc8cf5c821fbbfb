"""What the environment of the person at the terminal says; an operator's settings are `bot/settings.py`'s."""

import os
from pathlib import Path


def user_configuration_folder() -> Path | None:
    """Where this user's own file lies (XDG base directories); null where the system names no home."""
    return _folder("XDG_CONFIG_HOME", ".config")


def user_environment() -> dict[str, str]:
    """All variables, for a command that the user had run."""
    return dict(os.environ)


def user_variable(name: str) -> str:
    """One variable by a name that the user's own file gives; "" where it is not set."""
    return os.environ.get(name, "")


def is_automated() -> bool:
    """Whether this runs where nobody can answer: every large CI service sets CI."""
    return os.environ.get("CI", "").lower() not in {"", "0", "false"}


def user_cache_folder() -> Path | None:
    """Where this user's caches of Obelize go (XDG base directories); null where the system names no home.

    A relative XDG_CACHE_HOME is ignored, as the specification asks for.
    """
    return _folder("XDG_CACHE_HOME", ".cache")


def _folder(variable: str, otherwise: str) -> Path | None:
    named = Path(os.environ.get(variable, ""))
    if named.is_absolute():
        return named / "obelize"
    try:
        return Path.home() / otherwise / "obelize"
    except RuntimeError:
        return None
