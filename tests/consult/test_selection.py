"""Which withheld rows are questions for a model: the first of the ordered questions that a row fails is its word."""

from itertools import product

import pytest

from bot.consult.selection import skip_word
from bot.vocabulary import Bail, ConsultSkip, EditStatus

WORDS = {
    Bail.FILE_NOT_FULLY_MIGRATED: ConsultSkip.ATOMICITY_ONLY,
    Bail.FLAG_ONLY_SURFACE: ConsultSkip.PACK_REFUSED,
    Bail.CONFIGURE_CONSUMED_ELSEWHERE: ConsultSkip.CONSUMED_ELSEWHERE,
    Bail.CONSUMER_NOT_MIGRATED: ConsultSkip.CONSUMED_ELSEWHERE,
    Bail.NAME_USED_ELSEWHERE: ConsultSkip.CONSUMED_ELSEWHERE,
}


@pytest.mark.parametrize("bail", Bail)
def test_only_words_whose_defect_lies_elsewhere_are_no_questions(bail: Bail) -> None:
    assert skip_word(EditStatus.NEEDS_REVIEW, bail, could_write=True) is WORDS.get(bail)


def test_the_first_question_that_fails_gives_the_word() -> None:
    for bail, could_write in product(Bail, (True, False)):
        assert skip_word(EditStatus.UNSUPPORTED, bail, could_write=could_write) is ConsultSkip.NOT_NEEDS_REVIEW
        assert skip_word(EditStatus.NEEDS_REVIEW, bail, could_write=False) is ConsultSkip.NOT_A_SOURCE_FILE


def test_the_words_stand_in_the_order_asked() -> None:
    assert [str(word) for word in ConsultSkip] == [
        "not_needs_review", "not_a_source_file", "atomicity_only", "pack_refused", "consumed_elsewhere",
        "context_too_large",
    ]  # fmt: skip
