"""Lines that became too long are broken as Ruff's formatter breaks them, which the tests ask for each case.

Of a text that Ruff would have left as it was, rewritten by hand to something too long, the result must be what Ruff
makes of the rewritten text.
"""

import ast
import subprocess
import sys

import pytest

from bot.rules.engine.fitting import fitted, rewrite_fitted, with_fitted
from bot.rules.engine.line_breaks import width
from bot.rules.engine.splice import spliced
from bot.scan.facts import Replacement

LIMIT = 60
OLD, NEW = "lib.Thing.create", "lib.things.completions.create"


def edits(text: str) -> list[Replacement]:
    """Each call of the old name is one of the new name."""
    found = []
    at = text.find(OLD)
    while at >= 0:
        found.append(Replacement(start=at, end=at + len(OLD), old=OLD, new=NEW))
        at = text.find(OLD, at + 1)
    return found


def broken(text: str, limit: int = LIMIT) -> str:
    found = edits(text)
    result = spliced(text, with_fitted(found, fitted(text, found, limit)))
    assert isinstance(result, str)
    return result


def formatted(text: str) -> str:
    ruff = [sys.executable, "-m", "ruff", "format", "--isolated", f"--line-length={LIMIT}", "-"]
    return subprocess.run(ruff, input=text, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f'answer = {OLD}(model="m", messages=found, n=2)\n', id="what fits on one line goes there"),
        pytest.param(f'answer = {OLD}(model="m", messages=every,)\n', id="a last comma asks for a line an argument"),
        pytest.param(f'def ask():\n    return {OLD}(model="m", prompt=text)\n', id="inside a function"),
        pytest.param(f'async def ask():\n    x = await {OLD}(model="m", prompt=p)\n', id="awaited"),
        pytest.param(f'print({OLD}(model="m", prompt="a prompt"), 1234)\n', id="a call in a call"),
        pytest.param(f'show({OLD}(model="m", messages=found, n=1))\n', id="a call that is all of a call"),
        pytest.param(f'show_all({OLD}(model="some", messages=m, n=1))\n', id="and does not fit on one line"),
        pytest.param(f'for piece in {OLD}(model="m", stream=True, x=y):\n    pass\n', id="the head of a loop"),
        pytest.param(f'with {OLD}(model="m", stream=True, xyz=y) as it:\n    pass\n', id="the head of a with"),
        pytest.param(f'if {OLD}(model="m", messages=found, n=1):\n    pass\n', id="a condition"),
        pytest.param(f'answer = {OLD}(*given, model="m", **all)\n', id="unpacked arguments"),
        pytest.param(f"answer = {OLD}(name for name in given_names)\n", id="a generator in its own brackets"),
        pytest.param(f'rows = [{OLD}(model="m", prompt="p"), "two"]\n', id="a display"),
        pytest.param(f'rows = {{"1": {OLD}(model="m", prompt="p")}}\n', id="a dict"),
        pytest.param(
            f'answer = {OLD}(\n    model="m",\n    prompt={OLD}(model="some", q="q"),\n)\n', id="an argument of a call"
        ),
        pytest.param(f'x = {OLD}(model="m", messages=[1, 2])  # why\n', id="a comment behind the call"),
        pytest.param(
            f'answer = {OLD}(model="model", messages=[\n    {{"role": "user"}},\n    # why\n    {{"role": "system"}},\n])\n',
            id="an argument over several lines, with a comment",
        ),
        pytest.param(
            f'answer = {OLD}(model="model", and_deep=[\n    first(\n        second,  # why\n    ),\n])\n',
            id="deeper lines",
        ),
        pytest.param(f"answer = {OLD}(model, 'äöü', '漢字漢')\n", id="wide characters take two columns"),
    ],
)
def test_a_line_is_broken_as_the_formatter_breaks_it(text: str) -> None:
    long = spliced(text, edits(text))
    assert isinstance(long, str)
    assert any(width(line) > LIMIT for line in long.splitlines())
    # The formatter writes double quotes; they are no matter of this.
    assert broken(text).replace("'", '"') == formatted(long).replace("'", '"')


def test_what_fits_is_left() -> None:
    text = f"answer = {OLD}(model=m)\n"
    assert fitted(text, edits(text), LIMIT) == ()


def test_a_line_that_was_too_long_is_left() -> None:
    text = f'answer = {OLD}(model="a-very-long-name-of-a-model", messages=[1])\n'
    assert width(text.rstrip()) > LIMIT
    assert fitted(text, edits(text), LIMIT) == ()


def test_a_comment_inside_the_call_stays_where_it_was() -> None:
    text = f'answer = {OLD}(model="m", messages=it,  # why\n                          # and how\n    n=1)\n'
    assert broken(text) == (f'answer = {NEW}(\n    model="m",\n    messages=it,  # why\n    # and how\n    n=1,\n)\n')


def test_the_lines_of_a_text_are_not_moved() -> None:
    text = f'answer = {OLD}(model="a-name", prompt="""one\n  two\n""", n=[\n    1,\n])\n'
    assert broken(text) == (
        f'answer = {NEW}(\n    model="a-name",\n    prompt="""one\n  two\n""",\n    n=[\n        1,\n    ],\n)\n'
    )


def test_line_ends_and_tabs_are_kept() -> None:
    text = f'if x:\r\n\tanswer = {OLD}(model="m", messages=found, n=2)\r\n'
    assert broken(text) == f'if x:\r\n\tanswer = {NEW}(\r\n\t\tmodel="m", messages=found, n=2\r\n\t)\r\n'


def test_an_edit_beside_a_line_break_is_part_of_it() -> None:
    """An argument that gets another name where its line begins now."""
    text = f'answer = {OLD}(model="m", engine="e", messages=m)\n'
    renamed = Replacement(start=text.index("engine"), end=text.index("engine") + 6, old="engine", new="deployment_id")
    found = [*edits(text), renamed]
    result = spliced(text, with_fitted(found, fitted(text, found, LIMIT)))
    assert result == f'answer = {NEW}(\n    model="m", deployment_id="e", messages=m\n)\n'


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f'answer = {OLD} (model="m")[first_index_of_all_of_them]\n', id="a subscript is no list"),
        pytest.param(f"answer = some_name_of_a_variable + another + {OLD}\n", id="no brackets"),
        pytest.param(f'f"{{{OLD}(model=model_name, messages=messages)}}"\n', id="inside a text"),
    ],
)
def test_what_cannot_be_broken_is_left_long(text: str) -> None:
    assert ast.dump(ast.parse(broken(text))) == ast.dump(ast.parse(text.replace(OLD, NEW)))


def test_no_length_breaks_nothing() -> None:
    text = f'import lib\nanswer = {OLD}(model="m", messages=[], n=2)\n'
    result = rewrite_fitted(text.encode(), [edits(text)[0]], None)
    assert result == (text.replace(OLD, NEW).encode(), ())
