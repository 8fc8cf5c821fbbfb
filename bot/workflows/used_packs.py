"""The packs behind what a run found, out of all that a process has."""

from collections.abc import Sequence

from bot.evidence.run_folder import PackFile
from bot.models.outcome import Outcome
from bot.packs.loaded import LoadedPack


def used_packs(packs: Sequence[LoadedPack], outcome: Outcome) -> list[LoadedPack]:
    """Those that the run used, in the order of the process."""
    used = {stamp.id for stamp in outcome.scan.packs}
    return [loaded for loaded in packs if loaded.id in used]


def pack_files(packs: Sequence[LoadedPack], outcome: Outcome) -> list[PackFile]:
    """The same as the run folder keeps them."""
    return [PackFile(loaded.stamp, loaded.source, loaded.data) for loaded in used_packs(packs, outcome)]
