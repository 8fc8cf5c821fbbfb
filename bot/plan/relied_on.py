"""Places that do something for the whole process, such as configuring a library: other files rely on them unseen.

A file can rely on another only where one process may run both: where imports lead from one to the other, in whatever
direction and over however many modules.
"""

from collections.abc import Generator, Mapping

from bot.models.struct import altered
from bot.models.want import Answer, Imported, ReadImports, Want
from bot.plan.draft import FileDraft
from bot.scan.repository import ModuleIndex
from bot.vocabulary import Bail, FindingKind

_ASKS = frozenset({FindingKind.CALL, FindingKind.METHOD_CALL})


def run_together(drafts: Mapping[str, FileDraft], paths: tuple[str, ...]) -> Generator[Want, Answer, dict[str, str]]:
    """For each file of the tree (`paths`) one that stands for all that may run in a process with it; nothing where no
    draft does anything for a whole process, or none could rely on it.
    """
    if not any(map(_does_it, drafts.values())) or all(map(_does_it, drafts.values())):
        return {}
    imported = yield ReadImports(paths)
    assert isinstance(imported, Imported)
    modules, stands_for = ModuleIndex(paths), {path: path for path in paths}
    for path, names in imported.names.items():
        for name in names:
            for other in modules.find(name):
                stands_for[_root(stands_for, other)] = _root(stands_for, path)
    return {path: _root(stands_for, path) for path in paths}


def _root(stands_for: dict[str, str], path: str) -> str:
    while stands_for[path] != path:
        stands_for[path] = stands_for[stands_for[path]]
        path = stands_for[path]
    return path


def hold_relied_on_back(drafts: Mapping[str, FileDraft], together: Mapping[str, str]) -> dict[str, FileDraft]:
    """The drafts, with every file held back that does such a thing while another that may run with it (`together`)
    calls the library, does not do it itself, and stays with the old one.
    """
    relying = {
        together.get(path)
        for path, draft in drafts.items()
        if _calls(draft) and not draft.moves and not _does_it(draft)
    }
    return {
        path: altered(draft, held_back=Bail.CONFIGURE_CONSUMED_ELSEWHERE)
        if draft.moves and _does_it(draft) and together.get(path) in relying
        else draft
        for path, draft in drafts.items()
    }


def _does_it(draft: FileDraft) -> bool:
    return any(draft.judgements[index].relied_on for index in draft.actionable)


def _calls(draft: FileDraft) -> bool:
    rows = (draft.rows[index] for index in draft.actionable)
    return any(row.kind in _ASKS and not row.searched and row.bail is not Bail.SYMBOL_UNKNOWN for row in rows)
