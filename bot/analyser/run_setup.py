"""What a run tells its analyser: where the jobs are, and with what they are set up.

Apart from `file_jobs`, which brings in every library that a child may need and the run itself does not.
"""

from collections.abc import Iterable
from typing import Any

from bot.models.writing import plain
from bot.packs.schema import Pack

REGISTRY = "bot.analyser.file_jobs"
"""What `Analyser(registry=…)` is given."""


def setup(packs: Iterable[Pack], *, rewriting: bool = True, configured: bool = True) -> dict[str, Any]:
    """The JSON object that the registry is called with.

    Without `rewriting` LibCST, which is slow to load, is not; `configured` tells that there is a configuration to read.
    """
    documents = [plain(pack) for pack in packs]
    return {"packs": documents, "rewriting": rewriting, "configured": configured}
