"""Runs short pieces of code in an environment of one of the Gemini libraries, one after another in one process.

Runs there as its own process, with a JSON list of texts on standard input, and prints for each what it printed and the class
of the exception that ended it. A piece sees on the old side `genai`, configured with the key `K`, on the new one `client`
with the same key and version of the service, `genai` and `types`.
"""

import asyncio
import contextlib
import importlib
import importlib.util
import io
import json
import logging
import os
import sys
import urllib.request
import warnings
from typing import Any

KEY = "K"


def names() -> dict[str, Any]:
    """What a piece may use."""
    if importlib.util.find_spec("google.generativeai") is not None:
        importlib.import_module("tests.wire.gemini_below").attach(os.environ["SERVICE"])
        old = importlib.import_module("google.generativeai")
        old.configure(api_key=KEY)
        return {"genai": old, "asyncio": asyncio}
    genai = importlib.import_module("google.genai")
    client = genai.Client(api_key=KEY, http_options={"api_version": "v1beta"})
    return {"genai": genai, "types": genai.types, "client": client, "asyncio": asyncio}


def observed(code: str) -> tuple[str, str | None]:
    """What a piece printed, and the class of what it raised."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        try:
            exec(compile(code, "piece", "exec", dont_inherit=True), names())  # noqa: S102 - the pieces are our own, from forms/
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what the piece did
            return out.getvalue(), type(error).__name__
    return out.getvalue(), None


def main() -> None:
    """Run what stands on standard input; the stand-in is told where each piece begins."""
    found = []
    for number, code in enumerate(json.load(sys.stdin)):
        urllib.request.urlopen(f"{os.environ['SERVICE']}/piece/{number}").read()
        found.append(observed(code))
    print(json.dumps(found))  # noqa: T201


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    main()
