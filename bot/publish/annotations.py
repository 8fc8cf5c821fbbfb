"""The annotations of a check: one a withheld row, on its line of the file: why, what to do, what became of asking."""

from collections.abc import Sequence

from bot.evidence.account import Account, Place
from bot.models.finding import cell_position
from bot.models.forge import Annotation
from bot.models.struct import Frozen
from bot.publish.relevance import PullChanges
from bot.vocabulary import AnnotationLevel, Bail

MOST_ANNOTATIONS = 300
"""How many a run posts at most (DESIGN); the rest is counted in the summary, which links the run folder."""


class ShownPlaces(Frozen):
    """The annotations in the order in which they are posted; `held` counts the places that are not among them."""

    annotations: tuple[Annotation, ...]
    held: int


def shown_places(account: Account, changes: PullChanges, *, relevant: bool) -> ShownPlaces:
    """On a relevant pull request every place, those in its own files first; else only those in files it touches."""
    places = [(group.word, place) for group in account.groups for place in group.places]
    own = sorted((p for p in places if p[1].path in changes.paths), key=_in_document_order)
    others = sorted((p for p in places if p[1].path not in changes.paths), key=_in_document_order)
    chosen = [*own, *others] if relevant else own
    shown = chosen[:MOST_ANNOTATIONS]
    return ShownPlaces(tuple(_annotation(word, place) for word, place in shown), len(places) - len(shown))


def _in_document_order(found: tuple[Bail, Place]) -> tuple[str, int, int, str]:
    place = found[1]
    return (place.path, place.cell or 0, place.line, place.row_id)


def _annotation(word: Bail, place: Place) -> Annotation:
    return Annotation(
        path=place.path,
        start_line=place.file_line,
        end_line=place.file_line,
        level=AnnotationLevel.ATTENTION,
        title=str(word),
        message="\n".join(_sentences(word, place)),
        raw_details=None,
    )


def _sentences(word: Bail, place: Place) -> Sequence[str]:
    about = f"{place.symbol}: {word.sentence}" if place.symbol else word.sentence
    causes = [f"Caused by: {', '.join(place.caused_by)}."] if place.caused_by else []
    note = [place.note] if place.note else []
    cell = [f"{cell_position(place.cell, place.line).capitalize()}."] if place.cell is not None else []
    return [*cell, about, *causes, *note, word.action, _told_of_asking(place)]


def _told_of_asking(place: Place) -> str:
    if place.question is None or not place.question.passed:
        return place.told_of_asking
    number = place.question.number
    return f"A model's proposal {number} passed every check; a comment /obelize accept {number} commits it."
