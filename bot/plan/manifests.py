"""Dependency lines: a pin moves when no code that it serves needs the old library any more.

A dependency file serves the code below its folder, one in a folder called `requirements` the code below that folder's
parent. Code that no declaring file serves is served by all of them.
"""

from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

from bot.models.limitation import Limitation, limitation
from bot.models.struct import altered
from bot.packs.schema import Pack
from bot.plan.draft import FileDraft
from bot.plan.manifest_survey import ManifestSurvey
from bot.scan.facts import Judgement
from bot.vocabulary import Bail, LimitationCode, ScanStatus


def without_lone_locks(
    drafts: Mapping[str, FileDraft], survey: ManifestSurvey, code: Mapping[str, FileDraft]
) -> dict[str, FileDraft]:
    """The drafts, without those of lock files where nothing else of the repository uses or declares the library:
    then another package brings it in.
    """
    if any(draft.actionable for draft in code.values()) or any(not survey.forms[path].is_lock for path in drafts):
        return dict(drafts)
    return {}


def apart_from_code(
    code: Mapping[str, FileDraft], manifests: Mapping[str, FileDraft]
) -> tuple[dict[str, FileDraft], dict[str, FileDraft]]:
    """Both kinds of drafts where one file (setup.py) is of both.

    A string that declares is no mere mention; a file that cannot be parsed is told once; a file that uses the library
    is not changed twice by one run.
    """
    both = code.keys() & manifests.keys()
    kept = {path: _without_declarations(d, manifests[path]) if path in both else d for path, d in code.items()}
    settled = {
        path: _withhold(draft, Bail.USED_IN_THE_SAME_FILE) if path in both and kept[path].actionable else draft
        for path, draft in manifests.items()
        if path not in both or draft.withheld_words != {Bail.MANIFEST_UNREADABLE}
    }
    return {path: draft for path, draft in kept.items() if draft.rows}, settled


def _without_declarations(code: FileDraft, manifest: FileDraft) -> FileDraft:
    lines = {row.line for row in manifest.rows}
    kept = [
        (row, judgement)
        for row, judgement in zip(code.rows, code.judgements, strict=True)
        if row.scan_status is not ScanStatus.NOT_A_USAGE or row.line not in lines
    ]
    return altered(code, rows=tuple(row for row, _ in kept), judgements=tuple(judgement for _, judgement in kept))


def settle_manifests(
    manifests: Mapping[str, FileDraft], survey: ManifestSurvey, code: Iterable[FileDraft], floors: Iterable[str]
) -> dict[str, FileDraft]:
    """The drafts, with lines withheld where the project promises a Python that is too old (in the files at `floors`),
    else where code stays.
    """
    floored = list(floors)
    staying = [draft.path for draft in code if draft.actionable and not draft.moves]
    waiting = _waiting(survey.declaring(manifests), staying)
    settled = {}
    for path, draft in manifests.items():
        bail = Bail.REPO_NOT_FULLY_MIGRATED if path in waiting else None
        if is_floored(path, floored):
            bail = Bail.PYTHON_FLOOR_TOO_LOW
        settled[path] = draft if bail is None else _withhold(draft, bail)
    return settled


def is_floored(path: str, floors: Iterable[str]) -> bool:
    """Whether a promise of one of the files holds for a dependency file."""
    return any(scope(path).is_relative_to(scope(floor)) for floor in floors)


def scope(path: str) -> PurePosixPath:
    """The folder below which a dependency file serves the code."""
    folder = PurePosixPath(path).parent
    return folder.parent if folder.name == "requirements" else folder


def _waiting(manifests: Iterable[str], staying: list[str]) -> set[str]:
    waiting: set[str] = set()
    every = set(manifests)
    for path in staying:
        waiting |= {manifest for manifest in every if PurePosixPath(path).is_relative_to(scope(manifest))} or every
    return waiting


def _withhold(draft: FileDraft, bail: Bail) -> FileDraft:
    return altered(
        draft,
        judgements=tuple(j if j.bail is not None else Judgement(change=j.change, bail=bail) for j in draft.judgements),
    )


def declaration_limitations(
    code: Iterable[FileDraft], manifests: Mapping[str, FileDraft], survey: ManifestSurvey, pack: Pack
) -> list[Limitation]:
    """What is to be said where code and dependency files do not fit together, before or after the plan."""
    used = [draft for draft in code if draft.actionable]
    declares_new = {path for path, found in survey.facts.items() if found.declares_new} | moving_lines(manifests)
    wanted = f"{pack.new.distribution}{pack.new.specifier}"
    same = pack.is_one_distribution
    named = manifests or survey.unread or survey.named
    if used and not named and not declares_new:
        detail = f"Add {wanted} where the project declares what it needs."
        return [limitation(LimitationCode.OLD_LIBRARY_NOT_DECLARED, detail=detail)]
    unmeasured = sorted(path for path, found in survey.facts.items() if found.not_measured) if used else []
    moved = [draft.path for draft in used if draft.moves]
    detail = f"Raise the line to {wanted}." if same else f"Add {wanted} beside {pack.old.distribution}."
    undeclared = undeclared_beside(survey.declaring(manifests), moved, declares_new)
    return [
        *(limitation(LimitationCode.NEW_LIBRARY_NOT_DECLARED, path, detail=detail) for path in undeclared),
        *(limitation(LimitationCode.RELEASE_NOT_MEASURED, path, detail=f"Ask for {wanted}.") for path in unmeasured),
    ]


def undeclared_beside(manifests: Iterable[str], moved: list[str], declares_new: set[str]) -> list[str]:
    """The dependency files, in order, that serve a file which moves while none that serves it declares the new
    library.
    """
    return [path for path in sorted(manifests) if path not in declares_new and _serves_any(path, moved, declares_new)]


def moving_lines(manifests: Mapping[str, FileDraft]) -> set[str]:
    """The dependency files of which a line moves, or that get one."""
    return {path for path, draft in manifests.items() if _declares_afterwards(draft)}


def _declares_afterwards(draft: FileDraft) -> bool:
    if any(fate.bail is None for fate in draft.fates().values()):
        return True
    return draft.held_back is None and any(one.adds for one in draft.answered)


def serves(manifest: str, path: str) -> bool:
    """Whether a dependency file serves the code of a file."""
    return PurePosixPath(path).is_relative_to(scope(manifest))


def _serves_any(manifest: str, moved: list[str], declares_new: set[str]) -> bool:
    """Whether a file that moves is served by this dependency file and by none that declares the new library."""
    return any(serves(manifest, path) and not any(serves(other, path) for other in declares_new) for path in moved)
