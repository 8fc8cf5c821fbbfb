"""Whatever a notebook holds: nothing raises, and every row stands on text that is there."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.models.reading import read_json
from bot.models.writing import compact
from bot.rules.engine.notebook_facts import notebook_facts
from bot.scan.facts import FileFacts
from bot.scan.notebook.magics import as_python
from bot.vocabulary import FindingKind
from tests.demo_pack import SURFACE

PIECES = (
    "import oldlib", "oldlib", ".Reader(f)", ".page_count", "x = ", "%time ", "%%time", "%%bash", "%%timeit -n 3 ",
    "!pip install ", "old-lib==1.9", "%pip install ", "pip install ", "?", "??", "\n", "\n", "\n    ", "if x:", "(", ")",
    "'", '"', '"""', "\\", "#", ">>> ", "In [1]: ", "... ", "\r", "\t", "\0", "é", "\ud800", "🐍", "await ", "%load_ext ",
)  # fmt: skip
texts = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["source", "cell_type", "cells"]), inner)
    ),
    max_leaves=5,
)
cells = st.fixed_dictionaries(
    {"cell_type": st.just("code"), "source": texts | texts.map(lambda text: text.splitlines(keepends=True)) | values}
)


def _facts(data: bytes) -> FileFacts:
    return read_json(FileFacts, compact(notebook_facts("a.ipynb", data, SURFACE, {}, vendored=False)))


@given(texts)
@settings(max_examples=300)
def test_a_cell_keeps_its_lines(text: str) -> None:
    found = as_python(text)
    if found is not None:
        source = text.split("\n")
        assert (len(found.lines), len(found.shifts)) == (len(source), len(source))
        assert all(line.startswith(command.text.split("\n")[0], command.column) for command in found.commands for line in [source[command.line - 1]])  # fmt: skip


@given(st.lists(cells, max_size=4))
@settings(max_examples=300)
def test_every_row_stands_on_the_text_that_it_names(document: list[dict[str, object]]) -> None:
    data = json.dumps({"cells": document}, indent=1).encode()
    for row in _facts(data).rows:
        assert row.cell is not None
        source = document[row.cell - 1]["source"]
        text = source if isinstance(source, str) else "".join(map(str, source)) if isinstance(source, list) else ""
        line = text.split("\n")[row.line - 1]
        assert 0 <= row.column <= len(line)
        if row.kind in {FindingKind.MANIFEST, FindingKind.TEXT_MENTION}:
            assert line[row.column :].lower().startswith("old")
        if row.kind is FindingKind.IMPORT:
            assert line[row.column :].startswith("import")


@given(st.binary() | values.map(lambda value: json.dumps(value).encode()))
def test_any_bytes_are_facts(data: bytes) -> None:
    assert isinstance(_facts(data), FileFacts)
