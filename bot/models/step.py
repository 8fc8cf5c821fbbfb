"""What `obelize step --json` prints."""

from bot.models.light_record import LightRecord
from bot.vocabulary import RelayKind, Stage


class StepDocument(LightRecord):
    """`turn` and `prompt` are those of the turn that is open, null where none is."""

    kind: RelayKind
    turn: str | None
    stage: Stage
    prompt: str | None
    ungrounded: bool
