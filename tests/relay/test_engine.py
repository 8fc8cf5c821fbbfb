"""Emit and resume: the stages in their order, the same bytes twice, and a gate and a gap that ask nobody."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.models.arc import Arc, ArcDocument, CriticFinding, RelaySummary
from bot.models.document import FORMAT_VERSION, document
from bot.models.reading import read_json
from bot.models.struct import altered
from bot.relay.engine import JudgmentRefused, emit, new_arc, resume, with_footprint
from bot.relay.rendering import Document
from bot.relay.replies import ReplyProblem
from bot.vocabulary import (
    ArcStatus,
    CriticCheck,
    ModelClass,
    RelayKind,
    ReplyFault,
    Resolution,
    Stage,
    VerifyStatus,
)
from tests.relay.arcs import (
    ARC,
    INPUTS,
    NOTE,
    PROPOSAL,
    PROPOSED,
    asking_nothing,
    at_critic,
    at_execution,
    emitted,
    resumed,
)


def test_the_whole_way() -> None:
    arc, told = emitted()
    assert (told.kind, told.stage) == (RelayKind.AWAITING, Stage.STRATEGY)
    arc = resumed(arc, amendments=[])
    assert (arc.stage, arc.resolution) == (Stage.EXECUTION, Resolution.CHANGE)
    arc, told = emitted(arc)
    assert (told.stage, arc.pending and arc.pending.asked) == (Stage.EXECUTION, (1, 2))
    arc = resumed(arc, answers={"1": {"proposal": PROPOSED}, "2": {"proposal": None}})
    arc, told = emitted(with_footprint(arc, INPUTS))
    assert (told.stage, told.ungrounded) == (Stage.CRITIC, False)
    assert (arc.footprint.paths, arc.footprint.symbols, arc.context) == (("app1.py",), ("lib.call",), ("calls",))
    arc = resumed(arc, findings=[{"proposal": 1, "check": "text_lost", "text": "lib.call()", "why": "It is gone."}])
    assert (arc.stage, [one.confirmed for one in arc.findings]) == (Stage.EVALUATION, [None])
    arc, told = emitted(arc)
    assert (told.kind, told.stage, told.turn, told.prompt) == (RelayKind.ADVANCED, Stage.ACCEPT, None, None)
    assert arc.status is ArcStatus.WAITS_FOR_PERSON
    assert [one.confirmed for one in arc.findings] == [True]
    assert [one.stage for one in arc.history] == [Stage.STRATEGY, Stage.EXECUTION, Stage.CRITIC]
    assert emitted(arc)[0] == arc, "nothing is left to do"
    summary = RelaySummary.of(arc)
    assert [one.prompt_sha256 for one in summary.turns] == [one.prompt_sha256 for one in arc.history]


@pytest.mark.parametrize(
    ("inputs", "stage"),
    [
        pytest.param(asking_nothing(), Stage.ACCEPT, id="nothing at all"),
        pytest.param(altered(INPUTS, strategy=None), Stage.EXECUTION, id="no plan to amend"),
        pytest.param(asking_nothing(strategy="x"), Stage.STRATEGY, id="nothing but the plan"),
    ],
)
def test_a_stage_without_anything_to_ask_is_passed_over(inputs, stage: Stage) -> None:  # type: ignore[no-untyped-def]
    assert emitted(inputs=inputs)[1].stage is stage


def test_emitting_twice_gives_the_same_bytes_also_from_what_was_kept() -> None:
    for arc in (ARC, resumed(emitted()[0], amendments=[]), at_critic()):
        once, told = emitted(arc)
        kept = read_json(ArcDocument, document(ArcDocument(version=FORMAT_VERSION, arc=once), escaped=True)).arc
        assert kept == once
        again, same = emitted(kept)
        assert (again, same) == (once, told)
        fresh, anew = emitted(altered(arc, pending=None))
        assert anew.prompt == told.prompt, "killed before it was kept, it is the same turn"
        assert fresh == once


OTHERS = [
    pytest.param({"where": "https://example.org/other"}, id="another repository"),
    pytest.param({"head": "2" * 40}, id="another head"),
    pytest.param({"pack": "other/pack"}, id="another pack"),
]


@pytest.mark.parametrize("other", OTHERS)
def test_a_turn_of_something_else_is_refused(other: dict[str, str]) -> None:
    arc = at_execution()
    strange = emitted(altered(resumed(emitted()[0], amendments=[]), **other))[0]
    assert arc.pending is not None
    assert strange.pending is not None
    assert arc.pending.turn != strange.pending.turn
    reply = {"turn": strange.pending.turn, "answers": {"1": {"proposal": None}, "2": {"proposal": None}}}
    problem = resume(arc, json.dumps(reply), Document(), ())
    assert isinstance(problem, ReplyProblem)
    assert problem.fault is ReplyFault.OTHER_TURN
    assert strange.pending.turn in problem.sentence


def test_a_turn_that_is_over_is_refused() -> None:
    first, _ = emitted()
    arc = at_execution()
    assert first.pending is not None
    problem = resume(arc, json.dumps({"turn": first.pending.turn, "amendments": []}), Document(), ())
    assert isinstance(problem, ReplyProblem)
    assert problem.fault is ReplyFault.OTHER_TURN


def test_other_content_is_another_turn() -> None:
    turns = {emitted(inputs=altered(INPUTS, strategy=text))[1].turn for text in ("one", "two")}
    assert len(turns) == 2


def test_without_an_open_turn_there_is_nothing_to_reply_to() -> None:
    problem = resume(ARC, "{}", Document(), ())
    assert isinstance(problem, ReplyProblem)
    assert problem.fault is ReplyFault.NOTHING_OPEN


@pytest.mark.parametrize("word", [Resolution.ANSWER_ONLY, Resolution.LEAVE])
def test_a_strategy_that_wants_no_edits_ends_with_the_person(word: Resolution) -> None:
    arc = resumed(emitted()[0], amendments=[], resolution=word)
    assert (arc.stage, arc.resolution) == (Stage.ACCEPT, word)
    assert emitted(arc)[1].kind is RelayKind.ADVANCED


# ---- grounding


def test_notes_of_which_none_is_about_it_are_a_gap_and_nothing_is_asked() -> None:
    inputs = altered(INPUTS, notes=INPUTS.notes[:1])
    arc = with_footprint(
        resumed(at_execution(inputs), answers={"1": {"proposal": PROPOSED}, "2": {"proposal": None}}), inputs
    )
    after, told = emitted(arc, inputs)
    assert (told.kind, told.prompt, told.turn) == (RelayKind.GAP, None, None)
    assert after == arc


def test_a_note_about_a_class_is_about_what_is_below_it_and_not_about_what_begins_alike() -> None:
    def routed(symbol: str) -> tuple[str, ...]:
        inputs = altered(INPUTS, notes=(NOTE,), proposals=(altered(PROPOSAL, symbol=symbol),))
        return at_critic(inputs).context

    assert routed("lib.call.more") == ("calls",)
    assert routed("lib.caller") == ()


@pytest.mark.parametrize(
    ("notes", "baseline", "ungrounded"),
    [((), None, True), ((), VerifyStatus.PASS, False), (INPUTS.notes, None, False)],
)
def test_without_notes_and_proof_the_critic_is_asked_and_that_is_recorded(notes, baseline, ungrounded: bool) -> None:  # type: ignore[no-untyped-def]
    arc = at_critic(altered(INPUTS, notes=notes, baseline=baseline))
    assert arc.pending is not None
    assert arc.ungrounded is ungrounded
    assert RelaySummary.of(arc).ungrounded is ungrounded


# ---- the gate


def test_a_stage_under_judgment_is_not_rendered_for_another_class() -> None:
    class Unasked(Document):
        def body(self, *_: object) -> str:
            raise AssertionError("rendered")

    refused = emit(ARC, INPUTS, Unasked(), ModelClass.STANDARD, (Stage.STRATEGY,))
    assert isinstance(refused, JudgmentRefused)
    assert "reasoning" in refused.sentence
    assert isinstance(emit(ARC, INPUTS, Document(), ModelClass.REASONING, (Stage.STRATEGY,)), tuple)
    assert isinstance(emit(ARC, INPUTS, Document(), ModelClass.STANDARD, (Stage.CRITIC,)), tuple)


def test_a_reply_to_a_turn_of_another_class_is_not_taken_once_the_stage_is_under_judgment() -> None:
    arc = emitted()[0]
    assert arc.pending is not None
    reply = json.dumps({"turn": arc.pending.turn, "amendments": []})
    assert resume(arc, reply, Document(), (Stage.STRATEGY,)) == JudgmentRefused(Stage.STRATEGY)


# ---- the critic


def test_a_critic_sees_change_proof_and_notes_and_nothing_that_was_said_before() -> None:
    arc = at_critic()
    assert arc.pending is not None
    prompt = arc.pending.prompt
    assert "-a = lib.call()\n+a = newlib.ask()" in prompt
    assert "note calls, about lib.call: call became ask. (https://lib.example/notes)" in prompt
    assert "others" not in prompt
    assert "So it is done." not in prompt, "the rationale"
    assert "the guard let every proposal pass" in prompt


CLAIMS = [
    (CriticCheck.TEXT_LOST, "lib.call()", True),
    (CriticCheck.TEXT_LOST, "newlib", False),
    (CriticCheck.TEXT_ADDED, "newlib.ask", True),
    (CriticCheck.TEXT_ADDED, "a = ", False),
    (CriticCheck.OLD_NAME_LEFT, "lib.call", False),
    (CriticCheck.NEW_NAME_UNKNOWN, "newlib.ask", False),
    (CriticCheck.NEW_NAME_UNKNOWN, "newlib.gone", False),
]


@pytest.mark.parametrize(("check", "text", "so"), CLAIMS)
def test_what_a_critic_claims_is_looked_up(check: CriticCheck, text: str, so: bool) -> None:
    arc = resumed(at_critic(), findings=[{"proposal": 1, "check": check, "text": text, "why": "So."}])
    (finding,) = emitted(arc)[0].findings
    assert finding.confirmed is so


@pytest.mark.parametrize(
    ("replacement", "check", "text"),
    [
        ("a = lib.call(1)", CriticCheck.OLD_NAME_LEFT, "lib.call"),
        ("a = newlib.gone()", CriticCheck.NEW_NAME_UNKNOWN, "newlib.gone"),
    ],
)
def test_names_are_looked_up_in_what_is_known_of_the_libraries(replacement: str, check: CriticCheck, text: str) -> None:
    inputs = altered(INPUTS, proposals=(altered(PROPOSAL, replacement=replacement),))
    arc = resumed(at_critic(inputs), findings=[{"proposal": 1, "check": check, "text": text, "why": "So."}])
    assert [one.confirmed for one in emitted(arc, inputs)[0].findings] == [True]


# ---- whatever is replied

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(codec=None)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
arcs = st.sampled_from([emitted()[0], at_execution(), at_critic()])


@given(arcs, st.text(st.characters(codec=None)))
def test_no_text_makes_it_raise_or_advances_the_arc(arc: Arc, text: str) -> None:
    assert isinstance(resume(arc, text, Document(), ()), ReplyProblem)


@given(arcs, st.fixed_dictionaries({}, optional={"amendments": anything, "answers": anything, "findings": anything, "notes": anything, "resolution": anything, "more": anything}))  # fmt: skip
def test_whatever_is_replied_is_taken_whole_or_refused_with_a_word(arc: Arc, said: dict[str, object]) -> None:
    assert arc.pending is not None
    step = resume(arc, json.dumps({"turn": arc.pending.turn, **said}), Document(), ())
    if isinstance(step, tuple):
        after, _ = step
        assert after.history[-1].turn == arc.pending.turn
        kept = document(ArcDocument(version=FORMAT_VERSION, arc=after), escaped=True)
        assert kept.isascii()
    else:
        assert isinstance(step, ReplyProblem)
        assert step.sentence.startswith(step.fault.sentence)
        step.sentence.encode()


def test_two_arcs_of_one_head_differ_where_a_person_decided_differently() -> None:
    ids = {new_arc("w", "h", ARC.pack, content).id for content in ("", "a=b", "a=c")}
    assert len(ids) == 3


def test_a_finding_of_a_proposal_that_is_not_there_any_more_is_not_confirmed() -> None:
    finding = CriticFinding(number=1, proposal=1, check=CriticCheck.TEXT_LOST, text="lib", why="So.", confirmed=None)
    arc = altered(at_critic(), pending=None, stage=Stage.EVALUATION, findings=(finding,))
    assert [one.confirmed for one in emitted(arc, asking_nothing())[0].findings] == [False]
