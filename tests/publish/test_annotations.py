"""One annotation a withheld row, the pull request's own first, never more than a run may post."""

import pytest

from bot.evidence.account import Account, account_of
from bot.publish.annotations import MOST_ANNOTATIONS, shown_places
from bot.publish.relevance import PullChanges
from bot.vocabulary import AnnotationLevel
from tests.demo_pack import PACK
from tests.notebooks import notebook
from tests.running import Files, ran

STAYS = "import oldlib\n\nreader = oldlib.LegacyReader('a')\nprint(reader.page_count)\n"


def _account(files: Files) -> Account:
    return account_of(ran(files), [PACK])


def _changes(*paths: str) -> PullChanges:
    return PullChanges(known=True, paths=frozenset(paths), dependency_lines={})


def test_every_withheld_row_is_told_at_its_line() -> None:
    shown = shown_places(_account({"a.py": STAYS}), _changes("a.py"), relevant=True)
    assert [(each.path, each.start_line, each.title) for each in shown.annotations] == [
        ("a.py", 1, "file_not_fully_migrated"),
        ("a.py", 3, "flag_only_surface"),
        ("a.py", 4, "flag_only_surface"),
    ]
    assert shown.held == 0
    assert {each.level for each in shown.annotations} == {AnnotationLevel.ATTENTION}
    assert {each.end_line - each.start_line for each in shown.annotations} == {0}


def test_it_says_what_why_and_what_to_do() -> None:
    shown = shown_places(_account({"a.py": STAYS}), _changes("a.py"), relevant=True)
    assert shown.annotations[1].message.splitlines() == [
        "oldlib.LegacyReader: The pack names this as gone or changed in the new library and leaves the rewriting to a person.",
        "Use Reader.",
        "Change it as the suggestion beside it says.",
        "Not asked: the pack keeps this kind of place for a person.",
    ]
    assert "Caused by: flag_only_surface." in shown.annotations[0].message


def test_the_pull_requests_own_files_come_first() -> None:
    shown = shown_places(_account({"a.py": STAYS, "z.py": STAYS}), _changes("z.py"), relevant=True)
    assert [each.path for each in shown.annotations] == ["z.py"] * 3 + ["a.py"] * 3


def test_a_pull_request_that_is_not_relevant_is_told_of_its_own_files_alone() -> None:
    shown = shown_places(_account({"a.py": STAYS, "z.py": STAYS}), _changes("README.md"), relevant=False)
    assert shown.annotations == ()
    assert shown.held == 6


@pytest.mark.parametrize("more", [0, 1, 40])
def test_what_a_run_may_not_post_is_counted(more: int) -> None:
    places = "".join(f"print(oldlib.LegacyReader('{n}'))\n" for n in range(MOST_ANNOTATIONS - 1 + more))
    shown = shown_places(_account({"a.py": f"import oldlib\n\n{places}"}), _changes("a.py"), relevant=True)
    assert (len(shown.annotations), shown.held) == (MOST_ANNOTATIONS, more)


def test_a_place_in_a_notebook_is_told_by_cell_at_its_line_of_the_file() -> None:
    """GitHub counts the lines of the file, which is JSON; people count the lines of the cell."""
    data = notebook("import oldlib", "x = 1\noldlib.LegacyReader('a')")
    shown = shown_places(_account({"a.ipynb": data}), _changes("a.ipynb"), relevant=True)
    lines = data.decode().split("\n")
    assert [lines[each.start_line - 1].strip() for each in shown.annotations] == [
        '"import oldlib"',
        "\"oldlib.LegacyReader('a')\"",
    ]
    assert {each.end_line - each.start_line for each in shown.annotations} == {0}
    assert shown.annotations[1].message.splitlines()[:3] == [
        "Cell 2, line 2.",
        "oldlib.LegacyReader: The pack names this as gone or changed in the new library and leaves the rewriting to a person.",
        "Use Reader.",
    ]
