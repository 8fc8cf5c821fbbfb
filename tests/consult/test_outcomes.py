"""What became of a question: the first of the eight words that holds."""

from itertools import product

import pytest

from bot.consult.outcomes import Standing, outcome_of
from bot.vocabulary import ProposalOutcome

PASSED = {"answered": True, "proposed": True, "passed": True}
ACCEPTED = {**PASSED, "run_wrote": True, "accepted": True}


@pytest.mark.parametrize(
    ("standing", "outcome"),
    [
        pytest.param(Standing(answered=False), ProposalOutcome.UNANSWERED, id="no answer"),
        pytest.param(Standing(answered=True), ProposalOutcome.NOTHING_PROPOSED, id="null"),
        pytest.param(Standing(answered=True, proposed=True), ProposalOutcome.GUARD_REFUSED, id="refused"),
        pytest.param(Standing(**PASSED), ProposalOutcome.NOT_APPLIED, id="the run wrote nothing"),
        pytest.param(Standing(**PASSED, accepted=True), ProposalOutcome.NOT_APPLIED, id="permission before placement"),
        pytest.param(Standing(**PASSED, run_wrote=True), ProposalOutcome.NOT_ACCEPTED, id="nobody accepted it"),
        pytest.param(Standing(**PASSED, run_wrote=True, file_taken=True), ProposalOutcome.NOT_ACCEPTED, id="nor is the file asked"),
        pytest.param(Standing(**ACCEPTED, file_taken=True), ProposalOutcome.FILE_ALREADY_PROPOSED, id="an earlier one holds the file"),
        pytest.param(Standing(**ACCEPTED, write_refused=True), ProposalOutcome.WRITE_REFUSED, id="the write failed"),
        pytest.param(Standing(**ACCEPTED), ProposalOutcome.WRITTEN, id="written"),
    ],
)  # fmt: skip
def test_the_first_that_holds_is_its_word(standing: Standing, outcome: ProposalOutcome) -> None:
    assert outcome_of(standing) is outcome


def test_every_standing_has_one_word_and_every_word_a_standing() -> None:
    names = ("answered", "proposed", "passed", "run_wrote", "accepted", "file_taken", "write_refused")
    found = {
        outcome_of(Standing(**dict(zip(names, values, strict=True)))) for values in product([False, True], repeat=7)
    }
    assert found == set(ProposalOutcome)
