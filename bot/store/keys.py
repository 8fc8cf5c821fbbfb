"""Keys of this server's own, each in a file of the data folder which only its owner can read; made at need."""

import contextlib
import os
import secrets
from pathlib import Path

KEY_BYTES = 32


def kept_key(path: Path) -> bytes:
    """The key in the file; made at the first start, whoever of several processes comes first."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(secrets.token_bytes(KEY_BYTES))
        # Linking fails where somebody was first; renaming would take that key away.
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
        draft.unlink()
    return path.read_bytes()
