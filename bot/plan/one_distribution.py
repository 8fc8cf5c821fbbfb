"""Packs whose two libraries are one distribution: no environment holds both, so nothing moves while a place stays.

Unless the tree asks for the new releases already, as in the pull request of a dependency bump: then every file that
moves is one that works again, and each goes by itself.
"""

from collections.abc import Mapping

from bot.models.limitation import Limitation, limitation
from bot.models.struct import altered
from bot.packs.schema import Pack
from bot.plan.draft import FileDraft
from bot.plan.manifest_survey import ManifestSurvey
from bot.vocabulary import Bail, LimitationCode

_MOST_NAMED = 20


def is_coupled(manifests: ManifestSurvey, pack: Pack) -> bool:
    """Whether nothing of the pack may change as long as one place stays: one distribution, whose line has not moved."""
    return pack.is_one_distribution and not _pin_has_moved(manifests)


def hold_distribution_back(
    code: Mapping[str, FileDraft], manifests: ManifestSurvey, pack: Pack
) -> tuple[dict[str, FileDraft], list[Limitation]]:
    """The drafts, all of them held back where one stays and no dependency file has moved yet; and what holds them."""
    staying = [draft for draft in code.values() if draft.actionable and not draft.moves]
    moving = [draft for draft in code.values() if draft.moves]
    if not staying or not moving or not is_coupled(manifests, pack):
        return dict(code), []
    held = {
        path: altered(draft, held_back=Bail.DISTRIBUTION_HELD) if draft.moves else draft for path, draft in code.items()
    }
    return held, [_told(staying)]


def _pin_has_moved(manifests: ManifestSurvey) -> bool:
    """Whether the dependency files admit releases after those of the old library, each of them that declares it."""
    found = [manifests.facts[path] for path in manifests.declaring(manifests.facts)]
    declared = any(one.declares_new or one.rows for one in found)
    return declared and not any(one.holds_old or one.names_old for one in found)


def _told(staying: list[FileDraft]) -> Limitation:
    places = [
        f"{draft.path}:{draft.rows[index].file_line or draft.rows[index].line} ({bail})"
        for draft in staying
        for index, bail in _own_words(draft)
    ]
    more = f" and {len(places) - _MOST_NAMED} more" if len(places) > _MOST_NAMED else ""
    detail = f"What stays: {', '.join(places[:_MOST_NAMED])}{more}."
    return limitation(LimitationCode.DISTRIBUTION_NOT_FREE, detail=detail)


def _own_words(draft: FileDraft) -> list[tuple[int, Bail]]:
    """The rows of the file that are withheld for a reason of their own, else all with what holds the file."""
    words = [(index, draft.judgements[index].bail or draft.held_back) for index in draft.actionable]
    return [(index, bail) for index, bail in words if bail is not None]
