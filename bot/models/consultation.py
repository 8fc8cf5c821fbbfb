"""What is asked of a model about one withheld row, and what it may answer.

Lines are 1-based and inclusive, and end at LF; a CR before it is no part of a text here.
"""

from typing import Annotated

from bot.models.bounds import Bounds, Checked
from bot.models.light_record import LightRecord
from bot.models.names import PackId, RowId
from bot.vocabulary import Bail, GuardRefusal


class Context(LightRecord):
    """The lines that are sent: secrets are taken out of `text`, of which `sha256` is the hash."""

    start_line: int
    end_line: int
    text: str
    sha256: str


class Contexts(LightRecord):
    """What is sent for each place asked about in a file; null where it is too much."""

    contexts: tuple[Context | None, ...]


class Consultation(LightRecord):
    """One question. `index` counts from 1 in document order; `limitations` are the pack's own sentences.

    `to_modules` are the modules that an answer may import, with everything below them. `before_sha256` is the hash of
    the file's bytes.
    """

    index: int
    row_id: RowId
    pack: PackId
    path: str
    line: int
    symbol: str
    bail: Bail
    context: Context
    limitations: tuple[str, ...]
    to_modules: tuple[str, ...]
    before_sha256: str


def _not_blank(text: str) -> str:
    if not text.strip():
        raise ValueError("expected something that is not blank")
    return text


Line = Annotated[int, Bounds(ge=1)]
Told = Annotated[str, Checked(_not_blank)]


class EditProposal(LightRecord):
    """A model's answer: these lines become that text. Its shape is checked, and nothing of it is trusted.

    `replaces` is what the model believes to stand in the lines; `replacement` stands there instead. A last line end
    counts in neither. An empty replacement takes the lines out.
    """

    path: Told
    symbol: Told
    start_line: Line
    end_line: Line
    replaces: Annotated[str, Bounds(min_length=1)]
    replacement: str
    rationale: Told

    def __post_init__(self) -> None:
        if self.end_line < self.start_line:
            raise ValueError("end_line: expected one that is not before start_line")


class GuardVerdict(LightRecord):
    """What the guard says of a proposal: null where it passed. `detail` tells what exactly was refused, in our words
    but for names and paths that the proposal itself brought.
    """

    refusal: GuardRefusal | None
    detail: str | None
