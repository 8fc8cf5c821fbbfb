"""Notebooks and stubs are scanned like any file that uses the library, reported by cell and line, and never rewritten."""

import pytest

from bot.models.outcome import Outcome
from bot.vocabulary import ConsultSkip, EditStatus, LimitationCode, ScanStatus
from tests.notebooks import code, notebook, notebook_of_format_3, text
from tests.running import Files, planned, ran, words

Seen = tuple[int | None, int, int, str, str | None, str | None]

FIRST = "%pip install -q 'old-lib==1.9'\nimport oldlib as o\n\nfrom pathlib import Path"
SECOND = "reader = o.Reader(Path('a.pdf'))\nfor page in reader.pages:\n    %time print(page.get_text())"
THIRD = "n = await run(reader.page_count)\nfound = !ls oldlib\nreader.pages?"
ANALYSIS = notebook(text("# oldlib"), FIRST, text("and then"), SECOND, THIRD)
CLEAN = "from oldlib import Reader\nReader(f).pages\n"


def _rows(outcome: Outcome, path: str) -> list[Seen]:
    """Cell, line, column, kind, symbol and the scan's word of each row of the file."""
    return [
        (f.cell, f.line, f.column, str(f.kind), f.symbol, None if f.bail is None else str(f.bail))
        for f in outcome.scan.findings
        if f.path == path
    ]


def test_every_use_is_told_by_cell_line_and_column() -> None:
    """Cells 1 and 3 are text; `o` is bound in cell 2 and read in cell 4, `reader` in cell 4 and read in cell 5."""
    assert _rows(ran({"analysis.ipynb": ANALYSIS}), "analysis.ipynb") == [
        (2, 1, 17, "manifest", "Old-Lib", "notebook_not_rewritten"),
        (2, 2, 0, "import", "oldlib", "notebook_not_rewritten"),
        (4, 1, 9, "call", "oldlib.Reader", "notebook_not_rewritten"),
        (4, 2, 12, "attribute", "oldlib.Reader.pages", "notebook_not_rewritten"),
        (4, 3, 16, "method_call", "oldlib.Page.get_text", "flag_only_surface"),
        (5, 1, 14, "attribute", "oldlib.Reader.page_count", "flag_only_surface"),
        (5, 2, 12, "text_mention", "oldlib", None),
    ]


def test_columns_are_where_the_text_stands_in_the_cell() -> None:
    sources = {2: FIRST, 4: SECOND, 5: THIRD}
    shown = [
        sources[cell].split("\n")[line - 1][column:]
        for cell, line, column, *_ in _rows(ran({"a.ipynb": ANALYSIS}), "a.ipynb")
        if cell is not None
    ]
    assert [start.split(".")[0].split("(")[0] for start in shown] == [
        "old-lib==1", "import oldlib as o", "o", "reader", "page", "reader", "oldlib",
    ]  # fmt: skip


def test_each_row_knows_the_line_of_the_file() -> None:
    lines = ANALYSIS.decode().split("\n")
    found = [f for f in ran({"a.ipynb": ANALYSIS}).scan.findings if f.file_line is not None]
    told = [lines[f.file_line - 1].strip().strip('",') for f in found if f.file_line is not None]
    assert told == [
        "%pip install -q 'old-lib==1.9'\\n",
        "import oldlib as o\\n",
        "reader = o.Reader(Path('a.pdf'))\\n",
        "for page in reader.pages:\\n",
        "    %time print(page.get_text())",
        "n = await run(reader.page_count)\\n",
        "found = !ls oldlib\\n",
    ]


def test_a_notebook_is_withheld_with_its_own_word_and_no_model_is_asked() -> None:
    plan = planned({"a.ipynb": notebook("import oldlib\n", "oldlib.Reader(f).pages")})
    assert words(plan) == {"a.ipynb": ["notebook_not_rewritten"] * 3}
    assert (plan.files, plan.patch) == ((), b"")
    assert {row.skip for row in plan.withheld} == {ConsultSkip.NOT_A_SOURCE_FILE}
    assert [(row.cell, row.line) for row in plan.withheld] == [(1, 1), (2, 1), (2, 1)]
    assert [(edit.cell, edit.line, edit.status) for edit in plan.edits] == [
        (1, 1, EditStatus.NEEDS_REVIEW), (2, 1, EditStatus.NEEDS_REVIEW), (2, 1, EditStatus.NEEDS_REVIEW),
    ]  # fmt: skip


