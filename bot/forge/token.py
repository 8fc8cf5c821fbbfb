"""A credential that cannot be shown by accident: not in a repr, not in a log line, not in a pickle."""

from typing import NoReturn, final


@final
class Token:
    """An opaque credential and when it expires (seconds since 1970, UTC).

    GitHub's tokens have no fixed length and no fixed prefix; nothing may be read out of one. `reveal()` is for the two
    places that send it: the header of a request and git's environment.
    """

    __slots__ = ("_value", "expires_at")

    def __init__(self, value: str, expires_at: float) -> None:
        self._value = value
        self.expires_at = expires_at

    def reveal(self) -> str:
        """The credential itself."""
        return self._value

    def __repr__(self) -> str:
        return "Token(***)"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a token is never written anywhere")
