"""Reading what a model answered: first JSON, then an envelope, then the shape of a proposal.

The envelope is `{"proposal": object or null}`. Endpoints that ignore the format they were asked for wrap it in prose or
in a fence, so it is looked for as the whole answer, in the first fenced block, and from the first brace to the last.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn, TypeAlias

from bot.models.consultation import EditProposal
from bot.models.reading import MisfitError, read
from bot.vocabulary import ProviderFailure

_FENCED = re.compile(r"```[^\n`]*\n(.*?)```", re.DOTALL)


_DEEPEST = 5
"""Levels of lists and objects; a proposal has one. What is deeper could not be written down."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A readable answer; `proposal` is null where the model had nothing to propose, `given` is it as it came."""

    proposal: EditProposal | None
    given: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Unreadable:
    """No answer that can be used; `given` is the proposal as it came, where there was one that does not hold."""

    failure: ProviderFailure
    detail: str
    given: dict[str, Any] | None = None


Answer: TypeAlias = Answered | Unreadable


def read_answer(content: str, cleaned: Callable[[str], str] = str) -> Answer:
    """What the text of a model's message says; every text in it is `cleaned` of what nobody may keep."""
    envelope, is_json = envelope_in(content)
    if not is_json:
        return Unreadable(ProviderFailure.ANSWER_NOT_JSON, "No JSON object stands in it.")
    return answered(envelope, cleaned)


def answered(envelope: Any, cleaned: Callable[[str], str] = str) -> Answer:
    """The same of JSON that was read already."""
    if not isinstance(envelope, dict) or set(envelope) != {"proposal"}:
        return Unreadable(ProviderFailure.ANSWER_NOT_A_PROPOSAL, 'Expected {"proposal": …} and nothing beside it.')
    given = envelope["proposal"]
    if given is None:
        return Answered(None, None)
    if not isinstance(given, dict):
        return Unreadable(ProviderFailure.ANSWER_NOT_A_PROPOSAL, "Expected an object or null as the proposal.")
    try:
        given = _with_texts(given, cleaned, _DEEPEST)
    except RecursionError:
        return Unreadable(ProviderFailure.PROPOSAL_DOES_NOT_HOLD, "It is nested too deep to be kept.")
    try:
        return Answered(read(EditProposal, given), given)
    except MisfitError as error:
        return Unreadable(ProviderFailure.PROPOSAL_DOES_NOT_HOLD, str(error), given)


def _with_texts(value: Any, cleaned: Callable[[str], str], levels: int) -> Any:
    """The JSON value with every text in it cleaned. Raises RecursionError below so many levels."""
    if not levels:
        raise RecursionError
    match value:
        case str():
            return cleaned(value)
        case list():
            return [_with_texts(one, cleaned, levels - 1) for one in value]
        case dict():
            return {cleaned(name): _with_texts(one, cleaned, levels - 1) for name, one in value.items()}
    return value


def envelope_in(content: str) -> tuple[Any, bool]:
    """The first of the three readings of a text that is JSON, and whether one was."""
    for text in _readings(content):
        try:
            return json.loads(text, parse_constant=_refuse), True
        except (ValueError, RecursionError):
            continue
    return None, False


def _readings(content: str) -> list[str]:
    fenced = _FENCED.search(content)
    first, last = content.find("{"), content.rfind("}")
    spanned = [content[first : last + 1]] if 0 <= first < last else []
    return [content, *([fenced[1]] if fenced is not None else []), *spanned]


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"no {word}")
