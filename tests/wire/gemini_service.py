"""A stand-in for Gemini's service on loopback, which speaks to google-generativeai (REST) and to google-genai.

`gemini_answers` says what it answers, `gemini_requests` in which form a request is recorded. Of an upload one request is
recorded, whatever steps a library takes: the old one asks first what the service can do, and asks for the file afterwards.
A prompt that holds `silent` is not answered before the client gives up.
"""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from tests.wire import gemini_answers
from tests.wire.gemini_requests import GeminiRequest, camel_names, compared, with_turns_joined
from tests.wire.loopback import Handler, Service, running

PIECE = "/piece/"
"""Asked for between two pieces that one process runs, each of which has a service of its own."""

_PAGE = 50
_UPLOAD = re.compile(r"^(?:/resumable)?/upload/(v1\w*)/files$")


@dataclass(slots=True)
class _Files:
    """What was uploaded to the service that one program asks."""

    described: dict[str, dict[str, Any]] = field(default_factory=dict)
    asked: dict[str, int] = field(default_factory=dict)
    waiting: dict[str, Any] = field(default_factory=dict)
    key: str = ""
    just_uploaded: str | None = None


@contextmanager
def running_gemini() -> Iterator[Service[GeminiRequest]]:
    """A service of its own for one program."""

    class OwnFiles(_Handler):
        files = _Files()

    with running(OwnFiles) as service:
        yield service