def test_what_a_rule_would_need_first_is_no_use_in_a_notebook() -> None:
    """In a module `name_bound_twice` asks for another name and another run; in a notebook no rewriting would follow."""
    both = "try:\n    import oldlib\nexcept ImportError:\n    oldlib = None\n"
    assert words(planned({"a.py": both}))["a.py"] == ["name_bound_twice"]
    assert words(planned({"a.ipynb": notebook(both)}))["a.ipynb"] == ["notebook_not_rewritten"]


def test_the_packs_sentence_is_told_beside_the_place() -> None:
    plan = planned({"a.ipynb": notebook("import oldlib\noldlib.LegacyReader(f)")})
    assert [(edit.line, edit.warnings) for edit in plan.edits] == [(1, ()), (2, ("Use Reader.",))]


def test_format_3_is_read_as_well() -> None:
    data = notebook_of_format_3(["import oldlib\n"], ["\noldlib.Reader(f)"])
    assert _rows(ran({"a.ipynb": data}), "a.ipynb") == [
        (1, 1, 0, "import", "oldlib", "notebook_not_rewritten"),
        (2, 2, 0, "call", "oldlib.Reader", "notebook_not_rewritten"),
    ]


def test_cells_of_other_languages_are_mentions_at_most() -> None:
    data = notebook(
        "%%bash\npython -c 'import oldlib'\npip install old-lib",
        code("select oldlib", vscode={"languageId": "sql"}),
        "%%html\n<b>oldlib</b>",
    )
    assert _rows(ran({"a.ipynb": data}), "a.ipynb") == [
        (1, 2, 18, "text_mention", "oldlib", None),
        (1, 3, 12, "manifest", "Old-Lib", "notebook_not_rewritten"),
        (2, 1, 7, "text_mention", "oldlib", None),
        (3, 2, 3, "text_mention", "oldlib", None),
    ]


def test_a_notebook_that_only_tells_of_the_library_uses_no_pack() -> None:
    r_language = {"kernelspec": {"language": "R", "name": "ir", "display_name": "R"}}
    outcome = ran({"a.ipynb": notebook(text("oldlib"), "1"), "r.ipynb": notebook("oldlib::x()", metadata=r_language)})
    assert (outcome.scan.packs, outcome.scan.findings) == ((), ())


def test_a_cell_that_is_no_python_costs_itself_alone() -> None:
    data = notebook("import oldlib", "print 'oldlib'", "print 'x'", "oldlib.Reader(f)", "print 'y'")
    outcome = ran({"a.ipynb": data})
    assert _rows(outcome, "a.ipynb") == [
        (1, 1, 0, "import", "oldlib", "notebook_not_rewritten"),
        (2, 1, 0, "parse_error", None, "cell_does_not_parse"),
        (4, 1, 0, "call", "oldlib.Reader", "notebook_not_rewritten"),
    ]
    told = [
        (found.path, found.detail) for found in outcome.scan.limitations if found.code is LimitationCode.CELL_NOT_READ
    ]
    assert told == [("a.ipynb", "cells 3, 5")]


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"oldlib", id="no JSON"),
        pytest.param(b'{"cells": "oldlib"}', id="no cells"),
        pytest.param(notebook("oldlib").replace(b'"cells"', b'"sells"'), id="another document"),
        pytest.param(b'{"oldlib": ' + b"[" * 100_000, id="nested too deep"),
        pytest.param(b'{"cells": ["oldlib"' + b",1" * 30_000 + b"]}", id="too many cells"),
    ],
)
def test_a_notebook_that_cannot_be_read_is_one_row(data: bytes) -> None:
    outcome = ran({"a.ipynb": data, "b.py": CLEAN})
    assert _rows(outcome, "a.ipynb") == [(None, 1, 0, "parse_error", None, "notebook_unreadable")]
    assert outcome.plan is not None
    assert words(outcome.plan)["b.py"] == ["auto"] * 3


