"""Rewritings that count on seeing every call of a function: they hold only while no other file imports it.

A generator of wants: the import lines of the repository's files are read where a rewriting asks for it.
"""

from collections.abc import Generator, Mapping
from dataclasses import replace

from bot.models.want import Answer, Imported, ReadImports, Want
from bot.plan.draft import FileDraft
from bot.scan.facts import Judgement
from bot.scan.repository import ModuleIndex
from bot.vocabulary import Bail


def withhold_called_elsewhere(
    drafts: Mapping[str, FileDraft], paths: tuple[str, ...]
) -> Generator[Want, Answer, dict[str, FileDraft]]:
    """The drafts, with such a rewriting withheld where another file of the tree (`paths`) imports the function."""
    if not any(judgement.within_file for draft in drafts.values() for judgement in draft.judgements):
        return dict(drafts)
    imported = yield ReadImports(paths)
    assert isinstance(imported, Imported)
    modules = ModuleIndex(paths)
    owners: dict[str, set[str]] = {}
    for path, names in imported.names.items():
        for name in names:
            module, _, last = name.rpartition(".")
            for owner in modules.find(module):
                if owner != path:
                    owners.setdefault(owner, set()).add(last)
    return {path: _checked(draft, frozenset(owners.get(path, ()))) for path, draft in drafts.items()}


def _checked(draft: FileDraft, imported: frozenset[str]) -> FileDraft:
    return replace(draft, judgements=tuple(_withheld(judgement, imported) for judgement in draft.judgements))


def _withheld(judgement: Judgement, imported: frozenset[str]) -> Judgement:
    taken = "*" in imported or not imported.isdisjoint(judgement.within_file)
    if judgement.within_file and judgement.bail is None and taken:
        return Judgement(change=judgement.change, bail=Bail.CALLED_ELSEWHERE)
    return judgement
