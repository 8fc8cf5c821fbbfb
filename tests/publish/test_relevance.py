"""Whether a pull request has to do with the migration: its pins, and its own files."""

import pytest

from bot.publish.relevance import UNKNOWN_CHANGES, PullChanges, is_dependency_file, relevance
from tests.demo_pack import PACK


def _changes(*paths: str, **lines: tuple[str, ...]) -> PullChanges:
    return PullChanges(known=True, paths=frozenset(paths), dependency_lines=lines)


def _with_line(line: str) -> PullChanges:
    return PullChanges(
        known=True, paths=frozenset({"requirements.txt"}), dependency_lines={"requirements.txt": (line,)}
    )


@pytest.mark.parametrize(
    "line",
    [
        "old-lib==1.9",
        "Old_Lib>=1",
        "OLD.LIB",
        '    "old-lib[fast]>=1",',
        "old--lib",
        'old-lib = "^1.9"',
        "  - old-lib=1.9",
    ],
)
def test_a_changed_line_that_names_the_library_is_a_moved_pin(line: str) -> None:
    assert relevance(_with_line(line), (), [PACK]).moved_pins == {"requirements.txt"}


@pytest.mark.parametrize(
    "line", ["my-old-lib==1", "old-lib2", "old-lib-extras==1", "oldlib", "requests", "old lib", "old-lib.extras==1"]
)
def test_a_line_about_another_library_is_none(line: str) -> None:
    assert not relevance(_with_line(line), (), [PACK]).relevant


def test_a_changed_file_that_holds_a_row_is_the_pull_requests_own() -> None:
    found = relevance(_changes("a.py", "b.py"), ("b.py", "c.py"), [PACK])
    assert found.own_files == {"b.py"}
    assert found.relevant


def test_rows_elsewhere_do_not_make_it_relevant() -> None:
    assert not relevance(_changes("a.py"), ("b.py",), [PACK]).relevant


def test_without_a_known_diff_nothing_is_its_own() -> None:
    assert not relevance(UNKNOWN_CHANGES, ("b.py",), [PACK]).relevant


def test_without_a_used_pack_nothing_is_relevant() -> None:
    assert not relevance(_with_line("old-lib==1"), (), []).relevant


@pytest.mark.parametrize(
    ("path", "is_one"),
    [
        ("requirements.txt", True),
        ("requirements/dev.txt", True),
        ("a/pyproject.toml", True),
        ("setup.cfg", True),
        ("Pipfile", True),
        ("poetry.lock", True),
        ("README.md", False),
        ("src/app.py", False),
    ],
)
def test_dependency_files_are_those_whose_lines_matter(path: str, is_one: bool) -> None:
    assert is_dependency_file(path) is is_one
