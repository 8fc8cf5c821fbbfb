"""What holds for every test."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.postgresql import Cluster, cluster

# How long an example takes is the machine's affair: no test asserts a time.
settings.register_profile("obelize", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("obelize")


@pytest.fixture(scope="session", autouse=True)
def own_cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads or writes the cache of whoever runs it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Cluster]:
    """A PostgreSQL server for the tests that ask for it; they fail where it is not installed."""
    with cluster() as running:
        yield running
