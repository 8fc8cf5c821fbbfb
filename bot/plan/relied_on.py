"""Places that do something for the whole process, such as configuring a library: other files rely on them unseen."""

from collections.abc import Mapping
from dataclasses import replace

from bot.plan.draft import FileDraft
from bot.vocabulary import Bail, FindingKind

_ASKS = frozenset({FindingKind.CALL, FindingKind.METHOD_CALL})


def hold_relied_on_back(drafts: Mapping[str, FileDraft]) -> dict[str, FileDraft]:
    """The drafts, with every file held back that does such a thing while another that calls the library, and does not
    do it itself, stays with the old one.
    """
    relying = any(_calls(draft) and not draft.moves and not _does_it(draft) for draft in drafts.values())
    if not relying:
        return dict(drafts)
    return {
        path: replace(draft, held_back=Bail.CONFIGURE_CONSUMED_ELSEWHERE) if draft.moves and _does_it(draft) else draft
        for path, draft in drafts.items()
    }


def _does_it(draft: FileDraft) -> bool:
    return any(draft.judgements[index].relied_on for index in draft.actionable)


def _calls(draft: FileDraft) -> bool:
    rows = (draft.rows[index] for index in draft.actionable)
    return any(row.kind in _ASKS and not row.searched and row.bail is not Bail.SYMBOL_UNKNOWN for row in rows)
