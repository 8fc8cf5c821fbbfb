"""The header of a pack's plan: what was observed about the repository, each with its place, and what was decided."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from bot.models.header import ClientHome, DeclaredLine, PlanHeader, PromisedPython, RetiredModel
from bot.packs.schema import Pack
from bot.plan.draft import FileDraft
from bot.plan.manifest_survey import ManifestSurvey
from bot.rules.engine.splice import spliced
from bot.scan.facts import Replacement
from bot.scan.manifests.facts import LONGEST_SHOWN
from bot.vocabulary import Bail


def plan_header(
    pack: Pack,
    survey: ManifestSurvey,
    manifests: Mapping[str, FileDraft],
    code: Mapping[str, FileDraft],
    vendored: tuple[str, ...],
    retired: tuple[RetiredModel, ...],
    chosen: Collection[str],
) -> PlanHeader:
    """The header; `manifests` and `code` are the drafts of the files with their fates settled, `chosen` the homes of
    clients that somebody chose.
    """
    homes = tuple(_homes(code))
    moving = [one for one in homes if code[one.path].moves and (one.path in chosen or not chosen)]
    home = moving[0] if len(moving) == 1 else None
    return PlanHeader(
        pack=pack.id,
        declared=tuple(
            DeclaredLine(path=path, line=seen.line, text=seen.text, old=seen.old, becomes=written.get(seen.line))
            for path, found in sorted(survey.facts.items())
            for written in [_written_lines(manifests.get(path))]
            for seen in found.declared
        ),
        requirement=f"{pack.new.distribution}{pack.new.specifier}",
        python=pack.new.python,
        promised=tuple(
            PromisedPython(path=path, line=seen.line, text=seen.text, lowest=found.lowest_python)
            for path, found in sorted(survey.facts.items())
            for seen in found.pythons
        ),
        client_homes=homes,
        client_home=home.path if home is not None else None,
        client_name=home.name if home is not None else None,
        retired_models=retired,
        vendored=vendored,
    )


def _homes(code: Mapping[str, FileDraft]) -> Iterator[ClientHome]:
    """Where a client is made for others to take."""
    for path, draft in sorted(code.items()):
        for row, judgement in zip(draft.rows, draft.judgements, strict=True):
            if judgement.offers is not None and judgement.bail is None:
                yield ClientHome(path=path, line=row.line, name=judgement.offers)


def _written_lines(draft: FileDraft | None) -> dict[int, str]:
    """Line to what this run writes there instead, of a dependency file."""
    if draft is None:
        return {}
    edits: dict[int, list[Replacement]] = defaultdict(list)
    for index, fate in draft.fates().items():
        if fate.bail is None:
            edits[draft.rows[index].line] += draft.judgements[index].replacements
    return {line: _line_afterwards(draft.text, line, found) for line, found in edits.items() if found}


def _line_afterwards(text: str, line: int, edits: Sequence[Replacement]) -> str:
    written = spliced(text, edits)
    return written.split("\n")[line - 1].strip()[:LONGEST_SHOWN] if not isinstance(written, Bail) else ""
