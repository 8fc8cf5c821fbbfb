"""What the wire cases stand on: the documents and the interpreters, made where they do not exist yet."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.wire.document_folder import documents
from tests.wire.interpreters import NEW, OLD, interpreter
from tests.wire.migrate import Migrate, migrator


@pytest.fixture(scope="session")
def document_folder() -> Path:
    """The folder of documents."""
    return documents()


@pytest.fixture(scope="session")
def old_python() -> Path:
    """The interpreter of the old side."""
    return interpreter(OLD)


@pytest.fixture(scope="session", params=NEW)
def new_python(request: pytest.FixtureRequest) -> Path:
    """The interpreter of a new side: the lowest release of the pack's range, then the newest measured."""
    return interpreter(request.param)


@pytest.fixture(scope="session")
def migrate() -> Iterator[Migrate]:
    """The pipeline over a tree in memory."""
    with migrator() as function:
        yield function


@pytest.fixture(scope="session")
def gemini_documents(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the programs of the Gemini libraries upload or show: a note, a picture (one pixel) and a recording."""
    folder = tmp_path_factory.mktemp("gemini")
    (folder / "note.txt").write_text("note", encoding="utf-8")
    (folder / "clip.mp4").write_bytes(b"clip")
    (folder / "picture.png").write_bytes(b"\x89PNG picture")
    return folder
