"""The options of `obelize scan` and what comes of them together: a document, an exit code, or one sentence."""

import json
from itertools import combinations
from typing import Any

import pytest

from bot.analyser.supervisor import Analyser
from bot.cli import local_run
from tests.cli.conftest import MOVES, Run
from tests.sarif_schema import complaints
from tests.source.git_repositories import Repo


@pytest.mark.parametrize(
    ("statuses", "exit_code"),
    [
        pytest.param([], 0, id="finding something is no failure"),
        pytest.param(["needs_review"], 4, id="a status that a row has"),
        pytest.param(["unsupported"], 0, id="a status that none has"),
        pytest.param(["unsupported", "eligible"], 4, id="one of two"),
        pytest.param(["not_a_usage"], 0, id="mentions count when asked for, and there is none"),
    ],
)
def test_fail_on_decides_the_exit_code(obelize: Run, shop: Repo, statuses: list[str], exit_code: int) -> None:
    options = [part for status in statuses for part in ("--fail-on", status)]
    assert obelize("scan", shop.path, *options).exit_code == exit_code


@pytest.mark.parametrize("form", [[], ["--json"], ["--sarif"]], ids=["table", "json", "sarif"])
def test_fail_on_changes_nothing_that_is_printed(obelize: Run, shop: Repo, form: list[str]) -> None:
    ran = obelize("scan", shop.path, *form, "--fail-on", "eligible")
    assert ran.exit_code == 4
    assert ran.out == obelize("scan", shop.path, *form).out


def test_a_repository_that_moved_passes_every_fail_on(obelize: Run, shop: Repo) -> None:
    shop.write("shop/pages.py", MOVES.replace(b"PyPDF2", b"pypdf"))
    shop.write("requirements.txt", b"pypdf>=5\n")
    (shop.path / "tools/merge.py").unlink()
    options = [part for status in ("eligible", "needs_review", "unsupported") for part in ("--fail-on", status)]
    assert obelize("scan", shop.path, *options).exit_code == 0


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        pytest.param(["--json", "--sarif"], "--json and --sarif each print one whole document", id="two documents"),
        pytest.param(["--fail-on", "bad"], "--fail-on takes eligible or needs_review or unsupported or not_a_usage; 'bad'", id="no status"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_one_sentence(obelize: Run, shop: Repo, options: list[str], sentence: str) -> None:
    ran = obelize("scan", shop.path, *options)
    assert (ran.exit_code, ran.out) == (2, "")
    assert sentence in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("number", ["0", "-1", "many", "65"])
def test_a_number_of_jobs_that_makes_no_sense_is_refused(obelize: Run, shop: Repo, number: str) -> None:
    ran = obelize("scan", shop.path, "--jobs", number)
    assert (ran.exit_code, ran.out) == (2, "")
    assert "--jobs" in ran.err


_ALONE = [["--rev", "main"], ["--save"], ["--pack", "py-pdf/pypdf2-to-pypdf"], ["--fail-on", "eligible"]]


@pytest.mark.parametrize(
    "chosen",
    [*combinations(_ALONE, 2), (*_ALONE, ["--jobs", "1"], ["--no-color"])],
    ids=lambda chosen: " ".join(option[0] for option in chosen),
)
def test_options_go_together(obelize: Run, shop: Repo, chosen: tuple[list[str], ...]) -> None:
    options = [part for option in chosen for part in option]
    ran = obelize("scan", shop.path, "--json", *options)
    assert ran.exit_code == (4 if "--fail-on" in options else 0)
    assert len(json.loads(ran.out)["findings"]) == 8
    assert (shop.path / ".obelize").exists() == ("--save" in options)


def test_the_bytes_are_the_same_whatever_the_number_of_jobs(obelize: Run, shop: Repo) -> None:
    for number in range(9):
        shop.write(f"more/part{number}.py", MOVES * (1 + number % 4))
        shop.write(f"more/broken{number}.py", b"import PyPDF2 (\n")
    for form in ([], ["--json"], ["--sarif"]):
        one, five = (obelize("scan", shop.path, *form, "--jobs", number).out for number in ("1", "5"))
        assert one == five
        assert "more/part8.py" in one


def test_sarif_is_valid_and_names_commit_and_origin_without_the_password(obelize: Run, shop: Repo) -> None:
    shop.git("config", "remote.origin.url", "https://ada:s3cret@git.example/shop.git")
    ran = obelize("scan", shop.path, "--sarif")
    assert ran.exit_code == 0
    document = json.loads(ran.out)
    assert complaints(document) == []
    (run,) = document["runs"]
    assert len(run["results"]) == 8
    assert run["versionControlProvenance"] == [
        {
            "repositoryUri": "https://git.example/shop.git",
            "mappedTo": {"uriBaseId": "SRCROOT"},
            "revisionId": shop.git("rev-parse", "HEAD"),
            "branch": "main",
        }
    ]
    assert "s3cret" not in ran.out
    assert str(shop.path) not in ran.out


def test_sarif_of_a_folder_names_files_from_the_root_of_the_repository(obelize: Run, shop: Repo) -> None:
    (run,) = json.loads(obelize("scan", shop.path / "tools", "--sarif").out)["runs"]
    places = [result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in run["results"]]
    assert set(places) == {"tools/merge.py"}


def test_jobs_is_how_many_files_are_read_at_once(obelize: Run, shop: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int | None] = []

    class Watched(Analyser):
        def __init__(self, *, slots: int | None = None, **others: Any) -> None:
            asked.append(slots)
            super().__init__(slots=slots, **others)

    monkeypatch.setattr(local_run, "Analyser", Watched)
    obelize("scan", shop.path, "--jobs", "3")
    obelize("scan", shop.path)
    assert asked == [3, None]
