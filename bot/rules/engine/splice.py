"""A text in which planned stretches are exchanged and nothing else is touched. It knows no syntax."""

from collections.abc import Sequence

from bot.scan.facts import Replacement
from bot.vocabulary import Bail


def spliced(text: str, replacements: Sequence[Replacement]) -> str | Bail:
    """`text` with the stretches exchanged; EDITS_OVERLAP where two meet, RULE_FAILED where one does not fit.

    What is put in at the beginning of another stretch stands before it; two that are put in at one place would have no
    order.
    """
    pieces: list[str] = []
    position = 0
    put_in_at = -1
    for replacement in sorted(set(replacements), key=lambda r: (r.start, r.end)):
        if replacement.start < position or (not replacement.old and replacement.start == put_in_at):
            return Bail.EDITS_OVERLAP
        if not replacement.old:
            put_in_at = replacement.start
        if text[replacement.start : replacement.end] != replacement.old:
            return Bail.RULE_FAILED
        pieces += [text[position : replacement.start], replacement.new]
        position = replacement.end
    return "".join([*pieces, text[position:]])
