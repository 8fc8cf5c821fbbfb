"""The only door by which an amendment reaches a plan. Pure, and never raises.

One bad amendment does not discard the good ones beside it. What was observed is not overruled, what a person decided is
not overwritten, and what an earlier amendment of the same screening decided stands.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from bot.configuration import is_client_name
from bot.models.header import PlanHeader
from bot.models.question import Question
from bot.models.screening import (
    Amendment,
    AppliedAmendment,
    DraftedPlan,
    PlanWarning,
    RefusedAmendment,
    Target,
)
from bot.models.struct import Frozen, altered
from bot.screening.amendments import Env, Offered, Unfit, fitting, path_in, refused
from bot.screening.releases import narrowed
from bot.vocabulary import AmendmentKind, AmendmentRefusal, AnsweredBy, AnswerWord, PackBlock

Step: TypeAlias = tuple[DraftedPlan, str]
"""The plan afterwards, and one line about what was done."""


class Applied(Frozen):
    """The plan afterwards; each offered amendment is among the applied or the refused ones."""

    plan: DraftedPlan
    applied: tuple[AppliedAmendment, ...]
    refused: tuple[RefusedAmendment, ...]


def apply(plan: DraftedPlan, env: Env, amendments: Sequence[Offered]) -> Applied:
    """Take one amendment after another, each over what the ones before it decided."""
    applied: list[AppliedAmendment] = []
    left: list[RefusedAmendment] = []
    for one in amendments:
        try:
            amendment = fitting(env, one)
            plan, summary = _KINDS[amendment.kind](plan, env, amendment)
        except Unfit as why:
            left.append(refused(one, why))
        else:
            applied.append(
                AppliedAmendment(
                    number=one.number,
                    kind=amendment.kind,
                    summary=summary,
                    reason=amendment.reason,
                    evidence=amendment.evidence,
                )
            )
    return Applied(plan, tuple(applied), tuple(left))


# ---- what goes through a question


def _set_manifest(plan: DraftedPlan, env: Env, amendment: Amendment) -> Step:
    """`key` is the pack, `path` the dependency file."""
    target, path = _target(plan, amendment), path_in(env, _needed(amendment.path))
    _refuse_given(amendment.value)
    header = _header(plan, target)
    if any(line.old and line.becomes is not None for line in header.declared):
        raise Unfit(AmendmentRefusal.OBSERVED_OTHERWISE, "A line that declares the old library moves by itself.")
    plan = _decided(plan, f"declare/{target.distribution}", path)
    return plan, f"{target.distribution} is declared in {path}"


def _set_client_home(plan: DraftedPlan, env: Env, amendment: Amendment) -> Step:
    """`key` is the pack, `path` the module."""
    target, path = _target(plan, amendment), path_in(env, _needed(amendment.path))
    _refuse_given(amendment.value)
    plan = _decided(plan, f"client-home/{target.distribution}", path)
    return plan, f"the client of {target.distribution} is taken from {path}"


def _map_model_name(plan: DraftedPlan, env: Env, amendment: Amendment) -> Step:
    """`key` is the model that was switched off, `value` the one to ask for."""
    del env
    _refuse_given(amendment.path)
    name, successor = _needed(amendment.key), _needed(amendment.value)
    plan = _decided(plan, f"model-name/{name}", successor)
    return plan, f"{name} becomes {successor}"


def _raise_python_floor(plan: DraftedPlan, env: Env, amendment: Amendment) -> Step:
    """`key` is the pack; `value`, where it is given, the Python that the new library needs."""
    target = _target(plan, amendment)
    _refuse_given(amendment.path)
    if env.blocked.get(target.pack) is not PackBlock.PYTHON_TOO_OLD:
        raise Unfit(AmendmentRefusal.FLOOR_NOT_REQUIRED)
    if amendment.value not in {None, target.python}:
        raise Unfit(AmendmentRefusal.FLOOR_NOT_REQUIRED, f"{target.distribution} needs {target.python}.")
    plan = _decided(plan, f"python-floor/{target.distribution}", AnswerWord.RAISE)
    return plan, f"the lowest Python rises to {target.python}"


def _decided(plan: DraftedPlan, key: str, value: str) -> DraftedPlan:
    """The plan with the question of that key answered, if it waits for an answer and takes this one."""
    question = next((one for one in plan.questions if one.key == key), None)
    if question is None:
        raise Unfit(AmendmentRefusal.NOTHING_WAITS, key)
    if question.answered_by is AnsweredBy.PERSON:
        raise Unfit(AmendmentRefusal.DECIDED_BY_PERSON, key)
    if question.answer is not None:
        raise Unfit(AmendmentRefusal.AMENDED_ALREADY, key)
    if value not in question.allowed:
        raise Unfit(AmendmentRefusal.NOT_ALLOWED, value)
    answered = altered(question, answer=str(value), answered_by=AnsweredBy.SCREENING)
    return altered(plan, questions=tuple(_exchanged(plan.questions, answered)))


def _exchanged(questions: Sequence[Question], answered: Question) -> Iterator[Question]:
    return (answered if one.key == answered.key else one for one in questions)


# ---- what stands in the plan itself


def _set_target_version(plan: DraftedPlan, env: Env, amendment: Amendment) -> Step:
    """`key` is the pack, `value` what narrows its releases further, such as `==1.68.0`."""
    del env
    target, wanted = _target(plan, amendment), _needed(amendment.value)
    _refuse_given(amendment.path)
    header = _header(plan, target)
    if any(not line.old for line in header.declared):
        raise Unfit(AmendmentRefusal.OBSERVED_OTHERWISE, "The new library is declared already.")
    if header.requirement != f"{target.distribution}{target.specifier}":
        raise Unfit(AmendmentRefusal.AMENDED_ALREADY, target.specifier)
    specifier = narrowed(target, wanted)
    if specifier is None:
        raise Unfit(AmendmentRefusal.RELEASE_NOT_MEASURED, wanted)
    changed = altered(target, specifier=specifier)
    targets = tuple(changed if one.pack == target.pack else one for one in plan.targets)
    return altered(plan, targets=targets), f"{target.distribution}{specifier} is declared"


def _set_client_name(plan: DraftedPlan, env: Env, amendment: Amendment) -> Step:
    """`key` is the pack, `value` the name."""
    target, name = _target(plan, amendment), _needed(amendment.value)
    _refuse_given(amendment.path)
    if target.pack in env.client_names:
        raise Unfit(AmendmentRefusal.DECIDED_BY_PERSON, plan.client_names.get(target.pack))
    if target.pack in plan.client_names:
        raise Unfit(AmendmentRefusal.AMENDED_ALREADY, plan.client_names[target.pack])
    if not is_client_name(name):
        raise Unfit(AmendmentRefusal.NOT_A_NAME, name)
    names = {**plan.client_names, target.pack: name}
    return altered(plan, client_names=names), f"clients of {target.distribution} are called {name}"


def _exclude_path(plan: DraftedPlan, env: Env, amendment: Amendment) -> Step:
    """`path` is the file or folder."""
    path = path_in(env, _needed(amendment.path))
    _refuse_given(amendment.key)
    _refuse_given(amendment.value)
    if path in plan.excluded:
        raise Unfit(AmendmentRefusal.AMENDED_ALREADY, path)
    return altered(plan, excluded=(*plan.excluded, path)), f"{path} is left out"


def _add_warning(plan: DraftedPlan, env: Env, amendment: Amendment) -> Step:
    """`value` is the text, `path` what it is about, if not the whole."""
    if amendment.key is not None:
        raise Unfit(AmendmentRefusal.CODE_IS_OURS, amendment.key)
    text = _needed(amendment.value)
    path = path_in(env, amendment.path) if amendment.path is not None else None
    warning = PlanWarning(path=path, text=text)
    if warning in plan.warnings:
        raise Unfit(AmendmentRefusal.AMENDED_ALREADY)
    return altered(plan, warnings=(*plan.warnings, warning)), "a warning"


def _answer_question(plan: DraftedPlan, env: Env, amendment: Amendment) -> Step:
    del plan, env, amendment
    raise Unfit(AmendmentRefusal.ANSWERS_GO_FIRST)


_KINDS: dict[AmendmentKind, Callable[[DraftedPlan, Env, Amendment], Step]] = {
    AmendmentKind.SET_MANIFEST: _set_manifest,
    AmendmentKind.SET_TARGET_VERSION: _set_target_version,
    AmendmentKind.SET_CLIENT_HOME: _set_client_home,
    AmendmentKind.SET_CLIENT_NAME: _set_client_name,
    AmendmentKind.MAP_MODEL_NAME: _map_model_name,
    AmendmentKind.EXCLUDE_PATH: _exclude_path,
    AmendmentKind.RAISE_PYTHON_FLOOR: _raise_python_floor,
    AmendmentKind.ADD_WARNING: _add_warning,
    AmendmentKind.ANSWER_QUESTION: _answer_question,
}


def _needed(part: str | None) -> str:
    if part is None or not part.strip():
        raise Unfit(AmendmentRefusal.PART_NOT_TAKEN, "A part is missing.")
    return part


def _refuse_given(part: str | None) -> None:
    if part is not None:
        raise Unfit(AmendmentRefusal.PART_NOT_TAKEN, part)


def _target(plan: DraftedPlan, amendment: Amendment) -> Target:
    key = _needed(amendment.key)
    found = next((one for one in plan.targets if one.pack == key), None)
    if found is None:
        raise Unfit(AmendmentRefusal.UNKNOWN_PACK, key)
    return found


def _header(plan: DraftedPlan, target: Target) -> PlanHeader:
    found = next((one for one in plan.headers if one.pack == target.pack), None)
    if found is None:
        raise Unfit(AmendmentRefusal.UNKNOWN_PACK, target.pack)
    return found
