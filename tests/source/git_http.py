"""Git over HTTP on loopback: the real `git http-backend` behind a small server that asks for a credential."""

import os
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tests.source.git_repositories import PLAIN_GIT


class GitServer:
    """Serves the repositories under `root`; `wanted` is the Authorization header that it demands, null for none.

    `requests` are the lines it was asked, `while_serving` is called in each request, while git waits for the answer.
    """

    def __init__(self, root: Path, wanted: str | None) -> None:
        self.root = root
        self.wanted = wanted
        self.requests: list[str] = []
        self.while_serving: Callable[[], object] = lambda: None
        self.redirect_to: str | None = None
        self.url = ""

    @contextmanager
    def serving(self) -> Iterator["GitServer"]:
        server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        server.daemon_threads = False
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        self.url = f"http://127.0.0.1:{server.server_address[1]}"
        try:
            yield self
        finally:
            server.shutdown()
            server.server_close()
            thread.join()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        owner = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                owner._answer(self)

            do_POST = do_GET  # noqa: N815 - the base class's name

            def log_message(self, *arguments: object) -> None:
                """Stay silent."""

        return Handler

    def _answer(self, request: BaseHTTPRequestHandler) -> None:
        self.requests.append(request.requestline)
        self.while_serving()
        body = request.rfile.read(int(request.headers.get("Content-Length", 0)))
        if self.redirect_to is not None:
            request.send_response(301)
            request.send_header("Location", self.redirect_to + request.path)
            request.end_headers()
        elif self.wanted is not None and request.headers.get("Authorization") != self.wanted:
            request.send_response(401)
            request.send_header("WWW-Authenticate", 'Basic realm="GitHub"')
            request.end_headers()
        else:
            _relay(request, self._run_backend(request, body))

    def _run_backend(self, request: BaseHTTPRequestHandler, body: bytes) -> bytes:
        path, _, query = request.path.partition("?")
        environment = {
            **PLAIN_GIT,
            "GIT_PROJECT_ROOT": str(self.root),
            "GIT_HTTP_EXPORT_ALL": "1",
            "REQUEST_METHOD": request.command,
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "CONTENT_TYPE": request.headers.get("Content-Type", ""),
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_CONTENT_ENCODING": request.headers.get("Content-Encoding", ""),
            "GIT_PROTOCOL": request.headers.get("Git-Protocol", ""),
        }
        done = subprocess.run(["git", "http-backend"], env=environment, input=body, capture_output=True, check=False)
        return done.stdout


def _relay(request: BaseHTTPRequestHandler, answer: bytes) -> None:
    """CGI's answer is headers, an empty line and a body; the status is one of the headers."""
    head, _, body = answer.partition(b"\r\n\r\n")
    headers = [line.split(": ", 1) for line in head.decode().split("\r\n")]
    status = next((int(value.split()[0]) for name, value in headers if name == "Status"), 200)
    request.send_response(status)
    for name, value in headers:
        if name != "Status":
            request.send_header(name, value)
    request.end_headers()
    request.wfile.write(body)


def command_lines_of_git() -> list[str]:
    """The arguments of every git that runs on this machine, as anybody may see them."""
    lines = []
    for process in Path("/proc").iterdir():
        try:
            line = (process / "cmdline").read_bytes() if process.name.isdecimal() else b""
        except OSError:
            continue
        if b"git" in line.split(b"\0", 1)[0]:
            lines.append(os.fsdecode(line.replace(b"\0", b" ")))
    return lines
