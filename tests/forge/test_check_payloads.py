"""Checks as they are sent: within GitHub's limits (GITHUB.md §4) whatever a run found."""

from typing import Any

import pytest
from pydantic import ValidationError

from bot.conversation.buttons import buttons
from bot.forge import check_payloads
from bot.models.forge import Annotation, AppIdentity, CheckIdentity, CheckReport
from bot.safe_text import prose
from bot.vocabulary import AnnotationLevel, CommandVerb, Conclusion

REPORT = CheckReport(title="3 places are left", summary="Three places.", text=None)


def annotation(**changes: Any) -> Annotation:
    plain = {
        "path": "src/app.py",
        "start_line": 3,
        "end_line": 4,
        "level": AnnotationLevel.ATTENTION,
        "title": "symbol_unknown",
        "message": "Look it up.",
        "raw_details": None,
    }
    return Annotation.model_validate({**plain, **changes})


@pytest.mark.parametrize(
    ("count", "sizes"), [(0, [0]), (1, [1]), (50, [50]), (51, [50, 1]), (120, [50, 50, 20])], ids=str
)
def test_annotations_go_in_batches_of_fifty_and_only_the_last_completes(count: int, sizes: list[int]) -> None:
    """GITHUB.md §4: the 51st in a request is refused; completing last, nobody sees half a result."""
    notes = [annotation(start_line=line, end_line=line) for line in range(1, count + 1)]
    bodies = list(check_payloads.batches(REPORT, Conclusion.ROWS_LEFT, notes))
    assert [len(body["output"]["annotations"]) for body in bodies] == sizes
    assert [body.get("conclusion") for body in bodies] == [None] * (len(sizes) - 1) + ["neutral"]
    assert [body.get("status") for body in bodies] == [None] * (len(sizes) - 1) + ["completed"]
    lines = [sent["start_line"] for body in bodies for sent in body["output"]["annotations"]]
    assert lines == list(range(1, count + 1))


def test_every_request_repeats_title_and_summary() -> None:
    """GITHUB.md §4: the last one wins, and GitHub refuses an output without them."""
    for body in check_payloads.batches(REPORT, Conclusion.ROWS_LEFT, [annotation()] * 60):
        assert (body["output"]["title"], body["output"]["summary"]) == ("3 places are left", "Three places.")
        assert "text" not in body["output"]


def test_what_is_too_long_is_cut_to_what_github_takes() -> None:
    shown = check_payloads.output(CheckReport(title="t" * 300, summary="s\n" * 60_000, text="é" * 60_000))
    assert len(shown["title"]) <= 255
    assert len(shown["summary"].encode()) <= 65_535
    assert len(shown["text"].encode()) <= 65_535
    assert shown["summary"].endswith("The run folder has all of it.*\n")
    sent = check_payloads.annotation_body(annotation(title="é" * 300, message="m" * 70_000, raw_details="r" * 70_000))
    assert len(sent["title"]) <= 255
    assert len(sent["message"].encode()) == len(sent["raw_details"].encode()) == 64 * 1024


def test_an_annotation_shows_what_a_stranger_wrote_and_hides_nothing() -> None:
    sent = check_payloads.annotation_body(annotation(title="a\nb\u202e", message="x = 1  # \u200b", raw_details="\x1b"))
    assert (sent["title"], sent["message"], sent["raw_details"]) == (
        "a b\\u202e",
        "x = 1  # \\u200b",
        "\\u001b",
    )


def test_markdown_of_ours_goes_as_it_is() -> None:
    summary = prose("thanks @octocat") + "\n"
    assert check_payloads.output(CheckReport(title="t", summary=summary, text=None))["summary"] == summary


@pytest.mark.parametrize(
    "changes",
    [
        {"path": "/etc/passwd"},
        {"path": "../x.py"},
        {"path": "./x.py"},
        {"path": "a//b.py"},
        {"path": ""},
        {"start_line": 0},
        {"start_line": 5},
        {"message": ""},
    ],
    ids=[
        "an absolute path",
        "a path out of the tree",
        "a path with a dot segment",
        "an empty segment",
        "no path",
        "line zero",
        "an end before its start",
        "nothing to say",
    ],
)
def test_an_annotation_that_github_would_refuse_cannot_be_made(changes: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        annotation(**changes)


def test_a_check_is_of_a_full_commit() -> None:
    with pytest.raises(ValidationError):
        CheckIdentity(head_sha="main", external_id="1/2/3/1", details_url="http://127.0.0.1/runs/1")


@pytest.mark.parametrize(
    ("run", "ours"),
    [
        ({"name": "obelize", "app": {"id": 7}}, True),
        ({"name": "obelize", "app": {"id": 8}}, False),
        ({"name": "obelize", "app": None}, False),
        ({"name": "other", "app": {"id": 7}}, False),
    ],
    ids=["our App's", "another App's", "nobody's", "another name"],
)
def test_a_check_is_ours_by_its_app_and_its_name(run: dict[str, Any], *, ours: bool) -> None:
    """GITHUB.md §13: names and ids can be imitated, and GitHub's filter in the request is not relied upon."""
    assert check_payloads.is_of(run, AppIdentity(id=7, slug="obelize")) is ours


def test_buttons_come_with_the_completing_request() -> None:
    """GITHUB.md §4: they are shown after completion, at most three."""
    report = REPORT.model_copy(update={"buttons": buttons(CommandVerb.APPLY, CommandVerb.FIX)})
    first, last = check_payloads.batches(report, Conclusion.ROWS_LEFT, [annotation()] * 60)
    assert "actions" not in first
    assert [(one["identifier"], one["label"]) for one in last["actions"]] == [("apply", "Apply"), ("fix", "Ask again")]
    with pytest.raises(ValidationError):
        CheckReport(title="t", summary="s", text=None, buttons=buttons(*[CommandVerb.FIX] * 4))
