"""How often one client, and all of them together, may begin or end a sign-in.

A client is known by its address. Behind a proxy every connection is the proxy's, and what a header says of the client
anybody can write: it is believed only as far as the operator says how many proxies stand in front. Without that, a peer
on this machine or in a private network counts with all others alone, so that nobody locks a whole office out.
"""

import time
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple

from aiohttp import web
from cachetools import LRUCache

MOST_CLIENTS = 10_000
"""Clients that are remembered; who was longest away is forgotten first."""
OF_ONE = 30
OF_ALL = 600
"""Requests in a minute, which may also come at once."""

_MINUTE = 60.0
_PREFIX = 64
"""Bits of an IPv6 address: whoever has one has all of its network."""


class _Bucket(NamedTuple):
    left: float
    at: float

    def taken(self, most: int, now: float) -> "_Bucket":
        refilled = min(float(most), self.left + (now - self.at) * most / _MINUTE)
        return _Bucket(refilled - 1.0, now)


class SignInPace:
    """Counts requests; `proxies` is how many stand in front, each adding the address that it sees."""

    def __init__(self, proxies: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._proxies = proxies
        self._clock = clock
        self._clients: LRUCache[str, _Bucket] = LRUCache(MOST_CLIENTS)
        self._all = _Bucket(OF_ALL, clock())

    def allows(self, request: web.Request) -> bool:
        """Whether one more may be answered; what is refused costs nothing."""
        now, client = self._clock(), client_of(request, self._proxies)
        all_of_them = self._all.taken(OF_ALL, now)
        one = self._clients.get(client, _Bucket(OF_ONE, now)).taken(OF_ONE, now) if client else None
        if all_of_them.left < 0 or (one is not None and one.left < 0):
            return False
        self._all = all_of_them
        if client and one is not None:
            self._clients[client] = one
        return True


def client_of(request: web.Request, proxies: int) -> str | None:
    """The client's address, of IPv6 its network; null where it is not known whose it is."""
    seen = ",".join(request.headers.getall("X-Forwarded-For", [])).split(",") if proxies else []
    text = seen[-proxies].strip() if len(seen) >= proxies > 0 else request.remote or ""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    if not address.is_global:
        return None
    if isinstance(address, IPv6Address):
        return f"{int(address) >> (128 - _PREFIX):x}"
    return str(address)
