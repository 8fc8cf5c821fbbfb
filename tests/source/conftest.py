from pathlib import Path

import pytest

from tests.source.git_repositories import Repo, Trap


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """An empty repository with a work tree."""
    return Repo.new(tmp_path / "repo")


@pytest.fixture
def trap(tmp_path: Path) -> Trap:
    """A script that must not run."""
    return Trap.set_in(tmp_path)
