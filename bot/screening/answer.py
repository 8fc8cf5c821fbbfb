"""Reading what a model answered to a screening: JSON, then an envelope; its amendments stay as they came. Pure."""

from typing import Any

from bot.consult.proposal import envelope_in
from bot.models.struct import Frozen


class Amendments(Frozen):
    """A readable answer."""

    given: tuple[Any, ...]
    notes: str | None


def read_amendments(content: str) -> Amendments | str:
    """The amendments that the text holds, or in a sentence what is wrong with it."""
    envelope, is_json = envelope_in(content)
    if not is_json:
        return "No JSON object stands in it."
    return amendments_of(envelope)


def amendments_of(envelope: Any) -> Amendments | str:
    """The same of JSON that was read already."""
    if not isinstance(envelope, dict) or not set(envelope) <= {"amendments", "notes"} or "amendments" not in envelope:
        return 'Expected {"amendments": […], "notes": …} and nothing beside it.'
    given, notes = envelope["amendments"], envelope.get("notes")
    if not isinstance(given, list):
        return "amendments: expected a list."
    if notes is not None and not isinstance(notes, str):
        return "notes: expected text or null."
    return Amendments(tuple(given), notes)
