"""Answers at the terminal: by flag, by `.obelize.yml`, refused with a sentence, and made again by `replay`."""

import json
import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import MOVES, Run
from tests.source.git_repositories import Repo

KEY = "declare/pypdf"


@pytest.fixture
def undeclared(tmp_path: Path) -> Repo:
    """A repository that uses PyPDF2 and declares it nowhere."""
    repo = Repo.new(tmp_path / "undeclared")
    repo.write("shop/pages.py", MOVES)
    repo.write("requirements.txt", b"requests\n")
    repo.commit()
    return repo


def _latest(repo: Repo) -> Path:
    return repo.path / ".obelize/runs" / (repo.path / ".obelize/latest").read_text().strip()


def _question(repo: Repo) -> tuple[str | None, str | None]:
    (question,) = json.loads((_latest(repo) / "run.json").read_bytes())["questions"]
    return question["answer"], question["answered_by"]


def test_a_flag_answers_and_the_patch_holds_the_line(obelize: Run, undeclared: Repo) -> None:
    assert obelize("fix", undeclared.path, "--answer", f"{KEY}=requirements.txt").exit_code == 0
    assert _question(undeclared) == ("requirements.txt", "person")
    undeclared.git("apply", str(_latest(undeclared) / "patch.diff"))
    assert (undeclared.path / "requirements.txt").read_text() == "requests\npypdf>=6.2.0,<8\n"


def test_the_repository_s_own_file_answers_and_a_flag_wins(obelize: Run, undeclared: Repo) -> None:
    undeclared.write(".obelize.yml", b"answers:\n  declare/pypdf: requirements.txt\n")
    obelize("fix", undeclared.path)
    assert _question(undeclared) == ("requirements.txt", "person")
    obelize("fix", undeclared.path, "--answer", f"{KEY}=leave")
    assert _question(undeclared) == ("leave", "person")


@pytest.mark.parametrize(
    ("option", "said"),
    [
        pytest.param(f"{KEY}=setup.py", "it takes one of: requirements.txt, leave", id="a value that is not allowed"),
        pytest.param(f"{KEY}=", "was given no answer", id="no value"),
        pytest.param(
            "declare/other=leave", f"declare/other is not asked in this run; it asks {KEY}.", id="another key"
        ),
        pytest.param("leave", "--answer takes KEY=VALUE", id="no key"),
    ],
)
def test_an_answer_that_cannot_be_taken_ends_with_2_and_keeps_nothing(
    obelize: Run, undeclared: Repo, option: str, said: str
) -> None:
    ran = obelize("fix", undeclared.path, "--answer", option)
    assert (ran.exit_code, ran.out) == (2, "")
    assert said in ran.err
    assert not (undeclared.path / ".obelize").exists()


def test_an_answer_in_the_file_that_is_not_asked_for_is_told_of(obelize: Run, undeclared: Repo) -> None:
    undeclared.write(".obelize.yml", b"answers:\n  declare/other: leave\n")
    assert obelize("fix", undeclared.path).exit_code == 0
    limitations = json.loads((_latest(undeclared) / "run.json").read_bytes())["limitations"]
    assert [(one["code"], one["detail"]) for one in limitations if one["code"] == "answer_not_used"] == [
        ("answer_not_used", f"declare/other is not asked in this run; it asks {KEY}.")
    ]


def test_replay_gives_the_same_answers(obelize: Run, undeclared: Repo) -> None:
    obelize("fix", undeclared.path, "--answer", f"{KEY}=requirements.txt")
    assert obelize("replay", _latest(undeclared)).exit_code == 0


def test_the_line_that_applies_it_gives_the_same_answers(obelize: Run, undeclared: Repo) -> None:
    ran = obelize("fix", undeclared.path, "--answer", f"{KEY}=requirements.txt", "--pack", "py-pdf/pypdf2-to-pypdf")
    line = next(line for line in ran.out.splitlines() if line.startswith("To apply it: "))
    assert obelize(*shlex.split(line.removeprefix("To apply it: "))[1:]).exit_code == 0
    assert (undeclared.path / "requirements.txt").read_text() == "requests\npypdf>=6.2.0,<8\n"
    report = (_latest(undeclared) / "REPORT.md").read_text()
    assert "- To look at it: `git diff`\n" in report
