"""The engine's name changes with the code, and with nothing else."""

import shutil
from pathlib import Path

import pytest

from bot.answers import engine

BOT = Path(engine.__file__).parents[1]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    ignore = shutil.ignore_patterns("__pycache__", "playground", "bundled")
    return Path(shutil.copytree(BOT, tmp_path / "bot", ignore=ignore))


def test_an_installed_copy_is_the_same_engine(copy: Path) -> None:
    assert engine.engine_of(copy) == engine.engine_version()


@pytest.mark.parametrize(
    "changed",
    ["scan/rows.py", "scan/manifests/requirement.py", "rules/rename_import.py", "rules/engine/judge.py",
     "analyser/file_jobs.py", "packs/surface.py", "models/finding.py", "vocabulary.py"],
)  # fmt: skip
def test_a_byte_of_code_makes_another_engine(copy: Path, changed: str) -> None:
    path = copy / changed
    path.write_bytes(path.read_bytes() + b"\n")
    assert engine.engine_of(copy) != engine.engine_version()


def test_a_new_module_makes_another_engine(copy: Path) -> None:
    (copy / "rules" / "new_kind.py").touch()
    assert engine.engine_of(copy) != engine.engine_version()


def test_the_other_rooms_are_not_of_the_engine(copy: Path) -> None:
    (copy / "cli" / "main.py").write_text("changed = True\n")
    (copy / "scan" / "notes.txt").touch()
    assert engine.engine_of(copy) == engine.engine_version()


def test_without_sources_there_is_no_name(tmp_path: Path) -> None:
    assert engine.engine_of(tmp_path) is None
