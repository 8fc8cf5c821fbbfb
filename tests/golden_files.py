"""Golden files: the words that users see, kept as text and read by a person before they are committed.

A text that differs fails with its diff. `OBELIZE_WRITE_GOLDEN=1` writes the new text instead; read the diff in git.
"""

import os
from pathlib import Path

FOLDER = Path(__file__).with_name("golden")


def assert_golden(name: str, text: str) -> None:
    """The text is what `tests/golden/<name>` holds."""
    path = FOLDER / name
    if os.environ.get("OBELIZE_WRITE_GOLDEN") == "1":
        path.write_text(text)
    kept = path.read_text() if path.exists() else ""
    assert text.splitlines() == kept.splitlines()
