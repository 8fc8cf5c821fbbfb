"""A reply that is wrong says what is wrong, and where; what stands around a right one does not matter."""

import json
from typing import Any

import pytest

from bot.models.arc import Arc
from bot.relay.engine import resume
from bot.relay.rendering import Document
from bot.relay.replies import MOST_CHARACTERS, ReplyProblem
from bot.vocabulary import ReplyFault, Resolution, Stage
from tests.relay.arcs import PROPOSED, at_critic, at_execution, emitted

STRATEGY, EXECUTION, CRITIC = emitted()[0], at_execution(), at_critic()
NOTHING = {"1": {"proposal": None}, "2": {"proposal": None}}
FINDING = {"proposal": 1, "check": "text_lost", "text": "x", "why": "So."}


def reply(arc: Arc, **said: Any) -> str:
    assert arc.pending is not None
    return json.dumps({"turn": arc.pending.turn, **said})


RIGHT = reply(EXECUTION, answers=NOTHING)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(RIGHT, id="bare"),
        pytest.param(f"```json\n{RIGHT}\n```", id="in a fence"),
        pytest.param(f"Here you are:\n\n```\n{RIGHT}\n```\nBest wishes", id="in a letter"),
        pytest.param(f"````\n```json\n{RIGHT}\n```\n````", id="in a fence in a fence"),
        pytest.param(f"\ufeff{RIGHT}\r\n", id="as Windows saves it"),
        pytest.param(reply(EXECUTION, answers={**NOTHING, "1": {"proposal": {**PROPOSED, "replacement": "a = '''\n```\n'''"}}}), id="with a fence in it"),
    ],
)  # fmt: skip
def test_what_stands_around_a_reply_is_passed_over(text: str) -> None:
    step = resume(EXECUTION, text, Document(), ())
    assert isinstance(step, tuple), step
    assert step[0].stage is Stage.CRITIC


