"""A desk in a folder of the test's own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.workflows.desk import Bench, bench


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Bench]:
    with bench(tmp_path) as made:
        yield made
