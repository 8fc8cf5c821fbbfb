"""What the stand-in for Gemini's service answers. The text that is asked decides, so that both libraries get the same.

A text or model that holds `fail-429` fails with that status. `blocked` blocks the prompt, `no candidates` gives none and no
reason, `empty answer` a candidate without content, `unsafe` one that was cut for safety, `cut short` one that met the
limit, `in two parts` two parts, `recited` a citation and no text, `breaks off` a stream whose second piece is unsafe.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

_FAILS = re.compile(r"fail-(\d{3})")
_STATUS = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    503: "UNAVAILABLE",
    504: "DEADLINE_EXCEEDED",
}
_HARMLESS = [
    {"category": "HARM_CATEGORY_HARASSMENT", "probability": "NEGLIGIBLE"},
    {"category": "HARM_CATEGORY_DANGEROUS_CONTENT", "probability": "LOW"},
]
_HARMFUL = [{"category": "HARM_CATEGORY_HARASSMENT", "probability": "HIGH", "blocked": True}]
_USAGE = {"promptTokenCount": 7, "candidatesTokenCount": 5, "totalTokenCount": 12}

MODELS = tuple(
    {
        "name": f"models/{name}",
        "version": "001",
        "displayName": name.title(),
        "description": f"What {name} is for.",
        "inputTokenLimit": 30_720,
        "outputTokenLimit": 2_048,
        "supportedGenerationMethods": methods,
        "temperature": 0.5,
        "topP": 0.75,
        "topK": 40,
    }
    for name, methods in (
        ("gemini-pro", ["generateContent", "countTokens"]),
        ("gemini-1.5-flash", ["generateContent", "countTokens", "createCachedContent"]),
        ("text-embedding-004", ["embedContent"]),
        ("aqa", ["generateAnswer"]),
    )
)


def failure(path: str, body: Mapping[str, Any]) -> int | None:
    """The status with which a request fails, or None."""
    asked = _FAILS.search(path) or _FAILS.search(last_text(body))
    return int(asked.group(1)) if asked is not None else None


def error(status: int) -> dict[str, Any]:
    """What the service says of a failure."""
    return {"error": {"code": status, "message": f"The service says {status}.", "status": _STATUS[status]}}


def last_text(body: Mapping[str, Any]) -> str:
    """The texts of the last turn, or of what is embedded."""
    whole = body.get("generateContentRequest") or body
    contents = whole.get("contents") or [request.get("content") for request in whole.get("requests", ())]
    last = (contents or [whole.get("content")])[-1] or {}
    return " ".join(part["text"] for part in last.get("parts", ()) if "text" in part)


def generated(body: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to generateContent."""
    text = last_text(body)
    if "blocked" in text:
        return {"promptFeedback": {"blockReason": "SAFETY", "safetyRatings": _HARMFUL}, "usageMetadata": _USAGE}
    if "no candidates" in text:
        return {"usageMetadata": _USAGE, "modelVersion": "m-001"}
    count = _settings(body).get("candidateCount", 1)
    return {
        "candidates": [_candidate(body, text, index) for index in range(count)],
        "usageMetadata": _USAGE,
        "modelVersion": "m-001",
    }


def pieces(body: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The answer to streamGenerateContent, in pieces."""
    text = last_text(body)
    whole = generated(body)
    if "candidates" not in whole or "content" not in whole["candidates"][0] or _calls(body):
        return [whole]
    first, second = (_said("One, ") | {"index": 0}, _said("two, ") | {"index": 0})
    if "breaks off" in text:
        return [{"candidates": [first]}, {"candidates": [_cut("SAFETY") | {"safetyRatings": _HARMFUL}]}]
    last = {**_said(f"{_turns(body)} in all."), "finishReason": "STOP", "index": 0, "safetyRatings": _HARMLESS}
    return [
        {"candidates": [first]},
        {"candidates": [second]},
        {"candidates": [last], "usageMetadata": _USAGE, "modelVersion": "m-001"},
    ]


def counted(body: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to countTokens: one for every letter of the last turn, ten for every turn before."""
    return {"totalTokens": len(last_text(body)) + 10 * (_turns(body) - 1)}


def embedding(request: Mapping[str, Any]) -> dict[str, Any]:
    """The embedding of one text."""
    text = last_text(request)
    values = [len(text) / 64, -0.25, 0.125, 0.5]
    return {"values": values[: request.get("outputDimensionality", 4)]}


def file(name: str, described: Mapping[str, Any], uri: str, *, ready: bool) -> dict[str, Any]:
    """What the service says of an uploaded file."""
    return {
        "name": name,
        "displayName": described.get("displayName", ""),
        "mimeType": described.get("mimeType", "text/plain"),
        "sizeBytes": str(described.get("sizeBytes", 4)),
        "createTime": "2024-05-01T10:00:00.000001Z",
        "updateTime": "2024-05-01T10:00:00.000001Z",
        "expirationTime": "2024-05-03T10:00:00.000001Z",
        "sha256Hash": "YWJj",
        "uri": uri,
        "state": "ACTIVE" if ready else "PROCESSING",
    }


def _settings(body: Mapping[str, Any]) -> dict[str, Any]:
    return body.get("generationConfig") or {}


def _turns(body: Mapping[str, Any]) -> int:
    whole = body.get("generateContentRequest") or body
    return len(whole.get("contents", ()))


def _candidate(body: Mapping[str, Any], text: str, index: int) -> dict[str, Any]:
    about: dict[str, Any] = {"index": index, "safetyRatings": _HARMLESS}
    if "empty answer" in text:
        return {"finishReason": "STOP", **about}
    if "unsafe" in text:
        return {**_cut("SAFETY"), "index": index, "safetyRatings": _HARMFUL}
    if "recited" in text:
        source = {"startIndex": 3, "endIndex": 9, "uri": "https://source.invalid/", "license": "mit"}
        return {**_cut("RECITATION"), **about, "citationMetadata": {"citationSources": [source]}}
    if "cut short" in text:
        return {**_said("The limit was"), "finishReason": "MAX_TOKENS", **about}
    if _calls(body):
        return {"content": {"role": "model", "parts": [_call(body)]}, "finishReason": "STOP", **about}
    return {**_said(*_texts(body, text, index)), "finishReason": "STOP", **about}


def _texts(body: Mapping[str, Any], text: str, index: int) -> tuple[str, ...]:
    if _settings(body).get("responseMimeType") == "application/json":
        return (json.dumps({"asked": text, "turns": _turns(body)}),)
    if "in two parts" in text:
        return ("The first part.", "The second part.")
    return (f"Answer {index + _turns(body)} to {text}",)


def _said(*texts: str) -> dict[str, Any]:
    return {"content": {"role": "model", "parts": [{"text": text} for text in texts]}}


def _cut(reason: str) -> dict[str, Any]:
    return {"finishReason": reason, "index": 0}


def _calls(body: Mapping[str, Any]) -> bool:
    answered = any("functionResponse" in part for turn in body.get("contents", ()) for part in turn.get("parts", ()))
    return not answered and any("functionDeclarations" in tool for tool in body.get("tools", ()))


def _call(body: Mapping[str, Any]) -> dict[str, Any]:
    (declared, *_) = next(tool["functionDeclarations"] for tool in body["tools"] if "functionDeclarations" in tool)
    return {"functionCall": {"name": declared["name"], "args": {"place": "Oslo", "days": 3}}}
