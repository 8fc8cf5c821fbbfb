"""A model that can be asked anything becomes a screener: one request a screening, no retry."""

import asyncio
from hashlib import sha256
from typing import Protocol

from bot.consult.prompt import chat_body
from bot.screening.answer import read_amendments
from bot.screening.prompt import messages
from bot.screening.screener import WHOLE_BUDGET, Budget, Capabilities, Said, Wanted
from bot.vocabulary import ProviderName, ScreeningFunction


class AnswersChats(Protocol):
    """What is needed of a provider; `complete` opens and closes all that it uses."""

    name: ProviderName
    model: str

    async def complete(self, body: bytes) -> str:
        """The text of the answer to a chat completion's request; raises where there is none."""
        ...


class UnreadableError(Exception):
    """An answer that holds no amendments."""


class ModelScreener:
    """`functions` are those that the operator turned on."""

    def __init__(
        self,
        provider: AnswersChats,
        functions: frozenset[ScreeningFunction] = frozenset(ScreeningFunction),
        budget: Budget = WHOLE_BUDGET,
    ) -> None:
        self._provider = provider
        self._able = Capabilities(functions, provider.name, provider.model, budget)

    def capabilities(self) -> Capabilities:
        """What the provider can be asked."""
        return self._able

    async def repair_plan(self, wanted: Wanted) -> Said:
        """Ask once. Raises ProviderError, UnreadableError."""
        return await self._said(wanted)

    async def answer_questions(self, wanted: Wanted) -> Said:
        """The same."""
        return await self._said(wanted)

    async def revise_plan(self, wanted: Wanted) -> Said:
        """The same."""
        return await self._said(wanted)

    async def _said(self, wanted: Wanted) -> Said:
        # Files are read and searched for secrets here, which takes a while.
        body = await asyncio.to_thread(self._body, wanted)
        found = read_amendments(await self._provider.complete(body))
        if isinstance(found, str):
            raise UnreadableError(found)
        return Said(found.given, found.notes, sha256(body).hexdigest())

    def _body(self, wanted: Wanted) -> bytes:
        return chat_body(messages(wanted), self._provider.model)
