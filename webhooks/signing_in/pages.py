"""`/login`, `/login/callback` and `/logout`: GitHub's web flow with PKCE, and its end.

A person's token is asked for, used and given back within the one request that brings the code; what is left of it are
the person's number and login in a sealed cookie, and yes or no for a repository, for minutes.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from aiohttp import web

from bot.forge.errors import ForgeError, Refused
from bot.forge.sign_in import CodeGrant, SignIn, Visitor
from bot.models.conversation import Speaker
from bot.models.names import InstallationId, RepositoryId
from bot.safe_text import one_line
from bot.settings import Settings
from bot.store import installations, page_answers
from bot.store.database import Database
from bot.vocabulary import SignInRefusal
from webhooks.gate import see_other
from webhooks.pages.shell import Shell
from webhooks.signing_in.attempts import Attempt, Attempts
from webhooks.signing_in.pace import SignInPace
from webhooks.signing_in.session import Session, Sessions
from webhooks.subjects import InstallationSubject, Subject, behind, destination

CALLBACK = "/login/callback"
ANSWER_SECONDS = 300
"""How long an answer of GitHub holds; afterwards it is asked again."""

_PATIENCE = 25.0
"""Seconds in which GitHub has to have answered everything."""
_LONGEST_CODE = 200
_FORM = "application/x-www-form-urlencoded"
_OURS = "same-origin"
"""The browser's word for a request that a page of ours made."""
_DENIED = "access_denied"
"""GitHub's word for a person who said no."""

_STATUS = {
    SignInRefusal.NOT_SWITCHED_ON: 404,
    SignInRefusal.TOO_MANY_SIGN_INS: 429,
    SignInRefusal.ATTEMPT_UNKNOWN: 400,
    SignInRefusal.PERSON_DECLINED: 403,
    SignInRefusal.CODE_NOT_TAKEN: 400,
    SignInRefusal.GITHUB_SILENT: 503,
    SignInRefusal.FORM_NOT_OURS: 403,
}

log = logging.getLogger(__name__)

Answers = tuple[tuple[RepositoryId, bool], ...]


