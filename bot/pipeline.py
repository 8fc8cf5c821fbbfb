"""The order of a run, from a listing of files to a plan.

Pure: a generator that yields what it wants (`bot/models/want.py`) and is resumed with the answer, so that the same
order serves the terminal and the forge. `bot/driver.py` answers the wants; the shells write what comes out. Planning is
brought in where there is something to plan: in most repositories nothing is.
"""

from collections.abc import Generator, Iterator, Mapping
from typing import TYPE_CHECKING

from bot.models.document import FORMAT_VERSION
from bot.models.finding import Finding, FindingCounts, FindingsDocument, PackStamp
from bot.models.given_answer import Given
from bot.models.limitation import Limitation, in_order, limitation
from bot.models.outcome import Outcome, PlanOutcome, ScanOutcome
from bot.models.run import RunConfig
from bot.models.struct import Frozen, Mutable, altered, anew
from bot.models.want import Answer, Want
from bot.packs.surface import SurfaceIndex
from bot.plan.manifest_survey import ManifestSurvey, survey_manifests
from bot.scan.client_choices import ClientChoices
from bot.scan.naming import Naming, naming
from bot.scan.row_identity import counterparts, findings_of
from bot.scan.selected_paths import select_paths
from bot.scan.source_kinds import holds_python
from bot.scan.survey import Survey, survey
from bot.source.tree import Listing
from bot.vocabulary import LimitationCode, RunMode, ScanStatus

if TYPE_CHECKING:
    from bot.plan.assembly import SettledPack
    from bot.plan.home_questions import Again
    from bot.plan.planning import PackPlan

_MOST_CELLS_NAMED = 20


class RunRequest(Frozen):
    """What to run over: packs in id order with their stamps, the tree's listing, and what narrows it.

    `named` tells that the packs were asked for by name: then they count as used whatever is found. `answers` are what
    people answered to questions of a plan. With `asking` the plan holds what a model is to be asked.
    """

    mode: RunMode
    packs: tuple[tuple[SurfaceIndex, PackStamp], ...]
    named: bool
    listing: Listing
    config: RunConfig
    answers: Given = anew(dict)
    asking: bool = False


class _State(Mutable):
    """What accumulates over the packs; `overlay` holds what the packs so far would write."""

    overlay: dict[str, bytes] = anew(dict)
    limitations: list[Limitation] = anew(list)
    stamps: list[PackStamp] = anew(list)
    settled: list["SettledPack"] = anew(list)
    findings: list[Finding] = anew(list)
    parsed: set[str] = anew(set)
    files_read: int = 0


def run(request: RunRequest) -> Generator[Want, Answer, Outcome]:
    """Scan the listing, and plan unless the mode is scan."""
    selected = select_paths((entry.path for entry in request.listing.entries), request.config)
    state = _State(limitations=[*request.listing.limitations, *selected.limitations])
    named = yield from naming(
        (surface.head for surface, _ in request.packs), tuple(filter(holds_python, selected.paths))
    )
    state.limitations += named.limitations
    state.files_read = named.files_read
    for surface, stamp in request.packs:
        yield from _one_pack(request, state, surface, stamp, selected.paths, named)
    plan = _assembled(state, request.answers) if request.mode is not RunMode.SCAN else None
    if plan is not None and request.asking:
        plan = yield from _with_questions(state, plan)
    return Outcome(_scan_outcome(state, len(selected.paths)), plan)


def _assembled(state: _State, given: Given) -> PlanOutcome:
    from bot.plan.answering import unused_answers
    from bot.plan.assembly import assemble

    asked = {key: question for one in state.settled for key, question in one.plan.asked.items()}
    answered = [question.key for one in state.settled for question in one.plan.questions if question.answer is not None]
    unused = unused_answers(given, asked, answered)
    state.limitations += unused.limitations
    return assemble(state.settled, unused.refused)


def _with_questions(state: _State, plan: PlanOutcome) -> Generator[Want, Answer, PlanOutcome]:
    from bot.plan.asking import questions_for_a_model

    asked = yield from questions_for_a_model(state.settled, plan.withheld)
    return altered(plan, withheld=asked.withheld, consultations=asked.consultations)


def findings_document(scan: ScanOutcome) -> FindingsDocument:
    """findings.json, and what `obelize scan --json` prints."""
    return FindingsDocument(version=FORMAT_VERSION, packs=scan.packs, counts=scan.counts, findings=scan.findings)


def _one_pack(
    request: RunRequest,
    state: _State,
    surface: SurfaceIndex,
    stamp: PackStamp,
    selected: tuple[str, ...],
    named: Naming,
) -> Generator[Want, Answer, None]:
    wanted = request.config.client_names.get(stamp.id)
    if named.files_of(surface.head):
        _bring_in_planning()
    seen = yield from _surveyed(surface, selected, named, dict(state.overlay), wanted)
    state.limitations += seen.manifests.limitations
    state.limitations += seen.survey.limitations
    if seen.survey.facts or seen.manifests.facts or request.named:
        before = None
        if state.overlay.keys() & {*seen.survey.facts, *seen.manifests.facts}:
            before = yield from _surveyed(surface, selected, named, {}, wanted)
        yield from _settle(request, state, stamp, seen, before)


