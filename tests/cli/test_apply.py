"""`fix --apply`, `verify` and `undo` at a terminal: what is written, what is refused, and how it is taken back."""

import json
import os
import re
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import MOVES, Run
from tests.golden_files import assert_golden
from tests.source.git_repositories import Repo

MOVED = MOVES.replace(b"PyPDF2", b"pypdf")
_BEFORE_THE_LEDGER = re.compile(r".*?(?=\n## The ledger)", re.DOTALL)
_RUN_ID = re.compile(r"\d{8}T\d{6}Z-[0-9a-f]{8}")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the user's own file lies; nobody can be asked anything."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("CI", raising=False)
    return tmp_path / "config" / "obelize"


@pytest.fixture
def pages(tmp_path: Path) -> Repo:
    """Two modules and a dependency line that all move."""
    repo = Repo.new(tmp_path / "pages")
    repo.write("shop/pages.py", MOVES)
    repo.write("shop/more.py", MOVES)
    repo.write("requirements.txt", b"PyPDF2==3.0.1\n")
    repo.commit()
    return repo


def files(repo: Repo) -> dict[str, bytes]:
    """What git would see: path to bytes."""
    listed = repo.git("ls-files", "--cached", "--others", "--exclude-standard").splitlines()
    return {path: (repo.path / path).read_bytes() for path in listed}


def latest(repo: Repo) -> Path:
    return repo.path / ".obelize/runs" / (repo.path / ".obelize/latest").read_text().strip()


def told(repo: Repo, name: str = "run.json") -> Any:
    return json.loads((latest(repo) / name).read_bytes())


def as_golden(repo: Repo, text: str) -> str:
    return _RUN_ID.sub("RUN-ID", text).replace(str(repo.path), "PAGES")


def test_apply_writes_the_plan_and_undo_takes_it_back(obelize: Run, pages: Repo) -> None:
    before = files(pages)
    applied = obelize("fix", pages.path, "--apply", "--verify", "grep -rq def shop")
    assert applied.exit_code == 0
    assert (pages.path / "shop/pages.py").read_bytes() == MOVED
    assert pages.git("diff", "--name-only").split() == ["requirements.txt", "shop/more.py", "shop/pages.py"]
    assert_golden("fix_applied.txt", as_golden(pages, applied.out))
    report = _BEFORE_THE_LEDGER.match((latest(pages) / "REPORT.md").read_text())
    assert report is not None
    assert_golden("report_applied.md", as_golden(pages, report[0]))
    run = told(pages)
    assert (run["mode"], run["verify"]["status"], run["exit_code"]) == ("apply", "pass", 0)
    assert run["timings"]["apply_ms"] is not None
    assert not (latest(pages) / "journal.json").exists()
    undone = obelize("undo", "--repo", pages.path)
    assert undone.exit_code == 0
    assert_golden("undone.txt", as_golden(pages, undone.out))
    assert files(pages) == before
    assert told(pages)["parent"] == run["run_id"]
    assert told(pages, "undo.json")["restored"] == [file["path"] for file in run["file_edits"]]


def test_nothing_is_written_beside_the_plan(obelize: Run, pages: Repo) -> None:
    obelize("fix", pages.path, "--apply")
    changed = {line[3:] for line in pages.git("status", "--porcelain", "--ignored").splitlines()}
    assert changed == {".obelize/", "requirements.txt", "shop/more.py", "shop/pages.py"}


def test_the_command_that_a_dry_run_names_applies_it(obelize: Run, pages: Repo) -> None:
    line = next(line for line in obelize("fix", pages.path).out.splitlines() if line.startswith("To apply it: "))
    assert obelize(*line.removeprefix("To apply it: obelize ").split()).exit_code == 0
    assert (pages.path / "shop/pages.py").read_bytes() == MOVED


