"""The arc in a run folder, and where the shells keep it: the same bytes."""

from bot.models.arc import Arc, ArcDocument
from bot.models.document import FORMAT_VERSION, document

ARC, TURN = "model/arc.json", "model/turn.txt"
"""`TURN` is the document of the turn that is open, if one is."""


def arc_document(arc: Arc) -> bytes:
    """The arc as it is kept; half a character that somebody replied is written out."""
    return document(ArcDocument(version=FORMAT_VERSION, arc=arc), escaped=True)
