"""A stand-in for OpenAI's service on loopback: canned answers, and a record of what every program put on the wire.

What a program asks for decides the answer, so that the old and the new text get the same one: a model or prompt called
`fail-429` is answered with that status, `silent` not before the client gives up. Requests are recorded in the form in
which both sides are compared (`Request`):

* `/engines/X/completions` of the old library is the same as the model X in the body, and so is a deployment of Azure;
* an uploaded file is its field and content, without the name and type that either library gives it;
* a request that is repeated after a failure is recorded once: the new library tries again by itself;
* numbers packed by the default that either library chooses for embeddings are no difference;
* of the headers only the key (wherever it stands) and the organization count.
"""

import base64
import json
import re
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.parser import BytesParser
from email.policy import HTTP
from itertools import dropwhile
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from tests.wire.loopback import Handler, Service, running

_FAILS = re.compile(r"fail-(\d{3})")
_ENGINE = re.compile(r"^/(?:v1/)?engines/([^/]+)(/.*)$")
_DEPLOYMENT = re.compile(r"^(/.*)?/openai/deployments/([^/]+)(/.*)$")
_KINDS_OF_THINGS = frozenset(
    {"chat", "completions", "embeddings", "moderations", "images", "audio", "models", "files", "fine_tuning"}
)
_HEADERS = {"retry-after-ms": "1", "openai-processing-ms": "12"}
_KINDS = {401: "invalid_api_key", 404: "model_not_found", 429: "rate_limit_exceeded"}


@dataclass(frozen=True, slots=True)
class Request:
    """One request as it is compared."""

    method: str
    path: str
    query: tuple[tuple[str, str], ...]
    body: str
    key: str
    organization: str | None


@contextmanager
def running_service() -> Iterator[Service[Request]]:
    """A service of its own for one program."""
    with running(_Handler) as service:
        yield service


class _Handler(Handler):
    def _credential(self) -> str:
        """The key or token, with the header that Azure takes a key in where it came in that one."""
        key = self.headers.get("api-key")
        return f"api-key {key}" if key else (self.headers.get("Authorization") or "").removeprefix("Bearer ")

    def answer(self) -> None:
        split = urlsplit(self.path)
        body = self._body()
        path, body = _without_engine(split.path, body)
        status = _status(path, body)
        request = Request(
            self.command,
            path,
            tuple(sorted(parse_qsl(split.query))),
            json.dumps(_compared(path, body), sort_keys=True),
            self._credential(),
            self.headers.get("OpenAI-Organization"),
        )
        silent = "silent" in request.body
        self.server.service.record(request, failed=status != 200 or silent)
        if silent:
            self.keep_waiting()
        elif status != 200:
            self.send(json.dumps(_error(status)).encode(), "application/json", status, _HEADERS)
        elif body.get("stream") in (True, "true"):
            pieces = "".join(f"data: {line}\n\n" for line in _chunks(path, body))
            self.send(pieces.encode(), "text/event-stream", headers=_HEADERS)
        else:
            self.send(*_reply(self.command, path, body), headers=_HEADERS)

    def _body(self) -> dict[str, Any]:
        data = self.data()
        kind = self.headers.get("Content-Type") or ""
        if kind.startswith("multipart/"):
            return _fields(kind, data)
        found = json.loads(data) if data else {}
        return found if isinstance(found, dict) else {"body": found}


def _fields(kind: str, data: bytes) -> dict[str, Any]:
    message = BytesParser(policy=HTTP).parsebytes(f"Content-Type: {kind}\r\n\r\n".encode() + data)
    found: dict[str, Any] = {}
    for part in message.iter_parts():
        name = part.get_param("name", header="content-disposition")
        content = part.get_payload(decode=True)
        assert isinstance(content, bytes)
        found[str(name)] = content.decode(errors="backslashreplace")
    return found


