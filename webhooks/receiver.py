"""POST /webhooks/github: check, keep, and only then answer 202.

The signature is checked over the raw bytes, which are not parsed here. Each refusal has its own answer, in plain text,
and one log line; what is logged of a request is its size and names of a fixed form, never a body or a raw header.
"""

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from aiohttp import hdrs, web
from pydantic import SecretStr

from bot.metrics.families import DELIVERIES, DELIVERY_KEPT
from bot.models.names import DeliveryId
from bot.store.deliveries import Delivery
from bot.vocabulary import ReceiverAnswer
from bot.workflows.intake import Intake, Receipt
from webhooks import signature
from webhooks.body import BodyReader
from webhooks.events.handlers import EVENTS

log = logging.getLogger(__name__)

PATH = "/webhooks/github"
EVENT = "X-GitHub-Event"
DELIVERY = "X-GitHub-Delivery"

STATUS = {
    ReceiverAnswer.ACCEPTED: 202,
    ReceiverAnswer.ALREADY_KNOWN: 202,
    ReceiverAnswer.WRONG_METHOD: 405,
    ReceiverAnswer.WRONG_TYPE: 415,
    ReceiverAnswer.TOO_LARGE: 413,
    ReceiverAnswer.BODY_INCOMPLETE: 408,
    ReceiverAnswer.BUSY: 503,
    ReceiverAnswer.HEADER_MISSING: 400,
    ReceiverAnswer.HEADER_MALFORMED: 400,
    ReceiverAnswer.SIGNATURE_MISSING: 401,
    ReceiverAnswer.SIGNATURE_WRONG: 401,
    ReceiverAnswer.STORE_UNAVAILABLE: 503,
}
_WELL = {ReceiverAnswer.ACCEPTED, ReceiverAnswer.ALREADY_KNOWN}
_FORMS = {EVENT: re.compile(r"[a-z0-9_]{1,64}"), DELIVERY: re.compile(r"[0-9A-Za-z-]{1,64}")}
_KEPT_HEADERS = re.compile(r"x-github-[a-z-]{1,64}|content-type|user-agent")
_LONGEST_KEPT = 200


@dataclass(frozen=True, slots=True)
class Receiver:
    """The handler, with what it needs."""

    secret: SecretStr
    intake: Intake
    bodies: BodyReader
    now: Callable[[], datetime]

    async def receive(self, request: web.Request) -> web.Response:
        """Answer one request, whatever it holds."""
        refusal = _refused_by_head(request)
        if refusal is not None:
            return _answer(request, Receipt(refusal), request.content_length)
        async with self.bodies.reading(request) as body:
            if isinstance(body, ReceiverAnswer):
                return _answer(request, Receipt(body), request.content_length)
            return _answer(request, await self._keep(request, body), len(body))

    async def _keep(self, request: web.Request, body: bytes) -> Receipt:
        if not signature.is_signed(self.secret, body, request.headers[signature.HEADER]):
            return Receipt(ReceiverAnswer.SIGNATURE_WRONG)
        delivery = Delivery(
            guid=DeliveryId(request.headers[DELIVERY]),
            event=request.headers[EVENT],
            headers=_kept_headers(request),
            body=body,
            received_at=self.now(),
        )
        with DELIVERY_KEPT.time():
            return await self.intake.keep(delivery)


def _refused_by_head(request: web.Request) -> ReceiverAnswer | None:
    """What the request line and the headers rule out, before a byte of the body is read."""
    if request.method != hdrs.METH_POST:
        return ReceiverAnswer.WRONG_METHOD
    # aiohttp would unpack a packed body before we see the bytes that were signed; GitHub packs none.
    if request.content_type != "application/json" or hdrs.CONTENT_ENCODING in request.headers:
        return ReceiverAnswer.WRONG_TYPE
    for name, form in _FORMS.items():
        values = request.headers.getall(name, [])
        if not values:
            return ReceiverAnswer.HEADER_MISSING
        if len(values) > 1 or form.fullmatch(values[0]) is None:
            return ReceiverAnswer.HEADER_MALFORMED
    signatures = request.headers.getall(signature.HEADER, [])
    if not signatures:
        return ReceiverAnswer.SIGNATURE_MISSING
    return ReceiverAnswer.SIGNATURE_WRONG if len(signatures) > 1 else None


def _kept_headers(request: web.Request) -> dict[str, str]:
    kept = ((name.lower(), value) for name, value in request.headers.items())
    return {name: value[:_LONGEST_KEPT] for name, value in kept if _KEPT_HEADERS.fullmatch(name)}


def _answer(request: web.Request, receipt: Receipt, size: int | None) -> web.Response:
    answer = receipt.answer
    event = request.headers.get(EVENT, "")
    DELIVERIES.labels(event if event in EVENTS else "other", answer).inc()
    log.log(
        _level(answer),
        "delivery answered: answer=%s status=%d delivery=%s event=%s bytes=%s%s",
        answer,
        STATUS[answer],
        _shown(request, DELIVERY),
        _shown(request, EVENT),
        "unknown" if size is None else size,
        f" detail={receipt.detail!r}" if receipt.detail else "",
    )
    headers = {hdrs.ALLOW: hdrs.METH_POST} if answer is ReceiverAnswer.WRONG_METHOD else None
    return web.Response(status=STATUS[answer], text=f"{answer.sentence}\n", headers=headers)


def _level(answer: ReceiverAnswer) -> int:
    if answer in _WELL:
        return logging.INFO
    return logging.ERROR if answer is ReceiverAnswer.STORE_UNAVAILABLE else logging.WARNING


def _shown(request: web.Request, name: str) -> str:
    """The header if it has GitHub's form, which nobody can put anything else into."""
    value = request.headers.get(name, "")
    return value if _FORMS[name].fullmatch(value) else "-"
