# ruff: noqa: N818 - named for what happened, as httpx and gidgethub do; every name below is read after `except`
"""What can go wrong at GitHub, as the rest of Obelize sees it.

    ForgeError
    ├── KeyUnusable        the App's private key cannot sign
    ├── Unauthorized       401, also with fresh credentials
    ├── Forbidden          403 that is no limit; `accepted_permissions` says what the call wants
    │   ├── NotGranted     the owner has not granted this, or the repository left the installation
    │   ├── Suspended      the installation or its account is suspended
    │   └── Locked         the conversation is locked
    ├── Missing            404, 410, 451: gone, or not for us to see
    ├── Conflict           409
    ├── Refused            400, 422 and any other 4xx; `messages` are GitHub's reasons
    ├── QueryRefused       GraphQL answered with errors; `kinds` are GitHub's words for them, `messages` its reasons
    ├── RateLimited        come back in `retry_after` seconds; nothing was carried out
    ├── Unavailable        5xx, a timeout, a broken connection; unless `may_have_happened` is False it may have been
    │                      carried out: look for what it left before trying again
    ├── Unexpected         an answer that no version of GitHub gives
    │   └── TooLarge       more bytes than the caller wanted
    └── BudgetSpent        the run made all the calls it may make

They carry no token and no header that held one. Every argument has a default, so that they survive pickling.
"""


class ForgeError(Exception):
    """Anything below; `request_id` is what GitHub's support asks for."""

    def __init__(self, message: str = "", *, status: int | None = None, request_id: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.request_id = request_id


class KeyUnusable(ForgeError):
    """The private key is not a PEM that can sign."""


class Unauthorized(ForgeError):
    """GitHub does not accept who we say we are."""


class Forbidden(ForgeError):
    """We are known and may not; `accepted_permissions` is GitHub's own list for this call, such as `checks=write`."""

    def __init__(
        self,
        message: str = "",
        *,
        status: int | None = None,
        request_id: str | None = None,
        accepted_permissions: str | None = None,
    ) -> None:
        super().__init__(message, status=status, request_id=request_id)
        self.accepted_permissions = accepted_permissions


class NotGranted(Forbidden):
    """No token can be had with these permissions for this repository."""


class Suspended(Forbidden):
    """Nothing works until somebody lifts the suspension."""


class Locked(Forbidden):
    """The conversation takes no comments."""


class Missing(ForgeError):
    """It does not exist, or this token may not know that it does."""


class Conflict(ForgeError):
    """It clashes with the state on GitHub."""


class Refused(ForgeError):
    """The request is wrong as it stands; sending it again will not help."""

    def __init__(
        self,
        message: str = "",
        *,
        status: int | None = None,
        request_id: str | None = None,
        messages: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message, status=status, request_id=request_id)
        self.messages = messages


class QueryRefused(ForgeError):
    """A query of GraphQL was not carried out. `kinds` (`STALE_DATA`, `FORBIDDEN` …) are empty where none was given."""

    def __init__(
        self,
        message: str = "",
        *,
        status: int | None = None,
        request_id: str | None = None,
        kinds: tuple[str, ...] = (),
        messages: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message, status=status, request_id=request_id)
        self.kinds = kinds
        self.messages = messages


class RateLimited(ForgeError):
    """Too much, too fast; `retry_after` is in seconds, `secondary` tells GitHub's burst limits from the hourly one.

    Without a `status` the request was not sent, because an earlier answer asked to wait.
    """

    def __init__(
        self,
        message: str = "",
        *,
        status: int | None = None,
        request_id: str | None = None,
        retry_after: float = 60.0,
        secondary: bool = False,
    ) -> None:
        super().__init__(message, status=status, request_id=request_id)
        self.retry_after = retry_after
        self.secondary = secondary


class Unavailable(ForgeError):
    """No usable answer came; only `may_have_happened` False promises that nothing was carried out."""

    def __init__(
        self,
        message: str = "",
        *,
        status: int | None = None,
        request_id: str | None = None,
        may_have_happened: bool = True,
    ) -> None:
        super().__init__(message, status=status, request_id=request_id)
        self.may_have_happened = may_have_happened


class Unexpected(ForgeError):
    """The answer has not the shape that GitHub documents."""


class TooLarge(Unexpected):
    """The answer was cut off, for nobody wanted that much."""


class BudgetSpent(ForgeError):
    """The run's own limit, not GitHub's."""
