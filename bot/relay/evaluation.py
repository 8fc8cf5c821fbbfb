"""Looking a critic's findings up, by no model: each names something that stands there or does not. Pure."""

import re
from collections.abc import Iterable

from bot.consult.target import Reached
from bot.models.arc import CriticFinding
from bot.models.struct import altered
from bot.relay.inputs import Guarded, Inputs
from bot.vocabulary import CriticCheck


def evaluated(findings: Iterable[CriticFinding], inputs: Inputs) -> tuple[CriticFinding, ...]:
    """The findings, each with whether what it claims is so. Nothing is accepted or refused by that."""
    proposals = {one.number: one for one in inputs.proposals}
    return tuple(
        altered(one, confirmed=one.proposal in proposals and _holds(one, proposals[one.proposal], inputs))
        for one in findings
    )


def _holds(finding: CriticFinding, proposal: Guarded, inputs: Inputs) -> bool:
    before, after, text = proposal.replaces, proposal.replacement, finding.text
    match finding.check:
        case CriticCheck.TEXT_LOST:
            return text in before and text not in after
        case CriticCheck.TEXT_ADDED:
            return text in after and text not in before
        case CriticCheck.OLD_NAME_LEFT:
            return _is_named(text, after) and inputs.is_gone(text)
        case CriticCheck.NEW_NAME_UNKNOWN:
            return _is_named(text, after) and inputs.target.reach(text) is Reached.NOTHING


def _is_named(name: str, code: str) -> bool:
    """Whether the dotted name stands in the code as a whole."""
    return re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", code) is not None
