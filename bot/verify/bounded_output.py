"""The output of a command: its beginning and its end, with the secrets of the environment taken out."""

import re
from collections.abc import Mapping

_KEPT = 1 << 16
"""Bytes kept at either end."""
_HIDDEN = "[hidden]"
_SHORTEST_SECRET = 6
_SECRET_NAME = re.compile(r"KEY|TOKEN|SECRET|PASSW|CREDENTIAL|AUTH|COOKIE|PRIVATE", re.IGNORECASE)


class Secrets:
    """The values of variables whose names say that they hold secrets; shorter ones would hide ordinary words."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        found = {value for name, value in environment.items() if _SECRET_NAME.search(name)}
        self._values = sorted((value for value in found if len(value) >= _SHORTEST_SECRET), key=len, reverse=True)

    def hidden_in(self, text: str) -> str:
        """The text without any of them."""
        for value in self._values:
            text = text.replace(value, _HIDDEN)
        return text

    def without_torn_end(self, text: str) -> str:
        """The text without the beginning of a secret at its end, where it was cut."""
        return text[: len(text) - max((_overlap(text, value) for value in self._values), default=0)]

    def without_torn_start(self, text: str) -> str:
        """The text without the end of a secret at its start, where it was cut."""
        return text[max((_overlap(value, text) for value in self._values), default=0) :]


def _overlap(left: str, right: str) -> int:
    """How many characters at the end of `left` are the beginning of `right`."""
    most = min(len(left), len(right))
    return next((length for length in range(most, 0, -1) if left.endswith(right[:length])), 0)


class BoundedOutput:
    """Takes bytes as they come; at any time it holds little more than what is kept at either end."""

    def __init__(self, secrets: Secrets) -> None:
        self._secrets = secrets
        self._first = bytearray()
        self._last = bytearray()
        self._total = 0

    def add(self, data: bytes) -> None:
        """More of the output."""
        self._total += len(data)
        room = _KEPT - len(self._first)
        self._first += data[:room]
        self._last += data[room:]
        if len(self._last) > 2 * _KEPT:
            del self._last[:-_KEPT]

    def text(self) -> str:
        """What is kept, decoded, with a line that tells how much was left out between."""
        if self._total <= 2 * _KEPT:
            return self._secrets.hidden_in(_decoded(self._first + self._last))
        first = self._secrets.without_torn_end(self._secrets.hidden_in(_decoded(self._first)))
        last = self._secrets.hidden_in(self._secrets.without_torn_start(_decoded(self._last[-_KEPT:])))
        return f"{first}\n[{self._total - 2 * _KEPT} bytes left out]\n{last}"


def _decoded(data: bytearray) -> str:
    return bytes(data).decode("utf-8", "backslashreplace")
