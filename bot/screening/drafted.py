"""A run's plan as one that can be amended, and an amended one as what the next run is given. Pure."""

from collections.abc import Iterable, Iterator, Mapping

from bot.models.given_answer import Given, GivenAnswer
from bot.models.limitation import Limitation, limitation
from bot.models.names import PackId
from bot.models.outcome import Outcome
from bot.models.run import RunConfig
from bot.models.screening import DraftedPlan, Target
from bot.models.struct import altered
from bot.packs.schema import Pack
from bot.pipeline import RunRequest
from bot.screening.amendments import Env, Source
from bot.source.tree import Listing
from bot.vocabulary import AnsweredBy, EditStatus, LimitationCode, PackBlock


def drafted_plan(outcome: Outcome, config: RunConfig, packs: Iterable[Pack]) -> DraftedPlan:
    """What a run decided, as far as it can be amended; of an outcome with a plan."""
    assert outcome.plan is not None
    used = {stamp.id for stamp in outcome.scan.packs}
    return DraftedPlan(
        headers=outcome.plan.headers,
        questions=outcome.plan.questions,
        targets=tuple(_target(pack) for pack in packs if pack.id in used),
        excluded=(),
        client_names=dict(config.client_names),
        warnings=(),
    )


def _target(pack: Pack) -> Target:
    new = pack.new
    return Target(
        pack=pack.id,
        distribution=new.distribution,
        specifier=new.specifier,
        measured=new.measured,
        python=new.python,
    )


def blocked_packs(outcome: Outcome, plan: DraftedPlan) -> dict[PackId, PackBlock]:
    """The packs that could not be planned, and why."""
    assert outcome.plan is not None
    open_keys = {question.key for question in plan.questions if question.answer is None}
    used = {finding.pack for finding in outcome.scan.findings if finding.actionable}
    rules = {edit.rule_id for edit in outcome.plan.edits if edit.status is EditStatus.AUTO and edit.rule_id}
    planned = {rule.partition(":")[0] for rule in rules}
    blocked: dict[PackId, PackBlock] = {}
    for target in plan.targets:
        if f"python-floor/{target.distribution}" in open_keys:
            blocked[target.pack] = PackBlock.PYTHON_TOO_OLD
        elif target.pack in used and target.pack not in planned:
            blocked[target.pack] = PackBlock.NOTHING_PLANNED
    return blocked


def env_of(outcome: Outcome, plan: DraftedPlan, named: Iterable[str], source: Source | None) -> Env:
    """What was observed; `named` are the packs for which the owner said what clients are called."""
    return Env(source, blocked_packs(outcome, plan), frozenset(named))


def answers_of(plan: DraftedPlan) -> Given:
    """The answers that a screening gave; what a person gave comes from where it came from before."""
    return {
        question.key: GivenAnswer(question.answer, AnsweredBy.SCREENING, insists=False)
        for question in plan.questions
        if question.answer is not None and question.answered_by is AnsweredBy.SCREENING
    }


def releases_of(plan: DraftedPlan, packs: Iterable[Pack]) -> dict[str, str]:
    """The specifiers, by pack, of those packs that the plan narrows."""
    drafted = {pack.id: pack.new.specifier for pack in packs}
    return {one.pack: one.specifier for one in plan.targets if one.specifier != drafted.get(one.pack)}


def config_of(plan: DraftedPlan, config: RunConfig, releases: Mapping[str, str]) -> RunConfig:
    """The configuration of a run that goes by the amended plan."""
    return altered(config, left_out=plan.excluded, client_names=plan.client_names, releases=dict(releases))


def amended_request(request: RunRequest, plan: DraftedPlan, releases: Mapping[str, str]) -> RunRequest:
    """What the pipeline is to do under the amended plan; what a person answered goes before what a model did."""
    listing = Listing(request.listing.entries, (*request.listing.limitations, *limitations_of(plan)))
    config = config_of(plan, request.config, releases)
    return altered(request, config=config, listing=listing, answers={**answers_of(plan), **request.answers})


def limitations_of(plan: DraftedPlan) -> Iterator[Limitation]:
    """The warnings that the plan was given: what a model says stands under a code of ours."""
    for warning in plan.warnings:
        yield limitation(LimitationCode.WARNED_BY_SCREENING, warning.path, detail=warning.text)