def test_uncommitted_work_is_not_written_into(obelize: Run, pages: Repo) -> None:
    (pages.path / "notes.txt").write_text("mine\n")
    before = files(pages)
    refused = obelize("fix", pages.path, "--apply")
    assert refused.exit_code == 5
    assert "Commit or stash them, or give --allow-dirty." in refused.out
    assert files(pages) == before
    assert told(pages)["exit_code"] == 5
    assert obelize("fix", pages.path, "--apply", "--allow-dirty").exit_code == 0
    assert (pages.path / "shop/pages.py").read_bytes() == MOVED


def test_the_users_own_file_may_allow_it(obelize: Run, pages: Repo, home: Path) -> None:
    (pages.path / "notes.txt").write_text("mine\n")
    home.mkdir(parents=True)
    (home / "config.yml").write_text("allow_dirty: true\n")
    assert obelize("fix", pages.path, "--apply").exit_code == 0


def test_a_wrong_key_in_the_users_own_file_is_told_before_anything_is_written(
    obelize: Run, pages: Repo, home: Path
) -> None:
    home.mkdir(parents=True)
    (home / "config.yml").write_text("alow_dirty: true\n")
    refused = obelize("fix", pages.path, "--apply")
    assert refused.exit_code == 2
    assert "line 1: alow_dirty" in refused.err
    assert "allow_dirty" in refused.err
    assert (pages.path / "shop/pages.py").read_bytes() == MOVES


