"""Turns what pydantic says about a pack into one sentence a place: where, what was expected, what stands there."""

import difflib
import types
from collections.abc import Iterable
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import ValidationError

from bot.models.light_record import LightRecord
from bot.models.struct import Frozen
from bot.packs.yaml_text import YamlPath, shown

_KEY = "[key]"
_PLAIN = {
    "dataclass_type": "keys and values",
    "dict_type": "keys and values",
    "tuple_type": "a list",
    "string_type": "text",
    "bool_type": "true or false",
}
"""What pydantic names in the terms of Python, in those of YAML."""


class Complaint(Frozen):
    """One thing that is wrong; `path` is empty for the document itself."""

    path: YamlPath
    sentence: str

    def __str__(self) -> str:
        return f"{written(self.path)}: {self.sentence}" if self.path else self.sentence


def written(path: YamlPath) -> str:
    """A path as people write it: `changes[2].kind`, `surface.objects["PyPDF2.PdfReader"].same[3]`."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        elif part.isidentifier():
            text += f".{part}" if text else part
        else:
            text += f'["{shown(part)[1:-1]}"]'
    return text


def complaints_about(error: ValidationError, model: type[LightRecord], under: YamlPath = ()) -> list[Complaint]:
    """Every complaint in a validation error of `model`, whose document stands at `under`."""
    found = error.errors(include_url=False)
    inner = [tuple(details["loc"]) for details in found]
    return [_complaint(details, model, under) for details in found if not _follows(details, inner)]


def _follows(details: Any, inner: list[tuple[str | int, ...]]) -> bool:
    """Whether a list only counts as too short because the items in it are wrong, which is said of them already."""
    here = tuple(details["loc"])
    return details["type"] == "too_short" and any(path != here and path[: len(here)] == here for path in inner)


def _complaint(details: Any, model: type[LightRecord], under: YamlPath) -> Complaint:
    path: YamlPath = tuple(details["loc"])
    about_key = bool(path) and path[-1] == _KEY
    if about_key:
        path = path[:-1]
    here = (*under, *path)
    match details["type"]:
        case "missing":
            return Complaint(here, "expected a value, the key is required; found nothing")
        case "unexpected_keyword_argument":
            return Complaint(here, _unknown_key(str(path[-1]), _known_keys(model, path[:-1])))
        case "value_error":
            return Complaint(here, str(details["ctx"]["error"]))
    expected = _PLAIN.get(details["type"]) or _expected(details["msg"])
    return Complaint(here, f"expected {'a key: ' if about_key else ''}{expected}; found {shown(details['input'])}")


def _expected(message: str) -> str:
    for opening, instead in (("Input should be ", ""), ("String should ", "text to "), ("Value error, ", "")):
        if message.startswith(opening):
            return instead + message.removeprefix(opening)
    return message[:1].lower() + message[1:]


def _unknown_key(key: str, known: Iterable[str]) -> str:
    nearest = difflib.get_close_matches(key, sorted(known), n=1, cutoff=0.5)
    hint = f"the nearest is {nearest[0]}" if nearest else f"there are {', '.join(sorted(known)) or 'none'}"
    return f"expected a known key ({hint}); found {shown(key)}"


def _known_keys(model: type[LightRecord], path: YamlPath) -> set[str]:
    """The keys of the record at `path` inside a document of `model`."""
    annotation: Any = model
    for part in path:
        annotation = _inside(annotation, part)
    if not (isinstance(annotation, type) and issubclass(annotation, LightRecord)):
        return set()
    return {*annotation.record_fields}


def _inside(annotation: Any, part: str | int) -> Any:
    """The annotation of what stands at `part` inside something of `annotation`; None when there is no telling."""
    if isinstance(annotation, type) and issubclass(annotation, LightRecord):
        field = annotation.record_fields.get(str(part))
        return _bare(field.annotation) if field is not None else None
    arguments = get_args(annotation)
    if get_origin(annotation) is dict:
        return _bare(arguments[1])
    return _bare(arguments[0]) if get_origin(annotation) is tuple and arguments else None


def _bare(annotation: Any) -> Any:
    """An annotation without `Annotated` and without `| None`."""
    if get_origin(annotation) is Annotated:
        return _bare(get_args(annotation)[0])
    if get_origin(annotation) in {Union, types.UnionType}:
        return _bare(next(each for each in get_args(annotation) if each is not type(None)))
    return annotation
