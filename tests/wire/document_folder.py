"""The folder that holds the documents of the wire cases: made once, and again whenever what makes them changes."""

import hashlib
import shutil
import subprocess
from functools import cache
from pathlib import Path

from tests.wire.interpreters import DOCUMENTS, HOME, ROOT, interpreter, locked

_MAKERS = ("documents.py", "make_documents.py", "pdf_syntax.py")


@cache
def documents() -> Path:
    """A folder with one file a document; nobody may write into it."""
    python = interpreter(DOCUMENTS)
    here = Path(__file__).resolve().parent
    made_of = b"".join((here / name).read_bytes() for name in _MAKERS) + str(python).encode()
    folder = HOME / f"made-{hashlib.sha256(made_of).hexdigest()[:12]}"
    with locked("made"):
        if not folder.is_dir():
            for earlier in HOME.glob("made-*"):
                shutil.rmtree(earlier)
            unfinished = folder.with_suffix(".unfinished")
            unfinished.mkdir()
            make = [str(python), "-m", "tests.wire.make_documents", str(unfinished)]
            subprocess.run(make, cwd=ROOT, check=True, timeout=120)
            unfinished.rename(folder)
    return folder
