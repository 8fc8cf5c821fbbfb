"""Asks GitHub what it holds of the App, a failure being an answer like any other: for `obelize doctor`."""

import json
from collections.abc import Mapping
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Any

from bot.forge.answers import Answer, error_of
from bot.forge.app_auth import AppCredential
from bot.forge.client import API_VERSION, USER_AGENT
from bot.forge.clock import Clock, SystemClock
from bot.forge.errors import ForgeError
from bot.forge.transport import Transport, open_session
from bot.models.health import AppFacts, Delivery, Granted

_SOME_DELIVERIES = 30
_NOTHING: Mapping[str, Any] = {}


async def examined(app_id: str, private_key: str, api_url: str, clock: Clock | None = None) -> AppFacts:
    """Who GitHub says we are, what is granted, where it delivers and how that went; raises nothing."""
    clock = clock or SystemClock()
    async with open_session() as session:
        asking = _Asking(Transport(session, api_url), AppCredential(app_id, private_key, clock), clock)
        try:
            answer = await asking.ask("/app")
        except ForgeError as broken:
            return _unanswered(str(broken))
        app, refused = _object(answer), error_of(answer, now=clock.now())
        if refused is not None or not isinstance(app.get("slug"), str):
            return _unanswered(str(refused or "not an App"), answer.status, _ahead(answer, clock))
        hook = _object(await asking.ask_if_possible("/app/hook/config"))
        deliveries = await asking.ask_if_possible(f"/app/hook/deliveries?per_page={_SOME_DELIVERIES}")
        installations = await asking.ask_if_possible("/app/installations?per_page=100")
    return AppFacts(
        status=answer.status,
        failure=None,
        ahead=_ahead(answer, clock),
        slug=app["slug"],
        settings_url=_settings_url(app),
        permissions=_words(app.get("permissions")),
        events=tuple(str(each) for each in app.get("events") or ()),
        hook_url=str(hook["url"] or "") if "url" in hook else None,
        hook_secret=bool(hook.get("secret")) if hook else None,
        deliveries=_each(deliveries, _delivery),
        installations=_each(installations, _granted),
    )


class _Asking:
    """Requests as the App, one after another, each once."""

    def __init__(self, transport: Transport, credential: AppCredential, clock: Clock) -> None:
        self._transport = transport
        self._credential = credential
        self._clock = clock

    async def ask(self, path: str) -> Answer:
        """Whatever is answered. Raises ForgeError where nothing is."""
        token = await self._credential.token()
        headers = {
            "accept": "application/vnd.github+json",
            "authorization": f"Bearer {token.reveal()}",
            "user-agent": USER_AGENT,
            "x-github-api-version": API_VERSION,
        }
        return await self._transport.send("GET", f"{self._transport.root}{path}", headers, b"")

    async def ask_if_possible(self, path: str) -> Answer | None:
        """A good answer, or none."""
        try:
            answer = await self.ask(path)
        except ForgeError:
            return None
        return answer if error_of(answer, now=self._clock.now()) is None else None


def _unanswered(failure: str, status: int | None = None, ahead: float | None = None) -> AppFacts:
    return AppFacts(
        status=status,
        failure=failure.rstrip("."),
        ahead=ahead,
        slug=None,
        settings_url=None,
        permissions=None,
        events=None,
        hook_url=None,
        hook_secret=None,
        deliveries=None,
        installations=None,
    )


def _ahead(answer: Answer, clock: Clock) -> float | None:
    try:
        theirs: datetime = parsedate_to_datetime(answer.headers["date"])
    except (KeyError, ValueError):
        return None
    return clock.now() - theirs.timestamp()


def _settings_url(app: Mapping[str, Any]) -> str | None:
    """The owner's page of the App, which GitHub's answer does not name: made of the public page's address."""
    page, owner = app.get("html_url"), app.get("owner") or _NOTHING
    if not isinstance(page, str) or ("/apps/" not in page and "/github-apps/" not in page):
        return None
    home = page.partition("/github-apps/" if "/github-apps/" in page else "/apps/")[0]
    of_organisation = f"/organizations/{owner.get('login')}" if owner.get("type") == "Organization" else ""
    return f"{home}{of_organisation}/settings/apps/{app['slug']}"


def _object(answer: Answer | None) -> Mapping[str, Any]:
    value = _json(answer)
    return value if isinstance(value, dict) else _NOTHING


def _each(answer: Answer | None, read: Any) -> tuple[Any, ...] | None:
    value = _json(answer)
    if not isinstance(value, list):
        return None
    return tuple(read(each) for each in value if isinstance(each, dict))


def _json(answer: Answer | None) -> Any:
    try:
        return None if answer is None else json.loads(answer.body)
    except (ValueError, RecursionError):
        return None


def _delivery(raw: Mapping[str, Any]) -> Delivery:
    code = raw.get("status_code")
    return Delivery(event=str(raw.get("event")), status_code=code if isinstance(code, int) else 0)


def _granted(raw: Mapping[str, Any]) -> Granted:
    account = raw.get("account") or _NOTHING
    return Granted(
        account=str(account.get("login") or account.get("slug") or ""),
        permissions=_words(raw.get("permissions")) or {},
        settings_url=str(raw.get("html_url") or ""),
    )


def _words(raw: object) -> dict[str, str] | None:
    return {str(name): str(level) for name, level in raw.items()} if isinstance(raw, dict) else None
