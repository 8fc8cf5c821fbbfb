"""What a run could not decide by itself and a person can: a record, asked and answered through one machinery."""

from typing import Annotated

from bot.models.bounds import Bounds
from bot.models.light_record import LightRecord
from bot.vocabulary import AnsweredBy


class Question(LightRecord):
    """`key` names the question where it is answered: its kind, what it is about, and behind `@` the folder that
    it is about if that is not the root (percent-encoded); `allowed` are all the answers that it takes; `evidence` are
    places of the repository and what stands there. `answer` and `answered_by` are null until somebody answers.
    """

    key: Annotated[str, Bounds(pattern=r"^[a-z-]+/[A-Za-z0-9][A-Za-z0-9._-]*(?:@[A-Za-z0-9._~%/-]+)?$")]
    sentence: str
    allowed: tuple[str, ...]
    evidence: tuple[str, ...]
    answer: str | None
    answered_by: AnsweredBy | None
