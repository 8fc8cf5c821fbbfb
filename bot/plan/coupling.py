"""Files between which objects of the library travel: they move together or not at all.

A file that keeps the old library must not be handed objects of the new one, and the other way round; and a file that
reaches another one's import by its old name must not lose it.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from bot.models.struct import altered
from bot.plan.draft import FileDraft
from bot.scan.facts import FileFacts, Judgement, Row
from bot.scan.repository import ModuleIndex
from bot.vocabulary import Bail, ConfidenceReason, FindingKind


def coupled_pairs(facts: Mapping[str, FileFacts], modules: ModuleIndex) -> set[frozenset[str]]:
    """Pairs of files between which something of the library may travel: one takes it from the other by name, or one
    hands it out and either imports the other.
    """
    pairs: set[frozenset[str]] = set()
    for path, found in facts.items():
        for module in found.takes_from:
            pairs |= {frozenset({path, other}) for other in modules.find(module)}
        for module in found.imports:
            for other in modules.find(module):
                if other in facts and (found.hands_out or facts[other].hands_out):
                    pairs.add(frozenset({path, other}))
    return {pair for pair in pairs if len(pair) == 2 and pair <= facts.keys()}


def hold_groups_back(
    drafts: Mapping[str, FileDraft], pairs: Iterable[frozenset[str]], word: Bail = Bail.CONSUMER_NOT_MIGRATED
) -> dict[str, FileDraft]:
    """The drafts, with every file held back that is connected, over any number of pairs, to one that stays."""
    neighbours: dict[str, set[str]] = defaultdict(set)
    for pair in pairs:
        for path in pair:
            neighbours[path] |= pair - {path}
    staying = [path for path, draft in drafts.items() if draft.actionable and not draft.moves]
    reached = set(staying)
    while staying:
        fresh = neighbours[staying.pop()] - reached
        reached |= fresh
        staying += fresh
    return {
        path: altered(draft, held_back=word) if draft.moves and path in reached else draft
        for path, draft in drafts.items()
    }


def keep_names_used_elsewhere(
    drafts: Mapping[str, FileDraft], facts: Mapping[str, FileFacts], modules: ModuleIndex
) -> dict[str, FileDraft]:
    """The drafts, with `import old` withheld where another file reaches the library as `this_module.old`."""
    users: dict[str, set[str]] = defaultdict(set)
    for path, found in facts.items():
        for module in found.module_uses:
            for owner in modules.find(module):
                users[owner].add(path)
    return {
        path: altered(draft, judgements=tuple(map(_withheld, draft.rows, draft.judgements)))
        if users[path] - {path}
        else draft
        for path, draft in drafts.items()
    }


def _withheld(row: Row, judgement: Judgement) -> Judgement:
    renames = row.kind is FindingKind.IMPORT and row.confidence_reason is ConfidenceReason.DIRECT_IMPORT
    if renames and judgement.bail is None:
        return Judgement(change=judgement.change, bail=Bail.NAME_USED_ELSEWHERE)
    return judgement