class _Handler(Handler):
    files: _Files

    def answer(self) -> None:
        split = urlsplit(self.path)
        query, data = parse_qsl(split.query), self.data()
        if split.path.startswith(PIECE):
            type(self).files = _Files()
            self._record(split.path, query, {})
            self._json({})
        elif "/$discovery/" in split.path:
            self._json(_discovery(self._root()))
        elif _UPLOAD.match(split.path):
            self._upload(split.path, dict(query), data)
        else:
            self._ask(split.path, query, with_turns_joined(json.loads(data)) if data else {})

    def _ask(self, path: str, query: list[tuple[str, str]], body: dict[str, Any]) -> None:
        status = gemini_answers.failure(path, body)
        silent = "silent" in gemini_answers.last_text(body)
        if not self._asks_again_for_an_upload(path):
            self._record(path, query, body, failed=status is not None or silent)
            self.files.asked[path] = self.files.asked.get(path, 0) + 1
        if silent:
            self.keep_waiting()
        elif status is not None:
            self._json(gemini_answers.error(status), status)
        else:
            self._reply(path, dict(query), body)

    def _record(self, path: str, query: list[tuple[str, str]], body: dict[str, Any], *, failed: bool = False) -> None:
        request = compared(self.command, path, query, body, self.headers.get("x-goog-api-key"))
        self.server.service.record(request, failed=failed)

    def _reply(self, path: str, query: dict[str, str], body: dict[str, Any]) -> None:
        thing, _, method = path.partition(":")
        if method == "generateContent":
            self._json(gemini_answers.generated(body))
        elif method == "streamGenerateContent":
            self._stream(gemini_answers.pieces(body), query)
        elif method == "countTokens":
            self._json(gemini_answers.counted(body))
        elif method == "embedContent":
            self._json({"embedding": gemini_answers.embedding(body)})
        elif method == "batchEmbedContents":
            self._json({"embeddings": [gemini_answers.embedding(each) for each in body["requests"]]})
        else:
            self._things(thing.split("/")[2:], query)

    def _things(self, names: list[str], query: dict[str, str]) -> None:
        match names:
            case ["models"]:
                self._page("models", list(gemini_answers.MODELS), query)
            case ["models", name]:
                found = [model for model in gemini_answers.MODELS if model["name"] == f"models/{name}"]
                self._json(*((found[0],) if found else (gemini_answers.error(404), 404)))
            case ["files"]:
                self._page("files", [self._file(name) for name in self.files.described], query)
            case ["files", name] if f"files/{name}" not in self.files.described:
                self._json(gemini_answers.error(404), 404)
            case ["files", name] if self.command == "DELETE":
                del self.files.described[f"files/{name}"]
                self._json({})
            case ["files", name]:
                self._json(self._file(f"files/{name}"))
            case _:
                self._json(gemini_answers.error(404), 404)

    def _page(self, kind: str, things: list[dict[str, Any]], query: dict[str, str]) -> None:
        first, size = int(query.get("pageToken", "0")), int(query.get("pageSize", _PAGE))
        page: dict[str, Any] = {kind: things[first : first + size]}
        if first + size < len(things):
            page["nextPageToken"] = str(first + size)
        self._json(page)

    def _stream(self, pieces: list[dict[str, Any]], query: dict[str, str]) -> None:
        if query.get("alt") == "sse":
            self.send("".join(f"data: {json.dumps(piece)}\r\n\r\n" for piece in pieces).encode(), "text/event-stream")
        else:
            self.send(json.dumps(pieces).encode(), "application/json")

    def _json(self, body: dict[str, Any], status: int = 200, headers: dict[str, str] | None = None) -> None:
        self.send(json.dumps(body).encode(), "application/json", status, headers)

    # ---- files

    def _root(self) -> str:
        return f"http://{self.headers['Host']}"

    def _upload(self, path: str, query: dict[str, str], data: bytes) -> None:
        """The first step says what the file is and is told where to send it; the second sends it."""
        if "upload_id" not in query:
            kind = self.headers.get("X-Upload-Content-Type") or self.headers.get("X-Goog-Upload-Header-Content-Type")
            described = {"mimeType": kind, **camel_names(json.loads(data or b"{}").get("file", {}))}
            self.files.waiting = {key: value for key, value in described.items() if key != "sizeBytes"}
            self.files.key = self.headers.get("x-goog-api-key") or query.get("key", "")
            there = f"{self._root()}{path}?upload_id=1"
            self._json({}, headers={"Location": there, "X-Goog-Upload-URL": there, "X-Goog-Upload-Status": "active"})
            return
        described = self.files.waiting
        body = {"file": described, "content": data.decode("latin-1")}
        version = path.split("/")[-2]
        request = compared("POST", f"/upload/{version}/files", [], body, self.files.key)
        self.server.service.record(request, failed=False)
        name = described.get("name") or f"files/file-{len(self.files.described) + 1}"
        self.files.described[name] = {**described, "sizeBytes": len(data)}
        self.files.just_uploaded = name if self.command == "PUT" else None
        self._json({"file": self._file(name)}, headers={"X-Goog-Upload-Status": "final"})

    def _asks_again_for_an_upload(self, path: str) -> bool:
        """What google-generativeai does by itself at the end of an upload."""
        name, self.files.just_uploaded = self.files.just_uploaded, None
        return name is not None and self.command == "GET" and path.endswith(f"/{name}")

    def _file(self, name: str) -> dict[str, Any]:
        """A recording is ready when it is asked for a second time."""
        described = self.files.described[name]
        asked = sum(count for path, count in self.files.asked.items() if path.endswith(f"/{name}"))
        waits = str(described.get("mimeType")).startswith("video/") and asked < 2
        return gemini_answers.file(name, described, f"https://files.invalid/{name}", ready=not waits)


def _discovery(root: str) -> dict[str, Any]:
    """As much of the service's description as google-generativeai reads before an upload."""
    upload = {
        "id": "generativelanguage.media.upload",
        "path": "v1beta/files",
        "flatPath": "v1beta/files",
        "httpMethod": "POST",
        "parameters": {},
        "parameterOrder": [],
        "request": {"$ref": "CreateFileRequest"},
        "response": {"$ref": "CreateFileResponse"},
        "supportsMediaUpload": True,
        "mediaUpload": {
            "accept": ["*/*"],
            "maxSize": "2147483648",
            "protocols": {
                "simple": {"multipart": True, "path": "/upload/v1beta/files"},
                "resumable": {"multipart": True, "path": "/resumable/upload/v1beta/files"},
            },
        },
    }
    return {
        "kind": "discovery#restDescription",
        "name": "generativelanguage",
        "version": "v1beta",
        "rootUrl": f"{root}/",
        "servicePath": "",
        "baseUrl": f"{root}/",
        "batchPath": "batch",
        "parameters": {},
        "schemas": {
            "CreateFileRequest": {"id": "CreateFileRequest", "type": "object", "properties": {}},
            "CreateFileResponse": {"id": "CreateFileResponse", "type": "object", "properties": {}},
        },
        "resources": {"media": {"methods": {"upload": upload}}},
    }
