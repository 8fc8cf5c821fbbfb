"""What a run tells its analyser: where the jobs are, and with what they are set up.

Apart from `file_jobs`, which brings in every library that a child may need and the run itself does not.
"""

from collections.abc import Iterable
from typing import Any

from bot.packs.at_hand import PackAtHand
from bot.packs.loaded import target_listing
from bot.packs.schema import Pack
from bot.scan.manifests.selection import ManifestForm, manifest_form
from bot.scan.source_kinds import is_notebook


def setup(
    packs: Iterable[Pack | PackAtHand],
    paths: Iterable[str] | None = None,
    *,
    rewriting: bool = True,
    configured: bool = True,
    asking: bool = False,
) -> dict[str, Any]:
    """The JSON object that the registry is called with: what a child brings in before it is confined.

    Without `rewriting` LibCST, which is slow to load, is not; `configured` tells that there is a configuration to read,
    `asking` that a model is asked, or that what it would be asked is to be shown.
    What reads dependency files and notebooks is brought in for those among `paths`; for all kinds without.
    """
    at_hand = (pack if isinstance(pack, PackAtHand) else PackAtHand.of(pack) for pack in packs)
    documents = {pack.id: pack.document for pack in at_hand}
    known = None if paths is None else tuple(paths)
    forms = set(ManifestForm) if known is None else {form for form in map(manifest_form, known) if form is not None}
    if forms:
        forms.add(ManifestForm.REQUIREMENTS_TXT)  # which others may include under any name
    return {
        "packs": documents,
        "rewriting": rewriting,
        "targets": {pack: target_listing(pack) for pack in documents} if asking else None,
        "configured": configured,
        "forms": sorted(form.value for form in forms),
        "notebooks": known is None or any(map(is_notebook, known)),
    }
