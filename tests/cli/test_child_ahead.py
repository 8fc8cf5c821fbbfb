"""A child is started ahead where a dependency file at the top names a library, and only there."""

from pathlib import Path

import pytest

from bot.answers.cache import NO_ANSWERS
from bot.answers.packs import remembered_packs
from bot.cli.child_ahead import bundled_tokens, child_ahead
from bot.cli.scan import scan_command
from bot.cli.scan_options import ScanOptions
from bot.vocabulary import ExitCode


def test_the_tokens_are_those_of_the_packs() -> None:
    packs = remembered_packs(NO_ANSWERS)
    assert set(bundled_tokens()) == {token.lower().encode() for pack in packs for token in pack.at_hand.head.tokens}


@pytest.mark.parametrize(
    ("files", "starts"),
    [
        pytest.param({"requirements.txt": "pypdf2==3.0.1\n"}, True, id="named in requirements.txt"),
        pytest.param({"pyproject.toml": 'dependencies = ["Google-GenerativeAI"]\n'}, True, id="however it is spelt"),
        pytest.param({"requirements.txt": "requests\n"}, False, id="another library"),
        pytest.param({"notes.md": "PyPDF2\n"}, False, id="named elsewhere"),
        pytest.param({}, False, id="no file"),
    ],
)
def test_a_child_is_started_where_a_library_is_named(tmp_path: Path, files: dict[str, str], *, starts: bool) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    child = child_ahead(tmp_path)
    assert (child is not None) is starts
    if child is not None:
        child.end()


def test_links_and_folders_of_such_names_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "elsewhere.txt").write_text("PyPDF2\n")
    (tmp_path / "requirements.txt").symlink_to(tmp_path / "elsewhere.txt")
    (tmp_path / "pyproject.toml").mkdir()
    assert child_ahead(tmp_path) is None
    assert child_ahead(tmp_path / "missing") is None


def test_a_scan_works_with_it_and_ends_it(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    (tmp_path / "requirements.txt").write_text("PyPDF2==3.0.1\n")
    (tmp_path / "app.py").write_text("import PyPDF2\n")
    options = ScanOptions(as_json=True, cached=False)
    child = child_ahead(tmp_path)
    assert child is not None
    assert scan_command(tmp_path, options, child) is ExitCode.DONE
    with_child = capfdbinary.readouterr().out
    assert child.asked == 3  # it was made ready, and asked about both files
    assert not child.is_waiting()
    assert scan_command(tmp_path, options) is ExitCode.DONE
    assert capfdbinary.readouterr().out == with_child
