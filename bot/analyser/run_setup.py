"""What a run tells its analyser: where the jobs are, and with what they are set up.

Apart from `file_jobs`, which brings in every library that a child may need and the run itself does not.
"""

from collections.abc import Iterable
from typing import Any

from bot.packs.schema import Pack

REGISTRY = "bot.analyser.file_jobs"
"""What `Analyser(registry=…)` is given."""


def setup(packs: Iterable[Pack], *, rewriting: bool = True) -> dict[str, Any]:
    """The JSON object that the registry is called with; without `rewriting` LibCST, which is slow to load, is not."""
    return {"packs": [pack.model_dump(mode="json", by_alias=True) for pack in packs], "rewriting": rewriting}
