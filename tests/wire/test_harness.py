"""The harness of the wire cases keeps its own promises."""

from pathlib import Path

import pytest

from tests.wire import interpreters
from tests.wire.cases import programs
from tests.wire.run import Outcome, differences, run


def test_the_librarys_name_is_the_only_difference_that_is_forgiven(old_python: Path, tmp_path: Path) -> None:
    old = run(old_python, "print('made by PyPDF2'); print(1)", tmp_path)
    assert differences(old, run(old_python, "print('made by pypdf'); print(1)", tmp_path)) == []
    assert differences(old, run(old_python, "print('made by pypdf3'); print(1.0)", tmp_path)) == [
        "line 1: 'made by <library>' before, 'made by pypdf3' after",
        "line 2: '1' before, '1.0' after",
    ]


def test_an_exception_is_known_by_its_class_without_the_module(old_python: Path, tmp_path: Path) -> None:
    code = "from PyPDF2.errors import PdfReadError\nprint('so far')\nraise PdfReadError('message')"
    assert run(old_python, code, tmp_path) == Outcome("so far\n", "PdfReadError")


def test_a_program_sees_a_copy_of_the_documents(old_python: Path, tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"whole")
    assert run(old_python, "open('a.pdf', 'wb').close()\nprint('cut')", tmp_path) == Outcome("cut\n", None)
    assert (tmp_path / "a.pdf").read_bytes() == b"whole"


def test_every_program_has_its_own_sentence() -> None:
    sentences = [program.sentence for program in programs()]
    assert len(set(sentences)) == len(sentences) >= 25


def test_a_program_runs_without_the_environment_of_the_tests(
    old_python: Path, document_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WIRE_SECRET", "visible")
    outcome = run(old_python, "import os\nprint(sorted(os.environ), os.environ.get('WIRE_SECRET'))", document_folder)
    assert "WIRE_SECRET" not in outcome.stdout
    assert outcome.stdout.rstrip().endswith("None")


def test_a_program_that_hangs_ends_at_the_deadline(
    old_python: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.wire.run.SECONDS", 1)
    outcome = run(old_python, "while True:\n    pass\n", tmp_path)
    assert outcome == Outcome("", "no end within 1 s")


def test_no_environment_names_where_packages_come_from() -> None:
    for path in interpreters.REQUIREMENTS.glob("*.txt"):
        lines = path.read_text(encoding="utf-8").splitlines()
        assert not [line for line in lines if "://" in line or line.startswith("-")]
        assert all("==" in line for line in lines if line and not line.startswith(("#", " ")))


def test_an_environment_that_cannot_be_made_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hash that fits no file: the installer refuses, and nothing half made stays behind."""
    (tmp_path / "broken.txt").write_text("pypdf==7.1.1 --hash=sha256:" + "0" * 64 + "\n", encoding="utf-8")
    monkeypatch.setattr(interpreters, "REQUIREMENTS", tmp_path)
    monkeypatch.setattr(interpreters, "HOME", tmp_path / "wire")
    with pytest.raises(interpreters.EnvironmentFailedError, match="broken"):
        interpreters.interpreter("broken")
    assert [path.name for path in (tmp_path / "wire").iterdir()] == ["broken.lock"]
