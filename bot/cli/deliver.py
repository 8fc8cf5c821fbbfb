"""`obelize deliver`: a saved payload, signed, to a running server."""

import asyncio
import re
import uuid
from pathlib import Path
from urllib.parse import urlsplit

import aiohttp

from bot.cli.errors import CommandError
from bot.cli.serve import usable_settings
from bot.cli.terminal import output, shown
from bot.settings import Settings
from bot.vocabulary import ExitCode
from webhooks.receiver import PATH
from webhooks.signature import HEADER, sign

_EVENT = re.compile(r"[a-z_]{1,64}")
_GUID = re.compile(r"[A-Za-z0-9-]{1,64}")
_SECONDS = 10.0
"""How long GitHub itself waits for an answer."""


def deliver_command(payload: Path, event: str, delivery: str | None, url: str | None) -> ExitCode:
    """Post the payload as GitHub would, and say what was answered."""
    if not _EVENT.fullmatch(event):
        raise CommandError("--event takes GitHub's name of an event, such as pull_request.")
    guid = delivery or str(uuid.uuid4())
    if not _GUID.fullmatch(guid):
        raise CommandError("--delivery takes letters, digits and dashes, such as a GUID.")
    try:
        body = payload.read_bytes()
    except OSError as error:
        raise CommandError(f"{payload} cannot be read: {error.strerror}.") from error
    settings = usable_settings()
    status, text = asyncio.run(_post(settings, body, event, guid, url or f"{settings.public_url}{PATH}"))
    output().print(f"delivery {guid}: {status} {shown(text)}")
    return ExitCode.DONE if 200 <= status < 300 else ExitCode.UNEXPECTED


async def _post(settings: Settings, body: bytes, event: str, guid: str, url: str) -> tuple[int, str]:
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "GitHub-Hookshot/obelize",
        "X-GitHub-Event": event,
        "X-GitHub-Delivery": guid,
        "X-GitHub-Hook-ID": "1",
        "X-GitHub-Hook-Installation-Target-ID": str(settings.app_id),
        "X-GitHub-Hook-Installation-Target-Type": "integration",
        HEADER: sign(settings.webhook_secret, body),
    }
    timeout = aiohttp.ClientTimeout(total=_SECONDS)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.post(url, data=body, headers=headers, allow_redirects=False) as answer,
        ):
            return answer.status, (await answer.text())[:500]
    except (aiohttp.ClientError, TimeoutError) as error:
        where = urlsplit(url).netloc
        raise CommandError(f"Nobody answers at {where}: is `obelize serve` running?", ExitCode.UNEXPECTED) from error