def test_a_notebook_over_the_size_limit_is_named() -> None:
    outcome = ran({"a.ipynb": notebook("import oldlib") + b" " * 1_000_000})
    assert [(found.code, found.path) for found in outcome.scan.limitations] == [
        (LimitationCode.FILE_TOO_LARGE, "a.ipynb"),
    ]


def test_a_dependency_line_waits_for_a_notebook() -> None:
    files: Files = {"requirements.txt": "Old-Lib==1.9\n", "app.py": CLEAN, "docs/a.ipynb": notebook("import oldlib")}
    assert words(planned(files)) == {
        "app.py": ["auto"] * 3,
        "docs/a.ipynb": ["notebook_not_rewritten"],
        "requirements.txt": ["repo_not_fully_migrated"],
    }


def test_a_module_that_a_notebook_takes_objects_from_stays_with_it() -> None:
    pdf = "from oldlib import Reader\ndef opened(p):\n    return Reader(p)\n"
    files: Files = {
        "tools/pdf.py": pdf,
        "a.ipynb": notebook("from tools.pdf import (\n    opened,\n)", "opened(f).page_count"),
    }
    outcome = ran(files)
    assert outcome.plan is not None
    assert words(outcome.plan) == {"a.ipynb": ["flag_only_surface"], "tools/pdf.py": ["consumer_not_migrated"] * 2}
    assert _rows(outcome, "a.ipynb") == [(2, 1, 0, "attribute", "oldlib.Reader.page_count", "flag_only_surface")]


def test_what_a_notebook_keeps_to_itself_holds_no_module_back() -> None:
    tools = "import oldlib\ndef size():\n    return len(oldlib.Reader('a').pages)\n"
    files: Files = {
        "tools.py": tools,
        "a.ipynb": notebook("import oldlib\nfrom tools import size", "reader = oldlib.Reader(f)\nsize()"),
    }
    assert words(planned(files))["tools.py"] == ["auto"] * 3


def test_no_file_imports_a_notebook_or_a_stub() -> None:
    """`import analysis` is the module of that name; a notebook beside it gives nothing to anybody."""
    files: Files = {
        "analysis.ipynb": notebook("from oldlib import Reader\nreader = Reader(f)"),
        "typed.pyi": "from oldlib import Reader\nreader: Reader\n",
        "app.py": "import analysis, typed\nanalysis.reader.page_count\ntyped.reader.page_count\n",
    }
    outcome = ran(files)
    assert {found.path for found in outcome.scan.findings} == {"analysis.ipynb", "typed.pyi"}


def test_a_stub_is_scanned_and_withheld() -> None:
    outcome = ran({"pdf.pyi": "from oldlib import Reader\n\ndef opened(p: str) -> Reader: ...\n"})
    assert _rows(outcome, "pdf.pyi") == [
        (None, 1, 0, "import", "oldlib.Reader", "stub_not_rewritten"),
        (None, 3, 22, "attribute", "oldlib.Reader", "stub_not_rewritten"),
    ]
    assert {found.scan_status for found in outcome.scan.findings} == {ScanStatus.NEEDS_REVIEW}
    assert outcome.plan is not None
    assert {row.skip for row in outcome.plan.withheld} == {ConsultSkip.NOT_A_SOURCE_FILE}
    assert outcome.plan.files == ()


def test_rows_keep_their_ids_when_cells_are_added() -> None:
    before = ran({"a.ipynb": notebook("import oldlib", "oldlib.Reader(a)", "oldlib.Reader(a)")}).scan.findings
    after = ran({"a.ipynb": notebook(text("new"), "import oldlib", "x = 1", "oldlib.Reader(a)", "oldlib.Reader(a)")})
    assert [f.row_id for f in after.scan.findings] == [f.row_id for f in before]
    assert len({f.row_id for f in before}) == 3


def test_two_notebooks_know_nothing_of_one_another() -> None:
    outcome = ran({"a.ipynb": notebook("import oldlib as o"), "b.ipynb": notebook("# oldlib\no.Reader(f)")})
    assert [(found.path, found.line) for found in outcome.scan.findings if found.actionable] == [("a.ipynb", 1)]
