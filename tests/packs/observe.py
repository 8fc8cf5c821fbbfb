"""Runs short pieces of code against the library of an environment and tells what each printed or raised.

Runs there as its own process: `observe ROOT FOLDER` with a JSON list of texts on standard input. A piece sees `L` (the
library), `g` (its generic module), `pdf(name)` (a reader of one of the wire cases' documents), `pages(name)` (a writer
with the pages of one added) and `again(writer)` (a reader of what a writer writes).
"""

import contextlib
import importlib
import io
import json
import logging
import sys
import warnings
from pathlib import Path
from typing import Any


def observe(code: str, names: dict[str, Any]) -> str:
    """What the piece printed, without the last line end; or `raises Class`, the class without its module."""
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            exec(code, dict(names))  # noqa: S102 - the pieces are our own, from facts.yaml
    except Exception as error:  # noqa: BLE001 - whatever it is, it is the observation
        return f"raises {type(error).__name__}"
    return printed.getvalue().rstrip("\n")


def names(root: str, folder: Path) -> dict[str, Any]:
    """What a piece may use."""
    library: Any = importlib.import_module(root)

    def pdf(name: str) -> Any:
        return library.PdfReader(str(folder / name))

    def pages(name: str) -> Any:
        writer = library.PdfWriter()
        for page in pdf(name).pages:
            writer.add_page(page)
        return writer

    def again(writer: Any) -> Any:
        written = io.BytesIO()
        writer.write(written)
        return library.PdfReader(written)

    generic = importlib.import_module(f"{root}.generic")
    return {"L": library, "g": generic, "io": io, "folder": folder, "pdf": pdf, "pages": pages, "again": again}


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    known = names(sys.argv[1], Path(sys.argv[2]))
    print(json.dumps([observe(code, known) for code in json.load(sys.stdin)]))  # noqa: T201
