"""Coverage-guided fuzzing of everything that reads a repository's bytes: `python tests/fuzz/scan_fuzzer.py CORPUS`.

Needs atheris, which is no dependency of ours (`pip install atheris`). What may come out of a file are rows or a word; an
exception, a hang or a row outside of the file is a finding, and becomes a case in tests/scan/test_any_source.py.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import atheris

with atheris.instrument_imports(include=["bot"]):
    from bot.rules.engine.file_facts import python_facts
    from tests.demo_pack import NAMESPACED, SHARED, SURFACE

SURFACES = (SURFACE, SHARED, NAMESPACED)
START = b"import oldlib, bothlib, corp.oldlib\nfrom oldlib import *\n"


def one_file(data: bytes) -> None:
    """Bytes as a whole file, and as the rest of one that uses the library."""
    for surface in SURFACES:
        for source in (data, START + data):
            try:
                facts = python_facts("package/module.py", source, surface, {}, vendored=False)
            except RecursionError:
                continue  # ends the child's job as analyser_died, one row
            last = source.count(b"\n") + source.count(b"\r") + 1
            assert all(1 <= row.line <= last for row in facts.rows), facts
            assert len(facts.rows) == len(facts.judgements)


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_file)
    atheris.Fuzz()
