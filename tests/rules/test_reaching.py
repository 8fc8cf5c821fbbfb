"""What a read of a local name can see: read off Python's own order of running, for each statement that has branches."""

import ast

import pytest

from bot.rules.answers.reaching import Reaching
from bot.scan.binder import take_apart
from bot.scan.flow import node_of

CASES = {
    "the branches of an if exclude one another": ("if c:\n x = 1\nelse:\n x = 2\n read(x)", {4}),
    "behind an if both branches are seen": ("if c:\n x = 1\nelse:\n x = 2\nread(x)", {2, 4}),
    "a branch that returns is not seen behind": ("if c:\n x = 1\n return\nelse:\n x = 2\nread(x)", {5}),
    "a loop leads from its end to its beginning": ("x = 1\nfor i in c:\n read(x)\n x = 2", {1, 4}),
    "what is bound first in a loop hides the rest": ("x = 1\nwhile c:\n x = 2\n read(x)\n x = 3", {3}),
    "behind a loop what a break saw is seen": ("x = 1\nfor i in c:\n x = 2\n break\nread(x)", {1, 3}),
    "continue leads to the beginning": ("x = 1\nfor i in c:\n read(x)\n if c:\n  x = 2\n  continue\n return", {1, 5}),
    "a handler sees what was bound anywhere in the body": (
        "x = 1\ntry:\n x = 2\n f()\n x = 3\nexcept E:\n read(x)",
        {1, 3, 5},
    ),
    "behind a body that raised nothing its last binding is seen": (
        "x = 1\ntry:\n x = 2\nexcept E:\n return\nread(x)",
        {3},
    ),
    "finally sees every way": ("x = 1\ntry:\n x = 2\n return\nfinally:\n read(x)", {1, 3}),
    "an else runs only where nothing was raised": ("x = 1\ntry:\n x = 2\nexcept E:\n x = 3\nelse:\n read(x)", {3}),
    "a with statement may end an exception": ("x = 1\nwith c:\n x = 2\n f()\nread(x)", {1, 3}),
    "a case sees what was bound before": ("x = 1\nmatch c:\n case 1:\n  x = 2\n case _:\n  read(x)", {1}),
    "no case may fit": ("x = 1\nmatch c:\n case 1:\n  x = 2\nread(x)", {1, 4}),
    "adding to a name keeps what it held": ("x = a\nx += b\nread(x)", {1, 2}),
    "a walrus may bind": ("x = 1\nif c and (x := 2):\n pass\nread(x)", {1, 2}),
    "a list comprehension runs where it stands": ("x = 1\nx = [read(x) for _ in c]", {1}),
    "a generator may run later": ("x = 1\ng = (read(x) for _ in c)\nx = 2", {1, 3}),
    "a function may run at any time": ("x = 1\ndef g():\n read(x)\nx = 2", {1, 4}),
    "a name that another function declares its own may change at any time": (
        "x = 1\nx = 2\ndef g():\n nonlocal x\n x = 3\nread(x)",
        {1, 2, 5},
    ),
    "nothing is known of what cannot be reached": ("x = 1\nx = 2\nreturn\nread(x)", {1, 2}),
}


@pytest.mark.parametrize(("body", "lines"), CASES.values(), ids=CASES.keys())
def test_a_read_sees(body: str, lines: set[int]) -> None:
    anatomy = take_apart(ast.parse("def f(c):\n" + "\n".join(f" {line}" for line in body.split("\n"))))
    ((read, scope),) = [
        place
        for place in anatomy.names["x"]
        if isinstance(call := anatomy.parents[place[0]], ast.Call) and ast.unparse(call.func) == "read"
    ]
    home = scope.home("x")
    assert home is not None
    seen = Reaching(anatomy).visible(read, scope, home)
    assert {node_of(one).lineno - 1 for one in seen} == lines  # type: ignore[attr-defined] # all are statements
