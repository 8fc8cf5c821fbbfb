"""A desk in a folder of the test's own, on a database of either kind."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.workflows.desk import Bench, bench


@pytest.fixture(params=["sqlite", "postgresql"])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Bench]:
    address = request.getfixturevalue("postgresql").laid_out() if request.param == "postgresql" else ""
    with bench(tmp_path, address) as made:
        yield made
