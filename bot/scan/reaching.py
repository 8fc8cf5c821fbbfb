"""Words for what reaches a file through others, apart from `reach`, which a run that finds nothing does without."""

from collections.abc import Iterator

FIXTURES = "<fixtures>"
"""Stands for a module: what pytest passes to a file's tests by the names of parameters."""

WANTED = "<wanted>"
"""Stands for a module as well: what the repository's owner wants a client to be called."""

IMPORTED = "<imported>"
"""Stands for a module as well: that other files import the one that reads this."""

ALONE = "<alone>"
"""Stands for a module as well: that nothing configures the library for the file; `APART`: for a program on its own."""
APART = "apart"

CAUGHT = "<caught>"
"""Stands for a module as well: files that import the one that reads this take errors. `FOREIGN`: such of another
package that came through the library, there or in files that it imports."""
FOREIGN = "foreign"

CLIENT = "client"
HOME = "home"
MODEL = "model"
NEW = frozenset({CLIENT, HOME, MODEL})
"""The forms of exports that are nothing of the old library: who asks for a client, or a model, can have it there."""


def itself_and_above(module: str) -> Iterator[str]:
    """`a.b.c`, `a.b` and `a`."""
    while module:
        yield module
        module = module.rpartition(".")[0]
