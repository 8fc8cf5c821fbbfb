"""Files that are left out are looked at and stay, and so does what only moves together with them."""

from collections.abc import Mapping

import pytest

from bot.configuration import default_config
from bot.models.outcome import Outcome
from bot.models.struct import altered
from bot.vocabulary import Bail
from tests.running import ran

APART = {"a.py": "from oldlib import Reader\nReader(f).pages\n", "lib/b.py": "from oldlib import Reader\nReader(f).pages\n"}  # fmt: skip
TOGETHER = {"pdf.py": "from oldlib import Reader\ndef opened(p):\n    return Reader(p)\n", "main.py": "from pdf import opened\nopened(f).pages\n"}  # fmt: skip


def without(files: Mapping[str, str], *left_out: str) -> Outcome:
    return ran({**files, "requirements.txt": "old-lib\n"}, config=altered(default_config(), left_out=left_out))


def words(outcome: Outcome) -> set[tuple[str, str]]:
    assert outcome.plan is not None
    return {(row.path, row.bail) for row in outcome.plan.withheld}


def moved(outcome: Outcome) -> list[str]:
    assert outcome.plan is not None
    return [file.path for file in outcome.plan.files]


@pytest.mark.parametrize("path", ["lib/b.py", "lib"])
def test_a_file_that_is_left_out_stays_with_its_word_and_the_line_that_serves_it_waits(path: str) -> None:
    outcome = without(APART, path)
    assert moved(outcome) == ["a.py"]
    assert words(outcome) == {("lib/b.py", Bail.LEFT_OUT), ("requirements.txt", Bail.REPO_NOT_FULLY_MIGRATED)}


def test_what_objects_travel_to_and_from_stays_as_well() -> None:
    outcome = without(TOGETHER, "main.py")
    assert moved(outcome) == []
    assert ("pdf.py", Bail.CONSUMER_NOT_MIGRATED) in words(outcome)


def test_a_name_that_only_begins_alike_is_another_file() -> None:
    assert moved(without(APART, "li")) == ["a.py", "lib/b.py", "requirements.txt"]


def test_a_dependency_line_that_is_left_out_stays() -> None:
    outcome = without(APART, "requirements.txt")
    assert words(outcome) == {("requirements.txt", Bail.LEFT_OUT)}
    assert moved(outcome) == ["a.py", "lib/b.py"]


def test_what_is_found_depends_on_nothing_that_is_left_out() -> None:
    assert without(APART, "lib").scan.findings == without(APART).scan.findings
