"""Tests that replace calls of openai go on to: before on 0.28.1, after on the new releases they pass, print the same, and
nothing is asked of the service.

Each folder of `programs/openai_tests` is a repository: `app.py`, and `its_tests.py`, which runs its own tests.
"""

import ast
from pathlib import Path

import pytest

from tests.wire.cases import OPENAI_PROGRAMS
from tests.wire.exchange import Exchange, disagreements
from tests.wire.interpreters import OPENAI_NEW, OPENAI_OLD, interpreter
from tests.wire.migrate import Migrate
from tests.wire.openai_run import exchange

REPOSITORIES = sorted(OPENAI_PROGRAMS.with_name("openai_tests").iterdir())


def sentence(repository: Path) -> str:
    return ast.get_docstring(ast.parse((repository / "its_tests.py").read_text())) or ""


def files_of(repository: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in repository.glob("*.py")}


def done_by(environment: str, files: dict[str, str], folder: Path) -> Exchange:
    """What the tests of a repository do in an environment."""
    return exchange(interpreter(environment), {"program.py": files["its_tests.py"], "app.py": files["app.py"]}, folder)


def migrated(files: dict[str, str], migrate: Migrate) -> dict[str, str]:
    plan = migrate({path: text.encode() for path, text in files.items()})
    assert [(row.path, row.line, row.symbol, row.bail) for row in plan.withheld] == []
    return {**files, **{file.path: file.after.decode() for file in plan.written}}


@pytest.mark.parametrize("environment", OPENAI_NEW)
@pytest.mark.parametrize("repository", REPOSITORIES, ids=sentence)
def test_the_tests_pass_on_both_sides_and_ask_nothing(
    repository: Path, environment: str, migrate: Migrate, tmp_path: Path
) -> None:
    files = files_of(repository)
    before = done_by(OPENAI_OLD, files, tmp_path)
    assert before.outcome.raised is None
    assert before.requests == ()
    assert len(before.outcome.stdout.splitlines()) >= 3
    assert disagreements(before, done_by(environment, migrated(files, migrate), tmp_path)) == []


@pytest.mark.parametrize("environment", OPENAI_NEW)
def test_code_that_moved_without_its_tests_would_ask_the_service(
    environment: str, migrate: Migrate, tmp_path: Path
) -> None:
    """Why a test that stays holds the code: its target is still there, and nothing reads it any more."""
    files = files_of(REPOSITORIES[0])
    alone = {**files, "app.py": migrated(files, migrate)["app.py"]}
    assert done_by(environment, alone, tmp_path).requests != ()
