"""Runs short pieces of code in an environment of one of the Gemini libraries and tells what each printed or raised.

Runs there as its own process, with a JSON list of texts on standard input. On the old side a piece sees `genai`, `protos` and
`types` of google.generativeai, on the new one `genai` and `types` of google.genai.
"""

import importlib
import importlib.util
import json
import logging
import sys
import warnings
from typing import Any

from tests.packs.observe import observe


def names() -> dict[str, Any]:
    """What a piece may use."""
    old = importlib.util.find_spec("google.generativeai") is not None
    root = "google.generativeai" if old else "google.genai"
    inner = ("types", "protos") if old else ("types",)
    return {
        "genai": importlib.import_module(root),
        **{name: importlib.import_module(f"{root}.{name}") for name in inner},
    }


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    known = names()
    print(json.dumps([observe(code, known) for code in json.load(sys.stdin)]))  # noqa: T201
