"""The header of a pack's plan: what was observed about the repository, each with its place, and what was decided."""

from collections.abc import Mapping

from bot.models.header import DeclaredLine, PlanHeader, PromisedPython, RetiredModel
from bot.packs.schema import Pack
from bot.plan.draft import FileDraft
from bot.plan.manifest_survey import ManifestSurvey


def plan_header(
    pack: Pack,
    survey: ManifestSurvey,
    manifests: Mapping[str, FileDraft],
    vendored: tuple[str, ...],
    retired: tuple[RetiredModel, ...],
) -> PlanHeader:
    """The header; `manifests` are the drafts of the dependency files with their fates settled."""
    return PlanHeader(
        pack=pack.id,
        declared=tuple(
            DeclaredLine(path=path, line=seen.line, text=seen.text, old=seen.old, moves=seen.line in moving)
            for path, found in sorted(survey.facts.items())
            for moving in [_moving(manifests.get(path))]
            for seen in found.declared
        ),
        requirement=f"{pack.new.distribution}{pack.new.specifier}",
        python=pack.new.python,
        promised=tuple(
            PromisedPython(path=path, line=seen.line, text=seen.text, lowest=found.lowest_python)
            for path, found in sorted(survey.facts.items())
            for seen in found.pythons
        ),
        client_home=None,
        client_name=None,
        retired_models=retired,
        vendored=vendored,
    )


def _moving(draft: FileDraft | None) -> frozenset[int]:
    """The lines of the file that this run writes anew."""
    if draft is None:
        return frozenset()
    return frozenset(draft.rows[index].line for index, fate in draft.fates().items() if fate.bail is None)