@dataclass(frozen=True, slots=True)
class SignInPages:
    """The handlers; `sign_in` is null where the App's client id and secret are not set."""

    settings: Settings
    sign_in: SignIn | None
    sessions: Sessions
    attempts: Attempts
    pace: SignInPace
    database: Database
    shell: Shell
    now: Callable[[], datetime]

    async def login(self, request: web.Request) -> web.Response:
        """On to GitHub, with a state and a challenge that only this browser can answer for."""
        if self.sign_in is None:
            return self._refused(SignInRefusal.NOT_SWITCHED_ON)
        if not self.pace.allows(request):
            return self._refused(SignInRefusal.TOO_MANY_SIGN_INS)
        response = see_other("/")
        attempt = self.attempts.begin(request, response, destination(request.query.get("next", "")).address)
        response.headers["Location"] = self.sign_in.address(
            redirect_uri=self._callback, state=attempt.state, verifier=attempt.verifier
        )
        return response

    async def callback(self, request: web.Request) -> web.Response:
        """Back from GitHub: who is it, may they read what they came for, and on to there."""
        if self.sign_in is None:
            return self._refused(SignInRefusal.NOT_SWITCHED_ON)
        if not self.pace.allows(request):
            return self._refused(SignInRefusal.TOO_MANY_SIGN_INS)
        attempt = self.attempts.find(request, request.query.get("state", ""))
        if attempt is None:
            return self._refused(SignInRefusal.ATTEMPT_UNKNOWN)
        response = await self._ended(self.sign_in, request, attempt)
        self.attempts.end(response, attempt)
        return response

    async def logout(self, request: web.Request) -> web.Response:
        """The end of a session, here and at the browser; asked for on a page of ours and nowhere else."""
        session = self.sessions.of(request)
        if session is None or not session.sent(await _form_key(request)):
            return self._refused(SignInRefusal.FORM_NOT_OURS)
        await asyncio.to_thread(self._forget, session)
        response = see_other("/")
        self.sessions.end(response)
        return response

    @property
    def _callback(self) -> str:
        return f"{self.settings.public_url}{CALLBACK}"

    async def _ended(self, sign_in: SignIn, request: web.Request, attempt: Attempt) -> web.Response:
        error, code = request.query.get("error"), request.query.get("code", "")
        if error is not None or not 0 < len(code) <= _LONGEST_CODE:
            log.info("sign-in refused by github: error=%s", one_line(error or "none")[:60])
            declined = error == _DENIED
            return self._refused(SignInRefusal.PERSON_DECLINED if declined else SignInRefusal.CODE_NOT_TAKEN)
        leads_to = destination(attempt.leads_to)
        try:
            async with asyncio.timeout(_PATIENCE):
                person, answers = await self._asked(sign_in, code, attempt, leads_to.subject)
        except Refused:
            return self._refused(SignInRefusal.CODE_NOT_TAKEN)
        except (ForgeError, TimeoutError) as failed:
            log.warning("sign-in failed: error=%s", type(failed).__name__)
            return self._refused(SignInRefusal.GITHUB_SILENT)
        response, earlier = see_other(leads_to.address), self.sessions.of(request)
        session = self.sessions.begin(response, person, earlier)
        await asyncio.to_thread(self._keep, session, earlier, answers)
        return response

    async def _asked(
        self, sign_in: SignIn, code: str, attempt: Attempt, subject: Subject | None
    ) -> tuple[Speaker, Answers]:
        number = (await asyncio.to_thread(behind, self.database, subject)).number if subject is not None else None
        narrowed = None if isinstance(subject, InstallationSubject) else number
        async with sign_in.visit(CodeGrant(code, attempt.verifier, self._callback, narrowed)) as visitor:
            person = await visitor.person()
            if number is None:
                return person, ()
            if isinstance(subject, InstallationSubject):
                return person, await self._of_installation(visitor, subject, number)
            return person, ((number, await visitor.may_read(number)),)

    async def _of_installation(self, visitor: Visitor, subject: InstallationSubject, asked: RepositoryId) -> Answers:
        readable = await visitor.repositories(InstallationId(subject.number))
        known = await asyncio.to_thread(self._known, subject.number)
        return ((asked, bool(readable)), *((number, number in readable) for number in known))

    def _known(self, installation: int) -> tuple[RepositoryId, ...]:
        with self.database.read() as connection:
            return tuple(RepositoryId(number) for number in installations.repositories_of(connection, installation))

    def _keep(self, session: Session, earlier: Session | None, answers: Iterable[tuple[RepositoryId, bool]]) -> None:
        now = self.now()
        with self.database.write() as connection:
            page_answers.drop_old(connection, now)
            if earlier is not None and earlier.number != session.number:
                page_answers.end_session(connection, earlier.number)
            page_answers.put(connection, session.number, answers, now + timedelta(seconds=ANSWER_SECONDS))

    def _forget(self, session: Session) -> None:
        with self.database.write() as connection:
            page_answers.end_session(connection, session.number)

    def _refused(self, why: SignInRefusal) -> web.Response:
        headers = {"Retry-After": "60"} if why is SignInRefusal.TOO_MANY_SIGN_INS else None
        return self.shell.page("page/sign_in_refused.html.j2", status=_STATUS[why], headers=headers, why=why)


async def _form_key(request: web.Request) -> object:
    """What a form of ours brings along; null where the browser says that it is another site's, or it is no form."""
    if request.headers.get("Sec-Fetch-Site", _OURS) != _OURS or request.content_type != _FORM:
        return None
    try:
        return (await request.post()).get("form_key")
    except (ValueError, LookupError):  # in no encoding, or in one that does not exist
        return None
