"""Checks and annotations in GitHub's shape, each field cut to what GitHub takes (GITHUB.md §4). Pure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.forge import words
from bot.forge.fitting import Room, cut_markdown, cut_text
from bot.models.forge import Annotation, AppIdentity, CheckIdentity, CheckReport, CheckRunState
from bot.safe_text import displayable, one_line, sendable
from bot.vocabulary import Conclusion

CHECK_NAME = "obelize"
BATCH = 50
"""Annotations in one request; the 51st is refused."""

_TITLE = Room(255, 255)
# "Characters" in GitHub's description; whoever takes them for bytes is right too.
_MARKDOWN = Room(65_535, 65_535)
_ANNOTATION_TEXT = Room(65_536, 65_536)
_CUT_NOTE = "*Cut here: GitHub shows no more in this place. The run folder has all of it.*"


def started(identity: CheckIdentity, report: CheckReport) -> dict[str, Any]:
    """The body that creates a check run which is at work."""
    return {
        "name": CHECK_NAME,
        "head_sha": identity.head_sha,
        "external_id": identity.external_id,
        "details_url": identity.details_url,
        "status": words.IN_PROGRESS,
        "output": output(report),
    }


def progressed(report: CheckReport) -> dict[str, Any]:
    """The body that shows how far the work is."""
    return {"status": words.IN_PROGRESS, "output": output(report)}


def cancelled(report: CheckReport) -> dict[str, Any]:
    """The body that closes a check run which says nothing about its head."""
    return {"status": words.COMPLETED, "conclusion": words.CANCELLED, "output": output(report)}


def batches(report: CheckReport, conclusion: Conclusion, annotations: Sequence[Annotation]) -> Iterator[dict[str, Any]]:
    """The bodies that append all annotations in order; only the last one completes, so nobody sees half a result."""
    starts = range(0, max(len(annotations), 1), BATCH)
    for start in starts:
        part = [annotation_body(annotation) for annotation in annotations[start : start + BATCH]]
        body: dict[str, Any] = {"output": {**output(report), "annotations": part}}
        if start == starts[-1]:
            body |= {"status": words.COMPLETED, "conclusion": words.CONCLUSIONS[conclusion], **actions(report)}
        yield body


def retold(report: CheckReport, conclusion: Conclusion) -> dict[str, Any]:
    """The body that makes a completed check run say something else; its annotations stay, and none is added."""
    told = {"status": words.COMPLETED, "conclusion": words.CONCLUSIONS[conclusion], "output": output(report)}
    return {**told, **actions(report)}


def actions(report: CheckReport) -> dict[str, Any]:
    """The buttons, where there are any."""
    return {"actions": [button.model_dump() for button in report.buttons]} if report.buttons else {}


def output(report: CheckReport) -> dict[str, Any]:
    """Title and summary, which GitHub wants in every request, and the text where there is one."""
    shown: dict[str, Any] = {
        "title": cut_text(one_line(report.title), _TITLE),
        "summary": cut_markdown(sendable(report.summary), _MARKDOWN, _CUT_NOTE),
    }
    if report.text is not None:
        shown["text"] = cut_markdown(sendable(report.text), _MARKDOWN, _CUT_NOTE)
    return shown


def annotation_body(annotation: Annotation) -> dict[str, Any]:
    """One annotation as GitHub takes it."""
    body: dict[str, Any] = {
        "path": annotation.path,
        "start_line": annotation.start_line,
        "end_line": annotation.end_line,
        "annotation_level": words.LEVELS[annotation.level],
        "title": cut_text(one_line(annotation.title), _TITLE),
        "message": cut_text(displayable(annotation.message), _ANNOTATION_TEXT),
    }
    if annotation.raw_details is not None:
        body["raw_details"] = cut_text(displayable(annotation.raw_details), _ANNOTATION_TEXT)
    return body


def is_of(run: Mapping[str, Any], app: AppIdentity) -> bool:
    """Whether that App made this check run; the filters of the request are not relied upon."""
    return run["name"] == CHECK_NAME and (run["app"] or {}).get("id") == app.id


def check_run_state(run: Mapping[str, Any]) -> CheckRunState:
    """A check run as GitHub describes it, in our words."""
    return CheckRunState(
        id=run["id"],
        head_sha=run["head_sha"],
        external_id=run["external_id"] or None,
        finished=words.is_finished(run["status"]),
        cancelled=words.is_cancelled(run["conclusion"]),
        annotations=run["output"]["annotations_count"],
    )
