"""Answers are taken out first: they go through the questions like anybody's. Pure, and never raises."""

from collections.abc import Mapping, Sequence

from bot.models.question import Question
from bot.models.screening import AnswerAmendment, DraftedPlan, RefusedAmendment
from bot.models.struct import Frozen, altered
from bot.screening.amendments import Env, Offered, Unfit, fitting, refused
from bot.vocabulary import AmendmentKind, AmendmentRefusal, AnsweredBy


class Split(Frozen):
    """Answers that are taken, what is no answer, and answers that are refused; each offered amendment once."""

    answers: tuple[AnswerAmendment, ...]
    rest: tuple[Offered, ...]
    refused: tuple[RefusedAmendment, ...]


def split(env: Env, amendments: Sequence[Offered], outstanding: Sequence[Question]) -> Split:
    """The answers among the amendments; `outstanding` are the questions of the plan, those that are answered too."""
    questions = {question.key: question for question in outstanding}
    answers: dict[str, AnswerAmendment] = {}
    rest: list[Offered] = []
    left: list[RefusedAmendment] = []
    for one in amendments:
        if one.amendment is None or one.amendment.kind is not AmendmentKind.ANSWER_QUESTION:
            rest.append(one)
            continue
        try:
            answer = _answer(env, one, questions, answers)
        except Unfit as why:
            left.append(refused(one, why))
        else:
            answers[answer.key] = answer
    return Split(tuple(answers.values()), tuple(rest), tuple(left))


def _answer(
    env: Env, one: Offered, questions: Mapping[str, Question], taken: Mapping[str, AnswerAmendment]
) -> AnswerAmendment:
    amendment = fitting(env, one)
    key, value = amendment.key or "", amendment.value or ""
    question = questions.get(key)
    if question is None:
        raise Unfit(AmendmentRefusal.NOTHING_WAITS, key)
    if not value.strip():
        raise Unfit(AmendmentRefusal.EMPTY_ANSWER)
    if question.answered_by is AnsweredBy.PERSON:
        raise Unfit(AmendmentRefusal.DECIDED_BY_PERSON, key)
    if question.answer is not None or key in taken:
        raise Unfit(AmendmentRefusal.ANSWERED_ALREADY, key)
    if value not in question.allowed:
        raise Unfit(AmendmentRefusal.NOT_ALLOWED, value)
    return AnswerAmendment(
        number=one.number, key=key, value=value, reason=amendment.reason, evidence=amendment.evidence
    )


def with_answers(plan: DraftedPlan, answers: Sequence[AnswerAmendment]) -> DraftedPlan:
    """The plan with its questions answered so."""
    given = {answer.key: answer.value for answer in answers}
    return altered(plan, questions=tuple(_answered(question, given) for question in plan.questions))


def _answered(question: Question, given: Mapping[str, str]) -> Question:
    if question.key not in given or question.answer is not None:
        return question
    return altered(question, answer=given[question.key], answered_by=AnsweredBy.SCREENING)
