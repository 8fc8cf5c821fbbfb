"""Which paths hold Python code, and which of them are reported and never rewritten."""

from bot.vocabulary import Bail

_SUFFIXES = (".py", ".pyi", ".ipynb")


def holds_python(path: str) -> bool:
    """Whether the file is scanned as Python: a module, a stub, a notebook."""
    return path.endswith(_SUFFIXES)


def is_module(path: str) -> bool:
    """Whether other files can import the file when they run; a stub or a notebook they cannot."""
    return path.endswith(".py")


def is_notebook(path: str) -> bool:
    """Whether the file is JSON that holds cells."""
    return path.endswith(".ipynb")


def never_rewritten(path: str) -> Bail | None:
    """The word that withholds every place of a file which no rule may write; None for all other files."""
    if is_notebook(path):
        return Bail.NOTEBOOK_NOT_REWRITTEN
    return Bail.STUB_NOT_REWRITTEN if path.endswith(".pyi") else None
