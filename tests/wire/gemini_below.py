"""Lets a program of google-generativeai ask the stand-in, although its text reads like any other.

The library is left as it is but for what lies below it: it speaks gRPC where a program says nothing, the stand-in REST.

* Without `transport` and an endpoint of its own, `configure` takes REST and the address given to `attach`.
* Errors of the service are those of gRPC, and so is what they print, unless the program asks for REST itself.
* The asynchronous clients, for which there is no REST, are the others, called in a thread.
* Waiting between two tries takes no time, but for the clock that the library reads.
"""

import asyncio
import functools
import importlib
import json
import time
import types
from typing import Any

errors: Any = importlib.import_module("google.api_core.exceptions")
client_options: Any = importlib.import_module("google.api_core.client_options")
google_requests: Any = importlib.import_module("google.auth.transport.requests")
library: Any = importlib.import_module("google.generativeai")
library_client: Any = importlib.import_module("google.generativeai.client")
grpc: Any = importlib.import_module("grpc")
requests: Any = importlib.import_module("requests")

_GRPC = {"said": True}
_service = {"url": ""}

_manager = library_client._ClientManager
_configure, _make_client = _manager.configure, _manager.make_client
_from_http_response = errors.from_http_response
_request = google_requests.AuthorizedSession.request
_waited = {"seconds": 0.0}


def _options(given: Any) -> Any:
    return client_options.from_dict(given) if isinstance(given, dict) else given or client_options.ClientOptions()


def _configured(self: Any, *, transport: str | None = None, client_options: Any = None, **others: Any) -> None:
    options = _options(client_options)
    options.api_endpoint = options.api_endpoint or _service["url"]
    _GRPC["said"] = transport != "rest"
    _configure(self, transport="rest", client_options=options, **others)


def _client(self: Any, name: str) -> Any:
    return (
        _Later(self.make_client(name.removesuffix("_async"))) if name.endswith("_async") else _make_client(self, name)
    )


class _Later:
    """A client whose methods are awaited; what comes in pieces is an asynchronous iterator."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._client, name)

        @functools.wraps(method)
        async def called(*arguments: Any, **keywords: Any) -> Any:
            answer = await asyncio.to_thread(method, *arguments, **keywords)
            return _later(answer) if name == "stream_generate_content" else answer

        return called


async def _later(pieces: Any) -> Any:
    for piece in pieces:
        yield piece


def _error(response: Any) -> Any:
    if not _GRPC["said"]:
        return _from_http_response(response)
    said = json.loads(response.content)
    said = (said[0] if isinstance(said, list) else said)["error"]
    return errors.from_grpc_status(getattr(grpc.StatusCode, said["status"]), said["message"])


def _requested(self: Any, *arguments: Any, **keywords: Any) -> Any:
    try:
        return _request(self, *arguments, **keywords)
    except requests.exceptions.Timeout:
        if _GRPC["said"]:
            raise errors.DeadlineExceeded("Deadline Exceeded") from None
        raise


def _wait(seconds: float) -> None:
    _waited["seconds"] += seconds


def attach(url: str) -> None:
    """Let the library ask the stand-in at `url` from now on, in this process."""
    _service["url"] = url
    _manager.configure = _configured
    _manager.make_client = _client
    errors.from_http_response = _error
    google_requests.AuthorizedSession.request = _requested
    library_client.GENAI_API_DISCOVERY_URL = f"{url}/$discovery/rest"
    clock = types.SimpleNamespace(sleep=_wait, monotonic=lambda: time.monotonic() + _waited["seconds"])
    for each in ("retry_base", "retry_streaming", "retry_unary"):
        importlib.import_module(f"google.api_core.retry.{each}").time = clock  # type: ignore[attr-defined]
    library.configure()
