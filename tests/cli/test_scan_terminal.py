"""What `obelize scan` shows on a terminal: colour unless unwanted, and every word even where there is little room."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.terminals import on_terminal
from tests.golden_files import assert_golden
from tests.source.git_repositories import Repo

_STYLE = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture
def many(shop: Repo) -> Repo:
    """The shop with a file that cannot be read, a mention, and a path as long as some are."""
    shop.write("broken.py", b"import PyPDF2 (\n")
    shop.write("notes.py", b"# PyPDF2 was here\n")
    shop.write(
        "packages/accounting/src/accounting/reports/quarterly_statement_merger.py",
        b"import PyPDF2 as p\np.generic.AnnotationBuilder\n",
    )
    return shop


def words(text: str) -> list[str]:
    return _STYLE.sub("", text).split()


def test_a_narrow_terminal_gets_short_lines_and_nothing_less(obelize: Run, many: Repo) -> None:
    told = on_terminal("scan", many.path, columns=40)
    plain = _STYLE.sub("", told)
    assert max(map(len, plain.splitlines())) <= 40
    assert_golden("scan_narrow.txt", plain)
    piped = obelize("scan", many.path).out
    assert sorted("".join(words(told))) == sorted("".join(words(piped)))


def test_a_wide_terminal_gets_the_lines_of_a_pipe(obelize: Run, many: Repo) -> None:
    told = on_terminal("scan", many.path, columns=300)
    assert _STYLE.sub("", told) == obelize("scan", many.path).out
    assert_golden("scan_many.txt", obelize("scan", many.path).out)


def test_colour_is_for_terminals(shop: Repo) -> None:
    assert _STYLE.search(on_terminal("scan", shop.path, columns=80))


@pytest.mark.parametrize(
    ("options", "environment"),
    [
        pytest.param(["--no-color"], {}, id="--no-color"),
        pytest.param([], {"NO_COLOR": "1"}, id="NO_COLOR"),
        pytest.param([], {"TERM": "dumb"}, id="a terminal without escape sequences"),
    ],
)
@pytest.mark.parametrize("columns", [40, 200])
def test_no_escape_sequence_where_none_is_wanted(
    shop: Repo, options: list[str], environment: dict[str, str], columns: int
) -> None:
    assert "\x1b" not in on_terminal("scan", shop.path, *options, columns=columns, **environment)


@pytest.mark.parametrize("columns", [1, 7, 20])
def test_no_terminal_is_too_narrow(shop: Repo, columns: int) -> None:
    assert "".join(words(on_terminal("scan", shop.path, columns=columns))).count("flag_only_surface") == 2


def test_a_plan_without_colour_has_no_escape_sequence(shop: Repo) -> None:
    (shop.path / "tools/merge.py").unlink()
    assert "\x1b" in on_terminal("fix", shop.path, columns=80)
    assert "\x1b" not in on_terminal("fix", shop.path, "--no-color", columns=80)


def test_a_name_that_the_encoding_of_the_output_lacks_is_written_out(shop: Repo) -> None:
    shop.write("menü.py", b"import PyPDF2\n")
    command = [sys.executable, "-m", "bot.cli.start", "scan", str(shop.path)]
    environment = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(command, capture_output=True, check=True, env=environment, cwd=Path.cwd())
    assert b"men\\xfc.py  1 eligible\n" in done.stdout
