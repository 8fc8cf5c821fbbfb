"""No hostile proposal is accepted, each is refused by its own word, and the nearest right one passes."""

from collections import Counter

import pytest

from bot.consult.guard import Passed, Refused, judge
from bot.vocabulary import GuardRefusal
from tests.redteam.proposals import Case, cases, reachable

ALL = list(cases())


@pytest.mark.parametrize("case", ALL, ids=[f"{case.word or 'passes'}: {case.why}" for case in ALL])
def test_a_proposal_gets_its_word(case: Case) -> None:
    verdict = judge(case.proposal, case.question, case.current, reachable())
    if case.word is None:
        assert isinstance(verdict, Passed), verdict
        compile(verdict.data, "app.py", "exec", dont_inherit=True)
    else:
        assert isinstance(verdict, Refused)
        assert (verdict.word, verdict.detail) == (case.word, verdict.detail)


def test_the_corpus_is_large_and_knows_every_word() -> None:
    words = Counter(case.word for case in ALL)
    assert sum(words.values()) - words[None] >= 200
    assert set(words) == {None, *GuardRefusal}
