"""Which length of a line a repository asks for, by the documents that the reader cites."""

import pytest

from bot.scan.formatter_settings import LineLengths, governing, settings_above
from bot.scan.line_lengths import line_lengths


@pytest.mark.parametrize(
    ("name", "text", "formatter", "linter"),
    [
        pytest.param("pyproject.toml", "[tool.black]\nline-length = 100\n", 100, None, id="Black's"),
        pytest.param("pyproject.toml", "[tool.black]\ntarget-version = ['py311']\n", 88, None, id="Black's usual one"),
        pytest.param("pyproject.toml", "[tool.black]\n", 88, None, id="an empty table"),
        pytest.param("pyproject.toml", "[tool.ruff]\nline-length = 120\n", 120, None, id="Ruff's"),
        pytest.param("pyproject.toml", "[tool.ruff.lint]\nselect = ['E']\n", 88, None, id="Ruff's usual one"),
        pytest.param("pyproject.toml", "[tool.ruff]\nextend = '../x.toml'\n", None, None, id="one that is elsewhere"),
        pytest.param(
            "pyproject.toml", "[tool.ruff.lint]\n[tool.black]\nline-length = 99\n", 99, None, id="a written one first"
        ),
        pytest.param("pyproject.toml", "[tool.yapf]\ncolumn_limit = 90\n", 90, None, id="YAPF's"),
        pytest.param("pyproject.toml", "[tool.poetry]\nname = 'x'\n", None, None, id="no formatter"),
        pytest.param("pyproject.toml", "[tool.black]\nline-length = 'long'\n", 88, None, id="no number"),
        pytest.param("pyproject.toml", "[tool.black]\nline-length = 1000000\n", 88, None, id="a number out of bounds"),
        pytest.param("pyproject.toml", "[tool.black\n", None, None, id="no TOML"),
        pytest.param("pyproject.toml", "tool = 3\n", None, None, id="another type"),
        pytest.param("ruff.toml", "line-length = 110\n", 110, None, id="Ruff's own file"),
        pytest.param(".ruff.toml", "", 88, None, id="Ruff's own file, empty"),
        pytest.param("setup.cfg", "[flake8]\nmax-line-length = 120\n", None, 120, id="flake8's"),
        pytest.param("tox.ini", "[flake8]\nmax_line_length=119 ; why\n", None, 119, id="with a comment"),
        pytest.param(".flake8", "[flake8]\nextend-ignore = E203\nmax-line-length = 88\n", None, 88, id="flake8's own"),
        pytest.param("setup.cfg", "[pycodestyle]\nmax-line-length = 100\n", None, 100, id="pycodestyle's"),
        pytest.param("setup.cfg", "[yapf]\ncolumn_limit = 95\n", 95, None, id="YAPF's section"),
        pytest.param(".style.yapf", "[style]\nbased_on_style = pep8\ncolumn_limit = 96\n", 96, None, id="YAPF's file"),
        pytest.param("setup.cfg", "[metadata]\nmax-line-length = 100\n", None, None, id="another section"),
        pytest.param(".editorconfig", "root = true\n[*]\nmax_line_length = 100\n", None, 100, id="an editor's"),
        pytest.param(
            ".editorconfig", "[*]\nmax_line_length = 100\n[*.py]\nmax_line_length = off\n", None, None, id="off"
        ),
        pytest.param(".editorconfig", "[*.{js,py}]\nmax_line_length = 80\n", None, 80, id="of several kinds of files"),
        pytest.param(".editorconfig", "[*.md]\nmax_line_length = 80\n", None, None, id="of other files"),
    ],
)
def test_a_settings_file_says(name: str, text: str, formatter: int | None, linter: int | None) -> None:
    assert line_lengths(name, text) == LineLengths(formatter=formatter, linter=linter)


@pytest.mark.parametrize("text", ["[" * 100_000, "a = " + "{b = " * 5_000, "[x]\n" + "y\n" * 50_000, "\x00[flake8]"])
@pytest.mark.parametrize("name", ["pyproject.toml", "ruff.toml", "setup.cfg", ".editorconfig"])
def test_what_cannot_be_read_says_nothing(name: str, text: str) -> None:
    assert line_lengths(name, text) == LineLengths()


def test_the_nearest_file_holds_and_a_formatter_before_a_linter() -> None:
    found = {
        "pyproject.toml": LineLengths(formatter=100),
        "app/setup.cfg": LineLengths(linter=79),
        "docs/pyproject.toml": LineLengths(formatter=60),
    }
    assert governing("app/deep/it.py", found) == 100
    assert governing("docs/conf.py", found) == 60
    assert governing("app/it.py", {"app/setup.cfg": LineLengths(linter=79)}) == 79
    assert governing("app/it.py", {}) is None


def test_settings_of_other_folders_are_not_asked() -> None:
    listed = ["pyproject.toml", "app/setup.cfg", "docs/pyproject.toml", "app/it.py", "app/pyproject.toml.bak"]
    assert settings_above(["app/it.py"], listed) == ["app/setup.cfg", "pyproject.toml"]
