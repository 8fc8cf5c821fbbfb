"""What a model may amend of a plan: each amendment lands or is refused with its word, and nothing else changes."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.models.document import document
from bot.models.header import DeclaredLine
from bot.models.reading import read_json
from bot.models.screening import DraftedPlan
from bot.models.struct import altered
from bot.screening.amendments import MOST_AMENDMENTS, Env, offered
from bot.screening.apply import Applied, apply
from bot.screening.split import Split, split, with_answers
from bot.vocabulary import AmendmentKind as K
from bot.vocabulary import AmendmentRefusal as R
from bot.vocabulary import AnsweredBy
from tests.screening.plans import ENV, PACK, PATHS, QUESTIONS, SOURCE, amendment, plan, question


def screened(given_ones: list[Any], drafted: DraftedPlan, env: Env = ENV) -> tuple[Split, Applied]:
    parts = split(env, offered(given_ones), drafted.questions)
    return parts, apply(with_answers(drafted, parts.answers), env, parts.rest)


def answers(drafted: DraftedPlan) -> dict[str, str]:
    return {one.key: one.answer for one in drafted.questions if one.answer is not None}


LANDS = [
    pytest.param(amendment(K.SET_MANIFEST, key=PACK, path="requirements.txt"), {"declare/newlib": "requirements.txt"}, id="a dependency file"),
    pytest.param(amendment(K.SET_CLIENT_HOME, key=PACK, path="app/other.py"), {"client-home/newlib": "app/other.py"}, id="a home of the client"),
    pytest.param(amendment(K.MAP_MODEL_NAME, key="old-1", value="new-2"), {"model-name/old-1": "new-2"}, id="a model"),
    pytest.param(amendment(K.RAISE_PYTHON_FLOOR, key=PACK, value="3.10"), {"python-floor/newlib": "raise"}, id="a Python, named"),
    pytest.param(amendment(K.RAISE_PYTHON_FLOOR, key=PACK), {"python-floor/newlib": "raise"}, id="a Python"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "answered"), LANDS)
def test_what_a_question_is_about_lands_as_its_answer(one: dict[str, Any], answered: dict[str, str]) -> None:
    _, done = screened([one], plan())
    assert done.refused == ()
    assert answers(done.plan) == {"model-name/old-2": "new-1", **answered}
    (key,) = answered
    assert next(q for q in done.plan.questions if q.key == key).answered_by is AnsweredBy.SCREENING


def test_what_no_question_is_about_lands_in_the_plan() -> None:
    _, done = screened(
        [
            amendment(K.SET_CLIENT_NAME, key=PACK, value="llm"),
            amendment(K.SET_TARGET_VERSION, key=PACK, value="==1.9"),
            amendment(K.EXCLUDE_PATH, path="old lib"),
            amendment(K.ADD_WARNING, value="The service has two accounts.", path="app/ask.py"),
        ],
        plan(),
    )
    assert done.refused == ()
    assert done.plan.client_names == {PACK: "llm"}
    assert [one.specifier for one in done.plan.targets] == ["==1.9"]
    assert done.plan.excluded == ("old lib",)
    assert [(one.path, one.text) for one in done.plan.warnings] == [("app/ask.py", "The service has two accounts.")]
    assert [one.summary for one in done.applied] == ["clients of newlib are called llm", "newlib==1.9 is declared", "old lib is left out", "a warning"]  # fmt: skip


def test_a_range_narrows_what_the_pack_allows_and_never_widens_it() -> None:
    _, done = screened([amendment(K.SET_TARGET_VERSION, key=PACK, value="<1.5")], plan())
    assert [one.specifier for one in done.plan.targets] == [">=1.2,<1.5"]
    _, done = screened([amendment(K.SET_TARGET_VERSION, key=PACK, value="==1.0")], plan())
    assert [one.refusal for one in done.refused] == [R.RELEASE_NOT_MEASURED]


ANSWER = amendment(K.ANSWER_QUESTION, key="declare/newlib", value="requirements.txt")
MOVES = DeclaredLine(path="requirements.txt", line=1, text="oldlib", old=True, becomes="newlib>=1.2")
DECLARED = DeclaredLine(path="requirements.txt", line=1, text="newlib==1.3", old=False, becomes=None)

REFUSED = [
    pytest.param("no object", {}, R.MISSHAPEN, id="no object"),
    pytest.param({"kind": "delete_everything"}, {}, R.MISSHAPEN, id="an unknown kind"),
    pytest.param({**ANSWER, "file": "x"}, {}, R.MISSHAPEN, id="a part too many"),
    pytest.param({**ANSWER, "reason": 3}, {}, R.MISSHAPEN, id="a part of another type"),
    pytest.param({**ANSWER, "reason": "\ud800"}, {}, R.MISSHAPEN, id="half a character"),
    pytest.param({**ANSWER, "value": "x\u202ey"}, {}, R.NOT_DISPLAYABLE, id="what turns text around"),
    pytest.param({**ANSWER, "value": "x" * 501}, {}, R.NOT_DISPLAYABLE, id="a part without an end"),
    pytest.param({**ANSWER, "evidence": ["app/ask.py"] * 21}, {}, R.NOT_DISPLAYABLE, id="evidence without an end"),
    pytest.param({**ANSWER, "reason": " "}, {}, R.NO_REASON, id="no reason"),
    pytest.param({**ANSWER, "evidence": []}, {}, R.NO_EVIDENCE, id="no evidence"),
    pytest.param({**ANSWER, "evidence": ["app/ask.py", "app/none.py"]}, {}, R.EVIDENCE_NOT_THERE, id="evidence that does not exist"),
    pytest.param({**ANSWER, "evidence": ["../etc/passwd"]}, {}, R.EVIDENCE_NOT_THERE, id="evidence above the root"),
    pytest.param({**ANSWER, "evidence": ["app/../app/ask.py"]}, {}, R.EVIDENCE_NOT_THERE, id="evidence by a detour"),
    pytest.param({**ANSWER, "evidence": ["app"]}, {}, R.EVIDENCE_NOT_THERE, id="a folder as evidence"),
    pytest.param({**ANSWER, "key": "declare/other"}, {}, R.NOTHING_WAITS, id="an answer to nothing"),
    pytest.param({**ANSWER, "key": None}, {}, R.NOTHING_WAITS, id="an answer to no key"),
    pytest.param({**ANSWER, "value": ""}, {}, R.EMPTY_ANSWER, id="an empty answer"),
    pytest.param({**ANSWER, "value": "setup.py"}, {}, R.NOT_ALLOWED, id="an answer that is not taken"),
    pytest.param({**ANSWER, "key": "model-name/old-2", "value": "leave"}, {}, R.DECIDED_BY_PERSON, id="a person's answer"),
    pytest.param(amendment(K.MAP_MODEL_NAME, key="old-2", value="leave"), {}, R.DECIDED_BY_PERSON, id="a person's model"),
    pytest.param(amendment(K.MAP_MODEL_NAME, key="gpt", value="x"), {}, R.NOTHING_WAITS, id="a model that nobody asks for"),
    pytest.param(amendment(K.MAP_MODEL_NAME, key="old-1", value="evil"), {}, R.NOT_ALLOWED, id="a model that nobody recommends"),
    pytest.param(amendment(K.SET_MANIFEST, key="other/pack", path="requirements.txt"), {}, R.UNKNOWN_PACK, id="another pack"),
    pytest.param(amendment(K.SET_MANIFEST, key=PACK, path="../requirements.txt"), {}, R.PATH_OUTSIDE_ROOT, id="a path above the root"),
    pytest.param(amendment(K.SET_MANIFEST, key=PACK, path="/etc/passwd"), {}, R.PATH_OUTSIDE_ROOT, id="an absolute path"),
    pytest.param(amendment(K.SET_MANIFEST, key=PACK, path="none.txt"), {}, R.PATH_NOT_THERE, id="a path that is not there"),
    pytest.param(amendment(K.SET_MANIFEST, key=PACK, path="app/ask.py"), {}, R.NOT_ALLOWED, id="no dependency file"),
    pytest.param(amendment(K.SET_MANIFEST, key=PACK), {}, R.PART_NOT_TAKEN, id="a part is missing"),
    pytest.param(amendment(K.SET_MANIFEST, key=PACK, path="requirements.txt", value="x"), {}, R.PART_NOT_TAKEN, id="a part that is not taken"),
    pytest.param(amendment(K.SET_MANIFEST, key=PACK, path="requirements.txt"), {"declared": (MOVES,)}, R.OBSERVED_OTHERWISE, id="a line that moves by itself"),
    pytest.param(amendment(K.SET_TARGET_VERSION, key=PACK, value="==1.9"), {"declared": (DECLARED,)}, R.OBSERVED_OTHERWISE, id="a pin that was observed"),
    pytest.param(amendment(K.SET_TARGET_VERSION, key=PACK, value="==9; os_name=='x'"), {}, R.RELEASE_NOT_MEASURED, id="no specifier"),
    pytest.param(amendment(K.SET_CLIENT_NAME, key=PACK, value="print"), {}, R.NOT_A_NAME, id="a builtin's name"),
    pytest.param(amendment(K.SET_CLIENT_NAME, key=PACK, value="x; import os"), {}, R.NOT_A_NAME, id="code as a name"),
    pytest.param(amendment(K.EXCLUDE_PATH, path="."), {}, R.PATH_OUTSIDE_ROOT, id="everything is left out"),
    pytest.param(amendment(K.EXCLUDE_PATH, path=""), {}, R.PART_NOT_TAKEN, id="nothing is left out"),
    pytest.param(amendment(K.EXCLUDE_PATH, path=".."), {}, R.PATH_OUTSIDE_ROOT, id="what is above is left out"),
    pytest.param(amendment(K.ADD_WARNING, key="ledger_wrong", value="x"), {}, R.CODE_IS_OURS, id="a warning with a code"),
    pytest.param(amendment(K.RAISE_PYTHON_FLOOR, key=PACK, value="3.99"), {}, R.FLOOR_NOT_REQUIRED, id="a Python that nobody needs"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "drafted", "word"), REFUSED)
def test_what_does_not_land_has_its_word_and_changes_nothing(one: Any, drafted: dict[str, Any], word: R) -> None:
    before = plan(**drafted)
    parts, done = screened([one], before)
    assert [refusal.refusal for refusal in (*parts.refused, *done.refused)] == [word]
    assert document(done.plan) == document(before)


def test_without_a_source_nothing_lands() -> None:
    _, done = screened([amendment(K.EXCLUDE_PATH, path="app")], plan(), Env(None))
    assert [one.refusal for one in done.refused] == [R.NO_SOURCE]


def test_a_floor_is_required_only_where_a_pack_was_observed_to_be_blocked_by_it() -> None:
    _, done = screened([amendment(K.RAISE_PYTHON_FLOOR, key=PACK)], plan(), Env(SOURCE))
    assert [one.refusal for one in done.refused] == [R.FLOOR_NOT_REQUIRED]


def test_the_owners_name_for_clients_stays() -> None:
    named = altered(plan(), client_names={PACK: "ours"})
    env = Env(SOURCE, {}, frozenset({PACK}))
    _, done = screened([amendment(K.SET_CLIENT_NAME, key=PACK, value="theirs")], named, env)
    assert [one.refusal for one in done.refused] == [R.DECIDED_BY_PERSON]
    assert done.plan == named


def test_a_bad_amendment_leaves_the_good_ones_beside_it() -> None:
    parts, done = screened([None, ANSWER, {**ANSWER, "value": "leave"}, amendment(K.EXCLUDE_PATH, path="app")], plan())
    assert [one.number for one in parts.answers] == [2]
    assert [(one.number, one.refusal) for one in (*parts.refused, *done.refused)] == [(3, R.ANSWERED_ALREADY), (1, R.MISSHAPEN)]  # fmt: skip
    assert [one.number for one in done.applied] == [4]


def test_an_answer_that_reaches_the_plan_itself_is_refused() -> None:
    assert [one.refusal for one in apply(plan(), ENV, offered([ANSWER])).refused] == [R.ANSWERS_GO_FIRST]


def test_of_ten_thousand_amendments_all_but_32_are_refused_by_number() -> None:
    ones = [amendment(K.ADD_WARNING, value=f"warning {number}") for number in range(10_000)]
    _, done = screened(ones, plan())
    assert len(done.applied) == MOST_AMENDMENTS
    assert [one.number for one in done.refused] == list(range(33, 10_001))
    assert {one.refusal for one in done.refused} == {R.TOO_MANY}


# ---- whatever a model says

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(codec=None)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
parts_of_one = st.sampled_from([None, PACK, "other/pack", "", " ", ".", "..", "../x", "/", "app", "llm", "print", "==1.9", "new-1", "leave", "raise", "old-1", "old-2", "3.10", "x\u202e", *PATHS, *(q.key for q in QUESTIONS)])  # fmt: skip
amendments = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(sorted(K)),
        "key": parts_of_one,
        "value": parts_of_one,
        "path": parts_of_one,
        "reason": st.sampled_from(["because", "because", "because", "", "\n"]),
        "evidence": st.lists(st.sampled_from([*PATHS, *PATHS, "none.py", "app/ask.py:3", "../x"]), max_size=2),
    }
)
plans = st.builds(
    plan,
    st.lists(st.sampled_from([*QUESTIONS, question("declare/newlib@app", "pyproject.toml")]), unique=True),
    st.sampled_from([(), (MOVES,), (DECLARED,)]),
)
envs = st.sampled_from([ENV, Env(SOURCE), Env(None), Env(SOURCE, {}, frozenset({PACK}))])


@given(st.lists(amendments | anything, max_size=40), plans, envs)
def test_whatever_comes_the_plan_is_valid_and_each_amendment_is_told_of_once(
    ones: list[Any], drafted: DraftedPlan, env: Env
) -> None:
    parts, done = screened(ones, drafted, env)
    told = [one.number for group in (parts.answers, parts.refused, done.applied, done.refused) for one in group]
    assert sorted(told) == list(range(1, len(ones) + 1))
    assert read_json(DraftedPlan, document(done.plan)) == done.plan
    for refusal in (*parts.refused, *done.refused):
        assert refusal.given is None or refusal.given.isascii()
    if not (parts.answers or done.applied):
        assert document(done.plan) == document(drafted)


@given(st.lists(amendments, max_size=40), plans, envs)
def test_whatever_comes_what_was_observed_and_what_a_person_decided_stays(
    ones: list[Any], drafted: DraftedPlan, env: Env
) -> None:
    _, done = screened(ones, drafted, env)
    assert done.plan.headers == drafted.headers
    for before, after in zip(drafted.questions, done.plan.questions, strict=True):
        assert altered(after, answer=None, answered_by=None) == altered(before, answer=None, answered_by=None)
        assert before.answered_by is not AnsweredBy.PERSON or after == before
        assert after.answer is None or after.answer in after.allowed
    for before_target, target in zip(drafted.targets, done.plan.targets, strict=True):
        assert altered(target, specifier=before_target.specifier) == before_target
    for path in done.plan.excluded:
        assert any(one == path or one.startswith(f"{path}/") for one in PATHS)


def test_what_is_kept_of_a_refused_amendment_is_what_came() -> None:
    parts, _ = screened([{**ANSWER, "value": "é"}], plan())
    assert json.loads(parts.refused[0].given or "")["value"] == "é"
