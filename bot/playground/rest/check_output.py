"""What a check-run body means, and what GitHub refuses in it beyond the schema (GITHUB.md §4)."""

from datetime import UTC, datetime
from typing import Any

from bot.playground.rest.refusals import invalid_request, validation_failed
from bot.playground.rest.sentences import only_characters
from bot.playground.shapes import Json
from bot.playground.world.checks import Annotation, CheckRun
from bot.playground.world.clock import now

LONGEST_TEXT = 65_535
"""Characters of `summary` and of `text` by the schema, and bytes by what GitHub then checks (github/docs#35252)."""
LONGEST_MESSAGE = 64 * 1024
LONGEST_TITLE = 255
_ACTIONS_ONLY = ("waiting", "requested", "pending")


def refuse_what_github_refuses(body: Json) -> None:
    """Raises RefusalError (422) for a body that fits the schema and cannot be carried out."""
    _refuse_state(body)
    output = body.get("output", {})
    if "output" in body and "title" not in output:
        # On create the schema says so; on update its description does ("Required").
        raise invalid_request('"title" wasn\'t supplied.')
    if len(output.get("title", "")) > LONGEST_TITLE:
        raise invalid_request(only_characters(LONGEST_TITLE, len(output["title"])))
    for field in ("summary", "text"):
        if len(output.get(field, "").encode()) > LONGEST_TEXT:
            message = f"{field} exceeds a maximum bytesize of {LONGEST_TEXT}"
            raise validation_failed({"resource": "CheckRun", "code": "custom", "field": field, "message": message})
    if not all(_acceptable(annotation) for annotation in output.get("annotations", [])):
        # Nothing more is said: probot/probot#790, jenkinsci/github-checks-plugin#20.
        raise validation_failed({"resource": "CheckRun", "code": "invalid", "field": "annotations"})


def apply_body(run: CheckRun, body: Json) -> None:
    """Changes a run as a body says: texts replace, annotations are appended, a conclusion completes."""
    run.name = body.get("name", run.name)
    run.details_url = body.get("details_url", run.details_url)
    run.external_id = body.get("external_id", run.external_id)
    run.started_at = _moment(body.get("started_at")) or run.started_at
    run.actions = body.get("actions", run.actions)
    _apply_state(run, body)
    output = body.get("output", {})
    run.title = output.get("title", run.title)
    run.summary = output.get("summary", run.summary)
    run.text = output.get("text", run.text)
    run.annotations += [_annotation(each) for each in output.get("annotations", [])]


def _apply_state(run: CheckRun, body: Json) -> None:
    if "conclusion" in body:
        run.status, run.conclusion = "completed", body["conclusion"]
        run.completed_at = _moment(body.get("completed_at")) or now()
    elif "status" in body:
        run.status, run.conclusion, run.completed_at = body["status"], None, None
    run.suite.updated_at = now()


def _refuse_state(body: Json) -> None:
    if body.get("conclusion") == "stale":
        # Only GitHub sets it.
        raise invalid_request('"stale" is not a permitted conclusion.')
    if body.get("status") in _ACTIONS_ONLY:
        raise invalid_request(f'"{body["status"]}" is a status that only GitHub Actions may set.')
    needs_conclusion = body.get("status") == "completed" or "completed_at" in body
    if needs_conclusion and "conclusion" not in body:
        raise invalid_request('"conclusion" wasn\'t supplied.')


def _acceptable(annotation: Json) -> bool:
    start, end = annotation["start_line"], annotation["end_line"]
    columns = [annotation[key] for key in ("start_column", "end_column") if key in annotation]
    if not annotation["path"] or not 1 <= start <= end or any(column < 1 for column in columns):
        return False
    # Columns come in pairs, in order, and only where the annotation stays on one line.
    if columns and (start != end or len(columns) != 2 or columns[0] > columns[1]):
        return False
    sizes = [len(annotation.get(key, "").encode()) for key in ("message", "raw_details")]
    return max(sizes) <= LONGEST_MESSAGE and len(annotation.get("title", "")) <= LONGEST_TITLE


def _annotation(body: dict[str, Any]) -> Annotation:
    renamed = {("level" if key == "annotation_level" else key): value for key, value in body.items()}
    return Annotation(**renamed)


def _moment(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text).astimezone(UTC).replace(microsecond=0)