def _without_engine(path: str, body: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The path and body of a request in which the model stands where the new library puts it."""
    engine, deployment = _ENGINE.match(path), _DEPLOYMENT.match(path)
    if engine is not None:
        return f"/v1{engine.group(2)}", {**body, "model": unquote(engine.group(1))}
    if deployment is not None:
        return f"/azure{deployment.group(3)}", {**body, "model": unquote(deployment.group(2))}
    return path, body


def _compared(path: str, body: dict[str, Any]) -> dict[str, Any]:
    packed = path.endswith("/embeddings") and body.get("encoding_format") == "base64"
    return {name: value for name, value in body.items() if not (packed and name == "encoding_format")}


def _status(path: str, body: dict[str, Any]) -> int:
    asked = _FAILS.search(f"{path} {body.get('model', '')} {body.get('prompt', '')} {body.get('input', '')}")
    return int(asked.group(1)) if asked is not None else 200


def _error(status: int) -> dict[str, Any]:
    kind = _KINDS.get(status, "server_error")
    return {"error": {"message": f"The service says {status}.", "type": kind, "param": None, "code": kind}}


# ---- answers


def _reply(method: str, path: str, body: dict[str, Any]) -> tuple[bytes, str]:
    if "/audio/" in path and body.get("response_format") in {"text", "srt", "vtt"}:
        return b"said in the recording\n", "text/plain"
    if path.endswith("/content"):
        return b"line one\nline two\n", "application/octet-stream"
    return json.dumps(_object(method, path, body)).encode(), "application/json"


def _object(method: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
    parts = dropwhile(lambda part: part not in _KINDS_OF_THINGS, path.strip("/").split("/"))
    asked = " ".join((method, *parts))
    for pattern, answer in _ANSWERS.items():
        found = re.fullmatch(pattern, asked)
        if found is not None:
            return answer(body, found.group(1) if found.re.groups else "")
    return {"unknown": path}


def _listed(*things: dict[str, Any]) -> dict[str, Any]:
    return {"object": "list", "data": list(things), "has_more": False}


def _pictures(body: dict[str, Any], _: str) -> dict[str, Any]:
    key = "b64_json" if body.get("response_format") == "b64_json" else "url"
    value = base64.b64encode(b"picture").decode() if key == "b64_json" else "https://pictures.invalid/1.png"
    return {"created": 7, "data": [{key: value} for _ in range(int(body.get("n", 1)))]}


def _recording(body: dict[str, Any], _: str) -> dict[str, Any]:
    said: dict[str, Any] = {"text": "said in the recording"}
    if body.get("response_format") == "verbose_json":
        segment = {"id": 0, "seek": 0, "start": 0.0, "end": 1.5, "text": "said", "tokens": [1, 2]}
        segment |= {"temperature": 0.0, "avg_logprob": -0.5, "compression_ratio": 1.0, "no_speech_prob": 0.1}
        said |= {"task": "transcribe", "language": "english", "duration": 1.5, "segments": [segment]}
    return said


def _event() -> dict[str, Any]:
    event = {"object": "fine_tuning.job.event", "id": "ftevent-1", "created_at": 9, "level": "info"}
    return {**event, "message": "started", "type": "message"}


def _chat(body: dict[str, Any]) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": f"answer to {len(body['messages'])} messages"}
    reason = "stop"
    if body.get("functions"):
        call = {"name": body["functions"][0]["name"], "arguments": '{"place": "Oslo"}'}
        message = {"role": "assistant", "content": None, "function_call": call}
        reason = "function_call"
    if body.get("tools"):
        message = {"role": "assistant", "content": None, "tool_calls": [_tool_call(body)]}
    choices = [{"index": index, "message": message, "finish_reason": reason} for index in range(body.get("n") or 1)]
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": body.get("model", "m"),
        "choices": choices,
        "usage": {"prompt_tokens": 9, "completion_tokens": 4, "total_tokens": 13},
    }


def _tool_call(body: dict[str, Any]) -> dict[str, Any]:
    function = {"name": body["tools"][0]["function"]["name"], "arguments": '{"place": "Oslo"}'}
    return {"id": "call-1", "type": "function", "function": function}


def _completion(body: dict[str, Any]) -> dict[str, Any]:
    scores = {
        "tokens": [" so", " be"],
        "token_logprobs": [-0.25, -1.5],
        "top_logprobs": [{" so": -0.25}, {" be": -1.5}],
        "text_offset": [0, 3],
    }
    choice = {"text": " so be it", "logprobs": scores if body.get("logprobs") else None, "finish_reason": "length"}
    return {
        "id": "cmpl-1",
        "object": "text_completion",
        "created": 1_700_000_001,
        "model": body.get("model", "m"),
        "choices": [{**choice, "index": index} for index in range(body.get("n") or 1)],
        "usage": {"prompt_tokens": 5, "completion_tokens": 3, "total_tokens": 8},
    }


def _embeddings(body: dict[str, Any]) -> dict[str, Any]:
    numbers = [0.5, -0.25, 0.125]
    packed = base64.b64encode(struct.pack("<3f", *numbers)).decode()
    one = {"object": "embedding", "embedding": packed if body.get("encoding_format") == "base64" else numbers}
    count = len(body["input"]) if isinstance(body["input"], list) else 1
    return {
        "object": "list",
        "data": [{**one, "index": index} for index in range(count)],
        "model": body.get("model", "m"),
        "usage": {"prompt_tokens": 2, "total_tokens": 2},
    }


def _moderation(body: dict[str, Any]) -> dict[str, Any]:
    names = ["sexual", "hate", "harassment", "self-harm", "sexual/minors", "hate/threatening", "violence/graphic"]
    names += ["self-harm/intent", "self-harm/instructions", "harassment/threatening", "violence"]
    count = len(body["input"]) if isinstance(body["input"], list) else 1
    result = {
        "flagged": True,
        "categories": {name: name == "violence" for name in names},
        "category_scores": {name: 0.75 if name == "violence" else 0.01 for name in names},
    }
    return {"id": "modr-1", "model": "text-moderation-007", "results": [result] * count}


def _model(name: str) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": 1, "owned_by": "openai"}


def _file(name: str) -> dict[str, Any]:
    described = {"id": name, "object": "file", "bytes": 18, "created_at": 2, "filename": "training.jsonl"}
    return {**described, "purpose": "fine-tune", "status": "processed"}


def _job(name: str) -> dict[str, Any]:
    return {
        "id": name,
        "object": "fine_tuning.job",
        "created_at": 3,
        "finished_at": None,
        "fine_tuned_model": None,
        "hyperparameters": {"n_epochs": 4},
        "model": "gpt-3.5-turbo-0613",
        "organization_id": "org-1",
        "result_files": [],
        "status": "running",
        "trained_tokens": None,
        "training_file": "file-1",
        "validation_file": None,
    }


def _chunks(path: str, body: dict[str, Any]) -> Iterator[str]:
    chat = path.endswith("/chat/completions")
    about = {"id": "s-1", "object": "chunk", "created": 1_700_000_002, "model": body.get("model", "m")}
    for piece in ("To ", "be", "") if chat else ("To ", "be"):
        if chat:
            first = piece == "To "
            delta: dict[str, Any] = {
                **({"role": "assistant"} if first else {}),
                **({"content": piece} if piece else {}),
            }
            if body.get("tools") and piece:
                delta = {"tool_calls": [{"index": 0, **_tool_call(body)}]}
            choice = {"index": 0, "delta": delta, "finish_reason": None if piece else "stop"}
        else:
            choice = {"index": 0, "text": piece, "logprobs": None, "finish_reason": None}
        yield json.dumps({**about, "choices": [choice]})
    yield "[DONE]"


_ANSWERS: dict[str, Callable[[dict[str, Any], str], dict[str, Any]]] = {
    "POST chat completions": lambda body, _: _chat(body),
    "POST completions": lambda body, _: _completion(body),
    "POST embeddings": lambda body, _: _embeddings(body),
    "POST moderations": lambda body, _: _moderation(body),
    r"POST images \S+": _pictures,
    r"POST audio \S+": _recording,
    "GET models": lambda *_: _listed(_model("gpt-4"), _model("ada")),
    r"GET models (\S+)": lambda _, name: _model(name),
    r"DELETE (?:models|files) (\S+)": lambda _, name: {"id": name, "object": "file", "deleted": True},
    "GET files": lambda *_: _listed(_file("file-1"), _file("file-2")),
    "POST files": lambda *_: _file("file-3"),
    r"GET files (\S+)": lambda _, name: _file(name),
    "GET fine_tuning jobs": lambda *_: _listed(_job("ftjob-1")),
    "POST fine_tuning jobs": lambda *_: _job("ftjob-2"),
    r"GET fine_tuning jobs \S+ events": lambda *_: _listed(_event()),
    r"(?:GET|POST) fine_tuning jobs (\S+)(?: cancel)?": lambda _, name: _job(name),
}
