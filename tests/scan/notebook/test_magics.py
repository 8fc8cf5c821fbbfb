"""A cell as IPython reads it. What is IPython's and what is Python's was compared with IPython 9.18's own
`TransformerManager`; the rules are told in https://ipython.readthedocs.io/en/stable/interactive/python-ipython-diff.html.
"""

import pytest

from bot.scan.notebook.magics import Command, PythonCell, as_python


def _read(text: str) -> PythonCell:
    found = as_python(text)
    assert found is not None
    return found


def _lines(text: str) -> list[str]:
    return list(_read(text).lines)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        pytest.param("x = 1\n%time_left", ["x = 1", "pass"], id="a line magic"),
        pytest.param("!ls -la 'it\nx(y)", ["pass", "x(y)"], id="a shell line with a quote that stays open"),
        pytest.param("!!ls\nx", ["pass", "x"], id="a shell line whose output is shown"),
        pytest.param("!pip install a \\\n    b\nx", ["pass", "", "x"], id="a shell line that goes on"),
        pytest.param("if a:\n    !ls\n    b\n", ["if a:", "    pass", "    b", ""], id="a shell line in a block"),
        pytest.param("files = !ls *.pdf\nx", ["files = None", "x"], id="a shell's output is assigned"),
        pytest.param("here = %pwd\nx", ["here = None", "x"], id="a magic's result is assigned"),
        pytest.param("a, b = !ls\n", ["a, b = None", ""], id="unpacked"),
        pytest.param("x.y?", ["pass"], id="help"),
        pytest.param("?x.y\n??z", ["pass", "pass"], id="help in front"),
        pytest.param("/f a b\nx", ["pass", "x"], id="a call without parentheses"),
        pytest.param("pip install a\ncd b\nls\nx = 1", ["pass", "pass", "pass", "x = 1"], id="magics without the %"),
    ],
)
def test_what_is_no_python_is_exchanged_in_place(text: str, lines: list[str]) -> None:
    assert _lines(text) == lines


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("x = '''\n%time f()\n!ls\n'''\n%who", id="a string over lines"),
        pytest.param('x = """ \\"""\n!ls\n"""\n%who', id="an escaped quote in one"),
        pytest.param("x = (a\n% b)\n%who", id="brackets over lines"),
        pytest.param("x = a \\\n% b\n%who", id="a line that goes on"),
        pytest.param("x = 'a?'\n# why?\ny = 1  # = !ls\n%who", id="strings and comments"),
        pytest.param("x = a != b\ny = a == b\nx %= 3\n%who", id="operators"),
        pytest.param("x = f'{a!r} {b=}'\n%who", id="a conversion in a string"),
    ],
)
def test_python_that_looks_like_a_magic_stays(text: str) -> None:
    assert _lines(text) == [*text.split("\n")[:-1], "pass"]


@pytest.mark.parametrize(
    ("text", "lines", "shifts"),
    [
        pytest.param("%time x = f(y)", ["x = f(y)"], [6], id="time"),
        pytest.param("    \nif a:\n    %timeit -n 10 -r3 -o f(x)", ["    ", "if a:", "    f(x)"], [0, 0, 21], id="timeit with options, in a block"),
        pytest.param("%prun -s cumulative f(x)", ["f(x)"], [20], id="prun"),
        pytest.param("x = %time f(y)", ["x =       f(y)"], [0], id="assigned"),
        pytest.param("%%time\nx = f(y)", ["", "x = f(y)"], [0, 0], id="a cell"),
        pytest.param("\n%%timeit x = f(y)\nx.a", ["", "x = f(y)", "x.a"], [0, 9, 0], id="a cell with setup code"),
        pytest.param("%%capture out\n%who\nx", ["", "pass", "x"], [0, 0, 0], id="captured, with a magic inside"),
        pytest.param("%%writefile app.py\nimport a", ["", "import a"], [0, 0], id="a module that the cell writes"),
        pytest.param("%%some_extension -x\nf(x)", ["", "f(x)"], [0, 0], id="a magic that nobody knows, over Python"),
        pytest.param("  f(x)\n  g(x)", ["f(x)", "g(x)"], [2, 2], id="a cell that is indented"),
        pytest.param(">>> f(x)\n... \n>>> g(x)\n", ["f(x)", "", "g(x)", ""], [4, 4, 4, 0], id="prompts that were pasted along"),
        pytest.param("In [12]: f(x)\n    ...: g(x)", ["f(x)", "g(x)"], [9, 9], id="IPython's prompts"),
        pytest.param("  %time f(x)", ["f(x)"], [8], id="indented as a whole, and timed"),
    ],
)  # fmt: skip
def test_python_that_a_magic_runs_stays_and_knows_its_column(text: str, lines: list[str], shifts: list[int]) -> None:
    found = _read(text)
    assert list(found.lines) == lines
    assert list(found.shifts) == shifts
    for line, shift, source in zip(found.lines, found.shifts, text.split("\n"), strict=True):
        if shift:
            indent = len(line) - len(line.lstrip())
            assert source[indent + shift :] == line[indent:]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("%%bash\npip install a", id="a shell"),
        pytest.param("\n%%html\n<b>a</b>", id="HTML"),
        pytest.param("%%writefile a.txt\nx = 1", id="a file that is no module"),
        pytest.param("%md\nSome *text*", id="text, as Databricks marks it"),
        pytest.param("%sql\nselect 1", id="SQL, as Databricks marks it"),
        pytest.param("%%unknown\nno Python at all", id="a magic that nobody knows, over no Python"),
    ],
)
def test_a_cell_of_another_language_is_one_command(text: str) -> None:
    found = _read(text)
    assert not "".join(found.lines).strip()
    assert [command.text for command in found.commands] == [text]


def test_a_command_says_where_it_stands_and_who_runs_it() -> None:
    found = _read("x = 1\nif x:\n    !pip install a \\\n      b\ny = %sx ls\n%matplotlib inline\n")
    assert found.commands == (
        Command(3, 4, "!pip install a \\\n      b", is_shell=True),
        Command(5, 4, "%sx ls", is_shell=True),
        Command(6, 0, "%matplotlib inline", is_shell=False),
    )


def test_await_may_stand_outside_of_functions() -> None:
    """IPython runs such cells since 7.0 (autoawait)."""
    assert _lines("x = await f()\nasync with g() as h:\n    h\n") == [
        "x = await f()",
        "async with g() as h:",
        "    h",
        "",
    ]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("print 'x'", id="Python 2"),
        pytest.param("def f(:\n", id="a mistake"),
        pytest.param("%%time\nprint 'x'", id="a mistake under a magic that runs Python"),
        pytest.param("x\0", id="a NUL"),
        pytest.param("x = '\ud800'", id="a lone surrogate"),
        pytest.param("x \\", id="a line that goes on nowhere"),
        pytest.param("(" * 100_000, id="100,000 parentheses"),
    ],
)
def test_what_is_no_python_is_none(text: str) -> None:
    assert as_python(text) is None


@pytest.mark.parametrize("text", ["'" * 99_999 + "\n%x", '"\\' * 50_000 + "\n!x", "= " * 50_000 + "?", "%time " + "-n " * 30_000 + "(", "?\n" * 30_000 + "(", "\\\n" * 30_000 + "!"])  # fmt: skip
def test_text_that_is_made_to_be_slow_is_not(text: str) -> None:
    """It ends; the analyser's own limit is what bounds a cell that is worse than these."""
    found = as_python(text)
    assert found is None or len(found.lines) == text.count("\n") + 1
