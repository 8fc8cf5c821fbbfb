"""What GitHub says about a body that does not fit its schema.

The sentences are those of the JSON-schema validator that GitHub uses, seen in many reports, such as "No more than 50
items are allowed; 51 were supplied." (dorny/test-reporter#194), "Only 65535 characters are allowed; 70292 were
supplied." (reviewdog/action-rubocop#67) and '"annotation_level", "path" weren't supplied.' (humanmade/linter-bot#71).
"""

import json
import re
from collections import defaultdict

from bot.playground.schemas import Mismatch

_ARTICLES = {
    "string_type": "a string",
    "int_type": "an integer",
    "int_from_float": "an integer",
    "bool_type": "a boolean",
    "list_type": "an array",
    "dict_type": "an object",
    "model_type": "an object",
}


def sentences(found: list[Mismatch]) -> list[str]:
    """One sentence a mismatch; keys missing from one object share one."""
    missing: defaultdict[tuple[str | int, ...], list[str]] = defaultdict(list)
    for each in found:
        if each.kind == "missing":
            missing[each.where[:-1]].append(str(each.where[-1]))
    absent = [_absent(sorted(names)) for names in missing.values()]
    return absent + [_sentence(each) for each in found if each.kind != "missing"]


def no_more_than(limit: int, supplied: int) -> str:
    """A list is too long."""
    return f"No more than {_count(limit, 'item', 'allowed')}; {_supplied(supplied)}."


def only_characters(limit: int, supplied: int) -> str:
    """A text is too long."""
    return f"Only {_count(limit, 'character', 'allowed')}; {_supplied(supplied)}."


def _absent(names: list[str]) -> str:
    quoted = ", ".join(f'"{name}"' for name in names)
    return f"{quoted} {'wasn' if len(names) == 1 else 'weren'}'t supplied."


def _sentence(mismatch: Mismatch) -> str:
    limits = mismatch.limits
    match mismatch.kind:
        case "too_long" | "string_too_long" if isinstance(mismatch.found, str):
            return only_characters(limits["max_length"], len(mismatch.found))
        case "too_long":
            return no_more_than(limits["max_length"], len(mismatch.found))
        case "extra_forbidden":
            return f'"{mismatch.where[-1]}" is not a permitted key.'
        case "literal_error":
            return _about(mismatch, f"is not a member of {_members(limits['expected'])}.")
        case "null":
            return _about(mismatch, "is not permitted.")
        case kind if kind in _ARTICLES:
            return _about(mismatch, f"is not {_ARTICLES[kind]}.")
        case _:
            return _about(mismatch, f"is not valid ({mismatch.kind}).")


def _count(number: int, thing: str, what: str) -> str:
    return f"{number} {thing} is {what}" if number == 1 else f"{number} {thing}s are {what}"


def _supplied(number: int) -> str:
    return f"{number} was supplied" if number == 1 else f"{number} were supplied"


def _about(mismatch: Mismatch, complaint: str) -> str:
    spot = "/".join(("properties", str(mismatch.where[-1]))) if mismatch.where else "the body"
    value = "nil" if mismatch.found is None else json.dumps(mismatch.found)
    return f"For '{spot}', {value} {complaint}"


def _members(expected: str) -> str:
    return json.dumps(re.findall(r"'([^']*)'", expected))