def _bring_in_planning() -> None:
    """Now, while the analyser's children start, and not when all wait for it."""
    import bot.plan.assembly
    import bot.plan.planning  # noqa: F401


class _Seen(Frozen):
    """What was seen under one pack; `again` surveys the code once more, with homes of clients that were chosen."""

    survey: Survey
    manifests: ManifestSurvey
    again: "Again"


def _surveyed(
    surface: SurfaceIndex,
    selected: tuple[str, ...],
    named: Naming,
    overlay: Mapping[str, bytes],
    wanted: str | None,
) -> Generator[Want, Answer, _Seen]:
    def again(homes: Mapping[str, str]) -> Generator[Want, Answer, Survey]:
        choices = ClientChoices(wanted, homes)
        return survey(surface, named.paths, named.files_of(surface.head), overlay, choices)

    surveyed = yield from again({})
    manifests = yield from survey_manifests(surface, selected, overlay, used=bool(surveyed.facts))
    return _Seen(surveyed, manifests, again)


def _settle(
    request: RunRequest, state: _State, stamp: PackStamp, seen: _Seen, before: _Seen | None
) -> Generator[Want, Answer, None]:
    """Plan over what was seen, and tell it as findings; of what the packs so far would write, as it was `before`."""
    from bot.plan.assembly import SettledPack
    from bot.plan.home_questions import HomeQuestions, client_name_limitations
    from bot.plan.planning import plan_pack

    surveyed, manifests = seen.survey, seen.manifests
    executable = frozenset(entry.path for entry in request.listing.entries if entry.executable)
    # A scan tells what is there; to have LibCST try every file would cost it most of its time.
    rewriting = request.mode is not RunMode.SCAN
    listed = [entry.path for entry in request.listing.entries]
    plan = yield from plan_pack(
        HomeQuestions(surveyed, seen.again),
        manifests,
        executable.__contains__,
        request.answers,
        rewriting=rewriting,
        listed=listed,
        left_out=request.config.left_out,
    )
    findings = standing = _findings(stamp, plan)
    if before is not None:
        homes = HomeQuestions(before.survey, before.again)
        as_before = yield from plan_pack(homes, before.manifests, executable.__contains__, {}, rewriting=False)
        standing = _findings(stamp, as_before)
        findings = {key: counterparts(found, standing.get(key, ())) for key, found in findings.items()}
    state.parsed |= surveyed.facts.keys()
    if request.named or any(finding.actionable for found in standing.values() for finding in found):
        state.findings += (finding for found in standing.values() for finding in found)
        state.stamps.append(stamp)
        state.settled.append(SettledPack(surveyed.surface.pack, plan, findings))
        state.limitations += client_name_limitations(surveyed.surface.pack, request.config.client_names.get(stamp.id))
        state.limitations += [limitation(LimitationCode.FORM_NOT_READ_YET, path) for path in manifests.unread]
        state.limitations += [limitation(LimitationCode.LIBRARY_NAMED_ELSEWHERE, path) for path in manifests.named]
        state.limitations += [*_lone_carriage_returns(surveyed), *_cells_not_read(surveyed), *plan.limitations]
        state.overlay.update(plan.rewritten)


def _findings(stamp: PackStamp, plan: "PackPlan") -> dict[tuple[str, bool], list[Finding]]:
    drafts = (*plan.code.values(), *plan.manifests.values())
    return {draft.key: findings_of(stamp.id, draft.path, draft.rows) for draft in drafts}


def _lone_carriage_returns(surveyed: Survey) -> list[Limitation]:
    return [
        limitation(LimitationCode.LONE_CARRIAGE_RETURN, path, facts.lone_carriage_return)
        for path, facts in sorted(surveyed.facts.items())
        if facts.lone_carriage_return is not None
    ]


def _cells_not_read(surveyed: Survey) -> Iterator[Limitation]:
    for path, facts in sorted(surveyed.facts.items()):
        cells = facts.cells_not_read
        if cells:
            shown = ", ".join(map(str, cells[:_MOST_CELLS_NAMED]))
            more = f" and {len(cells) - _MOST_CELLS_NAMED} more" if len(cells) > _MOST_CELLS_NAMED else ""
            detail = f"{'cell' if len(cells) == 1 else 'cells'} {shown}{more}"
            yield limitation(LimitationCode.CELL_NOT_READ, path, detail=detail)


def _scan_outcome(state: _State, listed: int) -> ScanOutcome:
    findings = sorted(state.findings, key=Finding.sort_key)
    limitations = in_order(state.limitations)
    statuses = [finding.scan_status for finding in findings]
    counts = FindingCounts(
        files_listed=listed,
        files_read=state.files_read,
        files_parsed=len(state.parsed),
        findings=len(findings),
        eligible=statuses.count(ScanStatus.ELIGIBLE),
        needs_review=statuses.count(ScanStatus.NEEDS_REVIEW),
        unsupported=statuses.count(ScanStatus.UNSUPPORTED),
        not_a_usage=statuses.count(ScanStatus.NOT_A_USAGE),
        limitations=len(limitations),
    )
    return ScanOutcome(tuple(state.stamps), counts, tuple(findings), limitations)
