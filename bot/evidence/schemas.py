"""The published JSON Schemas of the run folder's documents, made from the records themselves."""

import json

from pydantic import TypeAdapter

from bot.models.arc import ArcDocument
from bot.models.finding import FindingsDocument
from bot.models.light_record import LightRecord
from bot.models.model_records import ModelDocument, ProposalRecord
from bot.models.plan import PlanDocument
from bot.models.run import RunDocument
from bot.models.screening import ScreeningDocument

DOCUMENTS: dict[str, type[LightRecord]] = {
    "run": RunDocument,
    "findings": FindingsDocument,
    "plan": PlanDocument,
    "model": ModelDocument,
    "proposal": ProposalRecord,
    "screening": ScreeningDocument,
    "arc": ArcDocument,
}


def schema_files() -> dict[str, str]:
    """File name to the text of the schema; the same records give the same text."""
    return {
        f"{name}.schema.json": json.dumps(TypeAdapter(record).json_schema(), indent=2, sort_keys=True) + "\n"
        for name, record in DOCUMENTS.items()
    }