def test_a_folder_outside_of_git_needs_to_be_allowed(obelize: Run, tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain/a.py").write_bytes(MOVES)
    assert obelize("fix", tmp_path / "plain", "--apply").exit_code == 5
    assert (tmp_path / "plain/a.py").read_bytes() == MOVES
    assert obelize("fix", tmp_path / "plain", "--apply", "--allow-dirty").exit_code == 0
    assert (tmp_path / "plain/a.py").read_bytes() == MOVED


def test_a_read_only_file_keeps_everything_from_being_written(obelize: Run, pages: Repo) -> None:
    (pages.path / "shop/more.py").chmod(0o444)
    refused = obelize("fix", pages.path, "--apply", "--allow-dirty")
    assert refused.exit_code == 5
    assert "shop/more.py: The permissions of the file or of its folder forbid writing." in refused.out
    assert "- `shop/more.py`: The permissions" in (latest(pages) / "REPORT.md").read_text()
    assert told(pages)["refused"] == [{"path": "shop/more.py", "reason": "not_writable", "detail": None}]
    assert (pages.path / "shop/pages.py").read_bytes() == MOVES


def test_an_executable_file_stays_executable(obelize: Run, pages: Repo) -> None:
    path = pages.path / "shop/pages.py"
    path.chmod(0o755)
    pages.commit()
    assert obelize("fix", pages.path, "--apply").exit_code == 0
    assert stat.S_IMODE(path.stat().st_mode) == 0o755


def test_rows_left_are_told_after_a_write_too(obelize: Run, shop: Repo) -> None:
    ran = obelize("fix", shop.path, "--apply")
    assert ran.exit_code == 4
    assert (shop.path / "shop/pages.py").read_bytes() == MOVED


@pytest.mark.parametrize(
    ("command", "exit_code", "reason"),
    [
        pytest.param("grep -q PyPDF2 requirements.txt", 3, "broken_by_write", id="passes before and fails after"),
        pytest.param("false", 6, "failed_before", id="fails before as well"),
        pytest.param("grep -q pypdf requirements.txt", 0, "all_passed", id="passes after alone"),
        pytest.param("sleep 100", 6, "timed_out", id="never ends"),
        pytest.param("sh -c 'echo more >> shop/extra.txt'", 0, "all_passed", id="leaves a file beside the code"),
    ],
)
def test_a_verdict(obelize: Run, pages: Repo, command: str, exit_code: int, reason: str) -> None:
    ran = obelize("fix", pages.path, "--apply", "--verify", command, "--timeout", "1" if "sleep" in command else "60")
    assert ran.exit_code == exit_code
    assert told(pages)["verify"]["reason"] == reason
    assert told(pages, "verify/verify.json") == told(pages)["verify"]
    assert (pages.path / "shop/pages.py").read_bytes() == MOVED


def test_a_command_that_changes_a_planned_file_is_met_by_a_refusal(obelize: Run, pages: Repo) -> None:
    ran = obelize("fix", pages.path, "--apply", "--verify", "sh -c 'echo x >> shop/more.py'")
    assert ran.exit_code == 5
    assert (pages.path / "shop/pages.py").read_bytes() == MOVES


def test_a_command_that_cannot_be_started_is_told_before_the_write(obelize: Run, pages: Repo) -> None:
    ran = obelize("fix", pages.path, "--apply", "--verify", "no-such-program-anywhere --all")
    assert ran.exit_code == 2
    assert "`no-such-program-anywhere --all` cannot be started" in ran.err
    assert (pages.path / "shop/pages.py").read_bytes() == MOVES


def test_an_open_quote_is_told_before_the_write(obelize: Run, pages: Repo) -> None:
    ran = obelize("fix", pages.path, "--apply", "--verify", "pytest 'a")
    assert (ran.exit_code, "Close the quote." in ran.err) == (2, True)
    assert (pages.path / "shop/pages.py").read_bytes() == MOVES


def test_verify_without_apply_is_refused(obelize: Run, pages: Repo) -> None:
    ran = obelize("fix", pages.path, "--verify", "true")
    assert (ran.exit_code, "Give --apply as well" in ran.err) == (2, True)


@pytest.fixture
def naming(pages: Repo) -> Repo:
    """The same, whose own file names a command."""
    pages.write(".obelize.yml", b"verify:\n  commands:\n    - touch ran\n")
    pages.commit()
    return pages


def test_a_command_of_the_repository_is_refused_where_nobody_can_allow_it(obelize: Run, naming: Repo) -> None:
    ran = obelize("fix", naming.path, "--apply")
    assert ran.exit_code == 5
    assert "`touch ran`" in ran.err
    assert "--trust-repo-config" in ran.err
    assert not (naming.path / "ran").exists()
    assert (naming.path / "shop/pages.py").read_bytes() == MOVES


def test_a_command_of_the_repository_runs_where_the_flag_allows_it(obelize: Run, naming: Repo) -> None:
    assert obelize("fix", naming.path, "--apply", "--trust-repo-config").exit_code == 0
    assert (naming.path / "ran").exists()
    assert told(naming)["verify"]["commands"][0]["source"] == "repository"


def test_a_command_of_the_repository_runs_where_the_users_file_lists_it(obelize: Run, naming: Repo, home: Path) -> None:
    home.mkdir(parents=True)
    (home / "config.yml").write_text("verify_allow:\n  - touch ran\n")
    assert obelize("fix", naming.path, "--apply").exit_code == 0
    assert (naming.path / "ran").exists()


def test_a_command_of_ones_own_stands_in_for_those_of_the_repository(obelize: Run, naming: Repo) -> None:
    assert obelize("fix", naming.path, "--apply", "--verify", "true").exit_code == 0
    assert not (naming.path / "ran").exists()


def test_verify_compares_with_how_it_was_before_the_write(obelize: Run, pages: Repo) -> None:
    obelize("fix", pages.path, "--apply", "--verify", "grep -q PdfReader shop/pages.py")
    parent = told(pages)["run_id"]
    (pages.path / "shop/pages.py").write_text("")
    ran = obelize("verify", "--repo", pages.path, "--verify", "grep -q PdfReader shop/pages.py")
    assert ran.exit_code == 3
    assert_golden("verified_again.txt", as_golden(pages, ran.out))
    assert told(pages)["parent"] == parent
    assert {entry["path"] for entry in told(pages)["files"]} >= {"verify/before-1.log", "verify/after-1.log"}


def test_verify_wants_a_command_and_a_run_that_wrote(obelize: Run, pages: Repo) -> None:
    assert "has written anything" in obelize("verify", "--repo", pages.path, "--verify", "true").err
    obelize("fix", pages.path, "--apply")
    ran = obelize("verify", "--repo", pages.path)
    assert (ran.exit_code, "No command is named" in ran.err) == (2, True)


def test_undo_leaves_what_was_edited_since(obelize: Run, pages: Repo) -> None:
    obelize("fix", pages.path, "--apply")
    (pages.path / "shop/pages.py").write_bytes(b"# mine\n")
    undone = obelize("undo", "--repo", pages.path)
    assert undone.exit_code == 5
    assert_golden("undone_in_part.txt", as_golden(pages, undone.out))
    assert (pages.path / "shop/pages.py").read_bytes() == b"# mine\n"
    assert (pages.path / "shop/more.py").read_bytes() == MOVES


def test_undo_of_a_run_that_is_not_there_and_of_one_that_wrote_nothing(obelize: Run, pages: Repo) -> None:
    assert "There is no run" in obelize("undo", "--repo", pages.path, "--run", "../../../etc").err
    obelize("fix", pages.path)
    ran = obelize("undo", "--repo", pages.path, "--run", latest(pages).name)
    assert (ran.exit_code, "wrote nothing" in ran.err) == (2, True)


def test_a_run_that_took_another_back_has_no_patch_to_make_again(obelize: Run, pages: Repo) -> None:
    obelize("fix", pages.path, "--apply")
    obelize("undo", "--repo", pages.path)
    ran = obelize("replay", latest(pages))
    assert (ran.exit_code, "This run planned nothing itself." in ran.err) == (2, True)


def test_undo_trusts_no_original_that_was_changed(obelize: Run, pages: Repo) -> None:
    obelize("fix", pages.path, "--apply")
    for original in (latest(pages) / "snapshots/before").iterdir():
        original.write_bytes(b"planted")
    ran = obelize("undo", "--repo", pages.path)
    assert (ran.exit_code, "The run folder was changed" in ran.err) == (2, True)
    assert (pages.path / "shop/pages.py").read_bytes() == MOVED


KILLED = """
import os, sys
from bot.cli import start as commands
from bot.writing import tree_writer
kept, count = os.{call}, [{times}]
def dies(*arguments, **keywords):
    count[0] -= 1
    if count[0] == 0:
        os._exit(137)
    return kept(*arguments, **keywords)
tree_writer.os = type(sys)("os")
tree_writer.os.__dict__.update(os.__dict__)
tree_writer.os.{call} = dies
sys.argv = ["obelize", "fix", {repo!r}, "--apply"]
commands.main()
"""


@pytest.mark.parametrize(
    ("call", "times"),
    [
        pytest.param("rename", 1, id="before the first file"),
        pytest.param("rename", 2, id="between two files"),
        pytest.param("rename", 3, id="before the last file"),
        pytest.param("fchmod", 2, id="in the middle of a temporary file"),
    ],
)
def test_an_apply_that_is_killed_is_taken_back_byte_for_byte(obelize: Run, pages: Repo, call: str, times: int) -> None:
    before = files(pages)
    code = KILLED.format(call=call, times=times, repo=str(pages.path))
    died = subprocess.run([sys.executable, "-c", code], check=False, env=os.environ.copy(), capture_output=True)
    assert died.returncode == 137
    refused = obelize("fix", pages.path, "--apply", "--allow-dirty")
    assert refused.exit_code == 5
    assert "Run `obelize undo`, then run again." in refused.out
    assert obelize("undo", "--repo", pages.path).exit_code == 0
    assert files(pages) == before
    assert obelize("fix", pages.path, "--apply").exit_code == 0
    assert (pages.path / "shop/pages.py").read_bytes() == MOVED
