"""Lines of a notebook that install the library, load something of it, or merely name it."""

import pytest

from bot.models.struct import altered
from bot.scan.notebook.commands import named_in
from bot.scan.notebook.magics import Command
from tests.demo_pack import PACK

Seen = tuple[int, int, str, str, str | None]


def _seen(text: str, *, is_shell: bool = True) -> list[Seen]:
    """Line, column, kind, symbol and bail of each."""
    found = named_in(Command(1, 0, text, is_shell), PACK)
    return [(n.line, n.column, str(n.kind), n.symbol, None if n.bail is None else str(n.bail)) for n in found]


@pytest.mark.parametrize(
    ("text", "column"),
    [
        pytest.param("%pip install old-lib==1.9", 13, id="the magic"),
        pytest.param("!pip install -q 'Old_Lib<2' x", 17, id="quoted, spelt otherwise"),
        pytest.param('!pip3 install "old.lib[fast]>=1"', 15, id="another pip, an extra"),
        pytest.param("!{sys.executable} -m pip install -U old-lib", 36, id="the interpreter's own pip"),
        pytest.param("%conda install -y old-lib=1.9", 18, id="conda"),
        pytest.param("!uv pip install old-lib", 16, id="uv"),
        pytest.param("!cd x && poetry add old-lib", 20, id="behind another command"),
        pytest.param("pip install --upgrade x old-lib", 24, id="without the %"),
    ],
)
def test_a_line_that_installs_the_library(text: str, column: int) -> None:
    (row,) = [row for row in _seen(text) if row[2] == "manifest"]
    assert row[:4] == (1, column, "manifest", "Old-Lib")


def test_a_requirement_of_conda_is_no_requirement_of_pip() -> None:
    assert _seen("!conda install old-lib=1.9")[0][4] == "requirement_unreadable"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("!pip install old-lib-extras my-old-lib", id="other distributions"),
        pytest.param("!pip install -r requirements.txt  # old-lib", id="a comment"),
        pytest.param("!echo pip; install old-lib", id="another command"),
        pytest.param("!pip uninstall -y old-lib", id="taken away"),
        pytest.param("!grip install old-lib", id="another program"),
    ],
)
def test_a_line_that_does_not(text: str) -> None:
    assert [row for row in _seen(text) if row[2] != "text_mention"] == []


def test_only_what_a_shell_runs_installs() -> None:
    assert _seen("%%html\npip install Old-Lib", is_shell=False) == [(2, 12, "text_mention", "Old-Lib", None)]


def test_lines_that_go_on_keep_their_places() -> None:
    assert _seen("%%bash\npip install \\\n  a \\\n  old-lib\n")[0][:4] == (4, 2, "manifest", "Old-Lib")


def test_an_extension_that_is_loaded_from_the_library_is_reached_by_string() -> None:
    assert _seen("%load_ext oldlib.notebook", is_shell=False) == [
        (1, 10, "dynamic", "oldlib.notebook", "reached_by_string")
    ]
    assert _seen("%load_ext oldlibrary", is_shell=False) == []


def test_a_mention_is_told_once_a_line() -> None:
    found = _seen("%%html\noldlib, oldlib\nan oldlib\nhouseholdlib", is_shell=False)
    assert found == [(2, 0, "text_mention", "oldlib", None), (3, 3, "text_mention", "oldlib", None)]


@pytest.mark.parametrize(
    ("requirement", "old"),
    [
        ("old-lib<2", True),
        ("old-lib==1.9", True),
        ("old-lib", False),
        ("old-lib>=1", False),
        ("old-lib==2.4", False),
        ("old-lib==2.1", False),
    ],
)
def test_where_both_sides_are_one_distribution_only_an_old_release_counts(requirement: str, old: bool) -> None:
    pack = altered(PACK, new=altered(PACK.new, distribution="Old-Lib"))
    found = [str(named.kind) for named in named_in(Command(1, 0, f"!pip install '{requirement}'", True), pack)]
    assert ("manifest" in found) is old
