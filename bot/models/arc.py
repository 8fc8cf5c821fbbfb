"""The arc: what is asked out of band about one head, stage by stage, what was replied, and what came of it.

A frozen record that the shells keep. It holds the replies and nothing that can be worked out again from them.
"""

from typing import Annotated, Any

from bot.models.bounds import Bounds, Checked
from bot.models.light_record import LightRecord
from bot.models.names import PackId
from bot.vocabulary import ArcStatus, CriticCheck, ModelClass, Resolution, Stage


class Note(LightRecord):
    """A fact about a migration that a pack ships. `symbols` are full names of the old library: the note is about each
    of them and all below. `source` is the page that makes it true.
    """

    id: Annotated[str, Bounds(pattern=r"^[a-z0-9]+(?:-[a-z0-9]+)*$", max_length=64)]
    symbols: Annotated[tuple[str, ...], Bounds(min_length=1)]
    fact: Annotated[str, Bounds(min_length=1, max_length=2_000, pattern=r"^[^\x00-\x08\x0b-\x1f\x7f]+$")]
    source: Annotated[str, Bounds(pattern=r"^https://[^\s<>\"']+$", max_length=500)]


class Footprint(LightRecord):
    """What the proposals that passed the guard would change: files, and symbols of the old library."""

    paths: tuple[str, ...]
    symbols: tuple[str, ...]


class PendingTurn(LightRecord):
    """A turn that waits for its reply. `turn` names repository, head, stage and content; `asked` are the numbers of the
    questions or proposals that it is about; `prompt` is the whole document.
    """

    turn: str
    stage: Stage
    model_class: ModelClass
    asked: tuple[int, ...]
    prompt: str
    prompt_sha256: str


class TurnTaken(LightRecord):
    """A turn with its reply: `said` is what the reply's JSON held, as it came."""

    turn: str
    stage: Stage
    model_class: ModelClass
    prompt_sha256: str
    reply_sha256: str
    said: dict[str, Any]


def _one_thing(text: str) -> str:
    if not text.strip():
        raise ValueError("expected something that is not blank")
    return text


Told = Annotated[str, Bounds(max_length=2_000), Checked(_one_thing)]


class Claim(LightRecord):
    """What a critic says of a proposal, by its number: `check` is what can be looked up, of the text `text`."""

    proposal: int
    check: CriticCheck
    text: Told
    why: Told


class CriticFinding(LightRecord):
    """A claim as it is kept. `confirmed` is null until it was looked up."""

    number: int
    proposal: int
    check: CriticCheck
    text: str
    why: str
    confirmed: bool | None


class Arc(LightRecord):
    """`where` is the repository or folder, `head` the commit, or that there is none. `resolution` is
    null until it is settled, `pending` where no turn is open. `context` are the notes that the critic was given,
    `ungrounded` tells that it had none and no proof.
    """

    id: str
    where: str
    head: str
    pack: PackId
    stage: Stage
    status: ArcStatus
    resolution: Resolution | None
    pending: PendingTurn | None
    history: tuple[TurnTaken, ...]
    footprint: Footprint
    context: tuple[str, ...]
    ungrounded: bool
    findings: tuple[CriticFinding, ...]

    def taken(self, stage: Stage) -> TurnTaken | None:
        """The turn of that stage that was replied to."""
        return next((turn for turn in self.history if turn.stage is stage), None)


class ArcDocument(LightRecord):
    """model/arc.json."""

    version: int
    arc: Arc


class TurnSummary(LightRecord):
    """A turn of an arc in run.json."""

    turn: str
    stage: Stage
    model_class: ModelClass
    prompt_sha256: str


class RelaySummary(LightRecord):
    """The arc in run.json: how far it came, and each turn that was replied to."""

    arc: str
    stage: Stage
    status: ArcStatus
    resolution: Resolution | None
    turns: tuple[TurnSummary, ...]
    context: tuple[str, ...]
    ungrounded: bool
    findings: tuple[CriticFinding, ...]

    @classmethod
    def of(cls, arc: Arc) -> "RelaySummary":
        """What is told of the arc."""
        return cls(
            arc=arc.id,
            stage=arc.stage,
            status=arc.status,
            resolution=arc.resolution,
            turns=tuple(
                TurnSummary(
                    turn=one.turn, stage=one.stage, model_class=one.model_class, prompt_sha256=one.prompt_sha256
                )
                for one in arc.history
            ),
            context=arc.context,
            ungrounded=arc.ungrounded,
            findings=arc.findings,
        )
