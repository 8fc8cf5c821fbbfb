"""Amendments that hold for a pull request: each head's plan takes them anew, by the one door that there is. Pure.

What somebody has a model say later goes before what one said earlier.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from bot.models.names import PackId
from bot.models.outcome import Outcome
from bot.models.run import RunConfig
from bot.models.screening import Amendment, DraftedPlan, ScreeningOutcome
from bot.models.struct import Frozen, altered
from bot.packs.schema import Pack
from bot.screening.amendments import MOST_AMENDMENTS, Env, Source, offered
from bot.screening.drafted import drafted_plan, env_of
from bot.screening.landing import Circumstances, Screened, landed
from bot.screening.screener import Said
from bot.vocabulary import AmendmentKind, AnsweredBy

_WHY = "The plan was amended earlier on this pull request."


class Planned(Frozen):
    """A run that planned: with which configuration and packs, and for which of these the owner names the clients."""

    outcome: Outcome
    config: RunConfig
    packs: tuple[Pack, ...]
    named: frozenset[str]

    def drafted(self) -> DraftedPlan:
        """Its plan, as far as it can be amended."""
        return drafted_plan(self.outcome, self.config, self.packs)

    def env(self, plan: DraftedPlan, source: Source | None) -> Env:
        """What was observed, beside a plan of this run."""
        return env_of(self.outcome, plan, self.named, source)


Again: TypeAlias = Callable[[DraftedPlan], Planned]
"""Makes the run again under an amended plan."""


class Held(Frozen):
    """A run under what holds already: its plan, and how that landed, null where nothing holds."""

    planned: Planned
    plan: DraftedPlan
    outcome: ScreeningOutcome | None


def under_held(base: Planned, held: Sequence[Amendment], source: Source | None, again: Again) -> Held:
    """The run as earlier amendments leave it; one that does not hold on this head is refused with a word."""
    plan = base.drafted()
    if not held:
        return Held(base, plan, None)
    done = landed(plan, base.env(plan, source), Said(held), Circumstances(None))
    outcome = altered(done.outcome, why=_WHY)
    if done.plan == plan:
        return Held(base, plan, outcome)
    planned = again(done.plan)
    drafted = altered(planned.drafted(), excluded=done.plan.excluded, warnings=done.plan.warnings)
    return Held(planned, drafted, outcome)


def landed_over(
    plan: DraftedPlan, held: ScreeningOutcome | None, env: Env, said: Said, about: Circumstances
) -> Screened:
    """What lands of an answer, in a plan in which something holds already and may be said otherwise now."""
    given = [one.amendment for one in offered(said.amendments[:MOST_AMENDMENTS]) if one.amendment is not None]
    screened = landed(_reopened(plan, env, given), env, said, about)
    return altered(screened, plan=_closed_again(screened.plan, plan), outcome=told_together(screened.outcome, held))


def told_together(new: ScreeningOutcome, held: ScreeningOutcome | None) -> ScreeningOutcome:
    """One outcome of both, what held already behind what is new; each keeps its words."""
    if held is None:
        return new
    if not new.ran:
        return altered(held, notes=new.skipped)
    by = len(new.applied) + len(new.refused) + len(new.answers)
    return altered(
        new,
        applied=(*new.applied, *(altered(one, number=one.number + by) for one in held.applied)),
        refused=(*new.refused, *(altered(one, number=one.number + by) for one in held.refused)),
        answers=(*new.answers, *(altered(one, number=one.number + by) for one in held.answers)),
    )


def is_overruled(old: Amendment, new: Iterable[Amendment]) -> bool:
    """Whether one of the new amendments is about the same as an old one."""
    return _about(old) in map(_about, new)


def _about(amendment: Amendment) -> tuple[str | None, ...]:
    text = amendment.value if amendment.kind is AmendmentKind.ADD_WARNING else None
    return amendment.kind, amendment.key, amendment.path if amendment.key is None else None, text


def _reopened(plan: DraftedPlan, env: Env, given: Sequence[Amendment]) -> DraftedPlan:
    """The plan without those of a model's earlier words that are said anew."""
    keys = {one.key for one in given if one.kind is AmendmentKind.ANSWER_QUESTION}
    packs = {one.key for one in given if one.kind is AmendmentKind.SET_CLIENT_NAME} - env.client_names
    questions = (
        altered(one, answer=None, answered_by=None)
        if one.key in keys and one.answered_by is AnsweredBy.SCREENING
        else one
        for one in plan.questions
    )
    return altered(plan, questions=tuple(questions), client_names=_without(plan.client_names, packs))


def _without(names: Mapping[str, str], packs: Iterable[str | None]) -> dict[PackId, str]:
    left = set(packs)
    return {PackId(pack): name for pack, name in names.items() if pack not in left}


def _closed_again(plan: DraftedPlan, before: DraftedPlan) -> DraftedPlan:
    """Where nothing came of what was said anew, the earlier word stands."""
    earlier = {one.key: one for one in before.questions}
    questions = tuple(one if one.answer is not None else earlier.get(one.key, one) for one in plan.questions)
    return altered(plan, questions=questions, client_names={**before.client_names, **plan.client_names})
