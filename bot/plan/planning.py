"""The plan for one pack: what moves together, what the rewriting really gives, and which dependency lines follow.

A generator of wants. Whether a file can be rewritten is only known once it has been: a file whose result does not
hold stays as it is, and what travels between it and others holds those back too.
"""

from collections.abc import Generator, Iterable, Sequence
from functools import partial

from bot.models.given_answer import Given
from bot.models.header import PlanHeader
from bot.models.limitation import Limitation
from bot.models.question import Question
from bot.models.struct import Mutable, altered, anew
from bot.models.want import Analyse, Analysed, Answer, Job, JobAnswer, Want
from bot.models.writing import plain
from bot.plan.answering import Settled, settle
from bot.plan.coupling import coupled_pairs, hold_groups_back, keep_names_used_elsewhere
from bot.plan.dependency_questions import DependencyQuestions
from bot.plan.draft import FileDraft
from bot.plan.drafting import IsExecutable, code_drafts, manifest_drafts
from bot.plan.handed_on import withhold_read_otherwise
from bot.plan.header import plan_header
from bot.plan.home_questions import HomeQuestions
from bot.plan.line_limits import fitted_edits, line_limits, with_line_breaks
from bot.plan.manifest_survey import ManifestSurvey
from bot.plan.manifests import apart_from_code, declaration_limitations, without_lone_locks
from bot.plan.mocked import mocked_pairs, settled_together, withhold_mocks
from bot.plan.model_questions import ModelQuestions
from bot.plan.one_distribution import hold_distribution_back, is_coupled
from bot.plan.relied_on import hold_relied_on_back, run_together
from bot.plan.within_file import withhold_called_elsewhere, withhold_set_elsewhere
from bot.scan.facts import Binding, Rewritten
from bot.scan.manifests.selection import ManifestForm
from bot.scan.repository import ModuleIndex
from bot.scan.survey import Survey
from bot.scan.vendored import vendored_paths
from bot.vocabulary import Bail


class PackPlan(Mutable):
    """The drafts of one pack with their fates settled, and the new bytes of every file that moves. `asked` are the
    questions that were open at some time, by key; `header` is null where nothing was to be rewritten. `coupled` tells
    that nothing may change while a place stays; `bindings` are what holds the library's objects, by path.
    """

    code: dict[str, FileDraft]
    manifests: dict[str, FileDraft]
    rewritten: dict[str, bytes] = anew(dict)
    limitations: list[Limitation] = anew(list)
    questions: list[Question] = anew(list)
    asked: dict[str, Question] = anew(dict)
    header: PlanHeader | None = None
    coupled: bool = False
    bindings: dict[str, tuple[Binding, ...]] = anew(dict)


def plan_pack(
    homes: HomeQuestions,
    manifests: ManifestSurvey,
    is_executable: IsExecutable,
    given: Given,
    *,
    rewriting: bool,
    listed: Iterable[str] = (),
    left_out: Sequence[str] = (),
) -> Generator[Want, Answer, PackPlan]:
    """Settle every row of the survey of `homes`, and the questions with the answers that were given; without
    `rewriting` nothing is asked and nothing rewritten, as if all of it would have held.

    `listed` are the paths of the tree, of which those with a formatter's settings are read. Files at or below
    `left_out` are looked at and stay.
    """
    housed = (yield from settle(homes.ask, given)) if rewriting else Settled()
    survey = homes.survey
    modules = ModuleIndex(survey.facts)
    code = keep_names_used_elsewhere(code_drafts(survey, is_executable, left_out), survey.facts, modules)
    code = yield from withhold_called_elsewhere(code, survey.paths, survey.surface.pack.id)
    code = yield from withhold_read_otherwise(code, survey.paths, survey.surface.pack.id)
    code = yield from withhold_set_elsewhere(code, tuple(survey.facts))
    code = withhold_mocks(code, survey.surface)
    pairs = coupled_pairs(survey.facts, modules) | survey.flows
    tested = yield from mocked_pairs(code, survey.facts, survey.surface, survey.paths)
    together = yield from run_together(code, survey.paths)
    ways = (
        partial(hold_groups_back, pairs=tested, word=Bail.MOCKED_BY_TEST),
        partial(hold_relied_on_back, together=together),
        partial(hold_groups_back, pairs=pairs),
    )
    models = ModelQuestions(survey.surface.pack, survey.facts, settled_together(code, ways))
    chosen = (yield from settle(models.ask, given)) if rewriting else Settled()
    asked, questions = {**housed.asked, **chosen.asked}, [*housed.questions, *chosen.questions]
    plan = PackPlan(models.drafts(chosen.decided), {}, questions=questions, asked=asked)
    moving = [draft.path for draft in plan.code.values() if draft.moves and draft.replacements]
    limits = (yield from line_limits(moving, listed)) if rewriting else {}
    while rewriting:
        pending = [d for d in plan.code.values() if d.moves and d.replacements and d.path not in plan.rewritten]
        if not pending:
            break
        jobs = tuple(_job("rewrite", draft, survey, line_length=limits.get(draft.path)) for draft in pending)
        answers = yield Analyse(jobs, "rewriting")
        assert isinstance(answers, tuple)
        for draft, answer in zip(pending, answers, strict=True):
            _take(plan, plan.code, draft, answer)
        plan.code = settled_together(plan.code, ways)
    plan.code, held = hold_distribution_back(plan.code, manifests, survey.surface.pack)
    plan.coupled = is_coupled(manifests, survey.surface.pack)
    plan.bindings = {path: survey.facts[path].bindings for path in plan.code}
    plan.limitations += held
    plan.rewritten = {path: data for path, data in plan.rewritten.items() if plan.code[path].moves}
    plan.limitations += models.limitations(plan.code)
    yield from _plan_manifests(plan, survey, manifests, is_executable, given, left_out, rewriting=rewriting)
    vendored = vendored_paths(survey.paths, survey.surface.pack.old.modules) if rewriting else ()
    pack, chosen_homes = survey.surface.pack, frozenset(homes.chosen.values())
    plan.header = plan_header(pack, manifests, plan.manifests, plan.code, vendored, models.seen(), chosen_homes)
    return plan


