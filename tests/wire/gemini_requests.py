"""What a program asked Gemini's service for, in the form in which the two libraries are compared.

The service reads both ways of saying the same thing; each line here is one that it does not tell apart:

* a name in snake_case is the same as in camelCase, a number of an enumeration the same as its name;
* a turn without a role is the user's, and the role of a system instruction says nothing;
* turns of the model in a row are one: google-genai keeps every piece of a stream as a turn of its own;
* numbers are of single precision, and 1.0 is 1; bytes are base64 in either alphabet;
* an empty configuration or list of tools is the same as none, the order of safety settings says nothing;
* tokens are counted in `contents` or in a whole request that holds the contents; how an answer would be made (but for a
  schema) does not change their number;
* one text is embedded by `embedContent`, or by a batch of one;
* `$alt`, `alt` and a page size that is the old library's default are of the transport.

The version of the service, the key and the model count, wherever the library puts them.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_NO_QUESTION = frozenset({"$alt", "alt", "key"})
_DEFAULT_PAGES = {("models", "50"), ("files", "100")}
"""The page sizes for which google-generativeai asks by itself."""

_NOTHING_IF_EMPTY = frozenset({"contents", "generationConfig", "safetySettings", "toolConfig", "tools"})

_FREE = frozenset({"args", "response", "properties", "enum", "responseJsonSchema", "parametersJsonSchema"})
"""Below these stand names of the program's own."""

_HARMS = ("HARASSMENT", "HATE_SPEECH", "SEXUALLY_EXPLICIT", "DANGEROUS_CONTENT", "CIVIC_INTEGRITY")
_TASKS = ("RETRIEVAL_QUERY", "RETRIEVAL_DOCUMENT", "SEMANTIC_SIMILARITY", "CLASSIFICATION", "CLUSTERING")
_THRESHOLDS = ("BLOCK_LOW_AND_ABOVE", "BLOCK_MEDIUM_AND_ABOVE", "BLOCK_ONLY_HIGH", "BLOCK_NONE", "OFF")
NAMES: Mapping[str, Mapping[int, str]] = {
    "category": {number: f"HARM_CATEGORY_{name}" for number, name in enumerate(_HARMS, 7)},
    "threshold": dict(enumerate(_THRESHOLDS, 1)),
    "taskType": dict(enumerate((*_TASKS, "QUESTION_ANSWERING", "FACT_VERIFICATION"), 1)),
    "type": dict(enumerate(("STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT"), 1)),
    "mode": {1: "AUTO", 2: "ANY", 3: "NONE"},
    "language": {1: "PYTHON"},
    "outcome": {1: "OUTCOME_OK", 2: "OUTCOME_FAILED", 3: "OUTCOME_DEADLINE_EXCEEDED"},
    "responseModalities": {1: "TEXT", 2: "IMAGE", 3: "AUDIO"},
}
"""The names of the enumerations' numbers, by the field that holds one (measured on google-generativeai 0.8.6)."""


@dataclass(frozen=True, slots=True)
class GeminiRequest:
    """One request as it is compared; `body` is JSON with sorted keys."""

    method: str
    path: str
    query: tuple[tuple[str, str], ...]
    body: str
    key: str


def compared(
    method: str, path: str, query: list[tuple[str, str]], body: Mapping[str, Any], header_key: str | None
) -> GeminiRequest:
    """A request in the form in which it is compared."""
    path, meant = _meant(path, _plain("", with_turns_joined(body)))
    return GeminiRequest(
        method,
        path,
        tuple(sorted((name, value) for name, value in query if not _is_of_the_transport(path, name, value))),
        json.dumps(meant, sort_keys=True, ensure_ascii=False),
        header_key or dict(query).get("key", ""),
    )


def with_turns_joined(body: Mapping[str, Any]) -> dict[str, Any]:
    """A body in which turns of the model that follow one another are one turn, and texts that meet there one text."""
    joined: list[Any] = []
    for turn in body.get("contents") or ():
        if joined and joined[-1].get("role") == turn.get("role") == "model":
            joined[-1] = {**turn, "parts": _parts_joined(joined[-1].get("parts", []), turn.get("parts", []))}
        else:
            joined.append(turn)
    return {**body, "contents": joined} if joined else dict(body)


def _parts_joined(first: list[Any], second: list[Any]) -> list[Any]:
    if first and second and first[-1].keys() == second[0].keys() == {"text"}:
        return [*first[:-1], {"text": first[-1]["text"] + second[0]["text"]}, *second[1:]]
    return [*first, *second]


def _is_of_the_transport(path: str, name: str, value: str) -> bool:
    return name in _NO_QUESTION or (name == "pageSize" and (path.rpartition("/")[2], value) in _DEFAULT_PAGES)


# ---- values


def _plain(name: str, value: Any) -> Any:
    if isinstance(value, dict):
        return {key: plain for key, plain in _fields(name, value) if plain or key not in _NOTHING_IF_EMPTY}
    if isinstance(value, list):
        return sorted(_items(name, value), key=_category) if name == "safetySettings" else _items(name, value)
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return NAMES.get(name, {}).get(int(value)) or _number(value)
    return value.replace("-", "+").replace("_", "/") if name == "data" else value


def _fields(name: str, value: Mapping[str, Any]) -> list[tuple[str, Any]]:
    if name in _FREE:
        return [(key, value[key] if name != "properties" else _plain("", value[key])) for key in value]
    camel = camel_names(value)
    if name == "contents":
        camel.setdefault("role", "user")
    if name == "systemInstruction":
        camel.pop("role", None)
    return [(key, _plain(key, each)) for key, each in camel.items()]


def _items(name: str, values: list[Any]) -> list[Any]:
    return [_plain(name, each) for each in values]


def _category(setting: Mapping[str, Any]) -> str:
    return str(setting.get("category"))


def camel_names(value: Mapping[str, Any]) -> dict[str, Any]:
    """An object with its names in camelCase."""
    return {_camel(key): each for key, each in value.items()}


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(other.capitalize() for other in others)


def _number(value: float) -> float:
    rounded = float(f"{value:.6g}")
    return int(rounded) if rounded == int(rounded) else rounded


# ---- methods


def _meant(path: str, body: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    if path.endswith(":countTokens"):
        return path, _counted(body)
    if path.endswith(":embedContent"):
        return path.replace(":embedContent", ":batchEmbedContents"), {"requests": [_embedded(path, body)]}
    if path.endswith(":batchEmbedContents"):
        return path, {"requests": [_embedded(path, each) for each in body.get("requests", [])]}
    return path, {name: value for name, value in body.items() if name != "model"}


def _counted(body: Mapping[str, Any]) -> dict[str, Any]:
    whole = dict(body.get("generateContentRequest") or body)
    schema = whole.pop("generationConfig", {}).get("responseSchema")
    kept = {name: value for name, value in whole.items() if name not in {"model", "safetySettings", "toolConfig"}}
    return kept | ({"responseSchema": schema} if schema else {})


def _embedded(path: str, body: Mapping[str, Any]) -> dict[str, Any]:
    model = path.partition("/models/")[2].partition(":")[0]
    return {"model": f"models/{model}", **body, "content": {"parts": body.get("content", {}).get("parts")}}