WRONG = [
    pytest.param(EXECUTION, "x" * (MOST_CHARACTERS + 1), ReplyFault.TOO_LONG, "1,048,577", id="too long"),
    pytest.param(EXECUTION, "```" * 300_000, ReplyFault.NO_JSON, "", id="nothing but fences"),
    pytest.param(EXECUTION, "{" * 1_000_000, ReplyFault.NO_JSON, "", id="nothing but braces"),
    pytest.param(EXECUTION, '{"a":' * 100_000, ReplyFault.NO_JSON, "", id="without a bottom"),
    pytest.param(EXECUTION, "I agree.", ReplyFault.NO_JSON, "", id="prose"),
    pytest.param(EXECUTION, "[]", ReplyFault.NO_JSON, "", id="a list"),
    pytest.param(EXECUTION, '{"answers": NaN}', ReplyFault.NO_JSON, "", id="what is no JSON"),
    pytest.param(EXECUTION, '{"answers": {}}', ReplyFault.NO_TURN, '"turn"', id="no turn"),
    pytest.param(EXECUTION, '{"turn": 3}', ReplyFault.NO_TURN, '"turn"', id="a turn that is a number"),
    pytest.param(EXECUTION, '{"turn": "\\u202e\\ud800"}', ReplyFault.OTHER_TURN, "\\u202e\\ud800", id="a turn that cannot be seen"),
    pytest.param(EXECUTION, reply(EXECUTION, amendments=[]), ReplyFault.NOT_THE_FORM, "amendments: unknown", id="a reply to another stage"),
    pytest.param(EXECUTION, reply(EXECUTION), ReplyFault.NOT_THE_FORM, "answers: missing", id="no answers"),
    pytest.param(EXECUTION, reply(EXECUTION, answers=[]), ReplyFault.NOT_THE_FORM, "answers: expected an object", id="a list of answers"),
    pytest.param(EXECUTION, reply(EXECUTION, answers={**NOTHING, "3": {"proposal": None}}), ReplyFault.NOT_ASKED, "answers.3", id="an answer to nothing"),
    pytest.param(EXECUTION, reply(EXECUTION, answers={"1": {"proposal": None}}), ReplyFault.NOT_ANSWERED, "answers.2", id="an answer is missing"),
    pytest.param(EXECUTION, reply(EXECUTION, answers={**NOTHING, "2": None}), ReplyFault.NOT_THE_FORM, "answers.2", id="no envelope"),
    pytest.param(EXECUTION, reply(EXECUTION, answers={**NOTHING, "2": {"proposal": {**PROPOSED, "end_line": 0}}}), ReplyFault.NOT_THE_FORM, "answers.2: ", id="a proposal that does not hold"),
    pytest.param(EXECUTION, reply(EXECUTION, answers={**NOTHING, "1": {"proposal": {**PROPOSED, "replacement": "\ud800"}}}), ReplyFault.NOT_THE_FORM, "answers.1: ", id="half a character"),
    pytest.param(STRATEGY, reply(STRATEGY, amendments={}), ReplyFault.NOT_THE_FORM, "amendments: expected a list", id="no list of amendments"),
    pytest.param(STRATEGY, reply(STRATEGY, amendments=["HERE"]).replace('"HERE"', "1e999"), ReplyFault.NOT_THE_FORM, "amendments: nested too deep, or", id="a number without an end"),
    pytest.param(STRATEGY, reply(STRATEGY, amendments=["HERE"]).replace('"HERE"', "[" * 60 + "]" * 60), ReplyFault.NOT_THE_FORM, "amendments: nested too deep", id="a pit"),
    pytest.param(STRATEGY, reply(STRATEGY, amendments=[], notes=3), ReplyFault.NOT_THE_FORM, "notes", id="notes that are none"),
    pytest.param(STRATEGY, reply(STRATEGY, amendments=[], resolution="perhaps"), ReplyFault.UNKNOWN_RESOLUTION, "perhaps; expected one of change", id="an unknown resolution"),
    pytest.param(STRATEGY, reply(STRATEGY, amendments=[], resolution=[]), ReplyFault.UNKNOWN_RESOLUTION, "[]", id="a resolution that is none"),
    pytest.param(CRITIC, reply(CRITIC, findings=[{**FINDING, "proposal": 2}]), ReplyFault.NOT_ASKED, "number 1: proposal 2", id="a finding about nothing"),
    pytest.param(CRITIC, reply(CRITIC, findings=[FINDING, {**FINDING, "check": "ugly"}]), ReplyFault.NOT_THE_FORM, "number 2", id="an unknown check"),
    pytest.param(CRITIC, reply(CRITIC, findings=[{**FINDING, "text": " "}]), ReplyFault.NOT_THE_FORM, "number 1", id="nothing to look up"),
    pytest.param(CRITIC, reply(CRITIC, findings=[FINDING] * 10_000), ReplyFault.NOT_THE_FORM, "at most 100", id="findings without an end"),
]  # fmt: skip


@pytest.mark.parametrize(("arc", "text", "fault", "where"), WRONG)
def test_what_is_wrong_is_said_with_its_place(arc: Arc, text: str, fault: ReplyFault, where: str) -> None:
    problem = resume(arc, text, Document(), ())
    assert isinstance(problem, ReplyProblem)
    assert problem.fault is fault
    assert where in problem.sentence
    assert len(problem.sentence) < 500
    assert problem.sentence.isprintable()


def test_every_fault_is_shown_here_or_by_the_engine() -> None:
    assert {case.values[2] for case in WRONG} | {ReplyFault.NOTHING_OPEN} == set(ReplyFault)


def test_ten_thousand_amendments_are_no_fault_of_the_reply() -> None:
    """Each is refused by its number when they land."""
    step = resume(STRATEGY, reply(STRATEGY, amendments=[None] * 10_000), Document(), ())
    assert isinstance(step, tuple)


@pytest.mark.parametrize("lead", ["resolution: leave\n", "```\nresolution: leave\n", "\n  Resolution:   leave\n\n"])
def test_a_strategy_may_begin_with_its_resolution(lead: str) -> None:
    end = "\n```" if lead.startswith("```") else ""
    step = resume(STRATEGY, lead + reply(STRATEGY, amendments=[]) + end, Document(), ())
    assert isinstance(step, tuple), step
    assert step[0].resolution is Resolution.LEAVE


def test_what_stands_in_the_object_goes_before_how_the_text_begins() -> None:
    text = "resolution: leave\n" + reply(STRATEGY, amendments=[], resolution="answer_only")
    step = resume(STRATEGY, text, Document(), ())
    assert isinstance(step, tuple)
    assert step[0].resolution is Resolution.ANSWER_ONLY
