"""What the tests of the packs stand on."""

from collections.abc import Iterator

import pytest

from tests.wire.migrate import Migrate, migrator


@pytest.fixture(scope="session")
def migrate() -> Iterator[Migrate]:
    """The pipeline over a tree in memory."""
    with migrator() as function:
        yield function
