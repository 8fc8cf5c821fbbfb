"""What a run had to offer, as it was kept beside its folder."""

from pydantic import ValidationError

from bot.models.offering import OFFERING_VERSION, Offering
from bot.store.artifacts import Artifacts, RunFolder


def kept_offering(artifacts: Artifacts, folder: RunFolder) -> Offering | None:
    """Null where the run offers nothing, is forgotten, or was kept by another version of Obelize."""
    try:
        offering = Offering.model_validate_json(artifacts.read_offering(folder) or b"")
    except ValidationError:
        return None
    return offering if offering.version == OFFERING_VERSION else None
