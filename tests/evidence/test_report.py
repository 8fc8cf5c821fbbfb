"""REPORT.md as a person reads it, and what hostile names and contents do in it: nothing."""

import json
import re
from pathlib import Path

import pytest
import yaml
from markdown_it import MarkdownIt

from bot.cli.fix_account import account_lines
from bot.cli.terminal import text_of
from bot.evidence.account import Account, account_of
from bot.evidence.write_account import Refusal, WriteAccount
from bot.models.given_answer import GivenAnswer
from bot.models.verification import Verification
from bot.report import NextStep, report_text
from bot.vocabulary import AnsweredBy, VerifyReason, VerifyStatus, WriteRefusal
from tests.demo_pack import PACK
from tests.golden_files import assert_golden
from tests.running import Files, ran

MOVES = "from oldlib import Reader\n\npage = Reader('a').pages[0]\nprint(page.text())\n"
STAYS = "import oldlib\noldlib.LegacyReader('a')\n"
LOW = "[project]\nname = 'x'\nrequires-python = '>=3.7'\ndependencies = ['old-lib==1.9']\nclassifiers = ['Programming Language :: Python :: 3.7']\n"
VERIFIED = Verification(
    status=VerifyStatus.NOT_RUN, reason=VerifyReason.NO_COMMANDS, baseline=None, commands=(), suites=()
)
STEPS = (NextStep("To look at it", "git diff"),)


def account(files: Files, **answers: str) -> Account:
    given = {key.replace("__", "/").replace("_", "-"): answer for key, answer in answers.items()}
    outcome = ran(files, answers={key: GivenAnswer(one, AnsweredBy.PERSON, True) for key, one in given.items()})
    return account_of(outcome, [PACK])


def test_what_was_written_with_an_answer() -> None:
    told = account({"a.py": MOVES, "pyproject.toml": LOW}, python_floor__newlib="raise")
    assert_golden("report_written.md", report_text(told, steps=STEPS, write=WriteAccount((), VERIFIED, "obelize undo")))


def test_what_is_asked_in_several_projects() -> None:
    files = {"a/a.py": MOVES, "a/requirements.txt": "x\n", "b.py": MOVES, "setup.cfg": "[options]\npackages = find:\n"}
    assert_golden("report_questions.md", report_text(account(files)))


def test_why_nothing_was_written_stands_at_the_beginning() -> None:
    refusals = (Refusal("`a`.py", WriteRefusal.CHANGED_SINCE_READ, "it *changed*"),)
    text = report_text(account({"a.py": MOVES}), write=WriteAccount(refusals, VERIFIED, "obelize undo"))
    told = text.split("## ")[0]
    assert f"- `` `a`.py ``: {WriteRefusal.CHANGED_SINCE_READ.sentence} (it \\*changed\\*)" in told


def test_the_lines_for_the_configuration_are_the_answers() -> None:
    """The snippet is YAML that gives the key and an allowed answer back, whatever a folder is called."""
    name = "a 'b\": {}#&*"
    told = account({f"{name}/a.py": MOVES, f"{name}/requirements.txt": "x\n"})
    (asked,) = told.open_questions
    read = yaml.safe_load(f"answers:\n  {asked.line}\n")
    assert read == {"answers": {asked.question.key: f"{name}/requirements.txt"}}
    assert json.loads(json.dumps(asked.question.key)) == asked.question.key


ACTING = "<img src=x onerror=y> [x](javascript:y) @octo #1 https://x.example \x1b[31m\u202e`|*_"
"""What a name or a line may hold: HTML, a link, a mention, an address, a terminal's command, a turn of direction."""


@pytest.fixture
def hostile() -> Account:
    """Every text that a repository can bring into a report."""
    name = ACTING.replace("/", "").replace("\x1b", "")
    return account(
        {
            f"{name}/moves.py": MOVES,
            f"{name}/stays.py": f"import oldlib\noldlib.LegacyReader('{ACTING}')\n",
            f"{name}/requirements.txt": f"old-lib==1 ; python_version > '{ACTING}'\n",
            "setup.cfg": f"[options]\npython_requires = >=3.7{ACTING}\ninstall_requires =\n    old-lib  # {ACTING}\n",
            "b/moves.py": MOVES,
            "b/pyproject.toml": f"[project]\nrequires-python = '>=3.7'\nname = '''{name}'''\ndependencies = ['old-lib']\n",
        }
    )


def test_names_and_contents_do_nothing_in_the_report(hostile: Account) -> None:
    refusals = (Refusal(ACTING, WriteRefusal.CHANGED_SINCE_READ, ACTING),)
    text = report_text(hostile, write=WriteAccount(refusals, VERIFIED, "obelize undo"))
    assert hostile.questions
    assert [line for header in hostile.headers for line in header.declared if "img" in line.text]
    page = MarkdownIt("commonmark", {"html": True}).enable("table").render(text)
    assert "<img" not in page
    assert set(re.findall(r'href="([^"]*)"', page)) == {
        change.source for change in PACK.changes if change.kind in {"rename_import", "manifest_dependency"}
    } | {"https://newlib.example/guide"} - {"https://newlib.example/dist"}
    outside_code = re.sub(r"<code[^>]*>.*?</code>", "", page, flags=re.DOTALL)
    assert "@octo" not in outside_code
    assert "#1" not in outside_code
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f\u202e]", text)


@pytest.mark.parametrize("width", [None, 100, 10])
def test_names_and_contents_do_nothing_at_the_terminal(hostile: Account, width: int | None, tmp_path: Path) -> None:
    lines = [text_of(line) for line in account_lines(hostile, tmp_path, tmp_path / "run", None, width)]
    assert len(lines) > 20
    assert not [line for line in lines if re.search(r"[\x00-\x1f\x7f\u202e]", line)]


def test_no_line_is_wider_than_the_terminal_but_those_to_be_copied(hostile: Account, tmp_path: Path) -> None:
    lines = [text_of(line) for line in account_lines(hostile, tmp_path, tmp_path / "run", None, 60)]
    copied = re.compile(r"  --answer |All of it: |  --answer|'--answer|To apply it: |Or, through git: ")
    assert [line for line in lines if len(line) > 60 and not copied.match(line.replace("  '", "  "))] == []


def test_many_places_are_counted_and_not_all_listed() -> None:
    files = {f"f{n:03}.py": MOVES for n in range(120)} | {f"s{n:03}.py": STAYS for n in range(120)}
    text = report_text(account(files))
    assert "- and 70 files more; `plan.json` lists all of them\n" in text
    assert "- and 70 more; `run.json` lists all of them\n" in text
    assert len(text.split("\n")) < 600
