"""A finished run in a server's stores, for the tests of its pages."""

from bot.models.decision import RepositoryFacts
from bot.models.names import DeliveryId, RunId
from bot.models.run_key import RunKey
from bot.store import installations, runs
from bot.store.artifacts import RunFolder
from bot.vocabulary import Conclusion, RunState
from tests.webhooks.serving import Served

RUN_ID = RunId("20261130T142530Z-3f9a1c72")
FOLDER = RunFolder(7, RUN_ID)
PATCH_SHA256 = "5f" * 32
RUN_JSON = (
    b'{"version": 1, "run_id": "%b", "files": [{"path": "patch.diff", "sha256": "%b", "bytes": 12}], "more": {}}\n'
    % (RUN_ID.encode(), PATCH_SHA256.encode())
)
REPORT = b"""# What was found

| place | word |
| --- | --- |
| `a.py:3` | star_imported |

See [the patch](patch.diff), [the guide](https://pypdf.readthedocs.io/) and [this](javascript:alert(1)).

<script>alert("html")</script> ![pixel](https://example.org/pixel.png)
"""
FILES = {
    "run.json": RUN_JSON,
    "REPORT.md": REPORT,
    "patch.diff": b"--- a/<b>.py\n",
    "packs/py-pdf/pypdf2-to-pypdf/pack.yaml": b"schema: 1\n",
    "snapshots/before/" + "0" * 64: b"<script>alert(1)</script>\xff\n",
}


def keep_run(bot: Served, state: RunState = RunState.FINISHED, files: dict[str, bytes] | None = None) -> RunKey:
    """Its rows, and its folder unless there is none yet (`files` empty)."""
    with bot.services.database.write() as connection:
        installations.put_installation(connection, 5, "octo")
        facts = RepositoryFacts(id=7, full_name="octo/app", private=True, default_branch="main")
        installations.put_repository(connection, 5, facts)
        head = runs.Head(7, 3, "a" * 40, "b" * 40)
        key = runs.insert(connection, head, 1, DeliveryId("guid"), bot.services.now())
        conclusion = Conclusion.ROWS_LEFT if state is RunState.FINISHED else None
        runs.change(connection, key, run_id=RUN_ID, state=state, conclusion=conclusion, started_at=bot.services.now())
    stored = FILES if files is None else files
    if stored:
        bot.services.artifacts.put_run(FOLDER, stored, b"PK\x05\x06" + b"\0" * 18)
    return key
