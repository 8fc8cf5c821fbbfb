"""Selection: for every withheld row the first of the ordered questions that it fails, or that it may be asked.

Pure, and run under every provider, none included, because the annotations show its words (DESIGN, consultation).
Whether a context is small enough is asked only where a model is configured.
"""

from bot.vocabulary import Bail, ConsultSkip, EditStatus

_PACK_REFUSES = frozenset({Bail.FLAG_ONLY_SURFACE})
_CONSUMED_ELSEWHERE = frozenset(
    {Bail.CONSUMER_NOT_MIGRATED, Bail.NAME_USED_ELSEWHERE, Bail.CONFIGURE_CONSUMED_ELSEWHERE}
)
_ATOMICITY = frozenset({Bail.FILE_NOT_FULLY_MIGRATED})


def skip_word(status: EditStatus, bail: Bail, *, could_write: bool) -> ConsultSkip | None:
    """Why the row is not a question for a model; None where it is one.

    `could_write`: the row lies in a Python file of which the rules' driver produced bytes that parse; a dependency
    file never is.
    """
    if status is not EditStatus.NEEDS_REVIEW:
        return ConsultSkip.NOT_NEEDS_REVIEW
    if not could_write:
        return ConsultSkip.NOT_A_SOURCE_FILE
    if bail in _ATOMICITY:
        return ConsultSkip.ATOMICITY_ONLY
    if bail in _PACK_REFUSES:
        return ConsultSkip.PACK_REFUSED
    if bail in _CONSUMED_ELSEWHERE:
        return ConsultSkip.CONSUMED_ELSEWHERE
    return None
