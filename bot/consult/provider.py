"""What a model is to the rest of Obelize: something that is asked one question and gives one reply.

No session, no state, no batching: which questions, in which order and under which budget is `ask`'s.
"""

from typing import Any, Protocol

from bot.consult.prompt import prompt_sha256
from bot.models.consultation import Consultation, EditProposal
from bot.models.struct import Frozen
from bot.vocabulary import ProviderFailure, ProviderName


class Reply(Frozen):
    """An answer that could be read. `proposal` is null where there is nothing to propose, `given` is it as it came."""

    proposal: EditProposal | None
    given: dict[str, Any] | None
    tokens: tuple[int | None, int | None]
    """Read and written, as far as the endpoint tells."""


class ProviderError(Exception):
    """There is no answer to this question. `detail` is redacted and short; `given` is a proposal that does not hold."""

    def __init__(
        self,
        failure: ProviderFailure,
        detail: str,
        *,
        given: dict[str, Any] | None = None,
        tokens: tuple[int | None, int | None] = (None, None),
    ) -> None:
        super().__init__(f"{failure}: {detail}")
        self.failure = failure
        self.detail = detail
        self.given = given
        self.tokens = tokens


class Exchange(Frozen):
    """One question with the bytes that were sent, or would have been, and what came of it."""

    question: Consultation
    request: bytes
    outcome: Reply | ProviderError

    @property
    def prompt_sha256(self) -> str:
        """Of the exact bytes."""
        return prompt_sha256(self.request)


class ModelProvider(Protocol):
    """`name`, `host` and `model` are what records and people are told; `host` is never an address with a path."""

    name: ProviderName
    host: str
    model: str

    def request(self, question: Consultation) -> bytes:
        """The exact bytes that would be sent; needs no endpoint."""
        ...

    async def propose(self, question: Consultation) -> Reply:
        """Ask. Raises ProviderError, which ends this question and no other."""
        ...
