"""`obelize playground` as a process of its own: what it prints, and that it leaves nothing running."""

import json
import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import MOVES, STAYS
from tests.source.git_repositories import Repo

_COMMAND = (sys.executable, "-m", "bot.cli.start", "playground")


def _environment() -> dict[str, str]:
    """This process's own, less what would configure a real App."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("GITHUB_", "OBELIZE_"))}


def _once(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*_COMMAND, *map(str, arguments), "--once", "--json"],
        capture_output=True,
        text=True,
        check=False,
        env=_environment(),
    )


@pytest.fixture(scope="module")
def example() -> dict[str, Any]:
    """What GitHub would hold after the bot has finished with the example."""
    ran = _once()
    assert ran.returncode == 0, ran.stderr
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


def test_the_example_ends_with_one_check_one_comment_and_no_edit(example: dict[str, Any]) -> None:
    (check,) = example["check_runs"]
    assert (check["name"], check["status"], check["conclusion"]) == ("obelize", "completed", "action_required")
    assert len(example["comments"]) == 1
    assert example["reviews"] == []
    assert {commit["sha"] for commit in example["commits"]} >= {check["head_sha"]}


def test_annotations_lie_at_the_lines_they_speak_of(example: dict[str, Any]) -> None:
    (check,) = example["check_runs"]
    assert check["annotations"]
    assert check["output"]["annotations_count"] == len(check["annotations"])
    for annotation in check["annotations"]:
        assert annotation["annotation_level"] == "warning"
        assert annotation["start_line"] == annotation["end_line"]
        assert annotation["message"].splitlines()[-1].startswith("Not asked: ")


def test_people_speak_in_their_order_and_ci_ends_as_told() -> None:
    ran = _once("--say", "reader: First words", "--say", "author: Second words", "--ci", "failure")
    assert ran.returncode == 0, ran.stderr
    held = json.loads(ran.stdout)
    people = [comment for comment in held["comments"] if comment["user"]["type"] == "User"]
    assert [(each["user"]["login"], each["body"]) for each in people] == [
        ("reader", "First words"),
        ("author", "Second words"),
    ]
    conclusions = {(check["app"]["slug"], check["name"]): check["conclusion"] for check in held["check_runs"]}
    assert conclusions["github-actions", "tests"] == "failure"


def test_a_story_is_told_to_its_end() -> None:
    """A reader is refused, a maintainer's word is carried out, CI breaks on it, and the commit is taken back."""
    sayings = ("reader: /obelize apply", "maintainer: /obelize apply", "maintainer: /obelize undo")
    ran = _once(*(part for each in sayings for part in ("--say", each)), "--ci", "success", "--ci", "failure")
    assert ran.returncode == 0, ran.stderr
    held = json.loads(ran.stdout)
    _, applied, undone = held["commits"]
    assert [each["commit"]["author"]["name"] for each in (applied, undone)] == ["obelize[bot]"] * 2
    ended = {check["head_sha"]: check["conclusion"] for check in held["check_runs"] if check["name"] == "obelize"}
    assert ended[applied["sha"]] == "failure"
    people = [comment for comment in held["comments"] if comment["user"]["type"] == "User"]
    last = [("rocket", "confused")[each["reactions"]["confused"]] for each in people]
    assert last == ["confused", "rocket", "rocket"]


def test_a_local_clone_is_left_as_it_was(tmp_path: Path) -> None:
    repo = Repo.new(tmp_path / "clone")
    repo.write("pages.py", MOVES)
    repo.write("merge.py", STAYS)
    repo.write("requirements.txt", b"PyPDF2==3.0.1\n")
    repo.commit()
    repo.git("switch", "--quiet", "--create", "bump")
    repo.write("requirements.txt", b"pypdf==7.1.1\n")
    head = repo.commit()
    repo.git("switch", "--quiet", "main")
    before = repo.git("for-each-ref") + repo.git("status", "--porcelain", "--ignored")

    ran = _once(repo.path, "--base", "main", "--head", "bump")

    assert ran.returncode == 0, ran.stderr
    (check,) = json.loads(ran.stdout)["check_runs"]
    assert check["head_sha"] == head
    assert check["conclusion"] == "action_required"
    assert "flag_only_surface" in check["output"]["summary"]
    assert {annotation["path"] for annotation in check["annotations"]} == {"merge.py"}
    assert repo.git("for-each-ref") + repo.git("status", "--porcelain", "--ignored") == before


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        pytest.param(["--head", "nowhere"], "nowhere", id="no such branch"),
        pytest.param(["--base", "--output=/tmp/x", "--head", "main"], "--output", id="an option instead of a branch"),
    ],
)
def test_a_branch_that_is_not_there_is_one_sentence(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    repo = Repo.new(tmp_path / "clone")
    repo.commit(a__py=b"pass\n")
    ran = _once(repo.path, *arguments)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert sentence in ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_folder_that_is_no_repository_is_one_sentence(tmp_path: Path) -> None:
    ran = _once(tmp_path, "--head", "main")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "Traceback" not in ran.stderr


@pytest.fixture
def served() -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [*_COMMAND, "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=_environment(),
        start_new_session=True,
    ) as process:
        yield process
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)


def _get(address: str) -> tuple[int, str]:
    with urllib.request.urlopen(address) as answer:
        return answer.status, answer.read().decode()


def test_afresh_it_waits_for_somebody_at_the_pages() -> None:
    """Nothing is configured; both ends answer, and Ctrl-C ends both."""
    with subprocess.Popen(
        [*_COMMAND, "--fresh", "--json"], stdout=subprocess.PIPE, text=True, env=_environment()
    ) as process:
        assert process.stdout is not None
        addresses = json.loads(process.stdout.readline())
        assert "mona" in _get(addresses["pull_request"].rpartition("/mona/")[0] + "/")[1]
        assert addresses["pull_request"].rpartition("/mona/")[0] in _get(addresses["setup"])[1]
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 0


def test_afresh_nothing_is_said_by_itself() -> None:
    ran = _once("--fresh")
    assert ran.returncode == 2
    assert "--fresh waits for somebody" in ran.stderr


def test_served_it_prints_its_addresses_and_ends_with_everything_it_started(served: subprocess.Popen[str]) -> None:
    assert served.stdout is not None
    addresses = json.loads(served.stdout.readline())
    assert set(addresses) == {"pull_request", "bot", "details"}
    assert _get(addresses["pull_request"])[0] == 200
    assert _get(f"{addresses['bot']}/readyz")[0] == 200
    assert _get(addresses["details"])[0] == 200

    served.send_signal(signal.SIGINT)

    assert served.wait(timeout=60) == 0
    assert served.stderr is not None
    assert "Traceback" not in served.stderr.read()
    with pytest.raises(ProcessLookupError):
        os.killpg(served.pid, 0)
