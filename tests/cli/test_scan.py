"""`obelize scan`: reads, prints, and leaves nothing behind unless asked."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.packs.loaded import bundled_files
from tests.cli.conftest import MOVES, Run
from tests.golden_files import assert_golden
from tests.notebooks import notebook
from tests.source.git_repositories import Repo


def test_places_are_shown_by_file_and_nothing_is_left(obelize: Run, shop: Repo) -> None:
    ran = obelize("scan", shop.path)
    assert ran.exit_code == 0
    assert_golden("scan.txt", ran.out)
    assert shop.git("status", "--porcelain", "--ignored") == ""


def test_a_notebook_is_shown_by_cell_and_line(obelize: Run, tmp_path: Path) -> None:
    (tmp_path / "a.ipynb").write_bytes(
        notebook("%pip install pypdf2==3.0.1", "import PyPDF2\n\nmerger = PyPDF2.PdfWriter()", "merger.addJS(f)")
    )
    assert_golden("scan_notebook.txt", obelize("scan", tmp_path).out)


def test_answers_are_kept_in_the_cache_of_the_user(
    obelize: Run, shop: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under XDG_CACHE_HOME (XDG base directories), readable by nobody else, and never inside the repository; without
    the cache nothing is kept but the packs, which are no part of the repository.
    """
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    without = obelize("scan", shop.path, "--json", "--no-cache").out
    of_packs = 2 * len(bundled_files())  # the head of each, and the whole
    assert _documents(tmp_path / "xdg") == of_packs
    assert [obelize("scan", shop.path, "--json").out for _ in range(2)] == [without, without]
    assert _documents(tmp_path / "xdg") > of_packs
    (kept,) = (tmp_path / "xdg" / "obelize").iterdir()
    assert kept.stat().st_mode & 0o077 == 0
    monkeypatch.setenv("XDG_CACHE_HOME", str(shop.path / "cache"))
    assert obelize("scan", shop.path, "--json").out == without
    assert shop.git("status", "--porcelain", "--ignored") == ""


def _documents(cache: Path) -> int:
    (kept,) = (cache / "obelize").glob("*.sqlite3")
    with closing(sqlite3.connect(kept)) as database:
        found: int = database.execute("SELECT count(*) FROM answers").fetchone()[0]
    return found


def test_json_is_one_document_of_the_places(obelize: Run, shop: Repo) -> None:
    document = json.loads(obelize("scan", "--repo", shop.path, "--json").out)
    rows = [(row["path"], row["line"], row["symbol"]) for row in document["findings"]]
    assert ("tools/merge.py", 8, "PyPDF2.PdfWriter.addJS") in rows
    assert document["version"] == 5


def test_a_pipe_gets_no_progress_and_no_colour(obelize: Run, shop: Repo) -> None:
    ran = obelize("scan", shop.path)
    assert "\x1b" not in ran.out + ran.err


def test_save_keeps_a_run_folder_that_git_does_not_see(obelize: Run, shop: Repo) -> None:
    ran = obelize("scan", shop.path, "--save")
    latest = (shop.path / ".obelize/latest").read_text().strip()
    assert latest in ran.err
    assert {path.name for path in (shop.path / ".obelize/runs" / latest).iterdir()} == {
        "run.json",
        "findings.json",
        "REPORT.md",
        "packs",
    }
    assert shop.git("status", "--porcelain") == ""


def test_a_repository_without_the_library_has_nothing_to_show(obelize: Run, tmp_path: Path) -> None:
    (tmp_path / "app.py").write_text("print(1)\n")
    ran = obelize("scan", tmp_path)
    assert (ran.exit_code, ran.out) == (0, "No use of a library that Obelize migrates, in 1 Python file.\n")


def test_names_that_a_terminal_would_act_on_are_written_out(obelize: Run, tmp_path: Path) -> None:
    (tmp_path / "yp\u2066exe.py").write_bytes(MOVES)
    ran = obelize("scan", tmp_path)
    assert "\u2066" not in ran.out + ran.err


def test_a_name_with_an_escape_sequence_is_passed_over_and_counted(obelize: Run, tmp_path: Path) -> None:
    (tmp_path / "a\x1b]0;owned\x07.py").write_bytes(MOVES)
    ran = obelize("scan", tmp_path)
    assert "\x1b" not in ran.out + ran.err
    assert "path_not_portable (1)" in ran.err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        pytest.param(["scan", "nowhere"], "nowhere is not a folder", id="no folder"),
        pytest.param(["scan", ".", "--pack", "x/y"], "There is no pack 'x/y'. Known packs: gemini/google-generativeai-to-google-genai, openai/openai-0-to-1, py-pdf/pypdf2-to-pypdf", id="unknown pack"),
        pytest.param(["scan", "a", "--repo", "b"], "Name the repository once", id="two repositories"),
        pytest.param(["replay", "nowhere"], "nowhere is no run folder", id="no run folder"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_one_sentence_and_exit_code_2(obelize: Run, arguments: list[str], sentence: str) -> None:
    ran = obelize(*arguments)
    assert (ran.exit_code, ran.out) == (2, "")
    assert ran.err.startswith("obelize: ")
    assert sentence in ran.err
    assert ran.err.count("\n") == 1


def test_a_pack_that_is_wrong_names_the_place_and_exits_with_7(obelize: Run, tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text("schema: 1\nid: x/y\n")
    ran = obelize("scan", tmp_path, "--pack", tmp_path / "pack.yaml")
    assert ran.exit_code == 7
    assert "pack.yaml cannot be used:" in ran.err


def test_a_configuration_that_is_wrong_is_told_at_once(obelize: Run, shop: Repo) -> None:
    shop.write(".obelize.yml", b"quite: true\n")
    ran = obelize("scan", shop.path)
    assert ran.exit_code == 2
    assert ".obelize.yml cannot be used:" in ran.err
    assert "quite" in ran.err


def test_a_pack_that_the_repository_leaves_out_is_not_run(obelize: Run, shop: Repo) -> None:
    shop.write(".obelize.yml", b"packs: []\n")
    assert "No use of a library" in obelize("scan", shop.path).out
    ran = obelize("scan", shop.path, "--pack", "py-pdf/pypdf2-to-pypdf")
    assert ran.exit_code == 2
    assert "leaves out py-pdf/pypdf2-to-pypdf" in ran.err
