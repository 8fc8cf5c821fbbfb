"""A server on loopback for one program: what it was asked is kept in the form in which two sides are compared."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Generic, TypeVar

SILENCE_SECONDS = 20
"""How long a client that is to give up is kept waiting."""


Asked = TypeVar("Asked")


@dataclass(slots=True)
class Service(Generic[Asked]):
    """The running stand-in: where it listens, and what it was asked."""

    url: str
    requests: list[Asked] = field(default_factory=list)
    failed: bool = False

    def record(self, request: Asked, *, failed: bool) -> None:
        """Keep a request, but not one that repeats the failed one before it."""
        if not (self.failed and self.requests and self.requests[-1] == request):
            self.requests.append(request)
        self.failed = failed


class _Server(ThreadingHTTPServer):
    service: Service[Any]

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.closing = threading.Event()

    def handle_error(self, *_: Any) -> None:
        """A client that goes away is nothing to tell."""


class Handler(BaseHTTPRequestHandler):
    """Reads requests and sends answers; what is answered is the subclass's `answer`."""

    protocol_version = "HTTP/1.1"
    server: _Server

    def answer(self) -> None:
        """Answer the request at hand."""
        raise NotImplementedError

    def do_GET(self) -> None:
        self.answer()

    def do_POST(self) -> None:
        self.answer()

    def do_PUT(self) -> None:
        self.answer()

    def do_PATCH(self) -> None:
        self.answer()

    def do_DELETE(self) -> None:
        self.answer()

    def log_message(self, *_: Any) -> None:
        """Nothing on standard error."""

    def data(self) -> bytes:
        """The bytes of the request's body."""
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))

    def keep_waiting(self) -> None:
        """Say nothing for as long as a client waits."""
        self.server.closing.wait(SILENCE_SECONDS)

    def send(self, body: bytes, kind: str, status: int = 200, headers: Mapping[str, str] | None = None) -> None:
        """Send an answer."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def running(handler: type[Handler]) -> Iterator[Service[Any]]:
    """A service of its own for one program."""
    server = _Server(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    server.service = Service(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server.service
    finally:
        server.closing.set()
        server.shutdown()
        thread.join()
        server.server_close()
