"""Runs short pieces of code against the openai of an environment and tells what each printed or raised.

Runs there as its own process, with a JSON list of texts on standard input. A piece sees `L` (the library), `answer()` (an
answer about one chat completion), `failed(status)` (the error that the library raises where the service answers with
that status) and `unreachable()` and `late()` (the errors where it does not answer). The service is on loopback.
"""

import importlib
import json
import os
import socket
import sys
import threading
import warnings
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.packs.observe import observe

CHAT = {
    "id": "c1",
    "object": "chat.completion",
    "created": 1,
    "model": "m",
    "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "hi"}}],
}


class _Service(BaseHTTPRequestHandler):
    """Answers a GET with the status that stands in the path, and a POST not at all."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.rfile.read(1)  # waits for the other side, which gives up first

    def do_GET(self) -> None:
        said = {"error": {"message": "no", "type": "t", "param": "p", "code": "c"}}
        body = json.dumps(said).encode()
        self.send_response(int(self.path.split("/")[1]))
        for name, value in {"Content-Type": "application/json", "request-id": "r1", "x-request-id": "r1"}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Nothing on standard error."""


def names() -> dict[str, Any]:
    """What a piece may use."""
    library: Any = importlib.import_module("openai")
    service = ThreadingHTTPServer(("127.0.0.1", 0), _Service)
    threading.Thread(target=service.serve_forever, daemon=True).start()
    here = f"http://127.0.0.1:{service.server_port}"
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        nowhere = f"http://127.0.0.1:{unused.getsockname()[1]}"

    def failed(base: str, timeout: float | None = None) -> Exception:
        """Of a list of models; with a timeout, of a completion (0.28.1 itself asks again and again after some errors)."""
        try:
            if hasattr(library, "OpenAI"):
                client = library.OpenAI(api_key="k", base_url=base, max_retries=0, timeout=timeout)
                client.completions.create(model="m", prompt="p") if timeout else client.models.list()
            else:
                library.api_key, library.api_base, library.api_type = "k", base, "open_ai"
                library.Completion.create(model="m", request_timeout=timeout) if timeout else library.Model.list()
        except library.OpenAIError as raised:
            return raised  # type: ignore[no-any-return]
        raise AssertionError("the service did not fail")

    def answer() -> Any:
        if hasattr(library, "OpenAI"):
            return importlib.import_module("openai.types.chat").ChatCompletion.model_validate(CHAT)
        return importlib.import_module("openai.util").convert_to_openai_object(CHAT)

    return {
        "L": library,
        "answer": answer,
        "failed": lambda status: failed(f"{here}/{status}"),
        "unreachable": lambda: failed(nowhere),
        "late": lambda: failed(here, 0.2),
    }


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    os.environ["NO_PROXY"] = "127.0.0.1"
    known = names()
    print(json.dumps([observe(code, known) for code in json.load(sys.stdin)]))  # noqa: T201