def _plan_manifests(
    plan: PackPlan,
    survey: Survey,
    manifests: ManifestSurvey,
    is_executable: IsExecutable,
    given: Given,
    left_out: Sequence[str],
    *,
    rewriting: bool,
) -> Generator[Want, Answer, None]:
    pack = survey.surface.pack
    found = [(path, manifests.facts[path], manifests.sources.get(path, b"")) for path in sorted(manifests.facts)]
    drafts = manifest_drafts(found, pack.old.distribution, is_executable, left_out)
    drafts = without_lone_locks(drafts, manifests, plan.code)
    plan.code, drafts = apart_from_code(plan.code, drafts)
    questions = DependencyQuestions(pack, manifests, drafts, plan.code, is_executable)
    settled = (yield from settle(questions.ask, given)) if rewriting else Settled()
    plan.questions += settled.questions
    plan.asked |= settled.asked
    plan.manifests = questions.drafts(settled.decided)
    pending = [draft for draft in plan.manifests.values() if draft.replacements]
    if pending and rewriting:
        jobs = [_job("rewrite_manifest", draft, survey, manifests.forms[draft.path]) for draft in pending]
        answers = yield Analyse(tuple(jobs), "rewriting")
        assert isinstance(answers, tuple)
        for draft, answer in zip(pending, answers, strict=True):
            _take(plan, plan.manifests, draft, answer)
    plan.limitations += declaration_limitations(plan.code.values(), plan.manifests, manifests, pack)
    plan.limitations += questions.limitations(plan.manifests.values())


def _job(
    name: str, draft: FileDraft, survey: Survey, form: ManifestForm | None = None, line_length: int | None = None
) -> Job:
    parameters = {
        "pack": survey.surface.pack.id,
        "path": draft.path,
        "form": form.value if form is not None else None,
        "line_length": line_length,
        "replacements": [plain(one) for one in draft.replacements if one != draft.addition],
        "added": plain(draft.addition) if draft.addition is not None else None,
    }
    return Job(name, draft.path, parameters, Rewritten, draft.source)


def _take(plan: PackPlan, drafts: dict[str, FileDraft], draft: FileDraft, answer: JobAnswer) -> None:
    match answer:
        case Analysed(Rewritten(bail=None, fitted=fitted), (data,)):
            plan.rewritten[draft.path] = data
            judgements = tuple(with_line_breaks(judgement, fitted) for judgement in draft.judgements)
            answered = tuple(
                altered(one, replacement=edit)
                for one in draft.answered
                for edit in fitted_edits([one.replacement], fitted)
            )
            drafts[draft.path] = altered(draft, judgements=judgements, answered=answered)
        case Analysed(Rewritten(bail=bail)) if bail is not None:
            drafts[draft.path] = altered(draft, held_back=bail)
        case _:
            drafts[draft.path] = altered(draft, held_back=getattr(answer, "bail", Bail.ANALYSER_DIED))
