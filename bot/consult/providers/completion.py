"""Reading a chat completion: the message's text and what it cost. Pure."""

import json
import re
from typing import Any, NoReturn

from bot.consult.proposal import Answered, Unreadable, read_answer
from bot.consult.provider import ProviderError, Reply
from bot.consult.secrets import REDACTED, redacted
from bot.vocabulary import ProviderFailure

MOST_DETAIL = 500
"""Characters of what an endpoint says that are kept, after secrets were taken out."""


def reply_of(body: bytes, key: str | None = None) -> Reply:
    """The reply that a response's body holds; raises ProviderError. An endpoint that says the key again is recorded
    without it, and proposes the mark of a secret.
    """
    content, tokens = content_of(body, key)
    match read_answer(content, lambda text: _without(text, key)):
        case Unreadable(failure, detail, given):
            told = f"{detail} {quoted(content.encode(errors='replace'), key)}".strip()
            raise ProviderError(failure, told[:MOST_DETAIL], given=given, tokens=tokens)
        case Answered(proposal, given):
            return Reply(proposal, given, tokens)


def content_of(body: bytes, key: str | None = None) -> tuple[str, tuple[int | None, int | None]]:
    """The text of the message without the key, and the tokens read and written; raises ProviderError."""
    try:
        completion = json.loads(body.decode(), parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise ProviderError(ProviderFailure.RESPONSE_NOT_JSON, quoted(body, key)) from error
    content = _content(completion)
    if content is None:
        raise ProviderError(ProviderFailure.RESPONSE_NOT_A_COMPLETION, quoted(body, key))
    return _without(content, key), (_tokens(completion, "prompt_tokens"), _tokens(completion, "completion_tokens"))


def _without(text: str, key: str | None) -> str:
    """The text with the mark of a secret in place of the key."""
    return text.replace(key, REDACTED) if key else text


def quoted(said: bytes, key: str | None = None) -> str:
    """What an endpoint said, as it may be kept: without secrets first, then without what is too long."""
    text = _without(said.decode(errors="replace"), key)
    if len(text) > 8 * MOST_DETAIL:
        text = re.sub(r"(?<!\S)\S+\Z", "", text[: 8 * MOST_DETAIL])  # the last word may be the beginning of a secret
    return redacted(text)[:MOST_DETAIL]


def _content(completion: Any) -> str | None:
    try:
        content = completion["choices"][0]["message"]["content"]
    except (KeyError, IndexError, TypeError):
        return None
    return content if isinstance(content, str) else None


def _tokens(completion: Any, name: str) -> int | None:
    usage = completion.get("usage")
    count = usage.get(name) if isinstance(usage, dict) else None
    return count if type(count) is int and 0 <= count < 2**53 else None


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"no {word}")
