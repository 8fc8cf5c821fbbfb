"""What the pages of a run take from its run.json; of one that this version cannot read, the hashes of its files."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, ValidationError

from bot.models.reading import MisfitError, read_json
from bot.models.run import IndexEntry, RunDocument, Timings, Withheld


class Step(NamedTuple):
    """A part of the run, and how long it took."""

    name: str
    milliseconds: int

    @property
    def took(self) -> str:
        """For people: tenths of a second, or minutes where there are many."""
        seconds = self.milliseconds / 1000
        return f"{seconds:.1f} s" if seconds < 120 else f"{seconds / 60:.0f} min"


@dataclass(frozen=True, slots=True)
class RunIndex:
    """The hashes of the folder's other files by path, the places left, and the steps in their order."""

    hashes: Mapping[str, str]
    withheld: tuple[Withheld, ...] = ()
    steps: tuple[Step, ...] = ()


class _Files(BaseModel):
    model_config = ConfigDict(extra="ignore")
    files: tuple[IndexEntry, ...]


def run_index(data: bytes) -> RunIndex:
    """From the bytes of run.json, which may be of another version, or missing (empty)."""
    try:
        document = read_json(RunDocument, data)
    except MisfitError:
        return RunIndex(_hashes(data))
    hashes = {entry.path: entry.sha256 for entry in document.files}
    return RunIndex(hashes, document.withheld, steps_of(document.timings))


def steps_of(timings: Timings) -> tuple[Step, ...]:
    """What is known of where the time went; a part that the run did not have is not listed."""
    known = (
        ("Scanning", timings.scan_ms),
        ("Planning", timings.plan_ms),
        ("Asking the model", timings.model_ms),
        ("Writing", timings.apply_ms),
        ("Verifying", timings.verify_ms),
    )
    steps = [Step(name, milliseconds) for name, milliseconds in known if milliseconds is not None]
    return (*steps, Step("All of it", timings.total_ms)) if steps else ()


def _hashes(data: bytes) -> dict[str, str]:
    try:
        return {entry.path: entry.sha256 for entry in _Files.model_validate_json(data).files}
    except ValidationError:
        return {}
