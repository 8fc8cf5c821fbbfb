"""Reading a reply. What is wrong is said with its place, and nothing of a reply that is wrong is taken. Pure."""

import math
import re
from typing import Any, TypeAlias

from bot.consult.proposal import Unreadable, answered, envelope_in
from bot.models.arc import Claim, PendingTurn
from bot.models.reading import MisfitError, read
from bot.models.struct import Frozen
from bot.safe_text import one_line
from bot.screening.answer import amendments_of
from bot.vocabulary import ReplyFault, Resolution, Stage

MOST_CHARACTERS = 1 << 20
"""Of a reply."""
MOST_CLAIMS = 100

_LONGEST_SHOWN = 200
_DEEPEST = 50
_RESOLUTION = re.compile(r"\s*(?:```[^\n`]*\n\s*)?resolution:[ \t]*([^\s]{1,40})", re.IGNORECASE)
_PARTS = {Stage.STRATEGY: "amendments", Stage.EXECUTION: "answers", Stage.CRITIC: "findings"}
_MORE = {Stage.STRATEGY: frozenset({"notes", "resolution"})}


class ReplyProblem(Frozen):
    """Why a reply was not taken, and where in it that shows; what stood there may be quoted."""

    fault: ReplyFault
    where: str | None = None

    @property
    def sentence(self) -> str:
        """Both, for a person."""
        return f"{self.fault.sentence} ({self.where})" if self.where is not None else self.fault.sentence


class Replied(Frozen):
    """A reply that can be taken; `said` is its JSON as it came. `resolution` counts in the first stage only."""

    said: dict[str, Any]
    resolution: Resolution
    claims: tuple[Claim, ...] = ()


Reading: TypeAlias = Replied | ReplyProblem


def read_reply(text: str, pending: PendingTurn) -> Reading:
    """What the text replies to the turn that is open."""
    if len(text) > MOST_CHARACTERS:
        return ReplyProblem(ReplyFault.TOO_LONG, f"{len(text):,} characters; at most {MOST_CHARACTERS:,} are read")
    said, is_json = envelope_in(text)
    if not is_json or not isinstance(said, dict):
        return ReplyProblem(ReplyFault.NO_JSON)
    problem = _of_turn(said, pending) or _of_keys(said, pending.stage) or _of_values(said)
    if problem is not None:
        return problem
    match pending.stage:
        case Stage.STRATEGY:
            return _strategy(text, said)
        case Stage.EXECUTION:
            return _of_answers(said, pending) or Replied(said, Resolution.CHANGE)
        case _:
            return _critic(said, pending)


def _of_turn(said: dict[str, Any], pending: PendingTurn) -> ReplyProblem | None:
    turn = said.get("turn")
    if not isinstance(turn, str):
        return ReplyProblem(ReplyFault.NO_TURN, f'expected "turn": "{pending.turn}"')
    if turn != pending.turn:
        return ReplyProblem(ReplyFault.OTHER_TURN, f"turn: {_shown(turn)}; {pending.turn} is open")
    return None


def _of_keys(said: dict[str, Any], stage: Stage) -> ReplyProblem | None:
    part, more = _PARTS[stage], _MORE.get(stage, frozenset())
    unknown = sorted(said.keys() - {"turn", part, *more})
    if unknown:
        return ReplyProblem(ReplyFault.NOT_THE_FORM, f"{_shown(unknown[0])}: unknown")
    if part not in said:
        return ReplyProblem(ReplyFault.NOT_THE_FORM, f"{part}: missing")
    return None


def _of_values(said: dict[str, Any]) -> ReplyProblem | None:
    """What could not be kept as it came."""
    for name, value in said.items():
        if not _is_keepable(value, _DEEPEST):
            return ReplyProblem(ReplyFault.NOT_THE_FORM, f"{name}: nested too deep, or a number without an end")
    return None


def _is_keepable(value: Any, levels: int) -> bool:
    match value:
        case float():
            return math.isfinite(value)
        case list():
            return levels > 0 and all(_is_keepable(one, levels - 1) for one in value)
        case dict():
            return levels > 0 and all(_is_keepable(one, levels - 1) for one in value.values())
    return True


# ---- the stages


def _strategy(text: str, said: dict[str, Any]) -> Reading:
    found = amendments_of({name: value for name, value in said.items() if name in {"amendments", "notes"}})
    if isinstance(found, str):
        return ReplyProblem(ReplyFault.NOT_THE_FORM, found)
    begins = _RESOLUTION.match(text)
    word = said.get("resolution", begins[1] if begins is not None else Resolution.CHANGE)
    resolution = next((one for one in Resolution if one == word), None)
    if resolution is None:
        expected = ", ".join(Resolution)
        return ReplyProblem(ReplyFault.UNKNOWN_RESOLUTION, f"{_shown(str(word))}; expected one of {expected}")
    return Replied(said, resolution)


def _of_answers(said: dict[str, Any], pending: PendingTurn) -> ReplyProblem | None:
    given = said["answers"]
    if not isinstance(given, dict):
        return ReplyProblem(ReplyFault.NOT_THE_FORM, "answers: expected an object, one entry a request")
    asked = {str(number): number for number in pending.asked}
    strange = sorted(given.keys() - asked.keys())
    if strange:
        return ReplyProblem(ReplyFault.NOT_ASKED, f"answers.{_shown(strange[0])}")
    for name in asked:
        if name not in given:
            return ReplyProblem(ReplyFault.NOT_ANSWERED, f"answers.{name}")
        answer = answered(given[name])
        if isinstance(answer, Unreadable):
            return ReplyProblem(ReplyFault.NOT_THE_FORM, f"answers.{name}: {_shown(answer.detail)}")
    return None


def _critic(said: dict[str, Any], pending: PendingTurn) -> Reading:
    given = said["findings"]
    if not isinstance(given, list) or len(given) > MOST_CLAIMS:
        return ReplyProblem(ReplyFault.NOT_THE_FORM, f"findings: expected a list of at most {MOST_CLAIMS}")
    claims = []
    for number, one in enumerate(given, 1):
        try:
            claim = read(Claim, one)
        except (MisfitError, TypeError, RecursionError) as error:
            return ReplyProblem(ReplyFault.NOT_THE_FORM, f"findings, number {number}: {_shown(str(error))}")
        if claim.proposal not in pending.asked:
            return ReplyProblem(ReplyFault.NOT_ASKED, f"findings, number {number}: proposal {claim.proposal}")
        claims.append(claim)
    return Replied(said, Resolution.CHANGE, tuple(claims))


def _shown(text: str) -> str:
    return one_line(text)[:_LONGEST_SHOWN]
