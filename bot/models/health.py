"""What `obelize doctor` sees, and what it makes of it."""

from pydantic import Field

from bot.models.record import Record
from bot.vocabulary import Health, Part


class Delivery(Record):
    """An attempt of GitHub's to deliver; a code of 0 and those from 500 also stand for no answer at all."""

    event: str
    status_code: int


class Granted(Record):
    """What the owner of one account granted; `settings_url` is where more is granted."""

    account: str
    permissions: dict[str, str]
    settings_url: str


class AppFacts(Record):
    """What GitHub says of the App; null is what it did not say.

    `status` is what it answered to our signature, null without an answer. `ahead` is by how many seconds our clock is
    ahead of GitHub's. `hook_secret` is whether GitHub has one at all; which, it tells nobody.
    """

    status: int | None
    failure: str | None
    ahead: float | None
    slug: str | None
    settings_url: str | None
    permissions: dict[str, str] | None
    events: tuple[str, ...] | None
    hook_url: str | None
    hook_secret: bool | None
    deliveries: tuple[Delivery, ...] | None
    installations: tuple[Granted, ...] | None


class DatabaseFacts(Record):
    """`failure` is why it could not be asked. `revision` is null where no start has made the tables yet."""

    failure: str | None
    revision: str | None
    newest: str
    journal: str | None


class ModelFacts(Record):
    """Which model may be asked; the host alone, never its whole address. Null where none may."""

    name: str
    host: str
    key_variable: str
    has_key: bool


class Facts(Record):
    """All that was seen, in one moment. `shared_files` are files with a secret that others can read."""

    api_url: str
    hook_url: str
    wanted_permissions: dict[str, str]
    wanted_events: tuple[str, ...]
    shared_files: tuple[str, ...]
    app: AppFacts
    database: DatabaseFacts
    storage_failure: str | None
    git_version: tuple[int, ...] | None
    model: ModelFacts | None


class Diagnosis(Record):
    """One line: what was looked at, how it is, what was seen, and how to mend it."""

    part: Part
    health: Health
    sentence: str = Field(min_length=1)
    mend: str = ""
