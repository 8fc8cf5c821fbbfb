"""A chat-completions endpoint on loopback whose answers are scripted: what was asked is kept."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Raw:
    """A response as it goes over the wire; `body` may come piece by piece."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes | Iterator[bytes] = b""


Answer = Callable[[str], str | Raw]
"""Given the user's message the content of the answer, or a whole response."""


@dataclass
class Endpoint:
    """`bodies` are the requests that came in, `headers` what came with each."""

    base_url: str
    bodies: list[bytes] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)


@contextmanager
def endpoint(answer: Answer) -> Iterator[Endpoint]:
    """Serve answers while the context is open."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    served = Endpoint(f"http://127.0.0.1:{server.server_port}/v1")

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            served.bodies.append(body)
            served.headers.append(dict(self.headers))
            given = answer(json.loads(body)["messages"][1]["content"])
            raw = Raw(body=json.dumps(completion(given)).encode()) if isinstance(given, str) else given
            self.send_response(raw.status)
            for name, value in raw.headers.items():
                self.send_header(name, value)
            self.end_headers()
            for piece in [raw.body] if isinstance(raw.body, bytes) else raw.body:
                try:
                    self.wfile.write(piece)
                    self.wfile.flush()
                except OSError:  # the other side has had enough
                    return

        def log_message(self, *_: object) -> None:
            """Nothing is told."""

    server.RequestHandlerClass = Handler
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def completion(content: object) -> dict[str, Any]:
    """A completion with that content, as OpenAI's reference describes it."""
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
    }


def asked_about(message: str) -> dict[str, Any]:
    """What a question says of itself, and the text of the line that it is about: the start of a right proposal."""
    labels = dict(line.split(": ", 1) for line in message.split("\n\n", maxsplit=1)[0].splitlines())
    number = int(labels["line"])
    numbered = dict(line.split(": ", 1) for line in message.splitlines() if line.split(":")[0].isdigit())
    return {
        "path": labels["file"],
        "symbol": labels["symbol"],
        "start_line": number,
        "end_line": number,
        "replaces": numbered[str(number)],
        "replacement": numbered[str(number)],
        "rationale": "The new library does it so.",
    }
