"""The generated pages of docs/ are what the code makes now; `make docs` writes them."""

import json
from pathlib import Path

import pytest

from bot.cli.generated_docs import pages


@pytest.mark.parametrize("path", pages(), ids=lambda path: path.name)
def test_the_page_is_not_stale(path: Path) -> None:
    assert path.read_text() == pages()[path], "stale: run `make docs`"


def test_schemas_are_closed_and_require_every_field() -> None:
    """DESIGN, records: every object is closed, every field present."""
    for path, text in pages().items():
        if path.suffix == ".json":
            schema = json.loads(text)
            for record in [schema, *schema["$defs"].values()]:
                if record.get("type") == "object":
                    assert record["additionalProperties"] is False
                    assert set(record["required"]) == set(record["properties"])
