"""Dependency lines: a pin moves when no code that it serves needs the old library any more.

A dependency file serves the code below its folder, one in a folder called `requirements` the code below that folder's
parent. Code that no declaring file serves is served by all of them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import PurePosixPath

from bot.models.limitation import Limitation, limitation
from bot.packs.schema import Pack
from bot.plan.draft import FileDraft
from bot.rules.engine.manifest_facts import ManifestFacts
from bot.scan.facts import Judgement
from bot.vocabulary import Bail, LimitationCode


def settle_manifests(
    manifests: Mapping[str, FileDraft], facts: Mapping[str, ManifestFacts], code: Iterable[FileDraft]
) -> dict[str, FileDraft]:
    """The drafts, with lines withheld where the project promises a Python that is too old, else where code stays."""
    floors = [scope(path) for path, found in facts.items() if found.lowest_python is not None]
    waiting = _waiting(manifests, [draft.path for draft in code if draft.actionable and not draft.moves])
    settled = {}
    for path, draft in manifests.items():
        bail = Bail.REPO_NOT_FULLY_MIGRATED if path in waiting else None
        if any(scope(path).is_relative_to(folder) for folder in floors):
            bail = Bail.PYTHON_FLOOR_TOO_LOW
        settled[path] = draft if bail is None else _withhold(draft, bail)
    return settled


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
    return replace(
        draft,
        judgements=tuple(j if j.bail is not None else Judgement(change=j.change, bail=bail) for j in draft.judgements),
    )


def declaration_limitations(
    code: Iterable[FileDraft],
    manifests: Mapping[str, FileDraft],
    facts: Mapping[str, ManifestFacts],
    pack: Pack,
    *,
    named_elsewhere: bool,
) -> list[Limitation]:
    """What is to be said where code and dependency files do not fit together, before or after the plan.

    `named_elsewhere` tells that a dependency file of a form that is not read names the library.
    """
    used = [draft for draft in code if draft.actionable]
    declares_new = {path for path, found in facts.items() if found.declares_new} | _moving_lines(manifests)
    wanted = f"{pack.new.distribution}{pack.new.specifier}"
    if used and not manifests and not declares_new and not named_elsewhere:
        detail = f"Add {wanted} where the project declares what it needs."
        return [limitation(LimitationCode.OLD_LIBRARY_NOT_DECLARED, detail=detail)]
    moved = [draft.path for draft in used if draft.moves]
    return [
        limitation(
            LimitationCode.NEW_LIBRARY_NOT_DECLARED, path, detail=f"Add {wanted} beside {pack.old.distribution}."
        )
        for path in sorted(manifests)
        if path not in declares_new and _serves_any(path, moved, declares_new)
    ]


def _moving_lines(manifests: Mapping[str, FileDraft]) -> set[str]:
    return {path for path, draft in manifests.items() if any(fate.bail is None for fate in draft.fates().values())}


def _serves_any(manifest: str, moved: list[str], declares_new: set[str]) -> bool:
    """Whether a file that moves is served by this dependency file and by none that declares the new library."""
    return any(
        PurePosixPath(path).is_relative_to(scope(manifest))
        and not any(PurePosixPath(path).is_relative_to(scope(other)) for other in declares_new)
        for path in moved
    )
