"""The App that `/setup` registered: its number, key and secrets in one file of the data folder, by variable name.

Only the server's own user can read the file. It is written once and never changed: whoever wants another App, or the
same one by other means, removes it, or sets the variables, which win.
"""

import json
import os
import secrets
from collections.abc import Mapping
from pathlib import Path

FILE_NAME = "app.json"

APP_VARIABLES = (
    "GITHUB_APP_ID",
    "GITHUB_PRIVATE_KEY",
    "GITHUB_PRIVATE_KEY_PATH",
    "GITHUB_WEBHOOK_SECRET",
    "GITHUB_CLIENT_ID",
    "GITHUB_CLIENT_SECRET",
)
"""What makes an App; where one of these is set from outside, the file does not count."""

_KEPT = frozenset({*APP_VARIABLES, "GITHUB_URL", "GITHUB_API_URL"}) - {"GITHUB_PRIVATE_KEY_PATH"}
_LARGEST = 65_536


class KeptAppError(Exception):
    """The file cannot be read or written as it should; the message is one sentence without a value of it."""


def kept_app(folder: Path) -> Mapping[str, str]:
    """The variables that the file sets; empty where there is none. Raises KeptAppError."""
    path = folder / FILE_NAME
    try:
        with path.open("rb") as file:
            found = json.loads(file.read(_LARGEST))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise KeptAppError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise KeptAppError(f"{path} is not the JSON that setup wrote") from None
    if not isinstance(found, dict) or set(found) - _KEPT or not all(isinstance(value, str) for value in found.values()):
        raise KeptAppError(f"{path} holds something else than an App's variables")
    return found


def keep_app(folder: Path, variables: Mapping[str, str]) -> None:
    """Write the file, whole or not at all. Raises KeptAppError, also where there is one already."""
    path = folder / FILE_NAME
    draft = path.with_name(f"{FILE_NAME}.{secrets.token_hex(8)}")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(json.dumps(dict(variables), indent=2).encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())
            # Linking fails where a file of that name is; renaming would take it away.
            os.link(draft, path)
        finally:
            draft.unlink()
        _settle(folder)
    except FileExistsError:
        raise KeptAppError(f"{path} is there already") from None
    except OSError as error:
        raise KeptAppError(f"{path} cannot be written: {error.strerror}") from None


def can_keep_app(folder: Path) -> bool:
    """Whether a file could be written there now."""
    probe = folder / f"{FILE_NAME}.{secrets.token_hex(8)}"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with probe.open("xb"):
            pass
        probe.unlink()
    except OSError:
        return False
    return not (folder / FILE_NAME).exists()


def _settle(folder: Path) -> None:
    """Make the name as durable as the bytes: GitHub shows them once."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
