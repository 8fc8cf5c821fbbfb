"""The client of GitHub's REST API: gidgethub's, with a credential, a pace, a budget and errors of our own.

Everything that Obelize asks of GitHub passes `_request`, where gidgethub leaves the sending to its subclass. Requests
that certainly changed nothing are tried again here, for a short while; a write that may have been carried out never is.
"""

import logging
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Protocol
from urllib.parse import urlsplit

from gidgethub import aiohttp as gidgethub_aiohttp
from gidgethub import sansio

from bot import __version__
from bot.forge.answers import Answer, error_of
from bot.forge.budget import CallBudget
from bot.forge.clock import Clock
from bot.forge.errors import Forbidden, ForgeError, RateLimited, Unauthorized, Unavailable, Unexpected
from bot.forge.etags import LARGEST_KEPT_BODY, EtagView
from bot.forge.pace import Pace
from bot.forge.token import Token
from bot.forge.transport import LARGEST_ANSWER, Transport
from bot.metrics.github import QUOTAS, limited, watched
from bot.safe_text import one_line

API_VERSION = "2026-03-10"
USER_AGENT = f"obelize-bot/{__version__}"
RAW = "application/vnd.github.raw+json"

MOST_LIMITS = 4
_PAUSES_AFTER_FAILURE = (1.0, 4.0)
_IF_CHANGED = frozenset({"if-none-match", "if-modified-since"})

logger = logging.getLogger(__name__)


class Credential(Protocol):
    """Where the client gets its token, and says that one does not work any more."""

    async def token(self) -> Token:
        """A token that is good for some minutes."""
        ...

    def drop(self, token: Token) -> None:
        """Do not hand out this one again."""
        ...


class GitHubClient(gidgethub_aiohttp.GitHubAPI):
    """REST calls with one credential; `getitem`, `getiter`, `post` and `patch` are gidgethub's and raise ForgeError."""

    def __init__(
        self,
        transport: Transport,
        credential: Credential,
        pace: Pace,
        clock: Clock,
        *,
        budget: CallBudget | None = None,
        kept: EtagView | None = None,
    ) -> None:
        super().__init__(transport.session, USER_AGENT, cache=kept, base_url=transport.root)
        self._transport = transport
        self._credential = credential
        self._pace = pace
        self._clock = clock
        self._budget = budget
        self._kept = kept

    async def sleep(self, seconds: float) -> None:
        """Let time pass, by the client's own clock."""
        await self._clock.sleep(seconds)

    async def getbytes(self, url: str, url_vars: Mapping[str, str], *, largest: int) -> bytes:
        """The raw media type of an address, at most `largest` bytes; gidgethub would decode it as text."""
        address = sansio.format_url(url, url_vars, base_url=self.base_url)
        headers = sansio.create_headers(USER_AGENT, accept=RAW)
        known = self._kept.get(f"{RAW} {address}") if self._kept is not None else None
        if known is not None and known[0] is not None and len(known[2]) <= largest:
            headers["if-none-match"] = known[0]
        answer = await self._answer("GET", address, headers, b"", largest)
        if answer.status == HTTPStatus.NOT_MODIFIED and known is not None:
            return bytes(known[2])
        if self._kept is not None and "etag" in answer.headers:
            self._kept[f"{RAW} {address}"] = (answer.headers["etag"], None, answer.body, None)
        return answer.body

    async def _request(self, method: str, url: str, headers: Mapping[str, str], body: bytes = b"") -> Answer:
        return await self._answer(method, url, headers, body, LARGEST_ANSWER)

    async def _answer(self, method: str, url: str, headers: Mapping[str, str], body: bytes, largest: int) -> Answer:
        """A success or a 304, after as many attempts as are safe; raises ForgeError."""
        failures: list[ForgeError] = []
        while True:
            token = await self._credential.token()
            own = {"authorization": f"Bearer {token.reveal()}", "x-github-api-version": API_VERSION}
            try:
                async with self._pace.turn(writes=method != "GET"):
                    return await self._once(method, url, {**headers, **own}, body, largest)
            except ForgeError as error:
                failures.append(error)
                _log(error, method, url)
                if not await self._recovered(failures, method, token):
                    raise

    async def _once(self, method: str, url: str, headers: Mapping[str, str], body: bytes, largest: int) -> Answer:
        if self._budget is not None:
            self._budget.spend()
        with watched(url, self._transport.root) as answered:
            answer = await self._transport.send(method, url, headers, body, largest=largest)
            answered(answer.status)
        QUOTAS.note(self._pace, answer.headers)
        error = error_of(answer, now=self._clock.now(), strikes=self._pace.strikes)
        if error is not None:
            raise error
        if answer.status == HTTPStatus.NOT_MODIFIED and not _IF_CHANGED.intersection(headers):
            raise Unexpected("GitHub says that nothing changed since a question that was not asked")
        self._pace.learn(answer)
        if self._budget is not None and answer.status == HTTPStatus.NOT_MODIFIED:
            self._budget.note_unchanged()
        return _without_tags_if_long(answer)

    async def _recovered(self, failures: Sequence[ForgeError], method: str, token: Token) -> bool:
        """Whether the request may be sent once more, now that what stood in its way is out of it."""
        error = failures[-1]
        alike = sum(type(failure) is type(error) for failure in failures)
        match error:
            case Unauthorized():
                self._credential.drop(token)
                return alike == 1
            case RateLimited() if error.status is not None:
                limited(secondary=error.secondary)
                return self._pace.close(error) and alike < MOST_LIMITS
            case Unavailable() if method == "GET" or not error.may_have_happened:
                if alike <= len(_PAUSES_AFTER_FAILURE):
                    await self.sleep(_PAUSES_AFTER_FAILURE[alike - 1])
                    return True
        return False


def _without_tags_if_long(answer: Answer) -> Answer:
    """Without its entity tag a long answer is not kept."""
    if len(answer.body) <= LARGEST_KEPT_BODY:
        return answer
    return answer._replace(headers={k: v for k, v in answer.headers.items() if k not in {"etag", "last-modified"}})


def _log(error: ForgeError, method: str, url: str) -> None:
    """One line for what an operator may have to act on; a 404 or a 422 is the caller's business."""
    fields = {"method": method, "path": urlsplit(url).path, "status": error.status, "request_id": error.request_id}
    match error:
        case Forbidden():
            # GitHub says what the call wants: the quickest way to find a permission that app.yml lacks.
            accepted = one_line(error.accepted_permissions or "")
            logger.warning("github forbids", extra={**fields, "accepted_permissions": accepted})
        case RateLimited() if error.status is not None:
            logger.warning("github limits", extra={**fields, "retry_after": error.retry_after})
        case Unauthorized() | Unavailable() | Unexpected():
            logger.warning("github fails", extra={**fields, "error": type(error).__name__})
