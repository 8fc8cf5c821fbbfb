"""The JSON of a notebook: which cells are code, and on which line of the file each line of a cell stands."""

import json

import pytest

from bot.scan.notebook.document import MOST_CELLS, CodeCell, code_cells
from tests.notebooks import IMAGE, KERNEL, code, notebook, notebook_of_format_3, text, written


def _cells(data: bytes) -> tuple[CodeCell, ...]:
    found = code_cells(data)
    assert found is not None
    return found


def test_cells_are_counted_from_1_with_the_text_cells() -> None:
    found = _cells(notebook(text("# A title"), "a = 1", {**text(""), "cell_type": "raw"}, "b = 2\nc = 3"))
    assert [(cell.number, cell.text) for cell in found] == [(2, "a = 1"), (4, "b = 2\nc = 3")]


def test_cells_of_format_3_lie_in_worksheets_and_are_counted_through() -> None:
    found = _cells(notebook_of_format_3(["a = 1", "b = 2"], ["c = 3"]))
    assert [(cell.number, cell.text) for cell in found] == [(1, "a = 1"), (2, "b = 2"), (3, "c = 3")]


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(["a = 1\n", "b = 'ä\"\\n'\n", "c"], id="a string a line"),
        pytest.param("a = 1\nb = 'ä\"\\n'\nc", id="one string"),
        pytest.param(["a = ", "1\nb = 'ä\"", "\\n'\n", "", "c"], id="strings that are no lines, joined with nothing"),
    ],
)
def test_a_source_is_a_string_or_a_list_of_strings(source: object) -> None:
    (cell,) = _cells(notebook({**code(""), "source": source}))
    assert cell.text == "a = 1\nb = 'ä\"\\n'\nc"
    assert len(cell.file_lines) == 3


def test_each_line_of_a_cell_knows_its_line_of_the_file() -> None:
    with_image = {**code("plot()\nshow()\n\n"), "outputs": [IMAGE]}
    data = notebook(text("# A title\n\nand more"), with_image, "a = 'first'\nb = 'second'")
    lines = data.decode().split("\n")
    plot, assigned = _cells(data)
    assert [lines[number - 1].strip() for number in plot.file_lines] == ['"plot()\\n",', '"show()\\n",', '"\\n"']
    assert [lines[number - 1].strip() for number in assigned.file_lines] == ["\"a = 'first'\\n\",", "\"b = 'second'\""]


def test_a_source_that_is_one_string_stands_on_one_line() -> None:
    data = b'{\n"cells": [\n{"cell_type": "code",\n"source":\n"a\\nb\\n"}]}'
    assert _cells(data)[0].file_lines == (5, 5)


def test_a_notebook_on_one_line_stands_on_line_1() -> None:
    data = json.dumps(json.loads(notebook("a\nb", "c"))).encode()
    assert [cell.file_lines for cell in _cells(data)] == [(1, 1), (1,)]


@pytest.mark.parametrize(
    ("metadata", "is_python"),
    [
        pytest.param({}, True, id="no metadata: all of it is optional"),
        pytest.param(KERNEL, True, id="Python's kernel"),
        pytest.param({"language_info": {"name": "ipython"}}, True, id="IPython, as early notebooks say"),
        pytest.param({"kernelspec": {"name": "my-env", "display_name": "x"}}, True, id="a kernel that names no language"),
        pytest.param({"kernelspec": {"language": "R", "name": "ir"}, "language_info": {"name": "R"}}, False, id="R"),
        pytest.param({"language_info": {"name": "julia"}}, False, id="Julia"),
        pytest.param({"kernelspec": [], "language_info": {"name": 3}}, True, id="metadata of the wrong types"),
    ],
)  # fmt: skip
def test_the_notebooks_language(metadata: dict[str, object], is_python: bool) -> None:
    assert [cell.is_python for cell in _cells(notebook("x", metadata=metadata))] == [is_python]


def test_a_cell_may_be_of_another_language() -> None:
    sql = code("select 1", vscode={"languageId": "sql"})
    old = written({"worksheets": [{"cells": [{"cell_type": "code", "input": "x", "language": "ruby"}]}]})
    assert [cell.is_python for cell in _cells(notebook(sql, "x = 1"))] == [False, True]
    assert [cell.is_python for cell in _cells(old)] == [False]


def test_a_byte_order_mark_is_passed_over() -> None:
    assert _cells(b"\xef\xbb\xbf" + notebook("x"))[0].text == "x"


def test_of_two_members_with_one_name_the_last_counts() -> None:
    """As in Python's and JavaScript's readers of JSON (RFC 8259, section 4 leaves it open)."""
    cell = b'{"cell_type": "raw", "cell_type": "code", "source": "first", "source": "second"}'
    found = _cells(b'{"cells": [{"cell_type": "code", "source": "x"}], "cells": [' + cell + b"]}")
    assert [found_cell.text for found_cell in found] == ["second"]


@pytest.mark.parametrize("source", [None, 3, {"a": "b"}, ["a", 3], [["a"]], True])
def test_a_source_that_is_no_text_is_a_cell_without_text(source: object) -> None:
    found = _cells(notebook({**code(""), "source": source}, "after = 1"))
    assert [(cell.number, cell.text) for cell in found] == [(1, None), (2, "after = 1")]


def test_what_is_no_cell_is_counted_and_passed_over() -> None:
    data = written({"cells": ["x", 3, None, ["y"], {}, {"cell_type": ["code"]}, code("a")]})
    assert [(cell.number, cell.text) for cell in _cells(data)] == [(7, "a")]


def test_a_lone_surrogate_is_kept_as_it_is() -> None:
    assert _cells(b'{"cells": [{"cell_type": "code", "source": "x = \'\\ud800\'"}]}')[0].text == "x = '\ud800'"


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"oldlib", id="no JSON"),
        pytest.param(b"[]", id="a list"),
        pytest.param(b"{}", id="no cells"),
        pytest.param(b'{"cells": {}}', id="cells that are no list"),
        pytest.param(b'{"cells": []} x', id="something behind it"),
        pytest.param(b'{"cells": [', id="cut off"),
        pytest.param(b'{"cells": [], }', id="a comma too many"),
        pytest.param(b'{"cells": [1 2]}', id="a comma too few"),
        pytest.param(b'{"cells" []}', id="no colon"),
        pytest.param(b'{3: []}', id="a key that is a number"),
        pytest.param(b'{"cells": [], "x": ' + b"[" * 100_000, id="100,000 brackets"),
        pytest.param(b'{"cells": [], "x": ' + b'{"a":' * 100_000, id="100,000 braces"),
        pytest.param(b'{"cells": [], "x": "' + b"\xff" + b'"}', id="bytes that are no UTF-8"),
        pytest.param(b'{"cells": [], "x": "a\nb"}', id="a line end inside a string"),
        pytest.param(b'{"cells": [], "x": ' + b"9" * 10_000 + b"}", id="a number of 10,000 digits"),
        pytest.param(b"\0" * 100, id="NULs"),
        pytest.param(b'{"cells": [' + b"1," * MOST_CELLS + b"1]}", id="one cell too many"),
    ],
)  # fmt: skip
def test_what_is_no_notebook_is_none(data: bytes) -> None:
    assert code_cells(data) is None


def test_as_many_cells_as_are_read_are_read() -> None:
    assert (
        len(_cells(b'{"cells": [' + b'{"cell_type":"code","source":"x"},' * (MOST_CELLS - 1) + b"1]}"))
        == MOST_CELLS - 1
    )
